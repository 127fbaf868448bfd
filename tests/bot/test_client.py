import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client import MiasmaBot
from bot.discord_api.gateway import MAX_REQUESTS_PER_SECOND, RateLimiter
from bot.discord_api.permissions import (
    TO_READ,
    Capabilities,
    account_link,
    allows_accounts,
    missing_permissions,
    server_link,
)
from bot.metrics import Metrics, measure_time
from bot.settings import Memory, Settings
from bot.ui.message import Id
from local_table.simulation import SimulatedClock
from storage import Storage
from storage.engine import Partition
from tests.bot.conftest import MakeBot
from tests.bot.cores import BUSY
from tests.bot.sim import Sim


async def test_the_bot_asks_for_the_servers_it_is_in_and_mentions_nobody(make_bot: MakeBot) -> None:
    """By default, commands work only on the bot's servers and in DMs with it, and can't be added to accounts."""
    bot = await make_bot()
    assert bot.intents == discord.Intents(guilds=True)
    mentions: Any = bot.allowed_mentions
    assert mentions.to_dict() == {"parse": []}
    assert bot.help_command is None
    contexts, installs = bot.tree.allowed_contexts, bot.tree.allowed_installs
    assert (contexts.guild, contexts.dm_channel, contexts.private_channel) == (True, True, False)
    assert (installs.guild, installs.user) == (True, False)


@pytest.mark.parametrize(("memory", "cores", "workers"), [("normal", 4, 3), ("normal", 1, 1), ("small", 4, 1)])
async def test_with_little_memory_everything_is_small(tmp_path, monkeypatch, memory, cores, workers):
    """On one core or with little memory, there is one AI worker. With little memory, drawing also uses less."""
    less = list[str]()
    for name in ("use_less", "return_memory_at_once"):
        monkeypatch.setattr(f"bot.pictures.{name}", lambda name=name: less.append(name))
    monkeypatch.setattr("bot.computers.usable_cores", lambda: cores)
    storage = await Storage.open(tmp_path / "games")
    bot = MiasmaBot(Settings(memory=Memory(memory), pause=2.5, shards=6), storage, SimulatedClock())
    assert len(bot.app.computers.ai.workers) == workers
    assert bool(less) == (memory == "small")
    assert (bot.app.computers.pause, bot.wanted) == (2.5, 6)
    await bot.close()


async def test_events_of_a_server_let_its_tables_be_retried(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = await make_bot()
    retried = list[int]()
    monkeypatch.setattr(bot.app.announcer, "retry_guild", retried.append)
    before, after = [SimpleNamespace(guild=SimpleNamespace(id=number), id=9) for number in (1, 2)]
    async with bot:
        await bot.load_commands()
        for event in ("guild_role_update", "guild_channel_update", "member_update", "thread_update"):
            bot.dispatch(event, before, after)
        for event in ("guild_role_delete", "thread_join"):
            bot.dispatch(event, after)
        for event in ("guild_join", "guild_available"):
            bot.dispatch(event, SimpleNamespace(id=3))
        await asyncio.sleep(0)
    assert retried == [2] * 6 + [3] * 2


async def test_only_our_own_buttons_selects_and_forms_are_answered(make_bot, monkeypatch):
    bot, kinds = await make_bot(), discord.InteractionType
    answered = list[Id]()

    async def dispatch(_: object, press: Id) -> None:
        answered.append(press)

    monkeypatch.setattr("bot.client.dispatch", dispatch)
    for number, kind, data in (
        (1, kinds.component, {"custom_id": "m1:1:-:0:pick:"}),
        (2, kinds.modal_submit, {"custom_id": "m1:2:-:0:note:"}),
        (3, kinds.application_command, {"custom_id": "m1:3:-:0:pick:"}),
        (4, kinds.autocomplete, {"custom_id": "m1:4:-:0:pick:"}),
        (5, kinds.component, {"custom_id": "selftest:0"}),
        (6, kinds.component, {}),
        (7, kinds.modal_submit, None),
    ):
        await bot.on_interaction(SimpleNamespace(id=number, type=kind, data=data))  # type: ignore[arg-type]
    assert answered == [Id(1, "pick"), Id(2, "note")]


async def test_q34_a_process_takes_its_part_of_the_work_and_of_the_rate_limit(make_bot, monkeypatch):
    """Q34: a process has its share of the rate limit, is woken by others, and notices when it loses its slot."""
    bot = await make_bot()
    coordinator = bot.database.coordinator

    async def take(processes: int) -> Partition:
        return Partition(2, processes)

    monkeypatch.setattr(coordinator, "take", take)
    await bot.take_slot(4)
    assert bot.database.partition == Partition(2, 4)
    assert bot.rate_limiter.most == MAX_REQUESTS_PER_SECOND // 4
    assert coordinator.on_wake == bot.app.announcer.wake
    assert not bot.lost.is_set()
    coordinator.on_lost()
    assert bot.lost.is_set()


async def test_q33_connections_wait_for_their_turn_among_those_of_all_processes(make_bot, monkeypatch):
    """Q33: Discord determines how many connections may begin at the same time."""
    bot, waited = await make_bot(), list[int]()

    async def acquire(key: int) -> None:
        waited.append(key)

    monkeypatch.setattr(bot.database.coordinator, "acquire_identify", acquire)
    for most, keys in ((1, [0, 0, 0, 0]), (2, [0, 0, 1, 1])):
        bot._max_concurrency = most
        waited.clear()
        for shard in (None, 0, 1, 5):
            await bot.before_identify_hook(shard)
        assert waited == keys


async def test_the_log_has_the_invite_link_and_asks_to_test_a_new_version(sim, caplog):
    """A local table, which has no token, logs neither the link nor the hint."""
    caplog.set_level(logging.INFO, "bot.client")
    hint = "this version has not been self-tested on Discord yet: run `/admin selftest`"
    ready = f"ready in 1 servers; invite link: {server_link(sim.bot.application_id or 0)}"
    for token, tested, logged in (("", False, []), ("hush", False, [hint, ready]), ("hush", True, [ready])):
        await sim.bot.close()
        bot = await sim.make_bot()
        if tested:
            await Capabilities().learn(bot.app.storage, {"pictures_stay": True}, bot.clock.now())
        bot.app = replace(bot.app, settings=replace(bot.app.settings, token=token))
        caplog.clear()
        made = bot.app.since
        sim.jump(60, alive=False)
        await sim.env.replace_bot(bot)
        assert [one.getMessage() for one in caplog.records if one.name == "bot.client"] == logged
        assert bot.app.since - made >= timedelta(minutes=1), "it runs since now, however long ago it was created"


async def test_every_connection_ends_with_the_bot(make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """All connections end with the bot, even if one of them can't be closed."""
    bot, closed = await make_bot(), list[str]()

    def shard(name: str) -> Any:
        async def disconnect() -> None:
            closed.append(name)
            raise OSError

        return SimpleNamespace(disconnect=disconnect)

    with monkeypatch.context() as here:
        here.setattr(MiasmaBot, "shards", {number: shard(str(number)) for number in range(3)})
        await bot.close()
    assert closed == ["0", "1", "2"]
    assert await bot.app.pictures.thing("rattus", "monk", "en", "") == [], "no picture is drawn any more"


async def test_permissions_that_are_missing_are_named_as_in_the_settings_of_discord(sim: Sim) -> None:
    """By default, the permissions for posting are checked, which differ in threads. Unknown ones don't count."""
    channel, thread = sim.bot.get_channel(sim.channel.id), sim.bot.get_channel(sim.thread("a thread").id)
    assert isinstance(thread, discord.Thread)
    assert missing_permissions(channel) == missing_permissions(thread) == []
    sim.forbid("send_messages_in_threads", "read_message_history")
    assert missing_permissions(channel) == []
    assert missing_permissions(channel, TO_READ) == ["Read Message History"]
    assert "Send Messages in Threads" in missing_permissions(thread)
    sim.forbid("attach_files")
    assert missing_permissions(channel) == missing_permissions(thread) == ["Attach Files"]
    sim.forbid("send_messages")
    assert "Send Messages" in missing_permissions(channel)
    assert "Send Messages" not in missing_permissions(thread)
    every, none = discord.Permissions.all(), discord.Permissions.none()
    assert missing_permissions(thread, None, every) == missing_permissions(None) == []
    assert missing_permissions(None, TO_READ, none) == ["View Channel", "Read Message History"]
    sim.forbid()


def test_links_ask_for_what_the_bot_needs_and_nothing_more() -> None:
    place = "https://discord.com/oauth2/authorize?client_id=7"
    scope = "&scope=bot+applications.commands"
    assert server_link(7) == f"{place}{scope}&permissions={0x4800018C00}"
    assert account_link(7) == f"{place}&scope=applications.commands&integration_type=1"
    for servers, accounts, allowed in ((None, None, True), (1, None, False), (1, 1, True), (None, 1, True)):
        about: Any = SimpleNamespace(guild_integration_config=servers, user_integration_config=accounts)
        assert allows_accounts(about) == allowed


async def test_requests_wait_for_the_end_of_the_second_and_of_a_refusal() -> None:
    now, waited = [100.0], list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds, 3))
        now[0] += seconds

    limiter = RateLimiter(lambda: now[0], sleep)
    limiter.set_processes(10 * MAX_REQUESTS_PER_SECOND)
    assert limiter.most == 1
    limiter.most = 2
    for seconds, wait in ((0, []), (0.25, []), (0.25, [0.5]), (0.25, []), (0.25, [0.5]), (2, [])):
        now[0] += seconds
        waited.clear()
        await limiter.acquire()
        assert waited == wait, (seconds, now)
    limiter.block_for(5)
    now[0] += 1
    limiter.block_for(2)
    waited.clear()
    await limiter.acquire()
    assert waited == [4.0]


async def test_metrics_keep_the_latest_and_count_everything() -> None:
    metrics = Metrics()
    metrics.errors.extend("abcdefg")
    assert list(metrics.errors) == list("cdefg")
    for _ in range(501):
        metrics.answer(2.0)
    assert (len(metrics.answers), metrics.answered, metrics.answering) == (500, [0, 0, 0, 0, 0, 0, 501, 0], 1002.0)
    for kind in (metrics.pictures, metrics.sweeps):
        with measure_time(kind):
            pass
        assert 0 <= kind[-1] < BUSY
