"""Tables, their seats and their logs."""

import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from storage import part
from storage.dailies import begin_attempt, end_attempt
from storage.engine import (
    Conflict,
    Connection,
    Engine,
    Row,
    Unavailable,
    UnreadableRow,
    insert_sql,
    or_update,
    storable,
)
from storage.failures import of_each
from storage.kinds import LineKind, PostKind, StopReason, TableStatus
from storage.part import IN_MY_PARTITION, Part, ReadCache, column, first_or_none
from storage.plans import keep_plans
from storage.records import (
    Change,
    Counts,
    InvitedRow,
    LogRow,
    NewLine,
    NewTable,
    SeatRow,
    StoredSeat,
    StoredTable,
    TableRow,
    VoteRow,
    reader,
)

log = logging.getLogger(__name__)

TABLE = """SELECT id, game, status, channel_id, guild_id, parent_id, host, seed, fingerprint, options, language,
    number, played, told AS announced_until, opened, started, ended, daily,
    (SELECT name FROM players WHERE players.id = closer) AS closer, next_at, asleep AS asleep_since,
    (SELECT max(ends) FROM stops WHERE table_id = tables.id) AS paused_until,
    kept AS kept_open_at, drowsy AS sleep_warned_at,
    (SELECT json_group_array(json_object('number', a.number, 'kind', a.kind, 'what', a.what, 'seat', a.seat,
        'player', a.player, 'opened', a.opened, 'closes', a.closes, 'ended', a.ended, 'outcome', a.outcome, 'answers',
        (SELECT json_group_object(n.player, n.yes) FROM answers n
            WHERE n.table_id = a.table_id AND n.number = a.number)))
        FROM asks a WHERE a.table_id = tables.id) AS votes,
    CASE status WHEN 'lobby' THEN (SELECT json_group_array(json_object(
        'player', i.player, 'until', i.until, 'user_id', p.user_id, 'name', p.name))
        FROM invitations i JOIN players p ON p.id = i.player WHERE i.table_id = tables.id) ELSE '[]' END AS invited,
    CASE status WHEN 'lobby' THEN (SELECT json_group_array(DISTINCT substr(o.text, 1, instr(o.text, ' ') - 1))
        FROM moves o WHERE o.table_id = tables.id AND o.kind = 'option' AND EXISTS (
            SELECT 1 FROM seats s WHERE s.table_id = o.table_id AND s.player <> o.player AND s.computer = ''
                AND NOT EXISTS (
                SELECT 1 FROM moves m WHERE m.table_id = o.table_id AND m.number > o.number AND m.player = s.player
                AND m.kind IN ('join', 'ready')))) ELSE '[]' END AS changed
    FROM tables"""
# The columns of a seat that have other names than the fields of its record.
OLDER_NAMES = {
    "acted_at": "acted",
    "second_reminder_at": "warned",
    "extra_time": "more",
    "only_end_left": "ending",
    "late_since": "late",
    "final_warning_at": "final",
    "presence_count": "heres",
    "left_server_at": "gone",
}
SEAT = {OLDER_NAMES.get(field.name, field.name): field.name for field in fields(StoredSeat)}  # fields by column
# A seat's times in which the wait stops.
STOPS = """SELECT begins, ends, why FROM stops WHERE table_id IS NULL AND player IS NULL AND ends > s.due_since
    UNION ALL SELECT begins, ends, why FROM stops WHERE table_id = s.table_id AND ends > s.due_since
    UNION ALL SELECT begins, ends, why FROM stops WHERE player = s.player AND ends > s.due_since"""
# Whether several people have a seat at the seat's table. Alone, nobody waits, and no computer plays for them (P45).
WITH_OTHERS = """(SELECT count(*) FROM seats o JOIN players h ON h.id = o.player
    WHERE o.table_id = s.table_id AND h.computer = 0) > 1"""
# All columns of a seat have a prefix, because some have the name of one of its table.
SEAT_COLUMNS = f"""{", ".join(f"s.{column} AS seat_{field}" for column, field in SEAT.items())},
    (SELECT max(n.done) FROM notices n WHERE n.table_id = s.table_id AND n.number = s.due_number AND n.seat = s.seat
        AND n.kind IN ('first', 'second') AND n.outcome IN ('sent', 'merged')) AS seat_reminded,
    coalesce(CAST((SELECT json_array(w.begins, w.ends, CASE WHEN {WITH_OTHERS} THEN w.computer ELSE 0 END) FROM aways w
        WHERE w.player = s.player ORDER BY w.ends DESC LIMIT 1) AS TEXT), 'null') AS seat_absence,
    coalesce(CAST(CASE WHEN s.due_since IS NOT NULL THEN
        (SELECT json_group_array(json_array(begins, ends, why)) FROM ({STOPS}) stood) END AS TEXT), '[]') AS seat_stops,
    coalesce(CAST((SELECT json_group_object(q.key, q.value) FROM preferences q
        WHERE q.player = s.player AND q.key IN {part.HOURS}) AS TEXT), '{{}}') AS seat_hours,
    coalesce(CASE t.status WHEN 'lobby' THEN (SELECT q.value FROM preferences q
        WHERE q.player = s.player AND q.key = '{part.COLOUR}') END, '') AS seat_favourite,
    p.user_id AS seat_user_id, p.name AS seat_name, 1 - p.computer AS seat_person,
    (SELECT count(*) FROM plans q WHERE q.player = s.player AND q.table_id = s.table_id AND q.moves <> '[]')
        AS seat_planned"""
LOG = """SELECT m.number, m.kind, m.seat, m.player, p.user_id, coalesce(p.name, '') AS name, m.at, m.text, m.digest,
    m.joined, coalesce(1 - p.computer, 1) AS person FROM moves m LEFT JOIN players p ON p.id = m.player
    WHERE m.table_id = ? AND m.number > ? ORDER BY m.number"""
MAX_FORGOTTEN_AT_ONCE = 1000  # A limit, so that other writes don't have to wait for long.
INTERACTION_LIFETIME = timedelta(days=1)  # Discord drops an interaction after 15 minutes.
ENDED = (TableStatus.OVER, TableStatus.CANCELLED)
OPEN = "status IN ('lobby', 'running')"
IN_CHANNEL = f"""WHERE channel_id = ? AND daily IS NULL
    ORDER BY {OPEN} AND asleep IS NULL DESC, {OPEN} DESC, ended DESC, id DESC LIMIT 1"""
WITH_FORGOTTEN_PLAYERS = f"""SELECT DISTINCT s.table_id FROM players p JOIN seats s ON s.player = p.id
    JOIN tables t ON t.id = s.table_id WHERE p.user_id IS NULL AND p.computer = 0 AND s.vacant = 0 AND t.{OPEN}"""
COUNTS = f"""SELECT
    (SELECT count(*) FROM tables WHERE guild_id = :guild_id AND host = :player AND status = 'lobby') AS lobbies,
    (SELECT count(*) FROM seats s JOIN tables t ON t.id = s.table_id AND {OPEN} AND asleep IS NULL AND daily IS NULL
        WHERE s.player = :player AND s.vacant = 0) AS seats,
    (SELECT count(*) FROM tables WHERE guild_id = :guild_id AND {OPEN} AND asleep IS NULL) AS tables"""
# IDs grow with time, so only tables of the period, and the newest one before it, are read.
OPENED = """SELECT opened FROM tables WHERE host = :player AND daily IS NULL AND opened > :since
    AND opened <= :until AND id > coalesce((SELECT id FROM tables WHERE opened <= :since ORDER BY id DESC LIMIT 1), 0)
    ORDER BY opened"""
# Tables where a computer has to move, for itself or for an absent player.
COMPUTERS_TO_MOVE = f"""SELECT t.id FROM tables t JOIN (
    SELECT table_id FROM seats WHERE computer <> '' AND due_since IS NOT NULL
    UNION SELECT s.table_id FROM aways w JOIN seats s ON s.player = w.player
        WHERE w.computer = 1 AND w.ends > :now AND w.begins <= :now AND s.due_since IS NOT NULL AND {WITH_OTHERS}) s
        ON s.table_id = t.id
    WHERE t.status = 'running' AND t.asleep IS NULL AND {IN_MY_PARTITION} ORDER BY t.id"""


def with_seats(where: str, order: str = "t.id") -> str:
    """Return a query for the tables that match this condition: one row per seat, or one for a table without seats."""
    return f"""SELECT t.*, {SEAT_COLUMNS} FROM ({TABLE} {where}) t
        LEFT JOIN seats s ON s.table_id = t.id LEFT JOIN players p ON p.id = s.player ORDER BY {order}, s.seat"""


BY_ID = with_seats("WHERE id = ?")


class Tables(Part):
    """The tables: `create` opens one, and `append` stores each action at it."""

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self._appends = 0
        self._by_id = ReadCache[TableRow | None](lambda: database.written)
        self._by_channel = ReadCache[TableRow | None](
            lambda: None if database.written is None else database.written + self._appends
        )

    async def create(self, table: NewTable, at: datetime, *, interaction: int | None = None) -> int:
        """Open a table, and announce it unless it is an attempt at a challenge. Return its id.

        Raise Conflict ("channel", "interaction", or "attempt" if the host had one at this challenge).
        """

        async def work(db: Connection) -> int:
            await part.accept_interaction(db, interaction, at)
            return await open_table(db, table, at)

        storable(table.game, table.options, table.language)
        try:
            return await self._database.write(work)
        except Unavailable:  # it may have been stored all the same
            if interaction is None or not await self.accepted(interaction):
                raise
            if table.daily is not None:
                return await self.of_day(table.daily, table.host) or 0
            row = await self.in_channel(table.channel_id)
            assert row is not None
            return row.id

    async def of_day(self, day: int, host: int) -> int | None:
        """Return the table of the host's attempt at the challenge of a day, or None if there is no such table."""
        return first_or_none(await self._column("SELECT id FROM tables WHERE daily = ? AND host = ?", day, host))

    async def append(self, change: Change) -> TableRow:
        """Store one action atomically. Return the resulting table.

        Raise Conflict, without storing anything ("number", "interaction", "plan", or "channel" if the channel to move
        to or to wake in is taken).
        """
        storable(change.options, *(line.text for line in change.lines), *(vote.what for vote in change.votes))
        # Only the row of this table changes, unless the table ends: then another may be opened in its place, and notes
        # are deleted.
        aside = change.status not in ENDED
        try:
            writing = self._database.write(lambda db: write_change(db, change), aside=aside)
            row = await self._by_id.put(change.table_id, writing)
        except Unavailable:
            if change.interaction is None or not await self.accepted(change.interaction):
                raise
            row = await self.get(change.table_id)
        finally:
            self._appends += 1
        assert row is not None
        return row

    async def get(self, table_id: int) -> TableRow | None:
        """Return the table, or None. Raise Damaged if it exists and cannot be read."""
        return await self._by_id.get(table_id, lambda: self._database.query(BY_ID, (table_id,), the_table))

    async def in_channel(self, channel_id: int) -> TableRow | None:
        """Return the channel's open table, or the last one that ended there, or None."""

        async def read() -> TableRow | None:
            return first_or_none(await self._select(IN_CHANNEL, channel_id))

        return await self._by_channel.get(channel_id, read)

    async def of_user(self, user_id: int) -> list[TableRow]:
        """Return the open tables where the user has a seat, without challenges of the day."""
        return await self._select(
            f"WHERE {OPEN} AND daily IS NULL AND id IN"
            " (SELECT s.table_id FROM seats s JOIN players p ON p.id = s.player WHERE p.user_id = ? AND s.vacant = 0)",
            user_id,
        )

    async def awake_ids_of(self, user_id: int) -> list[int]:
        """Return the ids of the tables of `of_user` that aren't asleep, including unreadable ones."""
        return await self._column(
            "SELECT t.id FROM seats s JOIN players p ON p.id = s.player JOIN tables t ON t.id = s.table_id"
            f" WHERE t.{OPEN} AND t.daily IS NULL AND p.user_id = ? AND s.vacant = 0 AND t.asleep IS NULL"
            " ORDER BY t.id",
            user_id,
        )

    async def put_away(self, table_id: int, at: datetime) -> None:
        """Free the channel of an unreadable table: cancel a lobby, or put a running game to sleep."""
        await self._database.write(lambda db: put_away(db, table_id, at))

    async def waiting_for(self, user_id: int) -> list[int]:
        """Return the ids of the open tables where it is the user's turn, longest wait first."""
        return await self._column(
            "SELECT t.id FROM seats s JOIN players p ON p.id = s.player"
            f" JOIN tables t ON t.id = s.table_id AND t.{OPEN}"
            " WHERE p.user_id = ? AND s.vacant = 0 AND s.due_since IS NOT NULL ORDER BY s.due_since, t.id",
            user_id,
        )

    async def finished_of_user(self, user_id: int, most: int) -> list[TableRow]:
        """Return the last ``most`` finished games of the user, the newest table first.

        Challenges are left out: see `dailies`.
        """
        found = await self._select(
            "WHERE id IN (SELECT t.id FROM players p JOIN seats s ON s.player = p.id JOIN tables t ON t.id = s.table_id"
            " WHERE p.user_id = ? AND t.status = 'over' AND t.daily IS NULL ORDER BY t.ended DESC LIMIT ?)",
            user_id,
            most,
        )
        return sorted(found, key=lambda row: -row.id)

    async def counts(self, player: int, guild_id: int | None) -> Counts:
        """Return the numbers of a person's lobbies and seats, and of a server's open tables, without sleeping tables.

        In a DM, only the person's seats count.
        """
        [counts] = await self._records(Counts, COUNTS, player=player, guild_id=guild_id)
        return counts

    async def first_of(self, user_id: int, game: str, most: int = 1) -> list[int]:
        """Return the ids of at most ``most`` tables where the user made a move in a game, earliest first."""
        return await self._column(
            "SELECT m.table_id FROM moves m JOIN players p ON p.id = m.player JOIN tables t ON t.id = m.table_id"
            " WHERE p.user_id = ? AND m.kind = 'move' AND t.game = ? GROUP BY m.table_id"
            " ORDER BY min(m.at), m.table_id LIMIT ?",
            user_id,
            game,
            most,
        )

    async def opened(self, player: int, since: datetime, until: datetime) -> list[datetime]:
        """Return when tables with this host were opened between these moments, oldest first.

        Tables that have ended are included, challenges are not.
        """
        return await self._moments(OPENED, player=player, since=since, until=until)

    async def open_ids(self) -> list[int]:
        """Return the ids of all open tables, oldest first, so that they can be processed one by one."""
        return await self._column(f"SELECT id FROM tables WHERE {OPEN} ORDER BY id")

    async def with_forgotten_players(self) -> list[int]:
        """Return the ids of open tables where a forgotten player still has a seat."""
        return await self._column(WITH_FORGOTTEN_PLAYERS)

    async def computers_to_move(self, now: datetime) -> list[int]:
        """Return the ids of this process's running tables where a computer has to move, oldest first.

        It may move for an absent player, too.
        """
        return await self._column(COMPUTERS_TO_MOVE, now=now, **self._partition)

    async def last_results(self, most: int) -> list[int]:
        """Return the id of the last finished game in each of at most ``most`` channels, oldest first."""
        sql = "SELECT max(id) FROM tables WHERE status = 'over' AND daily IS NULL GROUP BY channel_id"
        sql += " ORDER BY max(id) DESC LIMIT ?"
        return sorted(await self._column(sql, most))

    async def open_at(self, guild_id: int | None, channel_id: int, most: int) -> tuple[list[TableRow], int]:
        """Return at most ``most`` open tables of a server, lobbies first, and their total number.

        A DM belongs to no server, and has at most the one table of its channel.
        """

        async def work(db: Connection) -> tuple[list[TableRow], int]:
            # A server may have thousands of tables, so only those shown are read. The others are counted in the index.
            where, value = ("guild_id = ?", guild_id) if guild_id is not None else ("channel_id = ?", channel_id)
            [number] = column(await db.rows(f"SELECT count(*) FROM tables WHERE {OPEN} AND {where}", (value,)))
            some = f"WHERE {OPEN} AND {where} ORDER BY status, id LIMIT ?"
            rows = await db.rows(with_seats(some, "t.status, t.id"), (value, most))
            return read_tables(rows), number

        return await self._database.read(work)

    async def _select(self, where: str, *values: object) -> list[TableRow]:
        return await self._database.query(with_seats(where), values, read_tables)

    async def log(self, table_id: int, after: int = 0) -> list[LogRow]:
        """Return the log lines after this number (0: all), in order. Raise Damaged if a line cannot be read."""
        return await self._records(LogRow, LOG, table_id, after)

    async def forget_interactions(self, now: datetime) -> int:
        """Delete a batch of interactions that are too old for Discord to send again. Return the number deleted.

        The batch is small, so that other writes don't wait long.
        """
        sql = "DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE at < ? ORDER BY at LIMIT ?)"
        return await self._run(sql, now - INTERACTION_LIFETIME, MAX_FORGOTTEN_AT_ONCE)

    async def accepted(self, interaction: int) -> bool:
        """Return whether the interaction was accepted before."""
        return bool(await self._column("SELECT 1 FROM interactions WHERE id = ?", interaction))


# The steps of a write transaction.


async def write_change(db: Connection, change: Change) -> TableRow | None:
    """Write all parts of a change. Return the updated table, or None if it doesn't exist.

    Raise Conflict as `Tables.append` does.
    """
    await part.accept_interaction(db, change.interaction, change.at)
    await write_table(db, change)
    await write_people(db, change)
    await write_messages(db, change)
    await keep_plans(db, change)
    if change.status in ENDED:
        await end_table(db, change)
    return the_table(await db.rows(BY_ID, (change.table_id,)))


async def write_table(db: Connection, change: Change) -> None:
    """Write the row and the log of the table. Schedule an update of its server's list, except after an ordinary move.

    Raise Conflict if the table has changed since line ``change.after``.
    """
    number = change.after + len(change.lines)
    played = [after for after, line in enumerate(change.lines, change.after + 1) if line.digest]
    if change.status or not played:
        for guild_id in column(await db.rows("SELECT guild_id FROM tables WHERE id = ?", (change.table_id,))):
            await part.put_list(db, guild_id, change.at)
    values = changed_columns(change, number, max(played, default=None))
    sql = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in values)} WHERE id = ? AND number = ?"
    if await db.run(sql, (*values.values(), change.table_id, change.after)) != 1:
        raise Conflict("number")
    await add_lines(db, change.table_id, change.after, change.at, change.lines)
    if change.place is not None:
        _, guild_id, _ = change.place
        await part.put_list(db, guild_id, change.at)


async def write_people(db: Connection, change: Change) -> None:
    """Write the seats, a pause, votes and invitations."""
    if change.seats is not None:
        await seat_people(db, change.table_id, change.seats)
        if {line.kind for line in change.lines} != {LineKind.MOVE}:  # moves don't change who has which seat
            await db.run("DELETE FROM seats WHERE table_id = ? AND seat >= ?", (change.table_id, len(change.seats)))
    if change.paused_until is not None:
        await put_pause(db, change.table_id, change.at, change.paused_until)
    for vote in change.votes:
        await put_vote(db, change.table_id, vote)
    await invite(db, change.table_id, change.invited)


async def write_messages(db: Connection, change: Change) -> None:
    """Store the notifications, the next update of the live post, and the announcement."""
    for notice in change.notices:
        await part.put_notice(db, notice)
    if change.redraw:
        await part.put_redraw(db, change.table_id, change.at)
    if change.announce:
        number = change.after + len(change.lines)
        await announce(db, change.table_id, number, change.since, change.announce, change.at)


async def end_table(db: Connection, change: Change) -> None:
    """Delete the data that is kept only until the table ends, store an attempt's result, and open any successor."""
    for gone in ("notes", "plans", "forgotten_seats"):
        await db.run(f"DELETE FROM {gone} WHERE table_id = ?", (change.table_id,))
    await end_attempt(db, change)
    if change.successor is not None:
        await open_table(db, change.successor, change.at)


def changed_columns(change: Change, number: int, played: int | None) -> dict[str, Any]:
    """Return the columns that a change writes into its table, with their values.

    ``played``: the number of the last new line that leads to a position, or None.
    """
    values = {name: getattr(change, name) for name in ("status", "options", "language", "host", "closer")}
    values |= {"played": played, "told": number if change.shows_whole_turns else None}
    values = {name: value for name, value in values.items() if value not in (None, "")}
    happens = {
        "started": change.status == TableStatus.RUNNING,
        "ended": change.status in ENDED,
        "kept": change.keeps_open,
        "drowsy": change.warns_of_sleep,
    }
    values |= {name: change.at for name, now in happens.items() if now}
    if change.asleep is not None:
        values["asleep"] = change.at if change.asleep else None
    if change.place is not None:
        values["channel_id"], values["guild_id"], values["parent_id"] = change.place
    return {**values, "number": number, "next_at": change.next_at}


async def put_away(db: Connection, table_id: int, at: datetime) -> None:
    """Cancel a lobby, or put a running game to sleep, without reading it."""
    sleep = "UPDATE tables SET asleep = ? WHERE id = ? AND status = 'running' AND asleep IS NULL"
    await db.run(sleep, (at, table_id))
    await db.run("UPDATE tables SET status = 'cancelled', ended = ? WHERE id = ? AND status = 'lobby'", (at, table_id))


async def open_table(db: Connection, table: NewTable, at: datetime) -> int:
    """Open a table and return its id. Raise Conflict ("channel" or "attempt")."""
    joined = [NewLine(LineKind.JOIN, seat.seat, seat.player, seat.computer) for seat in table.beside]
    lines = (NewLine(LineKind.OPEN, 0, table.host), *joined, *table.lines)
    number = len(lines)
    row = {field.name: getattr(table, field.name) for field in fields(StoredTable)} | {"number": number, "opened": at}
    [table_id] = column(await db.rows(f"{insert_sql('tables', row)} RETURNING id", (*row.values(),)))
    seats = (SeatRow(0, table.host, acted_at=at), *table.beside)
    await add_lines(db, table_id, 0, at, lines)
    await seat_people(db, table_id, seats)
    await invite(db, table_id, table.invited)
    for notice in table.notices:
        await part.put_notice(db, replace(notice, table_id=table_id))
    if table.daily is not None:
        await begin_attempt(db, table.daily, table.host, int(table_id), at)
    else:
        await announce(db, table_id, number, 0, PostKind.LOBBY, at)
    await part.put_list(db, table.guild_id, at)
    return int(table_id)


async def add_lines(db: Connection, table_id: int, after: int, at: datetime, lines: tuple[NewLine, ...]) -> None:
    """Add lines to a log, numbered after ``after``."""
    columns = ("table_id", "number", "kind", "seat", "player", "at", "text", "digest", "joined")
    rows = [
        (table_id, number, line.kind, line.seat, line.player, at, line.text, line.digest, line.joined)
        for number, line in enumerate(lines, after + 1)
    ]
    await db.insert_all("moves", columns, rows)


async def seat_people(db: Connection, table_id: int, seats: tuple[SeatRow, ...]) -> None:
    """Write these seats of the table."""
    rows = [(table_id, *(getattr(seat, field) for field in SEAT.values())) for seat in seats]
    columns = ("table_id", *SEAT)
    await db.insert_all("seats", columns, rows, or_update(("table_id", "seat"), columns))


async def put_vote(db: Connection, table_id: int, vote: VoteRow) -> None:
    """Write a vote with its current answers."""
    values = vars(vote).copy()
    answers: Mapping[int, bool] = values.pop("answers")
    await db.put("asks", "table_id", "number", table_id=table_id, **values)
    for player, yes in answers.items():
        key = {"table_id": table_id, "number": vote.number, "player": player}
        await db.put("answers", *key, **key, yes=yes)


async def invite(db: Connection, table_id: int, invited: tuple[tuple[int, datetime], ...]) -> None:
    """Hold seats of the table for these players until these times."""
    for player, until in invited:
        await db.put("invitations", "table_id", "player", table_id=table_id, player=player, until=until)


async def put_pause(db: Connection, table_id: int, begins: datetime, ends: datetime) -> None:
    """Pause the table for this period, and end an earlier pause. An empty period only ends the earlier one.

    All its waits are checked again, because their times change.
    """
    earlier = "UPDATE stops SET ends = ? WHERE table_id = ? AND ends > ?"  # only a pause stops one table
    await db.run(earlier, (begins, table_id, begins))
    if ends > begins:
        await db.insert("stops", table_id=table_id, begins=begins, ends=ends, why=StopReason.REST)
    await db.run("UPDATE seats SET next_at = ? WHERE table_id = ? AND next_at IS NOT NULL", (begins, table_id))


async def announce(db: Connection, table_id: int, number: int, since: int, kind: PostKind, at: datetime) -> None:
    """Put an announcement into the outbox."""
    lines = {"table_id": table_id, "number": number, "since": since}
    await db.insert("announcements", **lines, kind=kind, nonce=secrets.token_hex(8), created=at, next_at=at)


# Rows as records.


def the_table(rows: Sequence[Row]) -> TableRow | None:
    """Return the table in rows of `with_seats`, or None if there are no rows.

    Raise UnreadableRow if they are damaged.
    """
    return read_table(rows) if rows else None


def read_tables(rows: Sequence[Row]) -> list[TableRow]:
    """Return the tables in rows of `with_seats`. Unreadable ones are logged and left out."""
    tables = [(table_id, list(its_rows)) for table_id, its_rows in groupby(rows, itemgetter("id"))]
    return of_each(log, lambda one: f"table {one[0]}: reading its row", lambda one: read_table(one[1]), tables)


def read_table(rows: Sequence[Row]) -> TableRow:
    """Return the table in these rows of `with_seats`, one per seat.

    Raise UnreadableRow if a seat is missing or damaged.
    """
    table = rows[0]
    seats = [] if table["seat_seat"] is None else [*map(reader(SeatRow, "seat_"), rows)]
    if [seat.seat for seat in seats] != list(range(len(seats))):
        raise UnreadableRow
    votes = sorted(map(read_vote, json.loads(table["votes"] or "[]")), key=attrgetter("number"))
    invited = map(reader(InvitedRow), json.loads(table["invited"] or "[]"))
    nested = {"votes": tuple(votes), "invited": tuple(invited), "changed": table["changed"] or "[]"}
    return reader(TableRow)({**table, **nested, "seats": tuple(seats)})


def read_vote(vote: Mapping[str, Any]) -> VoteRow:
    """Return the vote in a JSON object from `TABLE`."""
    answers = {int(player): bool(yes) for player, yes in (vote["answers"] or {}).items()}
    return reader(VoteRow)({**vote, "answers": answers})
