"""What players read at moments of recorded games is what a person has read there: questions, answers, boards, logs."""

from pathlib import Path

import pytest

from tests.kept import kept
from tests.wording.kept_texts import KEPT, KINDS, headings, renewed

pytestmark = pytest.mark.kept

FILES = sorted(KEPT.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_texts_are_as_they_were(path: Path) -> None:
    text = renewed(path)
    assert text == kept(path, text)


def test_every_kind_of_text_is_kept() -> None:
    for folder in KEPT.iterdir():
        assert {heading.split()[1] for path in FILES if path.parent == folder for heading in headings(path)} >= set(
            KINDS
        )
