from dataclasses import dataclass

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.panels.dispatch import ACTIONS
from local_table.simulation import grant_permissions
from tests.bot import forge
from tests.bot.players import DAY, answers, game, silence
from tests.bot.sim import Sim, buttons, text

NO_TABLE = "There is no such table."
PUBLIC = ["join:", "leave:", "start:", "options:", "end:", "free:0", "again:"]


@dataclass
class Abroad:
    """Another server of the bot, where Alice is a member and Eve a moderator."""

    channel: ChannelHandle
    alice: MemberActor
    eve: MemberActor


@pytest.fixture
async def abroad(sim: Sim) -> Abroad:
    guild = sim.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("harbour")
    grant_permissions(sim.env, guild, NEEDED_PERMISSIONS)
    alice, eve = guild.add_member(sim.alice.user), guild.add_member(sim.env.create_user("eve", global_name="Eve"))
    allowed = discord.Permissions(manage_channels=True, manage_messages=True).value
    sim.env.backend.set_overwrite(channel.id, Overwrite(eve.id, OverwriteType.MEMBER, allow=allowed))
    await sim.env.settle()
    return Abroad(channel, alice, eve)


# Other servers


async def test_a_stranger_from_another_server_reaches_no_table_and_learns_of_none(sim, table, abroad):
    lobby = (await sim.bot.app.service.read.table_in(sim.channel.id), await sim.bot.app.storage.tables.log(table))
    said = set()
    for number in (table, table + 1, 10**15, 2**63, 10**18, 0):
        answer = await forge.command(sim, abroad.eve, abroad.channel.id, "table show", table=str(number))
        said.add(text(answer))
    for number in ("-1", "²", "abc", "1" * 90):
        said.add(text(await forge.command(sim, abroad.eve, abroad.channel.id, "table show", table=number)))
    assert said == {NO_TABLE}
    mine = await sim.command(abroad.eve, "mygames", abroad.channel)
    for number in (table, table + 1, 2**63 + 1):
        for act in [*PUBLIC, "turn:", "view:", "log:", "pages:1", "part:", "help:", "topic:rattus", "about:rattus"]:
            await forge.press(sim, abroad.eve, mine, f"m1:{number}:-:0:{act}")
            assert text(sim.panel(abroad.eve, abroad.channel)) == NO_TABLE, act
    assert (
        await sim.bot.app.service.read.table_in(sim.channel.id),
        await sim.bot.app.storage.tables.log(table),
    ) == lobby


async def test_a_player_may_move_from_another_server_but_change_nothing_public(sim, table, abroad):
    number = (await sim.bot.app.service.read.info(table)).number
    mine = await sim.command(abroad.alice, "mygames", abroad.channel)
    for act in PUBLIC:
        await forge.press(sim, abroad.alice, mine, f"m1:{table}:-:0:{act}")
        assert "only works in the table’s channel" in text(sim.panel(abroad.alice, abroad.channel)), act
    assert (await sim.bot.app.service.read.info(table)).number == number
    panel = await sim.click(abroad.alice, mine, "Your turn")
    await sim.click(abroad.alice, panel, "Gallia")
    assert (await game(sim, table)).number == 1
    await sim.click(abroad.alice, sim.again(panel), "End my turn")
    await silence(sim, 8 * DAY)
    await forge.press(sim, abroad.alice, mine, f"m1:{table}:-:0:turn:")
    # Ending the table is possible only in its own channel.
    assert "End the table" not in buttons(sim.panel(abroad.alice, abroad.channel))


# Where a table goes


async def test_a_player_moves_the_table_within_its_server_and_the_old_channel_says_so(sim, table):
    there = sim.world.channels[1]
    assert "don’t have a seat" in text(await sim.command(sim.carol, "table show", there, table=str(table)))
    assert "Here it is" in text(await sim.command(sim.bob, "table show", there, table=str(table)))
    assert "Your turn" in buttons(sim.latest(there))
    assert f"continues in <#{there.id}>" in text(sim.latest())
    assert not any(buttons(post) for post in sim.posts())
    await sim.command(sim.alice, "move", there, move="place gallia 2")
    await sim.command(sim.alice, "move", there, move="end")
    assert sum("continues in" in text(post) for post in sim.posts()) == 1
    line = (await sim.bot.app.storage.tables.log(table))[-3]
    assert (line.kind, line.name) == ("place", "Bob")


@pytest.mark.parametrize(("method", "path"), [("POST", "messages"), ("PATCH", "messages/*")])
async def test_the_old_channel_gets_one_post_although_discord_fails_then(sim, table, method, path):
    there = sim.world.channels[1]
    sim.fail(method, f"/channels/{sim.channel.id}/{path}", 503, times=1)
    await sim.command(sim.bob, "table show", there, table=str(table))
    sim.jump(3600)  # By now Discord has forgotten the nonces.
    await sim.command(sim.bob, "table show", there)
    assert sum("continues in" in text(post) for post in sim.posts()) == 1
    assert not any(buttons(post) for post in sim.posts())


async def test_a_channel_that_only_refuses_the_bot_is_not_gone(sim: Sim, table: int, abroad: Abroad) -> None:
    sim.forbid("view_channel")
    assert "only if everyone there agrees" in text(
        await sim.command(abroad.alice, "table show", abroad.channel, table=str(table))
    )
    assert (await sim.bot.app.service.read.info(table)).place.channel_id == sim.channel.id


@pytest.mark.parametrize("gone", ["channel", "server"])
async def test_a_table_whose_place_is_gone_can_move_anywhere(sim: Sim, table: int, abroad: Abroad, gone: str) -> None:
    """P70: the table moves to any place a week after a player asked for that, unless another player objects."""
    if gone == "channel":
        sim.delete_channel(sim.channel)
    else:
        sim.env.backend.remove_guild(sim.world.guild.id)
    assert text(await sim.command(abroad.eve, "table show", abroad.channel, table=str(table))) == NO_TABLE
    asked = await sim.command(abroad.alice, "table show", abroad.channel, table=str(table))
    assert "after a week, unless one of them objects" in text(asked)
    for _ in range(2):
        sim.jump(4 * DAY)
        await sim.sweep()
    await sim.bot.app.announcer.until_shown(table)
    board = next(post for post in reversed(sim.posts(abroad.channel)) if "Your turn" in buttons(post))
    # Below it the others may be notified that she is late.
    assert answers(await sim.click(abroad.alice, board, "Your turn"))


# What is stored


async def test_options_that_are_not_offered_are_refused_before_anything_is_made(sim: Sim) -> None:
    channels = len(sim.env.backend.channels)
    for options in ({"game": "chess"}, {"game": "rattus", "cards": "joker"}, {"game": "rattus", "picture": "round"}):
        answer = await forge.command(sim, sim.alice, sim.channel.id, "table open", thread=True, **options)
        assert "no game" in text(answer) or "is not a valid value" in text(answer)
    assert not await sim.open_tables()
    assert len(sim.env.backend.channels) == channels
    await sim.command(sim.alice, "table open")
    [info] = await sim.open_tables()
    panel = await sim.click(sim.alice, sim.latest(), "Options")
    for option, values in (("picture", ["round"]), ("colour", ["red"]), ("cards+", ["king", "king"]), ("seating", [])):
        await forge.press(sim, sim.alice, panel, f"m1:{info.id}:-:1:choose:{option}", values)
        assert "is not a valid value" in text(sim.panel(sim.alice)) or "no option" in text(sim.panel(sim.alice))
    assert await sim.bot.app.service.read.info(info.id) == info


# Forged ids


FORGED = ("", "0", "9" * 60, "²", "0 place gallia 2", "all")


@pytest.mark.deep(one_in=8)
@pytest.mark.parametrize(
    ("words", "chosen"), [*((words, None) for words in FORGED), ("from 22-8", "9" * 5000), ("from 22-8", "²")]
)
async def test_no_forged_press_ends_in_an_error(sim: Sim, table: int, words: str, chosen: str | None) -> None:
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    before = await game(sim, table)
    for act in ACTIONS:
        if act in ("end", "leave", "quit", "pick", "undo") and words in ("", "0", "all"):
            continue  # These ids would be real.
        values = [chosen or "x"] if chosen or act in ("part", "topic", "choose") else None
        ids = [f"m1:{table}:0:{number}:{act}:{words}" for number in (0, 10**25)]
        for answer in await forge.presses(sim, sim.alice, panel, ids, values):
            said = [text(one) for one in (answer.response, *answer.followups) if one]
            assert not any("Something went wrong" in one for one in said), act
    for seat in ("5", "9" * 30):
        await forge.press(sim, sim.alice, panel, f"m1:{table}:{seat}:0:pick:place gallia 2")
    assert (await game(sim, table)).entries == before.entries
    assert (await sim.bot.app.service.read.info(table)).status == "running"


async def test_P118_nobody_acts_for_others_or_changes_a_running_game(sim, table):
    """P118: not even a host, moderator or owner moves or votes for others, or changes the options of a running game."""
    allowed = discord.Permissions(administrator=True).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.dora.id, OverwriteType.MEMBER, allow=allowed))
    sim.bot.owner_id = sim.dora.id
    moves = (await game(sim, table)).number
    assert "don’t have a seat" in text(await sim.command(sim.dora, "move", move="place gallia 2"))
    assert "don’t have a seat" in text(
        await forge.press(sim, sim.dora, sim.latest(), f"m1:{table}:0:5:pick:place gallia 2")
    )
    assert "not your turn" in text(await sim.command(sim.bob, "move", move="place gallia 2"))
    await sim.manage(sim.alice, "pace daily")
    [question] = (await sim.bot.app.service.read.info(table)).votes
    assert "don’t have a seat" in text(
        await forge.press(sim, sim.dora, sim.latest(), f"m1:{table}:1:0:say:{question.number} 1")
    )
    assert question == (await sim.bot.app.service.read.info(table)).votes[0]
    answer = await forge.command(sim, sim.alice, sim.channel.id, "table options", option="start", value="1")
    assert "only possible before" in text(answer)
    assert (await game(sim, table)).number == moves
