"""The one search of all games: plans for a turn from a beam, tried out in worlds where what is hidden is redrawn."""

from collections import Counter
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
ALIKE = 8  # of these that have the same first move: variations of one thought
LEAST = 4  # plans that are tried out at least
ROUNDS = 2  # of trials that there must be room for
FEWER = 4  # of so many plans one drops out after each round of trials, and one besides
ENOUGH = 24  # trials of a plan: more of them tell nothing new
FAR = 2  # times the positions of an effort: then trials stop wherever they are


@dataclass(frozen=True)
class Effort:
    """How much thought a decision gets."""

    width: int  # positions that a beam keeps after each move of a turn
    worlds: int = 4  # in which plans are compared
    plans: int = 1  # ways to play the turn that are tried out
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
                for move in before.pending[seat][-1].options(before, seat):
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

    def judged(self, redraw: Callable[[Chance], Any], lot: Chance, effort: Effort) -> list[Plan]:
        """The plans, the one first that does best in trials, of which those that do worst get fewer and fewer."""
        checked = self.checked(redraw, lot, effort)
        tried = min(effort.plans, self._affordable(checked[0], redraw, lot, effort)) if effort.plans > 1 else 1
        plans, others = checked[:tried], checked[tried:]
        while len(plans) > 1 and self.looked_at < effort.positions and len(plans[0].trials) < ENOUGH:
            world, luck = redraw(lot), f"{lot.below(2**63)}"
            for plan in plans:  # all in the same world, and with the same luck
                state = self._after(plan, world)
                plan.trials.append(self._play_on(state, Chance(luck), effort))
            plans.sort(key=lambda plan: -plan.mean(self.value.knowledge.trust))
            kept = max(2, len(plans) - 1 - len(plans) // FEWER)
            plans, others = plans[:kept], plans[kept:] + others
        return plans + others

    def _affordable(self, plan: Plan, redraw: Callable[[Chance], Any], lot: Chance, effort: Effort) -> int:
        """How many plans can be tried some times each, by what one trial looks at: more where fewer others play.

        The best of many that are tried once is the luckiest of them.
        """
        before = self.looked_at
        self._play_on(self._after(plan, redraw(lot)), lot, effort)
        return max(LEAST, (effort.positions - self.looked_at) // (ROUNDS * (self.looked_at - before)))

    def checked(self, redraw: Callable[[Chance], Any], lot: Chance, effort: Effort) -> list[Plan]:
        """The plans of a beam, the most promising first, judged by what they promise on the average of some worlds.

        In the world of the beam itself those look best that happen to be lucky there.
        """
        plans = self._different(self.plans(redraw(lot), self.seat, effort.width))
        if effort.worlds and len(plans) > 1:
            worlds = [redraw(lot) for _ in range(effort.worlds)]
            for plan in plans:
                plan.value = sum(self.worth(self._after(plan, world), self.seat) for world in worlds) / len(worlds)
            plans.sort(key=lambda plan: -plan.value)
        return plans

    def _different(self, plans: list[Plan]) -> list[Plan]:
        """The most promising of them: of those that lead to the same one, and not too many that begin alike."""
        found: dict[bytes, Plan] = {}  # by what the seat sees then: things may be done in another order
        alike: Counter[Move] = Counter()
        for plan in plans:
            if alike[plan.moves[0]] < ALIKE:
                seen = encode(self.game.view(plan.states[-1], self.seat))
                if seen not in found:
                    found[seen] = plan
                    alike[plan.moves[0]] += 1
            if len(found) == CHECKED:
                break
        return list(found.values())

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
        ahead = self.value.knowledge.ahead
        while not state.over and self.looked_at < FAR * effort.positions:
            seat = blocking(state)[0]
            if seat == self.seat and state.pending[seat][-1].begins(state):
                if not ahead:
                    break
                ahead -= 1
            for move in self.plans(redrawn(self.game, state, seat, lot), seat, effort.narrow)[0].moves:
                apply(self.game, state, seat, move)
        return self.worth(state, self.seat)
