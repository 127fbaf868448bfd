"""Fit text into Discord's limits."""

from collections.abc import Sequence

BUTTON, LABEL = 38, 80  # characters on a button: what Discord shows well, and what it allows
ENTRY = 100  # characters that Discord allows in an entry of a select or an autocomplete
LETTERED = LABEL - len("A · ")  # what is left for an answer after its letter in the picture
# Characters: what Discord allows for an alt text, and a page that leaves room around it.
ALT, PAGE = 1024, 3500


def short(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis if it is longer than this many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def whole_sentences(text: str, most: int, rest: str) -> str:
    """Return as many of the text's sentences, from the start, as fit this many characters followed by ``rest``."""
    fitting = text[: most - len(rest) - 1]
    end = fitting.rfind(". ")
    return f"{fitting[: end + 1]} {rest}" if end >= 0 else short(text, most)


def capital(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def pages(lines: Sequence[str], most: int = PAGE) -> list[str]:
    """Return the lines on pages of at most this many characters."""
    found = [""]
    for line in lines:
        if len(found[-1]) + len(line) + 1 > most:
            found.append("")
        found[-1] = (found[-1] + "\n" + short(line, most)).lstrip("\n")
    return found
