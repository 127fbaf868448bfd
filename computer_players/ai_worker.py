"""The AI worker: it plans turns for any game, seat and level, and answers the requests of `review`.

The bot starts and ends its process. The worker gets only what a seat may know: positions that the seat can't
distinguish from the real ones, and a seed that is not the game's. Between requests it keeps only cached values, and
the judge of the ways to play that it compared last.
"""

import os
import resource
from contextlib import suppress
from typing import Any

import msgspec

import computer_players
from computer_players.player import observe
from computer_players.search import LEVELS, PlanAdvice, Thinker
from rules import GAMES
from rules.table import read_position

LOWEST_PRIORITY = 19
MAX_MEMORY_BYTES = 1 << 30
MAX_IDLE_SECONDS = 600


class PlanRequest(msgspec.Struct, frozen=True):
    """A request to plan a turn for a seat, as a player of this level would play it.

    ``position``: in the form that `read_position` accepts, and sampled for the seat. ``explained``: whether a person
    will see the plan, which is then compared with another one. The comparison costs more than the plan itself.
    """

    game: str
    seat: int
    level: str
    seed: str
    position: dict[str, Any]
    explained: bool = False


def find_plan(request: PlanRequest) -> PlanAdvice:
    """Return the plan of a player of the requested level, with an alternative only if ``request.explained``."""
    game = GAMES[request.game]
    state = read_position(game, request.position)
    thinker = Thinker(LEVELS[request.level], computer_players.evaluator_for(request.game), request.seed)
    observed = observe(game, state, request.seat)
    return thinker.advise(observed) if request.explained else thinker.plan(observed)


def prepare() -> int:
    """Lower the priority of this process, which may use a whole core for a long time, and limit its memory.

    Return how many seconds it may be idle before it is ended.
    """
    with suppress(OSError):
        os.nice(LOWEST_PRIORITY)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    return MAX_IDLE_SECONDS
