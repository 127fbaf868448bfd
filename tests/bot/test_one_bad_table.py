"""An unforeseen failure of one table, row, seat or server is logged once, and all others continue."""

import importlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rules_service import Person, acts
from storage.engine import Connection
from storage.failures import LOGGED
from tests.bot.players import DAY, seat_all, turn
from tests.bot.sim import Sim, message, text

pytestmark = pytest.mark.usefixtures("undrawn")

Look = Callable[[Sim], Awaitable[str]]
SECRET = "gallia-a shows 4 M"


async def two_tables(sim: Sim) -> tuple[int, int]:
    """Start Alice's tables with Bob and with Carol in two channels. Return their ids."""
    bad = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    return bad, await seat_all(sim, [sim.alice, sim.carol], sim.world.channels[1], start="0", seating="joined")


def break_for(monkeypatch: pytest.MonkeyPatch, name: str, bad: int) -> None:
    """Make a function raise if an argument is, or contains, this table's id or row."""
    path, _, function = name.rpartition(".")
    try:
        owner: Any = importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, kind = path.rpartition(".")
        owner = getattr(importlib.import_module(module), kind)
    real = getattr(owner, function)

    def about(one: Any) -> bool:
        if isinstance(one, list):  # rows of a query about the table, or lines of its log
            return bool(one) and isinstance(one[0], dict) and one[0]["id"] == bad
        subject = getattr(one, "info", getattr(one, "row", one))
        return bad in (subject, getattr(subject, "id", None), getattr(subject, "table_id", None))

    def broken(*arguments: Any, **named: Any) -> Any:
        if any(about(one) for one in (*arguments, *named.values())):
            raise ArithmeticError(SECRET)
        return real(*arguments, **named)

    monkeypatch.setattr(owner, function, broken)


async def mine(sim: Sim) -> str:
    return text(await sim.command(sim.alice, "mygames", sim.world.channels[2]))


async def every(sim: Sim) -> str:
    return text(await sim.command(sim.dora, "table list", sim.world.channels[2]))


async def offered(sim: Sim) -> str:
    return " ".join(f"table {one}" for one in await sim.offers(sim.alice, "table manage", "table"))


async def listed(sim: Sim) -> str:
    server_list = sim.latest(sim.world.channels[2])
    for info in await sim.open_tables():
        await sim.bot.app.service.act(acts.leave(), info.id, Person(sim.alice.id, "Alice"))
    await sim.bot.app.notifier.lists.show()
    return text(sim.again(server_list))


VIEWS: list[tuple[str, Look]] = [
    *((record, look) for record in ("rules_service.table_info.info_of", "storage.tables.read_table")
      for look in (mine, every, offered)),
    ("bot.panels.personal.my_table", mine),
    ("bot.channel.server_list.table_line", listed),
]  # fmt: skip


async def test_every_list_of_tables_shows_the_others(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    await sim.command(sim.alice, "server listing", sim.world.channels[2])
    bad, good = await two_tables(sim)
    places = {bad: f"<#{sim.channel.id}>", good: f"<#{sim.world.channels[1].id}>"}
    for record, look in VIEWS:
        LOGGED.clear()
        with monkeypatch.context() as broken:
            break_for(broken, record, bad)
            said = await look(sim)
        assert places[good] in said or f"table {good}:" in said, (record, look.__name__, said)
        assert places[bad] not in said, (record, look.__name__, said)
        assert sim.errors(), (record, look.__name__)


async def test_a_table_that_this_version_cannot_read_can_be_put_away(sim: Sim) -> None:
    """The players of such a table see it in their lists until one puts it away. Then its channel is free again."""
    bad, _ = await two_tables(sim)

    async def forget_game(db: Connection) -> None:
        await db.run("UPDATE tables SET game = 'gone' WHERE id = ?", (bad,))

    await sim.bot.app.storage.database.write(forget_game)
    answer = await sim.command(sim.alice, "mygames", sim.world.channels[2])
    assert f"<#{sim.world.channels[1].id}>" in text(answer)
    assert f"Table {bad}: this version of me can’t read it" in text(answer)
    refused = text(await sim.command(sim.dora, "table open"))
    assert "can’t read" in refused
    assert "`/mygames`" in refused
    await sim.click(sim.alice, answer, f"Put table {bad} away")
    shown = sim.again(message(answer))
    assert f"Table {bad}" not in text(shown)
    assert f"<#{sim.world.channels[1].id}>" in text(shown)
    await sim.command(sim.dora, "table open")
    assert "Dora" in text(sim.latest())
    sim.errors()


async def swept(sim: Sim) -> None:
    for _ in range(3):
        await sim.sweep()
        await sim.env.settle()


LOOPS = [
    *("rules_service.sweep.decide", "rules_service.escalation.mark_late", "rules_service.sweep.remind"),
    *("bot.channel.notices.find_table", "bot.channel.notices.send_notice", "bot.channel.notices.still_matters"),
]


@pytest.mark.parametrize("function", LOOPS)
async def test_every_part_of_a_scheduler_run_goes_on_with_the_others(sim, monkeypatch, caplog, function):
    other = sim.world.channels[1]
    bad = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await seat_all(sim, [sim.carol, sim.dora], other, start="0", seating="joined")
    before = len(sim.posts(other))
    sim.jump(2 * DAY)
    with monkeypatch.context() as broken:
        break_for(broken, function, bad)
        await swept(sim)
    assert SECRET not in caplog.text
    errors = sim.errors()
    assert errors
    assert all(f"table {bad}: " in error and "ArithmeticError" in error for error in errors)
    assert len(set(errors)) == len(errors) <= 2, "each part of a run logs it once"
    assert len(sim.posts(other)) > before or "is late" in text(sim.latest(other)), "the other table gets its reminder"
    sim.jump(DAY)
    await swept(sim)
    assert sim.telling("waiting for you"), "and so does this one, once nothing fails"


async def test_a_bad_table_does_not_stop_posts_of_the_others(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = await two_tables(sim)
    with monkeypatch.context() as broken:
        break_for(broken, "bot.channel.announcer.post_announcements", bad)
        for table, channel in ((bad, sim.channel), (good, sim.world.channels[1])):
            await turn(sim, "gallia", table=table, channel=channel)
        await sim.pass_time(60)
        assert "2 cubes in Gallia" in text(sim.latest(sim.world.channels[1]))
    assert len(sim.errors()) == 1


async def test_a_bad_table_does_not_stop_the_check_of_all_tables(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of all games before an update continues with the other tables, too."""
    bad, good = await two_tables(sim)
    break_for(monkeypatch, "rules_service.read.verify_game", bad)
    found = {verdict.table_id: verdict.ok async for verdict in sim.bot.app.service.read.verify_all()}
    assert found == {bad: False, good: True}
    sim.errors()


async def test_rows_that_cannot_be_read_leave_the_others(sim: Sim) -> None:
    bad, good = await two_tables(sim)
    sim.jump(DAY)
    await sim.bot.app.service.see_to(50)
    storage = sim.bot.app.storage

    async def spoil(db: Connection) -> None:
        assert await db.run("UPDATE notices SET not_before = -9e18 WHERE table_id = ?", (bad,))

    await storage.database.write(spoil)
    pending = await storage.notices.pending(sim.bot.clock.now(), 50)
    assert {notice.table_id for notice in pending} == {good}
    assert "reading a row of Notice" in sim.errors()[0]
