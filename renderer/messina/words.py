"""The words on the pictures of Messina 1347, and the meaning of the icons in the order of the legend: `words.md`."""

import re
from pathlib import Path
from typing import NamedTuple

from renderer.scene import Words
from rules.errors import P_

TAG = re.compile(r"\[(\w+): ([^]]*)\] ")


class Entry(NamedTuple):
    """The name of an icon, and its explanation."""

    name: str
    text: str


BRIEF = "signs"  # the heading whose names say enough
WORDS: dict[str, str] = {}
HEADINGS: dict[str, str] = {}
ENTRIES: dict[str, dict[str, Entry]] = {}  # by heading and icon
for block in Path(__file__).with_name("words.md").read_text("utf-8").strip().split("\n\n"):
    tags, text = dict(TAG.findall(block)), TAG.sub("", block).replace("\n", " ")
    text = P_(tags["context"], text) if "context" in tags else text
    if block.startswith("# "):
        group, _, HEADINGS[group] = block[2:].partition(": ")
    elif "word" in tags:
        WORDS[tags["word"]] = text
    elif "icon" in tags:
        icon, name = tags["icon"], text
    else:
        ENTRIES.setdefault(group, {})[icon] = Entry(name, text)


def word(key: str, words: Words, **values: object) -> str:
    """Return the word in the language, with its values."""
    return words._(WORDS[key], **values)
