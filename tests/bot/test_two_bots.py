"""Two whole bots share a PostgreSQL database. Each posts for its own servers, including what the other has stored.

One is on the simulated Discord. The other serves the remaining servers. It also gets presses on the first bot's
servers, like a process that has just lost its share of the servers.
"""

import asyncio

import pytest

from bot.channel.announcer import LEASE, RETRY_INTERVAL
from bot.client import MiasmaBot
from storage import Address
from storage.engine import Partition
from tests.bot.conftest import MakeBot
from tests.bot.players import game, seat_all
from tests.bot.sim import Sim

SOON = 60.0  # seconds that a busy machine may need for work of milliseconds


@pytest.fixture
def games(address: Address) -> Address:
    return address


@pytest.fixture
async def other(sim: Sim, make_bot: MakeBot) -> MiasmaBot:
    """Return the bot that serves the other servers."""
    other = await make_bot()
    first, second = sim.bot, other
    if Partition(0, 2).slot_of(sim.world.guild.id):
        first, second = other, sim.bot
    for bot in (first, second):
        await bot.take_slot(2)
    return other


@pytest.fixture
async def table(sim: Sim, other: MiasmaBot) -> int:
    """Start a table of two where Alice has the first seat and begins."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def gallia(sim: Sim, bot: MiasmaBot, table: int) -> None:
    """Play Alice's first turn through this bot."""
    for move in ("place gallia 2", "end"):
        await bot.app.service.play.move(table, sim.alice.id, move)


async def test_a_press_at_another_process_is_posted_at_once_by_the_servers_own(sim, other, table):
    """Q27, Q28: the server's process is woken at once, and it posts the move."""
    before = [post.id for post in sim.posts()]
    await gallia(sim, other, table)
    async with asyncio.timeout(SOON):
        while sim.latest().id in before or await sim.bot.app.storage.outbox.pending(sim.bot.clock.now(), table):
            await asyncio.sleep(0.01)
    assert [post.id for post in sim.posts()][:-1] == before
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_without_a_wake_up_a_press_is_posted_within_a_tick(sim, other, table, monkeypatch):
    """Q28: a press reaches the other process, and the wake-up call to the server's process is lost."""

    async def unheard(slot: int, table_id: int) -> None:
        pass

    monkeypatch.setattr(other.database.coordinator, "wake", unheard)
    before = [post.id for post in sim.posts()]
    await gallia(sim, other, table)
    await other.app.announcer.until_shown(table)
    assert [post.id for post in sim.posts()] == before, "the other one tells nothing"
    await sim.pass_time(RETRY_INTERVAL)
    assert [post.id for post in sim.posts()][:-1] == before
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_two_forced_onto_one_shard_double_neither_a_line_nor_a_post(sim: Sim, make_bot: MakeBot) -> None:
    """Q32: both processes play the same move for the same press at the same moment, and both try to post it."""
    both, table = (sim.bot, await make_bot()), await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    for bot in both:
        await bot.app.announcer.stop()  # The test makes the claims instead of the announcer.
    told = []
    for _ in range(8):
        due, now = (await game(sim, table)).due()[0], sim.bot.clock.now()
        seen = (await sim.bot.app.service.read.snapshot(table)).read_by(due.seat).seen
        user = (sim.alice, sim.bob)[due.seat].id
        moves = (bot.app.service.play.move(table, user, due.moves[0], seen=seen) for bot in both)
        done = await asyncio.gather(*moves, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Outcome", "Stale"]
        claims = (bot.app.storage.outbox.claim(table, now, now + LEASE, now) for bot in both)
        for claim in filter(None, await asyncio.gather(*claims)):
            told += [one.id for one in claim.waiting]
            await sim.bot.app.storage.outbox.done(told, now, claim=claim)
    for bot in both:
        assert (await bot.app.service.read.verify(table)).ok
    assert len({*told}) == len(told) > 1
