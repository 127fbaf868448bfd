"""Draw the city of Messina: hexes with their pieces, docks with their ships, and places for the next hex."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from itertools import chain

from PIL import Image

from renderer.canvas.canvas import Board, Point, Sprite, Surface
from renderer.canvas.colours import BONE, CHOICE, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.layers import Layers
from renderer.canvas.layout import MAX_RATIO, Area
from renderer.canvas.memory import cached_picture
from renderer.messina.changes import NO_CHANGES, Changes, changes_from
from renderer.messina.city.pieces import (
    LETTER_SEPARATOR,
    put_badges,
    put_dock,
    put_home,
    put_people,
    put_routes,
    put_wheel,
)
from renderer.messina.city.plan import CITY_WIDTH, QUESTION_WIDTHS, SIZES, Plan, city_plan, next_from
from renderer.messina.city.printed import choosable_hex, city_within, hex_name, outline, printed_hex, vacant_place
from renderer.messina.crops import MIN_RATIO, MIN_WIDER, contains_whole, window_around
from renderer.messina.icons import HEX_STYLES
from renderer.messina.words import word
from renderer.scene import Scene, Words
from renderer.signs import badge, shaded
from rules.game import Target
from rules.messina.components import CITY_LAYOUTS, DOCKS, Coordinates
from rules.messina.view import DockView, HexView, View

OUT = 12  # px, how far the letter of a ship extends beyond its corner, to keep off the goods on the sail
ON_SHIP = 39  # px, the badge of a ship
HOME = Target("home", "home")
Spot = tuple[Point, float, float]  # the place of something that can be marked: its middle, width and height


def paint_city(scene: Scene[View], *, cut: bool = False) -> Layers:
    """Draw the city. If it has choices, shade everything else. With ``cut``, draw only the part with the marks."""
    view = scene.view
    wide, box = 0, _whole(city_plan(view.seats))
    if cut:
        ratio = MAX_RATIO if "wide" in scene.style else MIN_WIDER
        wide, box = part_of(view, [mark.target for mark in scene.marks], ratio)
    city = city_plan(view.seats, wide)
    letters = scene.letters({HOME, *(Target("hex", one.id) for one in view.hexes), *chain(*map(at_dock, view.docks))})
    layers = Layers(box[2:], printed_city, *ground_of(scene), wide, box, bool(letters))
    board = Surface(layers, -box.x, -box.y, shaded=bool(letters))
    spots = put_city(board, scene, wide, box)
    if not letters:
        return layers
    board = replace(board, shaded=False)
    chosen = [one for one in view.hexes if Target("hex", one.id) in letters]
    _put_hexes(board, city, _printed(chosen), scene.style & HEX_STYLES, scene.words, choosable_hex)
    for one in chosen:
        put_people(board, city, one, scene.looks)
    there = (dock for dock in view.docks if not letters.keys().isdisjoint(at_dock(dock)))
    spots |= _put_docks(board, city, there, scene)
    if HOME in letters:
        put_home(board, scene, city.home, letters[HOME])
    for target in (one for one in letters if one.kind != "hex"):
        _edge(board, target, spots[target], CHOICE)
    for target, some in letters.items():
        if target.kind == "hex":
            put_badges(board, spots[target][0], city.wide, some, advised=target in scene.advised)
        elif target.kind == "ship":
            (x, y), w, h = spots[target]
            mark = badge(LETTER_SEPARATOR.join(some), ON_SHIP, advised=target in scene.advised)
            mark.put(board, x + (mark.size[0] - w) / 2 - OUT, y + (mark.size[1] - h) / 2 - OUT)
    return layers


HexPlace = tuple[str, Coordinates, bool]  # a printed hex, its place, and whether its requirement is shown
Printed = tuple[HexPlace, ...]
Draw = Callable[[str, str, int, frozenset[str], bool], Sprite]
Free = tuple[tuple[Coordinates, tuple[str, ...]], ...]  # places for hexes, with the harbours whose tile brings the next


def ground_of(scene: Scene[View]) -> tuple[int, Printed, Free, frozenset[str], Words]:
    """Return the arguments of `printed_city` that depend only on the scene."""
    view = scene.view
    corners = next_from(view.seats, view.free_places)
    places = view.free_places if view.hex_stack else ()
    free = tuple((at, tuple(word(corner, scene.words) for corner in corners.get(at, ()))) for at in places)
    return view.seats, _printed(view.hexes), free, scene.style & HEX_STYLES, scene.words


def _printed(hexes: Iterable[HexView]) -> Printed:
    return tuple((one.id, one.at, one.owner is None) for one in hexes)


@cached_picture
def printed_city(
    seats: int,
    hexes: Printed,
    free: Free,
    style: frozenset[str],
    words: Words,
    wide: int = 0,
    box: Area | None = None,
    in_shade: bool = False,
) -> Image.Image:
    """Draw what seldom changes: the city with empty hexes, or with ``box`` only the things wholly within it.

    Copy the result before drawing on it.
    """
    city = city_plan(seats, wide)
    box = box or _whole(city)
    part = city_within(seats, wide, box)
    board = Surface(part, -box.x, -box.y)
    for at, harbours in free:
        if contains_whole(box, city.around(at)):
            vacant_place(city.wide, harbours).put(board, *city.at(at))
    _put_hexes(board, city, [one for one in hexes if contains_whole(box, city.around(one[1]))], style, words)
    return shaded(part) if in_shade else part


def put_city(board: Board, scene: Scene[View], wide: int = 0, box: Area | None = None) -> dict[Target, Spot]:
    """Draw the routes, and the wheel, pieces and docks within the box. `paint_city` draws most of those with choices.

    Return the places of things that can be marked, by target.
    """
    view = scene.view
    city = city_plan(view.seats, wide)
    seen = partial(contains_whole, box or _whole(city))
    style, changes = scene.style & HEX_STYLES, NO_CHANGES if scene.marks else changes_from(scene.events)
    if seen(city.wheel):
        put_wheel(board, view, city.wheel, style, changes.wheel)
    chosen = {mark.target for mark in scene.marks}
    hexes = [one for one in view.hexes if seen(city.around(one.at))]
    docks = [one for one in view.docks if seen(city.docks[one.id].whole) and chosen.isdisjoint(at_dock(one))]
    fresh = {*scene.changed_here, *changes.shared} - {HOME}
    spots: dict[Target, Spot] = {Target("hex", one.id): (city.at(one.at), city.wide, city.high) for one in hexes}
    for target in (one for one in spots if one in fresh):
        _edge(board, target, spots[target], BONE)
    # The mark of a hex that can be chosen covers its people, but not the corners of a house.
    for one in hexes:
        if one.owner is not None or Target("hex", one.id) not in chosen:
            put_people(board, city, one, scene.looks, changes)
    put_routes(board, view, city, changes.routes, scene.looks)
    spots |= _put_docks(board, city, docks, scene, changes) | {
        HOME: (city.home.middle, city.home.w - 8, city.home.h - 8)
    }
    for target in (one for one in spots if one in fresh and one.kind != "hex"):
        _edge(board, target, spots[target], BONE)
    return spots


def _whole(city: Plan) -> Area:
    """Return the area of the whole picture."""
    return Area(0, 0, CITY_WIDTH, city.height)


def part_of(view: View, targets: Collection[Target], ratio: float = MIN_WIDER) -> tuple[int, Area]:
    """Return the width of the hexes (0: as on the board) and the part of the city that show these targets best.

    The hexes are as large as possible. The part's width is at least ``ratio`` times its height, if possible.
    """
    for wide in (0, *(one for one in QUESTION_WIDTHS if one < SIZES[view.seats][0])):
        box = _part(view, city_plan(view.seats, wide), targets, max(ratio, MIN_RATIO))
        if box.w + 1 >= box.h * ratio:
            break
    return wide, box


def _part(view: View, city: Plan, targets: Iterable[Target], ratio: float) -> Area:
    """Return the part of a city that shows these targets (docks with their harbours).

    Without targets, show everything.
    """
    layout = CITY_LAYOUTS[view.seats]
    rooms = {Target("hex", one.id): [city.around(one.at)] for one in view.hexes} | {HOME: [city.home]}
    for dock in view.docks:
        harbour = city.around(layout.harbours[DOCKS[dock.id]])
        rooms |= {target: [city.docks[dock.id].whole, harbour] for target in at_dock(dock)}
    wanted = [area for target in targets for area in rooms.get(target, ())]
    wanted = wanted or [area for areas in rooms.values() for area in areas]
    return window_around((CITY_WIDTH, city.height), things(view, city), wanted, ratio)


def things(view: View, city: Plan) -> list[Area]:
    """Return the areas of the things that a part of the city shows whole or not at all."""
    hexes = [city.around(at) for at in (*(one.at for one in view.hexes), *view.free_places)]
    return [*hexes, *(dock.whole for dock in city.docks.values()), city.wheel, city.home]


def at_dock(dock: DockView) -> list[Target]:
    """Return the targets that stand for a dock and its ships."""
    return [Target("dock", dock.id), *(Target("ship", ship.id) for ship in dock.ships)]


def _put_hexes(
    board: Board, city: Plan, hexes: Iterable[HexPlace], style: frozenset[str], words: Words, draw: Draw = printed_hex
) -> None:
    """Draw empty hexes, with requirements on those not repopulated yet. Their names overlap the hexes above."""
    for name, at, needed in sorted(hexes, key=lambda one: one[1][1]):
        draw(name, hex_name(name, words), city.wide, style, needed).put(board, *city.at(at))


def _put_docks(
    board: Board, city: Plan, docks: Iterable[DockView], scene: Scene[View], changes: Changes = NO_CHANGES
) -> dict[Target, Spot]:
    """Draw docks with their figures, ships and letters. Return the places of the docks and ships by target."""
    spots = dict[Target, Spot]()
    letters = scene.letters({Target("dock", one) for one in city.docks})
    for dock in docks:
        target, *moored = at_dock(dock)
        quay = city.docks[dock.id].quay
        spots[target] = (quay.middle, quay.w, quay.h)
        placed = put_dock(board, dock, city.docks[dock.id], letters.get(target, ()), scene.looks, changes)
        for ship, (middle, size) in zip(moored, placed, strict=True):
            spots[ship] = (middle, *size)
    return spots


def _edge(board: Board, target: Target, spot: Spot, colour: Rgb) -> None:
    """Draw a line round a hex, a dock, a ship or the plate of the lieutenants at home."""
    middle, w, h = spot
    edge = outline(round(w), colour) if target.kind == "hex" else ring(round(w), round(h), 8, colour, 5)
    edge.put(board, *middle)
