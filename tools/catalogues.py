"""Update every language's catalogue from the template, and print what is missing: a part of ``make words``.

It works like `pybabel update`, but without obsolete messages and dates, so that only changed texts change a file. A
reworded message keeps its translation, marked ``fuzzy`` until somebody has checked it.
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

from wording.catalogue import LOCALE_FOLDER, PO_FILE
from wording.text_files import blocks

MAX_LISTED = 5
DATED = rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|Generated-By):.*\n'


def extract_from_text_file(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the texts of a Markdown file (`wording.text_files`), as Babel expects from an extraction method."""
    for _, text in blocks(file.read().decode("utf-8")):
        if text:
            yield 1, None, text, []


def missing(message: Message) -> bool:
    """Return whether a message lacks a checked translation, or one of the translation's plural forms."""
    forms = [message.string] if isinstance(message.string, str) else message.string or ()
    return bool(message.id) and (message.fuzzy or not forms or not all(forms))


def read(path: Path) -> Catalog:
    """Read a catalogue. Raise PoFileError if it is invalid."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue without obsolete messages and dates."""
    written = BytesIO()
    write_po(written, catalogue, width=110, include_lineno=False, ignore_obsolete=True)
    path.write_bytes(re.sub(DATED, b"", written.getvalue()))


def update(path: Path, template: Catalog, drop: bool = False) -> tuple[list[Message], list[Message]]:
    """Rewrite the catalogue from the template and its own translations.

    Return the messages without a checked translation, and those whose translations no longer have a message. If there
    are any of the latter, leave the file unchanged unless ``drop`` is true.
    """
    known, before = read(path), read(path)
    known.update(template)
    kept = {message.string for message in known}
    lost = [message for message in before if message.id and not missing(message) and message.string not in kept]
    if drop or not lost:
        write(path, known)
    return [message for message in known if missing(message)], lost


def main() -> None:
    """Update all catalogues, and print for each language how much is missing.

    Leave a catalogue as it is and exit with an error if it would lose translations, unless ``--drop`` is given. With
    ``--check``, change nothing, and exit with an error if a translation is missing or fuzzy.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__)
    parser.add_argument("--drop", action="store_true", help="delete translations of messages that are gone")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; fail if a translation is missing or fuzzy"
    )
    options = parser.parse_args()
    drop = options.drop
    template = read(LOCALE_FOLDER / "miasma.pot")
    lost = []
    paths = sorted(LOCALE_FOLDER.glob(f"*/{PO_FILE}"))
    if options.check:
        found = [
            f"{path.parent.parent.name}: {message.id!r}\n"
            for path in paths
            for message in read(path)
            if missing(message)
        ]
        if found:
            sys.exit(f"These messages have no translation that follows today's English:\n{''.join(found)}")
        return
    for path in paths:
        language = path.parent.parent.name
        lacks, gone = update(path, template, drop)
        lost += [f"{language}: {message.id!r}\n" for message in gone]
        total = len(template)
        sys.stdout.write(f"{language}: {total - len(lacks)} of {total} texts\n")
        for message in lacks[:MAX_LISTED]:
            text = message.id if isinstance(message.id, str) else message.id[0]
            was = f" (was: {message.previous_id[0]!r})" if message.previous_id else ""
            sys.stdout.write(f"    {message.locations[0][0]}: {text!r}{was}\n")
        if len(lacks) > MAX_LISTED:
            sys.stdout.write(f"    and {len(lacks) - MAX_LISTED} more\n")
    if lost and not drop:
        sys.exit(
            f"The messages of these translations are not in the code any more:\n{''.join(lost)}"
            "To delete the translations: `make words DROP=1`."
        )


if __name__ == "__main__":
    main()
