import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from rules_service import Person, acts
from tests.bot.players import DAY, due, leave, seat_all, silence, take_seat
from tests.bot.sim import Sim, buttons, text

pytestmark = pytest.mark.usefixtures("undrawn")

WEEK = 7 * DAY


def may(sim: Sim, who: MemberActor, **permissions: bool) -> None:
    """Give a person permissions in the first channel."""
    allowed = discord.Permissions(**permissions).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(who.id, OverwriteType.MEMBER, allow=allowed))


async def look(sim: Sim) -> None:
    """Run the scheduler twice, then wait until the posts of all open tables are up to date."""
    await sim.sweep(2)
    for info in await sim.open_tables():
        await sim.bot.app.announcer.until_shown(info.id)


async def absent(sim: Sim, people: int = 3, seconds: float = WEEK) -> int:
    """Start a table, let it wait for Alice for this many seconds (default: a week), and return its id."""
    table = await seat_all(sim, sim.people[:people], start="0", seating="joined")
    await silence(sim, seconds)
    await look(sim)
    return table


async def test_P50_the_others_see_that_a_player_is_late_and_decide_privately(sim: Sim) -> None:
    """P50, P51, P52: a panel lists what the others can do about a late player. If they do nothing, the table waits."""
    table = await absent(sim)
    assert "What now?" in buttons(sim.offering("My view"))
    assert "🔴 **Alice** is late" in text(sim.offering("My view"))
    notices = sim.telling("waiting for Alice for a long time")
    assert sorted(name for post in notices for name in sim.pinged(post)) == ["bob", "carol"]
    assert "aren’t late decide" in text(await sim.click(sim.dora, sim.offering("My view"), "What now?"))
    assert "aren’t late decide" in text(await sim.click(sim.alice, sim.offering("My view"), "What now?"))
    panel = await sim.click(sim.bob, sim.offering("My view"), "What now?")
    assert list(buttons(panel)) == [
        *("Computer plays for Alice", "Open Alice’s seat", "Put to sleep", "Close", "Start over")
    ]
    assert "After 48 hours it happens" in text(panel)
    assert "**Keep waiting**: do nothing. Running out of time never ends a game by itself." in text(panel)
    await sim.click(sim.bob, panel, "Open Alice’s seat")
    await look(sim)
    assert "wants to open 🔴 **Alice**’s seat to new players" in text(sim.offering("My view"))
    [final] = [post for post in sim.posts() if "I am here" in buttons(post)]
    assert sim.pinged(final) == {"alice"}
    assert "Press “I am here” before <t:" in text(final)
    sim.jump(2 * DAY + 60)
    await look(sim)
    assert (await sim.bot.app.service.read.info(table)).vacant == (0,)
    assert "Take the free seat" in buttons(sim.offering("My view"))
    offer = await sim.click(sim.dora, sim.offering("My view"), "Take the free seat")
    await sim.click(sim.dora, offer, "Take the seat of Alice")
    assert (await due(sim, table)) == sim.dora


async def test_P56_a_late_player_keeps_the_seat_with_one_press(sim: Sim) -> None:
    """P56: a late player keeps the seat by pressing *I am here*, on the notification or in `/table manage`."""
    table = await absent(sim, seconds=6 * DAY)
    await sim.manage(sim.bob, "free")
    await look(sim)
    [final] = [post for post in sim.posts() if "I am here" in buttons(post)]
    assert "don’t have a seat" in text(await sim.click(sim.dora, final, "I am here"))
    assert "wait for you until <t:" in text(await sim.click(sim.alice, final, "I am here"))
    await look(sim)
    assert "wants to open" not in text(sim.offering("My view"))
    assert "Alice pressed *I am here*." in text(await sim.command(sim.bob, "log"))
    sim.jump(2 * DAY)
    await look(sim)
    info = await sim.bot.app.service.read.info(table)
    assert (info.vacant, info.votes) == ((), ())
    assert "you’re back" in text(await sim.manage(sim.alice, "here"))


async def test_P53_a_sleeping_table_frees_its_channel_and_one_press_wakes_it(sim: Sim) -> None:
    """P53, P65, P66: a sleeping table frees its channel; its post has *Wake*, *Log*, *Replay* and *Help*."""
    table = await absent(sim)
    assert "asked the others" in text(await sim.manage(sim.bob, "sleep"))
    await look(sim)
    question = sim.telling("put this table to sleep")[-1]
    await sim.click(sim.carol, question, "Yes")
    await look(sim)
    sleeping = sim.offering("Wake")
    assert "Your turn" not in buttons(sleeping)
    assert "fell asleep" in text(sleeping)
    assert "This table is asleep" in text(await sim.command(sim.alice, "move", move="place gallia 2"))
    await sim.command(sim.dora, "table open")
    await sim.click(sim.alice, sleeping, "Wake")
    assert "There is already a table in this channel" in text(sim.panel(sim.alice))
    await sim.manage(sim.dora, "close")
    await sim.click(sim.alice, sleeping, "Wake")
    assert (await due(sim, table)) == sim.alice
    assert sim.pinged(sim.offering("My view")) == {"alice"}
    assert "woke the table" in text(sim.offering("My view"))


async def test_P116_a_moderator_has_a_command_of_their_own(sim: Sim) -> None:
    """P115, P116, P117: everything that a moderator does with `/moderate` is logged with their name."""
    table = await absent(sim, people=2)
    for who in (sim.bob, sim.dora):
        may(sim, who, manage_channels=True)
    assert "You’re a player at this table" in text(await sim.command(sim.bob, "moderate sleep"))
    assert "A moderator can end this game from <t:" in text(await sim.command(sim.dora, "moderate close"))
    assert "can object" in text(await sim.command(sim.dora, "moderate free"))
    await look(sim)
    asked = text(sim.offering("My view"))
    assert "A moderator wants to open" in asked
    assert "Any player here can object" in asked
    assert "asleep" in text(await sim.command(sim.dora, "moderate sleep"))
    lines = await sim.bot.app.storage.tables.log(table)
    assert [(line.kind, line.name) for line in lines[-2:]] == [("ask", "Dora"), ("sleep", "Dora")]
    assert "A moderator put this table to sleep" in text(await sim.manage(sim.bob, "wake"))


async def test_P62_a_former_player_asks_only_the_present_one_for_the_seat(sim: Sim) -> None:
    """P62: only the current holder of the seat gets the former player's request. The board does not mention it."""
    table = await seat_all(sim, sim.people[:3], start="0", seating="joined")
    await leave(sim, sim.alice)
    await take_seat(sim, sim.dora)
    panel = await sim.command(sim.alice, "table join")
    assert "You can ask them once" in text(panel)
    assert "I’ve asked them" in text(await sim.click(sim.alice, panel, "Ask for my seat"))
    await look(sim)
    [note] = sim.telling("previous player of this seat")
    assert sim.pinged(note) == {"dora"}
    assert "previous player of this seat" not in text(sim.offering("My view"))
    assert "Yes" not in buttons(sim.offering("My view"))
    await sim.click(sim.dora, note, "Yes")
    assert (await due(sim, table)) == sim.alice


async def test_P48_the_log_has_reminders_and_questions(sim: Sim) -> None:
    """P48: the log lists reminders, lateness, nudges, requests and votes, and names who made them."""
    await absent(sim)
    await sim.manage(sim.bob, "nudge")
    await sim.manage(sim.bob, "free")
    await look(sim)
    await sim.manage(sim.carol, "time")
    log = text(await sim.command(sim.carol, "log"))
    said = ["Alice got a second reminder", "Alice was late", "Bob nudged Alice", "open a seat to new players"]
    assert [one for one in said if one not in log] == []
    number = (await sim.open_tables())[0].votes[0].number
    await sim.bot.app.service.act(acts.answer(number, False), 1, Person(sim.carol.id, "Carol"))
    assert "Carol voted no" in text(await sim.command(sim.carol, "log"))
