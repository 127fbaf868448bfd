"""How a table begins: its seed, and at the start its seats and the set-up."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from rules.errors import N_
from rules.game import blocking
from rules.table import Table
from rules_service import membership
from rules_service.errors import WrongPlayers
from rules_service.loaded import LoadedGame
from rules_service.models import Place
from rules_service.options import draw_seats, lobby_options, of_game, read_options, write_options
from rules_service.repository import LockedTable
from storage import Change, NewLine, NewTable


def new_table(place: Place, host: int, game: str, options: Mapping[str, str], language: str) -> NewTable:
    """A table with a seed of its own, which stays secret until the game is over; its fingerprint does not."""
    seed = secrets.token_hex(16)
    fingerprint = sha256(seed.encode()).hexdigest()
    text = write_options(options)
    return NewTable(game, place.channel_id, place.guild_id, place.parent_id, host, seed, fingerprint, text, language)


async def start(locked: LockedTable, user_id: int, at: datetime) -> tuple[Change, LoadedGame]:
    """Decide the start: a line for each seat, who sits there, and one for the set-up.

    Raises:
        Closed, NotHost, WrongPhase, WrongPlayers, BadOptions.
    """
    row = locked.row
    host = membership.must_host(row, user_id)
    count = len(row.seats)
    if count not in locked.game.seats:
        some = ", ".join(map(str, locked.game.seats))
        raise WrongPlayers(N_("People that this game needs: {some}; here so far: {count}."), some=some, count=count)
    options = lobby_options(locked.game, read_options(row.options))
    table = await asyncio.to_thread(Table, locked.game, count, row.seed, of_game(locked.game, count, options))
    order = draw_seats(row.seed, count, options["seating"])
    now = blocking(table.state)
    seats = tuple(
        replace(row.seats[joined], seat=seat, due_since=at if seat in now else None, vote="")
        for seat, joined in enumerate(order)
    )
    lines = (
        *(NewLine("seat", seat.seat, seat.player) for seat in seats),
        NewLine("start", None, host.player, digest=table.digest),
    )
    change = Change(
        row.id,
        row.number,
        at,
        lines,
        status="running",
        options=write_options(options),
        seats=seats,
        announce="start",
        since=row.told,
        told=True,
    )
    return change, LoadedGame(table, row.number + len(lines), ())
