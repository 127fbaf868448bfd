from io import BytesIO
from typing import Any

import pytest
from babel.messages.pofile import read_po
from PIL import ImageChops

from renderer import Scene
from renderer.messina.words import LEGEND
from renderer.messina.words import WORDS as MESSINA
from renderer.rattus.words import BRIEF_EFFECTS, LEGEND_EFFECTS, LEGEND_PIECES
from renderer.rattus.words import WORDS as RATTUS
from renderer.scene import ENGLISH
from rules.rattus.components import PRINTED_NAMES
from tests.renderer.messina import views as messina
from tests.renderer.rattus.views import NAMES, position, with_pieces
from tests.renderer.scenes import paint, parts
from wording.catalogue import LOCALE_FOLDER, Catalogue
from wording.catalogue import Words as Spoken

TEXTS = {
    *RATTUS.values(), *LEGEND_EFFECTS.values(), *BRIEF_EFFECTS.values(), *LEGEND_PIECES.values(),
    *PRINTED_NAMES.values(), *MESSINA.values(), *(group.heading for group in LEGEND.values()),
    *(text for group in LEGEND.values() for entry in group.entries.values() for text in entry),
}  # fmt: skip
VIEWS = {
    "rattus": with_pieces(position(4)), "rattus at the end": position(3, "over"), "messina": messina.position("mixed"),
    "messina for one": messina.position("alone advanced"), "messina at the end": messina.position("alone", "end"),
}  # fmt: skip


def language(lang: str, *lines: str) -> Spoken:
    """Return the texts of a language whose catalogue has these lines."""
    return Spoken(lang, Catalogue(BytesIO("".join(lines).encode())))


@pytest.mark.deep(one_in=5)
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_language_without_any_translation_has_the_pictures_of_english(view: Any) -> None:
    added = language("ga")
    names = NAMES[: view.seats]
    for part in (*parts(view, "wide"), *parts(view, "tall"), "part", "legend"):
        english, other = (paint(Scene(view, names, part, one)) for one in (ENGLISH, added))
        assert ImageChops.difference(english, other).getbbox() is None, part


def test_each_text_is_translated_by_itself() -> None:
    view = VIEWS["rattus"]
    english = paint(Scene(view, NAMES, "tall"))
    french = paint(Scene(view, NAMES, "tall", language("fr", 'msgid "Palace"\n', 'msgstr "Palais"\n')))
    box = ImageChops.difference(english, french).getbbox()
    assert box[2] - box[0] < 160
    assert box[3] - box[1] < 60


def test_a_translation_that_asks_for_unknown_values_harms_no_picture() -> None:
    broken = language("fr", 'msgid "Turn {number}"\n', 'msgstr "Tour {nombre}"\n')
    english, other = (paint(Scene(VIEWS["rattus"], NAMES, words=one)) for one in (ENGLISH, broken))
    assert ImageChops.difference(english, other).getbbox() is None


def test_translators_are_given_every_text() -> None:
    with (LOCALE_FOLDER / "miasma.pot").open("rb") as file:
        assert {message.id for message in read_po(file)} >= TEXTS
