import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules_service import Place, RulesService, acts
from rules_service.act import Case
from rules_service.commit import new_table
from rules_service.errors import DamagedGame
from rules_service.models import Verdict
from storage import Conflict, Storage, backup
from storage.tables import Tables
from tests.rules_service.house import ANNA, BEN, CARA, HERE, NOON, House, anew
from tests.rules_service.toy import TOY
from tests.storage.build import row_of


async def test_a_cold_game_equals_the_warm_one(house: House) -> None:
    snapshot = await house.running((ANNA, BEN, CARA))
    table = snapshot.info.id
    await house.play(table, ANNA, "walk 1", "walk 2", "look", "walk 1")
    await house.service.act(acts.leave(), table, CARA)
    await house.service.play.undo(table, ANNA.id)
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "walk 2", "walk 3")
    await house.service.play.undo(table, BEN.id)
    warm, cold = await house.service.read.snapshot(table), await anew(house).read.snapshot(table)
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
        there = await restarted.play.move(warm.info.id, ANNA.id, "look")
    here = await house.play(warm.info.id, ANNA, "look")
    assert there.events == here.events


async def test_verify_counts_only_moves_that_cannot_be_undone(house: House) -> None:
    table = (await house.running((ANNA, BEN))).info.id
    assert (await house.service.read.verify(table)).moves == 0
    await house.play(table, ANNA, "walk 1", "walk 2")  # She can still undo these.
    assert (await house.service.read.verify(table)).moves == 0
    await house.service.play.undo(table, ANNA.id)
    await house.play(table, ANNA, "end")
    assert (await house.service.read.verify(table)).moves == 2


async def test_games_that_a_version_does_not_know_are_verified_as_such(house: House) -> None:
    """An unknown game doesn't stop the check of the known games after it."""
    tables = [(await house.running(place=Place(channel))).info.id for channel in (1, 2)]
    await house.storage.database.write(lambda db: db.run("UPDATE tables SET game = 'chess' WHERE id = ?", tables[:1]))
    assert [verdict async for verdict in house.service.read.verify_all()] == [
        Verdict(tables[0], False, 0, "this version does not know its game"),
        Verdict(tables[1], True, 0, ""),
    ]


# Damage.


def damage(house: House, change: str, *values: object) -> None:
    """Change the database file directly, without the trigger that protects moves, and empty the storage's cache."""
    with closing(sqlite3.connect(house.storage.database.path)) as database:
        database.execute("DROP TRIGGER moves_are_not_changed")
        database.execute(change, values)
        database.commit()
    house.storage.tables = Tables(house.storage.database)  # as after a restart, without cached tables


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE moves SET text = 'walk 3' WHERE table_id = ? AND number = 6", "line 6 has another digest"),
        ("UPDATE moves SET text = 'walk 99' WHERE table_id = ? AND number = 7", "line 7 is refused: IllegalMove"),
        ("UPDATE moves SET text = 'dance' WHERE table_id = ? AND number = 7", "line 7 is refused: BadNotation"),
        ("UPDATE moves SET digest = '00' WHERE table_id = ? AND number = 7", "line 7 has another digest"),
        (
            "UPDATE moves SET kind = 'ask' WHERE table_id = ? AND number = 5",
            "a line of its log is of another kind than it was",
        ),
        (
            "UPDATE moves SET kind = 'undo', text = 'x' WHERE table_id = ? AND number = 7",
            "line 7 is refused: ValueError",
        ),
        ('UPDATE tables SET options = \'{"start": "1"}\' WHERE id = ?', "the set-up, line 5, has another digest"),
        ("UPDATE tables SET seed = 'another' WHERE id = ?", "the seed is not the one of the fingerprint"),
    ],
)
async def test_a_game_that_does_not_replay_stops_alone(house, change, why, caplog):
    bad, good = [(await house.running(place=Place(channel))).info.id for channel in (1, 2)]
    for table in (bad, good):
        await house.play(table, ANNA, "walk 1", "walk 2")
    damage(house, change, bad)
    service = anew(house)
    before = await house.storage.tables.log(bad), await house.storage.tables.get(bad)
    for attempt in (
        service.play.move(bad, ANNA.id, "walk 1"),
        service.play.undo(bad, ANNA.id),
        service.read.snapshot(bad),
    ):
        with pytest.raises(DamagedGame):
            await attempt
    assert (await house.storage.tables.log(bad), await house.storage.tables.get(bad)) == before
    assert (await service.play.move(good, ANNA.id, "walk 1")).number == 8
    verdicts = [verdict async for verdict in service.read.verify_all()]
    assert [(verdict.table_id, verdict.ok, verdict.why) for verdict in verdicts] == [
        (bad, False, why),
        (good, True, ""),
    ]
    assert f"table {bad}: " in caplog.text


async def test_a_damaged_table_can_still_be_left_and_cancelled(house: House) -> None:
    table = (await house.running()).info.id
    damage(house, "UPDATE moves SET digest = '00' WHERE table_id = ?", table)
    service = anew(house)
    await service.act(acts.close(), table, ANNA)
    info = await service.act(acts.close(), table, BEN)
    assert info.status == "cancelled"
    assert (await house.storage.tables.log(table))[-1].kind == "cancel"


# Secrets.


async def test_the_seed_is_in_no_text_while_the_game_runs(house: House, caplog: pytest.LogCaptureFixture) -> None:
    texts: list[object] = []
    with caplog.at_level(logging.DEBUG):
        snapshot = await house.running()
        table = snapshot.info.id
        row = await row_of(house.storage, table)
        texts += [snapshot, row, await house.play(table, ANNA, "look"), await house.storage.tables.log(table)]
        texts += [await house.service.read.verify(table), await house.service.read.table_in(10)]
        for text in ("walk 9", "fly", "look", "", row.seed[:8]):
            with pytest.raises(RulesError) as refused:
                await house.play(table, ANNA, text)
            texts += [refused.value, str(refused.value)]
        texts.append(await house.service.plans.add(await house.service.plans.of(table, BEN.id), "walk 2"))
        async with house.service.repository.lock(table) as locked:
            loaded = await locked.load()
            texts += [loaded, Case(locked.row, locked.game, BEN, NOON)]
        later = await house.service.read.snapshot(table)
        assert (later.view(0), later.view(0)) == (later.views[0], loaded.views[0])
        texts += [
            later,
            await house.storage.tables.get(table),
            new_table(HERE, 1, "toy", later.info.options, "en", NOON),
        ]
        damage(house, "UPDATE moves SET digest = '00' WHERE number = 6")
        with pytest.raises(DamagedGame) as damaged:
            await anew(house).read.snapshot(table)
        texts += [damaged.value, await anew(house).read.verify(table), replace(row, number=0), Conflict("number")]
    told = "\n".join(map(repr, texts)) + caplog.text
    assert "table" in told
    assert row.seed not in told
    assert re.search(r"seed='", told) is None
    # Nor are plans, what only one player sees, and how many moves can still be undone.
    secret = ("planned", "'walk 2'", "course", "views", "events", "view=", "game=Game", "table=<")
    assert [word for word in secret if word in told] == []
    assert "numbers" not in repr(later)
