import random
import re
import unicodedata

import pytest

from renderer.seats import SEAT_LOOKS
from wording import plain_name, player, safe_name, seat_mark, words
from wording.player_names import harmless, medal, plain_player


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
        ("👨‍👩‍👧 👑", "\u200b👨‍👩‍👧 \u200b👑"),
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


# Patterns that Discord or a phone takes for an address or an invitation, for formatting, a mention, a time, or a
# command.
LINKS = re.compile(r"\w+:/?/?\w|\w\.\w|//|/\w|@\w")
FORMATS = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|\[\]>#<]|^(?:-|\d+\.)\s")


@pytest.mark.parametrize(
    "name",
    [
        *("https://a.example", "discord.gg/miasma", "DISCORD.GG/x", "discord.com/invite/x"),
        *("dis.gd/x", "www.a.example", "mailto:a@b.example", "steam://run/1", "me@a.example"),
        *("1.2.3.4:80", "discord\u200b.gg/x", "d\u202eiscord.gg/x"),
    ],
)
def test_a_name_is_no_link(name):
    assert not LINKS.search(safe_name(name))
    assert not LINKS.search(plain_name(name))
    assert visible(plain_name(name)) == visible(name)


def visible(text):
    """Return the text without format and control characters, such as zero-width ones."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc"))


def as_address(text):
    """Return an address as browsers read it: international domain names (UTS 46) drop or map some characters."""
    shown = text.replace("\u200b", " ")  # A zero-width space ends a link anywhere.
    kept = "".join(c for c in shown if c not in "\u200c\u200d\u00ad" and not "\ufe00" <= c <= "\ufe0f")
    return unicodedata.normalize("NFKC", kept).translate(dict.fromkeys(map(ord, "\u3002\uff61"), "."))


DOTS = [
    *(c for c in map(chr, range(0x3000)) if "." in unicodedata.normalize("NFKC", c)),
    *"\u3002\uff61\ufe12\ufe52\uff0e",
]


@pytest.mark.parametrize("dot", [*DOTS, ".\ufe0f", ".\u200d", "\ufe0f.", "\u3002\ufe0f"], ids=ascii)
def test_a_name_is_no_link_with_the_full_stop_of_any_script(dot):
    """Browsers read each of these as a dot in an address: “evil。example” leads to “evil.example”."""
    name = f"evil{dot}example"
    assert re.search(r"\w\.+\w", as_address(name.replace("\u200b", ""))), "this is no dot"
    for shown in (plain_name(name), safe_name(name), harmless(name)):
        assert not re.search(r"\w\.+\w", as_address(shown)), ascii(shown)
    assert visible(plain_name(name)) == visible(name)


@pytest.mark.parametrize("name", ["https：／／a", "https:／／a", "mailto：a", "me＠a", "me﹫a", "evil．example／x"])
def test_a_name_is_no_link_in_wide_letters(name):
    assert LINKS.search(as_address(name))
    assert not LINKS.search(as_address(plain_name(name)))


def test_full_stops_that_end_something_stay_as_they_are():
    for name in ("Dr. No", "so…", "はい。", "A.", "etc.)", "1."):
        assert plain_name(name) == name


PIECES = [
    *("discord.gg/", "https://", "http:", "www.", ".com", "@everyone", "@", "<@1>", "<#2>", "</a:3>", "<t:4:R>", "://"),
    *("\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u3164", "\u034f", "\ufe0f", "\u0301", "\0", "\n", "\t", " "),
    *("**", "~~", "```", "||", "[a](", "-#", "- ", "1. ", *"*_`)#>\\/:.aZ7"),
    *("。", "．", "｡", "：", "／", "＠", "…"),
    *("é", "ł", "ő", "عربي", "日本", "👨‍👩‍👧", "🐀", "\U000e0041", "\ud800"),
]


def test_ugly_names_are_only_names():
    chance = random.Random(1347)
    for _ in range(5000):
        name = "".join(chance.choices(PIECES, k=chance.randrange(1, 12)))
        plain, safe = plain_name(name), safe_name(name)
        assert not LINKS.search(plain), ascii(name)
        assert not LINKS.search(safe), ascii(name)
        assert not LINKS.search(as_address(plain)), ascii(name)
        assert not re.search(r"(?<!\\)<", safe), ascii(name)
        assert not FORMATS.search(safe), ascii(name)
        assert not re.search(r"\s\s|[\n\t]", plain), ascii(name)
        assert len(visible(plain)) <= 24, ascii(name)
        assert not set(plain) & {"\u202e", "\u2066", "\ufeff", "\u3164", "\0", "\ud800"}, ascii(name)
        assert plain_name(plain) == plain, ascii(name)
        assert plain == "" or any(unicodedata.category(c)[0] in "LNPS" for c in plain), ascii(name)


def test_an_address_in_a_name_is_none_in_an_alt_text_or_on_a_button():
    w = words("en")
    assert not LINKS.search(plain_player(["discord.gg/miasma"], 0, w))
    assert not LINKS.search(player(["discord.gg/miasma"], 0, w))


def test_plain_names_for_buttons_are_not_escaped():
    assert plain_name("a_b *c*") == "a_b *c*"


def test_a_seat_without_a_name_is_called_by_its_colour():
    w = words("en")
    assert player([], 1, w) == "🔷 **Blue**"
    assert player(["Anna", "\u200b"], 1, w) == "🔷 **Blue**"
    assert player(["Anna", "Bob_"], 1, w) == "🔷 **Bob\\_**"
    assert player(["Anna"], 1, w) == "🔷 **Blue**"
    assert [plain_player(["Anna"], seat, w) for seat in range(4)] == ["Anna", "Blue", "Green", "Yellow"]


def test_seats_can_change_their_colours():
    w, swapped = words("en"), (3, 0)
    assert [seat_mark(seat, swapped) for seat in range(2)] == ["🌟", "🔴"]
    assert [player(["Anna"], seat, w, swapped) for seat in range(2)] == ["🌟 **Anna**", "🔴 **Red**"]
    assert [plain_player(["", "Bob"], seat, w, swapped) for seat in range(2)] == ["Yellow", "Bob"]


def test_each_place_has_its_number_and_the_first_three_a_medal():
    assert [medal(place) for place in range(4)] == ["🥇 1.", "🥈 2.", "🥉 3.", "4."]


def test_the_marks_are_the_shapes_of_the_pictures():
    for seat, drawn in enumerate(SEAT_LOOKS):
        character = unicodedata.name(seat_mark(seat)).lower()
        assert drawn.shape in character
        assert drawn.name in character or drawn.name == "yellow"  # The only coloured star has no colour in its name.
    assert len({seat_mark(seat) for seat in range(len(SEAT_LOOKS))}) == len(SEAT_LOOKS)
