"""All tables, each locked for one caller at a time. Games come from the cache or are replayed."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from rules.errors import N_, BadOptions, RulesError
from rules.game import Game
from rules_service import computers, guards, turn_timers
from rules_service.clock import Clock
from rules_service.errors import ChannelTaken, NoTable, Stale, WrongPhase, damaged_game
from rules_service.loaded import LoadedGame, caught_up, replay_game
from rules_service.models import Person, TableInfo
from storage import Change, Conflict, Damaged, LineKind, LogRow, Storage, TableRow, TableStatus

log = logging.getLogger(__name__)

Result = TypeVar("Result")

NO_SUCH_TABLE = N_("There is no such table.")
NOT_BEGUN = N_("The game hasn’t started.")
UNREADABLE_TABLE_HERE = N_(
    "There is a table in this channel that this version of me can’t read. Any of its players can put it away:"
    " `/mygames`."
)
MOVED_ON = N_("The game has moved on since this was offered.")
LARGEST = 2**63 - 1  # largest integer that the storage can look up


class ConcurrentUpdate(Stale):
    """Another process has changed the table or the plan since it was read here. Nothing of this action is stored."""


class DuplicateInteraction(Exception):
    """Another process has just carried out the same click."""


class TableRepository:
    """All tables, each locked while it is in use."""

    def __init__(self, storage: Storage, clock: Clock, games: Mapping[str, Game[Any]], cache: int) -> None:
        self.storage = storage
        self.clock = clock
        self.games = games
        self.counted: Counter[str] = Counter()  # "appends", "conflicts" and "replays" since the start
        self.loaded: LRUCache[int, LoadedGame] = LRUCache(cache)
        # By table: the row, time and result of the latest `TableInfo`.
        self.infos: LRUCache[int, tuple[TableRow, datetime, TableInfo]] = LRUCache(cache)
        # Called with a table's id, outside any lock: once something to announce is stored, and once a computer has to
        # move.
        self.on_announce: Callable[[int], None] = lambda table_id: None
        self.on_computer: Callable[[int], None] = lambda table_id: None
        self.locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def game(self, game: str) -> Game[Any]:
        """Return the game with this id. Raise BadOptions if there is none."""
        if game not in self.games:
            some = ", ".join(sorted(self.games))
            raise BadOptions(N_("There is no game “{game}”. Games: {some}"), game=game[:40], some=some)
        return self.games[game]

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator["LockedTable"]:
        """Lock a table. Afterwards announce new events and wake computer players.

        Raise NoTable, DamagedGame, or BadOptions if this version doesn't know the game.
        """
        lock = self.locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            locked = LockedTable(self, await self.row(table_id))
            yield locked
        if locked.stored and locked.computers:
            self.on_computer(table_id)
        if locked.announced:
            self.announce(table_id)

    def announce(self, table_id: int) -> None:
        """Notify the listener that the table has something to announce. A failing listener is only logged."""
        try:
            self.on_announce(table_id)
        except Exception as error:
            log.error("table %s: could not wake the announcer: %s", table_id, type(error).__name__)

    async def row(self, table_id: int) -> TableRow:
        """Return the table as stored. Raise NoTable or DamagedGame."""
        try:
            row = await self.storage.tables.get(table_id) if table_id <= LARGEST else None
        except Damaged as error:
            log.error("table %s: unreadable in the database: %s", table_id, error)
            raise damaged_game() from None
        if row is None:
            raise NoTable(NO_SUCH_TABLE)
        return row

    async def channel_taken(self, channel_id: int) -> ChannelTaken:
        """Return the refusal to use a channel that already has an open table."""
        there = await self.storage.tables.in_channel(channel_id)
        if there is None or there.game not in self.games:
            return ChannelTaken(UNREADABLE_TABLE_HERE, table_id=0)
        return ChannelTaken(
            N_("There is already a table in this channel. Open another one in a thread, or finish that one first."),
            table_id=there.id,
        )

    async def lines(self, table_id: int, after: int = 0) -> list[LogRow]:
        """Return the lines of the table's log after this number (0: all), oldest first. Raise DamagedGame."""
        try:
            return await self.storage.tables.log(table_id, after)
        except Damaged as error:
            log.error("table %s: its log is unreadable in the database: %s", table_id, error)
            raise damaged_game() from None


class ServicePart:
    """A part of the service that works on the tables."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository, self._storage, self._clock = repository, repository.storage, repository.clock


class LockedTable:
    """One table while it is locked."""

    def __init__(self, repository: TableRepository, row: TableRow) -> None:
        self.repository = repository
        self.storage = repository.storage
        self.row = row
        self.game = repository.game(row.game)
        self.announced = False
        self.stored = False  # whether any change was stored
        self.trial = False  # whether acts are only tried out, so that looking something up stores nothing

    @property
    def computers(self) -> list[int]:
        """Return the seats that a computer has to move for now.

        There are none while the table is asleep or paused.
        """
        row, now = self.row, self.repository.clock.now()
        paused = row.paused_until is not None and row.paused_until > now
        if row.status != TableStatus.RUNNING or row.asleep_since is not None or paused:
            return []
        return computers.due(row.seats, now)

    async def meet(self, person: Person) -> int:
        """Return the person's storage number and update their name. In a trial, return 0 if they are unknown."""
        if self.trial:
            return await self.storage.people.find(person.id) or 0
        return await self.storage.people.meet(person.id, person.name)

    async def computer(self, name: str) -> int:
        """Return the storage number of the computer player with this name, or 0 in a trial."""
        return 0 if self.trial else await self.storage.people.computer(name)

    async def load(self) -> LoadedGame:
        """Return the game as it is now. Raise Closed or WrongPhase if it never began, or DamagedGame."""
        loaded = self.repository.loaded.get(self.row.id)
        if loaded is not None and loaded.played < self.row.played:  # another process has played here
            lines = await self.repository.lines(self.row.id, loaded.played)
            known = [line for line in lines if line.number <= self.row.number]
            loaded = await asyncio.to_thread(caught_up, loaded, known)
        if loaded is None or loaded.played != self.row.played:
            loaded = await self.load_at(self.row.number)
        self.repository.loaded[self.row.id] = loaded
        return loaded

    async def load_at(self, number: int) -> LoadedGame:
        """Return the game after a line of the log. Raise Closed or WrongPhase if it had not started, or DamagedGame."""
        if self.row.started is None:
            guards.must_be_open(self.row)
            raise WrongPhase(NOT_BEGUN)
        lines = [line for line in await self.repository.lines(self.row.id) if line.number <= number]
        if not any(line.kind == LineKind.START for line in lines):
            if number < self.row.number:
                raise WrongPhase(NOT_BEGUN)
            log.error("table %s: started, but its log has no start line", self.row.id)
            raise damaged_game()
        self.repository.counted["replays"] += 1
        return await asyncio.to_thread(replay_game, self.game, self.row, lines)

    async def once(self, interaction: int | None, work: Callable[[], Awaitable[Result]]) -> Result | None:
        """Return the result of the work, or None if this click was carried out before, by any process."""
        try:
            return await work()
        except DuplicateInteraction:
            return None
        except RulesError:  # a click that was carried out before can't always be repeated
            if interaction is None or not await self.storage.tables.accepted(interaction):
                raise
            self.row = await self.repository.row(self.row.id)  # another process may have done it since the row was read
            return None

    async def append(self, change: Change, loaded: LoadedGame | None = None) -> None:
        """Store a change, and only then put ``loaded`` into the cache.

        Raises:
            ConcurrentUpdate: another process has changed the table since it was read, or the plan that was played.
            DuplicateInteraction: another process has carried out the same click; the row is read again.
            Conflict: another table is open in the channel to which this one should move, or in which it should wake.
        """
        change = turn_timers.with_timers(self.row, change)
        if self.row.daily is not None:  # a challenge has no channel; its player's panel shows everything
            change = replace(change, announce=None, redraw=False, notices=())
        if change.seats is not None:
            held = {seat.player for seat in change.seats if not seat.vacant}
            lost = (seat.player for seat in self.row.seats if seat.player not in held)
            change = replace(change, plans_over=(*change.plans_over, *lost))
        try:
            self.row = await self.repository.storage.tables.append(change)
        except BaseException as error:
            self.repository.loaded.pop(self.row.id, None)
            if not isinstance(error, Conflict) or error.what == "channel":
                raise
            self.repository.counted["conflicts"] += 1
            if error.what in ("number", "plan"):
                raise ConcurrentUpdate(MOVED_ON, number=self.row.number) from None
            self.row = await self.repository.row(self.row.id)
            raise DuplicateInteraction from None
        self.repository.counted["appends"] += 1
        self.stored = True
        self.announced = self.announced or bool(change.announce) or change.redraw
        if loaded is not None:
            self.repository.loaded[self.row.id] = loaded
