from dataclasses import fields

import pytest

from storage import Change, LineKind, NewLine, NoticeKind, SeatRow, Storage, TableRow, TableStatus
from storage.records import StoredSeat, stamp
from tests.storage.build import NOON, later, open_table, row_of
from tests.storage.contract.conftest import Peek

# The columns whose names are not those of the fields.
COLUMNS = {
    "acted_at": "acted", "second_reminder_at": "warned", "extra_time": "more", "only_end_left": "ending",
    "late_since": "late", "final_warning_at": "final", "presence_count": "heres", "left_server_at": "gone",
}  # fmt: skip


async def test_each_field_of_a_seat_is_in_its_column(storage: Storage, peek: Peek) -> None:
    table = await open_table(storage)
    times = {
        one.name: later(number) for number, one in enumerate(fields(StoredSeat)) if one.name.endswith(("_at", "_since"))
    }
    values = {"due_number": 7, "presence_count": 2, "pace": "daily", "colour": 3, "computer": "casual"}
    for marks in ({"vacant", "moved", "only_end_left"}, {"freed", "extra_time"}):
        seat = SeatRow(0, 1, **times, **values, **dict.fromkeys(marks, True))  # type: ignore[arg-type]
        row = await row_of(storage, table)
        change = Change(table, row.number, NOON, (NewLine(LineKind.READY, 0, 1),), seats=(seat,))
        await storage.tables.append(change)
        [read] = (await row_of(storage, table)).seats
        for one in fields(StoredSeat):
            [[found]] = await peek(f"SELECT {COLUMNS.get(one.name, one.name)} FROM seats WHERE table_id = {table}")
            value = getattr(seat, one.name)
            assert found == (stamp(value) if one.name in times else value), one.name
            assert getattr(read, one.name) == value


async def test_each_field_of_a_table_is_read_from_its_column(storage: Storage, peek: Peek) -> None:
    table = await open_table(storage)
    columns = {"announced_until": "told", "asleep_since": "asleep", "kept_open_at": "kept", "sleep_warned_at": "drowsy"}
    texts = ("game", "seed", "fingerprint", "options", "language")
    numbers = ("channel_id", "guild_id", "parent_id", "number", "played", "announced_until", "daily")
    times = ("opened", "started", "ended", "next_at", "asleep_since", "kept_open_at", "sleep_warned_at")
    stored = {columns.get(name, name): number for number, name in enumerate((*numbers, *times), 1000)}
    stored |= {name: f"'the {name}'" for name in texts}
    await peek(f"UPDATE tables SET {', '.join(f'{column} = {value}' for column, value in stored.items())}")
    row = await row_of(storage, table)
    for name in texts:
        assert getattr(row, name) == f"the {name}"
    for number, name in enumerate((*numbers, *times), 1000):
        found = getattr(row, name)
        assert (stamp(found) if name in times else found) == number, name
    others = {"id", "status", "host", "closer", "paused_until", "votes", "invited", "changed", "seats"}
    assert {one.name for one in fields(TableRow)} == {*texts, *numbers, *times, *others}


async def test_a_line_of_a_log_is_read_as_it_was_written(storage: Storage) -> None:
    table = await open_table(storage)
    lines = tuple(
        NewLine(LineKind.MOVE, seat, 1, f"walk {seat}", f"the digest {seat}", bool(seat)) for seat in range(2)
    )
    await storage.tables.append(Change(table, 1, NOON, lines))
    read = (await storage.tables.log(table))[1:]
    assert [(line.number, line.at, line.person) for line in read] == [(2, NOON, True), (3, NOON, True)]
    assert tuple(NewLine(*(getattr(line, one.name) for one in fields(NewLine))) for line in read) == lines


async def test_a_kind_of_line_of_another_version_is_no_damage(storage: Storage, peek: Peek) -> None:
    table = await open_table(storage)
    await peek(f"INSERT INTO moves (table_id, number, kind, at, text, digest) VALUES ({table}, 2, 'dance', 0, '', '')")
    assert [line.kind for line in await storage.tables.log(table)] == [LineKind.OPEN, LineKind.UNKNOWN]


def test_only_a_text_may_be_a_kind_of_a_newer_version() -> None:
    """A status can't be unknown, because it would be unclear whether the table is open."""
    assert [LineKind("of a newer version"), NoticeKind("x"), LineKind("move")] == ["", "", LineKind.MOVE]
    for kind, value in ((LineKind, 5), (NoticeKind, None), (TableStatus, "x"), (TableStatus, 5)):
        with pytest.raises(ValueError, match=kind.__name__):
            kind(value)
