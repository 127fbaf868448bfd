"""The start panel: first the language, then learn, play against the computer, or play with friends."""

import pytest

from games import GAMES
from tests.bot import forge
from tests.bot.sim import Sim, buttons, message, text
from wording import words

LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "Polski", "hu": "Magyar"}


async def start(sim: Sim, who, *where):
    """Return the panel of `/table open` without a game."""
    return message(await who.slash(*where, "table open"))


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_the_start_panel_asks_for_the_language_and_is_then_in_it(sim: Sim, lang: str) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    assert [label for label in buttons(panel) if label in LANGUAGES.values()] == list(buttons(panel))[:4]
    await sim.click(sim.alice, panel, LANGUAGES[lang])
    w = words(lang)
    offered = buttons(sim.again(panel))
    for label in ("Learn", "Play against the computer", "Play with friends", "Help"):
        assert w._(label) in offered
    assert lang == "en" or "Learn" not in offered
    assert not sim.posts(), "only the person who asked sees it"
    again = await start(sim, sim.alice, sim.channel)
    assert w._("Learn") in buttons(again), "it is remembered"


async def test_learn_opens_beside_the_start_panel(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    lessons = message(await sim.click(sim.alice, panel, "Learn"))
    assert "## Learn to play" in text(lessons)
    assert {game.title for game in GAMES.values() if game.lesson} <= set(buttons(lessons))


async def test_against_the_computer_the_game_begins_at_once(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    await sim.click(sim.alice, panel, "Play against the computer")
    assert "How strong should it be?" in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Steady")
    info = await sim.bot.app.service.read.table_in(sim.channel.id)
    assert info.status == "running"
    assert [seat.computer for seat in info.seats if seat.computer] == ["steady"]
    assert info.alone
    assert info.seat_of(sim.alice.id) is not None


async def test_friends_are_played_with_here_or_in_a_thread_as_before(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    await sim.click(sim.alice, panel, "Play with friends")
    assert {"Rattus", "Messina 1347", "Open it in a new thread", "Messina 1347, alone"} <= set(
        buttons(sim.again(panel))
    )
    await sim.click(sim.alice, sim.again(panel), "◀ Back")
    assert "Learn" in buttons(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Play with friends")
    await sim.click(sim.alice, sim.again(panel), "Rattus")
    assert "## Rattus" in text(sim.latest())


async def test_in_a_private_conversation_the_start_panel_says_where_friends_play(sim: Sim) -> None:
    panel = message(await sim.alice.user.slash("table open"))
    await sim.click(sim.alice.user, panel, "Deutsch")
    w = words("de")
    await sim.click(sim.alice.user, sim.again(panel), w._("Play with friends"))
    assert w._("You’re the only player here. Friends can join a table in a channel of a server.") in text(
        sim.again(panel)
    )


async def test_a_forged_press_on_the_start_panel_changes_nothing(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    for words_ in ("klingon", "", "xx learn chess"):
        await forge.press(sim, sim.alice, panel, f"m1:0:-:0:speak:{words_}")
    await forge.press(sim, sim.alice, panel, "m1:0:-:0:welcome:computer chess")
    await forge.press(sim, sim.alice, panel, "m1:0:-:0:open:chess steady")
    assert "Learn" in buttons(await start(sim, sim.alice, sim.channel))
