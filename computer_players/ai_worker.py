"""The AI worker process. It reads requests about any game, seat and level, and writes plans, one line of JSON each.

It is given only what a seat may know: its position is one that the seat can't distinguish from the real one, and its
seed is not the game's. It keeps nothing of a request except cached region values.
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
from computer_players.thinker import PlanAdvice, Thinker
from rules import GAMES
from rules.table import read_position

LOWEST_PRIORITY = 19
MAX_MEMORY_BYTES = 1 << 30
MAX_IDLE_SECONDS = 600


class PlanRequest(msgspec.Struct, frozen=True):
    """What would a player of this level do in a seat? ``position``: as `read_position` takes it."""

    game: str
    seat: int
    level: str
    seed: str
    position: dict[str, Any]


def find_plan(request: PlanRequest) -> PlanAdvice:
    """Find a plan. Raises any error on failure."""
    game = GAMES[request.game]
    state = read_position(game, request.position)
    thinker = Thinker(LEVELS[request.level], computer_players.evaluator_for(request.game), request.seed)
    return thinker.advise(ask(game, state, request.seat))


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer until there are no more requests, or none for a long time. An error ends the process."""
    decoder = msgspec.json.Decoder(PlanRequest)
    signal.alarm(MAX_IDLE_SECONDS)
    for line in lines:
        signal.alarm(0)
        out.write(msgspec.json.encode(find_plan(decoder.decode(line))) + b"\n")
        out.flush()
        signal.alarm(MAX_IDLE_SECONDS)


def main() -> None:
    """Answer over standard input and output at the lowest priority."""
    with suppress(OSError):
        os.nice(LOWEST_PRIORITY)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
