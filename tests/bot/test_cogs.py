"""The slash commands as extensions of discord.py: what is loaded with them, and the values that people type."""

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

import bot
from bot.client import MiasmaBot
from bot.cogs import EXTENSIONS
from bot.cogs.answering import answer, answer_at, answer_here
from bot.context import Request
from bot.settings import Settings
from bot.typed.tables import NO_SEAT, TypedFinishedTable, TypedSeat, TypedTable, is_late, is_vacant
from rules_service import NoTable
from rules_service.clock import Clock
from storage import Storage
from tests.bot.conftest import load_imported
from tests.bot.infos import running, seat, waiting
from tests.bot.players import seat_all


@pytest.fixture
async def miasma(tmp_path: Path) -> AsyncIterator[MiasmaBot]:
    """Yield a bot that isn't connected and has no commands yet."""
    file = tmp_path / "miasma.db"
    bot = MiasmaBot(Settings(database=file), await Storage.open(file), Clock())
    async with bot:
        yield bot


def test_every_cog_is_an_extension() -> None:
    folder = Path(bot.__file__).parent / "cogs"
    cogs = {f"bot.cogs.{file.stem}" for file in folder.glob("*.py") if "\nasync def setup(" in file.read_text("utf-8")}
    assert cogs == set(EXTENSIONS)
    assert len(EXTENSIONS) == len(cogs)


async def test_a_bot_has_the_commands_loops_and_listeners_of_its_extensions_and_none_when_they_are_gone(miasma):
    for _ in range(2):  # Check that extensions can be loaded again.
        await miasma.load_commands()
        assert set(miasma.extensions) == set(EXTENSIONS)
        assert {"table", "rattus", "messina", "preferences", "admin", "Board as text"} <= {
            command.name for command in miasma.tree.get_commands()
        }
        upkeep: Any = miasma.get_cog("Upkeep")
        assert upkeep.checkpoint.is_running()
        assert upkeep.delete_old_rows.is_running()
        assert len(miasma.extra_events["on_guild_available"]) == 1
        for extension in EXTENSIONS:
            await miasma.unload_extension(extension)
        assert not miasma.tree.get_commands()
        assert not miasma.extra_events.get("on_guild_available")
        await asyncio.sleep(0)
        assert not upkeep.checkpoint.is_running()
        assert not upkeep.delete_old_rows.is_running()


async def test_a_handler_gets_every_value_that_is_typed(miasma: MiasmaBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command's handler gets all typed values, including those of the games' commands."""
    monkeypatch.setattr(MiasmaBot, "load_extension", load_imported)
    given = list[object]()

    async def note(interaction: Any, *values: object, **named: object) -> None:
        for value in (*values, *named.values()):
            given.extend(value.values() if isinstance(value, dict) else [value])

    # All of them are imported before one is changed, because a test before this one may have unloaded some.
    for module in [import_module(name) for name in ("bot.cogs.answering", *EXTENSIONS)]:
        for name in ("answer", "answer_here", "answer_at"):
            monkeypatch.setattr(module, name, note, raising=False)
    await miasma.load_commands()
    commands = [one for one in miasma.tree.walk_commands() if isinstance(one, app_commands.Command)]
    assert len(commands) > 50
    for command in commands:
        given.clear()
        typed = {parameter.name: object() for parameter in command.parameters}
        bound = [command.binding] if command.binding else []
        if command.name != "selftest":
            callback: Any = command.callback
            await callback(*bound, None, **typed)
        assert {*typed.values()} <= {*given}, command.qualified_name


@pytest.mark.parametrize(
    ("typed", "table", "seat"),
    [("3", 3, 3), ("0", 0, 0), ("x", 0, NO_SEAT), ("", 0, NO_SEAT), ("-1", 0, NO_SEAT), ("3.5", 0, NO_SEAT)],
)
async def test_typed_tables_and_seats_are_read_as_numbers_or_none(typed: str, table: int, seat: int) -> None:
    interaction: Any = None
    assert await TypedTable().transform(interaction, typed) == table
    assert await TypedFinishedTable().transform(interaction, typed) == table
    assert await TypedSeat(is_vacant).transform(interaction, typed) == seat


def test_the_seats_that_are_offered_fit_the_command() -> None:
    mine, other, gone, late = waiting(0), waiting(1), seat(2, vacant=True), waiting(3, away=True)
    table = running("rattus", mine, other, gone, late)

    def offered(fits: Any, info: Any = table) -> list[int]:
        return [one.seat for one in info.seats if fits(info, one, mine.user_id)]

    assert offered(is_vacant) == [2]
    assert offered(is_late) == [3]
    assert offered(is_late, running("rattus", mine, seat(1, vacant=True, away=True))) == []


async def test_a_command_is_about_the_table_of_its_channel_or_the_one_that_is_typed(sim, monkeypatch):
    first = await seat_all(sim, [sim.alice, sim.bob])
    await sim.command(sim.alice, "table open", sim.world.channels[1])
    told = list[tuple[int, str, int]]()

    async def handler(request: Request, word: str, *, number: int) -> None:
        told.append((request.table_id, word, number))

    async def handle(interaction: Any, work: Any, *, new_message: bool) -> None:
        assert new_message
        await work()

    monkeypatch.setattr("bot.cogs.answering.handle", handle)
    here, user = sim.channel.id, SimpleNamespace(id=sim.alice.id, display_name="Alice")
    there: Any = SimpleNamespace(client=sim.bot, id=1, user=user, channel_id=here, guild_id=sim.world.guild.id)
    await answer(there, handler, "a", number=1)
    await answer_here(there, handler, "b", number=2)
    await answer_at(there, None, handler, "c", number=3)
    await answer_at(there, first + 1, handler, "d", number=4)
    assert told == [(0, "a", 1), (first, "b", 2), (first, "c", 3), (first + 1, "d", 4)]
    # In a channel without a table, the person's only table is meant.
    there.channel_id = sim.thread("empty").id
    there.user = SimpleNamespace(id=sim.bob.id, display_name="Bob")
    await answer_at(there, None, handler, "e", number=5)
    assert told[-1] == (first, "e", 5)
    there.user = user  # Alice plays at two tables, so neither is meant.
    with pytest.raises(NoTable):
        await answer_at(there, None, handler, "f", number=6)
