"""The AI worker process. It reads questions about any game, seat and level, and writes plans, one line of JSON each.

It is given only what a seat may know: its position is one that the seat can't distinguish from the real one, and its
seed is not the game's. It keeps nothing of a question except cached region values.
"""

import os
import resource
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

import computer_players
from computer_players.levels import LEVELS
from computer_players.player import ask
from computer_players.thinker import Thinker
from rules import GAMES
from rules.notation import print_move
from rules.table import read_position

LOWEST = 19  # priority: below everything else on the machine
MEMORY = 1 << 30  # memory limit in bytes
IDLE = 600  # seconds without a question after which the process exits


class Problem(msgspec.Struct, frozen=True):
    """A question: what would a player of this level do in a seat? ``position``: as `read_position` takes it."""

    game: str
    seat: int
    level: str
    seed: str
    position: dict[str, Any]


class Solution(msgspec.Struct, frozen=True):
    """A plan's moves in notation, the best alternative first move, and how many points worse it is."""

    moves: list[str]
    other: str = ""
    gain: float = 0.0


def solve(problem: Problem) -> Solution:
    """Find a plan. Raises any error on failure."""
    game = GAMES[problem.game]
    state = read_position(game, problem.position)
    thinker = Thinker(LEVELS[problem.level], computer_players.evaluator_for(problem.game), problem.seed)
    thought = thinker.think(ask(game, state, problem.seat))
    other = print_move(thought.other) if thought.other is not None else ""
    return Solution([print_move(move) for move in thought.moves], other, thought.gain)


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer until there are no more questions, or none for a long time. An error ends the process."""
    decoder = msgspec.json.Decoder(Problem)
    signal.alarm(IDLE)
    for line in lines:
        signal.alarm(0)
        out.write(msgspec.json.encode(solve(decoder.decode(line))) + b"\n")
        out.flush()
        signal.alarm(IDLE)


def main() -> None:
    """Answer over standard input and output at the lowest priority."""
    with suppress(OSError):
        os.nice(LOWEST)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
