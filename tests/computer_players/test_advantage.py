from typing import Any

import pytest

from computer_players import EVALUATIONS
from computer_players.advantage import Advantage, largest
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
    """Return a copy of the position with these changes, as it might be a turn later."""
    state = copy_state(state)
    for name, value in changes.items():
        part = getattr(state, name)
        if isinstance(part, dict):
            part.update(value)
        else:
            setattr(state, name, value)
    return state


REASONS = {
    "more cubes": ({"cubes": {"gallia": [5, 1]}}, {"cubes": {"gallia": [2, 1]}}, Advantage("cubes", 10, 7)),
    "whom the plague struck": ({"cubes": {"germania": [0, 1]}}, {}, Advantage("others", 3, 6)),
    "cubes out of danger": ({"cubes": {"italia": [0, 0], "polonia": [5, 1]}}, {}, Advantage("danger", 0, 1)),
    "cards": ({"cards": {"knight": 0, "queen": 0, "monk": 0}}, {}, Advantage("cards", 3, 0)),
    "nothing": ({}, {}, None),
}


@pytest.mark.parametrize(("better", "other", "reason"), REASONS.values(), ids=REASONS)
def test_rattus_has_a_sentence_for_each_advantage(
    better: dict[str, Any], other: dict[str, Any], reason: Advantage | None
) -> None:
    before = rattus()
    now, then = after(before, **better), after(before, **other)
    assert largest(EVALUATIONS["rattus"].assets, [now], [then], 0) == reason


def test_messina_has_a_sentence_for_each_advantage() -> None:
    before = Table(GAMES["messina"], 2, "reasons").state
    better, other = copy_state(before), copy_state(before)

    def named(*ways: Any) -> Advantage | None:
        return largest(EVALUATIONS["messina"].assets, *([state] for state in ways), 0)

    assert named(better, other) is None
    better.players[0].timber += 2
    other.players[0].coin += 1
    assert named(better, other) == Advantage("timber", better.players[0].timber, other.players[0].timber)
    other.players[0].rats = 3
    assert named(better, other) == Advantage("rats", 0, 3)
    better.players[0].coin += 1
    assert named(other, better) is None, "no lack is a reason"


def test_only_what_differs_by_a_whole_thing_on_average_is_a_reason() -> None:
    """Averages aren't rounded before they are compared: 2.33 and 2.67 don't count as 2 and 3."""
    few, more = [[2, 2, 3], [2, 3, 3]], [[2, 2, 3], [3, 3, 4]]
    for numbers, reason in ((few, None), (more, Advantage("things", 3, 2))):
        assert largest(lambda number, seat: [("things", number, number)], numbers[1], numbers[0], 0) == reason
