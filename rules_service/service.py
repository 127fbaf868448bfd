"""The rules service: all actions and queries about tables."""

from collections.abc import Mapping
from typing import Any

from rules import GAMES
from rules.game import Game
from rules_service import sweep
from rules_service.act import THE_BOT, Decision
from rules_service.clock import Clock
from rules_service.commit import carry_out
from rules_service.dailies import Dailies
from rules_service.matchmaking import Matchmaking
from rules_service.models import Person, TableInfo
from rules_service.opening import Opening
from rules_service.people import People
from rules_service.plans import Plans
from rules_service.play import Play
from rules_service.read import Read
from rules_service.repository import TableRepository
from rules_service.trial import Key, Trial, try_acts
from storage import Storage


class RulesService:
    """All actions and queries on all tables.

    Methods that change a table take ``interaction``, Discord's id of the click, which is accepted once. A repeated
    click changes nothing and returns the current state.
    """

    def __init__(
        self, storage: Storage, clock: Clock, games: Mapping[str, Game[Any]] | None = None, cache: int = 64
    ) -> None:
        """Create the service. ``games``: default `rules.GAMES`; ``cache``: the number of games kept in memory."""
        self.repository = TableRepository(storage, clock, GAMES if games is None else games, cache)
        self.read = Read(self.repository)
        self.opening = Opening(self.repository)
        self.play = Play(self.repository)
        self.plans = Plans(self.repository)
        self.people = People(self.repository)
        self.matchmaking = Matchmaking(self.repository)
        self.dailies = Dailies(self.repository)

    async def act(
        self, decision: Decision, table_id: int, person: Person = THE_BOT, *, interaction: int | None = None
    ) -> TableInfo:
        """Carry out an act at a table: see `acts`. The person is the bot if none is given.

        Raise NoTable, any refusal of the act, or ChannelTaken if the channel that it needs has another open table.
        """
        return await carry_out(self.repository, decision, table_id, person, interaction)

    async def try_acts(self, decisions: Mapping[Key, Decision], table_id: int, person: Person) -> dict[Key, Trial]:
        """Return the result of trying each of these acts, without storing anything. Raise NoTable or DamagedGame."""
        return await try_acts(self.repository, decisions, table_id, person)

    async def see_to(self, most: int) -> None:
        """Play due plans, decide due votes, write due reminders and make other due changes at up to ``most`` tables."""
        await sweep.see_to(self.repository, most)
