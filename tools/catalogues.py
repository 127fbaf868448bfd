"""Bring every language's catalogue up to the template, and print what is missing: a part of ``make words``.

It works like `pybabel update`, but without fuzzy guesses, obsolete messages and dates, so that only changed texts
change a file. Translations, and the header with its plural forms, stay as they are.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from wording.catalogue import FILE, LOCALE
from wording.text_files import blocks

MAX_LISTED = 5
DATED = rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|Generated-By):.*\n'


def extract_from_text_file(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the texts of a Markdown file (`wording.text_files`), as Babel wants them from an extraction method."""
    for _, text in blocks(file.read().decode("utf-8")):
        if text:
            yield 1, None, text, []


def missing(message: Message) -> bool:
    """Return whether a message lacks its translation, or a form of it."""
    forms = [message.string] if isinstance(message.string, str) else message.string or ()
    return bool(message.id) and (message.fuzzy or not forms or not all(forms))


def read(path: Path) -> Catalog:
    """Read a catalogue. Raises PoFileError."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue without obsolete messages and dates."""
    written = BytesIO()
    write_po(written, catalogue, width=110, include_lineno=False, ignore_obsolete=True)
    path.write_bytes(re.sub(DATED, b"", written.getvalue()))


def dropped(known: Catalog, template: Catalog) -> list[Message]:
    """Return the translated messages that are no longer in the code."""

    def key(message: Message) -> tuple[str | None, str]:
        return message.context, message.id if isinstance(message.id, str) else message.id[0]

    kept = {key(message) for message in template}
    return [message for message in known if message.id and not missing(message) and key(message) not in kept]


def update(path: Path, template: Catalog) -> list[Message]:
    """Rewrite the catalogue from the template and its own translations. Returns the messages without a translation."""
    known = read(path)
    known.update(template, no_fuzzy_matching=True)
    write(path, known)
    return [message for message in known if missing(message)]


def main() -> None:
    """Update all catalogues, and print for each language how much is missing.

    Change nothing and exit with an error if translations would be lost, unless ``--drop`` is given.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__)
    parser.add_argument("--drop", action="store_true", help="delete translations of messages that are gone")
    drop = parser.parse_args().drop
    template = read(LOCALE / "miasma.pot")
    paths = sorted(LOCALE.glob(f"*/{FILE}"))
    lost = {path.parent.parent.name: dropped(read(path), template) for path in paths}
    if any(lost.values()) and not drop:
        lines = "\n".join(f"{lang}: {message.id!r}" for lang, messages in lost.items() for message in messages)
        sys.exit(
            f"These translated messages are not in the code any more:\n{lines}\n"
            "To reword messages and keep their translations, use `python -m tools.reword`.\n"
            "To delete the translations: `make words DROP=1`."
        )
    for path in paths:
        lacks = update(path, template)
        total = len(template)
        sys.stdout.write(f"{path.parent.parent.name}: {total - len(lacks)} of {total} texts\n")
        for message in lacks[:MAX_LISTED]:
            text = message.id if isinstance(message.id, str) else message.id[0]
            sys.stdout.write(f"    {message.locations[0][0]}: {text!r}\n")
        if len(lacks) > MAX_LISTED:
            sys.stdout.write(f"    and {len(lacks) - MAX_LISTED} more\n")


if __name__ == "__main__":
    main()
