"""The search for all games: a beam search for plans of a turn, compared in sampled positions and by rollouts.

The levels range from a friendly beginner to the strongest play that is possible in a few seconds.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from typing import Any

import msgspec
from msgspec.msgpack import decode, encode

from computer_players.advantage import Advantage, largest
from computer_players.evaluation import LinearEvaluator
from computer_players.player import Observation
from rules.chance import Chance
from rules.game import Game, apply_move, begins_turn, blocking_seats, copy_state, sample_position
from rules.notation import Move

MAX_PLAN_LENGTH = 40  # In some games a turn can go on forever.
MAX_SCREENED_PLANS = 40
MAX_SCREENED_PLANS_PER_FIRST_MOVE = 8  # Plans that start alike are variations of one idea.
MIN_ROLLOUT_PLANS = 4
ROUNDS_IN_BUDGET = 2  # the number of plans is limited so that the budget allows this many rounds of rollouts
DROPPED_PER_ROUND = 4  # One in this many plans, plus one, is dropped after each round.
MAX_ROLLOUTS_PER_PLAN = 24
OVERDRAFT = 2  # A rollout stops at this multiple of the budget of positions.
ROLLOUT_WIDTH = 1  # the beam width for the turns of a rollout
COMPARISONS = 16  # sampled positions in which ways to play are compared
RESOLUTION = 2**32  # the resolution of random choices among plans

Sampler = Callable[[Chance], Any]  # returns positions that the seat can't distinguish from the real one


@dataclass(frozen=True)
class Effort:
    """The amount of thought for a decision."""

    beam_width: int  # positions kept after each move of a turn
    samples: int = 4  # sampled positions (determinizations) in which plans are compared
    rollout_plans: int = 1  # plans that get rollouts
    positions: int = 0  # budget of positions; a round of rollouts is finished once begun


@dataclass(frozen=True)
class Level:
    """How a player thinks: its effort, and how often it strays from the best plan that it found."""

    effort: Effort
    temperature: float = 0.0  # the temperature of the softmax over plans, in points; 0: always the best plan


LEVELS: Mapping[str, Level] = {
    "casual": Level(Effort(beam_width=2), temperature=3.0),
    "steady": Level(Effort(beam_width=6)),
    "strong": Level(Effort(beam_width=16, samples=6, rollout_plans=40, positions=9000)),
}
REPLY_WIDTH = LEVELS["steady"].effort.beam_width


@dataclass
class Plan:
    """The seat's moves up to the end of its turn or a reveal, and their expected value."""

    moves: list[Move]
    states: list[Any]  # before each move, and after the last one
    value: float
    rollouts: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return the average of the rollouts, where the plan's expected value counts as one of them."""
        return (self.value + sum(self.rollouts)) / (1 + len(self.rollouts))


class Search:
    """A seat's search for the best plan in one decision."""

    def __init__(self, game: Game[Any], evaluator: LinearEvaluator, seat: int) -> None:
        self.game = game
        self.evaluator = evaluator
        self.seat = seat
        self.positions = 0  # positions searched so far
        self._replies: dict[str, list[Move]] = {}  # by what the seat can see

    def evaluate(self, state: Any, seat: int) -> float:
        """Return the value of the position for a seat."""
        if state.over:
            return self.evaluator.spec.result(self.game.score(state), seat)
        return self.evaluator(state, seat)

    def find_plans(self, root: Any, seat: int, width: int) -> list[Plan]:
        """Return a seat's ways to continue its turn from ``root``, found by a beam search, the most promising first."""
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
                    apply_move(self.game, state, seat, move)
                    self.positions += 1
                    new = Plan([*plan.moves, move], [*plan.states, state], self.evaluate(state, seat))
                    # The turn is over, or new information was revealed.
                    ended = state.over or not state.undoable[seat] or not state.pending[seat]
                    if ended or len(new.moves) == MAX_PLAN_LENGTH:
                        found.append(new)
                    else:
                        coming.setdefault(new.value, new)
            beam = sorted(coming.values(), key=lambda plan: -plan.value)[:width]
        return sorted(found, key=lambda plan: -plan.value)

    def rank(self, sample: Sampler, lot: Chance, effort: Effort) -> list[Plan]:
        """Return the plans ordered by their rollouts. Those that do badly get no more rollouts and come last."""
        screened = self.screen(sample, lot, effort)
        tried = 1
        if effort.rollout_plans > 1:
            # With one rollout each, the best of many plans is only the luckiest one, so each must get several. Games
            # with fewer players have room for more plans.
            before = self.positions
            self.roll_out(self.after(screened[0].moves, sample(lot)), lot, effort)
            cost = ROUNDS_IN_BUDGET * (self.positions - before)
            tried = min(effort.rollout_plans, max(MIN_ROLLOUT_PLANS, (effort.positions - self.positions) // cost))
        plans, others = screened[:tried], screened[tried:]
        while len(plans) > 1 and self.positions < effort.positions and len(plans[0].rollouts) < MAX_ROLLOUTS_PER_PLAN:
            root, luck = sample(lot), f"{lot.below(2**63)}"
            for plan in plans:  # each from the same sampled position with the same luck
                end = self.roll_out(self.after(plan.moves, root), Chance(luck), effort)
                plan.rollouts.append(self.evaluate(end, self.seat))
            plans.sort(key=lambda plan: -plan.mean)
            kept = max(2, len(plans) - 1 - len(plans) // DROPPED_PER_ROUND)
            plans, others = plans[:kept], plans[kept:] + others
        return plans + others

    def screen(self, sample: Sampler, lot: Chance, effort: Effort) -> list[Plan]:
        """Return the plans of a beam, the most promising first, by their average value over several positions.

        In the single position of the beam search, lucky plans would look best.
        """
        plans = self._different(self.find_plans(sample(lot), self.seat, effort.beam_width))
        if effort.samples and len(plans) > 1:
            roots = [sample(lot) for _ in range(effort.samples)]
            for plan in plans:
                plan.value = sum(self.evaluate(self.after(plan.moves, root), self.seat) for root in roots) / len(roots)
            plans.sort(key=lambda plan: -plan.value)
        return plans

    def _different(self, plans: list[Plan]) -> list[Plan]:
        """Return the most promising plans, without duplicate results and without too many that start alike."""
        found: dict[bytes, Plan] = {}  # by the seat's view afterwards: the order of moves may differ
        alike: Counter[Move] = Counter()
        for plan in plans:
            if alike[plan.moves[0]] < MAX_SCREENED_PLANS_PER_FIRST_MOVE:
                seen = encode(self.game.view(plan.states[-1], self.seat))
                if seen not in found:
                    found[seen] = plan
                    alike[plan.moves[0]] += 1
            if len(found) == MAX_SCREENED_PLANS:
                break
        return list(found.values())

    def after(self, moves: Sequence[Move], root: Any) -> Any:
        """Return the position after these moves of the seat."""
        state = copy_state(root)
        for move in moves:
            apply_move(self.game, state, self.seat, move)
            self.positions += 1
        return state

    def completes(self, moves: Sequence[Move], root: Any) -> bool:
        """Return whether the moves are legal in this position, and only the last ends the turn or reveals something."""
        state = copy_state(root)
        for number, move in enumerate(moves, 1):
            if move not in state.pending[self.seat][-1].options(state, self.seat):
                return False
            apply_move(self.game, state, self.seat, move)
            ended = state.over or not state.undoable[self.seat] or not state.pending[self.seat]
            if ended != (number == len(moves)):
                return False
        return True

    def usual(self, moves: Sequence[Move], root: Any) -> list[Move]:
        """Return these moves. Replace a blind last one by the first legal move that the seat can't tell apart from it.

        A blind move chooses a face-down thing. To the seat, unknown rats are all the same, but in a small sample of
        positions, one of them always looks better.
        """
        spec = self.evaluator.spec
        if not moves or not isinstance(moves[-1], spec.blind):
            return [*moves]
        return [*moves[:-1], spec.alike(self.after(moves[:-1], root), self.seat, moves[-1])]

    def advantage(self, positions: Sequence[Any], better: Sequence[Move], other: Sequence[Move]) -> Advantage | None:
        """Return the advantage of the better moves over the others at the seat's next turn, in the same positions.

        Return None if they have none.
        """
        now, then = (
            [self.answered(self.finished(self.after(moves, position))) for position in positions]
            for moves in (better, other)
        )
        return largest(self.evaluator.spec.assets, now, then, self.seat)

    def finished(self, state: Any) -> Any:
        """Play the seat's turn to its end. Return the changed position."""
        while not state.over and blocking_seats(state)[0] == self.seat and not begins_turn(state, self.seat):
            self.reply(state, self.seat)
        return state

    def answered(self, state: Any, record: Callable[[Any], None] = lambda state: None) -> Any:
        """Play replies to a turn, until each seat has begun a turn of its own or the game ends.

        Return the changed position.

        ``record`` is called once per seat, with the position in which it begins its turn, or the final one if the game
        ends first.
        """
        waiting = set(range(state.seats))
        while waiting:
            seat = -1 if state.over else blocking_seats(state)[0]
            ready = waiting if state.over else {seat} & waiting if begins_turn(state, seat) else set()
            for _ in ready:
                record(state)
            waiting = waiting - ready
            if waiting:
                self.reply(state, seat)
        return state

    def play_turn(self, state: Any) -> Any:
        """Play until the next turn begins or the game ends. Return the changed position."""
        while not state.over:
            self.reply(state, blocking_seats(state)[0])
            seat = -1 if state.over else blocking_seats(state)[0]
            if seat >= 0 and begins_turn(state, seat):
                break
        return state

    def reply(self, state: Any, seat: int) -> None:
        """Make the moves of a steady player, up to a reveal or the end of its turn.

        They are always the same for the same view, so positions that the seat can't distinguish share one search.
        """
        seen = _seen(self.game.view(state, seat))
        if seen not in self._replies:
            search, spec = Search(self.game, self.evaluator, seat), self.evaluator.spec
            width, lot = spec.reply_widths.get(state.seats, REPLY_WIDTH), Chance(seen)
            sample = partial(sample_position, self.game, state, seat)
            if spec.reply_samples:
                plans = search.screen(sample, lot, Effort(width, spec.reply_samples))
            else:  # Only the first plan matters, so none is left out.
                plans = search.find_plans(sample(lot), seat, width)
            self._replies[seen] = plans[0].moves
            self.positions += search.positions
        for move in self._replies[seen]:
            apply_move(self.game, state, seat, move)

    def play_out(self, state: Any, lot: Chance) -> Any:
        """Let everybody play to the end of the game. Return the changed position."""
        while not state.over:
            self.go_on(state, blocking_seats(state)[0], lot, ROLLOUT_WIDTH)
        return state

    def go_on(self, state: Any, seat: int, lot: Chance, width: int) -> None:
        """Make the most promising moves of a seat, up to a reveal or the end of its turn."""
        root = sample_position(self.game, state, seat, lot)  # The search doesn't know what is hidden.
        for move in self.find_plans(root, seat, width)[0].moves:
            apply_move(self.game, state, seat, move)

    def roll_out(self, state: Any, lot: Chance, effort: Effort) -> Any:
        """Let every player make its most promising moves for `rollout_turns` of the seat's turns.

        Stop earlier if the game ends or the budget is overdrawn. Return the changed position.
        """
        turns = self.evaluator.spec.rollout_turns
        while not state.over and self.positions < OVERDRAFT * effort.positions:
            seat = blocking_seats(state)[0]
            if seat == self.seat and state.pending[seat][-1].begins(state):
                if not turns:
                    break
                turns -= 1
            self.go_on(state, seat, lot, ROLLOUT_WIDTH)
        return state


class PlanAdvice(msgspec.Struct, frozen=True):
    """A plan's moves in notation, the best other first move, the plan's lead over it in points, and the reason."""

    moves: list[str]
    other: str = ""
    gain: float = 0.0
    advantage: Advantage | None = None


class Thinker:
    """A player that plans its turn. The plan depends only on the player's view and seed."""

    def __init__(self, level: Level, evaluator: LinearEvaluator, seed: str) -> None:
        self.level = level
        self.evaluator = evaluator
        self.seed = seed
        self._next: list[tuple[str, Move]] = []  # the planned moves, each with the expected view
        self.positions = 0  # positions searched since the start

    def choose(self, observed: Observation) -> Move:
        """Return the next move of the plan, or of a new plan after a reveal or an unexpected change."""
        if len(observed.moves) == 1:
            return observed.moves[0]
        seen = _seen(observed.view)
        if self._next and self._next[0][0] == seen:
            return self._next.pop(0)[1]
        plan = self._plans(observed, seen)[0]
        views = [_seen(observed.game.view(state, observed.seat)) for state in plan.states[1:-1]]
        self._next = list(zip(views, plan.moves[1:], strict=True))
        return plan.moves[0]

    def plan(self, observed: Observation) -> PlanAdvice:
        """Return the whole plan, up to a reveal or the end of the turn."""
        if len(observed.moves) == 1:
            return PlanAdvice([observed.moves[0].text])
        return PlanAdvice([move.text for move in self._plans(observed, _seen(observed.view))[0].moves])

    def advise(self, observed: Observation) -> PlanAdvice:
        """Return the plan, its lead over the best plan with another first move, and the reason."""
        if len(observed.moves) == 1:
            return PlanAdvice([observed.moves[0].text])
        best, *others = self._plans(observed, _seen(observed.view))
        moves = [move.text for move in best.moves]
        other = next((plan for plan in others if plan.moves[0] != best.moves[0]), None)
        if other is None:
            return PlanAdvice(moves)
        search, lot = Search(observed.game, self.evaluator, observed.seat), Chance(f"{self.seed} compared")
        positions = [observed.sample(lot) for _ in range(COMPARISONS)]
        better = search.advantage(positions, best.moves, other.moves)
        one, two = (search.usual(plan.moves[:1], positions[0]) for plan in (best, other))
        gain = 0.0 if one == two else max(0.0, best.mean - other.mean)
        return PlanAdvice(moves, other.moves[0].text, gain, better)

    def _plans(self, observed: Observation, seen: str) -> list[Plan]:
        """Return the plan to play, followed by the others from best to worst.

        If the level has a temperature, the plan to play may not be the best.
        """
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
    return blake2b(encode(view), digest_size=12).hexdigest()
