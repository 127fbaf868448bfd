import pytest

from storage import Change, NewLine, NewTable, SeatRow, Storage
from tests.storage.build import NOON, later, move, row_of


async def crew(storage: Storage, channel: int) -> tuple[int, tuple[SeatRow, ...]]:
    """Open a table with three people. Return the table's id and its seats."""
    players = [await storage.people.meet(user, f"user {user}") for user in (100, 101, 102)]
    beside = tuple(SeatRow(seat, player, acted_at=NOON) for seat, player in enumerate(players[1:], 1))
    table = await storage.tables.create(
        NewTable("toy", channel, 7, None, players[0], "seed", "print", "{}", "en", beside=beside), NOON
    )
    return table, (SeatRow(0, players[0], acted_at=NOON), *beside)


def held(seats: tuple[SeatRow, ...]) -> list[tuple[int, int]]:
    return [(seat.seat, seat.player) for seat in seats]


async def test_a_move_writes_all_of_a_seat_and_leaves_those_of_other_tables(storage: Storage) -> None:
    table, seats = await crew(storage, 1)
    other, others = await crew(storage, 2)
    after = (SeatRow(0, seats[0].player, due_since=later(1), computer="steady", moved=True), *seats[1:])
    row = await storage.tables.append(move(table, 3, seats=after))
    assert [(seat.due_since, seat.computer, seat.moved, seat.acted_at) for seat in row.seats] == [
        (later(1), "steady", True, None),
        *[(None, "", False, NOON)] * 2,
    ]
    untouched = await row_of(storage, other)
    assert held(untouched.seats) == held(others)


@pytest.mark.parametrize("kind", ["leave", None])
async def test_a_player_who_leaves_has_no_seat_and_the_others_move_up(storage: Storage, kind: str | None) -> None:
    table, seats = await crew(storage, 1)
    other, others = await crew(storage, 2)
    left = (SeatRow(0, seats[2].player), SeatRow(1, seats[0].player))  # players who stay may even change places
    lines = (NewLine(kind, 1, seats[1].player),) if kind else ()  # type: ignore[arg-type]
    row = await storage.tables.append(Change(table, 3, NOON, lines, seats=left))
    assert held(row.seats) == held(left)
    untouched = await row_of(storage, other)
    assert held(untouched.seats) == held(others)
