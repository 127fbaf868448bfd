"""Estates of Messina for the tests of their picture, and rectangles on it."""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from renderer import Mark, Scene
from renderer.canvas.layout import Area
from renderer.messina.estate.draw_estate import paint_estate
from renderer.messina.estate.layout import ESTATE_PLANS, workshop_area, workshop_places
from rules.messina import GAME
from rules.messina.state import Cart, Overseer
from rules.messina.view import CitizenView, HutView, PlayerView, View, WorkshopView
from tests.renderer.scenes import painted
from tests.rules.messina.games import rich_game

LEFT = ESTATE_PLANS["left"]  # Side a.
EDGES = pytest.mark.parametrize("plan", ESTATE_PLANS.values(), ids=ESTATE_PLANS)
WORKSHOPS = workshop_area("a")
WORKSHOP_PLACES = workshop_places(WORKSHOPS)
NAMES = ("Marta", "Józef Wiśniewski", "Kovács Ödön", "Ολυμπία 🐀 of the very long name")
NUN, GOLD_NUN = CitizenView("nun", "normal"), CitizenView("nun", "gold")


@lru_cache(maxsize=4)
def played(seats: int) -> View:
    """Return a position in the middle of a game."""
    for number, state in enumerate(rich_game(seats, 7)):
        if number == 150:
            return GAME.view(state, None)  # type: ignore[return-value]
    raise AssertionError("the game was too short")


def estate(**changes: Any) -> PlayerView:
    """Return the estate that the tests change: a little of everything."""
    plain = PlayerView(
        board="a",
        scroll_board="a",
        hut_edge="left",
        spent=[],
        points=23,
        tokens={"coin": 2, "timber": 1, "fire": 0, "big_fire": 1},
        rats=1,
        home=1,
        recalled=1,
        supply=1,
        box=0,
        lying=["h2"],
        standing=["h1"],
        squares={"cl2": CitizenView("craftsman", "normal"), "nr3": NUN},
        huts=[
            HutView("hut1", "q3", 1, NUN),
            HutView("hut2", "", 2, CitizenView("craftsman", "gold")),
            HutView("hut3", "q11", 0, None),
            HutView("hut4", "", 0, None),
        ],
        workshops=[WorkshopView("b10", NUN, False), WorkshopView("b21", None, False)],
        wagons=[Cart("c1-1", False), Cart("c3-2", True)],
        overseers={
            "craftsman": Overseer(3, "left", False),
            "nun": Overseer(1, "", False),
            "aristocrat": Overseer(0, "", True),
        },
        scrolls=[1, 0, 2],
        ships=["gems1", "silk2"],
        tiles=4,
        step_price=3,
        deferred=[],
        waiting=[],
    )
    return replace(plain, **changes)


def seen(player: PlayerView, seat: int = 0, **changes: Any) -> View:
    """Return a view in which the seat has this estate."""
    view = played(4)
    players = [player if other == seat else one for other, one in enumerate(view.players)]
    return replace(view, **{"players": players, "due": [], "question": "", "score": None, **changes})


def drawn(player: PlayerView, seat: int = 0, **how: Any) -> Image.Image:
    """Return the picture of an estate."""
    return painted(seen(player, seat), NAMES, f"estate-{seat}", **how)


def cut(player: PlayerView, marks: Sequence[Mark]) -> Image.Image:
    """Return the part of the estate with the choices on it."""
    return paint_estate(Scene(seen(player), NAMES, "estate-0", marks=marks), 0, cut=True)


def within(inner: Area | None, outer: Area) -> bool:
    """Return whether there is a rectangle inside the other one."""
    return inner is not None and (
        outer.x <= inner.x
        and inner.x + inner.w <= outer.x + outer.w
        and outer.y <= inner.y
        and inner.y + inner.h <= outer.y + outer.h
    )


def overlap(one: Area, other: Area) -> bool:
    """Return whether two rectangles share a pixel."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide > 0 and high > 0


def around(x: float, y: float, size: float) -> Area:
    return Area(round(x - size / 2), round(y - size / 2), round(size), round(size))


def distance(x: float, y: float, area: Area) -> float:
    """Return the distance from a point to the nearest edge of a rectangle."""
    return hypot(max(area.x - x, 0, x - area.x - area.w), max(area.y - y, 0, y - area.y - area.h))
