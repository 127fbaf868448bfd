"""People looking for players on a server, and the server's post that lists them and the open tables."""

import secrets
from collections.abc import Collection
from datetime import datetime

from storage.engine import Connection
from storage.part import Part, first_or_none, placeholders, put_list
from storage.records import ListRow, SearchEntry

# The numbers of players are stored with spaces between them.
ENTRIES = """SELECT l.player, p.user_id, p.name, l.game, '[' || replace(l.counts, ' ', ',') || ']' AS counts, l.pace,
    l.until
    FROM looking l JOIN players p ON p.id = l.player WHERE l.guild_id = ? AND l.until > ? ORDER BY l.until, l.player"""
LISTS = "SELECT guild_id, channel_id, message_id, language, nonce, shown FROM lists"
LISTS_DUE = "SELECT 1 FROM lists WHERE next_at <= :now"


class Matchmaking(Part):
    """The entries, at most one for each person, game and server, and the servers' posts."""

    async def entries(self, guild_id: int, now: datetime) -> list[SearchEntry]:
        """Return a server's entries that have not expired, in the order in which they expire."""
        return await self._readable(SearchEntry, ENTRIES, guild_id, now)

    async def add(self, guild_id: int, entry: SearchEntry, now: datetime) -> None:
        """Add an entry, or replace the person's entry for the same game, and schedule an update of the server's list.

        Expired entries of all servers are deleted.
        """

        async def work(db: Connection) -> None:
            counts = " ".join(map(str, entry.counts))
            terms = {"counts": counts, "pace": entry.pace, "until": entry.until}
            await db.run("DELETE FROM looking WHERE until <= ?", (now,))
            who = {"guild_id": guild_id, "player": entry.player, "game": entry.game}
            await db.put("looking", *who, **who, **terms)
            await put_list(db, guild_id, now)

        await self._database.write(work)

    async def remove(self, guild_id: int, players: Collection[int], game: str, now: datetime) -> None:
        """Delete the entries of these players for this game, and schedule an update of the server's list."""

        async def work(db: Connection) -> None:
            sql = "DELETE FROM looking WHERE guild_id = ? AND player = ? AND game = ?"
            await db.many(sql, [(guild_id, player, game) for player in players])
            await put_list(db, guild_id, now)

        await self._database.write(work)

    async def blocked_pairs(self, players: Collection[int]) -> set[frozenset[int]]:
        """Return the pairs of these players in which one has blocked the other."""
        some = placeholders(len(players))
        sql = f"SELECT player, blocked FROM blocks WHERE player IN ({some}) AND blocked IN ({some})"
        rows = await self._database.query(sql, (*players, *players), list)
        return {frozenset((row["player"], row["blocked"])) for row in rows}

    # The post

    async def list_of(self, guild_id: int) -> ListRow | None:
        """Return the record of the server's post, or None if no one has asked for one."""
        return first_or_none(await self._records(ListRow, f"{LISTS} WHERE guild_id = ?", guild_id))

    async def create_list(self, guild_id: int, channel_id: int, language: str, now: datetime) -> None:
        """Create the record of the server's post in this channel, in place of the record of an earlier post."""

        async def work(db: Connection) -> None:
            place = {"guild_id": guild_id, "channel_id": channel_id, "language": language}
            await db.run("DELETE FROM lists WHERE guild_id = ?", (guild_id,))
            await db.insert("lists", **place, nonce=secrets.token_hex(8), next_at=now)

        await self._database.write(work)

    async def drop_list(self, guild_id: int) -> None:
        """Delete the record of the server's post, and all entries on the server."""

        async def work(db: Connection) -> None:
            for table in ("lists", "looking"):
                await db.run(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,))

        await self._database.write(work)

    async def due_lists(self, now: datetime, most: int) -> list[ListRow]:
        """Return at most ``most`` posts that are due for a check, longest overdue first."""
        return await self._readable(ListRow, f"{LISTS} WHERE next_at <= ? ORDER BY next_at LIMIT ?", now, most)

    async def schedule_list(self, guild_id: int, next_at: datetime | None) -> None:
        """Set when the post is checked next (None: only after a change)."""
        await self._run("UPDATE lists SET next_at = ? WHERE guild_id = ?", next_at, guild_id)

    async def note_list_shown(self, guild_id: int, message_id: int, shown: str) -> None:
        """Record the message that shows the list, and the digest of its content."""
        await self._run("UPDATE lists SET message_id = ?, shown = ? WHERE guild_id = ?", message_id, shown, guild_id)
