"""How the repository locks, caches and evicts tables, survives failed writes, and keeps announcements."""

import asyncio
import sqlite3
from datetime import timedelta
from typing import Any

import pytest

from rules_service import NoTable, Place, acts
from rules_service.repository import TableRepository
from storage import NewNotice, NoticeKind, NoticeOutcome
from storage.engine import Connection
from tests.rules_service.house import ANNA, BEN, CARA, House, anew
from tests.rules_service.toy import TOY


async def test_there_is_no_table_of_a_number_that_cannot_be(house: House) -> None:
    for number in (0, -1, 2**63, 10**90):
        with pytest.raises(NoTable):
            await house.service.read.info(number)
        with pytest.raises(NoTable):
            await house.service.read.snapshot(number)


async def test_table_infos_are_cached_for_a_moment(house: House) -> None:
    table = (await house.running()).info.id
    told = await house.service.read.info(table)
    assert await house.service.read.info(table) is told
    house.clock.wait(1)
    assert await house.service.read.info(table) is not told


async def test_my_tables_begin_with_those_that_wait_longest_for_me(house: House) -> None:
    tables = {}
    for channel, people in enumerate([(BEN, ANNA), (ANNA, BEN), (ANNA, CARA), (CARA, BEN)], 100):
        house.clock.wait(60)
        tables[channel] = (await house.running(people, Place(channel))).info.id
    lobby = await house.lobby((CARA, ANNA), Place(200))
    await house.play(tables[101], ANNA, "end")
    house.clock.wait(60)
    await house.play(tables[101], BEN, "end")
    mine = [info.id for info in await house.service.read.my_tables(ANNA.id)]
    assert mine == [tables[102], tables[101], tables[100], lobby.id]
    waiting = [await house.service.read.next_table(ANNA.id, besides) for besides in (0, tables[102])]
    assert [info and info.id for info in waiting] == [tables[102], tables[101]]
    await house.service.act(acts.leave(), tables[102], ANNA)
    assert tables[102] not in [info.id for info in await house.service.read.my_tables(ANNA.id)]
    alone = (await house.lobby((ANNA,), Place(300))).id
    await house.service.act(acts.add_computer("casual"), alone, ANNA)
    await house.service.act(acts.start(), alone, ANNA)
    assert await house.service.read.next_table(ANNA.id, tables[101]) is None, "alone, she keeps nobody waiting"
    assert await house.storage.tables.open_ids() == [*tables.values(), lobby.id, alone]


@pytest.mark.parametrize("size", [1, 2])
async def test_a_small_memory_forgets_but_loses_nothing(house: House, size: int) -> None:
    tables = [(await house.running(place=Place(channel))).info.id for channel in range(100, 105)]
    service = anew(house, cache=size)
    for text in ("walk 1", "walk 2", "look", "end"):
        await asyncio.gather(*(service.play.move(table, ANNA.id, text) for table in tables))
    for table in tables:
        log = await house.storage.tables.log(table)
        assert [line.text for line in log[5:]] == ["walk 1", "walk 2", "look", "end"]
        assert (await service.read.verify(table)).ok


async def test_a_game_in_memory_is_not_replayed(house: House) -> None:
    """A cached game is reused, however many moves it has."""
    table = (await house.running()).info.id
    await house.play(table, ANNA, "walk 1", "walk 2", "end")
    await house.play(table, BEN, "end")
    replays = house.service.repository.counted["replays"]
    await house.service.read.snapshot(table)
    await house.play(table, ANNA, "end")
    assert house.service.repository.counted["replays"] == replays
    restarted = anew(house)
    await restarted.read.snapshot(table)
    assert restarted.repository.counted["replays"] == 1


@pytest.mark.parametrize("size", [1, 2])
async def test_as_many_games_as_fit_are_kept_and_no_locks(house: House, size: int) -> None:
    repository = TableRepository(house.storage, house.clock, {"toy": TOY}, size)
    for channel in range(1, 6):
        table = (await house.running(place=Place(channel))).info.id
        async with repository.lock(table) as locked:
            assert (await locked.load()).table.over is False
            assert len(repository.locks) == 1
    assert (len(repository.loaded), len(repository.locks)) == (size, 0)


async def test_a_failed_write_leaves_no_trace_of_the_move(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await house.running()).info.id
    await house.play(table, ANNA, "walk 1")
    before = await house.unchanged(table)
    house.heard.clear()

    async def full(change: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.storage.tables, "append", full)
        for attempt in (
            house.service.play.move(table, ANNA.id, "walk 3", interaction=1),
            house.service.play.move(table, ANNA.id, "look", interaction=1),
            house.service.play.undo(table, ANNA.id, interaction=1),
            house.service.act(acts.leave(), table, BEN, interaction=1),
        ):
            with pytest.raises(sqlite3.OperationalError):
                await attempt
    assert await house.unchanged(table) == before
    assert house.heard == []
    outcome = await house.service.play.move(table, ANNA.id, "walk 2", seen=6, interaction=1)
    assert outcome.snapshot.table.view(None).fields == [3, 0]
    assert (await house.service.read.verify(table)).ok


async def test_a_write_that_failed_after_all_was_stored_is_read_again(house, monkeypatch):
    """The reply to the commit is lost, so the service reads again to learn whether the change was stored."""
    table = (await house.running()).info.id
    real = house.storage.tables.append

    async def lost(change: object) -> int:
        await real(change)  # type: ignore[arg-type]
        raise OSError("the answer was lost")

    with monkeypatch.context() as patch:
        patch.setattr(house.storage.tables, "append", lost)
        with pytest.raises(OSError, match="lost"):
            await house.service.play.move(table, ANNA.id, "walk 2", seen=5, interaction=1)
    snapshot = await house.service.read.snapshot(table)
    assert (snapshot.number, snapshot.table.view(None).fields) == (6, [2, 0])
    again = await house.service.play.move(table, ANNA.id, "walk 2", seen=5, interaction=1)
    assert (again.duplicate, again.number) == (True, 6)


async def test_a_cancelled_caller_leaves_the_table_in_order(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await house.running()).info.id
    write: Any = house.storage.database.write

    async def cancelled(work: Any, **how: Any) -> Any:
        async def slow(db: Connection) -> Any:
            result = await work(db)
            task.cancel()
            await asyncio.sleep(0)
            return result

        return await write(slow, **how)

    monkeypatch.setattr(house.storage.database, "write", cancelled)
    task = asyncio.create_task(house.service.play.move(table, ANNA.id, "walk 2", interaction=1))
    with pytest.raises(asyncio.CancelledError):
        await task
    monkeypatch.undo()
    assert (await house.service.play.move(table, ANNA.id, "walk 1", interaction=2)).number == 7
    snapshot = await house.service.read.snapshot(table)
    assert [entry.move for entry in snapshot.table.entries] == ["walk 2", "walk 1"]
    assert (await house.service.read.verify(table)).ok


async def test_the_announcer_is_woken_when_the_table_is_free_and_the_row_stored(house: House) -> None:
    table = (await house.running()).info.id
    answers: list[asyncio.Task[object]] = []

    async def announce() -> object:
        # This would wait forever if the table were still locked.
        snapshot = await asyncio.wait_for(house.service.read.snapshot(table), 5)
        return snapshot.number, [
            waiting.kind for waiting in await house.storage.outbox.pending(house.clock.now(), table)
        ]

    house.service.repository.on_announce = lambda _: answers.append(asyncio.create_task(announce()))
    await house.play(table, ANNA, "walk 1", "end")
    assert [await answer for answer in answers] == [(7, ["lobby", "lobby", "start", "turn"])]


async def test_a_failing_announcer_does_not_fail_the_move(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = (await house.running()).info.id

    def broken(table_id: int) -> None:
        raise RuntimeError

    house.service.repository.on_announce = broken
    assert (await house.play(table, ANNA, "walk 1", "end")).announced
    assert f"table {table}: could not wake the announcer" in caplog.text


async def test_sent_reminders_and_nudges_are_listed_among_the_lines(house: House) -> None:
    """Each reminder or nudge is listed after the last line written before it was sent. A nudge shows who sent it."""
    info = (await house.running()).info
    anna, ben = (seat.player for seat in info.seats)
    notices, now = house.storage.notices, house.clock.now()

    def told(kind: NoticeKind, seconds: int, by: int | None = None) -> NewNotice:
        return NewNotice(anna, kind, now + timedelta(seconds=seconds), info.id, 0, info.seats[0].due_number or 0, by=by)

    for new in (told(NoticeKind.FIRST_REMINDER, 60), told(NoticeKind.NUDGE, 180, ben), told(NoticeKind.LATE, 190)):
        await notices.write([new])
        [found] = await notices.pending(new.not_before, 9)
        await notices.done(found.id, new.not_before, NoticeOutcome.SENT)
    await notices.write([told(NoticeKind.SECOND_REMINDER, 200)])
    house.clock.wait(120)
    kept = await house.service.act(acts.keep_awake(), info.id, BEN)
    lines = await house.service.read.people_lines(info.id, reminders=True)
    assert [(line.number, line.kind, line.name) for line in lines[-3:]] == [
        (info.number, "first", "Anna"),
        (kept.number, "keep", "Ben"),
        (kept.number, "nudge", "Ben"),
    ]
    without = await house.service.read.people_lines(info.id)
    assert [line.kind for line in without] == [line.kind for line in lines if line.kind not in ("first", "nudge")]
