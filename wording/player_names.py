"""Make players' names safe to show, and give each seat its mark."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rules.errors import N_
from rules.game import Score
from wording.catalogue import Words
from wording.text_limits import shortened

MAX_NAME = 24
# A text mentions the same few people again and again.
CACHED_NAMES = 1000
# The colours and shapes of the pictures, in the order of `renderer.seats.SEAT_LOOKS`. No game may use these signs for
# anything else, because the application's emoji replace them everywhere.
SEAT_MARKS = ("🔴", "🔷", "🟩", "🌟")
COLOUR_NAMES = (N_("Red"), N_("Blue"), N_("Green"), N_("Yellow"))
MEDALS = ("🥇", "🥈", "🥉")
INVISIBLE_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn")
INVISIBLE_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
# This joins emoji, for example to families.
ZERO_WIDTH_JOINER = "\u200d"
# This breaks what Discord would read as a mention or a link.
ZERO_WIDTH_SPACE = "\u200b"
# Invitations become links even without “https://”, and phones make links of all addresses: a dot inside a word, a
# slash, a colon. Browsers treat more characters like these: full stops of other scripts, wide and small forms, and
# numbers with a dot, by the mapping of international domain names (UTS 46).
DOTS = ".\u2024-\u2026\u2488-\u249b\u3002\ufe12\ufe19\ufe30\ufe52\uff0e\uff61\U0001f100"
COLONS, SLASHES, ATS = ":\ufe13\ufe55\uff1a", "/\u2044\u2215\uff0f", "@\ufe6b\uff20"
# Matches before an emoji that isn't joined to the one before it, except the emoji of computer players.
EMOJI = re.compile("(?<!\u200d)(?=[\u23e9-\u23fa\u2600-\u27bf\U0001f300-\U0001f3fa\U0001f400-\U0001faff])(?!🤖)")
# The text after it can start with a mark or a joiner, which the mapping drops.
LINKING = re.compile(rf"(?<=[{DOTS}{COLONS}])(?=[^\s!-/:-@[-^`{{-~])|(?<=[{SLASHES}])(?=\S)|(?<=[{ATS}])")


@lru_cache(CACHED_NAMES)
def plain_name(name: str) -> str:
    """Return the name on one line, cut to `MAX_NAME` characters, for texts that are not Markdown.

    Invisible and direction-changing characters other than zero-width joiners are dropped. Zero-width spaces break up
    addresses and mentions. Return "" if no visible character is left.
    """
    seen = "".join(
        c
        for c in name
        if c.isspace()
        or c == ZERO_WIDTH_JOINER
        or not (c in INVISIBLE_LETTERS or unicodedata.category(c) in INVISIBLE_CATEGORIES)
    )
    text = " ".join(seen.split()).strip(ZERO_WIDTH_JOINER + " ")
    if all(unicodedata.category(c) == "Mn" or c in ZERO_WIDTH_JOINER + " " for c in text):
        return ""
    return unlinked(shortened(text, MAX_NAME))


def unlinked(text: str) -> str:
    """Return text that looks the same, but in which no program recognises a mention or an address."""
    return LINKING.sub(ZERO_WIDTH_SPACE, text.replace(ZERO_WIDTH_SPACE, ""))


@lru_cache(CACHED_NAMES)
def safe_name(name: str) -> str:
    """Return the name as Markdown, without formatting, mentions, links, or emoji that could be mistaken for signs."""
    return EMOJI.sub(ZERO_WIDTH_SPACE, harmless(plain_name(name)))


def harmless(text: str) -> str:
    """Return a line typed by a person as Markdown that shows exactly its characters."""
    escaped = re.sub(r"[\\*_~`|>#\[\]<]", r"\\\g<0>", unlinked(text))
    return re.sub(r"^(\d*)([-.])(?=\s)", r"\1\\\2", escaped)  # the beginning of a list


# Each function takes ``colours``, the index of each seat's colour. By default, a seat has the colour with its own
# number.


def seat_mark(seat: int, colours: Sequence[int] = ()) -> str:
    """Return the mark of a seat, an emoji with a unique colour and shape."""
    return SEAT_MARKS[colours[seat] if colours else seat]


def colour(seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """Return the name of a seat's colour."""
    return w._(COLOUR_NAMES[colours[seat] if colours else seat])


def player(names: Sequence[str], seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """Return the seat as Markdown: its mark and its name, or its colour if no name is known."""
    known = safe_name(names[seat] if seat < len(names) else "")
    return f"{seat_mark(seat, colours)} **{known or colour(seat, w, colours)}**"


def plain_player(names: Sequence[str], seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """Return the seat's name as plain text, or its colour if no name is known."""
    return (plain_name(names[seat]) if seat < len(names) else "") or colour(seat, w, colours)


def medal(place: int) -> str:
    """Return the number of a place in the result, with a medal for the first three: 0 gives "🥇 1."."""
    return f"{MEDALS[place]} {place + 1}." if place < len(MEDALS) else f"{place + 1}."


def won_by(score: Score, who: Sequence[str], w: Words) -> str:
    """Return the sentence that names the winners. ``who`` has the names of the seats."""
    winners = w.join_list([who[seat] for seat in score.winners])
    if len(score.winners) == 1:
        return w._("🏆 {players} wins!", players=winners)
    return w._("🏆 {players} win together!", players=winners)
