"""A fifth language, which is one file made by a script: words a third longer, with marks of direction."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wording import long_language
from wording import catalogue


@pytest.fixture
def fifth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of that language, which is there besides the others."""
    long_language.write(tmp_path / "locale")
    for folder in catalogue.LOCALE.iterdir():
        (tmp_path / "locale" / folder.name).symlink_to(folder)
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path / "locale")
    catalogue.words.cache_clear()
    yield long_language.LANG
    catalogue.words.cache_clear()
