"""``python -m bot.wording.extract`` collects every text of the code into `bot/locale/miasma.pot`, for translators."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.wording.catalogue import LOCALE

ROOT = LOCALE.parent.parent
TEMPLATE = LOCALE / "miasma.pot"
ROOMS = ("rules", "bot")
KEYWORDS = {"t": None, "n": (1, 2), "N_": None, "_": None, "locale_str": None}
HEADER = "# The texts of Miasma. Copy this file to <lang>/LC_MESSAGES/miasma.po and translate there."


def extract(root: Path = ROOT) -> Catalog:
    """Every text of the code, with the files it stands in."""
    catalogue = Catalog(
        project="Miasma",
        version="1",
        header_comment=HEADER,
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),  # fixed, so that only texts change the file
        fuzzy=False,
    )
    for room in ROOMS:
        found = extract_from_dir(root / room, keywords=KEYWORDS)
        for name, _, text, comments, context in sorted(found, key=lambda message: (message[0], message[1])):
            catalogue.add(text, None, [(f"{room}/{name}", 0)], auto_comments=comments, context=context)
    return catalogue


def template(catalogue: Catalog) -> bytes:
    """The catalogue as the template file."""
    file = BytesIO()
    write_po(file, catalogue, width=110, include_lineno=False)
    return file.getvalue()


if __name__ == "__main__":
    TEMPLATE.write_bytes(template(extract()))
