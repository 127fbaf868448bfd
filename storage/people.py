"""People: their names, preferences, blocks, notes and vacations, the export of their data, and its deletion."""

import logging
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any

from storage.engine import Connection, Engine, Row, T, Work, storable
from storage.kinds import StopReason
from storage.part import SEAT_PREFERENCES, Part, ReadCache, column, first_or_none, placeholders, read_periods
from storage.records import maybe_moment, stamp

log = logging.getLogger(__name__)

DUE_DELETIONS = "SELECT user_id FROM forgetting JOIN players ON id = player WHERE due <= :now AND user_id IS NOT NULL"

RECIPIENT = """SELECT user_id, (SELECT ends FROM aways WHERE player = :player AND begins <= :now AND ends > :now
    ORDER BY begins LIMIT 1) AS until FROM players WHERE id = :player"""
PREFERENCES = "SELECT key, value FROM preferences JOIN players ON id = player WHERE user_id = ? ORDER BY key"


class People(Part):
    """Users by their Discord id.

    Seats and logs refer to them by the storage's own id, so that a user can be forgotten.
    """

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self._changes = 0  # writes that may change preferences; no other code of this process makes any
        self._preferences = ReadCache[Mapping[str, str]](lambda: None if database.written is None else self._changes)

    async def _write(self, work: Work[T]) -> T:
        try:
            return await self._database.write(work)
        finally:
            self._changes += 1

    async def meet(self, user_id: int, name: str) -> int:
        """Return the storage's id of the user, who is added if new, and update the name.

        Raise UnsupportedText if the name can't be stored.
        """
        storable(name)
        return await self._write(lambda db: meet(db, user_id, name))

    async def computer(self, name: str) -> int:
        """Return the storage's id of the computer player with this name, who is added if new."""

        async def work(db: Connection) -> int:
            one_of_a_name = "ON CONFLICT (name) WHERE computer = 1 DO NOTHING"
            await db.insert("players", one_of_a_name, name=name, computer=1)
            [row] = await db.rows("SELECT id FROM players WHERE computer = 1 AND name = ?", (name,))
            return int(row["id"])

        return await self._database.write(work)

    async def recipient(self, player: int, now: datetime) -> tuple[int, datetime | None] | None:
        """Return the player's Discord id and the end of their current absence, or None if forgotten or unknown."""
        rows = await self._database.query(RECIPIENT, {"player": player, "now": now}, list)
        return next(((row["user_id"], maybe_moment(row["until"])) for row in rows if row["user_id"] is not None), None)

    async def preferences(self, user_id: int) -> Mapping[str, str]:
        """Return all preferences of the user by key."""
        return await self._preferences.get(user_id, lambda: self._database.query(PREFERENCES, (user_id,), by_key))

    async def prefer(self, user_id: int, key: str, value: str | None) -> None:
        """Set a preference; None deletes it. Raise UnsupportedText if the key or the value can't be stored."""
        storable(key, value or "")

        async def work(db: Connection) -> Mapping[str, str]:
            player = await meet(db, user_id)
            if value is None:
                await db.run("DELETE FROM preferences WHERE player = ? AND key = ?", (player, key))
            else:
                await db.put("preferences", "player", "key", player=player, key=key, value=value)
            return by_key(await db.rows(PREFERENCES, (user_id,)))

        try:
            await self._preferences.put(user_id, self._database.write(work, aside=key not in SEAT_PREFERENCES))
        except BaseException:
            self._changes += 1  # The write may have been stored all the same.
            raise

    async def find(self, user_id: int) -> int | None:
        """Return the storage's id of the user, or None if the user is unknown."""
        return first_or_none(await self._column("SELECT id FROM players WHERE user_id = ?", user_id))

    # Blocks between people

    async def block(self, user_id: int, other: int, *, most: int) -> bool:
        """Block another user. Return False, without a change, if the user has already blocked ``most`` others."""

        async def work(db: Connection) -> bool:
            player, blocked = await meet(db, user_id), await meet(db, other)
            sql = "SELECT count(*) AS count FROM blocks WHERE player = ? AND blocked <> ?"
            [others] = await db.rows(sql, (player, blocked))
            if others["count"] >= most:
                return False
            await db.insert("blocks", "ON CONFLICT DO NOTHING", player=player, blocked=blocked)
            return True

        return await self._database.write(work)

    async def unblock(self, user_id: int, other: int) -> None:
        """Unblock another user."""
        known = "(SELECT id FROM players WHERE user_id = ?)"
        await self._run(f"DELETE FROM blocks WHERE player = {known} AND blocked = {known}", user_id, other)

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return the Discord ids of the users whom this user has blocked."""
        return await self._column(
            "SELECT o.user_id FROM blocks b JOIN players p ON p.id = b.player JOIN players o ON o.id = b.blocked"
            " WHERE p.user_id = ? ORDER BY o.id",
            user_id,
        )

    async def blocks(self, players: Collection[int], user_id: int) -> bool:
        """Return whether any of these players (storage ids) has blocked the user."""
        some = placeholders(len(players))
        sql = f"SELECT 1 FROM blocks JOIN players ON id = blocked WHERE user_id = ? AND player IN ({some})"
        return bool(await self._column(sql, user_id, *players))

    # Export and deletion of a person's data

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Return the columns in `EXPORT` of every row about the user, by table, or {} if the user is unknown."""

        async def work(db: Connection) -> dict[str, list[dict[str, Any]]]:
            known = list(await db.rows("SELECT id FROM players WHERE user_id = ?", (user_id,)))
            found = {}
            for player in column(known):
                for table, (columns, whose) in EXPORT.items():
                    query = f"SELECT {columns} FROM {table} WHERE {whose}"
                    found[table] = [dict(row) for row in await db.rows(query, {"player": player})]
            return found

        return await self._database.read(work)

    async def schedule_deletion(self, user_id: int, due: datetime) -> None:
        """Schedule the user's deletion."""

        async def work(db: Connection) -> None:
            await db.put("forgetting", "player", player=await meet(db, user_id), due=due)

        await self._database.write(work)

    async def cancel_deletion(self, user_id: int) -> None:
        """Cancel the user's deletion."""
        await self._run("DELETE FROM forgetting WHERE player = (SELECT id FROM players WHERE user_id = ?)", user_id)

    async def deletion_due(self, user_id: int) -> datetime | None:
        """Return when the user will be forgotten, or None if no deletion is scheduled."""
        sql = "SELECT due FROM forgetting JOIN players ON id = player WHERE user_id = ?"
        return first_or_none(await self._moments(sql, user_id))

    async def due_deletions(self, now: datetime) -> list[int]:
        """Return the users whose deletion is due."""
        return await self._column(DUE_DELETIONS, now=now)

    async def forget(self, user_id: int, at: datetime) -> bool:
        """Delete the user's name, Discord id and private data. Seats and logs of tables stay, under a pseudonym.

        The deletion is first recorded outside the database, to be repeated if an older backup is restored. Return
        whether the user was known.
        """
        player = await self.find(user_id)
        if player is None:
            return False
        await self._database.note_forgotten(player, stamp(at))
        await self._write(lambda db: forget(db, player))
        await self._database.checkpoint(emptied=True)
        return True

    async def forget_again(self) -> None:
        """Delete the data of recorded players again if a restored backup has brought it back."""
        noted = await self._database.forgotten()

        async def work(db: Connection) -> int:
            again = 0
            for player, at in noted:
                # An older backup may lack players, whose numbers have then been given to others.
                rows = await db.rows(
                    "SELECT 1 FROM players WHERE id = ? AND user_id IS NOT NULL"
                    " AND coalesce((SELECT min(at) FROM moves WHERE player = id), 0) <= ?",
                    (player, at),
                )
                if rows:
                    await forget(db, player)
                    again += 1
            return again

        if noted and (again := await self._write(work)):
            await self._database.checkpoint(emptied=True)
            log.info("deleted the personal data of %s players again, which a restored backup had brought back", again)

    async def seats_before(self, user_id: int, table_id: int) -> set[int]:
        """Return the seats that the user held at a running table before they were forgotten."""
        sql = "SELECT seat, key, digest FROM forgotten_seats WHERE table_id = ?"
        rows = await self._database.query(sql, (table_id,), list)
        return {row["seat"] for row in rows if keyed(user_id, row["key"]) == row["digest"]}


class Notes(Part):
    """Private notes: at most one for each person and table.

    They are deleted when the table ends (`tables.Tables.append`).
    """

    def __init__(self, database: Engine) -> None:
        super().__init__(database)
        self._known = ReadCache[list[str]](lambda: database.written)

    async def read(self, user_id: int, table_id: int) -> str:
        """Return the person's note at the table, or ""."""
        sql = "SELECT text FROM notes JOIN players ON id = player WHERE user_id = ? AND table_id = ?"
        found = await self._known.get((user_id, table_id), lambda: self._column(sql, user_id, table_id))
        return found[0] if found else ""

    async def write(self, user_id: int, table_id: int, text: str) -> None:
        """Replace the note, or delete it if the text is "". Notes for a table that has ended are not stored."""
        storable(text)
        await self._replace(user_id, table_id, text)

    async def _replace(self, user_id: int, table_id: int, text: str) -> None:
        async def work(db: Connection) -> None:
            player = await meet(db, user_id)
            await db.run("DELETE FROM notes WHERE player = ? AND table_id = ?", (player, table_id))
            if text:
                await db.run(
                    "INSERT INTO notes (player, table_id, text)"
                    " SELECT CAST(? AS BIGINT), id, ? FROM tables WHERE id = ? AND ended IS NULL",
                    (player, text, table_id),
                )

        await self._database.write(work)


class Vacations(Part):
    """The vacations of people, which stop their timers. They count whenever a table's timers are computed."""

    async def begin(
        self, player: int, begins: datetime, ends: datetime, stops: datetime, *, computer: bool = False
    ) -> None:
        """Record a vacation, which stops timers until ``stops``. ``computer``: a computer may play for the person."""

        async def work(db: Connection) -> None:
            await db.insert("aways", player=player, begins=begins, ends=ends, computer=computer)
            if stops > begins:
                await db.insert("stops", player=player, begins=begins, ends=stops, why=StopReason.AWAY)

        await self._database.write(work)

    async def end(self, player: int, now: datetime) -> None:
        """End the player's current vacation now, and cancel future ones."""

        async def work(db: Connection) -> None:
            for table in ("aways", "stops"):
                await db.run(f"DELETE FROM {table} WHERE player = ? AND begins >= ?", (player, now))
                await db.run(f"UPDATE {table} SET ends = ? WHERE player = ? AND ends > ?", (now, player, now))

        await self._database.write(work)

    async def of_player(self, player: int, since: datetime) -> list[tuple[datetime, datetime]]:
        """Return the start and end of each of the player's vacations that end after ``since``, earliest first."""
        sql = "SELECT begins, ends FROM aways WHERE player = ? AND ends > ? ORDER BY begins"
        return await self._database.query(sql, (player, since), read_periods)


def by_key(rows: Sequence[Row]) -> dict[str, str]:
    """Return the values by key, leaving out values that aren't text."""
    return {row["key"]: row["value"] for row in rows if isinstance(row["value"], str)}


# The data about a person: the columns they may read, and which rows are about them. Other columns of a table are not
# about them, or would reveal secrets.
THEIRS = "player = :player"
IN_THEIR_SEATS = f"(table_id, seat) IN (SELECT table_id, seat FROM seats WHERE {THEIRS})"
EXPORT: Mapping[str, tuple[str, str]] = {
    "players": ("user_id, name", "id = :player"),
    "preferences": ("key, value", THEIRS),
    "notes": ("table_id, text", THEIRS),
    "plans": ("table_id, moves, number, wait, fallbacks", THEIRS),
    "blocks": ("(SELECT user_id FROM players WHERE id = blocked) AS blocked", THEIRS),
    "forgetting": ("due", THEIRS),
    "seats": (
        "table_id, seat, vacant, freed, moved, due_since, acted, due_number, next_at,"
        " warned, more, ending, pace, late, final, heres, gone, colour, computer",
        THEIRS,
    ),
    "moves": ("table_id, number, kind, seat, at, text", THEIRS),
    "tables": (
        "id, game, status, channel_id, guild_id, opened, started, ended",
        "host = :player OR closer = :player OR id IN (SELECT table_id FROM moves WHERE player = :player)",
    ),
    "pings": ("table_id, number, seat, kind, at", IN_THEIR_SEATS),
    "notices": (
        "table_id, seat, number, kind, count, not_before, begun, done, outcome, channel_id, message_id",
        THEIRS,
    ),
    "asks": ("table_id, number, kind, what, opened, closes, ended, outcome", THEIRS),
    "answers": ("table_id, number, yes", THEIRS),
    "invitations": ("table_id, until", THEIRS),
    "stops": ("begins, ends, why", THEIRS),
    "aways": ("begins, ends, computer", THEIRS),
    "looking": ("guild_id, game, counts, pace, until", THEIRS),
    "results": ("table_id, seat, points, place, answers", IN_THEIR_SEATS),
    "losses": ("table_id, seat, turns, loss", IN_THEIR_SEATS),
    "reviews": ("table_id, created", THEIRS),
    "daily_attempts": ("day, table_id, started, ended, points, rounds, moves", THEIRS),
    "daily_shares": ("day, guild_id", THEIRS),
}
# The tables whose rows are deleted with a forgotten player.
OWN = (
    *("preferences", "notices", "notes", "plans", "blocks", "invitations", "stops", "aways", "looking", "forgetting"),
    *("daily_attempts", "daily_shares"),
)


async def forget(db: Connection, player: int) -> None:
    """Delete a person's name, Discord id and private data. Seats and log lines keep the storage id.

    For each of their seats at running games, store a keyed hash of the Discord id (`People.seats_before`).
    """
    [person] = await db.rows("SELECT user_id FROM players WHERE id = ?", (player,))
    seats = await db.rows(
        "SELECT DISTINCT m.table_id, m.seat FROM moves m JOIN tables t ON t.id = m.table_id"
        " WHERE m.player = ? AND t.status = 'running' AND (m.kind = 'seat' OR m.kind = 'join' AND m.number >"
        " (SELECT number FROM moves s WHERE s.table_id = t.id AND s.kind = 'start'))",
        (player,),
    )
    for seat in seats:
        key = secrets.token_bytes(16)
        await db.insert("forgotten_seats", **seat, key=key, digest=keyed(person["user_id"], key))
    await db.run(  # their posts name the player
        "UPDATE lists SET next_at = 0 WHERE guild_id IN (SELECT guild_id FROM looking WHERE player = ?)", (player,)
    )
    for table in OWN:
        await db.run(f"DELETE FROM {table} WHERE player = ?", (player,))
    await db.run("DELETE FROM blocks WHERE blocked = ?", (player,))
    await db.run(  # bodies of messages name players; they can be fetched from Discord when needed
        "UPDATE posts SET body = '' WHERE table_id IN (SELECT table_id FROM moves WHERE player = ?)", (player,)
    )
    await db.run("UPDATE players SET user_id = NULL, name = '#' || id WHERE id = ?", (player,))


def keyed(user_id: int, key: bytes) -> bytes:
    """Return a keyed hash of the user's id, which only somebody who knows the id can check."""
    return blake2b(str(user_id).encode(), key=key, digest_size=16).digest()


async def meet(db: Connection, user_id: int, name: str = "") -> int:
    """Return the storage id of the player, adding new players. A ``name`` other than "" replaces the stored name."""
    known = await db.rows("SELECT id, name FROM players WHERE user_id = ?", (user_id,))
    if not known:
        await db.insert("players", "ON CONFLICT (user_id) DO NOTHING", user_id=user_id, name=name)
        known = await db.rows("SELECT id, name FROM players WHERE user_id = ?", (user_id,))
    [player] = known
    if name not in ("", player["name"]):
        await db.run("UPDATE players SET name = ? WHERE id = ?", (name, player["id"]))
    return int(player["id"])
