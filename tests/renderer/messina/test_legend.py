import pytest

from renderer.canvas.text import PLAIN, TITLE, Text, has_character
from renderer.messina import legend
from renderer.messina.icons import NAMES
from renderer.messina.words import LEGEND, WORDS, word
from tests.renderer.messina.views import position
from tests.renderer.scenes import LANGUAGES, painted, words

EXPLAINED = [(name, entry) for _, entries in LEGEND.values() for name, entry in entries.items()]


def test_every_icon_is_explained() -> None:
    shown = {name.removesuffix(":3") for name, _ in EXPLAINED}
    shown |= {"gems", "spices", "silk", "flow", *(name for name in NAMES if name.startswith("rat:"))}
    alike = {"overseer:nun", "overseer:aristocrat", "nun:gold", "aristocrat:gold"}  # Craftsmen's entries explain them.
    assert set(NAMES) - shown == alike


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_is_complete_and_legible_in_every_language(lang: str) -> None:
    room = (legend.WIDTH - 3 * legend.EDGE) // 2 - legend.BOX - 16
    told = words(lang)
    assert all(has_character(TITLE, c) for heading, _ in LEGEND.values() for c in told._(heading))
    for name, entry in EXPLAINED:
        title, text = told._(entry.name), told._(entry.text)
        assert all(has_character(TITLE, c) for c in title)
        assert all(has_character(PLAIN, c) for c in text)
        names = legend._name_lines(entry, room, told)
        assert " ".join(name.text for name in names) == title, f"{title} is cut"
        lines = Text(text, legend.WORDS, PLAIN).lines(room)
        assert all(line.width <= room for line in lines), text
        assert " ".join(line.text for line in lines) == text
        assert len(lines) <= 4, text
        assert legend.picture(name, told).size[0] <= legend.BOX + 8, name
    picture = painted(position(2), ["", ""], "legend", lang=lang)
    assert picture.width == legend.WIDTH
    assert picture.height <= 3900


def test_every_word_on_the_boards_can_be_written_in_every_language() -> None:
    for key in WORDS:
        assert all(has_character(TITLE, c) for lang in LANGUAGES for c in word(key, words(lang)))
