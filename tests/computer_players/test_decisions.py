"""Decisions of the computer players are those that were recorded, so that nothing changes how they think by accident.

After a change on purpose, or new weights, record them anew: `python -m tests.computer_players.test_decisions`.
"""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import computer_players
from computer_players.evaluation import LinearEvaluator
from computer_players.player import Greedy, observe
from computer_players.search import LEVELS, Effort, Level, Search, Thinker
from rules import GAMES
from rules.chance import Chance
from rules.game import blocking, copy, sample_position
from rules.notation import print_move
from tests.rules.games import KNOWN_GAMES, RandomGames

RECORDED = Path(__file__).with_name("decisions.json")
EFFORT = Effort(beam_width=3, samples=2, rollout_plans=6, positions=150)
CASES = [(name, seats) for name in KNOWN_GAMES for seats in GAMES[name].seats]


def decided(name: str, seats: int) -> dict[str, Any]:
    """Return the sums of all features over a game, and what players decide at some of its moments."""
    game, evaluator = GAMES[name], computer_players.evaluator_for(name)
    states = [copy(state) for state in RandomGames(game).before_each_move(seats, "decisions")]
    sums = [0.0] * len(evaluator.spec.features(states[0], 0))
    for state in states[::3]:
        for seat in range(seats):
            for place, value in enumerate(evaluator.spec.features(state, seat)):
                sums[place] += value
    began = [state for state in states if state.pending[blocking(state)[0]][-1].begins(state)]
    chosen = [state for part in (states[5:], began[2:]) for state in islice(part, 0, None, len(part) // 3)]
    return {
        "features": [round(one, 3) for one in sums],
        "remaining": [round(evaluator.spec.remaining(state), 3) for state in states[:: len(states) // 6]],
        "decisions": [decision(name, evaluator, state) for state in chosen],
    }


def decision(name: str, evaluator: LinearEvaluator, state: Any) -> list[Any]:
    """Return the move of each player, and the plans of a search: the moves, value and number of rollouts of each."""
    game, seat = GAMES[name], blocking(state)[0]
    observed = observe(game, state, seat)
    search = Search(game, evaluator, seat)
    plans = search.rank(lambda lot: sample_position(game, state, seat, lot), Chance("search"), EFFORT)
    casual = Thinker(Level(Effort(beam_width=2), LEVELS["casual"].temperature), evaluator, "thought")
    return [
        print_move(casual.choose(observed)),
        print_move(Greedy(evaluator.spec.greedy, "greed").choose(observed)),
        search.positions,
        [[", ".join(map(print_move, plan.moves)), round(plan.value, 3), len(plan.rollouts)] for plan in plans[:3]],
    ]


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_players_decide_as_they_did(name: str, seats: int) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))[f"{name} {seats}"]
    for what, value in decided(name, seats).items():
        assert json.loads(json.dumps(value)) == recorded[what], what


if __name__ == "__main__":
    found = {f"{name} {seats}": decided(name, seats) for name, seats in CASES}
    RECORDED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
