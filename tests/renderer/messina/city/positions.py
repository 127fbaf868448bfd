"""Views of Messina's city, and the places of things in the picture."""

import random
from collections.abc import Hashable, Mapping
from functools import cache
from itertools import combinations
from math import ceil

from PIL import Image

from renderer import Mark
from renderer.messina.city.plan import city_plan
from rules import GAMES
from rules.game import Target
from rules.messina.view import View
from rules.table import Table
from tests.renderer.scenes import apart, painted

SEATS = (1, 2, 3, 4)
Box = tuple[float, float, float, float]


def table(seats: int, moves: int) -> Table:
    """Return a random game after this many moves, or at its end if it has fewer."""
    chance = random.Random(f"city {seats}")
    played = Table(GAMES["messina"], seats, "city", {})
    for _ in range(moves):
        if not played.over:
            due = played.due()[0]
            played.play(due.seat, chance.choice(due.moves))
    return played


@cache
def middle(seats: int) -> View:
    """Return the public view in the middle of a game."""
    return table(seats, 30 * seats).view(None)


def draw(
    view: View, *marks: Mark, changed: tuple[Target, ...] = (), style: frozenset[str] = frozenset(), lang: str = "en"
) -> Image.Image:
    names = ["Ada", "Béla", "Cécile", "Dörte"][: view.seats]
    return painted(view, names, "city", lang=lang, marks=marks, changed=changed, style=style)


def within(inner: Box, outer: Box, slack: float = 0) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def hex_box(view: View, name: str) -> Box:
    """Return the rectangle around a hex in the picture."""
    city = city_plan(view.seats)
    x, y = city.at(next(one.at for one in view.hexes if one.id == name))
    return x - city.wide / 2, y - city.high / 2, x + city.wide / 2, y + city.high / 2


def all_apart_within(pictures: Mapping[Hashable, Image.Image], place: Box, slack: float = 0) -> None:
    """Check that no two pictures are equal within this place, and that all are equal elsewhere."""
    first, *others = pictures.values()
    for other in others:  # Pictures equal to the first one outside the place are equal to one another there.
        box = apart(first, other)
        assert box is not None
        assert within(box, place, slack)
    left, top, right, bottom = (round(edge) for edge in place)
    margin = ceil(slack) + 1
    there = (left - margin, top - margin, right + margin, bottom + margin)
    inside = {what: picture.crop(there) for what, picture in pictures.items()}
    for one, other_one in combinations(inside, 2):
        assert apart(inside[one], inside[other_one]) is not None, f"{one} looks like {other_one}"
