"""Players in words: names that cannot do harm, and the mark of each seat."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rules.errors import N_
from rules.game import Score
from wording.catalogue import Words

NAME = 24  # characters of a name that are shown
KNOWN = 1000  # names whose words are remembered: a text names the same few people again and again
MARKS = ("🔴", "🔷", "🟩", "⭐")  # colour and shape as in the pictures, in the order of `renderer.seats.SEATS`
COLOURS = (N_("Red"), N_("Blue"), N_("Green"), N_("Yellow"))  # what each is called
MEDALS = ("🥇", "🥈", "🥉")
UNSEEN = ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn")
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # letters that show nothing
JOINER = "\u200d"  # holds emoji such as families together
BREAK = "\u200b"  # takes no room, but ends what Discord would read as a mention or a link
# Invitations become links without “https://”, and phones make one of any address: a dot amid a word, a slash, a colon.
# Browsers read more characters as these: the full stops of other scripts, wide and small forms, and numbers with a dot,
# by the mapping of international domain names (UTS 46).
DOTS = ".\u2024-\u2026\u2488-\u249b\u3002\ufe12\ufe19\ufe30\ufe52\uff0e\uff61\U0001f100"
COLONS, SLASHES, ATS = ":\ufe13\ufe55\uff1a", "/\u2044\u2215\uff0f", "@\ufe6b\uff20"
# What follows may begin with a mark or a joiner, which the mapping leaves out.
LINKING = re.compile(rf"(?<=[{DOTS}{COLONS}])(?=[^\s!-/:-@[-^`{{-~])|(?<=[{SLASHES}])(?=\S)|(?<=[{ATS}])")


@lru_cache(KNOWN)
def plain_name(name: str) -> str:
    """The name on one line, for texts that are not Markdown; "" if there is nothing to see of it.

    Invisible and direction-changing characters are left out, and nothing in it is an address.
    """
    seen = "".join(
        c for c in name if c.isspace() or c == JOINER or not (c in BLANK or unicodedata.category(c) in UNSEEN)
    )
    text = " ".join(seen.split()).strip(JOINER + " ")
    if all(unicodedata.category(c) == "Mn" or c in JOINER + " " for c in text):
        return ""
    return unlinked(text if len(text) <= NAME else text[: NAME - 1].rstrip() + "…")


def unlinked(text: str) -> str:
    """The same to the eye, but no program reads a mention or an address in it."""
    return LINKING.sub(BREAK, text.replace(BREAK, ""))


@lru_cache(KNOWN)
def safe_name(name: str) -> str:
    """The name as Markdown: nothing in it is formatted, mentions anybody or links anywhere."""
    return harmless(plain_name(name))


def harmless(text: str) -> str:
    """A line that somebody typed, as Markdown that shows just its characters."""
    escaped = re.sub(r"[\\*_~`|>#\[\]<]", r"\\\g<0>", unlinked(text))
    return re.sub(r"^(\d*)([-.])(?=\s)", r"\1\\\2", escaped)  # the beginning of a list


# Each takes ``colours``: which one each seat has, counted from 0; with none a seat has the one of its own number.


def mark(seat: int, colours: Sequence[int] = ()) -> str:
    """The mark of a seat, one emoji that differs in colour and in shape."""
    return MARKS[colours[seat] if colours else seat]


def colour(seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """What the colour of a seat is called."""
    return w._(COLOURS[colours[seat] if colours else seat])


def player(names: Sequence[str], seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """The seat as Markdown: its mark and its name, or its colour if no name is known."""
    known = safe_name(names[seat] if seat < len(names) else "")
    return f"{mark(seat, colours)} **{known or colour(seat, w, colours)}**"


def plain_player(names: Sequence[str], seat: int, w: Words, colours: Sequence[int] = ()) -> str:
    """The seat as plain text without a mark."""
    return (plain_name(names[seat]) if seat < len(names) else "") or colour(seat, w, colours)


def sign_of(place: int) -> str:
    """Return the sign of a place of the result, counted from 0, where there is little room: its medal or its number."""
    return MEDALS[place] if place < len(MEDALS) else f"{place + 1}."


def medal(place: int) -> str:
    """What stands before a place of the result, counted from 0."""
    return f"{MEDALS[place]} {place + 1}." if place < len(MEDALS) else f"{place + 1}."


def won_by(score: Score, who: Sequence[str], w: Words) -> str:
    """Return the sentence that names the winners; ``who``: what each seat is called."""
    winners = w.join_list([who[seat] for seat in score.winners])
    if len(score.winners) == 1:
        return w._("🏆 {players} wins!", players=winners)
    return w._("🏆 {players} win together!", players=winners)
