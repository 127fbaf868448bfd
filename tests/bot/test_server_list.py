"""P100, P101: a server's list of tables to join and people looking for players, and the tables that open for them."""

from dataclasses import replace

import discord
import pytest

import wording
from bot.channel.server_list import MAX_ENTRIES, list_texts
from rules_service import Person, acts
from storage import InvitedRow
from tests.bot.infos import NOON, lobby, running, seat
from tests.bot.sim import Sim, buttons, message, text

pytestmark = pytest.mark.usefixtures("undrawn")

WEEK = 7 * 24 * 3600.0


@pytest.fixture
async def post(sim: Sim) -> discord.Message:
    """Return the post of a new list in a channel of its own, on a server owned by Alice."""
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    await sim.command(sim.alice, "server listing", sim.world.channels[1])
    return sim.latest(sim.world.channels[1])


async def test_P101_one_silent_post_lists_what_people_can_join(sim: Sim, post: discord.Message) -> None:
    """P101, P58: the silent post is edited in place and lists lobbies, free seats and people looking for players."""
    assert "nobody is looking for a game" in text(post)
    assert post.flags.silent
    await sim.command(sim.alice, "table open", game="messina")
    await sim.sweep()
    assert f"**Messina 1347** in <#{sim.channel.id}>, 1 of 4: Alice" in text(sim.again(post))
    assert "late after 7 days" in text(sim.again(post))
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.sweep()
    assert "2 of 4: Alice and Bob" in text(sim.again(post))
    await sim.click(sim.alice, sim.latest(), "Start")
    await sim.sweep()
    assert "Messina" not in text(sim.again(post))
    [table] = await sim.open_tables()
    await sim.bot.app.service.act(acts.leave(), table.id, Person(sim.bob.id, "Bob"))
    await sim.sweep()
    assert "Bob’s seat" in text(sim.again(post))
    await sim.command(sim.carol, "table find", game="rattus", players=3, pace="daily")
    assert "**Carol**: Rattus, 3 players" in text(sim.again(post)), "who presses need not wait for it"
    sim.jump(WEEK)
    await sim.sweep()
    assert "Carol" not in text(sim.again(post))
    assert len(sim.posts(sim.world.channels[1])) == 1
    assert not sim.pinged(post)


def test_P101_only_what_people_can_join_is_listed() -> None:
    """P101: full lobbies, those whose last seats are kept for invited people, and sleeping tables are left out."""
    three, w = [seat(number) for number in range(3)], wording.words("en")
    room, full = lobby("rattus", *three), lobby("rattus", *three, seat(3))
    kept = lobby("rattus", *three, invited=(InvitedRow(8, NOON, 108, "Hal"),))
    free = running("rattus", *three[:2], seat(2, vacant=True))
    tables = [room, full, kept, free, replace(free, asleep_since=NOON), running("rattus", *three)]
    heads = ["## Who plays here", "### Open tables", "### Free seats in running games"]
    told = list_texts(tables, [], w)
    assert ([text.split("\n")[0] for text in told], [text.count("**Rattus**") for text in told]) == (heads, [0, 1, 1])
    for count, more in ((MAX_ENTRIES, False), (MAX_ENTRIES + 1, True)):
        entries = list_texts([room] * count, [], w)[1]
        assert (entries.count("**Rattus**"), entries.endswith("\n…")) == (MAX_ENTRIES, more)


async def test_P101_closed_tables_are_not_listed_and_unchanged_lists_not_edited(sim, post):
    """P101: lobbies by invitation are left out. An unchanged list isn't edited."""
    await sim.command(sim.alice, "table open", game="rattus", entry="invited")
    await sim.sweep()
    assert "Alice" not in text(sim.again(post))
    assert not [one for one in sim.env.http_requests if one.method == "PATCH" and str(post.id) in one.path]


async def test_P101_there_is_a_list_only_where_it_is_wanted(sim: Sim, post: discord.Message) -> None:
    """P101: a server has one list. Deleting the post turns the list off, and a command removes it."""
    first, other = sim.world.channels[1], sim.channel
    await sim.command(sim.alice, "server listing", other)
    assert not sim.posts(first)
    assert "Who plays here" in text(sim.latest(other))
    assert "have been removed" in text(await sim.command(sim.alice, "server unlist"))
    assert not [one for one in sim.posts(other) if "Who plays here" in text(one)]
    assert "has no list" in text(await sim.command(sim.bob, "table find", game="rattus"))
    await sim.command(sim.alice, "server listing", first)
    sim.delete(sim.latest(first))
    await sim.command(sim.alice, "table open")
    await sim.sweep()
    assert await sim.bot.app.storage.matchmaking.list_of(sim.world.guild.id) is None
    assert not sim.posts(first)


async def test_P101_a_list_that_cannot_be_brought_up_to_date_is_tried_again(sim: Sim, post: discord.Message) -> None:
    await sim.command(sim.alice, "table open")
    sim.fail("PATCH", "/channels/*/messages/*", 500)
    await sim.sweep()
    assert "Alice" not in text(sim.again(post))
    await sim.sweep()
    assert "Alice" in text(sim.again(post))


async def test_P100_when_entries_fit_a_lobby_opens_in_a_thread_with_all_invited(sim, post):
    """P100: the lobby opens once three entries match. Everybody stays on the list until then."""
    panel = await sim.click(sim.alice, post, "Look for players")
    assert message(panel).flags.ephemeral
    await sim.choose(sim.alice, sim.panel(sim.alice, sim.world.channels[1]), "2 players", "3 players")
    await sim.choose(sim.alice, sim.panel(sim.alice, sim.world.channels[1]), "A move a day; late after 3 days")
    await sim.click(sim.alice, sim.panel(sim.alice, sim.world.channels[1]), "Put me on the list")
    shown = sim.panel(sim.alice, sim.world.channels[1])
    assert "You’re on the list now." in text(shown)
    assert "**Alice**: Rattus, 2 or 3 players" in text(shown)
    assert "Remove from the list: Rattus" in buttons(shown)
    assert "on the list now" in text(await sim.command(sim.bob, "table find", game="rattus", players=3, pace="daily"))
    assert not await sim.open_tables()
    sim.forbid("create_public_threads", channel=sim.world.channels[1])
    refused = text(await sim.command(sim.carol, "table find", game="rattus", pace="daily"))
    assert "Create Public Threads" in refused
    await sim.sweep()
    assert "**Carol**" in text(sim.again(post)), "she stays on the list"
    sim.forbid(channel=sim.world.channels[1])
    told = text(await sim.command(sim.carol, "table find", game="rattus", pace="daily"))
    [info] = await sim.open_tables()
    assert f"<#{info.place.channel_id}>" in told
    assert "Invited: Alice and Bob" in told
    assert info.place.parent_id == sim.world.channels[1].id
    assert ([seat.name for seat in info.seats], info.options["pace"]) == (["Carol"], "daily")
    assert {one.name for one in info.invited} == {"Alice", "Bob"}
    assert not await sim.bot.app.service.matchmaking.entries(sim.world.guild.id)
    await sim.bot.app.service.act(acts.join(), info.id, Person(sim.alice.id, "Alice"))
    await sim.bot.app.service.act(acts.join(), info.id, Person(sim.bob.id, "Bob"))


async def test_P100_a_player_leaves_the_list_with_a_press(sim: Sim, post: discord.Message) -> None:
    """P100: one press removes an entry. A number of players that the game doesn't allow is refused."""
    told = text(await sim.command(sim.alice, "table find", game="rattus", players=9))
    assert "can’t be played with that many people" in told
    assert "Alice" not in text(sim.again(post))
    await sim.command(sim.alice, "table find", game="messina")
    assert "Alice" in text(sim.again(post))
    await sim.command(sim.alice, "table find")
    await sim.click(sim.alice, sim.panel(sim.alice), "Remove from the list")
    assert "You’re off the list." in text(sim.panel(sim.alice))
    assert "Alice" not in text(sim.again(post))
    assert "DM" in text(await sim.command(sim.bob.user, "table find", game="rattus"))
