"""Somebody who does not come blocks neither a table nor its channel; whoever comes back in time is safe."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot import forge
from tests.bot.players import DAY, due, leave, seat_all, silence
from tests.bot.sim import Sim, buttons, message, text

WEEK = 7 * DAY


def may(sim: Sim, who: MemberActor, **permissions: bool) -> None:
    """Give somebody permissions in the first channel."""
    allowed = discord.Permissions(**permissions).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(who.id, OverwriteType.MEMBER, allow=allowed))


async def absent(sim: Sim, people: int = 3) -> int:
    """A table at which Alice has been awaited for a week."""
    table = await seat_all(sim, sim.people[:people], start="0", seating="joined")
    await silence(sim, WEEK)
    return table


async def test_whoever_waits_is_offered_to_go_on_without_who_is_away(sim: Sim) -> None:
    table = await seat_all(sim, sim.people[:3], start="0", seating="joined")
    board = sim.latest()
    await silence(sim, 4 * DAY)  # Alice has not moved yet
    sim.jump(-10)
    assert "Free the seat of Alice" not in buttons(await sim.click(sim.bob, board, "Your turn"))
    sim.jump(10)
    panel = await sim.click(sim.bob, board, "Your turn")
    await sim.click(sim.bob, panel, "Free the seat of Alice")
    assert "Bob** would free the seat of 🔴 **Alice**, who is away. It is free when 1 more agrees." in text(
        sim.latest()
    )
    await sim.click(sim.carol, sim.latest(), "Free the seat of Alice")
    assert (await sim.bot.app.service.info(table)).vacant == (0,)
    assert "**Alice** was away for long" in text(sim.latest())
    assert not sim.pinged(sim.latest())
    await sim.click(sim.dora, sim.latest(), "Take the free seat")
    assert (await due(sim, table)) == sim.dora
    assert "Free the seat" not in str(buttons(sim.latest()))


async def test_of_two_the_one_who_is_there_frees_the_seat_by_command_and_its_player_may_return(sim: Sim) -> None:
    table = await absent(sim, people=2)
    assert "The seat is free" in text(await sim.command(sim.bob, "table free"))
    await sim.click(sim.alice, sim.latest(), "Take the free seat")
    assert (await due(sim, table)) == sim.alice


async def test_the_others_together_end_the_game(sim: Sim) -> None:
    table = await absent(sim)
    assert "Your vote is noted" in text(await sim.command(sim.bob, "table cancel"))
    assert "1 more agrees" in text(sim.latest())
    await sim.click(sim.carol, sim.latest(), "End the table")
    assert (await sim.bot.app.service.info(table)).status == "cancelled"
    assert "ended by those who sat at it" in text(sim.latest())
    await sim.command(sim.dora, "table open")  # the channel is free again


async def test_until_when_somebody_has_time_is_told_in_private(sim: Sim) -> None:
    table = await seat_all(sim, sim.people[:3], start="0", seating="joined")
    late = (await sim.bot.app.service.info(table)).seats[0].late_from
    assert late is not None
    until = f"<t:{int(late.timestamp())}:f>"
    for who, name in ((sim.bob, "table free"), (sim.bob, "table cancel"), (sim.carol, "table free")):
        answer = await sim.command(who, name)
        assert message(answer).flags.ephemeral
        assert f"**Alice** has time until {until}" in text(answer)
    assert "waiting for anybody" in text(await sim.command(sim.alice, "table free"))
    assert "do not sit" in text(await sim.command(sim.dora, "table free"))


async def test_who_moves_in_time_is_safe(sim: Sim) -> None:
    table = await absent(sim)
    await sim.command(sim.bob, "table free")
    board = sim.latest()
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.click(sim.carol, board, "Free the seat of Alice")  # the button is still there
    assert "has time until" in text(sim.panel(sim.carol))
    info = await sim.bot.app.service.info(table)
    assert (info.vacant, [seat.vote for seat in info.seats]) == ((), ["", "", ""])
    await sim.command(sim.alice, "move", move="end")
    assert "would free" not in text(sim.latest())
    assert "Free the seat of Alice" not in buttons(sim.latest())


async def test_votes_that_wait_for_somebody_count_when_they_are_away(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.bob, "table cancel")
    await silence(sim, WEEK)
    await sim.command(sim.bob, "table show")
    assert "nobody else is needed" in text(sim.latest())
    await sim.click(sim.bob, sim.latest(), "End the table")
    assert (await sim.bot.app.service.info(table)).status == "cancelled"


@pytest.mark.parametrize("permission", ["manage_messages", "manage_channels"])
async def test_a_moderator_who_does_not_play_may_act_then(sim: Sim, permission: str) -> None:
    table = await seat_all(sim, sim.people[:2], start="0", seating="joined")
    may(sim, sim.dora, **{permission: True})
    for name in ("table cancel", "table free"):
        assert "has time until" in text(await sim.command(sim.dora, name))
    await silence(sim, WEEK)
    for name in ("table cancel", "table free"):
        assert "do not sit" in text(await sim.command(sim.carol, name))
    await sim.command(sim.dora, "table free")
    assert (await sim.bot.app.service.info(table)).vacant == (0,)
    assert "the others or a moderator" in text(sim.latest())
    await silence(sim, WEEK)
    assert "closed" in text(await sim.command(sim.dora, "table cancel"))
    assert "closed by Dora" in text(sim.latest())
    lines = await sim.bot.app.storage.tables.log(table)
    assert [(line.kind, line.name) for line in lines[-2:]] == [("free", "Dora"), ("cancel", "Dora")]


async def test_other_permissions_and_other_places_make_no_moderator(sim: Sim) -> None:
    table = await absent(sim)
    may(sim, sim.dora, manage_threads=True, manage_webhooks=True, mention_everyone=True)
    assert "do not sit" in text(await sim.command(sim.dora, "table cancel"))
    there = sim.world.channels[1]  # a moderator of another channel presses what belongs to this one
    allowed = discord.Permissions(manage_channels=True, manage_messages=True).value
    sim.env.backend.set_overwrite(there.id, Overwrite(sim.dora.id, OverwriteType.MEMBER, allow=allowed))
    mine = await sim.command(sim.dora, "mygames", there)
    for act in ("agree:", "free:0"):
        await forge.press(sim, sim.dora, mine, f"m1:{table}:-:0:{act}")
        assert "do not sit" in text(sim.panel(sim.dora, there))
    info = await sim.bot.app.service.info(table)
    assert (info.status, info.vacant) == ("running", ())


async def test_a_lobby_whose_host_has_vanished(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.carol, sim.latest(), "Join")
    assert "Only Alice, the host" in text(await sim.command(sim.bob, "table cancel"))
    await silence(sim, WEEK)
    assert "do not sit" in text(await sim.command(sim.dora, "table free"))
    assert "The seat is free" in text(await sim.command(sim.bob, "table free"))
    assert "Alice" not in text(sim.latest())
    await sim.click(sim.bob, sim.latest(), "Start")
    [info] = await sim.open_tables()
    assert (info.status, info.seat_of(sim.alice.id)) == ("running", None)


async def test_anybody_seated_closes_a_lobby_whose_host_has_vanished(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await silence(sim, WEEK)
    assert "Only Alice, the host" in text(await sim.command(sim.bob, "table cancel"))
    await sim.click(sim.bob, sim.latest(), "Join")
    assert "The table is closed" in text(await sim.command(sim.bob, "table cancel"))
    await sim.command(sim.bob, "table open")
    assert "Join" in buttons(sim.latest())


async def test_who_has_left_the_table_has_no_say(sim: Sim) -> None:
    table = await absent(sim)
    await leave(sim, sim.carol)
    for name in ("table cancel", "table free"):
        assert "do not sit" in text(await sim.command(sim.carol, name))
    await sim.command(sim.bob, "table free")
    assert (await sim.bot.app.service.info(table)).vacant == (0, 2)


async def test_several_who_are_away_are_told_apart(sim: Sim) -> None:
    table = await absent(sim)
    await leave(sim, sim.alice)
    assert "waiting for anybody" in text(await sim.command(sim.bob, "table free"))
    assert "waiting for anybody" in text(await forge.command(sim, sim.bob, sim.channel.id, "table free", player="x"))
    assert await sim.offers(sim.bob, "table free", "player") == []
    await sim.click(sim.alice, sim.latest(), "Take the free seat")
    await silence(sim, WEEK)
    assert await sim.offers(sim.bob, "table free", "player") == ["Alice"]
    await sim.command(sim.bob, "table free", player="0")
    assert (await sim.bot.app.service.info(table)).seats[1].vote == "free 0"
