"""Store an act, with the effects of the votes that it decides: on the game, on the table, or as a new table.

New tables and starts of games are made here, too: first the seed, later the draw of seats and the set-up.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from rules.game import blocking_seats
from rules.table import Table
from rules_service import act, daily, daily_turn
from rules_service.act import THE_BOT, Case, Decision, retry_conflicts
from rules_service.consent_undo import undo_by_consent
from rules_service.loaded import LoadedGame
from rules_service.membership import colours_held
from rules_service.models import Person, Place, TableInfo, place_of
from rules_service.options import draw_seats, game_options, lobby_options, write_options
from rules_service.pace import LIVE_PACE, PACE_OPTION
from rules_service.repository import LockedTable, TableRepository
from rules_service.table_info import info_of
from rules_service.turn_timers import LIVE_LOBBY, LOBBY_TIMEOUT
from rules_service.votes import present_seats, void_votes
from storage import Conflict
from storage.kinds import LineKind, PostKind, TableStatus, VoteKind, VoteOutcome
from storage.records import Change, NewLine, NewTable, SeatRow, VoteRow

Result = tuple[Change, LoadedGame | None]


def new_table(
    place: Place,
    host: int,
    game: str,
    options: Mapping[str, str],
    language: str,
    at: datetime,
    *beside: SeatRow,
    seed: str = "",
    day: int | None = None,
) -> NewTable:
    """Return a new table for `Tables.create`. ``beside``: the seats after the host's. ``seed``: random if empty.

    ``day``: the day of the challenge, if the table is an attempt. The seed is secret until the game is over; its
    fingerprint is public.
    """
    seed = seed or secrets.token_hex(16)
    waits = LIVE_LOBBY if options[PACE_OPTION.id] == LIVE_PACE else LOBBY_TIMEOUT
    return NewTable(
        game=game,
        **vars(place),
        host=host,
        seed=seed,
        fingerprint=sha256(seed.encode()).hexdigest(),
        options=write_options(options),
        language=language,
        next_at=at + waits if day is None else daily.deadline(at),
        beside=beside,
        daily=day,
    )


async def start(locked: LockedTable, base: Change, there: Sequence[SeatRow]) -> tuple[Change, LoadedGame]:
    """Return ``base`` extended by the start of the game, and the started game.

    ``there``: the players who take part; the others lose their seats. The log gets a line for each lost seat, for each
    seat and its player, for the set-up, and for each move before a turn of the day. Raise BadOptions.
    """
    row, players = locked.row, {seat.player for seat in there}
    options = lobby_options(locked.game, row.options)
    count = len(there)
    turn = await daily_turn.of_day(locked.storage, row.daily)
    if turn is None:
        table = await asyncio.to_thread(Table, locked.game, count, row.seed, game_options(locked.game, count, options))
        digests, order = [table.digest], draw_seats(row.seed, count, options["seating"])
    else:
        table, digests = await asyncio.to_thread(daily_turn.begin, locked.game, options, row.seed, turn)
        order = daily_turn.order_of(turn)
    now, chosen = blocking_seats(table.state), colours_held(row)
    seats = tuple(
        replace(
            there[joined], seat=seat, colour=chosen.get(there[joined].seat), due_since=base.at if seat in now else None
        )
        for seat, joined in enumerate(order)
    )
    host = row.host if any(seat.player == row.host for seat in seats) else next(s.player for s in there if s.person)
    lines = (
        *base.lines,
        *(NewLine(LineKind.REMOVE, text=str(seat.seat)) for seat in row.seats if seat.player not in players),
        *(NewLine(LineKind.SEAT, seat.seat, seat.player) for seat in seats),
        NewLine(LineKind.START, None, host, digest=digests[0]),
        *(
            NewLine(LineKind.MOVE, step.seat, seats[step.seat].player, step.move, digest)
            for step, digest in zip(table.steps, digests[1:], strict=True)
        ),
    )
    begun = row.number + len(lines) - len(table.steps)
    decided = {one.number for one in base.votes}
    change = replace(
        base,
        lines=lines,
        status=TableStatus.RUNNING,
        options=write_options(options),
        host=host,
        seats=seats,
        votes=(*base.votes, *(one for one in void_votes(row, None, base.at) if one.number not in decided)),
        announce=PostKind.START,
        since=row.announced_until,
        shows_whole_turns=True,
    )
    return change, LoadedGame(table, begun, tuple(range(begun + 1, row.number + len(lines) + 1)))


async def start_with_ready(locked: LockedTable, vote: VoteRow, change: Change) -> Result:
    """Start the game with the players who voted that they are ready. Return the change, and the game or None.

    If the game can't be played with that number of players, the vote fails. A running game does not start again,
    even if an older version left this vote open.
    """
    if locked.row.status != TableStatus.LOBBY:
        return change, None
    there = tuple(seat for seat in locked.row.seats if vote.answers.get(seat.player))
    if len(there) not in locked.game.seats:  # no player loses their place; the host can ask again
        return replace(change, votes=(replace(vote, outcome=VoteOutcome.FAILED),)), None
    return await start(locked, change, there)


async def start_over(locked: LockedTable, vote: VoteRow, change: Change) -> Result:
    """Return the change with a new lobby for the present players and the computers, and None, because no game starts.

    All are ready, and the player who asked becomes the host. The vote has already closed the old table.
    """
    row, at = locked.row, change.at
    there = sorted(present_seats(row, at), key=lambda seat: seat.player != vote.player)
    there += [seat for seat in row.seats if not seat.person]
    beside = [
        SeatRow(seat, one.player, acted_at=at, computer="" if one.person else one.computer)
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
    """Store the change with everything that its votes have decided.

    Raises:
        ConcurrentUpdate: another process has changed the table since it was read.
        DuplicateInteraction: another process has carried out the same click.
        Conflict: another table is open in the channel to which this one should move, or in which it should wake.
    """
    before, loaded = locked.row, None
    if change.status == TableStatus.RUNNING:  # the change starts a lobby whose players are all ready
        change, loaded = await start(locked, change, before.seats)
    for vote in change.votes:
        if vote.outcome == VoteOutcome.PASSED and vote.kind in GAME_EFFECTS:
            change, loaded = await GAME_EFFECTS[vote.kind](locked, vote, change)
    await locked.append(change, loaded)
    if change.paused_until == change.at:  # the table's next check was computed with the pause still in place
        await locked.append(act.announced_change(locked.row, change.at))
    if change.successor is not None:
        there = await locked.storage.tables.in_channel(before.channel_id)
        assert there is not None
        locked.repository.announce(there.id)


async def carry_out(
    repository: TableRepository,
    decision: Decision,
    table_id: int,
    person: Person = THE_BOT,
    interaction: int | None = None,
) -> TableInfo:
    """Carry out an act at a table, unless this click was carried out before. Return the table afterwards.

    If another process changes the table first, the act is decided again on the new state, up to `act.MAX_TRIES` times.
    Raise NoTable, any refusal of the act, ConcurrentUpdate, or ChannelTaken if the channel that it needs has another
    open table.
    """

    async def decide(locked: LockedTable) -> None:
        act.must_be_possible(decision, locked.row)
        case = Case(locked.row, locked.game, person, repository.clock.now())
        who = decision.who(case)
        change = decision.decide(await decision.look_up(locked, case), who)
        if change is None:
            return
        try:
            await commit_with_votes(locked, replace(change, interaction=interaction))
        except Conflict:
            channel = change.place[0] if change.place else locked.row.channel_id
            raise await repository.channel_taken(channel) from None

    async def work() -> TableInfo:
        async with repository.lock(table_id) as locked:
            await locked.once(interaction, lambda: decide(locked))
            return info_of(repository, locked.row)

    return await retry_conflicts(work)
