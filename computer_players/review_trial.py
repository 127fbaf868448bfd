"""Measure how good reviews are: whether they name a move that was bad on purpose, and whether chances come true."""

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import computer_players
from computer_players.player import Observation, observe
from computer_players.review import GameReview, judge, requests_for, results, review_of
from rules import GAMES
from rules.chance import Chance
from rules.game import apply, begins, blocking, copy
from rules.notation import Move, print_move
from rules.table import Table

LEVEL = "steady"  # of all players
BINS = 10
EARLIEST, LATEST = 2, {"rattus": 4, "messina": 18}  # own turns of which one is the bad one
Judged = tuple[float, float]  # the chance that was judged, and the share of the win


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
        twin = copy(root)
        apply(observed.game, twin, observed.seat, move)
        return float("inf") if twin.over else float(evaluate(twin, observed.seat))

    return min(observed.moves, key=value)


def play(game_id: str, seats: int, seed: str, *, blunder: bool) -> tuple[Table, tuple[int, int] | None]:
    """Play a game between steady players. With ``blunder``, one of them plays one turn as badly as it can."""
    table, lot = Table(GAMES[game_id], seats, seed), Chance(f"{seed} blunder")
    players = [computer_players.seat(LEVEL, game_id, f"{seed} {seat}") for seat in range(seats)]
    evaluate = computer_players.evaluator_for(game_id)
    unlucky, wait = lot.below(seats), EARLIEST + lot.below(LATEST[game_id] - EARLIEST + 1)
    bad: tuple[int, int] | None = None
    while not table.over:
        seat = blocking(table.state)[0]
        observed = observe(table.game, table.state, seat)
        if blunder and seat == unlucky and begins(table.state, seat):
            wait -= 1
            bad = (table.turn, seat) if wait == 0 else bad
        move = worst(observed, evaluate, lot) if bad == (table.turn, seat) else players[seat].choose(observed)
        table.play(seat, print_move(move))
    return table, bad


def trials(game_id: str, seats: int, numbers: Iterable[int], *, blunder: bool) -> Iterator[Trial]:
    """Play and review games."""
    for number in numbers:
        table, bad = play(game_id, seats, f"trial {number}", blunder=blunder)
        started = time.process_time()
        review = review_of(table, [judge(request) for request in requests_for(table, "trial")])
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
