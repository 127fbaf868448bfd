"""The rules in docs/translating.md that apply only to German."""

import re

import pytest

from rules import GAMES
from rules.errors import RulesError
from rules.table import Table
from tests.wording.speakers import rattus_speaker
from tests.wording.test_translations import wrong
from wording import BOT_HELP, help_page, words

SHORT_IMPERATIVES = re.compile(
    r"(?<![\w-])([Ww]ähl|[Nn]utz|[Ss]etz|[Ss]chick|[Rr]ück|[Nn]enn|[Bb]ezahl|[Dd]rück)(?![\w-])"
)
UNITS = "Tagen?|Stunden|Münzen?|Punkte?|Leutnante|Ratten?|Pestwürfel"


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(SHORT_IMPERATIVES, id="imperatives of weak verbs have their -e"),
        pytest.param(re.compile(r"\b(Zugs|Tischs|Wegs)\b"), id="the longer genitive"),
        pytest.param(
            re.compile(r"Buchschritt|Schritte? (im|auf) \w*[Bb]uch|im (Stadt|Kirchen|Popularitäts)buch"), id="registers"
        ),
        pytest.param(re.compile(r"[Ss]chritte? am Tag"), id="a pace is counted in turns"),
        pytest.param(re.compile(r"Ratten?\b[^.:;]* br[ei]ch\w* aus\b"), id="the plague breaks out, not a rat"),
        pytest.param(re.compile(r"Platz \w*(lässt sich )?(jederzeit )?zurücknehmen"), id="only moves are undone"),
    ],
)
def test_words_that_were_found_wrong_do_not_come_back(form: re.Pattern[str]) -> None:
    assert not wrong("de", lambda one, said: not form.search(said))


def test_numbers_in_help_are_not_parted_from_their_nouns() -> None:
    w = words("de")
    texts = [help_page(page.id, BOT_HELP, w) or "" for page in BOT_HELP]
    assert sum("\u00a0Tage" in text for text in texts) > 1
    assert not [text for text in texts if re.search(rf"\d ({UNITS})\b", text)]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("place turcia 2", "Mit 2 Personen ist die Türkei nicht dabei."),
        ("place russia 2", "Mit 2 Personen ist Russland nicht dabei."),
    ],
)
def test_a_region_has_its_article_where_german_has_one(move: str, text: str) -> None:
    table = Table(GAMES["rattus"], 2, "article")
    seat = table.due()[0].seat
    with pytest.raises(RulesError) as caught:
        table.play(seat, table.read(seat, move))
    assert rattus_speaker(table.view(seat), lang="de").refusal(caught.value).startswith(text)
