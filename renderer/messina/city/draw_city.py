"""The city of Messina: hexes with what is on them, docks with their ships, and where the next hex can come."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from renderer.canvas.canvas import Board, Point, Surface
from renderer.canvas.colours import BONE, CHOICE, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.choices import badge, shaded
from renderer.messina.changes import NOTHING, Changes, changes_from
from renderer.messina.city.base import city_within, empty_city
from renderer.messina.city.city_pieces import BETWEEN, put_badges, put_dock, put_home, put_people
from renderer.messina.city.lieutenant_routes import put_routes
from renderer.messina.city.plan import WIDTH, Plan, next_from, plan
from renderer.messina.city.printed_hexes import face, hex_name, outline, vacant
from renderer.messina.city.wheel import put_wheel
from renderer.messina.crops import holds, window
from renderer.messina.pieces import HEX_STYLES
from renderer.messina.words import word
from renderer.scene import Scene
from renderer.words import Words
from rules.game import Target
from rules.messina.component_types import Coordinates
from rules.messina.components import DOCKS, LAYOUTS
from rules.messina.view_types import DockView, HexView, View

OUT = 12  # px, how far the letter of a ship extends beyond its corner, to keep off the goods on the sail
ON_SHIP = 39  # px, its badge
HOME = Target("home", "home")
Letters = Mapping[Target, tuple[str, ...]]


class Spot(NamedTuple):
    """The place of something that can be marked: its middle, width and height."""

    middle: Point
    w: float
    h: float


def paint_city(scene: Scene[View], *, cut: bool = False) -> Image.Image:
    """Draw the city. If it has choices, everything that cannot be chosen is shaded.

    With ``cut``, draw only the part that the marks are on.
    """
    view = scene.view
    city = plan(view.seats)
    box = part_of(view, [mark.target for mark in scene.marks]) if cut else _whole(city)
    whole = box == _whole(city)
    part = printed_city(*ground_of(scene)).copy() if whole else city_within(view.seats, box)
    spots = put_city(Surface(part, -box.x, -box.y), scene, box, printed=whole)
    letters = scene.letters(spots)
    board = Surface(shaded(part) if letters else part, -box.x, -box.y)
    if letters:
        style = scene.style & HEX_STYLES
        chosen = [one for one in view.hexes if Target("hex", one.id) in letters]
        _put_hexes(board, city, _printed(chosen), style, scene.words)
        for one in chosen:
            put_people(board, city, one, scene.looks)
        open_ = [dock for dock in view.docks if not letters.keys().isdisjoint(at_dock(dock))]
        _put_docks(board, open_, scene, letters)
        if HOME in letters:
            put_home(board, scene, city.home, letters[HOME])
    for target in letters:
        _edge(board, target, spots[target], CHOICE)
    for target, some in letters.items():
        if target.kind == "hex":
            put_badges(board, spots[target].middle, city.wide, some)
        elif target.kind == "ship":
            (x, y), w, h = spots[target]
            mark = badge(BETWEEN.join(some), ON_SHIP)
            mark.put(board, x + (mark.size[0] - w) / 2 - OUT, y + (mark.size[1] - h) / 2 - OUT)
    return board.image


Printed = tuple[tuple[str, Coordinates, bool], ...]  # hexes with their places, and whether their requirement is shown


def ground_of(scene: Scene[View]) -> tuple[int, Printed, frozenset[str], Words]:
    """Return the part of a scene that determines how the city with its hexes looks."""
    return scene.view.seats, _printed(scene.view.hexes), scene.style & HEX_STYLES, scene.words


def _printed(hexes: Iterable[HexView]) -> Printed:
    return tuple((one.id, one.at, one.owner is None) for one in hexes)


@lru_cache(maxsize=4)
def printed_city(seats: int, hexes: Printed, style: frozenset[str], words: Words) -> Image.Image:
    """Draw the city with empty hexes, which few turns change. Do not draw on the result: copy it."""
    board = empty_city(seats).copy()
    _put_hexes(board, plan(seats), hexes, style, words)
    return board


def put_city(board: Board, scene: Scene[View], box: Area | None = None, *, printed: bool = False) -> dict[Target, Spot]:
    """Draw on the city everything that is wholly within the box. Return where everything is that can be marked.

    ``printed``: the hexes are there already.
    """
    view = scene.view
    city = plan(view.seats)
    seen = partial(holds, box or _whole(city))
    style, changes = scene.style & HEX_STYLES, NOTHING if scene.marks else changes_from(scene.events)
    if seen(city.wheel):
        put_wheel(board, view, city.wheel, style, changes.wheel)
    if view.hex_stack:
        places = next_from(view.seats, view.free_places)
        for at in filter(lambda at: seen(city.around(at)), view.free_places):
            harbours = tuple(word(corner, scene.words) for corner in places.get(at, ()))
            vacant(city.wide, harbours).put(board, *city.at(at))
    hexes = [one for one in view.hexes if seen(city.around(one.at))]
    docks = [dock for dock in view.docks if seen(city.docks[dock.id].whole)]
    fresh = {*scene.changed_here, *changes.shared} - {HOME}
    if not printed:
        _put_hexes(board, city, _printed(hexes), style, scene.words)
    spots = {Target("hex", one.id): Spot(city.at(one.at), city.wide, city.high) for one in hexes}
    for target in (one for one in spots if one in fresh):
        _edge(board, target, spots[target], BONE)
    # A hex that can be chosen is drawn again in its light. It covers its people, but not the corners of a house.
    chosen = {mark.target for mark in scene.marks}
    for one in hexes:
        if one.owner is not None or Target("hex", one.id) not in chosen:
            put_people(board, city, one, scene.looks, changes)
    put_routes(board, view, city, changes.routes, scene.looks)
    spots |= _put_docks(board, docks, scene, {}, changes) | {
        HOME: Spot(city.home.middle, city.home.w - 8, city.home.h - 8)
    }
    for target in (one for one in spots if one in fresh and one.kind != "hex"):
        _edge(board, target, spots[target], BONE)
    return spots


def _whole(city: Plan) -> Area:
    """Return the area of the whole picture."""
    return Area(0, 0, WIDTH, city.height)


def part_of(view: View, targets: Iterable[Target]) -> Area:
    """Return the part of the city that shows these things, a dock with its harbour.

    It is all of the city if none of them is there.
    """
    city, layout = plan(view.seats), LAYOUTS[view.seats]
    rooms = {Target("hex", one.id): [city.around(one.at)] for one in view.hexes} | {HOME: [city.home]}
    for dock in view.docks:
        harbour = city.around(layout.harbours[DOCKS[dock.id]])
        rooms |= {target: [city.docks[dock.id].whole, harbour] for target in at_dock(dock)}
    wanted = [area for target in targets for area in rooms.get(target, ())]
    return window((WIDTH, city.height), things(view), wanted)


def things(view: View) -> list[Area]:
    """Return the things that a part of the city shows whole or not at all."""
    city = plan(view.seats)
    hexes = [city.around(at) for at in (*(one.at for one in view.hexes), *view.free_places)]
    return [*hexes, *(dock.whole for dock in city.docks.values()), city.wheel, city.home]


def at_dock(dock: DockView) -> list[Target]:
    """Return a dock and its ships as things that can be marked."""
    return [Target("dock", dock.id), *(Target("ship", ship.id) for ship in dock.ships)]


def _put_hexes(board: Board, city: Plan, hexes: Printed, style: frozenset[str], words: Words) -> None:
    """Draw empty hexes, each with its requirement for repopulating while that is needed."""
    for name, at, needed in hexes:
        face(name, hex_name(name, words), city.wide, style, needed).put(board, *city.at(at))


def _put_docks(
    board: Board, docks: Iterable[DockView], scene: Scene[View], letters: Letters, changes: Changes = NOTHING
) -> dict[Target, Spot]:
    """Draw docks with their figures and ships. Return where everything is that can be marked."""
    spots, city = {}, plan(scene.view.seats)
    for dock in docks:
        target, *moored = at_dock(dock)
        quay = city.docks[dock.id].quay
        spots[target] = Spot(quay.middle, quay.w, quay.h)
        placed = put_dock(board, dock, city.docks[dock.id], letters.get(target, ()), scene.looks, changes)
        for ship, (middle, size) in zip(moored, placed, strict=True):
            spots[ship] = Spot(middle, *size)
    return spots


def _edge(board: Board, target: Target, spot: Spot, colour: Rgb) -> None:
    """Draw a line round a hex, a dock or a ship."""
    wide, high = round(spot.w), round(spot.h)
    (outline(wide, colour) if target.kind == "hex" else ring(wide, high, 8, colour, 5)).put(board, *spot.middle)
