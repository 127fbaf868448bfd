"""People who look for players on a server (docs/spec/slow-play.md, P100): their entries, and matching them."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from itertools import combinations

from rules.errors import N_, BadOptions
from rules.validate import with_defaults
from rules_service.errors import NoList, TooMany
from rules_service.guards import MAX_ENTRIES
from rules_service.models import Person
from rules_service.pace import PACE_OPTION
from rules_service.repository import ServicePart
from storage import SearchEntry

ENTRY_LASTS = timedelta(days=7)  # lifetime of an entry
NO_LIST = N_(
    "This server has no list of players looking for a game. A server manager can make one with `/server listing`."
)
MAX_ENTRIES_REACHED = N_(
    "You’re looking for players for {count} games here, which is the limit. Remove one from the list first."
)


class Matchmaking(ServicePart):
    """The lists of people looking for players, one for each server."""

    async def entries(self, guild_id: int) -> list[SearchEntry]:
        """Return a server's entries, oldest first."""
        return await self._storage.matchmaking.entries(guild_id, self._clock.now())

    async def add(
        self, guild_id: int, person: Person, game: str, counts: Collection[int], pace: str
    ) -> list[SearchEntry]:
        """Add an entry for a week, in place of the person's earlier one for the game.

        Return the entries that match now, this person's first, or an empty list.

        Raise NoList if the server managers have made no list, TooMany, or BadOptions for an unknown game, number or
        pace.
        """
        with_defaults([PACE_OPTION], {PACE_OPTION.id: pace})
        counts = sorted(set(counts) & {count for count in self._repository.game(game).seats if count > 1})
        if not counts:
            raise BadOptions(N_("This game can’t be played with that many people."))
        if await self._storage.matchmaking.list_of(guild_id) is None:
            raise NoList(NO_LIST)
        player, now = await self._storage.people.meet(person.id, person.name), self._clock.now()
        others = [one for one in await self.entries(guild_id) if (one.player, one.game) != (player, game)]
        if sum(one.player == player for one in others) >= MAX_ENTRIES:
            raise TooMany(MAX_ENTRIES_REACHED, count=MAX_ENTRIES)
        mine = SearchEntry(player, person.id, person.name, game, tuple(counts), pace, now + ENTRY_LASTS)
        await self._storage.matchmaking.add(guild_id, mine, now)
        blocked_pairs = await self._storage.matchmaking.blocked_pairs([player, *(one.player for one in others)])
        return best_match(mine, others, blocked_pairs)

    async def remove_all(self, guild_id: int, players: Collection[int], game: str) -> None:
        """Remove these players' entries for the game."""
        await self._storage.matchmaking.remove(guild_id, players, game, self._clock.now())

    async def remove(self, guild_id: int, person: Person, game: str) -> None:
        """Remove the person's entry for the game."""
        await self.remove_all(guild_id, [await self._storage.people.meet(person.id, person.name)], game)


def best_match(
    mine: SearchEntry, others: Sequence[SearchEntry], blocked_pairs: Collection[frozenset[int]]
) -> list[SearchEntry]:
    """Return the largest group with ``mine`` that wants the same game and pace, preferring the longest waiting, or [].

    ``blocked_pairs``: pairs of players where one has blocked the other.
    """
    same = [one for one in others if (one.game, one.pace) == (mine.game, mine.pace)]
    same = [one for one in same if frozenset({one.player, mine.player}) not in blocked_pairs]
    for count in sorted(mine.counts, reverse=True):
        for group in combinations([one for one in same if count in one.counts], count - 1):
            pairs = {frozenset({one.player, other.player}) for one, other in combinations(group, 2)}
            if not pairs & set(blocked_pairs):
                return [mine, *group]
    return []
