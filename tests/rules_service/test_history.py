from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from rules.table import Table
from rules_service import Snapshot
from rules_service.consent_undo import undone_steps
from rules_service.history import answers_of, holders, moves_of, turns_of
from rules_service.loaded import LoadedGame
from storage import LineKind, LogRow
from tests.rules_service.house import NOON
from tests.rules_service.toy import TOY

START = 3  # the line of the set-up


def line(number: int, kind: LineKind, seat: int | None = None, player: int | None = None, minutes: int = 0) -> LogRow:
    """Return a log line written this many minutes after noon."""
    return LogRow(number, kind, seat, player, None, "", NOON + timedelta(minutes=minutes), "", "")


def game(seats: int, *moves: tuple[int, str]) -> Table:
    """Return a toy game in which seat 0 goes first, after these moves, each given as seat and text."""
    table = Table(replace(TOY, seats=(1, 2, 3)), seats, "seed", {"start": "0"})
    for seat, move in moves:
        table.play(seat, move)
    return table


def test_P78_the_log_strikes_through_the_moves_after_the_line_that_an_undo_went_back_to() -> None:
    table = game(2, (0, "walk 1"), (0, "end"), (1, "look"), (1, "end"))
    table.back(0, 1)
    assert [str(step.move) for step in undone_steps(table, 5)] == ["end", "look", "end"]


@pytest.mark.parametrize(
    ("seats", "moves", "minutes"),
    [
        # A wait lasts for all steps of a turn, and an unfinished turn doesn't count.
        (2, [(0, "walk 1", 10), (0, "end", 30), (1, "walk 1", 31), (1, "end", 40), (0, "walk 1", 41)], [[30], [10]]),
        # Alone, the same seat has the next turn.
        (1, [(0, "end", 5), (0, "walk 1", 6), (0, "end", 7)], [[5, 2]]),
    ],
)
def test_an_answer_takes_from_the_begin_of_a_wait_to_the_end_of_the_turn(seats, moves, minutes):
    table = game(seats, *((seat, move) for seat, move, _ in moves))
    numbers = range(START + 1, START + 1 + len(moves))
    lines = [line(START, LineKind.START), line(START + 9, LineKind.YES)]
    lines += [line(number, LineKind.MOVE, seat, seat, at) for number, (seat, _, at) in zip(numbers, moves, strict=True)]
    found = answers_of(LoadedGame(table, START, tuple(numbers)), lines)
    assert found == [[60 * one for one in each] for each in minutes]


def test_who_held_a_seat_during_the_game() -> None:
    """People who sat there only in the lobby don't count. A computer that moves for a player is another holder."""
    lines = [
        line(1, LineKind.JOIN, 0, 5), line(2, LineKind.SEAT, 0, 1), line(START, LineKind.START),
        line(4, LineKind.MOVE, 0, 1), line(5, LineKind.YES, 0, 4),
    ]  # fmt: skip
    assert holders(lines, START, 0) == {1}
    assert holders(lines, START, 1) == set()
    assert holders([*lines, line(6, LineKind.JOIN, 0, 9)], START, 0) == {1, 9}
    assert holders([*lines, line(6, LineKind.MOVE, 0, None)], START, 0) == {1, None}
    assert holders([*lines, line(6, LineKind.JOIN, 1, 9)], START, 0) == {1}


def test_only_finished_turns_are_listed_each_with_the_view_before_it() -> None:
    table = game(2, (0, "walk 1"), (0, "look"), (0, "end"), (1, "walk 2"), (1, "end"), (0, "walk 3"))
    turns = turns_of(table, None)
    assert [(one.number, one.first, one.last, one.seats) for one in turns] == [(1, 0, 2, (0,)), (2, 3, 4, (1,))]
    assert [one.view.fields for one in turns] == [[0, 0], [1, 0]]
    assert [one.view.seat for one in turns_of(table, 1)] == [1, 1]
    assert repr(turns[:1]) == "[TurnRecord(number=1, first=0, last=2, seats=(0,))]", "a view holds secrets"
    assert turns_of(game(2, (0, "walk 1")), None) == []
    before, moves = moves_of(table, 0, turns)
    assert before.fields == [0, 0]
    assert [one.view.fields for one in moves] == [[1, 0], [1, 0], [1, 0], [1, 2], [1, 2]]
    assert [one.ends for one in moves] == [False, False, True, False, True]
    assert [len(one.events) for one in moves] == [1, 2, 0, 1, 0]
    assert [len(one.events) for one in moves_of(table, 1, turns)[1]] == [1, 1, 0, 1, 0], "what only seat 0 saw"
    later, second = moves_of(table, None, turns[1:])
    assert (later.fields, len(second)) == ([1, 0], 2)


def test_only_moves_and_undos_of_a_player_are_only_moves() -> None:
    """Undos by consent and lines about people don't count as moves."""
    table = game(2, (0, "walk 1"), (0, "end"), (1, "walk 1"))
    table.undo(1, 1)
    table.back(0, 1)
    table.play(0, "end")
    numbers, entries = (START + 1, START + 2, START + 4, START + 5, START + 6, START + 7), table.entries

    def since_when(last: int) -> list[int]:
        """Cut the log off after the line ``last``. Return the lines that only moves follow."""
        table.entries = entries[: len([one for one in numbers if one <= last])]
        info: Any = SimpleNamespace(number=last)
        snapshot = Snapshot(info, table, last, START, numbers[: len(table.entries)], unseen=())
        return [since for since in range(START, last + 1) if snapshot.only_moves(since)]

    assert since_when(START + 7) == [START + 6, START + 7]
    assert since_when(START + 5) == [START + 3, START + 4, START + 5]
