"""The interface of a player: it gets the seat's knowledge and the legal moves, and chooses one of these.

The greedy player, the baseline for stronger ones, looks ahead to the end of its turn and makes the move that it values
most.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from rules.chance import Chance
from rules.game import Game, State, apply_move, blocking_seats, endless_copies, legal_moves, sample_position
from rules.notation import Move


@dataclass(frozen=True)
class Observation:
    """What a player knows when it has to choose a move."""

    game: Game[Any]
    seat: int
    moves: Sequence[Move]
    view: msgspec.Struct
    sample: Callable[[Chance], Any]  # returns a random position that the seat can't distinguish from the real one


class Player(Protocol):
    """A player of one seat from its first question to the end of the game."""

    def choose(self, observed: Observation) -> Move:
        """Return one of the legal moves."""


def observe(game: Game[Any], state: State, seat: int) -> Observation:
    """Return the observation of a seat that has to decide. The real position is not exposed."""
    moves, view = legal_moves(state, seat), game.view(state, seat)
    return Observation(game, seat, moves, view, lambda lot: sample_position(game, state, seat, lot))


@dataclass(frozen=True)
class GreedyHeuristics:
    """A greedy player's knowledge of a game."""

    evaluate: Callable[[Any, int], float]  # the value of a position for a seat, in points at the end
    move_bonus: Callable[[Any, int, Move, Any], float]  # position, seat, move, position after it
    move_prior: Callable[[Any, int, Move], float]  # a first estimate of the value of a turn's first move
    simulated_starts: int  # how many first moves of a turn are simulated to its end


class Greedy:
    """A player that simulates the most promising ways to start a turn to the turn's end, and chooses the best.

    Within a turn it makes the move with the best immediate result.
    """

    def __init__(self, heuristics: GreedyHeuristics, seed: str) -> None:
        self.heuristics = heuristics
        self.lot = Chance(seed)

    def choose(self, observed: Observation) -> Move:
        """Return the move that leads to the most valuable position, at the end of the turn if the move begins it."""
        if len(observed.moves) == 1:
            return observed.moves[0]
        game, state, seat = observed.game, observed.sample(self.lot), observed.seat
        if not state.pending[seat][-1].begins(state):
            return self._best(game, state, seat)
        moves = sorted(observed.moves, key=lambda move: -self.heuristics.move_prior(state, seat, move))
        twins = endless_copies(state)

        def after_turn(move: Move) -> float:
            twin = next(twins)
            apply_move(game, twin, seat, move)
            while blocking_seats(twin) == [seat] and not twin.pending[seat][-1].begins(twin):
                apply_move(game, twin, seat, self._best(game, twin, seat))
            return self.heuristics.evaluate(twin, seat)

        return max(moves[: self.heuristics.simulated_starts], key=after_turn)

    def _best(self, game: Game[Any], state: Any, seat: int) -> Move:
        moves, twins = legal_moves(state, seat), endless_copies(state)

        def value(move: Move) -> float:
            twin = next(twins)
            apply_move(game, twin, seat, move)
            return self.heuristics.evaluate(twin, seat) + self.heuristics.move_bonus(state, seat, move, twin)

        return max(moves, key=value) if len(moves) > 1 else moves[0]
