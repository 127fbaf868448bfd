"""Read texts from Markdown files: pages, and groups of texts that belong to an id.

These are help, lessons, cards, and the moves, questions and options of games. Other messages and names are string
literals in the code that shows them.

A section begins with its id and title, "# goal: Rattus in short", or with its id alone. Blank lines separate
paragraphs; line breaks within a paragraph don't matter, except after a backslash. A paragraph can begin with tags,
"[move: end]", whose meaning depends on the kind of file. `make words` collects the titles and paragraphs, without ids
and tags.
"""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wording.text_limits import MAX_QUOTE, shortened

BREAK = "\0"  # stands for a line break that is kept
PREFIX = re.compile(r"# [\w -]+(?:: |$)|(?:\[\w+: [^]]*\](?: |$))*")
TAG = re.compile(r"\[(\w+): ([^]]*)\]")


class BadTextFile(ValueError):
    """A text file has a mistake. The message says where."""


@dataclass(frozen=True)
class Paragraph:
    """A text with its tags, each a name and a value."""

    text: str
    tags: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Section:
    """A section of a text file: its id, title and paragraphs. The first paragraph of a page or thing is its summary."""

    file: str
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

    @property
    def summary(self) -> str:
        """The first paragraph. Raise BadTextFile if there is none."""
        if not self.paragraphs:
            raise self.mistake("it has no text")
        return self.paragraphs[0].text

    def tagged(self, tag: str) -> dict[str, str]:
        """Return the texts that have a tag, by its value: "[field: hex] Which hex?".

        Raise BadTextFile for a value without a text, or with two.
        """
        found: dict[str, str] = {}
        for one in self.paragraphs:
            for value in (value for name, value in one.tags if name == tag):
                if value in found or not one.text:
                    raise self.mistake(f"[{tag}: {value}] has {'two texts' if one.text else 'no text'}")
                found[value] = one.text
        return found

    def value(self, tag: str) -> str:
        """Return the value of a tag: "[sign: 🔥]". Raise BadTextFile unless there is exactly one."""
        values = [value for one in self.paragraphs for name, value in one.tags if name == tag]
        if len(values) != 1:
            raise self.mistake(f"it has {len(values)} tags [{tag}: …] instead of one")
        return values[0]

    def mistake(self, what: str) -> BadTextFile:
        """Return an error about a mistake in this section."""
        return BadTextFile(f"{self.file}, section {self.id}: {what}")


def blocks(source: str) -> Iterator[tuple[str, str]]:
    """Yield each heading and paragraph: its id or tags as written, and its text."""
    for block in source.strip().split("\n\n"):
        line = block.replace("\\\n", BREAK).replace("\n", " ").replace(BREAK, "\n")
        prefix = PREFIX.match(line)
        end = prefix.end() if prefix else 0
        yield line[:end], line[end:]


def read_sections(path: Path, tags: Container[str], known: Iterable[Collection[str]] = ()) -> dict[str, Section]:
    """Return the sections of a file by their ids.

    ``tags`` are those that paragraphs may have. Each id in a table of ``known`` must be in the file. Raise BadTextFile
    for an unknown tag, a missing or repeated id, and a text without an id.
    """
    found: dict[str, Section] = {}
    section = None
    for prefix, text in blocks(path.read_text("utf-8")):
        if prefix.startswith("# "):
            section = Section(path.name, prefix[2:].removesuffix(": "), text)
            if found.setdefault(section.id, section) is not section:
                raise section.mistake("there are two with this id")
            continue
        if section is None or text.startswith("# "):
            raise BadTextFile(f"{path.name}: no id: {shortened(text, MAX_QUOTE)}")
        pairs = TAG.findall(prefix)
        for name in (name for name, _ in pairs if name not in tags):
            raise section.mistake(f"unknown tag [{name}: …]")
        section.paragraphs.append(Paragraph(text, pairs))
    for id_ in (id_ for table in known for id_ in table if id_ not in found):
        raise BadTextFile(f"{path.name}: no section {id_}")
    return found
