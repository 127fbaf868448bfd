"""Players in words: names that cannot do harm, and the mark of each seat."""

import re
import unicodedata
from collections.abc import Sequence

from bot.wording.catalogue import Words
from rules.errors import N_

NAME = 24  # characters of a name that are shown
MARKS = ("🔴", "🔷", "🟩", "⭐")  # per seat: colour and shape as in the pictures
COLOURS = (N_("Red"), N_("Blue"), N_("Green"), N_("Yellow"))
UNSEEN = ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that show nothing
JOINER = "\u200d"  # holds emoji such as families together
BREAK = "\u200b"  # takes no room, but ends what Discord would read as a mention or a link


def plain_name(name: str) -> str:
    """The name on one line, without invisible or direction-changing characters, for texts that are not Markdown."""
    spaced = " ".join(name.split())
    text = "".join(c for c in spaced if c == JOINER or (c not in BLANK and unicodedata.category(c) not in UNSEEN))
    text = text.strip(JOINER + " ")
    return text if len(text) <= NAME else text[: NAME - 1].rstrip() + "…"


def safe_name(name: str) -> str:
    """The name as Markdown: nothing in it is formatted, mentions anybody or links anywhere."""
    return harmless(plain_name(name))


def harmless(text: str) -> str:
    """Text that somebody typed, as Markdown that shows just its characters."""
    escaped = re.sub(r"([\\*_~`|>#\[\]<])", r"\\\1", text)
    return escaped.replace("@", "@" + BREAK).replace("//", "/" + BREAK + "/")


def mark(seat: int) -> str:
    """The mark of a seat, one emoji that differs in colour and in shape."""
    return MARKS[seat]


def player(names: Sequence[str], seat: int, w: Words) -> str:
    """The seat as Markdown: its mark and its name, or its colour if no name is known."""
    return f"{mark(seat)} **{safe_name(names[seat] if seat < len(names) else '') or w.t(COLOURS[seat])}**"


def plain_player(names: Sequence[str], seat: int, w: Words) -> str:
    """The seat as plain text without a mark."""
    return (plain_name(names[seat]) if seat < len(names) else "") or w.t(COLOURS[seat])
