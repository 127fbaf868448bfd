"""Fitting text into what Discord allows."""

from collections.abc import Sequence

BUTTON, LABEL = 38, 80  # characters Discord shows well on a button, and allows at most
ENTRY = 100  # characters that Discord allows for a line of a select or of an autocomplete
LETTERED = LABEL - len("A · ")  # what is left for an answer beside its letter in the picture
ALT, PAGE = 1024, 3500  # characters: what Discord allows for a picture, and what leaves room around a page


def short(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is longer than so many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def whole_sentences(text: str, most: int, rest: str) -> str:
    """As many of the text's sentences, from its beginning, as fit so many characters with ``rest`` behind them."""
    fitting = text[: most - len(rest) - 1]
    end = fitting.rfind(". ")
    return f"{fitting[: end + 1]} {rest}" if end >= 0 else short(text, most)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def pages(lines: Sequence[str], most: int = PAGE) -> list[str]:
    """The lines on pages of at most so many characters."""
    found = [""]
    for line in lines:
        if len(found[-1]) + len(line) + 1 > most:
            found.append("")
        found[-1] = (found[-1] + "\n" + short(line, most)).lstrip("\n")
    return found
