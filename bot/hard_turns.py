"""Hard turns for the challenge of the day: found in games between computers, and judged as in reviews.

The search takes minutes of CPU, so it is split into requests of seconds, which wait until no one else needs an AI
worker. People's turns are judged in the same sampled positions as the best turn, so luck and hidden things don't count.
"""

import asyncio
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

import msgspec
from discord.ext import commands

from bot.computers import AiClient
from bot.fair_queue import Ask, Work
from bot.periodic import periodic
from computer_players.ai_worker import PlanRequest
from computer_players.review import (
    Judgement,
    JudgeRequest,
    Mistake,
    Way,
    WaysRequest,
    is_decided,
    next_question,
    requests_for,
    review_of,
    stretches,
)
from rules.chance import Chance
from rules.game import Game, State, begins_turn, blocking_seats, sample_position
from rules.table import Table
from rules_service import RulesService
from rules_service.daily_turn import DailyTurn
from rules_service.options import game_options

# The games to search, with the numbers and levels of their players. If none has a hard turn, the day gets a solo game.
# Weaker players have more turns in which another way to play is much better.
GAMES = (
    *((3, "casual"), (2, "casual"), (4, "casual"), (3, "steady")),
    *((2, "steady"), (3, "casual"), (2, "casual"), (4, "casual")),
)
MAX_SECONDS = 120.0  # the time limit of a request, which has the lowest priority
NOBODY = 0  # not a person: everything that people wait for comes first
LEAST_GAIN = 0.06  # the least lead in the chance to win of the best turn over another one that looks good
MIDDLE = (0.15, 0.9)  # the part of a game in which turns are looked for
SECONDS_BETWEEN_LOOKS = 60.0
JUDGED_AT_ONCE = 20
PERCENT = 100


async def find_turn(ai: AiClient, game: Game[Any], options: Mapping[str, str], seed: str) -> DailyTurn | None:
    """Search games between computers for a hard turn for the challenge with this seed. Return the turn, or None.

    Raises WorkerUnavailable.
    """
    for number, (seats, level) in enumerate(GAMES):
        # The workers get no seed from which the game's seed could be derived.
        secret = sha256(f"{seed} turn {number}".encode()).hexdigest()
        table = Table(game, seats, seed, game_options(game, seats, options))
        await play(ai, table, level, secret)
        asked, judged = await asyncio.to_thread(requests_for, table, secret), list[Any]()
        while (question := await asyncio.to_thread(next_question, table, asked, judged)) is not None:
            judged[question[0] : question[0] + 1] = [await ai.judge(question[1], MAX_SECONDS, NOBODY)]
        found = await asyncio.to_thread(hardest, table, level, asked, judged)
        if found is not None:
            return found
    return None


async def play(ai: AiClient, table: Table, level: str, secret: str) -> None:
    """Let computers play a game to its end, with ``secret`` as the seed of their plans. Raises WorkerUnavailable."""
    while not table.over:
        seat = blocking_seats(table.state)[0]
        request = await asyncio.to_thread(plan_request, table, seat, level, f"{secret} {len(table.steps)}")
        advice = await ai.plan(request, MAX_SECONDS, Ask(Work.REVIEW, NOBODY))
        await asyncio.to_thread(follow, table, seat, advice.moves)


def plan_request(table: Table, seat: int, level: str, seed: str) -> PlanRequest:
    """Return the request for a computer's next plan. It has no more knowledge than a person in its place."""
    position: dict[str, Any] = msgspec.to_builtins(sample_position(table.game, table.state, seat, Chance(seed)))
    return PlanRequest(table.game.id, seat, level, seed, position)


def follow(table: Table, seat: int, moves: list[str]) -> None:
    """Play these moves up to and including the first that can't be undone: after it, the computer plans again."""
    for move in moves:
        table.play(seat, move)
        if not table.undoable(seat):
            return


def hardest(table: Table, level: str, asked: Sequence[JudgeRequest], judged: Sequence[Judgement]) -> DailyTurn | None:
    """Return the costliest turn that suits a challenge, from the middle of a reviewed game, or None if there is none.

    ``asked`` and ``judged``: the requests of the review and their results.
    """
    firsts = [stretch.first for stretch in stretches(table)]
    for mistake in review_of(table, judged).mistakes:
        first = mistake.stretch.first
        before = next(islice(table.moments(), first, None)).state
        if suits(mistake, before) and MIDDLE[0] <= first / len(table.steps) <= MIDDLE[1]:
            question, judgement = asked[firsts.index(first)], mistake.judgement
            return DailyTurn(
                table.seats,
                level,
                mistake.seat,
                [(step.seat, step.move) for step in table.steps[:first]],
                msgspec.to_builtins(msgspec.structs.replace(question, after=None)),
                msgspec.to_builtins(judgement),
                round(PERCENT * judgement.best[mistake.seat]),
            )
    return None


def suits(mistake: Mistake, before: State) -> bool:
    """Return whether a turn suits a challenge.

    It must be a mistake that costs enough, confirmed by playouts, in a game that isn't decided. It must also be a whole
    turn, at whose start no other seat has to decide. ``before`` is the position before the turn.
    """
    judgement, seat = mistake.judgement, mistake.seat
    whole = begins_turn(before, seat) and blocking_seats(before) == [seat]
    open_ = not (is_decided(judgement.best[seat]) or is_decided(judgement.played[seat]))
    return whole and open_ and judgement.checked and mistake.cost >= LEAST_GAIN


def question_of(turn: DailyTurn) -> JudgeRequest:
    """Return the request with which the computer's own turn was judged. It contains the moves of that turn."""
    return msgspec.convert(turn.question, JudgeRequest)


def judgement_of(turn: DailyTurn) -> Judgement:
    """Return the judgement of the computer's own turn. It contains the best known turn."""
    return msgspec.convert(turn.judgement, Judgement)


def ways_of(turn: DailyTurn, moves: Sequence[str]) -> WaysRequest:
    """Return the request to compare a played turn with the best one, in the positions used to find the best one."""
    return WaysRequest(question_of(turn), [[*moves], judgement_of(turn).plan])


def percent_of(turn: DailyTurn, ways: Sequence[Way]) -> int:
    """Return the chance to win after the played turn, in percent. ``ways``: the results for `ways_of`."""
    return round(PERCENT * ways[0].expected[turn.seat])


class TurnJudge:
    """Judges people's attempts at a challenge that were not judged at once, because no AI worker answered in time."""

    def __init__(self, client: commands.AutoShardedBot, service: RulesService, ai: AiClient) -> None:
        self.client, self._service, self._ai = client, service, ai

    @periodic(SECONDS_BETWEEN_LOOKS, "judging turns of the challenge of the day")
    async def poll(self) -> None:
        """Judge the attempts, earliest first, in the first process only. Failures are retried in the next run."""
        dailies = self._service.dailies
        if self._service.repository.storage.database.partition.slot:
            return
        for user_id, day, moves in await dailies.unjudged(JUDGED_AT_ONCE):
            turn = await dailies.secret_turn(day)
            if turn is not None:
                ways = await self._ai.weigh(ways_of(turn, moves), MAX_SECONDS)
                await dailies.judge(user_id, day, percent_of(turn, ways))
