"""Features for hosts of many tables: lists and replays that don't block other people, and a fresh backup file."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.channel.delivery import Trouble
from bot.hosting.health import unhealthy_reason
from bot.ui.reply import Refusal
from rules_service import Person, Place, Verdict
from storage import Unavailable
from storage.engine import Partition
from tests.bot.players import seat_all
from tests.bot.sim import Sim, text


@pytest.fixture
def owner(sim: Sim) -> None:
    """Make Alice the bot's owner."""
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    sim.bot.owner_id = sim.alice.id


async def open_many(sim: Sim, count: int) -> None:
    """Open this many tables, in channels that don't exist."""
    sim.bot.app.service.repository.on_announce = lambda table_id: None
    for channel in range(count):
        place = Place(1000 + channel, sim.world.guild.id)
        await sim.bot.app.service.opening.open(place, Person(channel, f"Somebody {channel}"), "rattus")


async def test_a_long_list_shows_twenty_tables_and_says_how_many_more_there_are(sim: Sim) -> None:
    await open_many(sim, 20)
    told = text(await sim.command(sim.bob, "table list"))
    assert told.count("needs players") == 20
    assert "more" not in told
    for channel, more in ((9998, "1 more table is open here."), (9999, "2 more tables are open here.")):
        place = Place(channel, sim.world.guild.id)
        await sim.bot.app.service.opening.open(place, Person(channel, "Somebody"), "rattus")
        told = text(await sim.command(sim.bob, "table list"))
        assert told.count("needs players") == 20
        assert told.endswith(more)


@pytest.mark.usefixtures("owner")
async def test_P120_the_health_names_some_tables_that_are_in_trouble(sim: Sim) -> None:
    await open_many(sim, 12)
    sim.bot.app.announcer.troubles.update({table: Trouble("It rains.") for table in range(1, 12)})
    told = text(await sim.command(sim.alice, "admin health")).splitlines()
    assert "Tables: lobby 12." in told
    assert told[-9:] == [*(f"Table {table}: It rains." for table in range(1, 9)), "3 more are not shown."]


# /admin check


class Slow:
    """A replay of this many games, which takes simulated minutes for each. The first ``bad`` games don't replay."""

    def __init__(self, sim: Sim, games: int, minutes: float, bad: int = 0) -> None:
        self.sim, self.games, self.minutes, self.bad = sim, games, minutes, bad
        self.seen: list[str] = []  # the answer's text before each game

    async def verify_all(self) -> AsyncIterator[Verdict]:
        for table in range(1, self.games + 1):
            self.seen.append(text(self.sim.panel(self.sim.alice)))
            self.sim.env.backend.advance_clock(timedelta(minutes=self.minutes).total_seconds())
            yield Verdict(table, table > self.bad, 5, "" if table > self.bad else "line 4 has another digest")


def replay(sim: Sim, monkeypatch: pytest.MonkeyPatch, games: int, minutes: float, bad: int = 0) -> Slow:
    slow = Slow(sim, games, minutes, bad)

    async def open_ids() -> list[int]:
        return list(range(games))

    monkeypatch.setattr(sim.bot.app.service.read, "verify_all", slow.verify_all)
    monkeypatch.setattr(sim.bot.app.storage.tables, "open_ids", open_ids)
    return slow


@pytest.mark.usefixtures("owner")
async def test_a_replay_longer_than_the_edit_limit_is_reported_privately(sim, monkeypatch, caplog):
    slow = replay(sim, monkeypatch, games=6, minutes=5, bad=1)
    with caplog.at_level(logging.INFO):
        await sim.command(sim.alice, "admin check")
    assert slow.seen[-1] == "2 of 6 games replayed."
    edits = [one for one in sim.env.http_requests if one.method == "PATCH" and one.path.startswith("/webhooks/")]
    assert len(edits) == 2, "what Discord would refuse is not tried"
    assert text(sim.panel(sim.alice)) == "2 of 6 games replayed."
    direct = sim.env.backend.get_dm_channel(sim.alice.id)
    [message] = sim.env.backend.messages[direct.id].values()
    assert message.content == "6 games replayed.\nTable 1: line 4 has another digest"
    assert "replayed 6 open games; 1 failed" in caplog.text
    caplog.clear()


@pytest.mark.usefixtures("owner")
async def test_only_some_of_many_games_that_do_not_replay_are_named(sim, monkeypatch, caplog):
    replay(sim, monkeypatch, games=40, minutes=0, bad=30)
    told = text(await sim.command(sim.alice, "admin check")), text(sim.panel(sim.alice))
    lines = told[1].splitlines()
    assert lines[0] == "40 games replayed."
    assert lines[15] == "Table 15: line 4 has another digest"
    assert lines[16:] == ["15 more games can’t be replayed; my log names them."]
    assert caplog.text.count("replay failed: line 4") == 30
    caplog.clear()


@pytest.mark.usefixtures("owner")
async def test_a_replay_that_breaks_says_so_and_another_can_be_asked_for(sim, monkeypatch, caplog):
    slow = replay(sim, monkeypatch, games=3, minutes=0)
    monkeypatch.setattr(sim, "panel", lambda who: 1 / 0)
    await sim.command(sim.alice, "admin check")
    monkeypatch.undo()
    assert slow.seen == []
    assert "after 0 of 3 games" in text(sim.panel(sim.alice))
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


@pytest.mark.usefixtures("owner")
async def test_only_one_replay_is_made_at_a_time_and_it_ends_when_the_bot_stops(sim, monkeypatch):
    """A replay that continued after the bot's end would read from a closed database."""
    begun, ended = asyncio.Event(), asyncio.Event()
    admin: Any = sim.bot.get_cog("Admin")

    async def lasting() -> AsyncIterator[Verdict]:
        begun.set()
        try:
            yield Verdict(1, True, await asyncio.Event().wait(), "")
        finally:
            ended.set()

    monkeypatch.setattr(sim.bot.app.service.read, "verify_all", lasting)
    asked = asyncio.create_task(sim.command(sim.alice, "admin check"))
    await begun.wait()
    request: Any = SimpleNamespace(app=sim.bot.app)
    with pytest.raises(Refusal, match="already running: 0 of 0 games"):
        await admin.replays.start(request)
    await sim.bot.close()
    assert ended.is_set()
    await sim.env.replace_bot(await sim.make_bot())
    await asked


# The file


async def test_q17_while_the_database_is_away_a_press_gets_a_private_sentence_and_then_works(sim, monkeypatch, caplog):
    """Q17: the person sees a sentence and no traceback, whichever part of the work fails first."""

    async def away(*work: object, **how: object) -> None:
        raise Unavailable("the database games at db.example:5432 does not answer (OSError).")

    for ways in (("write",), ("write", "read", "query")):
        with monkeypatch.context() as patch:
            for way in ways:
                patch.setattr(sim.bot.app.storage.database, way, away)
            shown = await sim.command(sim.alice, "table open")
            assert "I can’t reach my database right now" in text(shown)
            assert shown.ephemeral
            await sim.pass_time(40)
    assert "db.example:5432 does not answer" in caplog.text
    assert "Traceback" not in caplog.text
    assert "File " not in caplog.text
    caplog.clear()
    await sim.command(sim.alice, "table open")
    assert len(await sim.bot.app.storage.tables.open_ids()) == 1


async def test_q47_on_a_full_disk_players_and_the_host_are_told_so(sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
    """Q47: no change is half stored, games can still be viewed, and they continue once there is disk space again."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    database = sim.bot.app.storage.database
    # Allow no more pages than the file has now.
    await database.write(lambda db: db.rows("PRAGMA max_page_count = 1"))
    refused, opened = await sim.command(sim.bob, "board"), 1
    for person in sim.people * 20:
        refused = await sim.command(person, "table open", sim.thread("another"))
        if "Your table is open" not in text(refused):
            break
        opened += 1
    assert text(refused) == (
        "I can’t save this because my disk is full. What was saved before is safe. Please tell my host."
    )
    assert refused.ephemeral
    assert await unhealthy_reason(sim.bot.app) == "the database is not writable (DiskFull)"
    assert "table open in channel" in caplog.text
    assert "the disk is full" in caplog.text
    assert "unexpected" not in caplog.text
    assert len(await sim.open_tables()) == opened
    assert "To act: 🔴 **Alice**" in text(await sim.command(sim.bob, "board"))
    await sim.pass_time(60)
    assert "File " not in caplog.text, "the way through the code helps no host"
    caplog.clear()
    await database.write(lambda db: db.rows("PRAGMA max_page_count = 1000000"))
    assert "Gallia" in text(await sim.command(sim.alice, "move", move="place gallia 2"))
    assert await unhealthy_reason(sim.bot.app) == ""


async def test_a_file_locked_by_another_program_is_reported_as_unhealthy(sim, games, caplog):
    """After its next heartbeat the bot reports itself as healthy again."""
    database = sim.bot.app.storage.database
    await database.write(lambda db: db.rows("PRAGMA busy_timeout = 10"))
    with closing(sqlite3.connect(games, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = await sim.command(sim.alice, "table open")
        assert "I can’t save this right now" in text(refused)
        assert refused.ephemeral
        assert await unhealthy_reason(sim.bot.app) == "the database is not writable (Unwritable)"
    await sim.pass_time(120)
    assert await unhealthy_reason(sim.bot.app) == ""
    assert "another program has locked the file (SQLITE_BUSY)" in caplog.text
    caplog.clear()


async def test_clicks_and_challenges_of_long_ago_are_deleted_within_the_hour(sim: Sim) -> None:
    """Q36, P159: the first of several processes deletes clicks after a day, and games of challenges after 30 days."""
    await sim.command(sim.alice, "table open")
    click, dailies = max(sim.env.backend.interactions), sim.bot.app.service.dailies
    tables, today = sim.bot.app.storage.tables, (await dailies.today()).day
    info = await dailies.start(Person(sim.alice.id, "Alice"), "en", today)
    sim.jump(25 * 3600)
    assert await tables.accepted(click)
    upkeep: Any = sim.bot.get_cog("Upkeep")
    forgetting = upkeep.delete_old_rows
    assert (forgetting.is_running(), forgetting.seconds) == (True, 3600.0)
    database = sim.bot.app.storage.database
    database.partition = Partition(1, 2)
    await forgetting()
    assert await tables.accepted(click)
    database.partition = Partition(0, 2)
    await forgetting()
    assert not await tables.accepted(click)
    for days, kept in ((29, info.id), (1, None)):
        sim.jump(days * 24 * 3600)
        await forgetting()
        assert [one.table_id for one in await dailies.attempts(sim.alice.id, 9)] == [kept]
