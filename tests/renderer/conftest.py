"""A fifth language, which is one file made by a script: words twice as long, with marks of direction."""

import pytest

from tests.wording import long_language
from wording import Words, catalogue

TWICE = 1.0  # how much longer words are


@pytest.fixture(scope="session")
def long_words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    """What that language says."""
    folder = tmp_path_factory.mktemp("locale")
    long_language.write(folder, TWICE)
    with (folder / long_language.LANG / catalogue.FILE).open("rb") as file:
        return Words(long_language.LANG, catalogue.Catalogue(file))


@pytest.fixture
def fifth(long_words: Words, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of that language, which is there besides the others."""
    words = catalogue.words
    monkeypatch.setattr(catalogue, "words", lambda lang: long_words if lang == long_language.LANG else words(lang))
    return long_language.LANG
