"""The kinds of stored things are members of enums: in the code, and by their values in the statements."""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

from storage.kinds import LineKind, NoticeKind, NoticeOutcome, PostKind, StopReason, TableStatus, VoteKind, VoteOutcome

ROOT = Path(__file__).parents[2]
# The enums whose words may be compared with each column.
WORDS: dict[str, tuple[type[StrEnum], ...]] = {
    "kind": (LineKind, NoticeKind, PostKind, VoteKind),
    "status": (TableStatus,),
    "outcome": (NoticeOutcome, VoteOutcome),
    "why": (StopReason,),
}
COLUMN = rf"\b({'|'.join(WORDS)})\b"
COMPARED = re.compile(rf"{COLUMN} (?:=|<>|(?:NOT )?IN|WHEN) (\('[^)]*\)|'\w*')")


def sources(*packages: str) -> Iterator[tuple[Path, ast.Module]]:
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def literals(node: ast.expr) -> set[object]:
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


@pytest.mark.parametrize("column", sorted(WORDS.keys() - {"why"}))  # No statement asks why a timer stops.
def test_statements_name_only_words_of_the_enums(column: str) -> None:
    known = {"", *(str(member) for enum in WORDS[column] for member in enum)}
    seen: set[str] = set()
    for _, tree in sources("storage"):
        for text in literals(tree):  # type: ignore[arg-type]
            for name, words in COMPARED.findall(str(text)):
                if name == column:
                    seen |= set(re.findall(r"'(\w*)'", words))
    assert seen, "there are such statements"
    assert seen <= known


def test_only_a_text_may_be_a_kind_of_a_newer_version() -> None:
    """A status can't: nobody could say whether such a table is open."""
    assert [LineKind("of a newer version"), NoticeKind("x"), LineKind("move")] == ["", "", LineKind.MOVE]
    for kind, value in ((LineKind, 5), (NoticeKind, None), (TableStatus, "x"), (TableStatus, 5)):
        with pytest.raises(ValueError, match=kind.__name__):
            kind(value)
