"""A player that plans its turn by searching, at some level."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

import msgspec

from players.levels import Level
from players.player import Asked
from players.search import Plan, Search
from players.value import Value
from rules.chance import Chance
from rules.notation import Move

FINE = 2**32  # how finely a lot is drawn among plans


@dataclass(frozen=True)
class Thought:
    """What a player has come to: the moves of its plan, and what they promise more than to begin otherwise.

    ``gain``: in points, by what else would have been best to begin with; "" and 0 where there is nothing else.
    """

    moves: Sequence[Move]
    other: Move | None = None
    gain: float = 0.0


class Thinker:
    """A player that plans its turn. What it plans hangs on what it sees and on its seed, and on nothing else."""

    def __init__(self, level: Level, value: Value, seed: str) -> None:
        self.level = level
        self.value = value
        self.seed = seed
        self._next: list[tuple[str, Move]] = []  # what it has planned to do, and where it then should stand
        self.looked_at = 0  # positions, since the beginning

    def choose(self, asked: Asked) -> Move:
        """The next move of the plan; a new plan where something new was shown, or something else came about."""
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
        """The whole plan, to where something new is shown or the turn ends, and how much better than others it is."""
        if len(asked.moves) == 1:
            return Thought(asked.moves)
        best, *others = self._plans(asked, _seen(asked.view))
        other = next((plan for plan in others if plan.moves[0] != best.moves[0]), None)
        if other is None:
            return Thought(best.moves)
        trust = self.value.knowledge.trust
        return Thought(best.moves, other.moves[0], max(0.0, best.mean(trust) - other.mean(trust)))

    def _plans(self, asked: Asked, seen: str) -> list[Plan]:
        """The best plan, or by a whim one that is not much worse; and the others, the best first."""
        effort, whim, lot = self.level.effort, self.level.whim, Chance(f"{self.seed} {seen}")
        search = Search(asked.game, self.value, asked.seat)
        plans = search.judged(asked.redraw, lot, effort)
        self.looked_at += search.looked_at
        if whim:
            odds = [math.exp((plan.value - plans[0].value) / whim) for plan in plans]
            point = sum(odds) * lot.below(FINE) / FINE
            taken = next(at for at, reached in enumerate(accumulate(odds)) if reached > point)
            plans.insert(0, plans.pop(taken))
        return plans


def _seen(view: msgspec.Struct) -> str:
    """A view as a few letters that tell it from others."""
    return blake2b(msgspec.msgpack.encode(view), digest_size=12).hexdigest()
