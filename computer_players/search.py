"""The search for all games: plans for a turn from a beam search, tested in worlds with sampled hidden information."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.msgpack import decode, encode

from computer_players.evaluation import LinearEvaluator
from rules.chance import Chance
from rules.game import Game, apply, blocking, copy, sample_position
from rules.notation import Move

LONGEST = 40  # moves of a plan: a turn can go on without end in some games
CHECKED = 40  # plans that are compared in several worlds
ALIKE = 8  # of these, plans with the same first move: variations of one idea
LEAST = 4  # plans that get trials, at least
ROUNDS = 2  # rounds of trials that must fit the budget
FEWER = 4  # one in this many plans, plus one, is dropped after each round of trials
ENOUGH = 24  # trials of a plan; more are not informative
FAR = 2  # a trial stops at this multiple of the budget of positions


@dataclass(frozen=True)
class Effort:
    """How much thought a decision gets."""

    width: int  # beam width: positions kept after each move of a turn
    worlds: int = 4  # worlds in which plans are compared
    plans: int = 1  # plans that get trials
    narrow: int = 1  # beam width in a trial
    positions: int = 0  # budget of positions; a round of trials is finished once begun


@dataclass
class Plan:
    """The seat's moves up to the end of its turn or a reveal, and their expected value."""

    moves: list[Move]
    states: list[Any]  # before each move, and after the last one
    value: float
    trials: list[float] = field(default_factory=list)

    def mean(self, trust: int) -> float:
        """Return the average of the trials, with the plan's expected value counted as ``trust`` trials."""
        return (trust * self.value + sum(self.trials)) / (trust + len(self.trials))


class Search:
    """The search of a seat for one decision."""

    def __init__(self, game: Game[Any], evaluator: LinearEvaluator, seat: int) -> None:
        self.game = game
        self.evaluator = evaluator
        self.seat = seat
        self.looked_at = 0  # positions

    def worth(self, state: Any, seat: int) -> float:
        """Return the value of the position for a seat."""
        if state.over:
            return self.evaluator.spec.result(self.game.score(state), seat)
        return self.evaluator(state, seat)

    def plans(self, root: Any, seat: int, width: int) -> list[Plan]:
        """Return the continuations found by a beam search, the most promising first."""
        found: list[Plan] = []
        beam = [Plan([], [root], 0.0)]
        kind = type(root)
        while beam:
            coming: dict[float, Plan] = {}  # by value: transpositions have the same value
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
        """Return whether a plan ends here: the turn is over, or new information was revealed."""
        return state.over or not state.undoable[seat] or not state.pending[seat]

    def judged(self, sample: Callable[[Chance], Any], lot: Chance, effort: Effort) -> list[Plan]:
        """Return the plans ordered by their trials. The worst plans get fewer trials and are dropped."""
        checked = self.checked(sample, lot, effort)
        tried = min(effort.plans, self._affordable(checked[0], sample, lot, effort)) if effort.plans > 1 else 1
        plans, others = checked[:tried], checked[tried:]
        while len(plans) > 1 and self.looked_at < effort.positions and len(plans[0].trials) < ENOUGH:
            world, luck = sample(lot), f"{lot.below(2**63)}"
            for plan in plans:  # all in the same world with the same luck
                state = self._after(plan, world)
                plan.trials.append(self._play_on(state, Chance(luck), effort))
            plans.sort(key=lambda plan: -plan.mean(self.evaluator.spec.prior_weight))
            kept = max(2, len(plans) - 1 - len(plans) // FEWER)
            plans, others = plans[:kept], plans[kept:] + others
        return plans + others

    def _affordable(self, plan: Plan, sample: Callable[[Chance], Any], lot: Chance, effort: Effort) -> int:
        """Return how many plans can get several trials each, from the cost of one trial: more with fewer players.

        The best of many plans with one trial each is only the luckiest.
        """
        before = self.looked_at
        self._play_on(self._after(plan, sample(lot)), lot, effort)
        return max(LEAST, (effort.positions - self.looked_at) // (ROUNDS * (self.looked_at - before)))

    def checked(self, sample: Callable[[Chance], Any], lot: Chance, effort: Effort) -> list[Plan]:
        """Return the plans of a beam, the most promising first, by their average promise over several worlds.

        In the beam's own world, lucky plans look best.
        """
        plans = self._different(self.plans(sample(lot), self.seat, effort.width))
        if effort.worlds and len(plans) > 1:
            worlds = [sample(lot) for _ in range(effort.worlds)]
            for plan in plans:
                plan.value = sum(self.worth(self._after(plan, world), self.seat) for world in worlds) / len(worlds)
            plans.sort(key=lambda plan: -plan.value)
        return plans

    def _different(self, plans: list[Plan]) -> list[Plan]:
        """Return the most promising plans without duplicate results and without too many that start alike."""
        found: dict[bytes, Plan] = {}  # by the seat's view afterwards: the order of moves may differ
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
        """Return the world after a plan."""
        state = copy(world)
        for move in plan.moves:
            apply(self.game, state, self.seat, move)
            self.looked_at += 1
        return state

    def _play_on(self, state: Any, lot: Chance, effort: Effort) -> float:
        """Let every player make its most promising moves for some of the seat's turns. Returns the final value.

        The simulated players don't know the world either.
        """
        ahead = self.evaluator.spec.rollout_turns
        while not state.over and self.looked_at < FAR * effort.positions:
            seat = blocking(state)[0]
            if seat == self.seat and state.pending[seat][-1].begins(state):
                if not ahead:
                    break
                ahead -= 1
            for move in self.plans(sample_position(self.game, state, seat, lot), seat, effort.narrow)[0].moves:
                apply(self.game, state, seat, move)
        return self.worth(state, self.seat)
