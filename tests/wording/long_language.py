"""A fifth language, made by a script: longer words than in English, strange letters, marks of direction."""

import re
from functools import cache
from io import BytesIO
from math import ceil
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from wording.catalogue import FILE, LOCALE

LANG = "xx"
LONGER = 0.35  # how much
LETTERS = "ßőŻ"
RIGHT_TO_LEFT = "\u200f"
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>)")
TEMPLATE = LOCALE / "miasma.pot"


def longer(text: str, much: float = LONGER) -> str:
    """The text in that language. What is no word stays."""
    parts = KEPT.split(text)
    parts[::2] = [
        re.sub(r"[^\W\d_]{2,}", lambda word: word[0] + tail(len(word[0]) * much), part) for part in parts[::2]
    ]
    return RIGHT_TO_LEFT + "".join(parts) if text.strip() == text else "".join(parts)


def tail(letters: float) -> str:
    """What a word gets behind it."""
    more = ceil(letters)
    return (LETTERS * more)[:more]


@cache
def made(much: float) -> bytes:
    """The file of words so much longer."""
    with TEMPLATE.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if isinstance(message.id, str):
            message.string = longer(message.id, much) if message.id else message.string
        else:
            message.string = tuple(longer(one, much) for one in message.id)
    found = BytesIO()
    write_po(found, catalogue)
    return found.getvalue()


def write(folder: Path, much: float = LONGER) -> None:
    """The one file that makes the language, into a folder of languages."""
    path = folder / LANG / FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(made(much))
