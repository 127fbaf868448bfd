"""The city of Messina: hexes with what is on them, docks with their ships, and where the next hex may come."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from renderer.canvas.canvas import Point
from renderer.canvas.colours import BONE, CHOICE, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.choices import shaded
from renderer.messina.city.base import city_within, empty_city
from renderer.messina.city.hexes import outline, vacant
from renderer.messina.city.pieces import badges, put_badges, put_dock, put_hex, put_home
from renderer.messina.city.plan import WIDTH, Plan, next_from, plan
from renderer.messina.city.wheel import put_wheel
from renderer.messina.crops import edges, holds, window
from renderer.scene import Scene
from renderer.seats import Seat
from rules.game import Target
from rules.messina.components import DOCKS, LAYOUTS
from rules.messina.view_types import View

OUT = 8  # px, how far the letter of a ship stands out beyond its corner
HOME = Target("home", "home")


class Spot(NamedTuple):
    """Where something that can be marked is: its middle, width and height."""

    middle: Point
    w: float
    h: float


def paint_city(scene: Scene[View], *, cut: bool = False) -> Image.Image:
    """The city. With choices on it, whatever cannot be chosen is in shade.

    ``cut``: no more of it than the marks are on.
    """
    view = scene.view
    city = plan(view.seats)
    box = part_of(view, [mark.target for mark in scene.marks]) if cut else Area(0, 0, WIDTH, city.height)
    seen = partial(holds, box)
    board = city_within(view.seats, box) if cut else empty_city(view.seats).copy()
    dimmed = "dimmed" in scene.style
    if seen(city.wheel):
        put_wheel(board, view, city.wheel, dimmed)
    if view.hex_stack:
        places = next_from(view.seats, view.free_places)
        for at in filter(lambda at: seen(city.around(at)), view.free_places):
            vacant(city.wide, tuple(places.get(at, ()))).put(board, *city.at(at))
    spots = _put(board, view, city, dimmed, {}, scene.looks, seen)
    letters = scene.letters(spots)
    for target in scene.news:
        if target in spots and target != HOME:
            _edge(board, target, spots[target], BONE)
    if letters:
        board = shaded(board)
        _put(board, view, city, dimmed, letters, scene.looks, seen)
        if HOME in letters:
            put_home(board, view, city.home, scene.words, letters[HOME], scene.looks)
    for target in letters:
        _edge(board, target, spots[target], CHOICE)
    for target, some in letters.items():
        if target.kind == "hex":
            put_badges(board, spots[target].middle, city.wide, some)
        elif target.kind == "ship":
            (x, y), w, h = spots[target]
            mark = badges(some)
            mark.put(board, x + (mark.size[0] - w) / 2 - OUT, y + (mark.size[1] - h) / 2 - OUT)
    return board.crop(edges(box)) if cut else board


def part_of(view: View, targets: Iterable[Target]) -> Area:
    """The part of the city that shows these things, a dock with its harbour; all of it if none of them is there."""
    city, layout = plan(view.seats), LAYOUTS[view.seats]
    rooms = {Target("hex", one.id): [city.around(one.at)] for one in view.hexes} | {HOME: [city.home]}
    for dock in view.docks:
        harbour = city.around(layout.harbours[DOCKS[dock.id]])
        there = [Target("dock", dock.id), *(Target("ship", ship.id) for ship in dock.ships)]
        rooms |= {target: [city.docks[dock.id].whole, harbour] for target in there}
    wanted = [area for target in targets for area in rooms.get(target, ())]
    return window((WIDTH, city.height), things(view), wanted)


def things(view: View) -> list[Area]:
    """What the city consists of: a part of it shows each whole, or not at all."""
    city = plan(view.seats)
    hexes = [city.around(at) for at in (*(one.at for one in view.hexes), *view.free_places)]
    return [*hexes, *(dock.whole for dock in city.docks.values()), city.wheel, city.home]


def _put(
    board: Image.Image,
    view: View,
    city: Plan,
    dimmed: bool,
    letters: dict[Target, tuple[str, ...]],
    looks: Sequence[Seat],
    seen: Callable[[Area], bool],
) -> dict[Target, Spot]:
    """All hexes and docks that are seen, or those with a letter. Returns where everything is that can be marked."""
    spots = {HOME: Spot(city.home.middle, city.home.w - 8, city.home.h - 8)}
    for one in (one for one in view.hexes if seen(city.around(one.at))):
        target = Target("hex", one.id)
        spots[target] = Spot(city.at(one.at), city.wide, city.high)
        if not letters or target in letters:
            put_hex(board, one, city.at(one.at), city.wide, dimmed, looks)
    for dock in (dock for dock in view.docks if seen(city.docks[dock.id].whole)):
        target = Target("dock", dock.id)
        quay = city.docks[dock.id].quay
        spots[target] = Spot(quay.middle, quay.w, quay.h)
        moored = [Target("ship", ship.id) for ship in dock.ships]
        if not letters or not letters.keys().isdisjoint([target, *moored]):
            placed = put_dock(board, dock, city.docks[dock.id], letters.get(target, ()), looks)
            for ship, (middle, size) in zip(moored, placed, strict=True):
                spots[ship] = Spot(middle, *size)
    return spots


def _edge(board: Image.Image, target: Target, spot: Spot, colour: Rgb) -> None:
    """A line round a hex, a dock, a ship."""
    if target.kind == "hex":
        line = outline(round(spot.w), colour, 6)
    else:
        line = ring(round(spot.w), round(spot.h), 8, colour, 5)
    line.put(board, *spot.middle)
