"""The host chooses the look of a table's pictures, and each player that of their own; samples show it."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.preferences import PictureStyle, style_of
from games import GAMES
from rules_service.options import DISPLAY_OPTIONS, PICTURE_OPTION
from tests.bot.players import selects
from tests.bot.sim import Anything, Sim, alts, components, message, pictures, text


def sizes(sim: Sim, on: Anything) -> list[tuple[int, int]]:
    """Return a message's picture sizes in pixels."""
    return [Image.open(BytesIO(png)).size for png in pictures(sim.env, on)]


@pytest.mark.deep(one_in=4)
async def test_the_host_chooses_how_everybody_sees_the_board(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", game="rattus")
    await sim.click(sim.bob, sim.latest(), "Join")
    panel = message(await sim.click(sim.alice, sim.latest(), "Options"))
    await sim.click(sim.alice, panel, "Pictures")
    panel = sim.again(panel)
    shown = [menu["custom_id"].split()[-1] for menu in selects(panel)]
    assert shown == [option.id for option in DISPLAY_OPTIONS if option.id in GAMES["rattus"].display]
    [sample] = pictures(sim.env, panel)
    await sim.choose(sim.alice, panel, "Large, in parts")
    assert pictures(sim.env, sim.again(panel)) == [sample]
    await sim.click(sim.alice, sim.again(panel), "Back")
    await sim.click(sim.alice, sim.latest(), "Start")
    cards, left, right = sizes(sim, sim.latest())
    assert left == right == (660, 892)
    assert cards == (1000, 698), "the rows of the cards belong together"
    [_, _, last] = alts(sim.latest())
    assert last == "The right half of the picture above."
    whole = sizes(sim, await sim.command(sim.bob, "board"))
    assert len(whole) == 3, "the default is what the table has"
    await sim.command(sim.bob, "preferences", size="normal")
    assert len(sizes(sim, await sim.command(sim.bob, "board"))) == 1


@pytest.mark.parametrize("option", ["contrast", "colours", "areas"])
async def test_what_a_person_chooses_only_they_see(sim: Sim, option: str) -> None:
    await sim.command(sim.alice, "table open", game="rattus")
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    before = pictures(sim.env, await sim.command(sim.bob, "board"))
    value = next(one for one in DISPLAY_OPTIONS if one.id == option).values[1]
    await sim.command(sim.bob, "preferences", **{option: value})
    assert pictures(sim.env, await sim.command(sim.bob, "board")) != before
    assert pictures(sim.env, await sim.command(sim.alice, "board")) == before


async def test_preferences_show_what_each_does(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "preferences"))
    await sim.click(sim.carol, panel, "Pictures")
    panel = sim.again(panel)
    [sample] = pictures(sim.env, panel)
    with Image.open(BytesIO(sample)) as picture:
        assert picture.width / picture.height <= 11 / 7
    assert "Same as the host chose." in text(panel)
    assert sum(1 for _ in components(panel)) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_style_has_what_differs_from_the_default_and_the_game_can_draw(game: str) -> None:
    usual = {option.id: option.default for option in (*DISPLAY_OPTIONS, PICTURE_OPTION)}
    info: Any = SimpleNamespace(game=game, options={**usual, PICTURE_OPTION.id: "wide"})
    assert style_of(info) == style_of(info, {"pictures": "table"}) == PictureStyle("wide")
    assert style_of(info, {"pictures": "tall"}).layout == "tall"
    for option in DISPLAY_OPTIONS:
        other = next(value for value in option.values if value != option.default)
        chosen = style_of(info, {option.id: other})
        assert chosen.style == ({other} if option.id in GAMES[game].display else set())
        assert chosen.layout == ("large" if "large" in chosen.style else "wide")
        info.options = {**info.options, option.id: other}
        assert style_of(info, {option.id: "table"}) == chosen, "as at the table"
        assert style_of(info, {option.id: option.default}) == PictureStyle("wide"), "their own choice counts"
        info.options = {**info.options, option.id: option.default}
