"""Fit text into Discord's limits."""

from collections.abc import Sequence

# In characters. Discord allows longer buttons, but cuts them on phones.
MAX_BUTTON = 38
MAX_LABEL = 80
# The rest of a label, after the answer's letter in the picture.
MAX_LETTERED_LABEL = MAX_LABEL - len("A · ")
# Discord's limit for an entry of a select or an autocomplete.
MAX_ENTRY = 100
MAX_OPTIONS = 25  # entries of a select
MAX_ALT_TEXT = 1024
# Leaves room for what else is in a message.
MAX_PAGE = 3500


def shortened(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis if it is longer than this many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def whole_sentences(text: str, most: int, rest: str) -> str:
    """Return as many of the text's sentences, from the start, as fit this many characters followed by ``rest``."""
    fitting = text[: most - len(rest) - 1]
    end = fitting.rfind(". ")
    return f"{fitting[: end + 1]} {rest}" if end >= 0 else shortened(text, most)


def capital(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def pages(lines: Sequence[str], most: int = MAX_PAGE) -> list[str]:
    """Return the lines on pages of at most this many characters."""
    found = [""]
    for line in lines:
        if found[-1] and len(found[-1]) + 1 + len(line) > most:
            found.append("")
        found[-1] = (found[-1] + "\n" + shortened(line, most)).lstrip("\n")
    return found
