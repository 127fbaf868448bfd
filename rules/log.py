"""A game as data: its start and its numbered lines. The log is the truth; everything else is replayed from it."""

from collections.abc import Sequence
from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a move, or how many of the seat's own moves are taken back, or to which line all go back."""

    seat: int
    move: str = ""
    undo: int = 0
    back: int | None = None  # 0: to the beginning


class Step(msgspec.Struct, frozen=True):
    """A move that stands (was not taken back): its number in the log, who, what, and the events it brought."""

    number: int
    seat: int
    move: str
    events: list[Any]
    turn: int  # in which turn of the game it was made; 0: before the first one
    ends: bool  # whether the others are told then: the game waits for another, for the same seat anew, or is over


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game as data: how it started and every line since."""

    game: str
    seats: int
    seed: str
    options: dict[str, str]
    entries: list[Entry]
    position: dict[str, Any] | None = None  # where the log starts, if not at the set-up


def standing_after(entries: Sequence[Entry]) -> list[tuple[int, int, str]]:
    """The moves that stand after these lines: number, seat and move of each."""
    wanted = {entry.back for entry in entries if entry.back is not None}  # the lines to which somebody goes back
    standing: list[tuple[int, int, str]] = []
    after = {0: list(standing)}
    for number, entry in enumerate(entries, 1):
        if entry.back is not None:
            standing = list(after[entry.back])
        elif entry.undo:
            standing = take_back(standing, entry.seat, entry.undo)
        else:
            standing.append((number, entry.seat, entry.move))
        if number in wanted:
            after[number] = list(standing)
    return standing


def take_back(standing: list[tuple[int, int, str]], seat: int, moves: int) -> list[tuple[int, int, str]]:
    """The moves that stand after the seat has taken back its last so many."""
    mine = [number for number, who, _ in standing if who == seat][-moves:]
    return [line for line in standing if line[0] not in mine]
