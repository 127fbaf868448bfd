"""*Board as text* in the menu of a message: the public board of the table in words, for the person who asked."""

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.client import CommandWords
from bot.cogs.play import BOARD_AS_TEXT
from tests.bot.players import game, seat_all, turn
from tests.bot.sim import Anything, Sim, buttons, message, text
from wording import words

pytestmark = pytest.mark.usefixtures("undrawn")

NAMES = {"de": "Spielplan als Text", "pl": "Plansza jako tekst", "hu": "Tábla szövegként"}
OLDER = "This is the current board; the post is older."


async def read(sim: Sim, who: Any, on: Anything, channel: ChannelHandle | None = None) -> str:
    """Choose *Board as text* on a message. Return the ephemeral answer."""
    answer = await who.context_menu(channel or sim.channel, BOARD_AS_TEXT, message(on))
    assert message(answer).flags.ephemeral
    return "\n".join([text(answer), *(text(more) for more in answer.followups)])


async def test_a_post_is_read_as_the_public_board_by_players_and_spectators(sim: Sim, table: int) -> None:
    before = len(sim.posts())
    by_command = text(await sim.command(sim.carol, "board", text=True))
    for person in (sim.alice, sim.bob, sim.carol):
        assert await read(sim, person, sim.latest()) == by_command
    assert "Gallia" in by_command
    assert (await game(sim, table)).view(None).question
    assert len(sim.posts()) == before, "only the reader sees it"
    sim.locales[sim.carol.id] = "de"
    assert "Gallien" in await read(sim, sim.carol, sim.latest())


async def test_an_older_post_says_that_this_is_the_board_now(sim: Sim, table: int) -> None:
    old = sim.latest()
    assert OLDER not in await read(sim, sim.bob, old)
    await turn(sim, "gallia")
    assert sim.latest().id != old.id
    assert (await read(sim, sim.bob, old)).startswith(f"-# {OLDER}\n")
    assert OLDER not in await read(sim, sim.bob, sim.latest())
    assert buttons(sim.again(old)) == {}, "it is found without its buttons"


async def test_a_lobbys_post_is_read_as_text_and_a_closed_lobby_is_named(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    assert "**Alice**" in await read(sim, sim.bob, lobby)
    await sim.click(sim.alice, lobby, "Leave")
    assert "This table was closed." in await read(sim, sim.bob, lobby)


async def test_a_game_that_is_over_is_read_with_its_end(sim: Sim) -> None:
    await seat_all(sim, [sim.alice], game="messina")
    await sim.manage(sim.alice, "close")
    assert not await sim.open_tables()
    by_command = await sim.command(sim.bob, "board", text=True)
    now = await read(sim, sim.bob, sim.latest())
    assert now == "\n".join([text(by_command), *(text(more) for more in by_command.followups)])
    assert OLDER not in now
    assert OLDER in await read(sim, sim.bob, sim.posts()[0]), "the post of the lobby"


async def test_messages_that_are_no_posts_of_a_table_are_refused_in_words(sim: Sim) -> None:
    theirs = await sim.alice.send(sim.channel, "Hello")
    assert await read(sim, sim.alice, theirs) == (
        "That isn’t one of my posts. *Board as text* works on a table’s posts."
    )
    channel = sim.bot.get_channel(sim.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("A post about nothing")
    assert await read(sim, sim.alice, sim.latest()) == (
        "That message isn’t about a table. *Board as text* works on a table’s posts."
    )


async def test_a_notification_leads_to_its_table_by_its_buttons(sim: Sim, table: int) -> None:
    board = await read(sim, sim.carol, sim.latest())
    await sim.bot.app.storage.outbox.forget_posts()
    assert await read(sim, sim.carol, sim.latest()) == board


async def test_a_post_that_a_table_left_behind_shows_nothing_to_strangers(sim: Sim, table: int) -> None:
    """A post that its table has left shows nothing to people who can't use the table's new place."""
    post = sim.latest()

    async def move(db: Any) -> None:
        await db.run("UPDATE tables SET guild_id = 5, channel_id = 6 WHERE id = ?", (table,))

    await sim.bot.app.storage.database.write(move)
    assert "Gallia" not in await read(sim, sim.carol, post)
    assert "There is no such table" in await read(sim, sim.carol, post)
    assert "Gallia" in await read(sim, sim.alice, post)


async def test_the_menus_name_is_translated_and_within_discords_limit(sim: Sim) -> None:
    [menu] = sim.bot.tree.get_commands(type=discord.AppCommandType.message)
    payload: Any = await menu.get_translated_payload(sim.bot.tree, CommandWords())
    assert payload["name"] == BOARD_AS_TEXT
    assert {lang: payload["name_localizations"][lang] for lang in NAMES} == NAMES
    assert all(len(name) <= 32 for name in (BOARD_AS_TEXT, *NAMES.values()))
    assert {words(lang)._(BOARD_AS_TEXT) for lang in NAMES} == set(NAMES.values())
