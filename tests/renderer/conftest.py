"""A fifth language from a single generated file: words twice as long, with direction marks."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.wording import long_language
from wording import Words, catalogue

TWICE = 1.0  # Words get longer by this fraction of their length.


@pytest.fixture(scope="session")
def long_words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    """Return the texts of the fifth language."""
    folder = tmp_path_factory.mktemp("locale")
    long_language.write(folder, TWICE)
    with (folder / long_language.LANG / catalogue.PO_FILE).open("rb") as file:
        return Words(long_language.LANG, catalogue.Catalogue(file))


@contextmanager
def fifth_language(long_words: Words) -> Iterator[str]:
    """Add the fifth language for the duration of the context, and yield its name."""
    words = catalogue.words
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "words", lambda lang: long_words if lang == long_language.LANG else words(lang))
        yield long_language.LANG


@pytest.fixture
def fifth(long_words: Words) -> Iterator[str]:
    """Add the fifth language for a test, and yield its name."""
    with fifth_language(long_words) as lang:
        yield lang
