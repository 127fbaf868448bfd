"""Translations use the games' terms as printed in each language's rules (docs/translating.md)."""

import re

import pytest

from tests.wording.test_translations import LANGUAGES, SLOT, translations

# The package, the English term, and the beginnings of its words in German, Hungarian and Polish.
TERMS = (
    ("rattus", r"plague piece", "Pestfigur", "pestisbáb|bábu", "pionek|pionk"),
    ("rattus", r"palace", "Burg", "vár", "zam[ek]"),
    ("rattus", r"class cards?", "Ständekarte|Karten|Stand", "rendkárty", "kart"),
    ("rattus", r"devastation", "Verwüstung", "pusztít", "spustosz"),
    ("rattus", r"outbreaks?", "Ausbr", "kitör", "wybuch"),
    ("rattus", r"potions?", "Zaubertr|Tr[aä]nk", "varázsital", "mikstur"),
    ("rattus", r"rats?", "Ratte", "patkány", "szczur"),
    ("rattus", r"nuns?", "Nonne", "apác", "zakonnic"),
    ("rattus", r"walls?", "Mauer", "fal", "mur"),
    ("messina", r"overseers?", "\\w*[Aa]ufseher", "\\w*vezető", "Nadzorc"),
    ("messina", r"lieutenants?", "Leutnant", "helytartó", "Namiestni"),
    ("messina", r"workshops?", "\\w*Werkst[aä]tt|\\w*-Werkstatt", "\\w*műhely", "Warszta[tc]"),
    ("messina", r"wagons?", "Wagen", "szek", "W[oó]z"),
    ("messina", r"hut upgrades?", "Hütten-Aufwertung", "karanténfejleszt", "ulepsze\\w* Chat"),
    ("messina", r"citizens?", "Bürger", "polgár", "Mieszka"),
    ("messina", r"repopulat\w+", "\\w*bevölker", "újranépes|\\w*népesít|kerület", "\\w*zaludni|Dzielnic"),
    ("messina", r"estates?", "Anwesen", "birtok", "posiadłoś"),
    ("messina", r"popularity", "\\w*Popularit", "népszerűség", "Zasług"),
    ("messina", r"ships?", "\\w*[Ss]chiff", "\\w*hajó", "Stat[ek]"),
    ("messina", r"timber", "Bauholz", "f[aá]", "Drewn"),
    ("messina", r"coins?", "Münze", "érm", "Monet"),
    ("messina", r"docks?", "Dock|Andock", "dok", "dok|Cumow"),
    ("messina", r"harbours?", "H[aä]fen", "kikötő", "Por[tc]"),
    ("messina", r"plague cubes?", "Pestwürfel|Würfel", "pestiskock|kock", "kost"),
    ("", r"fingerprint", "Fingerabdr", "ujjlenyomat", "odcisk"),
)
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
