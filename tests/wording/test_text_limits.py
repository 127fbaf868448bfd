import pytest

from wording import text_limits as limits
from wording.text_limits import capital, pages, shortened, whole_sentences


def test_the_limits_are_those_of_discord_and_of_phones() -> None:
    assert (limits.MAX_BUTTON, limits.MAX_LABEL, limits.MAX_LETTERED_LABEL) == (38, 80, 76)
    assert (limits.MAX_ENTRY, limits.MAX_OPTIONS, limits.MAX_ALT_TEXT, limits.MAX_PAGE) == (100, 25, 1024, 3500)


def test_a_text_is_cut_only_where_it_is_too_long() -> None:
    assert [shortened("hexes 7", most) for most in (8, 7, 6)] == ["hexes 7", "hexes 7", "hexes…"]


def test_a_long_text_loses_whole_sentences_and_gets_a_note() -> None:
    text = "One hex. Two hexes. Three hexes."
    assert whole_sentences(text, len(text), "More.") == text
    assert whole_sentences(text, 26, "More.") == "One hex. Two hexes. More."
    assert whole_sentences(text, 25, "More.") == "One hex. More."
    assert whole_sentences("x. " * 9, 4, "y") == "x.…"
    assert whole_sentences(". One", 4, "y") == ". y"
    assert whole_sentences("One long sentence", 10, "More.") == "One long…"


@pytest.mark.parametrize(("text", "said"), [("", ""), ("a nun", "A nun"), ("éa", "Éa"), ("7 a", "7 a")])
def test_a_text_begins_with_a_capital(text: str, said: str) -> None:
    assert capital(text) == said


def test_lines_fill_pages_up_to_the_last_character() -> None:
    assert pages(["abc", "def", "g"], 7) == ["abc\ndef", "g"]
    assert pages(["abc", "def", "g"], 8) == ["abc\ndef", "g"]
    assert pages(["abc", "def", "g"], 10) == ["abc\ndef\ng"]
    assert pages(["abcdefgh"], 6) == ["abcde…"]
    assert pages([], 5) == [""]
