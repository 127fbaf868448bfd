import re
import unicodedata

import pytest

from bot.wording import mark, plain_name, player, safe_name, words
from renderer.seats import SEATS


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("**bold** _it_ ~no~", r"\*\*bold\*\* \_it\_ \~no\~"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("`code` [a](b)", r"\`code\` \[a\](b)"),
        ("# big > quote", r"\# big \> quote"),
        ("\\", r"\\"),
        ("two\nlines\tand more", "two lines and more"),
        ("\u202eevil\u200b", "evil"),
        ("\u3164 \u200d", ""),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("a" * 25, "a" * 23 + "…"),
    ],
)
def test_a_name_shows_just_its_characters(name, shown):
    assert safe_name(name) == shown


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@123>", "<@&5>", "<#7>", "<t:1:R>", "</move:9>", "<:x:1>"])
def test_a_name_mentions_nobody_and_names_no_channel(name):
    shown = safe_name(name)
    assert not re.search(r"@(everyone|here)", shown)
    assert not re.search(r"(?<!\\)<", shown)


def test_a_name_is_no_link():
    assert "://" not in safe_name("https://a.example")


def test_plain_names_for_buttons_are_not_escaped():
    assert plain_name("a_b *c*") == "a_b *c*"


def test_a_seat_without_a_name_is_called_by_its_colour():
    w = words("en")
    assert player([], 1, w) == "🔷 **Blue**"
    assert player(["Anna", "\u200b"], 1, w) == "🔷 **Blue**"
    assert player(["Anna", "Bob_"], 1, w) == "🔷 **Bob\\_**"


def test_the_marks_are_the_shapes_of_the_pictures():
    for seat, drawn in enumerate(SEATS):
        character = unicodedata.name(mark(seat)).lower()
        assert drawn.shape in character
        assert drawn.name in character or mark(seat) == "⭐"
    assert len({mark(seat) for seat in range(len(SEATS))}) == len(SEATS)
