"""Bring every language's catalogue up to the template, and say what it lacks: a part of ``make words``.

What `pybabel update` does, without guesses, without what is not said any more, and without dates, so that only texts
change a file. What is translated, and the header with its plural forms, stays as it is.
"""

import re
import sys
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from wording.catalogue import FILE, LOCALE

FEW = 5  # texts that are named
DATED = rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|Generated-By):.*\n'


def missing(message: Message) -> bool:
    """Whether a message lacks its translation, or a form of it."""
    forms = [message.string] if isinstance(message.string, str) else message.string or ()
    return bool(message.id) and (message.fuzzy or not forms or not all(forms))


def update(path: Path, template: Catalog) -> list[Message]:
    """Write the catalogue anew from the template and its own translations. Returns what it lacks."""
    with path.open("rb") as file:
        known = read_po(file, abort_invalid=True)
    known.update(template, no_fuzzy_matching=True)
    written = BytesIO()
    write_po(written, known, width=110, include_lineno=False, ignore_obsolete=True)
    path.write_bytes(re.sub(DATED, b"", written.getvalue()))
    return [message for message in known if missing(message)]


def main() -> None:
    """Update all, and say for each language how much is missing and what comes first."""
    with (LOCALE / "miasma.pot").open("rb") as file:
        template = read_po(file)
    for path in sorted(LOCALE.glob(f"*/{FILE}")):
        lacks = update(path, template)
        total = len(template)
        sys.stdout.write(f"{path.parent.parent.name}: {total - len(lacks)} of {total} texts\n")
        for message in lacks[:FEW]:
            text = message.id if isinstance(message.id, str) else message.id[0]
            sys.stdout.write(f"    {message.locations[0][0]}: {text!r}\n")
        if len(lacks) > FEW:
            sys.stdout.write(f"    and {len(lacks) - FEW} more\n")


if __name__ == "__main__":
    main()
