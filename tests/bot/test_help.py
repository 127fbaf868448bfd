"""Help finds a topic by any words, leads from page to page, and begins with the game being played."""

import re

import pytest

from bot.panels.help_panel import look_up
from bot.version import VERSION
from games import GAMES
from tests.bot.players import seat_all
from tests.bot.sim import Sim, alts, buttons, message, pictures, text
from wording import words
from wording.help_pages import OLD_WORDS


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("hex 5", "Hex 5"),
        ("5 HEX", "Hex 5"),
        ("h5", "Hex 5"),
        ("monk", "Monk"),
        ("gallia", "Gallia"),
        ("hut upgrade (1 fire) for 1 timber", "Hut upgrade (1 fire) for 1 timber"),
        ("big fire", "Big fire"),
        ("city register space 8", "City register, space 8"),
        ("silk 1", "Silk ship 1"),
        ("quarantine hut", "Quarantine hut"),
        ("retraite", ""),
    ],
)
async def test_a_thing_is_looked_up_by_any_words_of_either_game(sim: Sim, said: str, title: str) -> None:
    answer = await sim.command(sim.carol, "help", topic=said)
    if title:
        assert text(answer).startswith(f"## {title}\n")
        assert len(pictures(sim.env, answer)) == 1
        assert alts(answer)[0] == title
    else:
        assert "no such help page" in text(answer)
    assert message(answer).flags.ephemeral


async def test_of_several_that_fit_one_is_chosen(sim: Sim) -> None:
    answer = message(await sim.command(sim.carol, "help", topic="overseer", game="messina"))
    assert text(answer).startswith("## Overseer\n")
    answer = message(await sim.command(sim.carol, "help", topic="workshop timber", game="messina"))
    assert "Several pages match" in text(answer)
    await sim.choose(sim.carol, answer, "Craftsman workshop (1 timber; 2 timber, if upgraded) for 1 timber")
    assert text(sim.again(answer)).startswith("## Craftsman workshop (1 timber")


async def test_what_is_typed_is_completed_with_things_of_the_game_asked_about_first(sim: Sim) -> None:
    assert "Messina 1347: Hex 5 · 1 timber and 1 fire" in await sim.offers(sim.carol, "help", "topic", "hex 5")
    assert await sim.offers(sim.carol, "help", "topic", "hex 5", game="rattus") == []
    offered = await sim.offers(sim.carol, "help", "topic", "hex 5", game="messina")
    assert offered[0] == "Hex 5 · 1 timber and 1 fire"
    assert (await sim.offers(sim.carol, "help", "topic", "nun"))[0].startswith("Nun · ")


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("take back", "Undoing moves"),
        ("Taking moves back", "Undoing moves"),
        ("private message", "Pace, reminders and absence"),
        ("rest", "Pace, reminders and absence"),
        ("pause", "Pace, reminders and absence"),
        ("begin again", "Leaving and ending a table"),
        ("lay to sleep", "Leaving and ending a table"),
        ("board in words", "Secrets, and the board as text"),
    ],
)
async def test_pages_are_found_by_the_words_of_earlier_versions(sim: Sim, said: str, title: str) -> None:
    assert text(await sim.command(sim.carol, "help", topic=said)).startswith(f"## {title}\n")
    assert await sim.offers(sim.carol, "help", "topic", said[:-1], game="rattus") == [title]


def test_every_old_word_leads_where_its_new_one_does() -> None:
    english = words("en")
    for old, new in OLD_WORDS.items():
        [found] = look_up(old, "rattus", english, elsewhere=False)
        assert found in look_up(new, "rattus", english, elsewhere=False)


async def test_pages_lead_to_the_next_one_and_back_and_things_to_their_page(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "help", topic="goal", game="rattus"))
    order = [page.title for page in GAMES["rattus"].words.help]
    await sim.click(sim.carol, panel, f"{order[1]} ▶")
    assert text(sim.again(panel)).startswith(f"## {order[1]}\n")
    await sim.click(sim.carol, sim.again(panel), f"◀ {order[0]}")
    assert text(sim.again(panel)).startswith(f"## {order[0]}\n")
    await sim.choose(sim.carol, sim.again(panel), "Regions")
    await sim.choose(sim.carol, sim.again(panel), "Gallia")
    assert "**Neighbours:** Anglia" in text(sim.again(panel))
    await sim.click(sim.carol, sim.again(panel), "↩ Regions")
    assert text(sim.again(panel)).startswith("## Regions\n")


async def test_the_legend_is_a_page_of_help(sim: Sim) -> None:
    for game, title in (("rattus", "Cards in play"), ("messina", "Icons")):
        panel = message(await sim.command(sim.carol, "help", game=game))
        await sim.click(sim.carol, panel, title)
        assert text(sim.again(panel)).startswith(f"## {title}\n")
        [png] = pictures(sim.env, sim.again(panel))
        assert len(png) > 10_000


async def test_in_a_lobby_help_begins_with_its_game(sim: Sim) -> None:
    for game, title in (("rattus", "Rattus in short"), ("messina", "Messina 1347 in short")):
        channel = sim.world.channels[game == "messina"]
        await sim.command(sim.alice, "table open", channel, game=game)
        panel = await sim.click(sim.bob, sim.latest(channel), "Help")
        assert text(panel).startswith(f"## {title}\n")
        assert text(await sim.command(sim.bob, "help", channel)).startswith(f"## {title}\n")
    assert "## Opening" in text(await sim.command(sim.bob, "help", sim.world.channels[2]))
    assert "Legend" not in buttons(panel)


async def test_at_a_table_help_says_what_holds_there(sim: Sim) -> None:
    channel, other = sim.world.channels[:2]
    await sim.command(sim.alice, "table open", channel, game="messina")
    for option, value in (("big_fire", "printed"), ("priority_tile", "on")):
        await sim.command(sim.alice, "table options", channel, option=option, value=value)
    fight = text(await sim.command(sim.bob, "help", channel, topic="fight"))
    assert "it never removes two on your hex" in fight
    assert "This table’s option *Big fire* decides that." in fight
    assert "the register priority tile sets it" in text(await sim.command(sim.bob, "help", channel, topic="round"))
    elsewhere = text(await sim.command(sim.bob, "help", other, topic="fight", game="messina"))
    assert "1 big fire removes two cubes there" in elsewhere
    assert "A table can change this with *Big fire*: “as a fire, plus one more cube next to the hex”." in elsewhere
    of_rattus = [text(await sim.command(sim.bob, "help", at, topic="turn", game="rattus")) for at in (channel, other)]
    assert of_rattus[0] == of_rattus[1], "the options are those of another game"


async def test_an_option_without_effect_is_not_offered(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="messina")
    assert "Turn order of round IV" in await sim.offers(sim.alice, "table options", "option", "")
    await sim.command(sim.alice, "table options", option="priority_tile", value="on")
    assert "Turn order of round IV" not in await sim.offers(sim.alice, "table options", "option", "")


@pytest.mark.parametrize(("game", "topic"), [("rattus", "Signs and symbols"), ("messina", "Icons and signs")])
async def test_every_sign_of_a_question_is_looked_up_in_two_touches(sim: Sim, game: str, topic: str) -> None:
    """From the board: Help, then the page of the signs; signs in pictures are in the legend, as near."""
    await seat_all(sim, [sim.alice, sim.bob], game=game)
    panel = message(await sim.click(sim.alice, sim.latest(), "Help"))
    assert GAMES[game].parts.legend in buttons(panel)
    await sim.choose(sim.alice, panel, topic)
    told = text(sim.again(panel))
    assert "**On buttons:**" in told
    for move in GAMES[game].words.moves.values():
        assert re.search(rf"{re.escape(move.sign)} [^·]*{re.escape(move.text)}", told), move.text


async def test_P121_everybody_sees_the_version_and_since_when_it_runs(sim: Sim) -> None:
    """P121: in `/help`; after an outage the next post of each table mentions it (P7)."""
    told = text(await sim.command(sim.carol, "help"))
    assert f"-# Miasma {VERSION}, started <t:{int(sim.bot.app.since.timestamp())}:R>" in told
    before = sim.bot.app.since
    sim.jump(3600)
    await sim.restart()
    assert (sim.bot.app.since - before).total_seconds() >= 3600
