"""The one search of all games: plans for a turn from a beam, tried out in worlds where what is hidden is redrawn."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.msgpack import decode, encode

from players.value import Value
from rules.chance import Chance
from rules.game import Game, apply, blocking, copy, redrawn
from rules.notation import Move

LONGEST = 40  # moves of a plan: games may let a turn go on without end
CHECKED = 40  # plans that are compared in several worlds
FAR = 2  # times the positions of an effort: then trials stop wherever they are


@dataclass(frozen=True)
class Effort:
    """How much thought a decision gets."""

    width: int  # positions that a beam keeps after each move of a turn
    worlds: int = 4  # in which plans are compared
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

    def mean(self, trust: int) -> float:
        """What the trials brought on the average; what the plan promised counts as much as so many of them."""
        return (trust * self.value + sum(self.trials)) / (trust + len(self.trials))


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
        plans = self.checked(redraw, lot, effort)[: effort.plans]
        while len(plans) > 1 and self.looked_at < effort.positions:
            world = redraw(lot)
            for plan in plans:
                state = self._after(plan, world)
                plan.trials.append(self._play_on(state, lot, effort))
            plans.sort(key=lambda plan: -plan.mean(self.value.knowledge.trust))
            plans = plans[: max(2, (2 * len(plans) + 2) // 3)]
        return plans[0]

    def checked(self, redraw: Callable[[Chance], Any], lot: Chance, effort: Effort) -> list[Plan]:
        """The plans of a beam, the most promising first, judged by what they promise on the average of some worlds.

        In the world of the beam itself those look best that happen to be lucky there.
        """
        plans = self.plans(redraw(lot), self.seat, effort.width)[:CHECKED]
        if effort.worlds and len(plans) > 1:
            worlds = [redraw(lot) for _ in range(effort.worlds)]
            for plan in plans:
                plan.value = sum(self.worth(self._after(plan, world), self.seat) for world in worlds) / len(worlds)
            plans.sort(key=lambda plan: -plan.value)
        return plans

    def _after(self, plan: Plan, world: Any) -> Any:
        """How a world goes on with a plan."""
        state = copy(world)
        for move in plan.moves:
            apply(self.game, state, self.seat, move)
            self.looked_at += 1
        return state

    def _play_on(self, state: Any, lot: Chance, effort: Effort) -> float:
        """Everybody plays what promises most, for some turns of the own seat. Returns what the position is worth.

        Who plays does not know the world, either.
        """
        ahead = effort.ahead
        while not state.over and self.looked_at < FAR * effort.positions:
            seat = blocking(state)[0]
            if seat == self.seat and state.pending[seat][-1].begins(state):
                if not ahead:
                    break
                ahead -= 1
            for move in self.plans(redrawn(self.game, state, seat, lot), seat, effort.narrow)[0].moves:
                apply(self.game, state, seat, move)
        return self.worth(state, self.seat)
