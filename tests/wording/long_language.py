"""A generated fifth language: longer words than English, unusual letters, direction marks."""

import re
from functools import cache
from io import BytesIO
from math import ceil
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from wording.catalogue import LOCALE_FOLDER, PO_FILE

LANG = "xx"
LONGER = 0.35  # Words get longer by this fraction of their length.
LETTERS = "ßőŻ"
RIGHT_TO_LEFT = "\u200f"
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>)")
TEMPLATE = LOCALE_FOLDER / "miasma.pot"


def longer(text: str, much: float = LONGER) -> str:
    """Return the text in the generated language. Only words change, and a direction mark may be added in front."""
    parts = KEPT.split(text)
    parts[::2] = [
        re.sub(r"[^\W\d_]{2,}", lambda word: word[0] + tail(len(word[0]) * much), part) for part in parts[::2]
    ]
    return RIGHT_TO_LEFT + "".join(parts) if text.strip() == text else "".join(parts)


def tail(letters: float) -> str:
    """Return an ending of this many letters, rounded up."""
    more = ceil(letters)
    return (LETTERS * more)[:more]


@cache
def made(much: float) -> bytes:
    """Return the contents of a PO file whose words are longer by this fraction of their length (1.0: twice as long)."""
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
    """Write the language's only file into a folder of languages."""
    path = folder / LANG / PO_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(made(much))
