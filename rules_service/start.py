"""The start of a table: its seed, and later the draw of seats and the set-up."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from rules.game import blocking
from rules.table import Table
from rules_service import colours, turn_timers
from rules_service.loaded import LoadedGame
from rules_service.models import Place
from rules_service.options import draw_seats, lobby_options, of_game, write_options
from rules_service.repository import LockedTable
from rules_service.votes import voided
from storage import Change, LineKind, NewLine, NewTable, PostKind, SeatRow, TableStatus, VoteOutcome, VoteRow


def new_table(
    place: Place, host: int, game: str, options: Mapping[str, str], language: str, at: datetime, *beside: SeatRow
) -> NewTable:
    """Return a table with a seed of its own. The seed is secret until the game is over; its fingerprint is public."""
    seed = secrets.token_hex(16)
    text = write_options(options)
    return NewTable(
        game=game,
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        parent_id=place.parent_id,
        host=host,
        seed=seed,
        fingerprint=sha256(seed.encode()).hexdigest(),
        options=text,
        language=language,
        next_at=at + turn_timers.patience_of_lobby(text),
        beside=beside,
    )


async def start(locked: LockedTable, base: Change, there: Sequence[SeatRow]) -> tuple[Change, LoadedGame]:
    """Return the change with the start: a log line for each seat and its player, and one for the set-up.

    ``there``: the players who begin; the others lose their place.

    Raises:
        BadOptions.
    """
    row = locked.row
    options = lobby_options(locked.game, row.options)
    count = len(there)
    table = await asyncio.to_thread(Table, locked.game, count, row.seed, of_game(locked.game, count, options))
    order = draw_seats(row.seed, count, options["seating"])
    now, chosen = blocking(table.state), colours.held(row)
    seats = tuple(
        replace(
            there[joined], seat=seat, colour=chosen.get(there[joined].seat), due_since=base.at if seat in now else None
        )
        for seat, joined in enumerate(order)
    )
    host = row.host if any(seat.player == row.host for seat in seats) else next(s.player for s in there if s.person)
    lines = (
        *base.lines,
        *(NewLine(LineKind.REMOVE, text=str(seat.seat)) for seat in row.seats if seat.player not in players(there)),
        *(NewLine(LineKind.SEAT, seat.seat, seat.player) for seat in seats),
        NewLine(LineKind.START, None, host, digest=table.digest),
    )
    decided = {one.number for one in base.votes}
    change = replace(
        base,
        lines=lines,
        status=TableStatus.RUNNING,
        options=write_options(options),
        host=host,
        seats=seats,
        votes=(*base.votes, *(one for one in voided(row, None, base.at) if one.number not in decided)),
        announce=PostKind.START,
        since=row.announced_until,
        shows_whole_turns=True,
    )
    return change, LoadedGame(table, row.number + len(lines), ())


def players(seats: Sequence[SeatRow]) -> set[int]:
    """Return the players in these seats."""
    return {seat.player for seat in seats}


async def start_with_ready(locked: LockedTable, vote: VoteRow, change: Change) -> tuple[Change, LoadedGame | None]:
    """Return the change with the start of the game, once the players have voted that they are ready.

    A running game does not start again, even if an older version left such a vote open.
    """
    if locked.row.status != TableStatus.LOBBY:
        return change, None
    there = tuple(seat for seat in locked.row.seats if vote.answers.get(seat.player))
    if len(there) not in locked.game.seats:  # no player loses their place; the host can ask again
        failed = tuple(replace(one, outcome=VoteOutcome.FAILED) if one is vote else one for one in change.votes)
        return replace(change, votes=failed, redraw=True), None
    return await start(locked, change, there)
