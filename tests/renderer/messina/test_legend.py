"""The icons explained: all of them, in every language, and to be read on a phone."""

import pytest

from renderer import paint
from renderer.canvas.text import PLAIN, TITLE, capital, fit, spell, width
from renderer.messina import legend, words
from renderer.messina.icons import DRAWN
from tests.renderer.messina.views import position

LANGUAGES = ("en", "de", "pl", "hu")
PHONE = 400  # px, the width of the picture on a phone
EXPLAINED = [(name, columns) for entries in legend.ENTRIES.values() for name, columns in entries.items()]


def test_every_icon_is_explained() -> None:
    shown = {name.removesuffix(":3") for name, _ in EXPLAINED}
    shown |= {"gems", "spices", "silk", "flow", *(name for name in DRAWN if name.startswith("rat:"))}
    alike = {"overseer:nun", "overseer:aristocrat", "nun:gold", "aristocrat:gold"}  # explained by those of craftsmen
    assert set(DRAWN) - shown == alike


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_complete_and_readable_in_every_language(lang: str) -> None:
    room = (legend.WIDTH - 3 * legend.EDGE) // 2 - legend.BOX - 16
    assert not spell([heading[lang] for heading in legend.HEADINGS.values()], TITLE)
    for name, columns in EXPLAINED:
        title, text = columns[lang]
        assert not spell([title], TITLE)
        assert not spell([text], PLAIN)
        size, whole = fit(TITLE, legend.NAME, title, room)
        assert whole == title, f"{title} is cut"
        assert capital(TITLE, size) * PHONE / legend.WIDTH >= 6, title
        assert all(
            width(PLAIN, legend.WORDS, line) <= room for line in legend.lines(PLAIN, legend.WORDS, text, room)
        ), text
        assert " ".join(legend.lines(PLAIN, legend.WORDS, text, room)) == text
        assert len(legend.lines(PLAIN, legend.WORDS, text, room)) <= 3, text
        assert legend.picture(name).size[0] <= legend.BOX + 8, name
    picture = paint(position(2), names=["", ""], layout="legend", lang=lang)
    assert picture.width == legend.WIDTH
    assert picture.height <= 3300


def test_texts_differ_from_language_to_language() -> None:
    for name, columns in EXPLAINED:
        assert set(columns) == set(LANGUAGES)
        assert len({text for _, text in columns.values()}) == len(LANGUAGES), name


def test_every_word_on_the_boards_can_be_written_in_every_language() -> None:
    for columns in words.WORDS.values():
        assert set(columns) == set(LANGUAGES)
        assert not spell(columns.values(), TITLE)
