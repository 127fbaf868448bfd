"""Store an action with the consequences of the votes it decided: in the game, at the table, or as another table."""

from dataclasses import replace

from rules_service import votes
from rules_service.consent_undo import undo_by_consent
from rules_service.models import PASSED, Place
from rules_service.options import lobby_options
from rules_service.repository import LockedTable, TableRepository
from rules_service.start import new_table, started
from storage import Change, SeatRow


async def commit_with_votes(repository: TableRepository, locked: LockedTable, change: Change) -> None:
    """Store the change with everything the votes in it have decided.

    Raises:
        ConcurrentUpdate: another process has changed the table since it was read.
        DuplicateInteraction: another process has carried out the same click.
        Conflict: another table is open in the channel that this one was to move to.
    """
    before = locked.row
    change, loaded = await undo_by_consent(locked, change)
    if loaded is None:
        change, loaded = await started(locked, change)
    change = begun_again(locked, change)
    await locked.append(change, loaded)
    if change.successor is not None:
        there = await repository.storage.tables.in_channel(before.channel_id)
        assert there is not None
        repository.announce(there.id)


def begun_again(locked: LockedTable, change: Change) -> Change:
    """Add a lobby of the present players, all ready, if the table is closed to start over without a late player."""
    asked = next((one for one in change.votes if (one.kind, one.outcome) == (votes.ANEW, PASSED)), None)
    if asked is None:
        return change
    row, at = locked.row, change.at
    there = sorted(votes.present(row, at), key=lambda seat: seat.player != asked.player)
    there += [seat for seat in row.seats if not seat.person]
    beside = [
        SeatRow(seat, one.player, acted=at, computer="" if one.person else one.computer, person=one.person)
        for seat, one in enumerate(there[1:], 1)
    ]
    options = lobby_options(locked.game, row.options)
    place = Place(row.channel_id, row.guild_id, row.parent_id)
    return replace(change, successor=new_table(place, there[0].player, row.game, options, row.language, at, *beside))
