"""A simple player that looks one turn ahead and takes what it values most: the baseline for stronger players."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from computer_players.player import Observation
from rules.chance import Chance
from rules.game import Game, apply, blocking, copies, legal
from rules.notation import Move


@dataclass(frozen=True)
class GreedyHeuristics:
    """What a greedy player knows of a game."""

    evaluate: Callable[[Any, int], float]  # the value of a position for a seat, in points at the end
    move_bonus: Callable[[Any, int, Move, Any], float]  # position, seat, move, position after it
    move_prior: Callable[[Any, int, Move], float]  # a first estimate of the value of a turn's first move
    simulated_starts: int  # how many first moves of a turn are simulated to its end


class Greedy:
    """A player that simulates each way to start a turn to its end. Within a turn it takes the best move at once."""

    def __init__(self, heuristics: GreedyHeuristics, seed: str) -> None:
        self.heuristics = heuristics
        self.lot = Chance(seed)

    def choose(self, observed: Observation) -> Move:
        """Return the move after which the position is worth most."""
        if len(observed.moves) == 1:
            return observed.moves[0]
        state, seat = observed.sample(self.lot), observed.seat
        if not state.pending[seat][-1].begins(state):
            return self._best(observed.game, state, seat)
        moves = sorted(observed.moves, key=lambda move: -self.heuristics.move_prior(state, seat, move))
        twins = copies(state)
        starts = moves[: self.heuristics.simulated_starts]
        return max(starts, key=lambda move: self._after_turn(observed.game, next(twins), seat, move))

    def _best(self, game: Game[Any], state: Any, seat: int) -> Move:
        moves, twins = legal(state, seat), copies(state)

        def value(move: Move) -> float:
            twin = next(twins)
            apply(game, twin, seat, move)
            return self.heuristics.evaluate(twin, seat) + self.heuristics.move_bonus(state, seat, move, twin)

        return max(moves, key=value) if len(moves) > 1 else moves[0]

    def _after_turn(self, game: Game[Any], twin: Any, seat: int, move: Move) -> float:
        """Play the turn that starts with this move to its end, changing the position.

        Returns the value of the result.
        """
        apply(game, twin, seat, move)
        while blocking(twin) == [seat] and not twin.pending[seat][-1].begins(twin):
            apply(game, twin, seat, self._best(game, twin, seat))
        return self.heuristics.evaluate(twin, seat)
