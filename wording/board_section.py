"""The board in words: sections that can be heard one by one, on pages that begin where a section does."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from wording.limits import PAGE, pages
from wording.players import harmless


@dataclass(frozen=True)
class BoardSection:
    """A part of the board in words: what it is asked for by, its heading in plain text, and its lines in Markdown."""

    id: str
    title: str
    lines: Sequence[str]


def on_pages(head: str, sections: Sequence[BoardSection]) -> list[str]:
    """The sections under a head, on pages that are never longer than a message takes.

    A page begins with a section; one that is too long for a page goes on to the next under its own heading.
    """
    found = [head]
    for section in sections:
        title = _heading(section.title)
        lines = pages(section.lines, PAGE - len(title))
        if len(lines) == 1 and len(found[-1]) + 1 + len(title) + len(lines[0]) <= PAGE:
            found[-1] += f"\n{title}{lines[0]}"
        else:
            found += [title + some for some in lines]
    return found


@lru_cache(256)
def _heading(title: str) -> str:
    return f"### {harmless(title)}\n"
