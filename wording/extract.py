"""``python -m wording.extract`` collects every text of the code into `wording/locale/miasma.pot`, for translators."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from wording.catalogue import LOCALE

ROOT = LOCALE.parent.parent
TEMPLATE = LOCALE / "miasma.pot"
ROOMS = ("rules", "rules_service", "renderer", "wording", "bot")
KEYWORDS = {"t": 1, "n": 2, "N_": 1, "_": 1, "locale_str": 1}  # by the function's name: how many texts it takes
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
        for path in sorted((root / room).rglob("*.py")):
            for texts in _texts(ast.parse(path.read_text("utf-8"))):
                catalogue.add(texts if len(texts) > 1 else texts[0], None, [(str(path.relative_to(root)), 0)])
    return catalogue


def _texts(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """The texts of a module in their order, those inside of f-strings too; singular and plural together."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        said = call.args[: KEYWORDS.get(name, 0)]
        texts = tuple(one.value for one in said if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if said and len(texts) == len(said):
            yield texts


def template(catalogue: Catalog) -> bytes:
    """The catalogue as the template file."""
    file = BytesIO()
    write_po(file, catalogue, width=110, include_lineno=False)
    return file.getvalue()


if __name__ == "__main__":
    TEMPLATE.write_bytes(template(extract()))
