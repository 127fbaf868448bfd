"""Games in memory and on the disk: replay, digests, failing writes, secrets."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest

from rules.chance import Chance
from rules.errors import RulesError
from rules_service import DamagedGame, Place, RulesService, Stale
from storage import Conflict, Storage, backup
from tests.rules_service.house import ANNA, BEN, CARA, House
from tests.rules_service.toy import TOY, Walk


def anew(house: House, cache: int = 64) -> RulesService:
    """The service as after a restart."""
    return RulesService(house.storage, house.clock, {"toy": TOY}, cache)


async def test_a_cold_game_equals_the_warm_one(house: House) -> None:
    snapshot = await house.running((ANNA, BEN, CARA))
    table = snapshot.info.id
    await house.play(table, ANNA, "walk 1", "walk 2", "look", "walk 1")
    await house.service.leave(table, CARA)
    await house.service.undo(table, ANNA.id)
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "walk 2", "walk 3")
    await house.service.undo(table, BEN.id)
    warm, cold = await house.service.snapshot(table), await anew(house).snapshot(table)
    assert (warm.info, warm.number, warm.start, warm.numbers) == (cold.info, cold.number, cold.start, cold.numbers)
    assert warm.table.digest == cold.table.digest
    assert warm.table.log() == cold.table.log()
    for seat in (None, 0, 1, 2):
        for since in (0, 7, 10, 14):
            assert warm.events(seat, since) == cold.events(seat, since)


async def test_a_game_goes_on_after_a_restart_with_the_same_chance(house: House, tmp_path: Path) -> None:
    warm = await house.running(place=Place(1))
    await house.play(warm.info.id, ANNA, "walk 1")
    copy = tmp_path / "copy.sqlite"
    backup(house.storage.database.path, copy)
    async with await Storage.open(copy) as storage:
        restarted = RulesService(storage, house.clock, {"toy": TOY})
        there = await restarted.play(warm.info.id, ANNA.id, "look")
    here = await house.play(warm.info.id, ANNA, "look")
    assert there.events == here.events


@pytest.mark.parametrize("size", [1, 2])
async def test_a_small_memory_forgets_but_loses_nothing(house: House, size: int) -> None:
    tables = [(await house.running(place=Place(channel))).info.id for channel in range(100, 105)]
    service = anew(house, cache=size)
    for text in ("walk 1", "walk 2", "look", "end"):
        await asyncio.gather(*(service.play(table, ANNA.id, text) for table in tables))
        assert len(service._repository.loaded) == size
    for table in tables:
        log = await house.storage.tables.log(table)
        assert [line.text for line in log[5:]] == ["walk 1", "walk 2", "look", "end"]
        assert (await service.verify(table)).ok


async def test_the_memory_forgets_what_was_unused_for_longest(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = [(await house.running(place=Place(channel))).info.id for channel in (1, 2, 3)]
    service = anew(house, cache=2)
    read = []
    real = house.storage.tables.log

    async def log(table: int) -> object:
        read.append(table)
        return await real(table)

    monkeypatch.setattr(house.storage.tables, "log", log)
    for table in (one, two, one, three, one, two):
        await service.snapshot(table)
    assert read == [one, two, three, two]


async def test_locks_are_not_kept(house: House) -> None:
    for channel in range(1, 6):
        await house.running(place=Place(channel))
    assert len(house.service._repository._locks) == 0


# Damage


def damage(house: House, change: str, *values: object) -> None:
    """Change the file behind the storage's back."""
    with closing(sqlite3.connect(house.storage.database.path)) as database:
        database.execute("DROP TRIGGER moves_are_not_changed")
        database.execute(change, values)
        database.commit()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE moves SET text = 'walk 3' WHERE table_id = ? AND number = 6", "line 6 has another digest"),
        ("UPDATE moves SET text = 'walk 99' WHERE table_id = ? AND number = 7", "line 7 is refused: IllegalMove"),
        ("UPDATE moves SET text = 'dance' WHERE table_id = ? AND number = 7", "line 7 is refused: BadNotation"),
        ("UPDATE moves SET digest = '00' WHERE table_id = ? AND number = 7", "line 7 has another digest"),
        (
            "UPDATE moves SET kind = 'undo', text = 'x' WHERE table_id = ? AND number = 7",
            "line 7 is refused: ValueError",
        ),
        ('UPDATE tables SET options = \'{"start": "1"}\' WHERE id = ?', "the set-up, line 5, has another digest"),
        ("UPDATE tables SET seed = 'another' WHERE id = ?", "the seed is not the one of the fingerprint"),
    ],
)
async def test_a_game_that_does_not_replay_stops_alone(
    house: House, change: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = [(await house.running(place=Place(channel))).info.id for channel in (1, 2)]
    for table in (bad, good):
        await house.play(table, ANNA, "walk 1", "walk 2")
    damage(house, change, bad)
    service = anew(house)
    before = await house.storage.tables.log(bad), await house.storage.tables.get(bad)
    for attempt in (service.play(bad, ANNA.id, "walk 1"), service.undo(bad, ANNA.id), service.snapshot(bad)):
        with pytest.raises(DamagedGame):
            await attempt
    assert (await house.storage.tables.log(bad), await house.storage.tables.get(bad)) == before
    assert (await service.play(good, ANNA.id, "walk 1")).number == 8
    verdicts = [verdict async for verdict in service.verify_all()]
    assert [(verdict.table_id, verdict.ok, verdict.why) for verdict in verdicts] == [
        (bad, False, why),
        (good, True, ""),
    ]
    assert f"table {bad}: " in caplog.text


async def test_a_damaged_table_can_still_be_left_and_cancelled(house: House) -> None:
    table = (await house.running()).info.id
    damage(house, "UPDATE moves SET digest = '00' WHERE table_id = ?", table)
    service = anew(house)
    await service.cancel(table, ANNA)
    info = await service.cancel(table, BEN)
    assert info.status == "cancelled"
    assert (await house.storage.tables.log(table))[-1].kind == "cancel"


async def test_a_change_of_the_rules_is_noticed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await house.running()).info.id
    await house.play(table, ANNA, "look", "walk 1")
    monkeypatch.setattr(Chance, "below", lambda self, n: n - 1)
    with pytest.raises(DamagedGame):
        await anew(house).snapshot(table)
    assert not (await house.service.verify(table)).ok


# Failing writes


async def test_a_failed_write_is_as_if_nothing_had_been_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await house.running()).info.id
    await house.play(table, ANNA, "walk 1")
    before = await house.unchanged(table)
    house.heard.clear()

    async def full(change: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.storage.tables, "append", full)
        for attempt in (
            house.service.play(table, ANNA.id, "walk 3", interaction=1),
            house.service.play(table, ANNA.id, "look", interaction=1),
            house.service.undo(table, ANNA.id, interaction=1),
            house.service.leave(table, BEN, interaction=1),
        ):
            with pytest.raises(sqlite3.OperationalError):
                await attempt
    assert await house.unchanged(table) == before
    assert house.heard == []
    outcome = await house.service.play(table, ANNA.id, "walk 2", number=6, interaction=1)
    assert outcome.snapshot.table.view(None).fields == [3, 0]
    assert (await house.service.verify(table)).ok


async def test_a_write_that_failed_after_all_was_stored_is_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst case: the answer of the commit is lost, and whether it was stored is not known."""
    table = (await house.running()).info.id
    real = house.storage.tables.append

    async def lost(change: object) -> int:
        await real(change)  # type: ignore[arg-type]
        raise OSError("the answer was lost")

    with monkeypatch.context() as patch:
        patch.setattr(house.storage.tables, "append", lost)
        with pytest.raises(OSError, match="lost"):
            await house.service.play(table, ANNA.id, "walk 2", number=5, interaction=1)
    snapshot = await house.service.snapshot(table)
    assert (snapshot.number, snapshot.table.view(None).fields) == (6, [2, 0])
    again = await house.service.play(table, ANNA.id, "walk 2", number=5, interaction=1)
    assert (again.duplicate, again.number) == (True, 6)


async def test_another_writer_was_faster(house: House) -> None:
    """Two services on one storage stand for whatever gets past the lock."""
    table = (await house.running()).info.id
    other = anew(house)
    await other.snapshot(table)
    real = house.storage.tables.append

    async def slow(change: object) -> int:
        house.storage.tables.append = real  # type: ignore[method-assign]
        await other.play(table, ANNA.id, "walk 3")
        return await real(change)  # type: ignore[arg-type]

    house.storage.tables.append = slow  # type: ignore[method-assign]
    with pytest.raises(Stale):
        await house.service.play(table, ANNA.id, "walk 1")
    snapshot = await house.service.snapshot(table)
    assert snapshot.table.view(None).fields == [3, 0]


async def test_a_cancelled_caller_leaves_the_table_in_order(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await house.running()).info.id
    writing = asyncio.Event()
    real = house.storage.database._writer.execute

    async def slow(sql: str, *values: object) -> aiosqlite.Cursor:
        if sql.startswith("UPDATE tables"):
            writing.set()
            await asyncio.sleep(0.02)
        return await real(sql, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(house.storage.database._writer, "execute", slow)
    task = asyncio.create_task(house.service.play(table, ANNA.id, "walk 2", interaction=1))
    await writing.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await house.service.play(table, ANNA.id, "walk 1", interaction=2)).number == 7
    snapshot = await house.service.snapshot(table)
    assert [entry.move for entry in snapshot.table.entries] == ["walk 2", "walk 1"]
    assert (await house.service.verify(table)).ok


# Telling


async def test_the_announcer_is_told_when_the_table_is_free_and_the_row_is_there(house: House) -> None:
    table = (await house.running()).info.id
    answers: list[asyncio.Task[object]] = []

    async def announce() -> object:
        # Would wait for ever if the table were still held.
        snapshot = await asyncio.wait_for(house.service.snapshot(table), 5)
        return snapshot.number, [
            waiting.kind for waiting in await house.storage.outbox.pending(house.clock.now(), table)
        ]

    house.service.on_announce = lambda _: answers.append(asyncio.create_task(announce()))
    await house.play(table, ANNA, "walk 1", "end")
    assert [await answer for answer in answers] == [(7, ["lobby", "lobby", "start", "turn"])]


async def test_a_failing_announcer_does_not_fail_the_move(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = (await house.running()).info.id

    def broken(table_id: int) -> None:
        raise RuntimeError

    house.service.on_announce = broken
    assert (await house.play(table, ANNA, "walk 1", "end")).announced
    assert f"table {table}: the announcer was not reached" in caplog.text


# Secrets


async def test_the_seed_is_in_no_text_while_the_game_runs(house: House, caplog: pytest.LogCaptureFixture) -> None:
    texts: list[object] = []
    with caplog.at_level(logging.DEBUG):
        snapshot = await house.running()
        table = snapshot.info.id
        row = await house.storage.tables.get(table)
        assert row is not None
        texts += [snapshot, row, await house.play(table, ANNA, "look"), await house.storage.tables.log(table)]
        texts += [
            await house.service.verify(table),
            await house.service.table_in(10),
        ]
        for text in ("walk 9", "fly", "look", "", row.seed[:8]):
            with pytest.raises(RulesError) as refused:
                await house.play(table, ANNA, text)
            texts += [refused.value, str(refused.value)]
        damage(house, "UPDATE moves SET digest = '00' WHERE number = 6")
        with pytest.raises(DamagedGame) as damaged:
            await anew(house).snapshot(table)
        texts += [damaged.value, await anew(house).verify(table), replace(row, number=0), Conflict("number")]
    told = "\n".join(map(repr, texts)) + caplog.text
    assert "table" in told
    assert row.seed not in told
    assert repr(Walk(1)) not in repr(snapshot)
