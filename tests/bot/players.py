"""Simulated players, who open a table, sit down, and press or type legal moves."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import repeat
from os import urandom
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.ui.message import ID_PATTERN, Id, read_id
from games import GAMES as BOT_GAMES
from rules.table import Table
from storage.engine import Connection
from tests.bot.sim import STRING_SELECT, Anybody, Anything, Sim, buttons, components, message

DAY = 24 * 3600.0


def certain_seed(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Make all tables open with this seed."""
    certain_seeds(monkeypatch, repeat(seed))


def certain_seeds(monkeypatch: pytest.MonkeyPatch, seeds: Iterator[str]) -> None:
    """Make tables open with these seeds. Everything else stays random, because nonces must differ."""
    monkeypatch.setattr(
        "rules_service.commit.secrets.token_hex", lambda size: next(seeds) if size == 16 else urandom(size).hex()
    )


async def fix_seed(sim: Sim, table: int, seed: str) -> None:
    """Give a table in its lobby this seed, with the matching fingerprint."""
    fingerprint = sha256(seed.encode()).hexdigest()

    async def work(db: Connection) -> None:
        await db.run("UPDATE tables SET seed = ?, fingerprint = ? WHERE id = ?", (seed, fingerprint, table))

    await sim.bot.app.storage.database.write(work)


async def seat_all(
    sim: Sim, people: Sequence[MemberActor], channel: ChannelHandle | None = None, **options: Any
) -> int:
    """Open a table in a channel (by default the first), let the others join, and start. Return the table's id."""
    host, *others = people
    await sim.command(host, "table open", channel, **options)
    for person in others:
        await sim.click(person, sim.latest(channel), "Join")
    await sim.click(host, sim.latest(channel), "Start")
    if not others:
        await sim.click(host, sim.panel(host), "Play alone")
    return (await sim.open_tables())[-1].id


async def game(sim: Sim, table: int) -> Table:
    """Return the table's game, which must not be changed."""
    snapshot = await sim.bot.app.service.read.snapshot(table)
    return snapshot.table


async def turn(sim: Sim, *regions: str, table: int = 1, channel: ChannelHandle | None = None) -> InteractionResult:
    """Play a turn as the player whose turn it is, with two cubes in each of these regions. Return the last answer."""
    who = await due(sim, table)
    for region in regions:
        await sim.command(who, "move", channel, move=f"place {region} 2")
    return await sim.command(who, "move", channel, move="end")


async def leave(sim: Sim, who: MemberActor) -> None:
    """Leave the channel's running game, and confirm it."""
    await sim.click(who, await sim.command(who, "table leave"), "Leave my seat")


async def take_seat(sim: Sim, who: MemberActor) -> InteractionResult:
    """Take the channel's only free seat, and confirm it below the summary that the bot shows first."""
    return await sim.click(who, await sim.click(who, sim.latest(), "Take the free seat"), "Take the seat of")


async def silence(sim: Sim, seconds: float) -> None:
    """Let this much time pass without a move. The scheduler runs once, a day before the end, to send reminders."""
    sim.jump(seconds - DAY)
    await sim.bot.app.notifier.sweep()
    sim.jump(DAY + 1)


async def due(sim: Sim, table: int) -> MemberActor:
    """Return the simulated member whose turn it is."""
    info = await sim.bot.app.service.read.info(table)
    user = info.seats[info.due[0]].user_id
    return next(person for person in sim.people if person.id == user)


def press_of(item: Any) -> Id:
    """Return the parsed custom id of a button or select."""
    press = read_id(item.custom_id)
    assert press is not None
    return press


def answers(panel: Anything) -> dict[str, str]:
    """Return each answer's label with its notation: the panel's buttons and the options of its selects."""
    found = {label: re.fullmatch(ID_PATTERN, press) for label, press in buttons(panel).items()}
    beside = {label: press["words"] for label, press in found.items() if press and press["action"] == "pick"}
    menus = [menu for menu in selects(panel) if ":pick:" in menu["custom_id"]]
    return beside | {option["label"]: option["value"] for menu in menus for option in menu["options"]}


async def options_of(sim: Sim, who: Anybody, lobby: Anything) -> list[dict[str, Any]]:
    """Return the selects of all pages of the options panel, as the host sees it."""
    panel: Anything = message(await sim.click(who, lobby, "Options"))
    found = selects(panel)
    await sim.click(who, panel, "Pictures")
    looks = selects(sim.again(panel))
    await sim.click(who, sim.again(panel), "Back")
    panel = sim.again(panel)
    while further := [label for label in buttons(panel) if "ulings ▶" in label]:
        await sim.click(who, panel, further[0])
        panel = sim.again(panel)
        found += selects(panel)
    return [*found, *looks]


def leads(prefix: str, move: str) -> bool:
    """Return whether the answer with this prefix can lead to the move. "*" stands for a word that is still open."""
    said, words = prefix.split(), move.split()
    return len(said) <= len(words) and all(one in ("*", word) for one, word in zip(said, words, strict=False))


def selects(on: Anything) -> list[dict[str, Any]]:
    """Return a message's selects."""
    return [part for part in walk_components(components(on)) if part["type"] == STRING_SELECT]


def next_panel(sim: Sim, who: Anybody, panel: Anything, channel: ChannelHandle | None = None) -> Anything:
    """Return the panel after a press: the same message, or the new one that replaced it."""
    with suppress(BackendError):
        same = sim.again(panel)
        return same if answers(same) else sim.panel(who, channel)
    return sim.panel(who, channel)


async def by_buttons(sim: Sim, who: MemberActor, chance: random.Random) -> None:
    """Play a whole turn on the panel. Occasionally press a button that is no answer, such as *Undo*."""
    panel: Anything = message(await sim.click(who, sim.latest(), "Your turn"))
    while offered := answers(panel):
        ways = [label for label in buttons(panel) if label not in offered]
        label = chance.choice(list(offered))
        if ways and chance.random() < 0.1:
            await sim.click(who, panel, chance.choice(ways))
        else:
            await sim.answer(who, panel, label)
        panel = next_panel(sim, who, panel)


async def in_haste(sim: Sim, who: MemberActor, chance: random.Random) -> None:
    """Play a turn on the panel and end it as early as possible, for tests that begin later in the game."""
    panel: Anything = message(await sim.click(who, sim.latest(), "Your turn"))
    while offered := answers(panel):
        ends = [label for label, words in offered.items() if words == "end"]
        await sim.answer(who, panel, chance.choice(ends or list(offered)))
        panel = sim.panel(who)


async def by_commands(sim: Sim, table: int, who: MemberActor, chance: random.Random) -> None:
    """Play a whole turn by typing the game's own commands with the fields they require."""
    while (await sim.bot.app.service.read.info(table)).open and (await due(sim, table)) is who:
        now = await game(sim, table)
        verb, *words = chance.choice(now.due()[0].moves).split()
        fields = now.game.notation.kinds[verb].__struct_fields__
        values = {
            field: int(word) if word.isdecimal() and field not in BOT_GAMES[now.game.id].seat_fields else word
            for field, word in zip(fields, words, strict=True)
        }
        await sim.command(who, BOT_GAMES[now.game.id].command(verb), **values)
