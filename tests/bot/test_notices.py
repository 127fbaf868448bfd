"""People are notified once about what concerns them, where and when they like, and never at night."""

import logging
import random
from datetime import timedelta
from unittest.mock import AsyncMock

import discord
import pytest

from bot.channel import notices
from rules_service import Person, acts
from storage import Notice, Unavailable
from tests.bot import forge
from tests.bot.players import DAY, due, in_haste, leave, seat_all, selects
from tests.bot.sim import Anything, Sim, buttons, message, text

HOUR = 3600.0
MORNING = "good morning"


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table at which Alice begins and Bob is next."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def sweep(sim: Sim) -> None:
    await sim.bot.app.notifier.sweep()


async def alice_ends(sim: Sim) -> None:
    """End Alice's first turn; the simulated clock shows midnight UTC."""
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "move", move="end")


def private(sim: Sim, who: object) -> list[str]:
    """Return the person's DMs from the bot."""
    channel = sim.env.backend.dm_channels.get(who.id)  # type: ignore[attr-defined]
    found = sim.env.backend.messages.get(channel, {}).values() if channel else ()
    return [text(sim.again(StoredMessage(channel or 0, one.id))) for one in found if not one.is_ephemeral]


class StoredMessage:
    """The place of a message, as `Sim.again` expects it."""

    def __init__(self, channel: int, number: int) -> None:
        self.id, self.channel = number, discord.Object(channel)


async def test_P19_a_turn_calls_once_in_the_board_and_says_which_game_and_where(sim: Sim, table: int) -> None:
    """P19, P33, P34: even if the player has just acted."""
    await sim.command(sim.bob, "board")
    await alice_ends(sim)
    board = sim.latest()
    assert sim.pinged(board) == {"bob"}
    assert text(board).startswith(f"<@{sim.bob.id}>, your turn: Rattus in <#{sim.channel.id}>.")
    assert len(f"<@{sim.bob.id}>, your turn: Rattus in #plague.") < 80
    await sweep(sim)
    assert sim.latest().id == board.id


@pytest.mark.parametrize(
    ("wish", "mentioned", "written"),
    [("channel", True, False), ("private", False, True), ("both", True, True), ("none", False, False)],
)
async def test_P20_notices_come_where_one_likes_them(
    sim: Sim, table: int, wish: str, mentioned: bool, written: bool
) -> None:
    """P20: in the channel, by DM, both, or not at all; then the name appears without a mention."""
    await sim.command(sim.bob, "preferences", notices=wish)
    await alice_ends(sim)
    board = sim.latest()
    await sweep(sim)
    await sweep(sim)
    assert sim.latest().id == board.id
    assert (sim.pinged(board) == {"bob"}) is mentioned
    assert "**Bob**" in text(board)
    assert [f"Your turn: Rattus in <#{sim.channel.id}>." in said for said in private(sim, sim.bob)] == [True] * written


@pytest.mark.parametrize(("status", "code"), [(403, 0), (403, 50278), (400, 50033), (404, 10013)])
async def test_P21_a_refused_private_message_comes_in_the_channel_once_and_is_told_of(
    sim: Sim, table: int, status: int, code: int
) -> None:
    """P21: none is tried again until the person changes the preference."""
    await sim.command(sim.bob, "preferences", notices="private")
    await alice_ends(sim)
    sim.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await sweep(sim)
    assert sim.pinged(sim.latest()) == {"bob"}
    assert await sim.bot.app.storage.people.preferences(sim.bob.id) | {"refused": "new", "notices": "private"} == (
        await sim.bot.app.storage.people.preferences(sim.bob.id)
    )
    sim.env.backend.faults.clear()
    await in_haste(sim, sim.bob, random.Random(1))
    assert "couldn’t send you a DM" in text(sim.panel(sim.bob))
    assert "couldn’t send you a DM" in text(await sim.command(sim.bob, "preferences"))
    await sim.command(sim.bob, "preferences", notices="private")
    assert "couldn’t send you a DM" not in text(await sim.command(sim.bob, "preferences"))
    assert private(sim, sim.bob) == []


@pytest.mark.parametrize(
    ("wish", "status", "code"), [("private", 403, 40003), ("channel", 400, 200000), ("channel", 403, 50013)]
)
async def test_a_notification_that_discord_refuses_now_comes_once_when_it_is_taken(
    sim: Sim, table: int, wish: str, status: int, code: int
) -> None:
    """Too many DMs opened at once, AutoMod, a permission: nobody has refused anything for ever."""
    await sim.command(sim.bob, "preferences", notices=wish, zone="London")
    await alice_ends(sim)
    path = "/users/@me/channels" if wish == "private" else "/channels/*/messages"
    sim.env.inject_error("POST", path, status=status, code=code, times=None)
    sim.jump(8 * HOUR)
    await sweep(sim)
    before = len(sim.posts())
    sim.env.backend.faults.clear()
    sim.jump(HOUR)
    await sweep(sim)
    await sweep(sim)
    called = [post for post in sim.posts()[before:] if sim.pinged(post) == {"bob"}]
    assert (len(called), len(private(sim, sim.bob))) == ((0, 1) if wish == "private" else (1, 0))
    assert "refused" not in await sim.bot.app.storage.people.preferences(sim.bob.id)


async def test_a_dm_that_discord_allows_no_bot_like_this_comes_in_the_channel_and_blames_nobody(
    sim: Sim, table: int
) -> None:
    await sim.command(sim.bob, "preferences", notices="private")
    await alice_ends(sim)
    sim.env.inject_error("POST", "/users/@me/channels", status=403, code=20026, times=None)
    await sweep(sim)
    assert sim.pinged(sim.latest()) == {"bob"}
    assert "refused" not in await sim.bot.app.storage.people.preferences(sim.bob.id)


async def test_P22_nobody_is_woken_and_the_ping_comes_in_the_morning(sim: Sim, table: int) -> None:
    """P22: the board comes at once; T1: nothing falls into quiet hours."""
    await sim.command(sim.bob, "preferences", zone="Europe/London")  # There it is midnight.
    await alice_ends(sim)
    board = sim.latest()
    assert not sim.pinged(board)
    assert board.flags.silent
    sim.jump(7 * HOUR)
    await sweep(sim)
    assert sim.latest().id == board.id
    sim.jump(HOUR)
    await sweep(sim)
    called = sim.latest()
    assert sim.pinged(called) == {"bob"}
    assert text(called).startswith(f"<@{sim.bob.id}>, {MORNING}: Rattus in <#{sim.channel.id}> is waiting for you.")
    await sweep(sim)
    assert sim.latest().id == called.id
    await in_haste(sim, sim.bob, random.Random(1))
    await sweep(sim)
    assert called.id not in {post.id for post in sim.posts()}


async def test_P22_who_has_played_before_the_morning_is_not_called(sim: Sim, table: int) -> None:
    """P22, P8: what is over is not sent."""
    await sim.command(sim.bob, "preferences", zone="London")
    await alice_ends(sim)
    await in_haste(sim, sim.bob, random.Random(1))
    sim.jump(8 * HOUR)
    await sweep(sim)
    assert not any(MORNING in text(post) for post in sim.posts())


async def test_P24_who_has_ended_a_first_turn_is_asked_once_when_they_may_be_written_to(sim: Sim, table: int) -> None:
    """P24, P4, P5: by the local time, and a city."""
    await sim.command(sim.alice, "move", move="place gallia 2")
    done = await sim.command(sim.alice, "move", move="end")
    asked = message(await sim.click(sim.alice, done, "Set quiet hours"))
    assert "What time is it for you?" in text(asked)
    await sim.choose(sim.alice, asked, "5:…")  # It is midnight in UTC.
    found = sim.again(asked)
    cities = [entry["label"] for menu in selects(found) for entry in menu["options"]]
    assert 0 < len(cities) <= 25
    while "Kathmandu" not in cities:
        await sim.click(sim.alice, found, "Later")
        found = sim.again(found)
        cities = [entry["label"] for menu in selects(found) for entry in menu["options"]]
    await sim.choose(sim.alice, found, "Kathmandu")
    assert "Your time zone is that of **Kathmandu**" in text(sim.again(asked))
    await in_haste(sim, sim.bob, random.Random(1))
    await in_haste(sim, sim.alice, random.Random(1))
    assert "turn is done" in text(sim.panel(sim.alice))
    assert "Set quiet hours" not in buttons(sim.panel(sim.alice))


async def test_P6_quiet_hours_and_days_are_chosen_or_typed(sim: Sim) -> None:
    """P5, P6, P107: a page of the panel; too much is refused."""
    panel: Anything = message(await sim.command(sim.carol, "preferences", zone="Kathmandu"))
    assert "Your time zone is that of **Kathmandu**" in text(panel)
    [begins, ends, days] = selects(panel)
    assert [e["label"] for e in begins["options"] if e.get("default")] == ["22:00"]
    assert [e["label"] for e in ends["options"] if e.get("default")] == ["8:00"]
    assert days["max_values"] == 5
    await sim.env.settle()
    person = await sim.bot.app.storage.people.preferences(sim.carol.id)
    assert person["zone"] == "Asia/Kathmandu"
    await sim.command(sim.carol, "preferences", quiet="23-7", quiet_days="sat sun")
    stored = await sim.bot.app.storage.people.preferences(sim.carol.id)
    assert (stored["quiet"], stored["quiet_days"]) == ("23-7", "sat sun")
    assert "at most 16 hours" in text(await sim.command(sim.carol, "preferences", quiet="8-7"))
    assert "at most five" in text(await sim.command(sim.carol, "preferences", quiet_days="mon tue wed thu fri sat"))
    assert "I don’t know a time zone" in text(await sim.command(sim.carol, "preferences", zone="Atlantis"))
    assert await sim.bot.app.storage.people.preferences(sim.carol.id) == stored
    assert await sim.offers(sim.carol, "preferences", "zone", "kathm") == ["Kathmandu (Asia/Kathmandu)"]


async def test_P6_each_choice_of_quiet_time_is_stored_and_shown_as_chosen(sim: Sim) -> None:
    """P6, P107: too long a range becomes ten hours, and "none" stands alone."""

    async def stored() -> tuple[str | None, str | None]:
        person = await sim.bot.app.storage.people.preferences(sim.carol.id)
        return person.get("quiet"), person.get("quiet_days")

    def chosen() -> list[list[str]]:
        shown = selects(sim.panel(sim.carol))
        return [[one["label"] for one in menu["options"] if one.get("default")] for menu in shown]

    async def choose(menu: int, *labels: str) -> None:
        panel = message(sim.panel(sim.carol))
        custom_id, options = selects(panel)[menu]["custom_id"], selects(panel)[menu]["options"]
        values = [next(one["value"] for one in options if one["label"] == label) for label in labels]
        await sim.carol.select(panel, values, custom_id=custom_id)

    await sim.command(sim.carol, "preferences", zone="London", quiet="none")
    assert chosen() == [["No quiet hours"], ["No quiet days"]]
    await choose(0, "23:00")
    assert (await stored(), chosen()) == (("23-8", None), [["23:00"], ["8:00"], ["No quiet days"]])
    await choose(1, "6:00")
    assert (await stored())[0] == "23-6"
    await choose(0, "13:00")
    assert (await stored())[0] == "13-23"
    assert len(selects(sim.panel(sim.carol))[1]["options"]) == 16
    await choose(2, "No quiet days", "Sunday", "Saturday")
    assert (await stored())[1] == "sat sun"
    assert chosen()[2] == ["Saturday", "Sunday"]
    await choose(2, "No quiet days")
    assert (await stored())[1] == "none"
    await choose(0, "No quiet hours")
    assert (await stored(), len(selects(sim.panel(sim.carol)))) == (("none", "none"), 2)
    forged = await forge.press(sim, sim.carol, sim.panel(sim.carol), "m1:0:-:0:quiet:from 13-23", ["noon"])
    assert "at most 16 hours" in text(forged)
    assert (await stored())[0] == "none"


async def test_P26_a_nudge_asks_in_the_name_of_who_waits(sim: Sim, table: int) -> None:
    """P26: from the first reminder on, once a day, never within six hours of another notice."""
    assert "too early to nudge" in text(await sim.manage(sim.bob, "nudge"))
    assert "isn’t waiting for anyone else" in text(await sim.manage(sim.alice, "nudge"))
    sim.jump(DAY)
    await sweep(sim)
    reminder = sim.latest()
    assert "not long ago" in text(await sim.manage(sim.bob, "nudge"))
    sim.jump(6 * HOUR)
    await sim.bot.app.storage.people.block(sim.alice.id, sim.bob.id, most=50)
    assert "You can’t nudge this player" in text(await sim.manage(sim.bob, "nudge")), "P113"
    await sim.bot.app.storage.people.unblock(sim.alice.id, sim.bob.id)
    panel = await sim.click(sim.bob, await board(sim), "Your turn")
    assert "I’ll ask them" in text(await sim.click(sim.bob, panel, "Nudge Alice"))
    await sweep(sim)
    nudge = sim.latest()
    assert text(nudge).startswith(f"<@{sim.alice.id}>, Bob asks: are you still there? Rattus in")
    assert sim.pinged(nudge) == {"alice"}
    await sweep(sim)
    assert reminder.id not in {post.id for post in sim.posts()}  # P36: at most one notice for each
    sim.jump(23 * HOUR)
    assert "not long ago" in text(await sim.manage(sim.bob, "nudge"))
    for _ in range(2):
        sim.jump(2 * DAY)
        await sweep(sim)
        sim.jump(DAY)
        await sweep(sim)
        sim.jump(7 * HOUR)
        assert "I’ll ask them" in text(await sim.manage(sim.bob, "nudge"))
    sim.jump(2 * DAY)
    assert "3 times" in text(await sim.manage(sim.bob, "nudge"))
    await leave(sim, sim.bob)
    assert "don’t have a seat" in text(await sim.manage(sim.bob, "nudge"))


async def board(sim: Sim) -> discord.Message:
    """Return the live board."""
    return next(post for post in reversed(sim.posts()) if "My view" in buttons(post))


async def test_P27_who_has_only_to_end_the_turn_hears_so_soon_and_nobody_else_does(sim: Sim, table: int) -> None:
    """P27: two hours after the last step; in the channel it reads like any other."""
    await sim.command(sim.alice, "preferences", notices="both", zone="London", quiet="none")
    await sim.command(sim.alice, "move", move="place gallia 2")
    sim.jump(2 * HOUR - 60)
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 0
    sim.jump(60)
    await sweep(sim)
    [said] = private(sim, sim.alice)
    assert said.startswith("Your turn hasn’t ended yet: Rattus in")
    assert "is waiting for you. Your turn began" in text(sim.latest())
    assert "ended" not in text(sim.latest())


async def test_P31_all_in_one_message_each_day(sim: Sim, table: int) -> None:
    """P31: at a chosen hour, if any table waits; the first reminder is then not sent separately."""
    await sim.command(sim.alice, "preferences", zone="London", quiet="none", digest="9")
    for hours, count in ((8, 0), (1, 1), (23, 1), (1, 2)):
        sim.jump(hours * HOUR)
        await sweep(sim)
        assert len(private(sim, sim.alice)) == count
    assert private(sim, sim.alice)[0].startswith("1 table is waiting for you. Your turn began <t:")
    assert not any("is waiting for you. Your turn began" in text(post) for post in sim.posts())
    await alice_ends(sim)
    sim.jump(DAY)
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 2


async def test_P21_P31_a_digest_that_is_refused_is_not_tried_again_and_one_that_fails_is(sim: Sim, table: int) -> None:
    """P21, P31: until the person changes the preference."""
    await sim.command(sim.alice, "preferences", zone="London", quiet="none", digest="9")
    sim.jump(9 * HOUR)
    sim.fail("POST", "/users/@me/channels", 500, times=None)
    await sweep(sim)
    assert private(sim, sim.alice) == []
    sim.env.backend.faults.clear()
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 1
    channel = sim.env.backend.dm_channels[sim.alice.id]
    sim.fail("POST", f"/channels/{channel}/messages", 403, times=None)
    sim.jump(DAY)
    await sweep(sim)
    assert (await sim.bot.app.storage.people.preferences(sim.alice.id))["refused"] == "new"
    sim.env.backend.faults.clear()
    sim.jump(DAY)
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 1


async def test_P31_digests_go_on_after_one_that_was_interrupted_and_after_time_off(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """P31: whatever becomes of one, the next is scheduled."""
    await sim.command(sim.alice, "preferences", zone="London", quiet="none", digest="9")
    with monkeypatch.context() as dying:
        dying.setattr(notices, "after_digest", AsyncMock(side_effect=SystemError("killed")))
        sim.jump(9 * HOUR)
        await sweep(sim)
    caplog.clear()
    assert len(private(sim, sim.alice)) == 1
    await sim.kill(HOUR)
    await sweep(sim)
    sim.jump(DAY)
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 2
    await sim.command(sim.alice, "away begin", days=2)
    for _ in range(4):
        sim.jump(DAY)
        await sweep(sim)
    since_back = [said for said in private(sim, sim.alice)[2:] if "waiting for you" in said]
    assert len(since_back) >= 2


@pytest.mark.deep(one_in=10)
async def test_P32_whoever_wants_to_hears_that_they_are_next(sim: Sim, table: int) -> None:
    """P32: by DM, where the rules fix the order; in quiet hours it is dropped."""
    await sim.command(sim.alice, "preferences", next="on")
    await in_haste(sim, sim.alice, random.Random(1))
    await in_haste(sim, sim.bob, random.Random(1))
    await sweep(sim)
    assert private(sim, sim.alice) == []  # Before the game the order is different.
    while (await sim.bot.app.service.read.snapshot(table)).table.view(None).phase != "turns" or (
        await due(sim, table)
    ) == sim.alice:
        await in_haste(sim, await due(sim, table), random.Random(1))
    await sweep(sim)
    assert private(sim, sim.alice) == [f"You are next: Rattus in <#{sim.channel.id}>, after Bob."]
    await sim.command(sim.alice, "preferences", zone="London")
    await in_haste(sim, sim.bob, random.Random(1))
    await in_haste(sim, sim.alice, random.Random(1))
    await sweep(sim)
    sim.jump(9 * HOUR)
    await sweep(sim)
    assert len(private(sim, sim.alice)) == 1


async def test_P38_who_ends_a_turn_reads_which_table_waits_next(sim: Sim, table: int) -> None:
    """P38: the one that has waited longest, with its button."""
    service, there = sim.bot.app.service, sim.world.channels[1]
    await sim.command(sim.alice, "table open", there, start="0", seating="joined")
    await sim.click(sim.bob, sim.latest(there), "Join")
    await sim.click(sim.alice, sim.latest(there), "Start")
    await sim.command(sim.alice, "move", move="place gallia 2")
    done = await sim.command(sim.alice, "move", move="end")
    assert f"Next up: Rattus in <#{there.id}>" in text(done)
    panel = await sim.click(sim.alice, done, f"Your turn: #{there.name}")
    assert "Gallia" in str(buttons(panel))
    mine = text(await sim.command(sim.alice, "mygames"))
    assert "late from <t:" in mine
    assert len(await service.repository.storage.tables.open_ids()) == 2


@pytest.mark.usefixtures("undrawn")
async def test_P37_the_end_is_told_to_each_once(sim: Sim, table: int) -> None:
    """P37: in the final post, or where and when the player likes."""
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
    await sweep(sim)
    assert sim.pinged(sim.latest()) == {"alice"}
    assert text(sim.latest()).startswith(f"<@{sim.alice.id}>, the game is over: Rattus in")
    assert private(sim, sim.bob)[-1] == f"The game is over: Rattus in <#{sim.channel.id}>."


async def test_P49_from_the_first_reminder_on_the_board_says_how_things_stand(sim: Sim, table: int) -> None:
    """P49, P3: an edit of the live post, which pings nobody."""
    live = sim.latest()
    sim.jump(DAY)
    await sweep(sim)
    seat = (await sim.bot.app.service.read.info(table)).seats[0]
    late = seat.late_from
    assert seat.due_since is not None
    assert late is not None
    began, stamp = int(seat.due_since.timestamp()), int(late.timestamp())
    assert f"got a reminder. Their turn began <t:{began}:R>; late from <t:{stamp}:f> (<t:{stamp}:R>)" in text(
        sim.again(live)
    )
    assert live.attachments
    assert sim.again(live).attachments, "the picture stays"
    for act in ("time", "move"):  # T8, P13, P14: extending the deadline changes what is shown.
        sim.jump(2.5 * DAY)
        if act == "time":
            await sim.manage(sim.alice, act)
        else:
            await sim.command(sim.alice, act, move="place gallia 2")
        await sim.bot.app.announcer.until_shown(table)
        late, before = (await sim.bot.app.service.read.info(table)).seats[0].late_from, late
        assert late is not None
        assert late > before
        assert f"late from <t:{int(late.timestamp())}:f>" in text(sim.again(live))


async def test_P7_an_outage_stops_every_wait_and_is_told(sim: Sim, table: int) -> None:
    """P7, P9: deadlines move by it; the next post says so in a line."""
    before = (await sim.bot.app.service.read.info(table)).seats[0].late_from
    assert before is not None
    await sim.kill(9 * DAY)
    await sim.pass_time(60)
    now = (await sim.bot.app.service.read.info(table)).seats[0].late_from
    assert now is not None
    assert timedelta(days=9) <= now - before < timedelta(days=9, minutes=5)
    assert not any("waiting for you" in text(post) for post in sim.posts())
    await alice_ends(sim)
    assert "That time doesn’t count for anyone." in text(sim.latest())
    await in_haste(sim, sim.bob, random.Random(1))
    assert "I was offline" not in text(sim.latest())


async def test_P17_all_present_agree_on_another_pace(sim: Sim, table: int) -> None:
    """P17: a slower one applies at once, a quicker one to turns that begin later."""
    service = sim.bot.app.service
    live = sim.latest()
    before = (await service.read.info(table)).seats[0].late_from
    await sim.manage(sim.alice, "pace brisk")
    await sweep(sim)
    assert "**Alice** wants to change the pace to: several moves a day" in text(sim.again(live))
    notice = sim.latest()
    assert sim.pinged(notice) == {"bob"}
    assert "already a vote on this" in text(await sim.manage(sim.alice, "pace brisk"))
    await sim.click(sim.bob, notice, "Yes")
    info = await service.read.info(table)
    assert info.options["pace"] == "brisk"
    assert info.seats[0].late_from == before
    await sim.click(sim.bob, await board(sim), "Log")
    await alice_ends(sim)
    late = (await service.read.info(table)).seats[1].late_from
    assert late is not None
    assert late - sim.bot.clock.now() == timedelta(days=1.5)  # a day after the reminder that new players get
    await sim.manage(sim.bob, "pace relaxed")
    await sweep(sim)
    await sim.click(sim.alice, sim.latest(), "No")
    assert (await service.read.info(table)).options["pace"] == "brisk"
    assert (await sim.bot.app.service.read.verify(table)).ok
    kinds = [line.kind for line in await sim.bot.app.storage.tables.log(table)]
    assert [kind for kind in kinds if kind in ("ask", "yes", "no", "pace")] == ["ask", "yes", "pace", "ask", "no"]


async def test_P18_an_evening_that_breaks_off_goes_on_day_by_day(sim: Sim) -> None:
    """P18: after an hour all timers restart; players who sit together are reminded after minutes."""
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", pace="live")
    service = sim.bot.app.service
    sim.jump(5 * 60)  # She has never moved here, so she gets half of ten minutes.
    await sweep(sim)
    assert "is waiting for you. Your turn began" in text(sim.latest())
    assert (await service.read.info(table)).seats[0].late_from is None
    sim.jump(54 * 60)
    await sweep(sim)
    assert (await service.read.info(table)).options["pace"] == "live"
    sim.jump(60)
    await sweep(sim)
    await sim.bot.app.announcer.until_shown(table)
    info = await service.read.info(table)
    assert info.options["pace"] == "daily"
    assert info.seats[0].due_since == sim.bot.clock.now()
    assert "Nobody has played for an hour" in text(await board(sim))
    assert not sim.pinged(await board(sim))
    assert (await due(sim, table)) == sim.alice
    assert (await service.read.verify(table)).ok


async def test_a_nudge_and_a_question_know_who_may(sim: Sim, table: int) -> None:
    """P17, P26: only players of the table."""
    assert "don’t have a seat" in text(await sim.manage(sim.carol, "pace none"))
    service = sim.bot.app.service
    await service.act(acts.propose("pace", "none"), table, Person(sim.alice.id, "Alice"))
    await sweep(sim)
    assert "don’t have a seat" in text(await sim.click(sim.carol, sim.latest(), "Yes"))


async def test_a_notice_that_fails_keeps_no_other_waiting_and_is_tried_again(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the unforeseen reason: reminders at two tables are due, and the first cannot be sent."""
    other = sim.world.channels[1]
    await sim.command(sim.carol, "table open", other, start="0", seating="joined")
    await sim.click(sim.dora, sim.latest(other), "Join")
    await sim.click(sim.carol, sim.latest(other), "Start")
    notifier = sim.bot.app.notifier
    tell, tried = notifier._handle, list[int]()

    async def one_cannot(notice: Notice) -> set[int]:
        tried.append(notice.table_id)
        if len(tried) == 1:
            raise ArithmeticError("nobody foresaw this")
        return await tell(notice)

    monkeypatch.setattr(notifier, "_handle", one_cannot)
    sim.jump(DAY)
    await sweep(sim)
    assert tried[0] == table
    assert sim.pinged(sim.latest(other)) == {"carol"}
    assert not any("waiting for you" in text(post) for post in sim.posts())
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert f"table {table}: sending a notification failed, retrying later: ArithmeticError" in record.getMessage()
    caplog.clear()
    await sweep(sim)
    assert sim.pinged(sim.latest()) == {"alice"}


async def test_whatever_part_of_a_look_fails_the_others_are_seen_to(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    notifier, app = sim.bot.app.notifier, sim.bot.app
    sim.jump(DAY)
    await app.service.see_to(50)

    async def cannot(*_: object) -> None:
        raise ArithmeticError("nobody foresaw this")

    def failed() -> list[str]:
        """Return the failures since the last call."""
        errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
        caplog.clear()
        return [error.partition(" failed, retrying later: ArithmeticError")[0] for error in errors]

    with monkeypatch.context() as during:
        during.setattr(notifier.service, "see_to", cannot)
        during.setattr(notifier.announcer, "redraw", cannot)
        during.setattr(notifier.lists, "show", cannot)
        await sweep(sim)
    assert failed() == ["processing due timers", f"table {table}: refreshing its post", "updating the lists of tables"]
    reminder = sim.latest()
    assert sim.pinged(reminder) == {"alice"}
    await alice_ends(sim)
    redrawn = list[int]()

    async def redraw(table_id: int) -> None:
        redrawn.append(table_id)

    with monkeypatch.context() as during:
        during.setattr(notifier, "_remove", cannot)
        during.setattr(notifier.announcer, "redraw", redraw)
        await app.storage.outbox.redraw(table, sim.bot.clock.now())
        await sweep(sim)
    assert failed() == [f"table {table}: deleting an outdated notification"]
    assert redrawn == [table]
    assert reminder.id in {post.id for post in sim.posts()}
    await sweep(sim)
    assert reminder.id not in {post.id for post in sim.posts()}


async def test_storage_out_of_reach_is_one_error_and_not_one_for_each_notice(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sim.jump(DAY)

    async def out_of_reach(*_: object) -> None:
        raise Unavailable("the storage cannot be reached")

    monkeypatch.setattr(sim.bot.app.service, "see_to", out_of_reach)
    monkeypatch.setattr(sim.bot.app.notifier, "_handle", out_of_reach)
    await sweep(sim)
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.getMessage().startswith("scheduler run failed, retrying later: Unavailable")
    caplog.clear()
