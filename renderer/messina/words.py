"""The words on the pictures of Messina 1347, and the meaning of the icons in the order of the legend: `words.md`."""

from pathlib import Path
from typing import NamedTuple

from renderer.scene import Words, read_words


class Entry(NamedTuple):
    """The name of an icon, and its explanation."""

    name: str
    text: str


BRIEF = "signs"  # the heading whose names say enough
WORDS: dict[str, str] = {}
HEADINGS: dict[str, str] = {}
ENTRIES: dict[str, dict[str, Entry]] = {}  # by heading and icon
for tags, text in read_words(Path(__file__).with_name("words.md")):
    if text.startswith("# "):
        group, _, HEADINGS[group] = text[2:].partition(": ")
    elif "word" in tags:
        WORDS[tags["word"]] = text
    elif "icon" in tags:
        icon, name = tags["icon"], text
    else:
        ENTRIES.setdefault(group, {})[icon] = Entry(name, text)


def word(key: str, words: Words, **values: object) -> str:
    """Return the word in the language, with its values."""
    return words._(WORDS[key], **values)
