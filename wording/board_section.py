"""The board in words: sections that can be asked for one by one, on pages that start where a section does."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from wording.player_names import harmless
from wording.text_limits import MAX_PAGE, pages


@dataclass(frozen=True)
class BoardSection:
    """A section of the board in words: its key, its plain-text heading, and its lines in Markdown."""

    id: str
    title: str
    lines: Sequence[str]


def on_pages(head: str, sections: Sequence[BoardSection]) -> list[str]:
    """Return the sections under a head, on pages no longer than a message allows.

    A page starts with a section. A section that is too long for a page continues on the next one under its own heading.
    """
    found = [head]
    for section in sections:
        title = _heading(section.title)
        lines = pages(section.lines, MAX_PAGE - len(title))
        if len(lines) == 1 and len(found[-1]) + 1 + len(title) + len(lines[0]) <= MAX_PAGE:
            found[-1] += f"\n{title}{lines[0]}"
        else:
            found += [title + some for some in lines]
    return found


@lru_cache(256)
def _heading(title: str) -> str:
    return f"### {harmless(title)}\n"
