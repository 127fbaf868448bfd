"""Tables and their people: lobby, options, start, leaving, substitutes, votes, threads, lists."""

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord_api.permissions import NEEDED_PERMISSIONS
from tests.bot import forge
from tests.bot.players import answers, due, leave, seat_all, take_seat
from tests.bot.sim import Sim, buttons, message, pictures, text


async def test_the_lobby_shows_what_will_be_played_before_anybody_joins(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", late_abilities="off")
    lobby = text(sim.latest())
    assert "Rattus" in lobby
    assert "only before the plague moves" in lobby
    assert lobby.count("free") == 3


async def test_one_lobby_post_is_edited_in_place(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    await sim.click(sim.bob, lobby, "Join")
    assert "Only Alice, the host of this table, can start the game. If Alice does nothing" in text(
        message(await sim.click(sim.bob, lobby, "Start"))
    )
    await sim.command(sim.carol, "table join")
    await sim.click(sim.bob, lobby, "Leave")
    options = await sim.click(sim.alice, lobby, "Options")
    await sim.click(sim.alice, options, "Rulings")
    await sim.choose(sim.alice, sim.again(options), "Seat 2")
    assert [post.id for post in sim.posts()] == [lobby.id]
    now = text(sim.again(lobby))
    assert "Carol" in now
    assert "Bob" not in now
    assert "seat 2" in now
    assert not sim.pinged(lobby)


async def test_start_posts_the_board_and_pings_only_the_first(sim: Sim) -> None:
    await seat_all(sim, sim.people, start="2", seating="joined")
    assert sim.pinged(sim.latest()) == {"carol"}
    assert "Carol" in text(sim.latest())
    assert len(pictures(sim.env, sim.latest())) == 1
    assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]


async def test_a_closed_lobby_says_so_and_frees_the_channel(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.manage(sim.alice, "close")
    assert not buttons(sim.latest())
    assert "closed" in text(sim.latest())
    await sim.command(sim.bob, "table open")
    assert "Bob" in text(sim.latest())


async def test_who_leaves_is_replaced_by_who_comes(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    asked = await sim.command(sim.alice, "table leave")
    assert text(asked).endswith("Leave?")
    await sim.click(sim.alice, asked, "Stay")
    assert (await sim.bot.app.service.read.info(table)).vacant == ()
    await leave(sim, sim.alice)
    assert "has left" in text(sim.latest())
    await take_seat(sim, sim.carol)
    assert "Take the free seat" not in buttons(sim.latest())
    assert (await due(sim, table)) == sim.carol
    assert answers(await sim.click(sim.carol, sim.latest(), "Your turn"))


async def test_all_must_agree_to_end_a_running_table(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.manage(sim.alice, "close")
    assert "wants to end this game without a result. Waiting for 1 more yes." in text(sim.latest())
    await sim.click(sim.bob, sim.latest(), "No")
    assert "Yes" not in buttons(sim.latest())
    await sim.manage(sim.bob, "close")
    await sim.click(sim.alice, sim.latest(), "Yes")
    assert (await sim.bot.app.service.read.info(table)).status == "cancelled"
    assert "The players ended this game" in text(sim.latest())
    assert "Your turn" not in buttons(sim.latest())


async def test_play_again_opens_a_table_with_the_same_options(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", late_abilities="off")
    await sim.manage(sim.alice, "close")
    await sim.manage(sim.bob, "close")
    ended = sim.latest()
    await sim.race([(sim.bob, ended, "Play again"), (sim.alice, ended, "Play again")])
    [info] = await sim.open_tables()
    assert info.options["late_abilities"] == "off"
    assert info.host_id in (sim.alice.id, sim.bob.id)
    assert {seat.name for seat in info.seats} == {"Alice", "Bob"}, "who came second has joined"
    assert "Join" in buttons(sim.latest())
    for act in ("start", "close"):
        for who in (sim.bob, sim.alice):
            await sim.manage(who, act)
        if act == "start":
            assert "already a table" in text(await sim.click(sim.bob, ended, "Play again")), "that game has begun"
    await sim.command(sim.alice, "table open", game="messina")
    assert "already a table" in text(await sim.click(sim.bob, ended, "Play again"))
    assert [seat.name for seat in (await sim.open_tables())[0].seats] == ["Alice"], "it is another game"


async def test_a_table_in_a_new_thread_leaves_the_channel_free(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", thread=True)
    [info] = await sim.open_tables()
    assert info.place.parent_id == sim.channel.id
    assert info.place.channel_id != sim.channel.id
    answer = await sim.command(sim.bob, "table open")
    assert "open" in text(answer)
    assert len(await sim.open_tables()) == 2


async def test_threads_that_may_not_be_opened(sim: Sim) -> None:
    sim.forbid("create_public_threads")
    answer = await sim.command(sim.alice, "table open", thread=True)
    assert "Create Public Threads" in text(answer)
    assert not await sim.open_tables()


async def test_lists_of_tables(sim: Sim) -> None:
    assert "There are no open tables" in text(await sim.command(sim.carol, "table list"))
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.carol, "table open", sim.world.channels[1])
    listed = text(await sim.command(sim.dora, "table list")).splitlines()
    assert "needs players" in listed[1]
    assert "Alice and Bob" in listed[2]
    assert "your turn, since" in text(await sim.command(sim.alice, "mygames"))
    assert "others’ turn" in text(await sim.command(sim.bob, "mygames"))
    assert "You aren’t at any table" in text(await sim.command(sim.dora, "mygames"))


async def test_fresh_channels_get_their_tables_anew(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.carol, "table open", sim.world.channels[1])
    before = len(sim.posts())
    for post in sim.posts():
        sim.delete(post)
    await sim.restart()
    tables = await sim.bot.fresh_channels()
    for table in [*tables, *tables]:  # Posts made in the meantime are not repeated.
        await sim.bot.appear(table)
    assert before > 1
    assert len(sim.posts()) == 1
    assert "Your turn" in buttons(sim.latest())
    assert not sim.pinged(sim.latest())
    assert "Join" in buttons(sim.latest(sim.world.channels[1]))


async def test_the_bot_has_exactly_the_permissions_it_asks_for(sim: Sim) -> None:
    guild = sim.env.backend.guilds[sim.world.guild.id]
    roles = guild.members[sim.env.backend.bot_user.id].role_ids
    granted = [guild.roles[role].permissions for role in roles if role != guild.id]
    assert granted == [NEEDED_PERMISSIONS.value]


async def test_names_do_no_harm(sim: Sim) -> None:
    evil = sim.world.guild.add_member(sim.env.create_user("evil", global_name="@everyone **x** <@1> `"))
    await sim.command(evil, "table open")
    await sim.click(sim.alice, sim.latest(), "Join")
    await sim.click(evil, sim.latest(), "Start")
    for post in sim.posts():
        assert not sim.stored(post).mention_everyone
        assert "@everyone" not in text(post)
    assert message(await sim.command(evil, "log"))


async def test_a_private_conversation_is_a_place_to_move(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    alone = sim.alice.user
    assert "2 cubes in Gallia" in text(await sim.command(alone, "move", move="place gallia 2"))
    mine = await sim.command(alone, "mygames")
    panel = await sim.click(alone, mine, "Your turn: #table")
    await sim.click(alone, panel, "End my turn")
    assert "2 cubes in Gallia" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_in_private_it_must_be_clear_which_table_is_meant(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    other = sim.world.channels[1]
    await sim.command(sim.alice, "table open", other, start="0", seating="joined")
    await sim.click(sim.carol, sim.latest(other), "Join")
    await sim.click(sim.alice, sim.latest(other), "Start")
    assert "several tables" in text(await sim.command(sim.alice.user, "move", move="place gallia 2"))
    assert "There is no table" in text(await sim.command(sim.dora.user, "move", move="place gallia 2"))


async def test_who_looks_after_a_channel_closes_a_lobby_whose_host_is_away(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.manage(sim.bob, "close")
    assert "Join" in buttons(sim.latest())
    manage = discord.Permissions(manage_channels=True).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.bob.id, OverwriteType.MEMBER, allow=manage))
    assert "closed" in text(await sim.command(sim.bob, "moderate close"))
    assert not buttons(sim.latest())


async def test_who_looks_after_a_channel_ends_no_running_game(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    manage = discord.Permissions(manage_channels=True).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.carol.id, OverwriteType.MEMBER, allow=manage))
    assert "for 14 days" in text(await sim.command(sim.carol, "moderate close"))
    assert "don’t have a seat" in text(await sim.manage(sim.dora, "close"))
    assert (await sim.bot.app.service.read.info(table)).open


async def test_a_table_is_opened_with_buttons_where_no_game_is_named(sim: Sim) -> None:
    asked = message(await sim.alice.slash(sim.channel, "table open"))
    await sim.click(sim.alice, asked, "Play with friends")
    offered = {"Rattus", "Messina 1347", "Messina 1347, alone", "Open it in a new thread", "◀ Back"}
    assert set(buttons(sim.again(asked))) == offered
    await sim.click(sim.alice, sim.again(asked), "Open it in a new thread")
    await sim.click(sim.alice, sim.again(asked), "Rattus")
    [info] = await sim.open_tables()
    assert (info.game, info.place.parent_id) == ("rattus", sim.channel.id)
    assert "Your table is open" in text(sim.again(asked))
    assert "Press **Start** under it when 1 more player has pressed **Join**." in text(sim.again(asked))
    alone = sim.alice.user
    asked = message(await alone.slash("table open"))
    await sim.click(alone, asked, "Play with friends")
    offered = {"Rattus", "Messina 1347", "◀ Back"}
    assert set(buttons(sim.again(asked))) == offered, "what can be played alone or against computers"
    await sim.click(alone, sim.again(asked), "Messina 1347")
    assert len(await sim.open_tables()) == 2
    assert "Press **Start** under it to begin." in text(sim.again(asked))
    assert "choose the game" in text(await sim.bob.slash(sim.channel, "table open", seating="joined"))


async def test_the_fingerprint_is_short_and_whole_on_request(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob])
    fingerprint = (await sim.bot.app.service.read.info(table)).fingerprint
    assert fingerprint in text(await sim.manage(sim.carol, "verify"))
    await sim.command(sim.alice, "table open", sim.world.channels[1])
    info = (await sim.open_tables())[-1]
    lobby = sim.latest(sim.world.channels[1])
    assert f"`{info.fingerprint[:8]}…`" in text(lobby)
    assert info.fingerprint not in text(lobby)
    panel = message(await sim.click(sim.alice, lobby, "Options"))
    assert info.fingerprint in text(await sim.click(sim.alice, panel, "Fingerprint"))


async def test_p99_the_second_who_wants_to_play_again_joins_the_first(sim: Sim) -> None:
    """P99: one lobby with the same options, and both in it; a lobby of another game does not count."""
    await seat_all(sim, [sim.alice, sim.bob], start="1", seating="joined", pace="daily")
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    ended = sim.latest()
    await sim.click(sim.bob, ended, "Play again")
    await sim.click(sim.alice, ended, "Play again")
    [lobby] = await sim.open_tables()
    assert [seat.name for seat in lobby.seats] == ["Bob", "Alice"]
    assert (lobby.options["pace"], lobby.options["seating"]) == ("daily", "joined")
    assert "You already have a seat at this table" in text(await sim.click(sim.alice, ended, "Play again"))
    await sim.manage(sim.bob, "close")
    await sim.command(sim.carol, "table open", game="messina")
    assert "There is already a table in this channel" in text(await sim.click(sim.alice, ended, "Play again"))


async def test_p98_who_wants_to_play_alone_says_so(sim: Sim) -> None:
    """P98: alone or with others is asked as a table is opened, and again at the start."""
    asked = message(await sim.alice.slash(sim.channel, "table open"))
    for way in ("Play with friends", "◀ Back", "Play against the computer"):
        await sim.click(sim.alice, sim.again(asked), way)
        assert ("Messina 1347, alone" in buttons(sim.again(asked))) == (way != "◀ Back")
        assert "Rattus, alone" not in buttons(sim.again(asked))
    await sim.click(sim.alice, sim.again(asked), "Messina 1347, alone")
    [info] = await sim.open_tables()
    assert (info.status, len(info.seats)) == ("running", 1)
    there = sim.thread("another")
    assert "can’t be played alone" in text(await sim.command(sim.bob, "table open", there, game="rattus", alone=True))
    await sim.command(sim.bob, "table open", there, game="messina", alone=True)
    assert [table.status for table in await sim.open_tables()] == ["running", "running"]


async def test_p95_the_host_hears_once_that_the_last_seat_is_taken(sim: Sim) -> None:
    """P95: one notice, with the way to start; it is deleted when the game begins."""
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    for who in (sim.bob, sim.carol, sim.dora):
        await sim.click(who, lobby, "Join")
    await sim.bot.app.notifier.sweep()
    note = sim.latest()
    assert text(note) == f"<@{sim.alice.id}>, all seats are taken: Rattus in <#{sim.channel.id}> can start."
    assert sim.pinged(note) == {"alice"}
    await sim.click(sim.dora, lobby, "Leave")
    await sim.click(sim.dora, lobby, "Join")
    await sim.bot.app.notifier.sweep()
    assert sim.latest().id == note.id, "once"
    await sim.click(sim.alice, note, "Start")
    await sim.bot.app.notifier.sweep()
    assert note.id not in [post.id for post in sim.posts()]
    assert (await sim.open_tables())[0].status == "running"


async def test_p92_the_host_lets_somebody_go_from_the_lobby(sim: Sim) -> None:
    """P92: the host only, before the start, and not themselves; a removed player may come again."""
    await sim.command(sim.alice, "table open")
    for who in (sim.bob, sim.carol):
        await sim.click(who, sim.latest(), "Join")
    assert [label for label in buttons(await sim.manage(sim.alice)) if "Remove" in label] == [
        "Remove Bob",
        "Remove Carol",
    ]
    assert "Only Alice" in text(await sim.manage(sim.bob, "remove 2"))
    panel = message(await sim.manage(sim.alice))
    table = (await sim.open_tables())[0].id
    await forge.press(sim, sim.alice, panel, f"m1:{table}:-:0:manage:remove 0")
    assert "That seat is empty" in text(sim.again(panel))
    assert "free again" in text(await sim.manage(sim.alice, "remove 1"))
    assert "Bob" not in text(sim.latest())
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    await forge.press(sim, sim.alice, panel, f"m1:{table}:-:0:manage:remove 1")
    assert "only possible before" in text(sim.again(panel))


async def test_no_thread_is_left_behind_where_there_is_no_room_for_a_table(sim: Sim) -> None:
    """P119: the bot could not delete the thread again."""
    for channel in sim.world.channels:
        await sim.command(sim.alice, "table open", channel)
    answer = text(await sim.command(sim.alice, "table open", thread=True))
    assert "You host 3 tables here" in answer
    assert not [channel for channel in sim.env.backend.channels.values() if channel.is_thread]
