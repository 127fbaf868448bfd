"""One write at a time, which is atomic whatever fails. No reader sees half of it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from storage import Change, Conflict, NewLine, NewNotice, NewTable, SeatRow, Storage, TableRow, VoteKind, VoteRow
from storage.engine import Connection, DiskFull, Engine, UnsupportedText
from tests.storage.build import NOON, SECRET, later, move, open_table, row_of
from tests.storage.contract.conftest import Everything, Pause, Peek, Where

STATEMENTS = 16  # the number of statements of the change below
BROKEN = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)


def whole_change(table: int) -> Change:
    """Return a change that writes to many tables of the database."""
    return move(
        table,
        1,
        status="running",
        seats=(SeatRow(0, 1, due_since=NOON), SeatRow(1, 1, vacant=True)),
        announce="turn",
        shows_whole_turns=True,
        invited=((1, NOON),),
        votes=(VoteRow(2, VoteKind.PACE, "daily", None, 1, NOON, later(60), answers={1: True}),),
        notices=(NewNotice(1, "first", NOON, table, 0, 2),), paused_until=later(90), redraw=True, interaction=77,
    )  # fmt: skip


async def test_a_change_is_stored_whole(storage: Storage) -> None:
    table = await open_table(storage)
    assert (await storage.tables.append(whole_change(table))).number == 2
    row = await row_of(storage, table)
    assert (row.status, row.number, row.played, row.announced_until, row.started) == ("running", 2, 2, 2, NOON)
    assert [(seat.seat, seat.vacant, seat.due_since) for seat in row.seats] == [(0, False, NOON), (1, True, None)]
    assert [(line.number, line.kind, line.text) for line in await storage.tables.log(table)] == [
        (1, "open", ""),
        (2, "move", "walk 1"),
    ]
    assert [(a.number, a.kind) for a in await storage.outbox.pending(NOON)] == [(1, "lobby"), (2, "turn")]
    assert await storage.tables.accepted(77)
    assert [(vote.number, vote.kind, vote.what, vote.closes, vote.answers) for vote in row.votes] == [
        (2, "pace", "daily", later(60), {1: True})
    ]
    assert row.paused_until == later(90)
    assert [(one.player, one.kind, one.number) for one in await storage.notices.pending(NOON, 9)] == [(1, "first", 2)]
    assert await storage.outbox.redraws(NOON, 9) == [table]


class Full(Exception):
    """The error of a full disk."""


class Failing:
    """Lets this many statements of a write succeed, then fails once, as on a full disk."""

    def __init__(self, engine: Engine, passing: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = passing
        self.failed = ""
        real = engine.write
        monkeypatch.setattr(engine, "write", lambda work, **how: real(lambda db: work(self.failing(db)), **how))

    def failing(self, db: Connection) -> Any:
        verbs = ("run", "rows", "many", "insert", "insert_all", "put")
        return SimpleNamespace(**{name: self.wrap(getattr(db, name)) for name in verbs})

    def wrap(self, real: Any) -> Any:
        async def statement(sql: str, *values: Any, **row: Any) -> Any:
            self.left -= 1
            if self.left == -1:
                self.failed = sql
                raise Full
            return await real(sql, *values, **row)

        return statement


async def fail_each_statement(
    storage: Storage, everything: Everything, monkeypatch: pytest.MonkeyPatch, work: Callable[[], Awaitable[object]]
) -> int:
    """Make each statement of the work fail in turn, and check that nothing is stored. Return how many there are."""
    before, passing = await everything(), 0
    while True:
        with monkeypatch.context() as patch:
            failing = Failing(storage.database, passing, patch)
            try:
                await work()
                return passing
            except Full:
                assert failing.failed
        assert await everything() == before
        passing += 1


async def test_q8_whichever_statement_fails_nothing_is_stored(storage, everything, monkeypatch):
    table = await open_table(storage)
    work = lambda: storage.tables.append(whole_change(table))  # noqa: E731
    assert await fail_each_statement(storage, everything, monkeypatch, work) == STATEMENTS
    assert (await row_of(storage, table)).number == 2


async def test_q47_a_full_disk_is_reported_and_stored_data_stays_readable(storage, everything, disk):
    table = await open_table(storage)
    await disk(True)
    before = await everything()
    refused = None
    for number in range(1, 50):  # The last pages may still have some room.
        try:
            await storage.tables.append(move(table, number, SECRET * 100))
        except DiskFull as error:
            refused = str(error)
            break
        before = await everything()
    assert refused is not None
    assert "the disk is full" in refused
    assert SECRET not in refused
    assert await everything() == before
    row = await row_of(storage, table)
    assert isinstance(storage.database.unwritable, DiskFull)
    await disk(False)
    assert (await storage.tables.append(move(table, row.number))).number == row.number + 1
    assert storage.database.unwritable is None


@pytest.mark.parametrize("after", [0, 2, 40])
async def test_a_number_is_given_once_and_without_gaps(storage: Storage, everything: Everything, after: int) -> None:
    table = await open_table(storage)
    before = await everything()
    with pytest.raises(Conflict, match="number"):
        await storage.tables.append(move(table, after, announce="turn", interaction=1))
    assert await everything() == before


async def test_q10_the_logs_key_rejects_duplicates_even_if_the_counter_is_wrong(storage, peek, everything):
    table = await open_table(storage)
    await storage.tables.append(move(table, 1))
    await peek("UPDATE tables SET number = 1")
    before = await everything()
    with pytest.raises(Conflict, match="number"):
        await storage.tables.append(move(table, 1, "walk 2"))
    assert await everything() == before


async def test_q10_two_writers_of_one_number(storage: Storage) -> None:
    """Q10: of several writers of the same line number, one succeeds and the others get a conflict."""
    table = await open_table(storage)
    results = await asyncio.gather(
        *(storage.tables.append(move(table, 1, f"walk {n}")) for n in range(5)), return_exceptions=True
    )
    [winner] = [n for n, result in enumerate(results) if isinstance(result, TableRow) and result.number == 2]
    assert all(isinstance(result, Conflict) for n, result in enumerate(results) if n != winner)
    assert [line.text for line in await storage.tables.log(table)] == ["", f"walk {winner}"]


async def test_q10_another_key_that_is_taken_is_an_error(storage: Storage) -> None:
    await storage.people.meet(100, "Anna")
    with pytest.raises(BROKEN):
        await storage.database.write(lambda db: db.insert("players", user_id=100, name="Anna"))


async def test_q10_an_interaction_is_accepted_once(storage: Storage) -> None:
    table = await open_table(storage, interaction=5)
    await storage.tables.append(move(table, 1, interaction=6))
    for used in (5, 6):
        with pytest.raises(Conflict, match="interaction"):
            await storage.tables.append(move(table, 2, interaction=used))
    with pytest.raises(Conflict, match="interaction"):
        await open_table(storage, channel=2, interaction=6)
    assert (await storage.tables.append(move(table, 2, interaction=7))).number == 3


async def test_q10_one_open_table_in_a_channel(storage: Storage) -> None:
    first = await open_table(storage, channel=1)
    other = await open_table(storage, channel=2)
    with pytest.raises(Conflict, match="channel"):
        await open_table(storage, channel=1)
    with pytest.raises(Conflict, match="channel"):
        await storage.tables.append(Change(other, 1, NOON, (NewLine("place"),), place=(1, None, None)))
    assert len(await storage.tables.log(other)) == 1
    await storage.tables.append(Change(first, 1, NOON, (NewLine("cancel"),), status="cancelled"))
    await storage.tables.append(Change(other, 1, NOON, (NewLine("place"),), place=(1, 8, 9)))
    moved = await storage.tables.in_channel(1)
    assert (moved.id, moved.guild_id, moved.parent_id) == (other, 8, 9)


async def test_a_table_ends_and_its_successor_opens_or_neither(storage, everything, monkeypatch):
    """P102: both changes are stored or neither is, whichever statement fails."""
    table, other = await open_table(storage), await storage.people.meet(200, "user 200")
    new = NewTable("toy", 1, 7, None, other, SECRET, "print", "{}", "en", later(60), (SeatRow(1, 1, acted_at=NOON),))
    change = Change(table, 1, NOON, (NewLine("cancel"),), status="cancelled", announce="cancel", successor=new)
    assert await fail_each_statement(storage, everything, monkeypatch, lambda: storage.tables.append(change)) > 7
    opened = await storage.tables.in_channel(1)
    assert (opened.status, opened.host, opened.next_at) == ("lobby", other, later(60))
    assert [(seat.seat, seat.player, seat.acted_at) for seat in opened.seats] == [(0, other, NOON), (1, 1, NOON)]
    lines = [(line.number, line.kind, line.seat, line.player) for line in await storage.tables.log(opened.id)]
    assert lines == [(1, "open", 0, other), (2, "join", 1, 1)]
    assert opened.number == 2
    told = [(one.table_id, one.kind, one.number) for one in await storage.outbox.pending(NOON)]
    assert told == [(table, "lobby", 1), (table, "cancel", 2), (opened.id, "lobby", 2)]


async def test_a_table_opens_with_all_who_are_invited_or_not_at_all(storage, everything, monkeypatch):
    """P99: the table and all invitations are stored or nothing is, whichever statement fails."""
    host, other = await storage.people.meet(100, "user 100"), await storage.people.meet(200, "user 200")
    program = await storage.people.computer("Ugolina")
    new = NewTable(
        *("toy", 1, 7, None, host, SECRET, "print", "{}", "en", later(60)),
        (SeatRow(1, program, acted_at=NOON, computer="strong", person=False),),
        (NewLine("invite", 0, host, str(other)),),
        ((other, later(72)),),
        (NewNotice(other, "invite", NOON, number=3, by=host),),
    )
    work = lambda: storage.tables.create(new, NOON, interaction=5)  # noqa: E731
    assert await fail_each_statement(storage, everything, monkeypatch, work) > 7
    opened = await storage.tables.in_channel(1)
    assert [(seat.player, seat.computer) for seat in opened.seats] == [(host, ""), (program, "strong")]
    assert [(one.player, one.until) for one in opened.invited] == [(other, later(72))]
    lines = [(line.number, line.kind, line.text) for line in await storage.tables.log(opened.id)]
    assert lines == [(1, "open", ""), (2, "join", "strong"), (3, "invite", str(other))]
    assert opened.number == 3
    told = [(one.player, one.kind, one.table_id, one.number) for one in await storage.notices.pending(later(1), 9)]
    assert told == [(other, "invite", opened.id, 3)]
    assert [(one.kind, one.number) for one in await storage.outbox.pending(NOON)] == [("lobby", 3)]


async def test_the_rollback_of_one_does_not_take_the_row_of_another(storage: Storage) -> None:
    one, other = await open_table(storage, channel=1), await open_table(storage, channel=2)

    pause = Pause()

    async def fails_slowly(db: Connection) -> None:
        await db.run("UPDATE tables SET language = 'xx' WHERE id = ?", (one,))
        await pause.begin()
        raise RuntimeError

    failing = asyncio.create_task(storage.database.write(fails_slowly))
    await pause.begun()
    moving = asyncio.create_task(storage.tables.append(move(other, 1)))
    await asyncio.sleep(0)
    pause.end()
    await moving
    with pytest.raises(RuntimeError):
        await failing
    assert [line.kind for line in await storage.tables.log(other)] == ["open", "move"]
    row = await row_of(storage, one)
    assert row.language == "en"


async def test_readers_see_only_what_is_committed(storage: Storage) -> None:
    table, pause = await open_table(storage), Pause()

    async def slow(db: Connection) -> None:
        await db.run("UPDATE tables SET language = 'xx'")
        await pause.begin()

    writing = asyncio.create_task(storage.database.write(slow))
    await pause.begun()
    before = await asyncio.wait_for(storage.tables.get(table), 5)
    pause.end()
    await writing
    after = await storage.tables.get(table)
    assert [before.language, after.language] == ["en", "xx"]


async def test_q9_a_read_sees_a_single_snapshot(storage: Storage) -> None:
    """Q9: commits between the reader's statements are invisible."""
    table, pause = await open_table(storage), Pause()

    async def slow(db: Connection) -> list[int]:
        seen = []
        for _ in range(2):
            seen += [row["number"] for row in await db.rows("SELECT number FROM tables")]
            await pause.begin()
        return seen

    reading = asyncio.create_task(storage.database.read(slow))
    await pause.begun()
    assert (await storage.tables.append(move(table, 1))).number == 2
    pause.end()
    assert await reading == [1, 1]


async def test_an_error_after_the_commit_is_raised_unchanged(storage: Storage) -> None:
    """The change can no longer be rolled back."""

    async def work(db: Connection) -> None:
        await db.run("UPDATE tables SET told = 0")
        await db.run("COMMIT")
        raise ValueError("after it")

    with pytest.raises(ValueError, match="after it"):
        await storage.database.write(work)
    await open_table(storage)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE moves SET text = 'walk 3'", "never changes"),
        ("UPDATE moves SET number = 5", "never changes"),
        ("DELETE FROM moves", "never deleted"),
        ("DELETE FROM moves WHERE number = 1", "never deleted"),
    ],
)
async def test_q7_a_log_is_only_added_to(storage: Storage, peek: Peek, statement: str, message: str) -> None:
    await open_table(storage)
    with pytest.raises(BROKEN, match=message):
        await peek(statement)


async def test_q12_text_that_not_every_engine_can_hold_is_refused_before_anything(storage, everything, monkeypatch):
    """Q12: a text that one engine can't store is refused by both."""
    table = await open_table(storage)
    before = await everything()

    async def nothing_is_begun(work: object, **how: object) -> None:
        raise AssertionError

    monkeypatch.setattr(storage.database, "write", nothing_is_begun)
    new = NewTable("toy", 9, 7, None, 1, SECRET, "print", '{"x": "\0"}', "en")
    for refused in (
        storage.tables.append(move(table, 1, "walk \0")),
        storage.tables.append(move(table, 1, options="\0")),
        storage.tables.create(new, NOON),
        storage.notes.write(100, table, "wait\0"),
        storage.people.meet(101, "Anna\0"),
        storage.people.prefer(100, "zone", "\0"),
    ):
        with pytest.raises(UnsupportedText):
            await refused
    assert await everything() == before


async def test_a_storage_can_be_closed_twice(where: Where) -> None:
    """When a bot stops, its own code closes the storage, and so does the block that opened it."""
    async with await Storage.open(where) as storage:
        await storage.close()


async def test_connections_count_as_used_as_long_as_they_are(storage: Storage) -> None:
    async def used(db: Connection) -> int:
        return storage.database.used

    assert await storage.database.write(used) == await storage.database.read(used) == 1
    assert storage.database.used == 0
