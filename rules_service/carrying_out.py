"""Storing an action with what its answers have brought about: in the game, at the table, or as another table."""

import logging

from rules_service import asks, lobby, waits
from rules_service.models import PASSED, Place
from rules_service.options import lobby_options, read_options
from rules_service.repository import LockedTable, TableRepository
from rules_service.start import new_table, started
from rules_service.taking_back import gone_back
from storage import Change, Conflict, TableRow

log = logging.getLogger(__name__)


async def carry_out(repository: TableRepository, locked: LockedTable, change: Change) -> None:
    """Store the change and whatever was agreed upon with it.

    Raises:
        Overtaken: another process has changed the table in the meantime.
        Twice: another process has carried out the same click.
        Conflict: another table is open in the channel where this one was to go.
    """
    before = locked.row
    change, loaded = await gone_back(locked, change)
    if loaded is None:
        change, loaded = await started(locked, change)
    await locked.append(change, loaded)
    await begin_again(repository, before, change)


async def begin_again(repository: TableRepository, row: TableRow, change: Change) -> None:
    """Where a table was closed to begin again without somebody: a lobby with those who are there, all ready."""
    asked = next((one for one in change.asks if (one.kind, one.outcome) == (asks.ANEW, PASSED)), None)
    if asked is None:
        return
    there = sorted(asks.present(row, change.at), key=lambda seat: seat.player != asked.player)
    there += [seat for seat in row.seats if not seat.person]
    options = lobby_options(repository.game(row.game), read_options(row.options))
    table = new_table(
        Place(row.channel_id, row.guild_id, row.parent_id), there[0].player, row.game, options, row.language
    )
    first = change.at + waits.patience_of_lobby(table.options)
    try:
        table_id = await repository.storage.tables.create(table, change.at, first)
    except Conflict:  # somebody was quicker
        log.info("table %s: there is another one in its channel already", row.id)
        return
    async with repository.lock(table_id) as locked:
        await locked.append(lobby.gathered(locked.row, there[1:], change.at))
