"""A challenge of the day that is a single turn, taken by everybody in the same game between computers.

Its table is an ordinary one whose log begins with the computers' moves. The bot finds the turn a day ahead
(`bot/hard_turns.py`), because that takes minutes. The turn is secret until nobody can be playing any more.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.game import Game
from rules.table import Table
from rules_service import computers
from rules_service.options import game_options
from storage import Storage
from storage.records import SeatRow


class DailyTurn(msgspec.Struct, frozen=True):
    """The moves before a turn, and the computer's findings about it, which the rules service only stores."""

    seats: int
    level: str  # the level of the computers
    seat: int  # the seat whose turn it is
    moves: list[tuple[int, str]]  # the moves before the turn: seat and notation
    question: dict[str, Any]  # the positions in which ways to play the turn are compared
    judgement: dict[str, Any]  # the judgement with the best known turn, compared with another one that looks good
    points: int  # the chance to win after the best turn, in percent

    @property
    def stored(self) -> str:
        """Return the turn as JSON."""
        return msgspec.json.encode(self).decode()


def read_turn(stored: str) -> DailyTurn | None:
    """Return the turn that was stored, or None if the challenge is a solo game."""
    return msgspec.json.decode(stored, type=DailyTurn) if stored else None


async def of_day(storage: Storage, day: int | None) -> DailyTurn | None:
    """Return the turn of a day, or None if the day has none. It is secret."""
    found = None if day is None else await storage.dailies.of_day(day)
    return None if found is None else read_turn(found.turn)


async def played(storage: Storage, day: int | None, table: Table) -> tuple[str, ...]:
    """Return the moves of an attempt at a day's turn, without undone ones, or () if the day has no turn."""
    turn = await of_day(storage, day)
    return () if turn is None else tuple(step.move for step in table.steps[len(turn.moves) :])


def begin(game: Game[Any], options: Mapping[str, str], seed: str, turn: DailyTurn | None) -> tuple[Table, list[str]]:
    """Return the game at the point where everybody starts, and the digests after the set-up and each move before it.

    Raise any error of the rules if they have changed since the turn was found.
    """
    seats = 1 if turn is None else turn.seats
    table = Table(game, seats, seed, game_options(game, seats, options))
    digests = [table.digest]
    for seat, move in () if turn is None else turn.moves:
        table.play(seat, move, in_place=True)
        digests.append(table.digest)
    return table, digests


async def opponents(storage: Storage, turn: DailyTurn | None) -> list[SeatRow]:
    """Return the seats of the computers that play against the person in this turn, or [] for a solo game."""
    names = () if turn is None else computers.NAMES[: turn.seats - 1]
    level = "" if turn is None else turn.level
    return [SeatRow(at, await storage.people.computer(name), computer=level) for at, name in enumerate(names, 1)]


def order_of(turn: DailyTurn) -> list[int]:
    """Return the index of each seat's player in the order of joining. The person joined first."""
    order = list(range(1, turn.seats))
    order.insert(turn.seat, 0)
    return order
