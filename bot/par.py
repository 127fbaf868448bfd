"""The computer's result of each challenge of the day (*par*): it plays while nobody else needs an AI worker."""

import asyncio
from operator import itemgetter
from typing import Any

import msgspec
from discord.ext import commands

from bot.computers import BEST, AiClient
from bot.fair_queue import Ask, Work
from bot.periodic import periodic
from computer_players.ai_worker import PlanRequest
from rules.chance import Chance
from rules.game import sample_position
from rules.table import Table
from rules_service import RulesService
from rules_service.daily import points_by_round

SECONDS_BETWEEN_LOOKS = 60.0
MAX_SECONDS_TO_PLAN = 120.0  # Nobody waits, and at the lowest priority it may get little of a busy processor.
GAMES = 3  # The same computer varies by many points from game to game, so the median counts.
ITSELF = Ask(Work.REVIEW, 0)  # Nobody waits for it, so everything else comes first.


class ParPlayer:
    """Plays today's and tomorrow's challenges, on days on which a person opens today's."""

    def __init__(self, client: commands.AutoShardedBot, service: RulesService, ai: AiClient) -> None:
        self.client, self._service, self._ai = client, service, ai
        self._day, self._results = 0, list[tuple[int, ...]]()  # the results so far of the games of one challenge

    @periodic(SECONDS_BETWEEN_LOOKS, "playing the challenge of the day")
    async def poll(self) -> None:
        """Play the next challenge without a result, and store the median. A game that fails starts over."""
        dailies = self._service.dailies
        if self._service.repository.storage.database.partition.slot or (found := await dailies.without_par()) is None:
            return
        day, table = found
        if day != self._day:
            self._day, self._results = day, []
        while len(self._results) < GAMES:
            self._results.append(await self._play(table.fork(), f"par {day} {len(self._results)}"))
        await dailies.set_par(day, sorted(self._results, key=itemgetter(-1))[GAMES // 2])

    async def _play(self, table: Table, seed: str) -> tuple[int, ...]:
        """Play a game to its end, and return the points after each round. Raises WorkerUnavailable."""
        while not table.over:
            request = await asyncio.to_thread(request_for, table, f"{seed} {len(table.steps)}")
            advice = await self._ai.plan(request, MAX_SECONDS_TO_PLAN, ITSELF)
            await asyncio.to_thread(follow, table, advice.moves)
        return await asyncio.to_thread(points_by_round, table)


def request_for(table: Table, seed: str) -> PlanRequest:
    """Return the request for the strong computer's next plan. It knows no more than a person in its place."""
    position: dict[str, Any] = msgspec.to_builtins(sample_position(table.game, table.state, 0, Chance(seed)))
    return PlanRequest(table.game.id, 0, BEST, seed, position)


def follow(table: Table, moves: list[str]) -> None:
    """Play these moves, up to one that reveals something, after which the computer thinks again."""
    for move in moves:
        table.play(0, move)
        if not table.undoable(0):
            return
