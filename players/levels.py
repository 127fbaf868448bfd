"""The levels of play, from a friendly beginner to as strong as a few seconds of thought make it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

import msgspec

from players.player import Asked
from players.search import Effort, Plan, Search
from players.value import Value
from rules.chance import Chance
from rules.notation import Move

FINE = 2**32  # how finely a lot is drawn among plans


@dataclass(frozen=True)
class Level:
    """How a player thinks: how hard, and how far it strays from what it holds to be best."""

    effort: Effort
    whim: float = 0.0  # points that a plan may be worse and still be taken now and then


LEVELS: Mapping[str, Level] = {
    "casual": Level(Effort(width=2, ahead=0), whim=2.0),
    "steady": Level(Effort(width=6, plans=4, ahead=1, positions=1200)),
    "strong": Level(Effort(width=10, worlds=8, plans=6, ahead=1, positions=5000)),
}


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
        lot = Chance(f"{self.seed} {seen}")
        search = Search(asked.game, self.value, asked.seat)
        plan = self._plan(search, asked, lot)
        self.looked_at += search.looked_at
        views = [_seen(asked.game.view(state, asked.seat)) for state in plan.states[1:-1]]
        self._next = list(zip(views, plan.moves[1:], strict=True))
        return plan.moves[0]

    def _plan(self, search: Search, asked: Asked, lot: Chance) -> Plan:
        """The best plan, or by a whim one that is not much worse."""
        effort, whim = self.level.effort, self.level.whim
        if not whim:
            return search.best(asked.redraw, lot, effort)
        plans = search.checked(asked.redraw, lot, effort)
        odds = [math.exp((plan.value - plans[0].value) / whim) for plan in plans]
        point = sum(odds) * lot.below(FINE) / FINE
        return next(plan for plan, reached in zip(plans, accumulate(odds), strict=True) if reached > point)


def _seen(view: msgspec.Struct) -> str:
    """A view as a few letters that tell it from others."""
    return blake2b(msgspec.msgpack.encode(view), digest_size=12).hexdigest()
