"""Store an action with the consequences of the votes it decided: in the game, at the table, or as another table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from rules_service import votes
from rules_service.consent_undo import undo_by_consent
from rules_service.loaded import LoadedGame
from rules_service.models import Place
from rules_service.options import lobby_options
from rules_service.repository import LockedTable, TableRepository
from rules_service.start import new_table, start, start_with_ready
from storage import Change, SeatRow, TableStatus, VoteKind, VoteOutcome, VoteRow

Result = tuple[Change, LoadedGame | None]


async def start_over(locked: LockedTable, vote: VoteRow, change: Change) -> Result:
    """Add a lobby of the present players, all ready, because the table is closed to go on without a late player."""
    row, at = locked.row, change.at
    there = sorted(votes.present(row, at), key=lambda seat: seat.player != vote.player)
    there += [seat for seat in row.seats if not seat.person]
    beside = [
        SeatRow(seat, one.player, acted_at=at, computer="" if one.person else one.computer, person=one.person)
        for seat, one in enumerate(there[1:], 1)
    ]
    options = lobby_options(locked.game, row.options)
    place = Place(row.channel_id, row.guild_id, row.parent_id)
    successor = new_table(place, there[0].player, row.game, options, row.language, at, *beside)
    return replace(change, successor=successor), None


# What follows a passed vote in the game itself, or at another table.
GAME_EFFECTS: Mapping[VoteKind, Callable[[LockedTable, VoteRow, Change], Awaitable[Result]]] = {
    VoteKind.UNDO: undo_by_consent,
    VoteKind.START: start_with_ready,
    VoteKind.START_OVER: start_over,
}


async def commit_with_votes(repository: TableRepository, locked: LockedTable, change: Change) -> None:
    """Store the change with everything the votes in it have decided.

    Raises:
        Overtaken: another process has changed the table since it was read.
        Twice: another process has carried out the same click.
        Conflict: another table is open in the channel that this one was to move to.
    """
    before, loaded = locked.row, None
    if before.status == TableStatus.LOBBY and change.status == TableStatus.RUNNING:
        change, loaded = await start(locked, change, before.seats)
    for vote in change.votes:
        if vote.outcome == VoteOutcome.PASSED and vote.kind in GAME_EFFECTS:
            change, loaded = await GAME_EFFECTS[vote.kind](locked, vote, change)
    await locked.append(change, loaded)
    if change.successor is not None:
        there = await repository.storage.tables.in_channel(before.channel_id)
        assert there is not None
        repository.announce(there.id)
