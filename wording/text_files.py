"""Texts in Markdown files: sections of paragraphs, each of which is one text of the catalogue.

A section begins with its id and title, "# goal: Rattus in short", or with its id alone. Blank lines separate
paragraphs; line breaks within a paragraph don't matter, except after a backslash. A paragraph can begin with tags,
"[move: end]", whose meaning depends on the kind of file; "[context: area]" is the context of the text (`P_`). `make
words` collects the titles and paragraphs, without ids and tags.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules.errors import P_

BREAK = "\0"  # stands for a line break that remains
PREFIX = re.compile(r"# [\w -]+(?:: )?|(?:\[\w+: [^]]*\](?: |$))*")
TAG = re.compile(r"\[(\w+): ([^]]*)\]")


@dataclass(frozen=True)
class Paragraph:
    """A text with its tags, each a name and a value."""

    text: str
    tags: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Section:
    """A section. The first paragraph of a page or thing is its summary."""

    id: str
    title: str
    paragraphs: list[Paragraph] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts of the paragraphs."""
        return [one.text for one in self.paragraphs]

    @property
    def plain(self) -> str:
        """The first paragraph without tags, or "" if there is none."""
        return next((one.text for one in self.paragraphs if not one.tags), "")

    def tagged(self, tag: str) -> dict[str, str]:
        """Return the texts with a tag by its value: "[field: hex] Which hex?"."""
        return {value: one.text for one in self.paragraphs for name, value in one.tags if name == tag}


def blocks(source: str) -> Iterator[tuple[str, str]]:
    """Yield each heading and paragraph: its id or tags as they are written, and its text."""
    for block in source.strip().split("\n\n"):
        line = block.replace("\\\n", BREAK).replace("\n", " ").replace(BREAK, "\n")
        prefix = PREFIX.match(line)
        end = prefix.end() if prefix else 0
        yield line[:end], line[end:]


def read_sections(path: Path) -> dict[str, Section]:
    """Return the sections of a file by their ids."""
    found: dict[str, Section] = {}
    for prefix, text in blocks(path.read_text("utf-8")):
        if prefix.startswith("# "):
            section = Section(prefix[2:].removesuffix(": "), text)
            found[section.id] = section
        else:
            tags = TAG.findall(prefix)
            context = dict(tags).get("context")
            section.paragraphs.append(Paragraph(P_(context, text) if context else text, tags))
    return found
