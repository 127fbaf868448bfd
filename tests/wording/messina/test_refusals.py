import random
import re

import pytest

from rules import GAMES
from rules.errors import BadNotation, RulesError
from rules.table import Table
from tests.wording.messina.test_moves import RAW
from tests.wording.speakers import messina_speaker

MESSINA = GAMES["messina"]
VALUES = {
    "board": ["yellow", "red", "scroll-b1"],
    "start": ["home", "h1", "h7", "nw", "dock-nw"],
    "hex": ["h1", "h3", "h7", "h13", "nw", "h20"],
    "ship": ["silk1", "gems2", "spices3"],
    "square": ["cl1", "nl2", "ar2", "al3"],
    "workshop": ["b3", "b9"],
    "citizen": ["nun", "craftsman"],
    "spot": ["nl2", "hut1", "cl1", "-", "b3"],
    "also": ["-", "h3", "h7+h1"],
    "register": ["city", "popularity", "church"],
    "overseer": ["nun", "craftsman"],
    "way": ["on", "left", "skip"],
    "stacks": ["huts", "workshops"],
    "token": ["coin", "points", "fire"],
    "tile": ["q3", "b3", "c1-1", "b20"],
    "hut": ["hut1", "hut4"],
}


def anything(chance: random.Random) -> str:
    """Return a move of any kind, sensible or not."""
    verb = chance.choice(list(MESSINA.notation.kinds))
    kind = MESSINA.notation.kinds[verb]
    numbers = [str(number) for number in range(4)]
    words = [
        chance.choice(numbers if kind.__annotations__[field] is int else VALUES[field])
        for field in kind.__struct_fields__
    ]
    return " ".join([verb, *words])


@pytest.fixture(scope="module")
def refused(messina):
    """Return each different refusal that occurs in games, with the refused player's view."""
    chance = random.Random("refused")
    found = {}
    for game in messina[-9:]:
        table = Table(MESSINA, game.table.seats, game.table.seed, game.table.options)
        for entry in game.table.entries:
            view = None
            for text in [anything(chance) for _ in range(12)]:
                try:
                    table.read(entry.seat, text)
                except RulesError as error:
                    if error.template not in found:
                        view = view or table.view(entry.seat)
                        found[error.template] = (error, view)
            table.play(entry.seat, entry.move)
    return list(found.values())


def test_refusals_of_random_games_are_many_and_hold_no_raw_ids(refused, names):
    assert len(refused) > 40
    for error, view in refused:
        text = messina_speaker(view, names).refusal(error)
        if not isinstance(error, BadNotation):
            assert not RAW.search(re.sub("“.*?”", "", text)), text
        assert text[0].isupper() or text[0] in "“🔴🔷🟩⭐"
        assert text[-1] in ".?" or isinstance(error, BadNotation)
        assert len(text) <= 1900


def test_prices_of_several_kinds_are_told_in_words(names):
    error = RulesError("The price of these cubes: {prices}.", prices=("1 fire + 1 big_fire", "2 fire"))
    told = [messina_speaker(None, names, lang).refusal(error) for lang in ("en", "de", "pl", "hu")]
    assert told[0] == "The price of these cubes: 1 fire + 1 big fire or 2 fire."
    for line, word in zip(told, ("or", "oder", "albo", "vagy"), strict=True):
        assert f" {word} 2 " in line


def test_what_was_typed_comes_back_as_it_was_typed(names):
    error = RulesError("“{said}” cannot be chosen as `{option}` now.", said="lieutenant", option="fire")
    for lang in ("en", "de", "pl", "hu"):
        told = messina_speaker(None, names, lang).refusal(error)
        assert "lieutenant" in told
        assert "a lieutenant" not in told
        assert "`fire`" in told


def test_prices_and_requirements_are_told_in_words(names):
    error = RulesError(
        "{what} costs {cost}; you have {have}.", what="q9", cost=("1 timber", "1 coin"), have=("0 timber",)
    )
    text = messina_speaker(None, names).refusal(error)
    assert text == "Hut upgrade (upgrade a citizen) costs 1 timber and 1 coin; you have 0 timber."
    error = RulesError("{citizens}; {gold}", citizens=("2 nun", "1 craftsman"), gold=())
    assert messina_speaker(None, names).refusal(error) == "2 nuns and 1 craftsman; none"
