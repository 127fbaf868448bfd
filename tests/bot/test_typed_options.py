import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from games import GAMES
from storage.engine import Connection
from tests.bot.sim import Anybody, Sim, text
from tests.test_recorded import FILES, read

pytestmark = pytest.mark.usefixtures("undrawn")

LONG, DIGITS = 6000, "9" * 6000  # Discord takes 6,000 characters in a text.
GARBAGE = (
    *("x" * LONG, "a " * (LONG // 2), DIGITS, f"{DIGITS[:5000]} nun", f"city-{DIGITS[:5000]}", f"h{DIGITS[:99]}"),
    *("0", "-1", "1", "99", str(2**31), str(2**53 + 1), str(2**63 - 1), str(2**63), "1e9", "0x10", "٣", "²", "１", "½"),
    *("", " ", "-", "+", "a+b", ",", ":", "/", "\\", "`", "**", "@everyone", "<@1>", "\n\n", "\t", "\x00", "a\x00b"),
    *("🐀" * 500, "👩‍👩‍👧‍👦", "\u202eabc\u202d", "مرحبا", "שלום", "\u200b", "é", "ſ", "İ", "ß"),
    *("{seat}", "%s", "%(count)s", "'; DROP TABLE tables; --", "null", "None", "True", "activate w1", "activate:w1"),
    *("activate:", "overseer:", "1 nun", "- nun", "city-", "city-1", "place gallia 2", "go home h3", "undo", "end"),
)
# Recorded games, and the number of moves before a question that other games rarely ask.
ROLLING, ACTIVATING, FINISHED = (
    (next(path for path in FILES if path.stem == stem), moves)
    for stem, moves in (
        ("2_players_supply_confirm", 40),
        ("3_players_big_fire_payment_inside_benefit_recall_action_step_round4_order", 28),
        ("1_player_plain", 74),
    )
)
FREE = {
    discord.AppCommandOptionType.string,
    discord.AppCommandOptionType.integer,
}  # the typed value if an option has no choices
Where = tuple[Anybody, ChannelHandle | None]


async def recorded(sim: Sim, game: tuple[Any, int], channel: ChannelHandle) -> Where:
    """Open a table in this channel at a position of a recorded game. Return the next player and the channel."""
    log, people = read(game[0]).log, sim.people
    await sim.command(sim.alice, "table open", channel, game=log.game, seating="joined")
    for person in people[1 : log.seats]:
        await sim.click(person, sim.latest(channel), "Join")
    table = (await sim.open_tables())[-1].id
    options = json.dumps({**log.options, "seating": "joined"})

    async def work(db: Connection) -> None:
        values = (log.seed, sha256(log.seed.encode()).hexdigest(), options, table)
        await db.run("UPDATE tables SET seed = ?, fingerprint = ?, options = ? WHERE id = ?", values)

    await sim.bot.app.storage.database.write(work)
    await sim.click(sim.alice, sim.latest(channel), "Start")
    if log.seats == 1:
        await sim.click(sim.alice, sim.panel(sim.alice, channel), "Play alone")
    service = sim.bot.app.service
    for entry in log.entries[: game[1]]:
        who = people[entry.seat].id
        await (service.play.undo(table, who, entry.undo) if entry.undo else service.play.move(table, who, entry.move))
    await sim.env.settle()
    due = (await sim.bot.app.service.read.info(table)).due
    return people[due[0] if due else 0], channel


# Where to find each state of a table: in recorded games, or in what `place` makes.
STATES: dict[str, tuple[Any, int] | None] = {
    "no table": None, "lobby": None, "before the first turn": (ROLLING[0], 0), "rattus": ROLLING, "messina": ACTIVATING,
    "no seat": ROLLING, "over": FINISHED, "direct message": None,
}  # fmt: skip


@pytest.fixture
async def where(sim: Sim, state: str) -> Where:
    """Set up a table in this state. Return who types, and the channel (None in a DM)."""
    channel = sim.thread("here")
    allowed = discord.Permissions(manage_channels=True).value
    for person in sim.people:
        sim.env.backend.set_overwrite(sim.channel.id, Overwrite(person.id, OverwriteType.MEMBER, allow=allowed))
    if state == "direct message":
        return sim.alice.user, None
    if state == "lobby":
        await sim.command(sim.alice, "table open", channel)
        await sim.click(sim.bob, sim.latest(channel), "Join")
    game = STATES[state]
    who = sim.alice if game is None else (await recorded(sim, game, channel))[0]
    return (sim.dora if state == "no seat" else who), channel


def commands(sim: Sim, where: Where) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in sim.bot.tree.walk_commands():
        group = command.root_parent
        if isinstance(where[0], UserHandle) and group is not None and group.guild_only:
            continue
        if isinstance(command, app_commands.Command):
            yield command


def typed_words(state: str) -> list[str]:
    """Return garbage and some words accepted by options of both games, in a different order for each state."""
    known = {word for game in GAMES.values() for word in (*game.rules.words(), *game.rules.notation.kinds, game.title)}
    words = [*GARBAGE, *Random(1).sample(sorted(known), 40)]
    return Random(state).sample(words, len(words))


def filled(option: Any, word: str, chance: Random) -> Any:
    """Return a value that Discord accepts for an option: the word itself if free text is allowed."""
    if option.choices:
        return chance.choice(option.choices).value
    match option.type:
        case discord.AppCommandOptionType.string:
            return word[: option.max_value].ljust(option.min_value or 0, "x")
        case discord.AppCommandOptionType.integer:
            return chance.choice([option.min_value, option.max_value])
        case discord.AppCommandOptionType.boolean:
            return chance.random() < 0.5
    raise AssertionError(f"{option.name} is of another kind")


@pytest.mark.deep(one_in=len(STATES))
@pytest.mark.parametrize("state", STATES)
async def test_garbage_in_options_gets_polite_answers_and_autocompletes_work(
    sim: Sim, state: str, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    """Autocompletes offer values only in states of a table in which the values can apply. Nothing is logged."""
    chance, words, tried, offering = Random(state), cycle(typed_words(state)), 0, set[str]()
    for command in commands(sim, where):
        for option in command.parameters:
            name = f"{command.qualified_name} {option.name}"
            for typed in ("", next(words)) if option.autocomplete else ():
                offered = await sim.offers(where[0], command.qualified_name, option.name, typed, channel=where[1])
                assert not caplog.records, f"{name} {typed:.100}"
                if offered and not typed:
                    offering.add(name)
            if option.choices or option.type not in FREE:
                continue
            given = {
                one.name: filled(one, next(words), chance)
                for one in command.parameters
                if one.name == option.name or one.required or chance.random() < 0.3
            }
            answer = await sim.command(where[0], command.qualified_name, where[1], **given)
            assert text(answer), f"{name} {given!r:.500}"
            assert not caplog.records, f"{name} {given!r:.500}"
            tried += 1
    assert tried > 50
    at_a_table = {"board part", "view part", "move move"}
    here, not_here = {
        "no table": (set(), at_a_table | {"table options option", "replay turn"}),
        "lobby": ({"table options option"}, at_a_table | {"replay turn", "moderate free player"}),
        "before the first turn": (at_a_table, {"replay turn"}),
        "rattus": (at_a_table | {"replay turn", "rattus place region"}, set()),
        "messina": (at_a_table | {"replay turn", "messina use activate square"}, set()),
        "over": ({"replay turn"}, set()),
    }.get(state, (set(), set()))
    assert offering >= here
    assert not offering & not_here


@pytest.mark.parametrize("state", ["rattus"])
async def test_a_moderator_names_the_seat_by_anything_and_a_note_keeps_what_a_database_can(sim, where):
    for said in (DIGITS, "²", "-1", "0" * 5000):
        answer = await sim.command(sim.dora, "moderate free", where[1], player=said)
        assert text(answer).startswith("The table isn’t waiting for a player")
    who, channel = where
    form = await sim.manage(who, "note", channel)
    assert isinstance(form, InteractionResult)
    assert "Saved." in text(await who.submit_modal(form, {"text": "keep\x00 two cubes"}))
    assert "keep two cubes" in text(await sim.command(who, "turn", channel))
