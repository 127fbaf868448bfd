from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.preferences import PictureStyle, style_of
from games import GAMES
from rules_service.options import DISPLAY_OPTIONS, PICTURE_OPTION
from tests.bot.players import seat_all
from tests.bot.sim import Anything, Sim, pictures


def sizes(sim: Sim, on: Anything) -> list[tuple[int, int]]:
    """Return a message's picture sizes in pixels."""
    return [Image.open(BytesIO(png)).size for png in pictures(sim.env, on)]


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("option", ["contrast", "colours", "areas"])
async def test_display_options_change_only_the_persons_own_pictures(sim: Sim, option: str) -> None:
    await seat_all(sim, [sim.alice, sim.bob])
    before = pictures(sim.env, await sim.command(sim.bob, "board"))
    value = next(one for one in DISPLAY_OPTIONS if one.id == option).values[1]
    await sim.command(sim.bob, "preferences", **{option: value})
    assert pictures(sim.env, await sim.command(sim.bob, "board")) != before
    assert pictures(sim.env, await sim.command(sim.alice, "board")) == before


async def test_wide_pictures_are_low_in_panels_too(sim: Sim) -> None:
    """On a large screen, more content fits below a low picture. On a phone the hexes need to be larger."""
    await seat_all(sim, [sim.alice, sim.bob], game="messina", seating="joined")
    panels = {}
    for look in ("tall", "wide"):
        await sim.command(sim.alice, "preferences", pictures=look)
        panels[look] = sizes(sim, await sim.click(sim.alice, sim.latest(), "Your turn"))
    [(wide, high)], [(tall_wide, tall_high)] = panels["wide"], panels["tall"]
    assert 1.55 < wide / high <= 11 / 7
    assert 563 / 420 <= tall_wide / tall_high < 1.5


@pytest.mark.parametrize("game", GAMES)
def test_a_style_has_the_changed_display_options_that_the_game_supports(game: str) -> None:
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
