"""What the host of the bot can see about it, and what the bot never does to anybody."""

import dataclasses
from pathlib import Path

import pytest

from bot.client import MiasmaBot
from bot.metrics import METRICS
from rules_service.pace import PACES
from tests.bot.players import seat_all
from tests.bot.sim import Sim, text


async def test_P120_the_host_reads_what_waits_and_how_quick_the_bot_is(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P120: nobody else can."""
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    monkeypatch.setattr(sim.bot, "owner_id", sim.bob.id)
    assert "Only the bot’s host" in text(await sim.command(sim.alice, "admin health"))
    monkeypatch.setattr(sim.bot, "owner_id", sim.alice.id)
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.carol, "table open", sim.world.channels[1])
    METRICS.errors.append("abc123 KeyError")
    told = text(await sim.command(sim.alice, "admin health"))
    for part in (
        "Version ",
        "started <t:",
        "Last backup: never",
        "Process: 1 of 1. Shards: 1. Requests: ",
        "Tables: lobby 1 and running 1.",
        "Oldest waiting announcement: none.",
        "Oldest waiting notification: none.",
        "Notifications in the last day: 0.",
        " ms",
        "abc123 KeyError",
    ):
        assert part in told, part
    file = sim.bot.app.settings.database
    copy = Path(file.with_name(f"{file.stem}-2026-01-01-000000{file.suffix}"))
    copy.touch()  # An older version left this from a failed backup.
    assert "Last backup: never" in text(await sim.command(sim.alice, "admin health"))
    copy.write_bytes(b"SQLite format 3")
    sim.fail("POST", "/channels/*/messages", times=None)
    await sim.command(sim.dora, "table open", sim.thread("third"))
    sim.env.backend.faults.clear()
    told = text(await sim.command(sim.alice, "admin health"))
    assert "Last backup: <t:" in told
    real = await sim.bot.app.storage.health(sim.bot.clock.now())

    async def noticed(_: object) -> object:
        return dataclasses.replace(real, notices={"": 3, "turn": 2})

    with monkeypatch.context() as read:
        read.setattr(type(sim.bot.app.storage), "health", lambda _, now: noticed(now))
        notified = text(await sim.command(sim.alice, "admin health"))
    assert "Notifications in the last day: turn 2." in notified, "those that nobody got don't count"
    assert "Oldest waiting announcement: <t:" in told


def test_P127_what_is_not_built(sim: Sim) -> None:
    """P127: nothing reads chats, counts members or presence; no pace takes, moves or ends anything by itself."""
    bot = sim.bot
    assert isinstance(bot, MiasmaBot)
    assert not (bot.intents.message_content)
    assert not (bot.intents.members)
    assert not (bot.intents.presences)
    lengths = {"first_reminder", "second_reminder", "late", "max_absence", "sleep", "sleep_warning"}
    lengths |= {"reply_window", "vote_cooldown", "end_reminder"}
    assert {one.name for pace in PACES.values() for one in dataclasses.fields(pace)} == lengths
    commands = {command.qualified_name for command in bot.tree.walk_commands()}
    for word in ("forfeit", "clock", "timeout", "premove", "program", "kick", "rating", "karma", "role"):
        assert not [name for name in commands if word in name], word
