"""A game as data: its start and its numbered lines. The log is authoritative; everything else is replayed from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from rules.game import Event, Target


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a move, an undo of the seat's own last moves, or a return to an earlier line by vote."""

    seat: int
    move: str = ""
    undo: int = 0
    back: int | None = None  # the line to which the game goes back; 0 for the beginning
    joined: bool = False  # the move was made at once with the one before it, and both are undone together


class Step(msgspec.Struct, frozen=True):
    """A move that was not undone: its number in the log, the seat, the move, and its events."""

    number: int
    seat: int
    move: str
    events: list[Any]
    turn: int  # the turn of the game it was made in; 0: before the first one
    ends: bool  # whether to notify the others: the game waits for another seat, for a new turn, or is over


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game as data: its start and every line since."""

    game: str
    seats: int
    seed: str
    options: dict[str, str]
    entries: list[Entry]
    position: dict[str, Any] | None = None  # where the log starts, if not at the set-up


def standing_after(entries: Sequence[Entry]) -> list[tuple[int, int, str]]:
    """Return the moves in effect after these lines: number, seat and move of each."""
    standing: list[tuple[int, int, str]] = []
    for _, after in _followed(entries):
        standing = after
    return standing


def undone_alone(entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Yield the line number and the seat of each move that its own seat has undone, and of each such undo."""
    before: list[tuple[int, int, str]] = []
    for number, (entry, standing) in enumerate(_followed(entries), 1):
        if entry.undo:
            left = {line for line, _, _ in standing}
            yield from ((line, entry.seat) for line, _, _ in before if line not in left)
            yield number, entry.seat
        before = standing


def _followed(entries: Sequence[Entry]) -> Iterator[tuple[Entry, list[tuple[int, int, str]]]]:
    """Yield each line with the list of moves in effect after it. The list may grow with the next line."""
    wanted = {entry.back for entry in entries if entry.back is not None}  # the lines that the table goes back to
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
        yield entry, standing


def take_back(standing: list[tuple[int, int, str]], seat: int, moves: int) -> list[tuple[int, int, str]]:
    """Return the moves in effect after the seat has undone this many of its own."""
    mine = [number for number, who, _ in standing if who == seat][-moves:]
    return [line for line in standing if line[0] not in mine]


V = TypeVar("V")


@dataclass(frozen=True)
class Played(Generic[V]):
    """What the viewer may know about a move: its events, the things that it named, and the view afterwards."""

    events: Sequence[Event]
    touched: Sequence[Target]
    view: V
    ends: bool  # the move ended a turn
    title: str = ""  # the title of the moment's turn in a replay
    story: Sequence[str] = ()  # what has happened in the turn so far, in plain text
