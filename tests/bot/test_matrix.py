"""T13: everything that can be pressed or typed, by every kind of person, in every state of a table.

The tests of each feature cover the allowed acts. All other acts get an ephemeral answer and change nothing. Each run
tries some of them, drawn by its number; ``make years`` tries more.
"""

import os
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

import rules
from bot.panels.dispatch import ACTIONS
from games import GAMES
from rules_service import Person, acts
from tests.bot import forge
from tests.bot.conftest import MakeBot
from tests.bot.players import DAY, seat_all
from tests.bot.sim import Sim, message, text
from tests.bot.toy import BOT_GAME
from tests.rules_service.toy import TOY

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "1"))
PRESSES = 14  # presses of each kind of person in a run
# Actions allowed without a seat: taking one, and what concerns oneself or another table.
ANYBODY = {"join", "joinalone", "accept", "again", "sit"}
HOSTS = {"start", "options", "choose", "remove", "alone"}
TYPED_BY_ANYBODY = {"table join", "table open", "away begin", "away back"}
LOOKS_AFTER = discord.Permissions(manage_channels=True, manage_messages=True).value
TYPED_BY_HOSTS = {"table start", "table options"}


@pytest.fixture
def make_bot(monkeypatch: pytest.MonkeyPatch, make_bot: MakeBot) -> MakeBot:
    """Make bots that also know the toy game, which ends soon."""
    monkeypatch.setitem(rules.GAMES, "toy", TOY)
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)
    return make_bot


async def lobby(sim: Sim) -> int:
    await sim.command(sim.alice, "table open", game="toy")
    await sim.click(sim.bob, sim.latest(), "Join")
    return (await sim.open_tables())[-1].id


async def running(sim: Sim) -> int:
    return await seat_all(sim, [sim.alice, sim.bob], game="toy", start="0", seating="joined")


async def late(sim: Sim) -> int:
    table = await running(sim)
    for days in (6.0, 1.1):
        sim.jump(days * DAY)
        await sim.sweep(2)
    return table


async def asked(sim: Sim) -> int:
    table = await late(sim)
    await sim.manage(sim.bob, "free")
    await sim.sweep(2)
    return table


async def resting(sim: Sim) -> int:
    table = await running(sim)
    service = sim.bot.app.service
    await service.act(acts.propose_pause(9), table, Person(sim.bob.id, "Bob"))
    [ask] = (await service.read.info(table)).votes
    await service.act(acts.answer(ask.number, True), table, Person(sim.alice.id, "Alice"))
    return table


async def asleep(sim: Sim) -> int:
    table = await late(sim)
    await sim.manage(sim.bob, "sleep")
    assert (await sim.bot.app.service.read.info(table)).asleep_since
    return table


async def vacant(sim: Sim) -> int:
    table = await running(sim)
    await sim.bot.app.service.act(acts.leave(), table, Person(sim.alice.id, "Alice"))
    return table


async def over(sim: Sim) -> int:
    table = await running(sim)
    for move in ("walk 3", "walk 3", "walk 3", "end"):
        await sim.bot.app.service.play.move(table, sim.alice.id, move)
    return table


async def cancelled(sim: Sim) -> int:
    table = await running(sim)
    for who, name in ((sim.alice, "Alice"), (sim.bob, "Bob")):
        await sim.bot.app.service.act(acts.close(), table, Person(who.id, name))
    return table


STATES: tuple[Callable[[Sim], Awaitable[int]], ...] = (
    *(lobby, running, late, asked, resting, asleep, vacant, over, cancelled),
)


def typed(sim: Sim) -> dict[str, app_commands.Command[Any, ..., Any]]:
    return {
        command.qualified_name: command
        for command in sim.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


def values(command: app_commands.Command[Any, ..., Any]) -> dict[str, Any] | None:
    """Return values for a command's required options, or None if it has an option for a user (tested elsewhere)."""
    found: dict[str, Any] = {}
    for parameter in command.parameters:
        if parameter.type.name == "user":
            return None
        if not parameter.required:
            continue
        if parameter.choices:
            found[parameter.name] = parameter.choices[0].value
        elif parameter.type.name == "integer":
            found[parameter.name] = int(parameter.min_value or 1)
        elif parameter.type.name == "boolean":
            found[parameter.name] = True
        else:
            found[parameter.name] = "0"
    return found


async def stored(sim: Sim, table: int) -> object:
    """Return the table's row and log, without preferences and absences, to check later that they haven't changed."""
    tables = sim.bot.app.storage.tables
    row = await tables.get(table)
    seats = tuple(replace(seat, absence=None, stops=(), hours={}, favourite="") for seat in row.seats)
    return replace(row, seats=seats), await tables.log(table)


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("number", range(FIRST, FIRST + SEEDS))
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
async def test_T13_a_forbidden_press_changes_nothing_and_is_answered_privately(sim, state, number):
    """T13, P118: an act that a person may not do gets an ephemeral answer and changes nothing."""
    luck = random.Random(f"{state.__name__} {number}")
    table = await state(sim)
    await sim.bot.app.announcer.until_shown(table)
    commands = {name: given for name, command in typed(sim).items() if (given := values(command)) is not None}
    presses = sorted(set(ACTIONS) - ANYBODY)
    writes = sorted(set(commands) - TYPED_BY_ANYBODY)
    strangers = {name for name in writes if not name.startswith(("moderate", "admin", "server"))}
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.carol.id, OverwriteType.MEMBER, allow=LOOKS_AFTER))
    people: list[tuple[MemberActor, list[str], list[str]]] = [
        (sim.dora, presses, sorted(strangers)),
        (sim.carol, presses, sorted(strangers)),  # Carol is a moderator, but that only lets her use `/moderate`.
    ]
    if state in (over, cancelled):
        people.append((sim.alice, presses, sorted(strangers)))
    if state is lobby:
        people.append((sim.bob, sorted(HOSTS & set(ACTIONS)), sorted(TYPED_BY_HOSTS & set(commands))))
    for who, actions, names in people:
        before = await stored(sim, table)
        on = await sim.command(who, "mygames")
        asks = [str(ask.number) for ask in (await sim.bot.app.service.read.info(table)).votes] or ["1"]
        for act in luck.sample(actions, min(PRESSES, len(actions))):
            words = luck.choice(["", "0", f"{luck.choice(asks)} 1"])
            seat = luck.choice(["-", "0"])
            await forge.press(sim, who, on, f"m1:{table}:{seat}:0:{act}:{words}", luck.choice([None, ["0"]]))
            assert text(sim.panel(who)), act
            assert await stored(sim, table) == before, f"{act} by {who.name} has changed something"
        for name in luck.sample(names, min(PRESSES, len(names))):
            answer = await forge.command(sim, who, sim.channel.id, name, **commands[name])
            assert message(answer).flags.ephemeral, name
            assert text(answer), name
            assert await stored(sim, table) == before, f"/{name} by {who.name} has changed something"
