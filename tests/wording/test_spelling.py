"""Every word of a translation is in the dictionary of its language or on our list."""

import re
import sys
from functools import cache
from pathlib import Path

import pytest
from hunspell import Hunspell

from tests.wording.test_translations import LANGUAGES, translations

LISTS = Path(__file__).parent / "spelling"  # One word per line that the dictionaries lack: terms of the games, names.
DICTIONARIES = Path(sys.prefix) / "dictionaries"  # The Makefile downloads them, the same version on every machine.
NAMES = {"de": "de_DE", "hu": "hu_HU", "pl": "pl_PL"}
NO_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|(?<!\w)/[a-z-]+(?: [a-z-]+)?")  # Placeholders, typed text, moments.
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def known(lang: str) -> set[str]:
    """Return the words on our list for a language."""
    return set((LISTS / f"{lang}.txt").read_text("utf-8").split())


def words(lang: str) -> set[str]:
    """Return every word in every text of the language."""
    return {word for one in translations(lang) for said in one.said for word in WORD.findall(NO_WORDS.sub(" ", said))}


@cache
def dictionary(lang: str) -> Hunspell:
    name = NAMES[lang]
    assert (DICTIONARIES / f"{name}.dic").exists(), "`make .venv/.dev` downloads the dictionaries"
    return Hunspell(name, hunspell_data_dir=str(DICTIONARIES))


def unknown(lang: str, some: set[str]) -> set[str]:
    """Return the words that the dictionary lacks."""
    return {word for word in some if not dictionary(lang).spell(word)}


@pytest.mark.deep
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_spelled_right(lang: str) -> None:
    strange = sorted(unknown(lang, words(lang)) - known(lang))
    assert strange == [], f"right nevertheless? then they belong into {LISTS / lang}.txt"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_only_words_that_the_dictionary_lacks(lang: str) -> None:
    superfluous = sorted(known(lang) - unknown(lang, known(lang)))
    assert superfluous == [], f"the dictionary knows these: remove them from {LISTS / lang}.txt"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_dictionary_sees_a_slip(lang: str) -> None:
    slips = {"Wrüfel", "kotska", "kcoka"}
    assert unknown(lang, slips) == slips
