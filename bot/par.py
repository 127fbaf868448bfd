"""Prepare the challenge of the day when nobody else needs an AI worker.

The computer plays today's and tomorrow's game to get a result for comparison (*par*), or finds a hard turn for
tomorrow.
"""

import asyncio
from operator import itemgetter

from discord.ext import commands

from bot.computers import BEST, AiClient
from bot.fair_queue import Ask, Work
from bot.hard_turns import find_turn, follow, plan_request
from bot.periodic import periodic
from rules.table import Table
from rules_service import RulesService
from rules_service.daily import points_by_round

SECONDS_BETWEEN_LOOKS = 60.0
MAX_SECONDS_TO_PLAN = 120.0  # Generous: nobody waits, and at the lowest priority a game may get little CPU time.
GAMES = 3  # A computer's result varies by many points from game to game, so the median of these games counts.
ITSELF = Ask(Work.REVIEW, 0)  # Nobody waits for this, so everything else comes first.


class ParPlayer:
    """Finds today's and tomorrow's par, or tomorrow's turn, once a person has opened today's challenge."""

    def __init__(self, client: commands.AutoShardedBot, service: RulesService, ai: AiClient) -> None:
        self.client, self._service, self._ai = client, service, ai
        self._day, self._results = 0, list[tuple[int, ...]]()  # the results so far of the games of one challenge
        self._searched = 0  # the last day for which a turn was looked for

    @periodic(SECONDS_BETWEEN_LOOKS, "playing the challenge of the day")
    async def poll(self) -> None:
        """Find the par of a challenge that lacks one, or tomorrow's turn. A game that fails starts over.

        Only the first process does this.
        """
        if self._service.repository.storage.database.partition.slot:
            return
        if (found := await self._service.dailies.without_par()) is not None:
            await self._find_par(*found)
        elif (wanted := await self._service.dailies.turn_to_find()) is not None and wanted[0] != self._searched:
            day, game, options, seed = wanted
            turn = await find_turn(self._ai, game, options, seed)
            self._searched = day
            if turn is not None:
                await self._service.dailies.set_turn(day, turn)

    async def _find_par(self, day: int, table: Table) -> None:
        """Let the computer play a challenge several times, and store the median of the results."""
        if day != self._day:
            self._day, self._results = day, []
        while len(self._results) < GAMES:
            self._results.append(await self._play(table.fork(), f"par {day} {len(self._results)}"))
        await self._service.dailies.set_par(day, sorted(self._results, key=itemgetter(-1))[GAMES // 2])

    async def _play(self, table: Table, seed: str) -> tuple[int, ...]:
        """Let the strong computer player play this game to its end, and return its points after each round.

        Raises WorkerUnavailable.
        """
        while not table.over:
            request = await asyncio.to_thread(plan_request, table, 0, BEST, f"{seed} {len(table.steps)}")
            advice = await self._ai.plan(request, MAX_SECONDS_TO_PLAN, ITSELF)
            await asyncio.to_thread(follow, table, 0, advice.moves)
        return await asyncio.to_thread(points_by_round, table)
