import itertools
import re

import pytest

import wording
from rules import GAMES
from rules.errors import BadNotation, CannotUndo, GameOver, IllegalMove, NotYourTurn, RulesError
from rules.rattus.components import CARDS, REGIONS
from rules.table import Table
from tests.wording.speakers import rattus_speaker

RATTUS = GAMES["rattus"]
FIGURES = ("nun", "bishop")  # These are words of the sentences as well.
RAW_ID = re.compile(rf"\b({'|'.join(REGIONS)})\b|\b({'|'.join(card for card in CARDS if card not in FIGURES)})\b|\{{")
PLACES = ["anglia", "gallia", "tartaria", "russia", "italia", "scandia"]
RATS = ["anglia-a", "gallia-b", "russia-a", "italia-c"]
SOME_CARDS = ["monk", "king", "witch", "crusader"]
WALLS = ["reserve", "gallia+hispania", "anglia+gallia"]


def everything() -> list[str]:
    """Return moves of every kind, sensible or not."""
    some = [f"place {region} {cubes}" for region, cubes in itertools.product(PLACES, (0, 1, 2, 4, 99))]
    some += [f"take {card}" for card in SOME_CARDS]
    some += [f"{verb} {rat}" for verb, rat in itertools.product(("witch", "reveal"), RATS)]
    some += [f"monk {rat} {region}" for rat, region in itertools.product(RATS, PLACES)]
    some += [f"merchant {a} {b} {n}" for a, b, n in itertools.product(PLACES, PLACES, (1, 4))]
    some += [f"{verb} {region}" for verb, region in itertools.product(("king", "peasant", "plague", "spread"), PLACES)]
    some += [f"{verb} {region}" for verb, region in itertools.product(("unload", "soldier", "queen"), PLACES)]
    some += [f"messenger {region} {seat} {potions}" for region in PLACES for seat in (0, 1, 4) for potions in (0, 7)]
    some += [f"piper {a} {b} {potions}" for a, b in itertools.product(PLACES, PLACES) for potions in (0, 7)]
    some += [f"wizard {region} {potions}" for region in PLACES for potions in (0, 7)]
    some += [f"{who} {where} {to}" for who in FIGURES for where in ("reserve", "gallia") for to in PLACES]
    some += [f"emperor {wall} {way}" for wall in WALLS for way in (*WALLS, "gallia+anglia", "anglia+russia", "anglia")]
    some += [f"follow {rat}" for rat in RATS]
    some += ["serf", "baker", "mayor", "crusader", "carry 0", "carry 7", "join knight", "skip"]
    return [*some, "neutral", "exchange", "keep", "end", "place atlantis 1", "take joker", "dance", "place gallia", ""]


@pytest.fixture(scope="module")
def refused(games):
    """Return each different refusal that occurs in random games, with the refused player's view."""
    found = {}
    for game in games[::3]:
        table = Table(RATTUS, game.table.seats, game.table.seed, game.table.options)
        for step, entry in enumerate(game.table.entries):
            if step % 9 == 0:
                view = table.view(entry.seat)
                for text in everything():
                    try:
                        table.read(entry.seat, text)
                    except RulesError as error:
                        found.setdefault(error.template, (error, view))
            table.play(entry.seat, entry.move)
    return list(found.values())


@pytest.mark.deep
def test_refusals_of_random_games_are_many_and_hold_no_raw_ids(refused, names):
    assert len(refused) > 80
    for error, view in refused:
        text = rattus_speaker(view, names).refusal(error)
        if not isinstance(error, BadNotation) and " like {text}" not in error.template:
            assert not RAW_ID.search(text), text
        assert text[0].isupper() or text[0] in "“🔴🔷🟩⭐"
        assert len(text) <= 1900


def test_a_refusal_says_what_would_be_legal_and_how_much_more(positions):
    position = next(p for p in positions if p.question == "turn" and "place" in p.verbs)
    legal = tuple(f"place {region.id} 1" for region in position.own.regions)
    error = IllegalMove("That is not possible now.", legal=legal)
    text = rattus_speaker(position.own).refusal(error)
    assert text.startswith(
        "That is not possible now. You could do this instead: Place 1 cube in Anglia; Place 1 cube in Gallia;"
    )
    assert text.count("Place 1 cube") == 8
    left = len(legal) - 8
    assert text.endswith(f"; and {left} more." if left else "Scandia.")


def test_regions_cards_and_owners_are_called_by_their_names(names):
    values = {"region": "gallia", "rat": "gallia-b", "card": "monk", "owner": 1, "regions": ("italia", "scandia")}
    error = IllegalMove("{region} {rat} {card} {owner} {regions}", **values)
    text = rattus_speaker(None, names).refusal(error)
    assert text == "Gallia rat b in Gallia Monk 🔷 **Bob** Italia and Scandia"


def test_a_reason_that_lists_what_is_possible_is_not_followed_by_a_second_list(positions):
    error = IllegalMove("Its neighbours: {regions}.", regions=("italia",), legal=("plague italia",))
    assert rattus_speaker(positions[0].own).refusal(error) == "Its neighbours: Italia."


def test_what_a_player_typed_does_no_harm():
    table = Table(RATTUS, 2, "typed", {})
    seat = table.due()[0].seat
    with pytest.raises(BadNotation) as refused:
        table.play(seat, "@everyone **look** <@1>")
    text = rattus_speaker(table.view(seat)).refusal(refused.value)
    assert "@everyone" not in text
    assert r"\*\*look\*\* \<@" in text


def test_who_is_not_due_hears_who_is(names):
    text = rattus_speaker(None, names).refusal(NotYourTurn("It is not your turn.", due=(0, 2)))
    assert text == "It is not your turn. Waiting for 🔴 **Anna** and 🟩 **Cleo**."


@pytest.mark.parametrize("error", [GameOver("The game is over."), CannotUndo("Only {n}.", n=2)])
def test_refusals_without_a_game_speak_for_themselves(error):
    assert wording.refusal(error, wording.words("en")) == str(error)
