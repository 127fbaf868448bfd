"""Opening tables: new ones, and lobbies with the game and options of tables that have ended."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from rules_service import lobby
from rules_service.commit import new_table
from rules_service.guards import OPENED_WITHIN, must_be_ordinary, must_have_room, must_keep_pace
from rules_service.models import Person, Place, TableInfo, place_of
from rules_service.options import complete_options, lobby_options
from rules_service.repository import ServicePart
from rules_service.table_info import in_channel, info_of
from storage import Conflict, NewTable


class Opening(ServicePart):
    """The service's methods that open lobbies. Everything that happens there later is an act: see `lobby`."""

    def check(self, game: str, options: Mapping[str, str]) -> None:
        """Raise BadOptions if there is no such game, option or value."""
        complete_options(self._repository.game(game), options)

    async def must_have_room(self, host: Person, guild_id: int | None) -> int:
        """Return the person's storage number. Raise TooMany if they can't open another table in this place now."""
        player = await self._storage.people.meet(host.id, host.name)
        must_have_room(await self._storage.tables.counts(player, guild_id), hosts=True)
        now = self._repository.clock.now()
        must_keep_pace(await self._storage.tables.opened(player, now - OPENED_WITHIN, now))
        return player

    async def open(
        self,
        place: Place,
        host: Person,
        game: str,
        options: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        interaction: int | None = None,
    ) -> TableInfo:
        """Open a table in its lobby, with the host in its first seat. Raise BadOptions, ChannelTaken or TooMany."""
        chosen = complete_options(self._repository.game(game), options or {})

        async def table(player: int, now: datetime) -> NewTable:
            return new_table(place, player, game, chosen, language, now)

        return await self._open(place, host, table, interaction)

    async def open_again(self, table_id: int, host: Person, *, interaction: int | None = None) -> TableInfo:
        """Open a lobby with the game and options of a table that has ended, and invite its players (P99).

        Raise NoTable, DailyAlone if it was a challenge of the day, or any error of `open`.
        """
        row = await self._repository.row(table_id)
        must_be_ordinary(row.daily)
        game = self._repository.game(row.game)
        chosen = complete_options(game, lobby_options(game, row.options))

        async def table(player: int, now: datetime) -> NewTable:
            there = [(seat.player, seat.user_id) for seat in row.seats if seat.user_id is not None]
            mine = (player, host.id)
            silent = [other[0] for other in there if await lobby.is_blocked(self._storage, mine, other)]
            new = new_table(place_of(row), player, row.game, chosen, row.language, now)
            return lobby.again(new, row.seats, max(game.seats), silent, now)

        return await self._open(place_of(row), host, table, interaction)

    async def _open(
        self, place: Place, host: Person, table: Callable[[int, datetime], Awaitable[NewTable]], interaction: int | None
    ) -> TableInfo:
        there = await in_channel(self._repository, place.channel_id)
        if there is not None and interaction is not None and await self._storage.tables.accepted(interaction):
            return there
        player, now = await self.must_have_room(host, place.guild_id), self._repository.clock.now()
        try:
            table_id = await self._storage.tables.create(await table(player, now), now, interaction=interaction)
        except Conflict as error:
            there = await in_channel(self._repository, place.channel_id)
            if error.what == "interaction" and there is not None:
                return there
            raise await self._repository.channel_taken(place.channel_id) from None
        self._repository.announce(table_id)
        return info_of(self._repository, await self._repository.row(table_id))
