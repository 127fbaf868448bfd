from typing import Any

from simcord.components import walk_components

from tests.bot import forge
from tests.bot.players import DAY, seat_all
from tests.bot.sim import Sim, buttons, components, message, text

USER_SELECT = 5


async def sweep(sim: Sim) -> None:
    """Run the scheduler as the bot does twice a minute, and wait for its posts."""
    await sim.bot.app.notifier.sweep()
    for info in await sim.open_tables():
        await sim.bot.app.announcer.until_shown(info.id)


async def test_p91_an_invited_person_sees_the_settings_and_joins_with_a_press(sim: Sim) -> None:
    """P91: each person chosen in the select gets one notification, a reserved seat, *Join* and *Decline*."""
    await sim.command(sim.alice, "table open", pace="daily")
    lobby = sim.latest()
    assert "Only Alice" in text(await sim.click(sim.dora, lobby, "Invite"))
    panel = await sim.click(sim.alice, lobby, "Invite")
    assert "There is room for 3 more people." in text(panel)
    assert "for three days" in text(panel)
    [custom_id] = [part["custom_id"] for part in walk_components(components(panel)) if part["type"] == USER_SELECT]
    await sim.alice.select(message(panel), [sim.bob.user, sim.carol.user], custom_id=custom_id)
    assert "Invited." in text(sim.again(panel))
    assert "3. *kept for Carol until <t:" in text(sim.again(lobby))
    assert text(sim.again(lobby)).count("*free*") == 1
    await sweep(sim)
    notices = {name: post for post in sim.posts() for name in sim.pinged(post)}
    assert notices.keys() == {"bob", "carol"}
    assert "Alice invites you to a table: Rattus in" in text(notices["bob"])
    assert "a move a day" in text(notices["bob"])
    await sim.click(sim.bob, notices["bob"], "Join")
    assert "Invitation declined" in text(await sim.click(sim.carol, notices["carol"], "Decline"))
    assert "No seat is kept for you" in text(await sim.click(sim.dora, notices["carol"], "Decline"))
    await sweep(sim)
    assert [post.id for post in sim.posts()] == [lobby.id], "what is over is taken away"
    assert "kept for" not in text(sim.again(lobby))
    [info] = await sim.open_tables()
    assert [seat.name for seat in info.seats] == ["Alice", "Bob"]


async def test_p94_players_who_have_moved_up_a_seat_are_still_asked(sim: Sim) -> None:
    """P94: Bob leaves, so Carol moves up. A notification for a seat that is gone must not block all the others."""
    await sim.command(sim.alice, "table open", start="0", seating="joined")
    lobby = sim.latest()
    for person in (sim.bob, sim.carol):
        await sim.click(person, lobby, "Join")
    await sim.command(sim.alice, "table options", option="pace", value="a move a day")
    await sim.click(sim.alice, sim.again(lobby), "Start")
    await sim.command(sim.bob, "table leave")
    await sweep(sim)
    [note] = [post for post in sim.posts() if sim.pinged(post)]
    assert sim.pinged(note) == {"carol"}
    assert "The game starts" in text(await sim.click(sim.carol, note, "Ready"))


async def test_p96_the_host_is_asked_whether_to_keep_the_lobby(sim: Sim) -> None:
    """P96: the host is asked once, with a button that keeps the lobby open. The lobby shows when it closes."""
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    sim.jump(7 * DAY + 1)
    await sweep(sim)
    [note] = [post for post in sim.posts() if sim.pinged(post)]
    assert "nobody has joined Rattus in" in text(note)
    assert "This lobby closes <t:" in text(sim.again(lobby))
    assert "stays open for another week" in text(await sim.click(sim.alice, note, "Keep this lobby"))
    await sweep(sim)
    assert [post.id for post in sim.posts()] == [lobby.id]
    assert "This lobby closes" not in text(sim.again(lobby))


async def test_people_are_invited_by_the_name_they_have_here(sim: Sim) -> None:
    """People are invited by their name on the server. Bots and people unknown to Discord are left out."""
    await sim.command(sim.alice, "table open", game="messina")
    [info] = await sim.open_tables()
    robot = sim.world.guild.add_member(sim.env.create_user("robot", bot=True))
    assert "Bots can’t play" in text(await sim.invite(sim.alice, robot))
    people: dict[str, Any] = {
        "1001": {"username": "ida", "global_name": "Ida"},
        "1002": {"username": "jon", "global_name": "Jon"},
        "1003": {"username": "kim", "global_name": None},
    }
    known = {"users": people, "members": {"1001": {"nick": "Captain"}, "1002": {"nick": None}}}
    chosen = ["1000", *people]
    [answer] = await forge.presses(sim, sim.alice, sim.latest(), [f"m1:{info.id}:-:0:whom:"], chosen, resolved=known)
    assert text(answer).startswith("Invited")
    [info] = await sim.open_tables()
    assert [(one.user_id, one.name) for one in info.invited] == [(1001, "Captain"), (1002, "Jon"), (1003, "kim")]


async def test_an_unknown_name_means_no_seat_rather_than_any(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], seating="joined")
    await sim.click(sim.bob, await sim.command(sim.bob, "table leave"), "Leave my seat")
    answer = await sim.command(sim.carol, "table join", player="Nobody")
    assert "Take a seat?" not in text(answer)
    assert not buttons(answer)
    assert "Take a seat?" in text(await sim.command(sim.carol, "table join"))
