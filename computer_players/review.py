"""The review of a finished game: the value of each turn, better alternatives, and luck.

Each stretch of a turn, up to a reveal or the end of the turn, is judged in positions that its player could not
distinguish from the real one. To cancel the advantage of having just moved, values are averaged over the positions in
which each seat begins its next turn. Luck is the difference in value between a draw or reveal and the average of all
possible ones. Trials measure the quality of reviews: whether they find a deliberately bad turn, and whether predicted
chances come true.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from operator import sub
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec
from msgspec.msgpack import decode, encode

import computer_players
from computer_players.advantage import Advantage, largest
from computer_players.evaluation import LinearEvaluator
from computer_players.player import Observation, observe
from computer_players.search import COMPARISONS, LEVELS, Effort, Search
from rules import GAMES
from rules.chance import Chance
from rules.game import Game, State, apply_move, begins_turn, blocking_seats, copy_state, sample_position
from rules.notation import Move
from rules.table import Table, read_position

SCREENING = Effort(beam_width=16, samples=6)
STRONG = LEVELS["strong"].effort
TURNING_POINTS = 3
MAX_COMPARED_PLANS = 3  # how many of the plans that look best at first are compared
# The least lead of another plan over the played moves: in chance to win, or in points in a solo game. A smaller lead
# counts as equal.
MIN_COST, MIN_POINTS = 0.03, 1.0
# In a game that is practically decided, chances hardly change, so points count as well.
DECIDED, MIN_DECIDED_POINTS = 0.85, 2.0
NEAREST_WIDTH = 4  # the beam width for other continuations of a turn
# A better turn is checked against the played one with this many playouts, or as many as the limit of positions allows.
PLAYOUTS, MIN_PLAYOUTS, MAX_PLAYOUT_POSITIONS = 16, 4, 30_000
MAX_NEAREST = 2  # how many plans from each moment of a turn are compared
MOST_OF_IT = 0.5  # the share of the loss that the nearest better turn wins back
LEVEL = "steady"  # the level of all players in test games
BINS = 10
EARLIEST = 2  # the first of a seat's turns that can be the bad one
Judged = tuple[float, float]  # the judged chance to win, and the seat's share of the win


class Stretch(msgspec.Struct, frozen=True):
    """Consecutive moves of a seat, up to a reveal or the end of its turn: indices into `Table.steps`."""

    turn: int
    seat: int
    first: int
    last: int


class JudgeRequest(msgspec.Struct, frozen=True):
    """A request for the expected results after the best plan and after these moves. ``position``: see `PlanRequest`."""

    game: str
    seat: int
    seed: str
    position: dict[str, Any]
    moves: list[str]
    after: dict[str, Any] | None = None  # the position after these moves, in the same form


class Judgement(msgspec.Struct, frozen=True):
    """The expected result of each seat after the best plan and after the played moves, and the plan ([]: as played).

    Expected results are shares of the win from 0 to 1, or points in a solo game. ``luck`` is the effect of the reveal
    at the end, compared with the average of all possible ones; [] without a reveal. ``near`` is the turn most similar
    to the played one among those that regain most of its loss; [] stands for the plan. ``advantage`` is what this turn
    brings over the played one. ``points`` is the plan's lead over the played moves in the evaluator's unit,
    ``near_points`` that of the similar turn. ``others`` are the next best plans that are clearly better than the played
    moves, and ``checked`` says whether playouts have checked the judgement. ``tried``: moves of a later try that were
    judged even better, without a check by playouts.
    """

    best: list[float]
    played: list[float]
    plan: list[str]
    advantage: Advantage | None = None
    luck: list[float] = []
    near: list[str] = []
    near_expected: list[float] = []
    points: float = 0.0
    others: list[list[str]] = []
    checked: bool = False
    tried: list[str] = []
    near_points: float = 0.0


class CheckRequest(msgspec.Struct, frozen=True):
    """A request to check by playouts whether a judgement's plan is better than the played moves."""

    request: JudgeRequest
    judgement: Judgement


class WaysRequest(msgspec.Struct, frozen=True):
    """A request for the expected results of several ways to play a stretch. A way is a list of moves in notation."""

    request: JudgeRequest
    ways: list[list[str]]


class Way(msgspec.Struct, frozen=True):
    """A way to play a stretch, compared with the first way asked about. ``expected`` is as in a `Judgement`.

    ``points`` is each seat's value in the evaluator's unit. ``advantage`` is what the better of the two ways brings
    over the other (None for the first way itself, or if there is none).
    """

    expected: list[float]
    points: list[float]
    advantage: Advantage | None = None


def expected(game: Game[Any], evaluator: LinearEvaluator, state: State) -> list[float]:
    """Return each seat's expected result in a position: its chance to win, or its points in a solo game."""
    return chances(game, evaluator, state, values_of(game, evaluator, state))


def values_of(game: Game[Any], evaluator: LinearEvaluator, state: State) -> list[float]:
    """Return the value of a position for each seat."""
    if state.over:
        score = game.score(state)
        return [evaluator.spec.result(score, seat) for seat in range(state.seats)]
    return [evaluator(state, seat) for seat in range(state.seats)]


def chances(
    game: Game[Any], evaluator: LinearEvaluator, state: State, values: list[float], narrower: float = 1.0
) -> list[float]:
    """Return each seat's expected result in a position with these values for the seats.

    ``narrower``: the fraction of the usual `EvaluationSpec.win_spread` to use, as more accurate values spread less.
    """
    if state.over:
        return results(game, state)
    if state.seats == 1:
        return values
    at_end, at_start = evaluator.spec.win_spread[state.seats]
    spread = narrower * (at_end + (at_start - at_end) * evaluator.spec.remaining(state))
    best = max(values)
    odds = [math.exp((value - best) / spread) for value in values]
    return [one / sum(odds) for one in odds]


def results(game: Game[Any], state: State) -> list[float]:
    """Return the final result of each seat: its share of the win, or its points in a solo game."""
    score = game.score(state)
    if state.seats == 1:
        return [float(score.points[0])]
    return [(seat in score.winners) / len(score.winners) for seat in range(state.seats)]


def number_of_positions(game_id: str, seats: int) -> int:
    """Return the number of sampled positions in which each stretch of a game with this many seats is judged."""
    return computer_players.evaluator_for(game_id).spec.review_positions.get(seats, COMPARISONS)


class Worth(NamedTuple):
    """Each seat's expected result and average value after a way to play; the positions at the player's next turn."""

    expected: list[float]
    values: list[float]
    then: list[Any]


class Judge:
    """A comparison of ways to play a stretch, in the same sampled positions with the same luck."""

    def __init__(self, request: JudgeRequest) -> None:
        """Draw the positions, which are always the same for a request."""
        self.request, self.game = request, GAMES[request.game]
        state = read_position(self.game, request.position)
        self.observed, self.lot = observe(self.game, state, request.seat), Chance(request.seed)
        self.search = Search(self.game, computer_players.evaluator_for(request.game), request.seat)
        self.number = number_of_positions(request.game, state.seats)
        self.positions = [self.observed.sample(self.lot) for _ in range(self.number)]
        self.played = self.parsed(request.moves)
        self._known: dict[bytes, Worth] = {}  # by the positions after the moves, whose order may differ

    def parsed(self, moves: Iterable[str]) -> list[Move]:
        """Return the moves with these notations, leaving out texts that aren't moves of the game."""
        return [move for text in moves if (move := self.game.notation.parse(text)) is not None]

    def usual(self, moves: Sequence[Move]) -> list[Move]:
        """Return these moves as `Search.usual` does."""
        return self.search.usual(moves, self.positions[0])

    def after(self, moves: Sequence[Move]) -> Worth:
        """Return the worth of these moves, after the rest of the turn and the others' replies."""
        moves = self.usual(moves)
        states = [self.search.after(moves, position) for position in self.positions]
        key = encode(states)
        if key not in self._known:
            self._known[key] = self._worth(states)
        return self._known[key]

    def at_once(self, moves: Sequence[Move]) -> float:
        """Return the value for the seat directly after these moves, as a first estimate without any replies."""
        seat, search, moves = self.request.seat, self.search, self.usual(moves)
        return fmean(search.evaluate(search.after(moves, position), seat) for position in self.positions)

    def advantage(self, better: Sequence[Move], other: Sequence[Move]) -> Advantage | None:
        """Return the advantage of the better way over the other at the seat's next turn, or None if it has none."""
        assets = self.search.evaluator.spec.assets
        return largest(assets, self.after(better).then, self.after(other).then, self.request.seat)

    def clearly_better(self, moves: Sequence[Move]) -> bool:
        """Return whether a way is better than the played moves by more than the sampling noise."""
        seat, now, played = self.request.seat, self.after(moves), self.after(self.played)
        return is_clearly_better(now.expected, played.expected, now.values[seat] - played.values[seat], seat)

    def nearest(self, best: list[Move]) -> list[Move]:
        """Return the way most similar to the played one among those that regain most of its loss.

        The result is clearly better than the played way. It differs only at the end or leaves out one move, or failing
        that, it shares the longest beginning. Return ``best`` if no way is more similar.
        """
        seat, played = self.request.seat, self.played
        cost = self.after(best).expected[seat] - self.after(played).expected[seat]
        least = self.after(played).expected[seat] + MOST_OF_IT * cost
        for length in range(len(played) - 1, 0, -1):
            begun = played[:length]
            if best[:length] == begun:
                return best
            root = self.search.after(begun, self.positions[0])
            plans = self.search.find_plans(root, seat, NEAREST_WIDTH)[:MAX_NEAREST]
            ways = [self.usual(begun + plan.moves) for plan in plans]
            ways += self.without_one() if length == len(played) - 1 else []
            found = max(ways, key=lambda way: self.after(way).expected[seat])
            if self.after(found).expected[seat] >= least and self.clearly_better(found):
                return found
        return best

    def without_one(self) -> list[list[Move]]:
        """Return the most promising variants of the played moves that omit one of them, but not the last."""
        shorter = [[*self.played[:at], *self.played[at + 1 :]] for at in range(len(self.played) - 1)]
        legal = [self.usual(moves) for moves in shorter if self.search.completes(moves, self.positions[0])]
        return sorted(legal, key=self.at_once)[-MAX_NEAREST:]

    def judgement(self, best: list[Move], others: Sequence[Sequence[Move]], luck: list[float]) -> Judgement:
        """Return the judgement of the played moves, with a better plan and the runners-up.

        The most similar better turn is left out if it seems better than the plan, because then playouts have preferred
        the plan.
        """
        seat, found, played, near = self.request.seat, self.after(best), self.after(self.played), self.nearest(best)
        near = best if self.after(near).expected[seat] > found.expected[seat] else near
        return Judgement(
            found.expected,
            played.expected,
            [move.text for move in best],
            self.advantage(near, self.played),
            luck,
            [] if near == best else [move.text for move in near],
            self.after(near).expected,
            found.values[seat] - played.values[seat],
            [[move.text for move in moves] for moves in others],
            near_points=self.after(near).values[seat] - played.values[seat],
        )

    def playouts(self, ways: Sequence[Sequence[Move]]) -> list[list[float]]:
        """Return the differences in the final lead between each way and the played moves, from pairs of playouts.

        If the games are long, the last ways are left out, but never the first one.
        """
        found: list[list[float]] = [[] for _ in ways]
        begun, compared = self.search.positions, len(ways)
        for number in range(PLAYOUTS):
            if number >= MIN_PLAYOUTS and self.search.positions - begun >= MAX_PLAYOUT_POSITIONS:
                break
            position = copy_state(self.positions[number % len(self.positions)])
            position.chance = Chance(f"{self.request.seed} played out {number}")
            least = self._lead(self.played, position)
            if number == 0:
                affordable = MAX_PLAYOUT_POSITIONS // (MIN_PLAYOUTS * max(1, self.search.positions - begun))
                compared = max(1, min(compared, affordable - 1))
            for moves, gains in zip(ways[:compared], found, strict=False):
                gains.append(self._lead(moves, position) - least)
        return found[:compared]

    def _lead(self, moves: Sequence[Move], position: State) -> float:
        """Return the seat's lead in points, or its points in a solo game, if everybody plays on after these moves."""
        state = self.search.finished(self.search.after(self.usual(moves), position))
        points = self.game.score(self.search.play_out(state, Chance(position.chance.seed))).points
        seat = self.request.seat
        return points[seat] - max((other for at, other in enumerate(points) if at != seat), default=0)

    def luck(self) -> list[float]:
        """Return how the reveal after the played moves changed each seat's expected result, or [] if there was none."""
        if self.request.after is None:
            return []
        after, seat = read_position(self.game, self.request.after), self.request.seat
        seen = self.game.view(after, seat)
        could_be = [self.game.view(self.search.after(self.played, position), seat) for position in self.positions]
        if all(view == seen for view in could_be):
            return []
        found = self._worth([sample_position(self.game, after, seat, self.lot) for _ in range(self.number)])
        return list(map(sub, found.expected, self.after(self.played).expected))

    def _worth(self, states: Iterable[State]) -> Worth:
        """Return the worth of these positions after the seat's turn and the others' replies. Changes the positions.

        Values overrate the seat that has just moved. Averaging over the positions in which each seat begins a turn
        cancels this out. The first of these positions and the one after the last count half each. Otherwise the average
        would favour the seat that has just moved when the game may end in between.
        """
        then, values, every = list[State](), list[list[float]](), list[list[float]]()
        evaluator = self.search.evaluator
        narrower = evaluator.spec.answered_spread.get(self.positions[0].seats, 1.0)

        def record(state: State) -> None:
            values.append(values_of(self.game, evaluator, state))
            every.append(chances(self.game, evaluator, state, values[-1], narrower))

        for state in states:
            begun = len(values)
            then.append(copy_state(self.search.answered(self.search.finished(state), record)))
            record(self.search.play_turn(state))
            for one in (values, every):
                one[begun] = averages([one[begun], one.pop()])
        return Worth(averages(every), averages(values), then)


def is_decided(chance: float) -> bool:
    """Return whether a game is practically decided for a seat with this chance to win."""
    return not 1 - DECIDED <= chance <= DECIDED


def is_clearly_better(better: Sequence[float], other: Sequence[float], points: float, seat: int) -> bool:
    """Return whether the first expected results are better for a seat than the others by more than sampling noise.

    ``points``: by how much they are better for the seat in the evaluator's unit.
    """
    gain = better[seat] - other[seat]
    if len(better) == 1:
        return gain >= MIN_POINTS
    return gain >= MIN_COST or (gain > 0 and is_decided(better[seat]) and points >= MIN_DECIDED_POINTS)


def judge_stretch(request: JudgeRequest) -> Judgement:
    """Return the judgement of the played moves, compared with the strong player's choice and other promising plans."""
    judge, seat = Judge(request), request.seat
    played, luck = judge.after(judge.played).expected, judge.luck()
    sample, lot = judge.observed.sample, judge.lot
    plans = list[list[Move]]()
    for plan in judge.search.screen(sample, lot, SCREENING):
        if (usual := judge.usual(plan.moves)) not in plans:
            plans.append(usual)
    least = judge.at_once(judge.played)
    promising = [moves for moves in plans[:MAX_COMPARED_PLANS] if judge.at_once(moves) > least]

    def worth(moves: Sequence[Move]) -> float:
        return judge.after(moves).expected[seat]

    if not any(map(judge.clearly_better, promising)):
        return Judgement(played, played, [], luck=luck)
    strong = judge.usual(judge.search.rank(sample, lot, STRONG)[0].moves)
    compared = [strong, *(moves for moves in promising if moves != strong)]
    best, *others = sorted(compared, key=lambda moves: -worth(moves))
    near = judge.nearest(best)
    if worth(near) > worth(best):
        best, others = near, [best, *others]
    return judge.judgement(best, [moves for moves in others if moves != best and judge.clearly_better(moves)], luck)


def check_judgement(asked: CheckRequest) -> Judgement:
    """Return the judgement corrected by playouts from the same positions.

    If a runner-up does better than the plan, it becomes the plan. If the played moves do clearly better than all of
    them, they are judged to cost nothing.
    """
    judge, found = Judge(asked.request), asked.judgement
    clear = is_clearly_better(found.best, found.played, found.points, asked.request.seat)
    ways = [judge.parsed(moves) for moves in ([found.plan] * clear + found.others)]
    gains = judge.playouts(ways) if ways else []
    best = max(range(len(gains)), key=lambda at: fmean(gains[at]), default=0)
    if best and error_over(gains[best], gains[0]) <= 1:  # the lead is within the sampling error
        best = 0
    if not ways or error_over([0.0] * len(gains[best]), gains[best]) > 1:
        return Judgement(found.played, found.played, [], luck=found.luck, checked=True)
    if best:
        found = judge.judgement(ways[best], [], found.luck)
    return msgspec.structs.replace(found, checked=True)


def error_over(some: Sequence[float], others: Sequence[float]) -> float:
    """Return by how many standard errors the average of ``some`` exceeds that of ``others``, comparing in pairs."""
    differences = list(map(sub, some, others))
    mean = fmean(differences)
    return mean / (stdev(differences) / math.sqrt(len(differences)) or abs(mean) or 1.0)


def positions_of(request: JudgeRequest) -> list[State]:
    """Return the sampled positions in which a stretch is judged, the same for each call.

    The stretch's seat can't distinguish them.
    """
    return Judge(request).positions


@lru_cache(maxsize=1)
def _judge_of(request: bytes) -> Judge:
    """Return the judge for an encoded request.

    The judge of the last request is kept with its evaluated ways, because players try the same turn repeatedly.
    """
    return Judge(decode(request, type=JudgeRequest))


def compare_ways(asked: WaysRequest) -> list[Way]:
    """Compare ways to play a stretch, up to a reveal or the end of the turn, in the positions in which it is judged."""
    judge, seat = _judge_of(encode(asked.request)), asked.request.seat
    ways = list(map(judge.parsed, asked.ways))
    first, found = judge.after(ways[0]), list[Way]()
    for moves in ways:
        worth = judge.after(moves)
        worse = first.expected[seat] < worth.expected[seat]
        better, other = (moves, ways[0]) if worse else (ways[0], moves)
        reason = judge.advantage(better, other) if found else None
        found.append(Way(worth.expected, worth.values, reason))
    return found


def averages(every: Iterable[Sequence[float]]) -> list[float]:
    """Return the average of each seat's numbers, given a list with one number per seat for each case."""
    return list(map(fmean, zip(*every, strict=True)))


def stretches(table: Table) -> list[Stretch]:
    """Return the stretches of a game, in the order in which they were played."""
    found: list[Stretch] = []
    going_on = False
    for at, (step, after) in enumerate(zip(table.steps, islice(table.moments(), 1, None), strict=True)):
        if going_on and found[-1].seat == step.seat:  # a turn that has not ended goes on
            found[-1] = msgspec.structs.replace(found[-1], last=at)
        else:
            found.append(Stretch(step.turn, step.seat, at, at))
        going_on = after.state.undoable[step.seat] > 0 and not step.ends
    return found


def request_of(table: Table, review_seed: str, first: int) -> JudgeRequest:
    """Return the request, as in `requests_for`, about the stretch that begins at the index ``first`` of the steps."""
    return next(_requests(table, review_seed, [one for one in stretches(table) if one.first == first]))


def requests_for(table: Table, review_seed: str) -> list[JudgeRequest]:
    """Return the requests about all stretches of a game, each with only its player's knowledge at the time."""
    return list(_requests(table, review_seed, stretches(table)))


def _requests(table: Table, review_seed: str, wanted: Sequence[Stretch]) -> Iterator[JudgeRequest]:
    begins, ends = ({getattr(one, at): one for one in wanted} for at in ("first", "last"))
    before: dict[str, Any] = {}
    for at, now in enumerate(table.moments()):
        if (one := ends.get(at - 1)) is not None:
            moves = [step.move for step in table.steps[one.first : at]]
            after = _known_to(table, one.seat, now.state, f"{review_seed} after {at}")
            yield JudgeRequest(table.game.id, one.seat, f"{review_seed} {one.first}", before, moves, after)
        if (one := begins.get(at)) is not None:
            before = _known_to(table, one.seat, now.state, f"{review_seed} {at}")


def _known_to(table: Table, seat: int, state: State, seed: str) -> Any:
    """Return a position that the seat can't distinguish from this one."""
    return msgspec.to_builtins(sample_position(table.game, state, seat, Chance(seed)))


class Mistake(msgspec.Struct, frozen=True):
    """The stretch of a seat's turn that cost the seat most, and the cost."""

    turn: int
    seat: int
    cost: float
    stretch: Stretch
    judgement: Judgement


class Part(msgspec.Struct, frozen=True):
    """Each seat's expected result after a stretch, before its reveal, and the changes due to decisions and reveal."""

    stretch: Stretch
    expected: list[float]
    decisions: list[float]
    luck: list[float]


class GameReview(msgspec.Struct, frozen=True):
    """A reviewed game: the expected results at the start, the stretches as they were played, and the final results.

    The mistakes begin with the most expensive one.
    """

    start: list[float]
    parts: list[Part]
    results: list[float]
    mistakes: list[Mistake]
    turns_of: list[int]  # how many turns each seat had

    def decided(self, seat: int) -> float:
        """Return how much the seat's own decisions changed its expected result: never more than 0."""
        return sum(part.decisions[seat] for part in self.parts if part.stretch.seat == seat)

    def lost(self, seat: int) -> float:
        """Return the cost of the seat's own decisions: never less than 0."""
        return 0.0 - self.decided(seat)

    def given(self, seat: int) -> float:
        """Return the change in the seat's expected result caused by the others' decisions."""
        return sum(part.decisions[seat] for part in self.parts if part.stretch.seat != seat)

    def luck(self, seat: int) -> float:
        """Return the change in the seat's expected result caused by luck."""
        return sum(part.luck[seat] for part in self.parts)

    def rest(self, seat: int) -> float:
        """Return the rest of the change in the seat's expected result: the course of the game."""
        changed = self.results[seat] - self.start[seat]
        return changed - self.decided(seat) - self.given(seat) - self.luck(seat)

    def mistakes_of(self, seat: int) -> list[Mistake]:
        """Return the seat's most expensive turns, at most `TURNING_POINTS`, the worst first."""
        return [mistake for mistake in self.mistakes if mistake.seat == seat][:TURNING_POINTS]

    @property
    def turning_points(self) -> list[Mistake]:
        """Return the most expensive turns, at most `TURNING_POINTS`, in the order in which they were played."""
        return sorted(self.mistakes[:TURNING_POINTS], key=lambda mistake: mistake.stretch.first)


def review_of(table: Table, judged: Sequence[Judgement]) -> GameReview:
    """Return the review of a finished game whose stretches have all been judged.

    In a solo game, the cost of a decision is the part that the next turn can't make up for. Values don't predict the
    final points there, and the immediate losses would add up to much more than was really lost.
    """
    parts, worst, nothing = list[Part](), dict[tuple[int, int], Mistake](), [0.0] * table.seats
    turns, final = set[tuple[int, int]](), results(table.game, table.state)
    then = [*(one.best for one in judged[1:]), final]
    for stretch, one, after in zip(stretches(table), judged, then, strict=True):
        luck, decisions = one.luck or nothing, list(map(sub, one.played, one.best))
        if table.seats == 1:
            lasting = one.best[0] + luck[0] - after[0]
            decisions = [min(0.0, max(decisions[0], -lasting))]
        parts.append(Part(stretch, one.played, decisions, luck))
        cost, key = 0.0 - decisions[stretch.seat], (stretch.turn, stretch.seat)
        turns.add(key)
        shown = one.plan and (table.seats > 1 or cost >= MIN_POINTS)
        if shown and (key not in worst or cost > worst[key].cost):
            worst[key] = Mistake(stretch.turn, stretch.seat, cost, stretch, one)
    return GameReview(
        judged[0].best,
        parts,
        final,
        sorted(worst.values(), key=lambda one: -one.cost),
        [sum(seat == own for _, own in turns) for seat in range(table.seats)],
    )


def next_question(
    table: Table, asked: Sequence[JudgeRequest], judged: Sequence[Judgement]
) -> tuple[int, JudgeRequest | CheckRequest] | None:
    """Return the next stretch to judge or check, with the request about it, or None when all are done.

    Every turn that a review shows is checked. If no better plan is confirmed, the review shows another turn.
    """
    if len(judged) < len(asked):
        return len(judged), asked[len(judged)]
    review, places = review_of(table, judged), {stretch.first: at for at, stretch in enumerate(stretches(table))}
    own = [one for seat in range(table.seats) for one in review.mistakes_of(seat)]
    for mistake in (*review.turning_points, *own):
        if not mistake.judgement.checked:
            at = places[mistake.stretch.first]
            return at, CheckRequest(asked[at], judged[at])
    return None


def answer_question(question: JudgeRequest | CheckRequest) -> Judgement:
    """Judge a stretch, or check a judgement, depending on the question."""
    return check_judgement(question) if isinstance(question, CheckRequest) else judge_stretch(question)


class Trial(NamedTuple):
    """A reviewed game: its bad turn, its review, the CPU seconds, and each predicted chance with its outcome."""

    blunder: tuple[int, int] | None  # turn and seat
    review: GameReview
    seconds: float
    chances: list[Judged]

    @property
    def named(self) -> bool:
        """Return whether the bad turn is one of the turning points."""
        return self.blunder in [(one.turn, one.seat) for one in self.review.turning_points]


def worst(observed: Observation, evaluate: Any, lot: Chance) -> Move:
    """Return the legal move that leads to the seat's worst position without ending the game, if there is one."""
    root = observed.sample(lot)

    def value(move: Move) -> float:
        twin = copy_state(root)
        apply_move(observed.game, twin, observed.seat, move)
        return float("inf") if twin.over else float(evaluate(twin, observed.seat))

    return min(observed.moves, key=value)


def play(game_id: str, seats: int, seed: str, *, blunder: bool) -> tuple[Table, tuple[int, int] | None]:
    """Play a game between steady players. With ``blunder``, one of them plays one turn as badly as possible.

    Return the game, and the turn and the seat of the blunder, or None.
    """
    table, lot = Table(GAMES[game_id], seats, seed), Chance(f"{seed} blunder")
    players = [computer_players.seat(LEVEL, game_id, f"{seed} {seat}") for seat in range(seats)]
    evaluate = computer_players.evaluator_for(game_id)
    unlucky, wait = lot.below(seats), EARLIEST + lot.below(evaluate.spec.own_turns - EARLIEST + 1)
    bad: tuple[int, int] | None = None
    while not table.over:
        seat = blocking_seats(table.state)[0]
        observed = observe(table.game, table.state, seat)
        if blunder and seat == unlucky and begins_turn(table.state, seat):
            wait -= 1
            bad = (table.turn, seat) if wait == 0 else bad
        move = worst(observed, evaluate, lot) if bad == (table.turn, seat) else players[seat].choose(observed)
        table.play(seat, move.text)
    return table, bad


def review_trials(game_id: str, seats: int, numbers: Iterable[int], *, blunder: bool) -> Iterator[Trial]:
    """Play games and review them, and yield a trial for each."""
    for number in numbers:
        table, bad = play(game_id, seats, f"trial {number}", blunder=blunder)
        started = time.process_time()
        asked, judged = requests_for(table, "trial"), list[Judgement]()
        while (question := next_question(table, asked, judged)) is not None:
            judged[question[0] : question[0] + 1] = [answer_question(question[1])]
        review = review_of(table, judged)
        seconds, final = time.process_time() - started, results(table.game, table.state)
        expected_then = [review.start, *(part.expected for part in review.parts)]
        judged_chances = [pair for each in expected_then for pair in zip(each, final, strict=True)]
        yield Trial(bad, review, seconds, judged_chances)


def calibration(chances: Iterable[Judged]) -> list[tuple[int, float, float]]:
    """Return the number of predicted chances in each tenth that has any, their average, and the average share won."""
    bins: list[list[Judged]] = [[] for _ in range(BINS)]
    for judged, won in chances:
        bins[min(BINS - 1, int(judged * BINS))].append((judged, won))
    return [
        (len(some), sum(judged for judged, _ in some) / len(some), sum(won for _, won in some) / len(some))
        for some in bins
        if some
    ]
