"""Every word of every language is one that its dictionary knows, or stands in a list of ours."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.wording.test_translations import LANGUAGES, translations

LISTS = Path(__file__).parent / "spelling"  # words that dictionaries lack, one a line: terms of the games, names
DICTIONARIES = {"de": "de_DE", "hu": "hu_HU", "pl": "pl_PL"}
NO_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|(?<!\w)/[a-z-]+(?: [a-z-]+)?")  # placeholders, what is typed, moments
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def known(lang: str) -> set[str]:
    """The words of our list."""
    return set((LISTS / f"{lang}.txt").read_text("utf-8").split())


def words(lang: str) -> set[str]:
    """Every word in every text of the language."""
    return {word for one in translations(lang) for said in one.said for word in WORD.findall(NO_WORDS.sub(" ", said))}


def unknown(lang: str, some: set[str]) -> set[str]:
    """Those that the dictionary does not know. Without it the test is skipped, but not in CI."""
    command = ["hunspell", "-d", DICTIONARIES[lang], "-i", "UTF-8", "-l"]
    text = "\n".join(sorted(some)) + "\n"
    checked = None
    if shutil.which("hunspell"):
        checked = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if checked is None or checked.returncode:
        assert os.environ.get("CI") != "true", "CI needs hunspell with its dictionaries: tests/install_tools.sh"
        pytest.skip("no hunspell with this dictionary here: tests/install_tools.sh installs it")
    return set(checked.stdout.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_spelled_right(lang: str) -> None:
    strange = sorted(unknown(lang, words(lang)) - known(lang))
    assert strange == [], f"right nevertheless? then they belong into {LISTS / lang}.txt"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_dictionary_sees_a_slip(lang: str) -> None:
    slips = {"Wrüfel", "kotska", "kcoka"}
    assert unknown(lang, slips) == slips
