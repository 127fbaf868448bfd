"""Pictures of side-B boards: once-per-game squares, counts of scroll boards, the choice of boards, the result."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer import Mark
from renderer.canvas.layout import Area
from renderer.messina.estate.pieces import have
from renderer.messina.legend import variants
from rules.messina.components import REGISTER_BARS, SCROLL_TRACKS
from rules.messina.state import Overseer
from rules.messina.view import HutView, PlayerView, View, WorkshopView
from tests.renderer.messina.views import position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import painted


def estate(**changes: object) -> View:
    """Return a view in which the first player has an empty side-B estate with these changes."""
    view = position("advanced", "setup")
    return replace(view, players=[replace(view.players[0], **{"scrolls": [1, 1, 1], **changes}), *view.players[1:]])


def drawn(view: View, part: str = "estate-0", *marks: Mark, lang: str = "en") -> Image.Image:
    return painted(view, NAMES[: view.seats], part, marks=marks, lang=lang)


def apart(one: Image.Image, other: Image.Image) -> Area | None:
    """Return the rectangle in which two pictures differ, or None if they are equal."""
    box = ImageChops.difference(one, other).getbbox()
    return Area(box[0], box[1], box[2] - box[0], box[3] - box[1]) if box else None


def place_of(view: View, register: str, space: int) -> View:
    """Return the view with no discs on a register except the first player's, which is on this space."""
    return replace(
        view,
        registers=[
            replace(one, discs=[[0] if number == space else [] for number in range(1, len(one.discs) + 1)])
            if one.id == register
            else one
            for one in view.registers
        ],
    )


@pytest.mark.parametrize("scroll_board", ["scroll-b1", "scroll-b2", "scroll-b3"])
def test_a_register_track_shows_how_many_bars_the_disc_has_passed(scroll_board: str) -> None:
    """R184: no bar gives zero, one bar gives the smaller and two bars give the larger amount."""
    register = SCROLL_TRACKS[scroll_board][2].scores.removeprefix("register_")
    single, double = REGISTER_BARS[register]
    for space, told in ((single - 1, "0/2"), (single, "1/2"), (double - 1, "1/2"), (double, "2/2")):
        assert have(place_of(estate(scroll_board=scroll_board), register, space), 0, 2) == told


def with_upgrades(player: PlayerView, number: int) -> PlayerView:
    return replace(
        player, huts=[HutView(hut.id, "q3" if i < number else "", 0, None) for i, hut in enumerate(player.huts)]
    )


COUNTED: list[tuple[str, int, Callable[[PlayerView], PlayerView], str]] = [
    ("scroll-b1", 0, lambda p: replace(p, ships=["gems1", "gems2", "spices1", "spices2", "spices3", "silk1"]), "3"),
    ("scroll-b1", 1, lambda p: replace(p, workshops=[WorkshopView(f"b{i}", None, False) for i in range(1, 8)]), "5/5"),
    ("scroll-b2", 0, lambda p: replace(p, tokens={**p.tokens, "timber": 8}), "6/6"),
    ("scroll-b2", 0, lambda p: replace(p, tokens={**p.tokens, "timber": 2}), "2/6"),
    (
        "scroll-b2",
        1,
        lambda p: replace(
            p, overseers={one: Overseer(step, "left", False) for one, step in zip(p.overseers, (6, 4, 2), strict=True)}
        ),
        "2/2",
    ),
    ("scroll-b2", 1, lambda p: replace(p, overseers={one: Overseer(3, "left", True) for one in p.overseers}), "0/2"),
    ("scroll-b3", 0, lambda p: with_upgrades(p, 4), "4"),
    ("scroll-b3", 1, lambda p: replace(p, tokens={**p.tokens, "coin": 12}), "9/9"),
    ("scroll-b4", 1, lambda p: with_upgrades(p, 1), "1"),
]


@pytest.mark.parametrize(("scroll_board", "track", "change", "told"), COUNTED)
def test_a_track_shows_how_many_things_it_counts(scroll_board, track, change, told):
    """R181, R182, R185: tracks count goods, workshops and tokens, or overseers."""
    bare = estate(scroll_board=scroll_board)
    view = replace(bare, players=[change(bare.players[0]), *bare.players[1:]])
    assert have(view, 0, track) == told


def test_the_legend_explains_the_variants_in_play() -> None:
    assert variants(position(4)) == set()
    assert variants(position("mixed")) == {"once", "spent"}
    assert variants(position("alone")) == {"opponent", "opponent_tile"}
    assert variants(position("tile")) == {"once", "spent", "goods_one_type", "register_city", "overseers", "priority"}
    plain, more = (drawn(position(game), "legend") for game in (4, "tile"))
    assert more.height > plain.height
