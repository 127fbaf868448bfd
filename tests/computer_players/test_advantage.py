"""The reason for a hint is the largest difference between the positions after two ways to play."""

from typing import Any

import pytest

from computer_players import EVALUATIONS
from computer_players.advantage import Advantage
from rules import GAMES
from rules.game import copy_state
from rules.rattus.state import Rat
from rules.table import Table


def rattus() -> Any:
    """Return a position in which seat 0 has cubes in Italia, and seat 1 in Germania, each beside three rats."""
    state = Table(GAMES["rattus"], 2, "reasons").state
    state = copy_state(state)
    for region in state.rats:
        state.rats[region] = []
    for region in ("italia", "germania"):
        state.rats[region] = [Rat(letter, token) for letter, token in zip("abc", ("1", "2", "3"), strict=True)]
    state.cubes |= {"italia": [4, 0], "germania": [0, 4], "gallia": [1, 1], "polonia": [1, 1]}
    state.plague, state.stock = "gallia", [10, 10]
    state.cards = dict.fromkeys(state.cards)
    return state


def after(state: Any, **changes: Any) -> Any:
    """Return a position a turn later."""
    state = copy_state(state)
    for name, value in changes.items():
        part = getattr(state, name)
        if isinstance(part, dict):
            part.update(value)
        else:
            setattr(state, name, value)
    return state


MORE = {"stock": [7, 10], "cubes": {"germania": [3, 4]}}
FEWER = {"stock": [8, 10], "cubes": {"italia": [6, 0]}}
STRUCK = {"plague": "germania", "cubes": {"germania": [0, 1]}}
REASONS = {
    "more cubes": (MORE, FEWER, Advantage("placed", "germania", 3, 2)),
    "whom the plague strikes": (STRUCK, {"plague": "polonia"}, Advantage("strike", "germania", 1)),
    "whom it would strike": (
        {"plague": "polonia"},
        {"plague": "italia", "cubes": {"italia": [1, 0]}},
        Advantage("spared", "italia", 4),
    ),
    "cubes out of danger": ({"cubes": {"italia": [0, 0], "polonia": [5, 1]}}, {}, Advantage("safe", "italia", 4)),
    "a card": ({"cards": {"knight": 0}}, {}, Advantage("card", "knight", 1)),
    "nothing": ({}, {}, None),
}


@pytest.mark.parametrize(("better", "other", "reason"), REASONS.values(), ids=REASONS)
def test_rattus_names_what_a_turn_does(better: dict[str, Any], other: dict[str, Any], reason: Advantage | None) -> None:
    before = rattus()
    named = EVALUATIONS["rattus"].advantage
    assert named(before, [after(before, **better)], [after(before, **other)], 0) == reason


def test_messina_names_what_a_seat_has_more_of() -> None:
    before = Table(GAMES["messina"], 2, "reasons").state
    better, other = copy_state(before), copy_state(before)
    named = EVALUATIONS["messina"].advantage
    assert named(before, [better], [other], 0) is None
    better.players[0].timber += 2
    other.players[0].coin += 1
    assert named(before, [better], [other], 0) == Advantage(
        "timber", "", better.players[0].timber, other.players[0].timber
    )
    other.players[0].rats = 3
    assert named(before, [better], [other], 0) == Advantage("rats", "", 0, 3)
    better.players[0].coin += 1
    assert named(before, [other], [better], 0) is None, "no lack is a reason"
