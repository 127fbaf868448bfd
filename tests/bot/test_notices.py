import random
from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from storage import Unavailable
from tests.bot.players import DAY, due, in_haste, seat_all, selects, turn
from tests.bot.sim import Anything, Sim, buttons, message, text

pytestmark = pytest.mark.usefixtures("undrawn")

HOUR = 3600.0


def private(sim: Sim, who: MemberActor) -> list[str]:
    return [text(post) for post in sim.posts(who.user.dm_channel) if not post.flags.ephemeral]


@pytest.mark.parametrize(("status", "code", "is_refused"), [(403, 0, True), (403, 20026, False)])
async def test_P21_a_refused_dm_is_sent_to_the_channel_once_and_mentioned(
    sim: Sim, table: int, status: int, code: int, is_refused: bool
) -> None:
    """P21: a person who refused a DM gets no others until they change the preference.

    Discord's restrictions on the bot don't count as a refusal.
    """
    await sim.command(sim.bob, "preferences", notices="private")
    await turn(sim, "gallia")
    sim.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await sim.sweep()
    assert sim.pinged(sim.latest()) == {"bob"}
    assert ("refused" in await sim.bot.app.storage.people.preferences(sim.bob.id)) is is_refused
    sim.env.backend.faults.clear()
    if not is_refused:
        return
    await in_haste(sim, sim.bob, random.Random(1))
    assert "couldn’t send you a DM" in text(sim.panel(sim.bob))
    assert "couldn’t send you a DM" in text(await sim.command(sim.bob, "preferences"))
    await sim.command(sim.bob, "preferences", notices="private")
    assert "couldn’t send you a DM" not in text(await sim.command(sim.bob, "preferences"))
    assert private(sim, sim.bob) == []


async def test_P24_after_the_first_turn_the_bot_asks_once_for_quiet_hours(sim: Sim, table: int) -> None:
    """P24, P4, P5: after a person's first turn, the bot asks for the local time and then for a city."""
    done = await turn(sim, "gallia")
    asked = message(await sim.click(sim.alice, done, "Set quiet hours"))
    assert "What time is it for you?" in text(asked)
    await sim.choose(sim.alice, asked, "5:00 am – 5:59 am")  # It is midnight in UTC.
    assert "Which" in text(sim.again(asked))
    for who, offered in ((sim.bob, True), (sim.alice, False), (sim.bob, False)):
        await in_haste(sim, who, random.Random(1))
        assert "turn is done" in text(sim.panel(who))
        assert ("Set quiet hours" in buttons(sim.panel(who))) == offered


async def test_P6_quiet_hours_and_days_are_chosen_or_typed(sim: Sim) -> None:
    """P5, P6, P107: quiet hours have their own page in the panel. Too many quiet hours or days are refused."""
    panel: Anything = message(await sim.command(sim.carol, "preferences", zone="Kathmandu"))
    assert "Your time zone is that of **Kathmandu**" in text(panel)
    [begins, ends, days] = selects(panel)
    assert [e["label"] for e in begins["options"] if e.get("default")] == ["10:00 pm"]
    assert [e["label"] for e in ends["options"] if e.get("default")] == ["8:00 am"]
    assert days["max_values"] == 5
    await sim.env.settle()
    person = await sim.bot.app.storage.people.preferences(sim.carol.id)
    assert person["zone"] == "Asia/Kathmandu"
    await sim.command(sim.carol, "preferences", quiet="23-7", quiet_days="sat sun")
    stored = await sim.bot.app.storage.people.preferences(sim.carol.id)
    assert (stored["quiet"], stored["quiet_days"]) == ("23-7", "sat sun")
    assert "at most 16 hours" in text(await sim.command(sim.carol, "preferences", quiet="8-7"))
    assert "at most five" in text(await sim.command(sim.carol, "preferences", quiet_days="mon tue wed thu fri sat"))
    assert "I don’t know the time zone" in text(await sim.command(sim.carol, "preferences", zone="Atlantis"))
    assert await sim.bot.app.storage.people.preferences(sim.carol.id) == stored
    assert await sim.offers(sim.carol, "preferences", "zone", "kathm") == ["Kathmandu (Asia/Kathmandu)"]


async def test_P26_a_nudge_names_the_waiting_player(sim: Sim, table: int) -> None:
    """P26, P36, P113: some hours after a reminder, players who aren't blocked can nudge. That replaces the reminder."""
    assert "too early to nudge" in text(await sim.manage(sim.bob, "nudge"))
    sim.jump(DAY)
    await sim.sweep()
    reminder = sim.latest()
    assert "not long ago" in text(await sim.manage(sim.bob, "nudge"))
    sim.jump(6 * HOUR)
    await sim.bot.app.storage.people.block(sim.alice.id, sim.bob.id, most=50)
    assert "You can’t nudge this player" in text(await sim.manage(sim.bob, "nudge"))
    await sim.bot.app.storage.people.unblock(sim.alice.id, sim.bob.id)
    panel = await sim.click(sim.bob, sim.offering("My view"), "Your turn")
    assert "I’ll ask them" in text(await sim.click(sim.bob, panel, "Nudge Alice"))
    await sim.sweep(2)
    nudge = sim.latest()
    assert text(nudge).startswith(f"<@{sim.alice.id}>, Bob asks: are you still there? Rattus in")
    assert sim.pinged(nudge) == {"alice"}
    assert reminder.id not in {post.id for post in sim.posts()}


async def test_P21_P31_a_digest_that_is_refused_is_not_tried_again_and_one_that_fails_is(sim: Sim, table: int) -> None:
    """P21, P31: after a refusal, no digest is sent until the person changes the preference. A failed one is retried."""
    await sim.command(sim.alice, "preferences", zone="London", quiet="none", digest="9")
    sim.jump(9 * HOUR)
    sim.env.inject_error("POST", "/users/@me/channels", status=403, code=40003, times=1)  # refused for the moment
    await sim.sweep()
    sim.jump(HOUR)
    sim.fail("POST", "/users/@me/channels", 500, times=None)
    await sim.sweep()
    assert private(sim, sim.alice) == []
    sim.env.backend.faults.clear()
    await sim.sweep()
    assert len(private(sim, sim.alice)) == 1
    channel = sim.env.backend.dm_channels[sim.alice.id]
    sim.fail("POST", f"/channels/{channel}/messages", 403, times=None)
    sim.jump(DAY)
    await sim.sweep()
    assert (await sim.bot.app.storage.people.preferences(sim.alice.id))["refused"] == "new"
    sim.env.backend.faults.clear()
    sim.jump(DAY)
    await sim.sweep()
    assert len(private(sim, sim.alice)) == 1


@pytest.mark.deep(one_in=10)
async def test_P32_a_player_can_be_notified_of_being_next(sim: Sim, table: int) -> None:
    """P32: a DM tells players that they are next, if the rules fix the order. In quiet hours it is dropped."""
    await sim.command(sim.alice, "preferences", next="on")
    await in_haste(sim, sim.alice, random.Random(1))
    await in_haste(sim, sim.bob, random.Random(1))
    await sim.sweep()
    assert private(sim, sim.alice) == []  # Before the game the order is different.
    while (await sim.bot.app.service.read.snapshot(table)).table.view(None).phase != "turns" or (
        await due(sim, table)
    ) == sim.alice:
        await in_haste(sim, await due(sim, table), random.Random(1))
    await sim.sweep()
    assert private(sim, sim.alice) == [f"You are next: Rattus in <#{sim.channel.id}>, after Bob."]
    await sim.command(sim.alice, "preferences", zone="London")
    await in_haste(sim, sim.bob, random.Random(1))
    await in_haste(sim, sim.alice, random.Random(1))
    await sim.sweep()
    sim.jump(9 * HOUR)
    await sim.sweep()
    assert len(private(sim, sim.alice)) == 1


async def test_P38_after_a_turn_the_player_sees_the_next_waiting_table(sim: Sim, table: int) -> None:
    """P38: after a turn, the player sees the table that has waited longest, with its button."""
    there = sim.world.channels[1]
    await seat_all(sim, [sim.alice, sim.bob], there, start="0", seating="joined")
    done = await turn(sim, "gallia")
    assert f"Next up: Rattus in <#{there.id}>" in text(done)
    panel = await sim.click(sim.alice, done, f"Your turn: #{there.name}")
    assert "Gallia" in str(buttons(panel))
    mine = text(await sim.command(sim.alice, "mygames"))
    assert "late from <t:" in mine


async def test_P37_each_player_is_notified_of_the_end_once(sim: Sim, table: int) -> None:
    """P37: the final post mentions the players, except those who chose to get a DM instead."""
    await sim.command(sim.bob, "preferences", notices="private")
    service = sim.bot.app.service
    while (now := await service.read.info(table)).open:
        snapshot = await service.read.snapshot(table)
        [first, *_] = snapshot.table.due()
        user = now.seats[first.seat].user_id
        assert user is not None
        await service.play.move(table, user, next((m for m in first.moves if m == "end"), first.moves[0]))
    while await sim.bot.app.announcer.until_shown(table):
        pass
    await sim.sweep()
    assert sim.pinged(sim.latest()) == {"alice"}
    assert text(sim.latest()).startswith(f"<@{sim.alice.id}>, the game is over: Rattus in")
    assert private(sim, sim.bob)[-1] == f"The game is over: Rattus in <#{sim.channel.id}>."


async def test_P17_all_present_agree_on_another_pace(sim: Sim, table: int) -> None:
    """P17: a slower pace applies at once, a faster one to later turns. Only present players vote."""
    assert "don’t have a seat" in text(await sim.manage(sim.carol, "pace none"))
    service = sim.bot.app.service
    live = sim.latest()
    before = (await service.read.info(table)).seats[0].late_from
    await sim.manage(sim.alice, "pace brisk")
    await sim.sweep()
    assert "**Alice** wants to change the pace to: several moves a day" in text(sim.again(live))
    notice = sim.latest()
    assert sim.pinged(notice) == {"bob"}
    assert "don’t have a seat" in text(await sim.click(sim.carol, notice, "Yes"))
    assert "already a vote on this" in text(await sim.manage(sim.alice, "pace brisk"))
    await sim.click(sim.bob, notice, "Yes")
    info = await service.read.info(table)
    assert info.options["pace"] == "brisk"
    assert info.seats[0].late_from == before
    await sim.click(sim.bob, sim.offering("My view"), "Log")
    await turn(sim, "gallia")
    late = (await service.read.info(table)).seats[1].late_from
    assert late is not None
    assert late - sim.bot.clock.now() == timedelta(days=1.5)  # a day after the reminder that new players get
    await sim.manage(sim.bob, "pace relaxed")
    await sim.sweep()
    await sim.click(sim.alice, sim.latest(), "No")
    assert (await service.read.info(table)).options["pace"] == "brisk"
    assert (await sim.bot.app.service.read.verify(table)).ok
    kinds = [line.kind for line in await sim.bot.app.storage.tables.log(table)]
    assert [kind for kind in kinds if kind in ("ask", "yes", "no", "pace")] == ["ask", "yes", "pace", "ask", "no"]


async def test_a_failing_part_of_a_scheduler_run_does_not_stop_the_others(sim, table, monkeypatch):
    notifier, app = sim.bot.app.notifier, sim.bot.app
    sim.jump(DAY)
    await app.service.see_to(50)

    async def cannot(*_: object) -> None:
        raise ArithmeticError("nobody foresaw this")

    def failed() -> list[str]:
        return [error.partition(" failed, retrying later: ArithmeticError")[0] for error in sim.errors()]

    with monkeypatch.context() as during:
        during.setattr(notifier.service, "see_to", cannot)
        during.setattr(notifier.announcer, "redraw", cannot)
        during.setattr(notifier.lists, "show", cannot)
        await sim.sweep()
    assert failed() == ["processing due timers", f"table {table}: refreshing its post", "updating the lists of tables"]
    assert sim.pinged(sim.latest()) == {"alice"}


async def test_storage_out_of_reach_is_one_error_and_not_one_for_each_notice(sim, table, monkeypatch):
    sim.jump(DAY)

    async def out_of_reach(*_: object) -> None:
        raise Unavailable("the storage cannot be reached")

    monkeypatch.setattr(sim.bot.app.service, "see_to", out_of_reach)
    monkeypatch.setattr(sim.bot.app.notifier, "_handle", out_of_reach)
    await sim.sweep()
    [error] = sim.errors()
    assert error.startswith("scheduler run failed, retrying later: Unavailable")
