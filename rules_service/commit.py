"""Store an action with the consequences of the votes it decided: in the game, at the table, or as another table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from rules_service import changes, votes
from rules_service.act import NOBODY, Case, Decision, retry
from rules_service.consent_undo import undo_by_consent
from rules_service.loaded import LoadedGame
from rules_service.models import Person, TableInfo, place_of
from rules_service.options import lobby_options
from rules_service.repository import LockedTable, TableRepository
from rules_service.start import new_table, start, start_with_ready
from rules_service.table_info import info_of
from storage import Change, Conflict, SeatRow, TableStatus, VoteKind, VoteOutcome, VoteRow

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
    successor = new_table(place_of(row), there[0].player, row.game, options, row.language, at, *beside)
    return replace(change, successor=successor), None


# What follows a passed vote in the game itself, or at another table.
GAME_EFFECTS: Mapping[VoteKind, Callable[[LockedTable, VoteRow, Change], Awaitable[Result]]] = {
    VoteKind.UNDO: undo_by_consent,
    VoteKind.START: start_with_ready,
    VoteKind.START_OVER: start_over,
}


async def commit_with_votes(locked: LockedTable, change: Change) -> None:
    """Store the change with everything the votes in it have decided.

    Raises:
        ConcurrentUpdate: another process has changed the table since it was read.
        DuplicateInteraction: another process has carried out the same click.
        Conflict: another table is open in the channel that this one was to move to.
    """
    before, loaded = locked.row, None
    if before.status == TableStatus.LOBBY and change.status == TableStatus.RUNNING:
        change, loaded = await start(locked, change, before.seats)
    for vote in change.votes:
        if vote.outcome == VoteOutcome.PASSED and vote.kind in GAME_EFFECTS:
            change, loaded = await GAME_EFFECTS[vote.kind](locked, vote, change)
    await locked.append(change, loaded)
    if change.paused_until == change.at:  # the table's next check was computed with the pause still in place
        await locked.append(changes.change(locked.row, change.at))
    if change.successor is not None:
        there = await locked.storage.tables.in_channel(before.channel_id)
        assert there is not None
        locked.repository.announce(there.id)


async def perform(
    repository: TableRepository,
    decision: Decision,
    table_id: int,
    person: Person = NOBODY,
    interaction: int | None = None,
) -> TableInfo:
    """Carry out an act at a table, unless this click was carried out before.

    If another process changes the table first, the act is decided again on the new state.

    Raises:
        NoTable, what the act raises; ChannelTaken: another open table is in the channel that it needs.
    """

    async def work() -> TableInfo:
        async with repository.lock(table_id) as locked:
            await locked.once(interaction, lambda: decide_and_commit(locked, decision, person, interaction))
            return info_of(repository, locked.row)

    return await retry(work)


async def decide_and_commit(locked: LockedTable, decision: Decision, person: Person, interaction: int | None) -> None:
    """Decide an act on the locked table, and store what it changes."""
    case = Case(locked.row, locked.game, person, locked.repository.clock.now())
    who = decision.who(case)
    change = decision.decide(await decision.look_up(locked, case), who)
    if change is None:
        return
    try:
        await commit_with_votes(locked, replace(change, interaction=interaction))
    except Conflict:
        raise await locked.repository.channel_taken(
            change.place[0] if change.place else locked.row.channel_id
        ) from None
