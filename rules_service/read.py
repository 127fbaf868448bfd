"""Queries about tables. They change no table, but store missing results."""

import asyncio
import logging
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from rules.errors import BadOptions
from rules_service import consent_undo, guards, turn_timers
from rules_service.computers import with_computer_sign
from rules_service.consent_undo import UndoRequest
from rules_service.errors import DamagedGame, NoTable
from rules_service.history import results_of
from rules_service.loaded import POSITION_KINDS, verify_game
from rules_service.models import LogLine, Person, Place, Snapshot, TableInfo, Verdict, place_of
from rules_service.play import snapshot_of
from rules_service.repository import ServicePart
from rules_service.table_info import in_channel, info_of, readable_tables, unreadable_of
from storage import LineKind, NoticeKind, ResultsRow, ServerResultRow, Unavailable, Unwritable
from storage.failures import apart, log_failure

log = logging.getLogger(__name__)

MOST_COMPUTED = 50  # How many results are computed at most, because replaying a whole game takes up to 0.1 s.


class Read(ServicePart):
    """The service's queries about tables and people."""

    async def info(self, table_id: int) -> TableInfo:
        """Return the table without its game, even if that is damaged. Raise NoTable, or DamagedGame for a bad row."""
        return info_of(self._repository, await self._repository.row(table_id))

    async def place(self, table_id: int) -> Place:
        """Return where the table is. Raise NoTable or DamagedGame."""
        return place_of(await self._repository.row(table_id))

    async def snapshot(self, table_id: int, number: int | None = None) -> Snapshot:
        """Return the table with its game, now or after an earlier log line.

        Raise NoTable, DamagedGame, WrongPhase if the game had not started, or Closed if it never will.
        """
        async with self._repository.lock(table_id) as locked:
            if number is None or number >= locked.row.number:
                return snapshot_of(locked, await locked.load())
        return snapshot_of(locked, await locked.load_at(number), number)

    async def seen(self, table_id: int, seat: int | None) -> Snapshot:
        """Return the table with its game as the seat (None: the public) may see it now. Raise as `snapshot` does."""
        return await (await self.snapshot(table_id)).seen_by(seat)

    async def seen_from_seat(self, table_id: int, user_id: int) -> tuple[Snapshot, int]:
        """Return the table as this player may see it now, and their seat. Raise NotSeated, or as `snapshot` does."""
        async with self._repository.lock(table_id) as locked:
            mine = guards.seat_of(locked.row, user_id)  # a person without a seat gets the refusal about that first
            snapshot = snapshot_of(locked, await locked.load())
        return await snapshot.seen_by(mine.seat), mine.seat

    async def table_in(self, channel_id: int) -> TableInfo | None:
        """Return the channel's open table, or the last one that ended, or None."""
        return await in_channel(self._repository, channel_id)

    async def my_tables(self, user_id: int) -> list[TableInfo]:
        """Return the user's readable open tables: first those that wait for them, longest wait first."""

        def longest_first(info: TableInfo) -> tuple[bool, float, int]:
            since = next(seat.due_since for seat in info.seats if seat.user_id == user_id and not seat.vacant)
            return (since is None, since.timestamp() if since else 0.0, info.id)

        return sorted(readable_tables(self._repository, await self._storage.tables.of_user(user_id)), key=longest_first)

    async def unreadable_tables(self, user_id: int) -> list[int]:
        """Return the ids of the user's open tables that this version can't read, except those asleep."""
        return await unreadable_of(self._repository, user_id)

    async def next_table(self, user_id: int, besides: int) -> TableInfo | None:
        """Return the table other than ``besides`` where others have waited longest for the user, or None."""
        for table_id in await self._storage.tables.waiting_for(user_id):
            with apart(log, f"table {table_id}: reading it"):
                info = await self.info(table_id)
                if table_id != besides and not info.alone:
                    return info
        return None

    async def finished_tables(self, user_id: int, most: int) -> list[TableInfo]:
        """Return the last ``most`` finished games in which the user has a seat, the newest table first."""
        return readable_tables(self._repository, await self._storage.tables.finished_of_user(user_id, most))

    async def tables_at(self, place: Place, most: int) -> tuple[list[TableInfo], int]:
        """Return at most ``most`` open tables of the place's server, lobbies first, and their total number.

        DMs have no server, so there only the table of the conversation is returned.
        """
        rows, count = await self._storage.tables.open_at(place.guild_id, place.channel_id, most)
        return readable_tables(self._repository, rows), count

    async def people_lines(self, table_id: int, since: int = 0, *, reminders: bool = False) -> list[LogLine]:
        """Return the log lines after ``since`` about people, and undos by vote, oldest first. Raise DamagedGame.

        ``reminders``: include reminders and nudges, each with the number of the line before it. A reminder names its
        recipient, a nudge the player who sent it.
        """
        lines = await self._repository.lines(table_id, since)
        shown = [line for line in lines if line.kind not in POSITION_KINDS or line.kind == LineKind.BACK]
        found = [
            LogLine(
                one.number,
                one.kind,
                one.seat,
                one.name if one.person else with_computer_sign(one.name),
                one.text,
                one.at,
            )
            for one in shown
        ]
        if reminders:
            times = [line.at for line in lines]
            found += [
                LogLine(since + bisect_left(times, one.at), one.kind, one.seat, one.by or one.name, "", one.at)
                for one in await self._storage.notices.of_table(table_id)
                if one.sent and one.kind in (*turn_timers.REMINDER_KINDS, NoticeKind.NUDGE)
            ]
        return sorted(found, key=lambda line: line.number)

    async def undo_request(self, table_id: int, person: Person) -> tuple[Snapshot, UndoRequest]:
        """Return the table as the person may see it, and the moves that they may ask the others to undo.

        Raise NoTable, Closed, Asleep, WrongPhase, NotSeated, DamagedGame, or CannotUndo if nothing can be undone.
        """
        lines = await self._repository.lines(table_id)
        async with self._repository.lock(table_id) as locked:
            guards.must_be_running(locked.row)
            mine = guards.seat_of(locked.row, person.id)
            loaded = await locked.load()
            found = consent_undo.undo_request(locked.row, loaded, lines, mine)
            snapshot = snapshot_of(locked, loaded)
        return await snapshot.seen_by(mine.seat), found

    async def results(self, user_id: int) -> list[ResultsRow]:
        """Return the results of the games that the user has played from start to finish, oldest first.

        Missing results are computed from the logs; damaged games are left out.
        """
        await self._compute_results(await self._storage.results.missing(user_id))
        return await self._storage.results.of_user(user_id)

    async def server_results(
        self, guild_id: int, since: datetime, preference: str, shown: str
    ) -> tuple[Sequence[ServerResultRow], bool]:
        """Return people's results in a server's shared games that ended at or after ``since``, oldest first.

        Also return whether the results are complete. People who have set this preference to a value other than
        ``shown`` are left out. Missing results are computed from the logs, at most `MOST_COMPUTED` games at a time,
        newest first.
        """
        missing = await self._storage.results.missing_on(guild_id, MOST_COMPUTED)
        await self._compute_results(missing)
        found = await self._storage.results.on_server(guild_id, since, preference, shown)
        return found, len(missing) < MOST_COMPUTED

    async def _compute_results(self, tables: Sequence[int]) -> None:
        """Compute and store the results of finished games, leaving out damaged ones."""
        for table_id in tables:
            with apart(log, f"table {table_id}: computing its result"):
                row, lines = await self._repository.row(table_id), await self._repository.lines(table_id)
                found = await asyncio.to_thread(results_of, self._repository.game(row.game), row, lines)
                await self._storage.results.write(table_id, found)

    async def verify(self, table_id: int) -> Verdict:
        """Replay the game line by line against its digests, and check its seed against the fingerprint.

        Raise NoTable, BadOptions if this version doesn't know the game, or DamagedGame if the table is unreadable.
        """
        row = await self._repository.row(table_id)
        lines = await self._repository.lines(table_id)
        return await asyncio.to_thread(verify_game, self._repository.game(row.game), row, lines)

    async def verify_all(self) -> AsyncIterator[Verdict]:
        """Verify each open table in turn. Run this before a new version goes into service."""
        for table_id in await self._storage.tables.open_ids():
            try:
                yield await self.verify(table_id)
            except NoTable:  # the table was deleted after the list was read
                continue
            except BadOptions:
                yield Verdict(table_id, False, 0, "this version does not know its game")
            except DamagedGame:
                yield Verdict(table_id, False, 0, "it cannot be read")
            except (Unavailable, Unwritable):
                raise
            except Exception as error:
                log_failure(log, f"table {table_id}: checking it", error)
                yield Verdict(table_id, False, 0, f"checking it failed ({type(error).__name__})")
