"""Translations use the terms printed in each language's rulebook (docs/translating.md)."""

import re
from pathlib import Path

import pytest

from tests.wording.test_translations import LANGUAGES, SLOT, translations

# The package, the English term, and the beginnings of its words in German, Hungarian and Polish.
TERMS = [line.split(" ; ") for line in Path(__file__).with_name("terms.txt").read_text("utf-8").splitlines()]
LEFT_OUT = 0.05  # Maximum share of texts whose translation leaves the term out, as short labels do.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_terms_are_those_of_the_rules(lang: str) -> None:
    at = LANGUAGES.index(lang) + 2
    for term in TERMS:
        english, stem = re.compile(rf"\b{term[1]}\b", re.IGNORECASE), re.compile(rf"\b(?:{term[at]})", re.IGNORECASE)
        met = [
            one for one in translations(lang) if term[0] in one.where and english.search(SLOT.sub("", one.english[-1]))
        ]
        assert met, term
        others = [(one.english[0], one.forms[0]) for one in met if not stem.search(" ".join(one.forms))]
        assert len(others) <= LEFT_OUT * len(met), (term[1], others)
