"""The review of a finished game: what each turn was worth, what would have been better, and what was luck.

Each stretch of a turn up to a reveal is judged in positions that its player could not distinguish from the real one.
The change of what the players could expect is then the effect of the decision plus luck, exactly. Trials measure how
good reviews are: whether they name a move that was bad on purpose, and whether chances come true.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

import computer_players
from computer_players.advantage import Advantage
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
MAX_COMPARED_PLANS = 3  # of those that look best at first
# What the best plan must promise more than what was played, so that the strong player thinks about the stretch.
MIN_COST, MIN_POINTS = 0.02, 1.0
FINISHING_WIDTH = 2  # beam width for the rest of a turn after a reveal
LEVEL = "steady"  # of all players of a trial
BINS = 10
EARLIEST = 2  # the first own turn that can be the bad one
Judged = tuple[float, float]  # the chance that was judged, and the share of the win


class Stretch(msgspec.Struct, frozen=True):
    """Consecutive moves of a seat in a turn, up to a reveal: indices into `Table.steps`."""

    turn: int
    seat: int
    first: int
    last: int


class JudgeRequest(msgspec.Struct, frozen=True):
    """What could each seat expect after the best plan, and after these moves? ``position``: see `PlanRequest`."""

    game: str
    seat: int
    seed: str
    position: dict[str, Any]
    moves: list[str]


class Judgement(msgspec.Struct, frozen=True):
    """What each seat could expect after the best plan and after what was played, and that plan ([]: what was played).

    A seat expects a share of the win from 0 to 1, or, alone, points. ``advantage`` is the plan's over what was played.
    """

    best: list[float]
    played: list[float]
    plan: list[str]
    advantage: Advantage | None = None


class WaysRequest(msgspec.Struct, frozen=True):
    """What could each seat expect after each of these ways to play a stretch? Ways are moves in notation."""

    request: JudgeRequest
    ways: list[list[str]]


class Way(msgspec.Struct, frozen=True):
    """What each seat could expect after a way to play a stretch: as a review shows it, and in the unit of the value.

    ``advantage``: in what this way and the first one differ most, of the one after which the seat can expect more.
    """

    expected: list[float]
    points: list[float]
    advantage: Advantage | None = None


def expected(game: Game[Any], evaluator: LinearEvaluator, state: State) -> list[float]:
    """Return what each seat can expect in a position: its chance to win, or, alone, its points."""
    return results(game, state) if state.over else chances(evaluator, state, values_of(game, evaluator, state))


def values_of(game: Game[Any], evaluator: LinearEvaluator, state: State) -> list[float]:
    """Return the value of a position for each seat."""
    if state.over:
        score = game.score(state)
        return [evaluator.spec.result(score, seat) for seat in range(state.seats)]
    return [evaluator(state, seat) for seat in range(state.seats)]


def chances(evaluator: LinearEvaluator, state: State, values: list[float]) -> list[float]:
    """Return the chance of each seat to win a game that goes on, from the values of the position; alone, the value."""
    if state.seats == 1:
        return values
    at_end, at_start = evaluator.spec.win_spread[state.seats]
    spread = at_end + (at_start - at_end) * evaluator.spec.remaining(state)
    best = max(values)
    odds = [math.exp((value - best) / spread) for value in values]
    return [one / sum(odds) for one in odds]


def results(game: Game[Any], state: State) -> list[float]:
    """Return the final result of each seat: its share of the win, or, alone, its points."""
    score = game.score(state)
    if state.seats == 1:
        return [float(score.points[0])]
    return [(seat in score.winners) / len(score.winners) for seat in range(state.seats)]


def judge_stretch(request: JudgeRequest) -> Judgement:
    """Compare what was played with what the strong player would have done. Raises any error on failure."""
    game = GAMES[request.game]
    state = read_position(game, request.position)
    observed, lot = observe(game, state, request.seat), Chance(request.seed)
    search = Search(game, computer_players.evaluator_for(request.game), request.seat)
    positions = [observed.sample(lot) for _ in range(COMPARISONS)]  # as in `positions_of`
    played = [move for text in request.moves if (move := game.notation.parse(text)) is not None]
    after_played = expected_after(search, positions, played)
    promising = search.screen(observed.sample, lot, SCREENING)[:MAX_COMPARED_PLANS]
    hoped = max(expected_after(search, positions, plan.moves)[request.seat] for plan in promising)
    if hoped - after_played[request.seat] < (MIN_COST if state.seats > 1 else MIN_POINTS):
        return Judgement(after_played, after_played, [])
    strong = search.rank(observed.sample, lot, STRONG)[0].moves
    after_strong = expected_after(search, positions, strong)
    if after_strong[request.seat] <= after_played[request.seat]:
        return Judgement(after_played, after_played, [])
    better = search.advantage(positions, strong, played)
    return Judgement(after_strong, after_played, [move.text for move in strong], better)


def positions_of(request: JudgeRequest) -> list[State]:
    """Return the positions in which a stretch is judged, always the same. Its seat can't tell them apart."""
    game = GAMES[request.game]
    state, lot = read_position(game, request.position), Chance(request.seed)
    return [sample_position(game, state, request.seat, lot) for _ in range(COMPARISONS)]


def compare_ways(asked: WaysRequest) -> list[Way]:
    """Compare ways to play a stretch in the positions in which it is judged. Each ends with a turn, or a reveal."""
    request, game = asked.request, GAMES[asked.request.game]
    search, positions = Search(game, computer_players.evaluator_for(game.id), request.seat), positions_of(request)
    ways = [[move for text in way if (move := game.notation.parse(text)) is not None] for way in asked.ways]
    found: list[Way] = []
    for moves in ways:
        ends = ends_after(search, positions, moves)
        points = [values_of(game, search.evaluator, state) for state in ends]
        way = Way(averages([expected(game, search.evaluator, state) for state in ends]), averages(points))
        if found:
            worse = found[0].expected[request.seat] < way.expected[request.seat]
            better, other = (moves, ways[0]) if worse else (ways[0], moves)
            way = msgspec.structs.replace(way, advantage=search.advantage(positions, better, other))
        found.append(way)
    return found


def averages(every: Iterable[Sequence[float]]) -> list[float]:
    """Return the average of each seat."""
    return list(map(fmean, zip(*every, strict=True)))


def expected_after(search: Search, positions: Sequence[State], moves: Sequence[Move]) -> list[float]:
    """Return what each seat can expect after these moves, once the turn has been played to its end."""
    ends = ends_after(search, positions, moves)
    return averages(expected(search.game, search.evaluator, state) for state in ends)


def ends_after(search: Search, positions: Sequence[State], moves: Sequence[Move]) -> list[State]:
    """Return the positions after these moves, once the turn has been played to its end.

    Ways to play a stretch are compared in the same sampled positions with the same luck.
    """
    game, seat, every = search.game, search.seat, list[State]()
    for position in positions:
        state = search.after(moves, position)
        lot = Chance(state.chance.seed)
        while not state.over and blocking_seats(state)[0] == seat and not state.pending[seat][-1].begins(state):
            root = sample_position(game, state, seat, lot)  # The seat doesn't know what is hidden then either.
            for move in search.find_plans(root, seat, FINISHING_WIDTH)[0].moves:
                apply_move(game, state, seat, move)
        every.append(state)
    return every


def stretches(table: Table) -> list[Stretch]:
    """Return the stretches of a game, in order."""
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
    """Return the question about the stretch that begins with this step, as `requests_for` does."""
    stretch = next(stretch for stretch in stretches(table) if stretch.first == first)
    return _request(table, review_seed, stretch, next(islice(table.moments(), first, None)).state)


def _request(table: Table, review_seed: str, stretch: Stretch, state: State) -> JudgeRequest:
    seed = f"{review_seed} {stretch.first}"
    position = sample_position(table.game, state, stretch.seat, Chance(seed))
    moves = [step.move for step in table.steps[stretch.first : stretch.last + 1]]
    return JudgeRequest(table.game.id, stretch.seat, seed, msgspec.to_builtins(position), moves)


def requests_for(table: Table, review_seed: str) -> list[JudgeRequest]:
    """Return the questions about all stretches of a game, each with only what its player could know then."""
    begins = {stretch.first: stretch for stretch in stretches(table)}
    return [
        _request(table, review_seed, begins[at], now.state) for at, now in enumerate(table.moments()) if at in begins
    ]


class Mistake(msgspec.Struct, frozen=True):
    """What a seat's decisions in a turn cost it, and the stretch of the turn that cost most."""

    turn: int
    seat: int
    cost: float
    stretch: Stretch
    judgement: Judgement


class TurnReview(msgspec.Struct, frozen=True):
    """What each seat could expect as a turn began, and how decisions and luck changed that by the next turn."""

    number: int
    expected: list[float]
    decisions: list[float]
    luck: list[float]


class GameReview(msgspec.Struct, frozen=True):
    """A reviewed game: its turns in order, the result of each seat, and the mistakes, the most expensive first."""

    turns: list[TurnReview]
    results: list[float]
    mistakes: list[Mistake]
    turns_of: list[int]  # how many turns each seat had

    def decided(self, seat: int) -> float:
        """Return what all decisions of the game changed for the seat: its own, and those of the others."""
        return sum(turn.decisions[seat] for turn in self.turns)

    def luck(self, seat: int) -> float:
        """Return what luck changed for the seat."""
        return sum(turn.luck[seat] for turn in self.turns)

    def mistakes_of(self, seat: int) -> list[Mistake]:
        """Return the seat's most expensive turns."""
        return [mistake for mistake in self.mistakes if mistake.seat == seat][:TURNING_POINTS]

    def lost(self, seat: int) -> float:
        """Return what the seat's own decisions cost it."""
        return sum(mistake.cost for mistake in self.mistakes if mistake.seat == seat)

    @property
    def turning_points(self) -> list[Mistake]:
        """Return the most expensive turns, in the order in which they were played."""
        return sorted(self.mistakes[:TURNING_POINTS], key=lambda mistake: mistake.stretch.first)


def review_of(table: Table, judged: Sequence[Judgement]) -> GameReview:
    """Return the review of a finished game whose stretches have all been judged."""
    every, final = stretches(table), results(table.game, table.state)
    following = [*(one.best for one in judged[1:]), final]
    turns: dict[int, TurnReview] = {}
    worst: dict[tuple[int, int], Mistake] = {}
    for stretch, one, after in zip(every, judged, following, strict=True):
        turn = turns.get(stretch.turn) or TurnReview(stretch.turn, one.best, [0.0] * table.seats, [0.0] * table.seats)
        turns[stretch.turn] = msgspec.structs.replace(
            turn,
            decisions=[sum(three) - best for *three, best in zip(turn.decisions, one.played, one.best, strict=True)],
            luck=[sum(two) - played for *two, played in zip(turn.luck, after, one.played, strict=True)],
        )
        cost, key = one.best[stretch.seat] - one.played[stretch.seat], (stretch.turn, stretch.seat)
        before = worst.get(key) or Mistake(stretch.turn, stretch.seat, 0.0, stretch, one)
        if cost > before.judgement.best[stretch.seat] - before.judgement.played[stretch.seat]:
            before = msgspec.structs.replace(before, stretch=stretch, judgement=one)
        worst[key] = msgspec.structs.replace(before, cost=before.cost + cost)
    return GameReview(
        list(turns.values()),
        final,
        sorted((one for one in worst.values() if one.judgement.plan), key=lambda one: -one.cost),
        [sum(seat == own for _, own in worst) for seat in range(table.seats)],
    )


class Trial(NamedTuple):
    """A reviewed game: its bad turn, its review, its seconds of CPU, and each chance to win with what came of it."""

    blunder: tuple[int, int] | None  # turn and seat
    review: GameReview
    seconds: float
    chances: list[Judged]

    @property
    def named(self) -> bool:
        """Return whether the bad turn is one of the turning points."""
        return self.blunder in [(one.turn, one.seat) for one in self.review.turning_points]


def worst(observed: Observation, evaluate: Any, lot: Chance) -> Move:
    """Return the legal move after which the position is worth least."""
    root = observed.sample(lot)

    def value(move: Move) -> float:
        twin = copy_state(root)
        apply_move(observed.game, twin, observed.seat, move)
        return float("inf") if twin.over else float(evaluate(twin, observed.seat))

    return min(observed.moves, key=value)


def play(game_id: str, seats: int, seed: str, *, blunder: bool) -> tuple[Table, tuple[int, int] | None]:
    """Play a game between steady players. With ``blunder``, one of them plays one turn as badly as it can."""
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
    """Play and review games."""
    for number in numbers:
        table, bad = play(game_id, seats, f"trial {number}", blunder=blunder)
        started = time.process_time()
        review = review_of(table, [judge_stretch(request) for request in requests_for(table, "trial")])
        seconds, final = time.process_time() - started, results(table.game, table.state)
        chances = [pair for turn in review.turns for pair in zip(turn.expected, final, strict=True)]
        yield Trial(bad, review, seconds, chances)


def calibration(chances: Iterable[Judged]) -> list[tuple[int, float, float]]:
    """Return for each tenth of chances how many there are, their average, and the share that was won."""
    bins: list[list[Judged]] = [[] for _ in range(BINS)]
    for judged, won in chances:
        bins[min(BINS - 1, int(judged * BINS))].append((judged, won))
    return [
        (len(some), sum(judged for judged, _ in some) / len(some), sum(won for _, won in some) / len(some))
        for some in bins
        if some
    ]
