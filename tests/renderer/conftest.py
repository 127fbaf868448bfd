"""A fifth language, which is one file made by a script: words twice as long, with marks of direction."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wording import long_language
from wording import catalogue

TWICE = 1.0  # how much longer words are


@pytest.fixture
def fifth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of that language, which is there besides the others."""
    long_language.write(tmp_path / "locale", TWICE)
    for folder in catalogue.LOCALE.iterdir():
        (tmp_path / "locale" / folder.name).symlink_to(folder)
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path / "locale")
    catalogue.words.cache_clear()
    yield long_language.LANG
    catalogue.words.cache_clear()
