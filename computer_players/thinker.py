"""A player of some level that plans its turn by searching."""

import math
from hashlib import blake2b
from itertools import accumulate

import msgspec

from computer_players.evaluation import LinearEvaluator
from computer_players.player import Observation
from computer_players.search import Level, Plan, Search
from rules.chance import Chance
from rules.notation import Move, print_move

RESOLUTION = 2**32  # of random choices among plans


class PlanAdvice(msgspec.Struct, frozen=True):
    """The moves of a plan in notation, the best alternative first move, and how many points worse it is."""

    moves: list[str]
    other: str = ""
    gain: float = 0.0


class Thinker:
    """A player that plans its turn. The plan depends only on what it sees and on its seed."""

    def __init__(self, level: Level, evaluator: LinearEvaluator, seed: str) -> None:
        self.level = level
        self.evaluator = evaluator
        self.seed = seed
        self._next: list[tuple[str, Move]] = []  # the planned moves, each with the expected view
        self.positions = 0  # searched since the start

    def choose(self, observed: Observation) -> Move:
        """Return the next move of the plan, or of a new plan after a reveal or an unexpected change."""
        if len(observed.moves) == 1:
            return observed.moves[0]
        seen = _seen(observed.view)
        if self._next and self._next[0][0] == seen and self._next[0][1] in observed.moves:
            return self._next.pop(0)[1]
        plan = self._plans(observed, seen)[0]
        views = [_seen(observed.game.view(state, observed.seat)) for state in plan.states[1:-1]]
        self._next = list(zip(views, plan.moves[1:], strict=True))
        return plan.moves[0]

    def advise(self, observed: Observation) -> PlanAdvice:
        """Return the whole plan, up to a reveal or the end of the turn, and its lead over other plans."""
        if len(observed.moves) == 1:
            return PlanAdvice([print_move(observed.moves[0])])
        best, *others = self._plans(observed, _seen(observed.view))
        moves = [print_move(move) for move in best.moves]
        other = next((plan for plan in others if plan.moves[0] != best.moves[0]), None)
        if other is None:
            return PlanAdvice(moves)
        weight = self.evaluator.spec.prior_weight
        return PlanAdvice(moves, print_move(other.moves[0]), max(0.0, best.mean(weight) - other.mean(weight)))

    def _plans(self, observed: Observation, seen: str) -> list[Plan]:
        """Return the plan to play and the others, best first. With a temperature, a worse one may come first."""
        temperature, lot = self.level.temperature, Chance(f"{self.seed} {seen}")
        search = Search(observed.game, self.evaluator, observed.seat)
        plans = search.rank(observed.sample, lot, self.level.effort)
        self.positions += search.positions
        if temperature:
            odds = [math.exp((plan.value - plans[0].value) / temperature) for plan in plans]
            point = sum(odds) * lot.below(RESOLUTION) / RESOLUTION
            taken = next(at for at, reached in enumerate(accumulate(odds)) if reached > point)
            plans.insert(0, plans.pop(taken))
        return plans


def _seen(view: msgspec.Struct) -> str:
    """Return a short text that identifies a view."""
    return blake2b(msgspec.msgpack.encode(view), digest_size=12).hexdigest()
