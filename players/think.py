"""A process that thinks for others: questions of any game, seat and level come in, plans go out, a line of JSON each.

It is given nothing but what a seat may know: its position is one that the seat cannot tell from the real one, and the
seed of its thoughts is not that of the game. It keeps nothing of a question but what it has worked out of regions.
"""

import os
import resource
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

import players
from players.levels import LEVELS
from players.player import ask
from players.thinker import Thinker
from rules import GAMES
from rules.notation import print_move
from rules.table import read_position

LOWEST = 19  # priority: whatever else the machine has to do goes first
MEMORY = 1 << 30  # bytes that a process may take
IDLE = 600  # seconds without a question after which a process ends


class Problem(msgspec.Struct, frozen=True):
    """A question: what a player of this level would do in a seat. ``position``: as `read_position` takes it."""

    game: str
    seat: int
    level: str
    seed: str
    position: dict[str, Any]


class Solution(msgspec.Struct, frozen=True):
    """The moves of a plan in notation, what else one could begin with, and how many points that is worse."""

    moves: list[str]
    other: str = ""
    gain: float = 0.0


def solve(problem: Problem) -> Solution:
    """Think. Raises whatever goes wrong."""
    game = GAMES[problem.game]
    state = read_position(game, problem.position)
    thinker = Thinker(LEVELS[problem.level], players.value_of(problem.game), problem.seed)
    thought = thinker.think(ask(game, state, problem.seat))
    other = print_move(thought.other) if thought.other is not None else ""
    return Solution([print_move(move) for move in thought.moves], other, thought.gain)


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer until there are no more questions, or none for long. What goes wrong ends the process."""
    decoder = msgspec.json.Decoder(Problem)
    signal.alarm(IDLE)
    for line in lines:
        signal.alarm(0)
        out.write(msgspec.json.encode(solve(decoder.decode(line))) + b"\n")
        out.flush()
        signal.alarm(IDLE)


def main() -> None:
    """Answer over standard input and output, with what nobody else wants of the machine."""
    with suppress(OSError):
        os.nice(LOWEST)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
