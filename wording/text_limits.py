"""Fit text into Discord's limits in characters and bytes, without cutting inside a visible character."""

import unicodedata
from collections.abc import Sequence

# In characters. Discord allows longer labels of buttons, but cuts them on phones.
MAX_BUTTON = 38
MAX_LABEL = 80
# The rest of a label, after the answer's letter in the picture.
MAX_LETTERED_LABEL = MAX_LABEL - len("A · ")
# Discord's limit for an entry of a select or an autocomplete.
MAX_ENTRY = 100
MAX_OPTIONS = 25  # entries of a select
MAX_ALT_TEXT = 1024
MAX_QUOTE = 40  # characters of typed text that an answer quotes
# Leaves room for the rest of a message.
MAX_PAGE = 3500
MAX_PAGE_BYTES = 7000
# Discord answers 500 if the texts of a message are too long together: observed from 10,170 bytes on, with this many
# more for each text.
BYTES_BESIDE = 12
JOINER = "\u200d"
VIRAMA = 9  # the combining class of the sign that joins two letters of Indic scripts
EXTENDING = ("Mn", "Me", "Mc")  # categories of marks
SKIN_TONES, TAGS = range(0x1F3FB, 0x1F400), range(0xE0020, 0xE0080)
FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # two of these characters make a flag
JAMO_AFTER, HANGUL = range(0x1160, 0x1200), range(0x1100, 0xD7FC)


def shortened(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis if it is longer than this many characters."""
    return text if len(text) <= most else text[: border(text, most - 1)].rstrip() + "…"


def border(text: str, most: int) -> int:
    """Return where to cut a text so that at most this many code points remain and no visible character is split.

    Only a first visible character that is itself too long is split.
    """
    at = most
    while at > 0 and _is_one(text, at):
        at -= 1
    return at or most


def _is_one(text: str, at: int) -> bool:
    """Return whether the code point at this place is part of the same visible character as the previous one."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    code = ord(after)
    if unicodedata.category(after) in EXTENDING or after == JOINER or code in SKIN_TONES or code in TAGS:
        return True
    if before == JOINER or (before, after) == ("\r", "\n"):
        return True
    if unicodedata.combining(before) == VIRAMA and unicodedata.category(after) == "Lo":
        return True
    if code in JAMO_AFTER:
        return ord(before) in HANGUL
    if code in FLAG_LETTERS:
        flag = len(text[:at]) - len(text[:at].rstrip("".join(map(chr, FLAG_LETTERS))))
        return flag % 2 == 1
    return False


def weight(text: str) -> int:
    """Return the number of bytes that a text adds to a message."""
    return len(text.encode("utf-8", "surrogatepass")) + BYTES_BESIDE


def lighter(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis if its weight exceeds the limit."""
    if weight(text) <= most:
        return text
    room = max(most - BYTES_BESIDE - len("…".encode()), 0)
    fitting = text.encode("utf-8", "surrogatepass")[:room].decode("utf-8", "ignore")
    return text[: border(text, len(fitting))].rstrip() + "…"


def whole_sentences(text: str, most: int, rest: str) -> str:
    """Return the text or, if it has more than ``most`` characters, its first sentences that fit, followed by ``rest``.

    If not even one sentence fits, return the beginning of the text with an ellipsis.
    """
    if len(text) <= most:
        return text
    fitting = text[: border(text, most - len(rest) - 1)]
    end = fitting.rfind(". ")
    return f"{fitting[: end + 1]} {rest}".rstrip() if end >= 0 else shortened(text, most)


def capital(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def pages(lines: Sequence[str], most: int = MAX_PAGE) -> list[str]:
    """Split the lines into pages of at most this many characters that also fit Discord's limit in bytes.

    A line that is too long for a page is cut.
    """
    found = [""]
    for line in lines:
        longer = f"{found[-1]}\n{line}"
        if found[-1] and (len(longer) > most or weight(longer) > MAX_PAGE_BYTES):
            found.append("")
        found[-1] = (found[-1] + "\n" + lighter(shortened(line, most), MAX_PAGE_BYTES)).lstrip("\n")
    return found
