"""The one search of all games: plans for a turn from a beam, tried out in worlds where what is hidden is redrawn."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.msgpack import decode, encode

from players.value import Value
from rules.chance import Chance
from rules.game import Game, apply, blocking, copy
from rules.notation import Move

LONGEST = 40  # moves of a plan: games may let a turn go on without end
FAR = 2  # times the positions of an effort: then trials stop wherever they are


@dataclass(frozen=True)
class Effort:
    """How much thought a decision gets."""

    width: int  # positions that a beam keeps after each move of a turn
    plans: int = 1  # ways to play the turn that are tried out
    ahead: int = 0  # own turns that are played on in a trial
    narrow: int = 1  # width of the beams in a trial
    positions: int = 0  # that are looked at in all; a round of trials that has begun is ended


@dataclass
class Plan:
    """Moves of a seat up to where its turn ends or something new is shown, and what they promise."""

    moves: list[Move]
    states: list[Any]  # before each move, and after the last one
    value: float
    trials: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What the trials brought on the average."""
        return sum(self.trials) / len(self.trials)


class Search:
    """The thinking of a seat about one decision."""

    def __init__(self, game: Game[Any], value: Value, seat: int) -> None:
        self.game = game
        self.value = value
        self.seat = seat
        self.looked_at = 0  # positions

    def worth(self, state: Any, seat: int) -> float:
        """What the position is worth to a seat."""
        if state.over:
            return self.value.knowledge.result(self.game.score(state), seat)
        return self.value(state, seat)

    def plans(self, root: Any, seat: int, width: int) -> list[Plan]:
        """The ways to play on that a beam finds, the most promising first."""
        found: list[Plan] = []
        beam = [Plan([], [root], 0.0)]
        kind = type(root)
        while beam:
            coming: dict[float, Plan] = {}  # by value: the same things done in another order come to the same
            for plan in beam:
                before = plan.states[-1]
                saved = encode(before)
                for move in list(before.pending[seat][-1].options(before, seat)):
                    state = decode(saved, type=kind)
                    apply(self.game, state, seat, move)
                    self.looked_at += 1
                    new = Plan([*plan.moves, move], [*plan.states, state], self.worth(state, seat))
                    if self._ends(state, seat) or len(new.moves) == LONGEST:
                        found.append(new)
                    else:
                        coming.setdefault(new.value, new)
            beam = sorted(coming.values(), key=lambda plan: -plan.value)[:width]
        return sorted(found, key=lambda plan: -plan.value)

    @staticmethod
    def _ends(state: Any, seat: int) -> bool:
        """Whether a plan ends here: the turn is over, or something was shown that nobody could know before."""
        return state.over or not state.undoable[seat] or not state.pending[seat]

    def best(self, redraw: Callable[[Chance], Any], lot: Chance, effort: Effort) -> Plan:
        """The plan that does best in trials, of which those that do worst get fewer and fewer."""
        plans = self.plans(redraw(lot), self.seat, effort.width)[: effort.plans]
        while len(plans) > 1 and self.looked_at < effort.positions:
            world, seed = redraw(lot), str(lot.below(2**63))
            for plan in plans:
                state = copy(world)
                state.chance = Chance(seed)
                for move in plan.moves:
                    apply(self.game, state, self.seat, move)
                    self.looked_at += 1
                plan.trials.append(self._play_on(state, effort))
            plans.sort(key=lambda plan: -plan.mean)
            plans = plans[: max(2, (2 * len(plans) + 2) // 3)]
        return plans[0]

    def _play_on(self, state: Any, effort: Effort) -> float:
        """Everybody plays what promises most, for some turns of the own seat. Returns what the position is worth."""
        ahead = effort.ahead
        while not state.over and self.looked_at < FAR * effort.positions:
            seat = blocking(state)[0]
            if seat == self.seat and state.pending[seat][-1].begins(state):
                if not ahead:
                    break
                ahead -= 1
            state = self.plans(state, seat, effort.narrow)[0].states[-1]
        return self.worth(state, self.seat)
