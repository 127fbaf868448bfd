"""A third game needs only one line in the rules' list and one record in `games`. The tests play a whole game of it."""

from io import BytesIO

import pytest
from PIL import Image

import rules
from games import GAMES, BotGame
from tests.bot.conftest import MakeBot
from tests.bot.players import answers, options_of, seat_all
from tests.bot.sim import Sim, buttons, message, pictures, text
from tests.bot.toy import BLUE, BOT_GAME, DICE_GAME, RED


@pytest.fixture
def third_game() -> BotGame:
    """Return the game that this test's bots know in addition to the others."""
    return BOT_GAME


@pytest.fixture
def make_bot(monkeypatch: pytest.MonkeyPatch, make_bot: MakeBot, third_game: BotGame) -> MakeBot:
    monkeypatch.setitem(rules.GAMES, "toy", third_game.rules)
    monkeypatch.setitem(GAMES, "toy", third_game)
    return make_bot


async def test_a_third_game_is_opened_played_and_ended(sim: Sim) -> None:
    # The lobby, with one option typed on opening and one chosen in the panel.
    await sim.command(sim.alice, "table open", game="toy", start="0", seating="joined")
    assert "## Toy" in text(sim.latest())
    assert "**Who begins:** seat 1" in text(sim.latest())
    await sim.click(sim.bob, sim.latest(), "Join")
    labels = [option["label"] for menu in await options_of(sim, sim.alice, sim.latest()) for option in menu["options"]]
    assert "Seat 2" in labels
    assert "Yes, and I can undo until then" in labels
    await sim.click(sim.alice, sim.latest(), "Start")

    # The board is a picture, and says whose turn it is.
    assert len(pictures(sim.env, sim.latest())) == 1
    assert "– walk along the track (field 0)" in text(sim.latest())

    # A turn by buttons: field by field, a secret, a step that is undone.
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert "What do you do?" in text(panel)
    await sim.click(sim.alice, panel, "Walk on")
    assert "How far do you walk?" in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "3 fields")
    assert "🔴 **Alice** walked 3 fields." in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Undo")
    assert "Undone." in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Walk on")
    await sim.click(sim.alice, sim.again(panel), "2 fields")
    await sim.click(sim.alice, sim.again(panel), "Look at the weather")
    assert "It will be" in text(sim.again(panel))
    assert set(answers(sim.again(panel)).values()) == {"walk", "shout", "end"}
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    board = text(sim.latest())
    assert "**Alice** walked 2 fields." in board
    assert "**Alice** looked at the weather." in board
    assert "degrees" not in board
    assert sim.pinged(sim.latest()) == {"bob"}

    # A turn by typing: its own commands, one of them in a group, and any move in notation or by its label.
    assert await sim.offers(sim.bob, "toy walk", "fields") == ["1 field", "2 fields", "3 fields"]
    assert "Walk 1 field" in await sim.offers(sim.bob, "move", "move")
    await sim.command(sim.bob, "toy voice shout")
    answer = await sim.command(sim.bob, "move", move="walk 7")
    assert "One to three fields at a time." in text(answer)
    for move in ("walk 3", "Walk 3 fields", "walk 3"):
        await sim.command(sim.bob, "move", move=move)
    await sim.command(sim.bob, "toy end")

    # The end.
    assert "**Bob** has won." in text(sim.latest())
    assert "Play again" in buttons(sim.latest())
    [png] = pictures(sim.env, sim.latest())
    colours = {colour for _, colour in Image.open(BytesIO(png)).convert("RGB").getcolors() or []}
    assert colours >= {RED, BLUE}
    log = await sim.command(sim.carol, "log")
    assert "**Bob** shouted." in text(log)
    assert "Everything is correct" in text(await sim.manage(sim.carol, "verify"))


async def test_a_third_game_has_its_help_its_view_and_its_place_in_lists(sim: Sim) -> None:
    await seat_all(sim, [sim.alice, sim.bob], game="toy", start="0", seating="joined")
    assert "Who is at the end of the track has won." in text(await sim.command(sim.alice, "help"))
    assert "The track" in await sim.offers(sim.carol, "help", "topic", game="toy")
    assert "🔴 **Alice**: 0" in text(await sim.command(sim.bob, "board", text=True))
    assert pictures(sim.env, await sim.command(sim.bob, "view"))
    assert "Toy" in text(await sim.command(sim.bob, "mygames"))
    assert "Toy" in text(await sim.command(sim.carol, "table list"))


async def test_a_game_for_several_people_is_offered_on_servers_only(sim: Sim) -> None:
    """In a DM nobody can join, and no computer plays this game."""
    for who, place, answer in (
        (sim.alice, [sim.channel], "Your table is open"),
        (sim.alice.user, [], "Toy can’t be played alone"),
    ):
        panel = message(await who.slash(*place, "table open"))
        await sim.click(who, panel, "Play with friends")
        assert ("Toy" in buttons(sim.again(panel))) == (who is sim.alice)
        assert answer in text(await sim.command(who, "table open", game="toy"))


@pytest.mark.parametrize("third_game", [DICE_GAME], ids=["dice"])
async def test_P122_a_throw_is_asked_though_it_is_the_only_answer(sim: Sim) -> None:
    """P122: the bot never throws a player's die, even if their turns end automatically (P124)."""
    for who in (sim.alice, sim.bob):
        await sim.command(who, "preferences", ending="itself")
    await seat_all(sim, [sim.alice, sim.bob], game="toy", start="0", seating="joined")
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert "The die decides how far you walk first." in text(panel)
    assert set(answers(panel).values()) == {"throw"}
    await sim.click(sim.alice, panel, "Throw the die")
    assert "**Alice** threw " in text(sim.again(panel))
    assert set(answers(sim.again(panel)).values()) == {"walk", "look", "shout", "end"}
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert sim.pinged(sim.latest()) == {"bob"}
    await sim.command(sim.bob, "move", move="throw")
    assert "**Bob** threw " in text(sim.panel(sim.bob))
