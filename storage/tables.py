"""Tables, their seats and their logs."""

import json
import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from storage.engine import Conflict, Connection, Engine, Row, Unavailable
from storage.kinds import LineKind, PostKind, TableStatus, VoteKind, VoteOutcome
from storage.read_cache import ReadCache
from storage.records import (
    Change,
    Counts,
    InvitedRow,
    LogRow,
    NewLine,
    NewTable,
    SeatRow,
    TableRow,
    UnreadableRow,
    VoteRow,
    maybe_moment,
    maybe_stamp,
    member,
    moment,
    stamp,
    storable,
    whole,
)
from storage.sql_helpers import in_my_partition, put_list, put_notice, put_redraw

log = logging.getLogger(__name__)

TABLE = """SELECT id, game, status, channel_id, guild_id, parent_id, host, seed, fingerprint, options, language,
    number, played, told AS announced_until, opened, started, ended,
    (SELECT name FROM players WHERE players.id = closer) AS closer, next_at,
    asleep AS asleep_since, kept AS kept_open_at, drowsy AS sleep_warned_at,
    (SELECT max(ends) FROM stops WHERE table_id = tables.id AND why = 'rest') AS paused_until,
    (SELECT json_group_array(json_array(
        a.number, a.kind, a.what, a.seat, a.player, a.opened, a.closes, a.ended, a.outcome,
        (SELECT json_group_object(n.player, n.yes) FROM answers n
            WHERE n.table_id = a.table_id AND n.number = a.number)))
        FROM asks a WHERE a.table_id = tables.id) AS votes,
    CASE status WHEN 'lobby' THEN (SELECT json_group_array(json_array(i.player, i.until, p.user_id, p.name))
        FROM invitations i JOIN players p ON p.id = i.player WHERE i.table_id = tables.id) ELSE '[]' END AS invited,
    CASE status WHEN 'lobby' THEN (SELECT json_group_array(DISTINCT substr(o.text, 1, instr(o.text, ' ') - 1))
        FROM moves o WHERE o.table_id = tables.id AND o.kind = 'option' AND EXISTS (
            SELECT 1 FROM seats s WHERE s.table_id = o.table_id AND s.player <> o.player AND s.computer = ''
                AND NOT EXISTS (
                SELECT 1 FROM moves m WHERE m.table_id = o.table_id AND m.number > o.number AND m.player = s.player
                AND m.kind IN ('join', 'ready')))) ELSE '[]' END AS changed
    FROM tables"""
WITH_SEATS = """SELECT t.*, p.id AS person, s.seat, s.player, s.vacant, s.freed, s.due_since, s.acted, s.moved,
    s.due_number, s.next_at, s.warned, s.more, s.ending, s.pace,
    s.late, s.final, s.heres, s.gone, s.colour, s.computer,
    (SELECT max(n.done) FROM notices n WHERE n.table_id = s.table_id AND n.number = s.due_number AND n.seat = s.seat
        AND n.kind IN ('first', 'second') AND n.outcome IN ('sent', 'merged')) AS reminded,
    (SELECT json_array(w.begins, w.ends, w.computer) FROM aways w
        WHERE w.player = s.player ORDER BY w.ends DESC LIMIT 1),
    CASE WHEN s.due_since IS NOT NULL THEN (SELECT json_group_array(json_array(begins, ends, why)) FROM (
        SELECT begins, ends, why FROM stops WHERE table_id IS NULL AND player IS NULL AND ends > s.due_since
        UNION ALL SELECT begins, ends, why FROM stops WHERE table_id = s.table_id AND ends > s.due_since
        UNION ALL SELECT begins, ends, why FROM stops WHERE player = s.player AND ends > s.due_since) stood) END,
    (SELECT json_group_object(q.key, q.value) FROM preferences q
        WHERE q.player = s.player AND q.key IN ('zone', 'quiet', 'quiet_days')),
    CASE t.status WHEN 'lobby' THEN
        (SELECT q.value FROM preferences q WHERE q.player = s.player AND q.key = 'colour') END,
    p.user_id, p.name, p.computer
    FROM ({} {}) t LEFT JOIN seats s ON s.table_id = t.id LEFT JOIN players p ON p.id = s.player
    ORDER BY {}, s.seat"""
LINES = """SELECT m.table_id, m.number, m.kind, m.seat, m.player, p.user_id, coalesce(p.name, ''),
    m.at, m.text, m.digest, coalesce(p.computer, 0)
    FROM moves m LEFT JOIN players p ON p.id = m.player"""
PIECE = 1000  # interactions deleted per transaction
REMEMBERED = timedelta(days=1)  # how long to keep an interaction; Discord drops one after 15 minutes
OPEN = "status IN ('lobby', 'running')"
IN_CHANNEL = f"WHERE channel_id = ? ORDER BY {OPEN} AND asleep IS NULL DESC, {OPEN} DESC, ended DESC, id DESC LIMIT 1"
HELD_BY_NOBODY = f"""SELECT DISTINCT s.table_id FROM players p JOIN seats s ON s.player = p.id
    JOIN tables t ON t.id = s.table_id WHERE p.user_id IS NULL AND p.computer = 0 AND s.vacant = 0 AND t.{OPEN}"""
# Tables where a computer has to move, for itself or for an absent player.
COMPUTERS_TO_MOVE = f"""SELECT t.id FROM tables t JOIN (
    SELECT table_id FROM seats WHERE computer <> '' AND due_since IS NOT NULL
    UNION SELECT s.table_id FROM aways w JOIN seats s ON s.player = w.player
        WHERE w.computer = 1 AND w.ends > ?1 AND w.begins <= ?1 AND s.due_since IS NOT NULL) s ON s.table_id = t.id
    WHERE t.status = 'running' AND t.asleep IS NULL AND {in_my_partition(2)} ORDER BY t.id"""


class Tables:
    """The tables. Every change of one goes through `create` or `append`."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._by_id = ReadCache[TableRow | None](lambda: database.written)
        self._by_channel = ReadCache[TableRow | None](lambda: database.written)

    async def create(self, table: NewTable, at: datetime, *, interaction: int | None = None) -> int:
        """Open a table and announce it. Return its id.

        Raises:
            Conflict: channel, interaction.
        """

        async def work(db: Connection) -> int:
            await accept(db, interaction, at)
            return await open_table(db, table, at)

        storable(table.game, table.options, table.language)
        try:
            return await self._database.write(work)
        except Unavailable:
            if not await self._stored(interaction):
                raise
            row = await self.in_channel(table.channel_id)
            assert row is not None
            return row.id

    async def append(self, change: Change) -> int:
        """Store one action atomically. Return the new number.

        Raises:
            Conflict: number, interaction, channel (that the table was to move to); nothing is stored.
        """
        number = change.after + len(change.lines)
        played = [after for after, line in enumerate(change.lines, change.after + 1) if line.digest]
        values: dict[str, Any] = {"number": number, "status": change.status, "options": change.options}
        values |= {"language": change.language}
        values |= {
            "host": change.host,
            "played": max(played, default=None),
            "told": number if change.shows_whole_turns else None,
        }
        values |= {"started": stamp(change.at) if change.status == TableStatus.RUNNING else None}
        ends = change.status in (TableStatus.OVER, TableStatus.CANCELLED)
        values |= {"ended": stamp(change.at) if ends else None}
        values |= {"closer": change.closer}
        values = {name: value for name, value in values.items() if value not in (None, "")}
        values["next_at"] = maybe_stamp(change.next_at)
        if change.asleep is not None:
            values["asleep"] = stamp(change.at) if change.asleep else None
        values |= {"kept": stamp(change.at)} if change.keeps_open else {}
        values |= {"drowsy": stamp(change.at)} if change.warns_of_sleep else {}
        if change.place is not None:
            values |= dict(zip(("channel_id", "guild_id", "parent_id"), change.place, strict=True))

        async def work(db: Connection) -> int:
            await accept(db, change.interaction, change.at)
            if change.status or not played:  # a server's list shows no moves
                for [guild_id] in await db.rows("SELECT guild_id FROM tables WHERE id = ?", (change.table_id,)):
                    await put_list(db, guild_id, change.at)
            changed = await db.run(
                f"UPDATE tables SET {', '.join(f'{name} = ?' for name in values)} WHERE id = ? AND number = ?",
                (*values.values(), change.table_id, change.after),
            )
            if changed != 1:
                raise Conflict("number")
            await add_lines(db, change.table_id, change.after, change.at, change.lines)
            if change.seats is not None:
                await seat_people(db, change.table_id, change.seats)
            if change.place is not None:
                await put_list(db, change.place[1], change.at)
            if change.paused_until is not None:
                await put_rest(db, change.table_id, change.at, change.paused_until)
            for vote in change.votes:
                await put_vote(db, change.table_id, vote)
            for player, until in change.invited:
                await put_invitation(db, change.table_id, player, until)
            for notice in change.notices:
                await put_notice(db, notice)
            if change.redraw:
                await put_redraw(db, change.table_id, change.at)
            if change.announce:
                await announce(db, change.table_id, number, change.since, change.announce, change.at)
            if "ended" in values:
                for gone in ("notes", "forgotten_seats"):
                    await db.run(f"DELETE FROM {gone} WHERE table_id = ?", (change.table_id,))
            if change.successor is not None:
                await open_table(db, change.successor, change.at)
            return number

        storable(change.options, *(line.text for line in change.lines), *(vote.what for vote in change.votes))
        try:
            return await self._database.write(work)
        except Unavailable:
            if not await self._stored(change.interaction):
                raise
            return number

    async def _stored(self, interaction: int | None) -> bool:
        """Return whether a write without an answer was stored after all. Raise Unavailable if that is unknown."""
        return interaction is not None and await self.accepted(interaction)

    async def get(self, table_id: int) -> TableRow | None:
        """Return the table, or None. Raise Damaged if it exists and cannot be read."""

        async def read() -> TableRow | None:
            return next(iter(await self._select("WHERE id = ?", table_id, exact=True)), None)

        return await self._by_id.get(table_id, read)

    async def in_channel(self, channel_id: int) -> TableRow | None:
        """Return the channel's open table, or the last one that ended there, or None."""

        async def read() -> TableRow | None:
            return next(iter(await self._select(IN_CHANNEL, channel_id)), None)

        return await self._by_channel.get(channel_id, read)

    async def of_user(self, user_id: int) -> list[TableRow]:
        """Return the open tables where the user has a seat."""
        return await self._select(
            f"WHERE {OPEN} AND id IN (SELECT s.table_id FROM seats s JOIN players p ON p.id = s.player"
            " WHERE p.user_id = ? AND s.vacant = 0)",
            user_id,
        )

    async def counts(self, player: int, guild_id: int | None) -> Counts:
        """Return the open tables and seats of a person and of a server, without sleeping tables (none of a DM)."""

        async def work(db: Connection) -> Counts:
            awake = f"{OPEN} AND asleep IS NULL"
            [row] = await db.rows(
                f"SELECT (SELECT count(*) FROM tables WHERE guild_id = ?2 AND host = ?1 AND status = 'lobby'),"
                f" (SELECT count(*) FROM seats s JOIN tables t ON t.id = s.table_id AND {awake}"
                f" WHERE s.player = ?1 AND s.vacant = 0),"
                f" (SELECT count(*) FROM tables WHERE guild_id = ?2 AND {awake})",
                (player, guild_id),
            )
            return Counts(*row)

        return await self._database.query(work)

    async def first_of(self, user_id: int, game: str, most: int = 1) -> list[int]:
        """Return the tables of the user's first moves in a game, at most ``most``, earliest first."""

        async def work(db: Connection) -> list[int]:
            rows = await db.rows(
                "SELECT m.table_id FROM moves m JOIN players p ON p.id = m.player JOIN tables t ON t.id = m.table_id"
                " WHERE p.user_id = ? AND m.kind = 'move' AND t.game = ? GROUP BY m.table_id"
                " ORDER BY min(m.at), m.table_id LIMIT ?",
                (user_id, game, most),
            )
            return [int(row["table_id"]) for row in rows]

        return await self._database.query(work)

    async def open_ids(self) -> list[int]:
        """Return the ids of all open tables, oldest first, to process them one by one."""

        async def work(db: Connection) -> list[int]:
            return [row[0] for row in await db.rows(f"SELECT id FROM tables WHERE {OPEN} ORDER BY id")]

        return await self._database.query(work)

    async def held_by_nobody(self) -> list[int]:
        """Return the ids of open tables where a forgotten player still has a seat."""

        async def work(db: Connection) -> list[int]:
            return [row[0] for row in await db.rows(HELD_BY_NOBODY)]

        return await self._database.query(work)

    async def computers_to_move(self, now: datetime) -> list[int]:
        """Return the ids of this process's running tables that wait for a computer player, oldest first."""
        partition = self._database.partition.slot, self._database.partition.processes

        async def work(db: Connection) -> list[int]:
            return [row[0] for row in await db.rows(COMPUTERS_TO_MOVE, (stamp(now), *partition))]

        return await self._database.query(work)

    async def last_results(self, most: int) -> list[int]:
        """Return the ids of the last finished game of each channel, at most ``most``, oldest first."""

        async def work(db: Connection) -> list[int]:
            rows = await db.rows(
                "SELECT max(id) FROM tables WHERE status = 'over' GROUP BY channel_id ORDER BY max(id) DESC LIMIT ?",
                (most,),
            )
            return sorted(row[0] for row in rows)

        return await self._database.query(work)

    async def open_at(self, guild_id: int | None, channel_id: int, most: int) -> tuple[list[TableRow], int]:
        """Return the open tables of a server, lobbies first, at most ``most``, and their total number.

        A DM belongs to no server, and has at most one table, the channel's.
        """
        # A server may have thousands, so only the shown ones are read; the others are counted in the index.
        where, value = ("guild_id = ?", guild_id) if guild_id is not None else ("channel_id = ?", channel_id)

        async def work(db: Connection) -> tuple[list[TableRow], int]:
            [[count]] = await db.rows(f"SELECT count(*) FROM tables WHERE {OPEN} AND {where}", (value,))
            some = f"WHERE {OPEN} AND {where} ORDER BY status, id LIMIT ?"
            return await select(db, some, value, most, order="t.status, t.id"), count

        return await self._database.read(work)

    async def _select(self, where: str, *values: object, exact: bool = False) -> list[TableRow]:
        return await self._database.query(lambda db: select(db, where, *values, exact=exact))

    async def log(self, table_id: int, after: int = 0) -> list[LogRow]:
        """Return the log in order, or the part after a line of it. Raise Damaged if a line cannot be read."""

        async def work(db: Connection) -> list[LogRow]:
            rows = await db.rows(f"{LINES} WHERE m.table_id = ? AND m.number > ? ORDER BY m.number", (table_id, after))
            return [read_line(row) for row in rows]

        return await self._database.query(work)

    async def forget_interactions(self, now: datetime) -> int:
        """Delete some interactions that are so old that Discord does not send them again. Return how many.

        It works in pieces, so that other writes wait for one piece at most.
        """

        async def work(db: Connection) -> int:
            return await db.run(
                "DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE at < ? ORDER BY at LIMIT ?)",
                (stamp(now - REMEMBERED), PIECE),
            )

        return await self._database.write(work)

    async def accepted(self, interaction: int) -> bool:
        """Return whether the interaction was accepted before."""

        async def work(db: Connection) -> bool:
            return bool(await db.rows("SELECT 1 FROM interactions WHERE id = ?", (interaction,)))

        return await self._database.query(work)


# The steps of a write transaction.


async def open_table(db: Connection, table: NewTable, at: datetime) -> int:
    """Open a table and return its id. Raise Conflict: channel."""
    joined = [NewLine(LineKind.JOIN, seat.seat, seat.player, seat.computer) for seat in table.beside]
    lines = (NewLine(LineKind.OPEN, 0, table.host), *joined, *table.lines)
    number = len(lines)
    [[table_id]] = await db.rows(
        "INSERT INTO tables (game, channel_id, guild_id, parent_id, host, seed, fingerprint, options, language,"
        " next_at, number, opened) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            *(table.game, table.channel_id, table.guild_id, table.parent_id, table.host, table.seed),
            *(table.fingerprint, table.options, table.language, maybe_stamp(table.next_at)),
            *(number, stamp(at)),
        ),
    )
    seats = (SeatRow(0, table.host, acted_at=at), *table.beside)
    await add_lines(db, table_id, 0, at, lines)
    await seat_people(db, table_id, seats)
    for player, until in table.invited:
        await put_invitation(db, table_id, player, until)
    for notice in table.notices:
        await put_notice(db, replace(notice, table_id=table_id))
    await announce(db, table_id, number, 0, PostKind.LOBBY, at)
    await put_list(db, table.guild_id, at)
    return int(table_id)


async def accept(db: Connection, interaction: int | None, at: datetime) -> None:
    """Record that the interaction was accepted. Raise Conflict if it was before."""
    if interaction is None:
        return
    await db.run("INSERT INTO interactions (id, at) VALUES (?, ?)", (interaction, stamp(at)))


async def add_lines(db: Connection, table_id: int, after: int, at: datetime, lines: tuple[NewLine, ...]) -> None:
    """Add lines to a log, numbered from the one after ``after``."""
    await db.many(
        "INSERT INTO moves (table_id, number, kind, seat, player, at, text, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table_id, number, line.kind, line.seat, line.player, stamp(at), line.text, line.digest)
            for number, line in enumerate(lines, after + 1)
        ],
    )


async def seat_people(db: Connection, table_id: int, seats: tuple[SeatRow, ...]) -> None:
    """Replace the seats of the table."""
    await db.run("DELETE FROM seats WHERE table_id = ?", (table_id,))
    await db.many(
        "INSERT INTO seats (table_id, seat, player, vacant, freed, moved, due_since, acted, due_number, next_at,"
        " warned, more, ending, pace, late, final, heres, gone, colour, computer)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(table_id, s.seat, s.player, s.vacant, s.freed, s.moved),
                *(maybe_stamp(s.due_since), maybe_stamp(s.acted_at), s.due_number),
                *(maybe_stamp(s.next_at), maybe_stamp(s.second_reminder_at), s.extra_time, s.only_end_left, s.pace),
                *(
                    maybe_stamp(s.late_since),
                    maybe_stamp(s.final_warning_at),
                    s.presence_count,
                    maybe_stamp(s.left_server_at),
                    s.colour,
                ),
                s.computer,
            )
            for s in seats
        ],
    )


async def put_vote(db: Connection, table_id: int, vote: VoteRow) -> None:
    """Write a vote with its present answers."""
    await db.run(
        "INSERT INTO asks (table_id, number, kind, what, seat, player, opened, closes, ended, outcome)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, number) DO UPDATE"
        " SET closes = excluded.closes, ended = excluded.ended, outcome = excluded.outcome",
        (
            *(table_id, vote.number, vote.kind, vote.what, vote.seat, vote.player, stamp(vote.opened)),
            *(maybe_stamp(vote.closes), maybe_stamp(vote.ended), vote.outcome),
        ),
    )
    await db.many(
        "INSERT INTO answers (table_id, number, player, yes) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, number, player) DO UPDATE SET yes = excluded.yes",
        [(table_id, vote.number, player, yes) for player, yes in vote.answers.items()],
    )


async def put_invitation(db: Connection, table_id: int, player: int, until: datetime) -> None:
    """Hold a seat of the table for the player until this time."""
    await db.run(
        "INSERT INTO invitations (table_id, player, until) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id, player) DO UPDATE SET until = excluded.until",
        (table_id, player, stamp(until)),
    )


async def put_rest(db: Connection, table_id: int, begins: datetime, ends: datetime) -> None:
    """Pause the table for this time, and end an earlier pause. All its waits are checked again: their times change."""
    await db.run(
        "UPDATE stops SET ends = ? WHERE table_id = ? AND why = 'rest' AND ends > ?",
        (stamp(begins), table_id, stamp(begins)),
    )
    if ends > begins:
        await db.run(
            "INSERT INTO stops (table_id, begins, ends, why) VALUES (?, ?, ?, 'rest')",
            (table_id, stamp(begins), stamp(ends)),
        )
    await db.run("UPDATE seats SET next_at = ? WHERE table_id = ? AND next_at IS NOT NULL", (stamp(begins), table_id))


async def announce(db: Connection, table_id: int, number: int, since: int, kind: PostKind, at: datetime) -> None:
    """Put an announcement into the outbox."""
    await db.run(
        "INSERT INTO announcements (table_id, number, since, kind, nonce, created, next_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (table_id, number, since, kind, secrets.token_hex(8), stamp(at), stamp(at)),
    )


# Rows as records.


async def select(
    db: Connection, where: str, *values: object, order: str = "t.id", exact: bool = False
) -> list[TableRow]:
    """Return the tables that match this condition, with their seats.

    An unreadable one is left out and logged; with ``exact``, raise UnreadableRow.
    """
    tables: dict[int, list[Row]] = {}
    for row in await db.rows(WITH_SEATS.format(TABLE, where, order), values):
        tables.setdefault(row["id"], []).append(row)
    found = []
    for table_id, rows in tables.items():
        try:
            found.append(read_table(rows))
        except UnreadableRow:
            if exact:
                raise
            log.error("table %s: unreadable in the database", table_id)
    return found


def read_seat(row: Sequence[Any]) -> SeatRow:
    """Return the seat in a row of `WITH_SEATS`."""
    (
        seat,
        player,
        vacant,
        freed,
        due_since,
        acted,
        moved,
        due_number,
        next_at,
        warned,
        more,
        ending,
        pace,
        *read,
    ) = row
    late, final, heres, gone, colour, computer, *read = read
    reminded, aways, stops, hours, favourite, user_id, name, no_person = read
    return whole(
        SeatRow(
            *(seat, player, bool(vacant), bool(freed), maybe_moment(due_since), maybe_moment(acted)),
            *(bool(moved), due_number, maybe_moment(next_at), maybe_moment(warned), bool(more), bool(ending)),
            late_since=maybe_moment(late),
            final_warning_at=maybe_moment(final),
            presence_count=heres,
            left_server_at=maybe_moment(gone),
            pace=pace,
            colour=colour,
            computer=computer,
            reminded=maybe_moment(reminded),
            aways=aways or "",
            stops=stops or "",
            hours=hours or "{}",
            favourite=favourite or "",
            user_id=user_id,
            name=name,
            person=not no_person,
        )
    )


def read_table(rows: Sequence[Row]) -> TableRow:
    """Return the table in these rows of `WITH_SEATS`, one per seat, numbered without gaps. Raise UnreadableRow."""
    columns = tuple(rows[0].keys())
    own = columns.index("person")
    values = dict(zip(columns[:own], rows[0], strict=False))
    seats = [read_seat(row[own + 1 :]) for row in rows if row["person"] is not None]
    if [seat.seat for seat in seats] != list(range(len(seats))):
        raise UnreadableRow
    for time in (
        "opened",
        "started",
        "ended",
        "next_at",
        "asleep_since",
        "kept_open_at",
        "sleep_warned_at",
        "paused_until",
    ):
        values[time] = maybe_moment(values[time])
    values["status"] = member(TableStatus, values["status"])
    values["votes"] = tuple(sorted(map(read_vote, json.loads(values["votes"] or "[]")), key=lambda vote: vote.number))
    values["invited"] = tuple(
        whole(InvitedRow(player, moment(until), user_id, name))
        for player, until, user_id, name in json.loads(values["invited"] or "[]")
    )
    values["changed"] = tuple(json.loads(values["changed"] or "[]"))
    return whole(TableRow(**values, seats=tuple(seats)))


def read_vote(row: Sequence[Any]) -> VoteRow:
    """Return the vote in a JSON array of `TABLE`."""
    number, kind, what, seat, player, opened, closes, ended, outcome, answers = row
    said = {int(player): bool(yes) for player, yes in (answers or {}).items()}
    closes, ended = maybe_moment(closes), maybe_moment(ended)
    kind, outcome = member(VoteKind, kind), member(VoteOutcome, outcome)
    return whole(VoteRow(number, kind, what, seat, player, moment(opened), closes, ended, outcome, said))


def read_line(row: Row) -> LogRow:
    """Return the log line in a row of `LINES`."""
    _, number, kind, seat, player, user_id, name, at, text, digest, no_person = row
    line = LogRow(number, member(LineKind, kind), seat, player, user_id, name, moment(at), text, digest, not no_person)
    return whole(line)
