"""Where the tables are taken from: one at a time each, out of memory or by replay, and put back in one transaction."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast
from weakref import WeakValueDictionary

from rules.errors import N_, BadOptions
from rules.game import Game
from rules_service import people
from rules_service.answers import Place, Seat, Status, TableInfo
from rules_service.clock import Clock
from rules_service.errors import DamagedGame, NoTable, Stale, WrongPhase, damaged
from rules_service.games import Live, Memory, replay
from rules_service.options import lobby_options, read_options
from storage import Change, Conflict, DamagedFile, LogRow, Storage, TableRow

log = logging.getLogger(__name__)

NO_SUCH_TABLE = N_("There is no such table.")
NOT_BEGUN = N_("The game has not begun.")
LARGEST = 2**63 - 1  # number that the storage can look for


class Shelf:
    """All tables, each with its own lock while it is in somebody's hands."""

    def __init__(self, storage: Storage, clock: Clock, games: Mapping[str, Game[Any]], cache: int) -> None:
        self.storage = storage
        self.clock = clock
        self.games = games
        self.memory = Memory(cache)
        self.on_announce: Callable[[int], None] = lambda table_id: None
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def game(self, game: str) -> Game[Any]:
        """The game of this id. Raises BadOptions: there is none."""
        if game not in self.games:
            raise BadOptions(
                N_("There is no game “{game}”. Games: {some}"), game=game[:40], some=", ".join(sorted(self.games))
            )
        return self.games[game]

    @asynccontextmanager
    async def take(self, table_id: int) -> AsyncIterator["Hand"]:
        """Hold a table. What its channel must hear is told when it has been let go.

        Raises:
            NoTable: there is none.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            hand = Hand(self, await self.row(table_id))
            yield hand
        if hand.announced:
            self.tell(table_id)

    def tell(self, table_id: int) -> None:
        """Say that something of the table waits to be announced. A listener that fails must not undo what is stored."""
        try:
            self.on_announce(table_id)
        except Exception as error:
            log.error("table %s: the announcer was not reached: %s", table_id, type(error).__name__)

    async def row(self, table_id: int) -> TableRow:
        """The table as stored. Raises NoTable, DamagedGame."""
        try:
            row = await self.storage.tables.get(table_id) if table_id <= LARGEST else None
        except DamagedFile as error:
            log.error("table %s cannot be read: %s", table_id, error)
            raise damaged() from None
        if row is None:
            raise NoTable(NO_SUCH_TABLE)
        return row

    async def lines(self, table_id: int) -> list[LogRow]:
        """Its log. Raises DamagedGame."""
        try:
            return await self.storage.tables.log(table_id)
        except DamagedFile as error:
            log.error("the log of table %s cannot be read: %s", table_id, error)
            raise damaged() from None

    def info(self, row: TableRow) -> TableInfo:
        """What may be known of a stored table at this moment."""
        now = self.clock.now()
        options = read_options(row.options)
        if row.status == "lobby" and row.game in self.games:
            options = lobby_options(self.game(row.game), options)
        return TableInfo(
            id=row.id,
            game=row.game,
            status=cast(Status, row.status),
            place=Place(row.channel_id, row.guild_id, row.parent_id),
            host_id=next((seat.user_id for seat in row.seats if seat.player == row.host), None),
            seats=tuple(
                Seat(
                    seat=seat.seat,
                    user_id=seat.user_id,
                    name=seat.name,
                    vacant=seat.vacant,
                    freed=seat.freed,
                    vote=seat.vote,
                    due_since=seat.due_since,
                    late_from=people.late_from(row, seat),
                    away=people.away(row, seat, now),
                )
                for seat in row.seats
            ),
            options=options,
            language=row.language,
            number=row.number,
            fingerprint=row.fingerprint,
            seed=row.seed if row.status == "over" else None,
            opened=row.opened,
            started=row.started,
            ended=row.ended,
            closer=row.closer or "",
        )

    def readable(self, rows: Sequence[TableRow]) -> list[TableInfo]:
        """What may be known of these tables; one that is damaged is left out, and logged."""
        found = []
        for row in rows:
            try:
                found.append(self.info(row))
            except DamagedGame:
                log.error("table %s: its options cannot be read", row.id)
        return found


class Hand:
    """One table while it is held."""

    def __init__(self, shelf: Shelf, row: TableRow) -> None:
        self._shelf = shelf
        self.row = row
        self.game = shelf.game(row.game)
        self.announced = False

    @property
    def info(self) -> TableInfo:
        """What may be known of it at this moment."""
        return self._shelf.info(self.row)

    async def live(self) -> Live:
        """Its game. Raises Closed, WrongPhase: it never began. DamagedGame."""
        live = self._shelf.memory.get(self.row.id)
        if live is None:
            live = await self.live_at(self.row.number)
            self._shelf.memory.put(self.row.id, live)
        return live

    async def live_at(self, number: int) -> Live:
        """Its game as it stood after a line of the log. Raises Closed, WrongPhase: it had not begun. DamagedGame."""
        if self.row.started is None:
            people.must_be_open(self.row)
            raise WrongPhase(NOT_BEGUN)
        lines = [line for line in await self._shelf.lines(self.row.id) if line.number <= number]
        if not any(line.kind == "start" for line in lines):
            if number < self.row.number:
                raise WrongPhase(NOT_BEGUN)
            log.error("table %s has begun, and its log does not tell how", self.row.id)
            raise damaged()
        return await asyncio.to_thread(replay, self.game, self.row, lines)

    async def seen(self, interaction: int | None) -> bool:
        """Whether this click has been carried out before."""
        return interaction is not None and await self._shelf.storage.tables.seen(interaction)

    async def append(self, change: Change, live: Live | None = None) -> None:
        """Store an action; only then is ``live`` what others see.

        Raises:
            Stale: somebody else has changed the table in the meantime.
            Conflict: another table is open in the channel where this one was to go.
        """
        try:
            await self._shelf.storage.tables.append(change)
        except Conflict as conflict:
            self._shelf.memory.drop(self.row.id)
            if conflict.what == "channel":
                raise
            raise Stale(N_("The board has moved on since this was offered."), number=self.row.number) from None
        except BaseException:
            self._shelf.memory.drop(self.row.id)
            raise
        self.announced = self.announced or bool(change.announce)
        if live is not None:
            self._shelf.memory.put(self.row.id, live)
        self.row = await self._shelf.row(self.row.id)
