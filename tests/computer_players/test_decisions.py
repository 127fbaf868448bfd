"""Computer players decide and evaluate as in the kept results, so that these never change by accident."""

import json
import random
from collections import defaultdict
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

import computer_players
from computer_players.evaluation import LinearEvaluator
from computer_players.player import Greedy, observe
from computer_players.search import LEVELS, Effort, Level, Search, Thinker
from rules import GAMES
from rules.chance import Chance
from rules.game import begins_turn, blocking_seats, copy_state, legal_moves, sample_position
from rules.table import Table
from tests.kept import kept_case
from tests.rules.games import KNOWN_GAMES, RandomGames
from tests.test_recorded import FILES, read

pytestmark = pytest.mark.kept

RECORDED = Path(__file__).with_name("decisions.json")
EFFORT = Effort(beam_width=3, samples=2, rollout_plans=6, positions=150)
CASES = [(name, seats) for name in KNOWN_GAMES for seats in GAMES[name].seats]


def decided(name: str, seats: int) -> dict[str, Any]:
    """Return sums of the players' evaluations in random and recorded games, and their decisions at some moments."""
    game, evaluator = GAMES[name], computer_players.evaluator_for(name)
    states = [copy_state(state) for state in RandomGames(game).before_each_move(seats, "decisions")]
    began = [state for state in states if state.pending[blocking_seats(state)[0]][-1].begins(state)]
    chosen = [state for part in (states[5:], began[2:]) for state in islice(part, 0, None, len(part) // 3)]
    return {
        **knowledge(name, seats, states[::3]),
        "remaining": [round(evaluator.spec.remaining(state), 3) for state in states[:: len(states) // 6]],
        "decisions": [decision(name, evaluator, state) for state in chosen],
    }


def knowledge(name: str, seats: int, states: list[Any]) -> dict[str, Any]:
    """Return sums, over these positions and the recorded games, of each feature and of the greedy player's values.

    Each number has a random weight, so that differences between seats or positions don't cancel out.
    """
    spec, lot = computer_players.EVALUATIONS[name], random.Random("weights")
    features: dict[int, float] = defaultdict(float)
    greedy: dict[str, float] = defaultdict(float)

    def value(state: Any, seat: int) -> None:
        for place, one in enumerate(spec.features(state, seat)):
            features[place] += lot.random() * one
        greedy["value"] += lot.random() * spec.greedy.evaluate(state, seat)

    for state, seat in product(states, range(seats)):
        value(state, seat)
    for recorded in filter(lambda one: (one.log.game, one.log.seats) == (name, seats), map(read, FILES)):
        table = Table.load(GAMES[name], recorded.log, trusted=True)
        before: Any = None
        for moment, step in zip(table.moments(), [None, *table.steps], strict=True):
            value(moment.state, lot.randrange(seats))
            if before and step and (move := GAMES[name].notation.parse(step.move)):
                greedy["bonus"] += lot.random() * spec.greedy.move_bonus(before, step.seat, move, moment.state)
            before = None if moment.over or lot.random() < 0.5 else copy_state(moment.state)
            if before and begins_turn(before, seat := blocking_seats(before)[0]):
                for move in legal_moves(before, seat):
                    greedy["prior"] += lot.random() * spec.greedy.move_prior(before, seat, move)
    return {
        "features": [round(features[place], 3) for place in sorted(features)],
        "greedy": {what: round(one, 3) for what, one in greedy.items()},
    }


def decision(name: str, evaluator: LinearEvaluator, state: Any) -> list[Any]:
    """Return the casual and greedy players' moves, the number of positions searched, and the three best plans."""
    game, seat = GAMES[name], blocking_seats(state)[0]
    observed = observe(game, state, seat)
    search = Search(game, evaluator, seat)
    plans = search.rank(lambda lot: sample_position(game, state, seat, lot), Chance("search"), EFFORT)
    casual = Thinker(Level(Effort(beam_width=2), LEVELS["casual"].temperature), evaluator, "thought")
    return [
        casual.choose(observed).text, Greedy(evaluator.spec.greedy, "greed").choose(observed).text, search.positions,
        [[", ".join(move.text for move in plan.moves), round(plan.value, 3), len(plan.rollouts)] for plan in plans[:3]],
    ]  # fmt: skip


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_players_decide_as_they_did(name: str, seats: int) -> None:
    now = json.loads(json.dumps(decided(name, seats)))
    recorded = kept_case(RECORDED, f"{name} {seats}", now)
    for what, value in now.items():
        assert value == recorded[what], what


# Efforts that reach different limits of the search, and those of all levels, in a turn of a game of two.
EFFORTS = [
    ("rattus", 6, Effort(beam_width=16, samples=2, rollout_plans=40, positions=3000)),
    ("messina", 6, Effort(beam_width=16, samples=2, rollout_plans=40, positions=1500)),
    ("messina", 6, Effort(beam_width=2, samples=1, rollout_plans=2, positions=60)),
    ("messina", -1, Effort(beam_width=4, samples=1, rollout_plans=2, positions=4000)),
    *(("rattus", 6, level.effort) for level in LEVELS.values()),
]


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize(("name", "turn", "effort"), EFFORTS)
def test_plans_get_as_many_rollouts_as_they_did(name: str, turn: int, effort: Effort) -> None:
    game = GAMES[name]
    states = (copy_state(state) for state in RandomGames(game).before_each_move(2, "decisions"))
    state = [state for state in states if state.pending[blocking_seats(state)[0]][-1].begins(state)][turn]
    search = Search(game, computer_players.evaluator_for(name), blocking_seats(state)[0])
    plans = search.rank(lambda lot: sample_position(game, state, search.seat, lot), Chance("search"), effort)
    now = [search.positions, *([len(plan.rollouts), round(plan.value, 3)] for plan in plans)]
    assert now == kept_case(RECORDED, f"{name} turn {turn} {effort.beam_width} {effort.positions}", now)
