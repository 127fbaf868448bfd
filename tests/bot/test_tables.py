import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.players import seat_all
from tests.bot.sim import Sim, buttons, message, text


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


async def test_a_table_in_a_new_thread_leaves_the_channel_free(sim: Sim) -> None:
    sim.forbid("create_public_threads")
    assert "Create Public Threads" in text(await sim.command(sim.alice, "table open", thread=True))
    sim.forbid()
    await sim.command(sim.alice, "table open", thread=True)
    [info] = await sim.open_tables()
    assert info.place.parent_id == sim.channel.id
    assert info.place.channel_id != sim.channel.id
    answer = await sim.command(sim.bob, "table open")
    assert "open" in text(answer)
    assert len(await sim.open_tables()) == 2


async def test_empty_channels_get_their_tables_again(sim: Sim, table: int) -> None:
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


async def test_a_private_conversation_is_a_place_to_move(sim: Sim, table: int) -> None:
    alone = sim.alice.user
    assert "2 cubes in Gallia" in text(await sim.command(alone, "move", move="place gallia 2"))
    mine = await sim.command(alone, "mygames")
    panel = await sim.click(alone, mine, "Your turn: #table")
    await sim.click(alone, panel, "End my turn")
    assert "2 cubes in Gallia" in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_moderator_closes_a_lobby_whose_host_is_away(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.manage(sim.bob, "close")
    assert "Join" in buttons(sim.latest())
    manage = discord.Permissions(manage_channels=True).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(sim.bob.id, OverwriteType.MEMBER, allow=manage))
    assert "closed" in text(await sim.command(sim.bob, "moderate close"))
    assert not buttons(sim.latest())


async def test_the_fingerprint_is_short_and_whole_on_request(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    [info] = await sim.open_tables()
    assert f"`{info.fingerprint[:8]}…`" in text(sim.latest())
    assert info.fingerprint not in text(sim.latest())
    panel = message(await sim.click(sim.alice, sim.latest(), "Options"))
    assert info.fingerprint in text(await sim.click(sim.alice, panel, "Fingerprint"))


async def test_p99_the_second_player_to_play_again_joins_the_first(sim: Sim) -> None:
    """P99: both get into one lobby with the options of their last game. A lobby of another game doesn't count."""
    await seat_all(sim, [sim.alice, sim.bob], start="1", seating="joined", pace="daily")
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    ended = sim.latest()
    await sim.race([(sim.bob, ended, "Play again"), (sim.alice, ended, "Play again")])
    [lobby] = await sim.open_tables()
    assert {seat.name for seat in lobby.seats} == {"Bob", "Alice"}
    assert (lobby.options["pace"], lobby.options["seating"]) == ("daily", "joined")
    assert "You already have a seat at this table" in text(await sim.click(sim.alice, ended, "Play again"))
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    await sim.command(sim.carol, "table open", game="messina")
    assert "There is already a table in this channel" in text(await sim.click(sim.alice, ended, "Play again"))


async def test_p95_the_host_is_notified_once_that_the_last_seat_is_taken(sim: Sim) -> None:
    """P95: one notification shows the host how to start. It is deleted when the game begins."""
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    for who in (sim.bob, sim.carol, sim.dora):
        await sim.click(who, lobby, "Join")
    await sim.sweep()
    note = sim.latest()
    assert text(note) == f"<@{sim.alice.id}>, all seats are taken: Rattus in <#{sim.channel.id}> can start."
    assert sim.pinged(note) == {"alice"}
    await sim.click(sim.dora, lobby, "Leave")
    await sim.click(sim.dora, lobby, "Join")
    await sim.sweep()
    assert sim.latest().id == note.id, "once"
    await sim.click(sim.alice, note, "Start")
    await sim.sweep()
    assert note.id not in [post.id for post in sim.posts()]
    assert (await sim.open_tables())[0].status == "running"


async def test_no_thread_is_left_behind_where_there_is_no_room_for_a_table(sim: Sim) -> None:
    """P119: no thread is opened for a refused table, because the bot couldn't delete it again."""
    for channel in sim.world.channels:
        await sim.command(sim.alice, "table open", channel)
    answer = text(await sim.command(sim.alice, "table open", thread=True))
    assert "You host 3 tables here" in answer
    assert not [channel for channel in sim.env.backend.channels.values() if channel.is_thread]
