import pytest

from renderer.canvas.text import FONTS, MIN_SIZE, PLAIN, TITLE, Text, drawable, has_character, run
from renderer.rattus.words import WORDS, word
from renderer.seats import SEAT_LOOKS
from rules.rattus.components import CARDS, PRINTED_NAMES, REGIONS
from tests.renderer.scenes import LANGUAGES, words

POLISH = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
HUNGARIAN = "ÁÉÍÓÖŐÚÜŰáéíóöőúüű"
GERMAN = "ÄÖÜäöüßẞ„“"


@pytest.mark.parametrize("name", [TITLE, PLAIN])
def test_both_fonts_have_the_letters_of_our_languages(name: str) -> None:
    plain = "0123456789+…›·-'’ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert all(has_character(name, c) for c in POLISH + HUNGARIAN + GERMAN.replace("ẞ", "") + plain)
    assert not has_character(name, "漢")


def test_everything_written_on_the_board_can_be_written() -> None:
    names = [words(lang)._(PRINTED_NAMES[one]) for lang in LANGUAGES for one in (*REGIONS, *CARDS)]
    texts = [word(key, words(lang)) for key in WORDS for lang in LANGUAGES]
    assert all(has_character(TITLE, c) for c in set("".join([*names, *texts, *(seat.letter for seat in SEAT_LOOKS)])))


def test_fonts_come_with_their_licence() -> None:
    for path in FONTS.glob("*.ttf"):
        licence = (FONTS / f"{path.stem.split('-')[0]}-OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()
    assert {path.stem for path in FONTS.glob("*.ttf")} == {TITLE, PLAIN}


def test_text_shrinks_before_it_is_cut() -> None:
    assert Text("Knight", 40).fit(500) == Text("Knight", 40)
    small = Text("Kereskedő", 40).fit(150)
    assert small.text == "Kereskedő"
    assert MIN_SIZE <= small.size < 40
    cut = Text("W" * 32, 36, PLAIN).fit(200, least=28)
    assert cut.size == 28
    assert cut.text.startswith("WWW")
    assert cut.text.endswith("…")
    assert cut.width <= 200
    assert Text("Knight", 30).fit(1) == Text("…", 30), "where there is no room at all"


def test_text_with_too_many_lines_is_cut_at_its_end() -> None:
    text = Text("moves up to two steps and may count as two cubes", 28, PLAIN)
    assert text.lines(200, 9) == text.lines(200)
    first, last = text.lines(200, 2)
    assert first == text.lines(200)[0]
    assert last.text.endswith("…")
    assert last.width <= 200


@pytest.mark.parametrize("name", [TITLE, PLAIN])
def test_marks_of_direction_are_not_drawn(name: str) -> None:
    marked, plain = Text("\u200fGallia\u2069", 30, name), Text("Gallia", 30, name)
    assert marked.width == plain.width
    assert run(marked)[0].tobytes() == run(plain)[0].tobytes()


def test_titles_in_letters_that_their_font_lacks_are_drawn_in_the_plain_one() -> None:
    assert not has_character(TITLE, "Ж")
    assert run(Text("Жизнь", 30))[0].tobytes() == run(Text("Жизнь", 30, PLAIN))[0].tobytes()


def test_the_sign_of_computer_players_is_drawn_as_one_that_the_font_has() -> None:
    assert drawable("🤖 Ugolina") == "[bot] Ugolina"
