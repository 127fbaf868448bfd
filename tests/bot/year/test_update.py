"""Tables from an earlier release whose players have vanished: the same ladder frees them."""

import json
import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from rules.errors import RulesError
from rules_service import Person, Place, acts
from tests.bot.year.test_stuck import DAY, HOUR, begun, when
from tests.bot.year.world import SWEEP, World, world
from tests.storage.build import of_schema

BEFORE = 6  # the schema of version 0.2.0, which had neither paces nor reminders
LONG = 60 * DAY
ANN, BEN, CARA, DAVE = (Person(number, name) for number, name in enumerate(("Ann", "Ben", "Cara", "Dave"), 1))


def as_before(now: Path, old: Path) -> None:
    """Write what an older release would have stored of these tables into a file of its schema."""
    of_schema(BEFORE, now, old)
    with closing(sqlite3.connect(old, isolation_level=None)) as database:
        for number, options in database.execute("SELECT id, options FROM tables").fetchall():
            then = {name: value for name, value in json.loads(options).items() if name not in ("pace", "take_back")}
            database.execute("UPDATE tables SET options = ? WHERE id = ?", (json.dumps(then), number))
        database.execute("UPDATE seats SET vote = 'end' WHERE seat = 1")  # This player has voted for the end.


async def moved_on(w: World, tmp_path: Path) -> None:
    """Stop the bot for a long time, then start this version on the older version's file."""
    await w.end()
    w.clock.time += LONG
    assert isinstance(w.games, Path)
    as_before(w.games, tmp_path / "old.sqlite")
    w.games = tmp_path / "old.sqlite"
    await w.begin()
    await w.sweep()


async def test_tables_that_were_stuck_before_an_update_are_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P65, P52: a table with a player present goes on, the other falls asleep, each after its people were notified."""
    async with world(tmp_path / "games.sqlite", monkeypatch) as w:
        played = await begun(w, 5, "relaxed", (ANN, BEN, CARA), moved=True)
        left = await begun(w, 6, "relaxed", (DAVE, BEN))
        await w.tell()
        await moved_on(w, tmp_path)
        start = w.clock.now()
        info = await w.service.read.info(played)
        assert (info.status, info.due, info.options["pace"]) == ("running", (0,), "relaxed")
        assert (await w.service.read.verify(played)).ok
        assert not info.seats[0].away, "she has not been reminded yet"
        for _ in range(40):
            with suppress(RulesError):
                await w.service.act(acts.free(), played, BEN)
            await w.until(w.clock.now() + 3 * HOUR)
        freed = await when(w, played, "free")
        assert DAY + timedelta(hours=48) <= freed - start <= 5 * DAY
        await w.service.act(acts.join(), played, DAVE)
        await w.service.play.move(played, DAVE.id, "end")
        await w.until(start + 10 * DAY)
        slept = await when(w, left, "sleep")
        assert 7 * DAY - SWEEP <= slept - start <= 8 * DAY
        told = {(row["kind"], row["table_id"]) for row in w.truth("SELECT kind, table_id FROM notices WHERE done > 0")}
        assert {("second", played), ("final", played), ("drowsy", left)} <= told
        assert (await w.service.act(acts.wake(Place(7, 7)), left, DAVE)).asleep_since is None
        await w.service.play.move(left, DAVE.id, "end")
        assert (await w.service.read.verify(left)).ok
