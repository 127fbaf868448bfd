"""A player of some level that plans its turn by searching."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

import msgspec

from computer_players.evaluation import LinearEvaluator
from computer_players.levels import Level
from computer_players.player import Asked
from computer_players.search import Plan, Search
from rules.chance import Chance
from rules.notation import Move

FINE = 2**32  # resolution of random choices among plans


@dataclass(frozen=True)
class Thought:
    """A player's conclusion: the moves of its plan, and their lead over the best alternative.

    ``gain``: the lead in points over ``other``, the best different first move; 0 and None if there is none.
    """

    moves: Sequence[Move]
    other: Move | None = None
    gain: float = 0.0


class Thinker:
    """A player that plans its turn. The plan depends only on what it sees and on its seed."""

    def __init__(self, level: Level, evaluator: LinearEvaluator, seed: str) -> None:
        self.level = level
        self.evaluator = evaluator
        self.seed = seed
        self._next: list[tuple[str, Move]] = []  # the planned moves, each with the expected view
        self.looked_at = 0  # positions, since the start

    def choose(self, asked: Asked) -> Move:
        """Return the next move of the plan, or of a new plan after a reveal or an unexpected change."""
        if len(asked.moves) == 1:
            return asked.moves[0]
        seen = _seen(asked.view)
        if self._next and self._next[0][0] == seen and self._next[0][1] in asked.moves:
            return self._next.pop(0)[1]
        plan = self._plans(asked, seen)[0]
        views = [_seen(asked.game.view(state, asked.seat)) for state in plan.states[1:-1]]
        self._next = list(zip(views, plan.moves[1:], strict=True))
        return plan.moves[0]

    def think(self, asked: Asked) -> Thought:
        """Return the whole plan, up to a reveal or the end of the turn, and its lead over other plans."""
        if len(asked.moves) == 1:
            return Thought(asked.moves)
        best, *others = self._plans(asked, _seen(asked.view))
        other = next((plan for plan in others if plan.moves[0] != best.moves[0]), None)
        if other is None:
            return Thought(best.moves)
        trust = self.evaluator.spec.prior_weight
        return Thought(best.moves, other.moves[0], max(0.0, best.mean(trust) - other.mean(trust)))

    def _plans(self, asked: Asked, seen: str) -> list[Plan]:
        """Return the best plan, or on a whim one that is not much worse, and the others, best first."""
        effort, whim, lot = self.level.effort, self.level.whim, Chance(f"{self.seed} {seen}")
        search = Search(asked.game, self.evaluator, asked.seat)
        plans = search.judged(asked.sample, lot, effort)
        self.looked_at += search.looked_at
        if whim:
            odds = [math.exp((plan.value - plans[0].value) / whim) for plan in plans]
            point = sum(odds) * lot.below(FINE) / FINE
            taken = next(at for at, reached in enumerate(accumulate(odds)) if reached > point)
            plans.insert(0, plans.pop(taken))
        return plans


def _seen(view: msgspec.Struct) -> str:
    """Return a short text that identifies a view."""
    return blake2b(msgspec.msgpack.encode(view), digest_size=12).hexdigest()
