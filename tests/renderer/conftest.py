"""A fifth language, which is one file made by a script: words twice as long, with marks of direction."""

from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def fifth_language(long_words: Words) -> Iterator[str]:
    """The name of that language, which is there besides the others as long as this lasts."""
    words = catalogue.words
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "words", lambda lang: long_words if lang == long_language.LANG else words(lang))
        yield long_language.LANG


@pytest.fixture
def fifth(long_words: Words) -> Iterator[str]:
    """The name of that language, which is there besides the others."""
    with fifth_language(long_words) as lang:
        yield lang
