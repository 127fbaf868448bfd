"""The pictures of Messina 1347: city, score board and estates, separate or as one; letters, drawn signs and replays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

from msgspec import structs
from PIL import Image

from renderer.canvas import colours
from renderer.canvas.canvas import Board, Canvas, Point, Sprite, Surface, reduce_image, reduce_length
from renderer.canvas.colours import INK, PAPER, WOOD, WOOD_DARK, WOOD_EDGE, in_shade
from renderer.canvas.layers import Layers
from renderer.canvas.layout import MAX_RATIO, Area
from renderer.canvas.memory import cached_picture
from renderer.canvas.palette import named_in
from renderer.canvas.text import Text
from renderer.messina import theme
from renderer.messina.board_choice import BOARDS_BY_KIND as BOARD_KINDS
from renderer.messina.board_choice import paint_boards
from renderer.messina.city.draw_city import ground_of as ground_of_city
from renderer.messina.city.draw_city import paint_city, printed_city, put_city
from renderer.messina.city.pieces import MAX_PIECE, ROW_ROOM, hex_items, row_of
from renderer.messina.city.plan import Plan, city_plan
from renderer.messina.city.printed import pieces_band
from renderer.messina.crops import crop_around, in_columns
from renderer.messina.estate.draw_estate import paint_estate, put_estate
from renderer.messina.estate.layout import ESTATE_HEIGHT, ESTATE_PLANS, ESTATE_WIDTH, OVERSEER_MOVES
from renderer.messina.estate.printed import empty_estate
from renderer.messina.icons import citizen, icon, lieutenant
from renderer.messina.legend import paint_legend, paint_thing
from renderer.messina.round_end import paint_round
from renderer.messina.score.draw_score import empty_score, ground_of, paint_score, parts_with, put_score
from renderer.messina.score.draw_score import score_things as score_things
from renderer.messina.score.layout import score_height
from renderer.pictures import Keyframe, Pictures, PreviewBox, SpritePath
from renderer.scene import Scene
from renderer.seats import LOOKS, OPPONENT_LOOK, SEAT_LOOKS, SeatLook, seat_sign
from renderer.signs import shaded
from rules.game import Event, Target
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.view import DockView, FigureView, HexView, MooredView, View

HUT, WORKSHOP, OVERSEER, WAY, TILE, SCROLL, REGISTER = "Q", "W", "O", "Y", "T", "C", "L"
# Kinds of which every game has the same things, in their order.
NUMBERED: Mapping[str, tuple[str, Sequence[str]]] = {
    "hut": (HUT, c.HUT_IDS),
    "overseer": (OVERSEER, c.CITIZEN_CLASSES),
    "way": (WAY, [f"{overseer}-{way}" for ways in OVERSEER_MOVES for overseer in c.CITIZEN_CLASSES for way in ways]),
    "register": (REGISTER, list(c.REGISTERS)),
    "board": ("", list(c.BOARDS)),
    "scroll_board": ("", list(c.SCROLL_BOARDS)),
}


@lru_cache(maxsize=4)
def _places(seats: int) -> Mapping[c.Coordinates, str]:
    """Map each place for a hex to its letter, including places that are still free."""
    layout = c.CITY_LAYOUTS[seats]
    places = sorted((*layout.places, *layout.harbours.values()), key=lambda at: (at[1], at[0]))
    return dict(zip(places, ascii_uppercase, strict=False))


def letter(view: View, target: Target) -> str:
    """Return the letter and number that mark a thing in pictures, such as "B", "B0" or "Q2", or "" if it has none."""
    places = _places(view.seats)
    match target.kind:
        case "hex":
            return next((places[one.at] for one in view.hexes if one.id == target.id), "")
        case "dock":
            return f"{places[c.CITY_LAYOUTS[view.seats].harbours[c.DOCKS[target.id]]]}0"
        case "ship":
            for dock in view.docks:
                ids = [ship.id for ship in dock.ships]
                if target.id in ids:
                    return f"{places[c.CITY_LAYOUTS[view.seats].harbours[c.DOCKS[dock.id]]]}{ids.index(target.id) + 1}"
            return ""
    tops = [stack.top for stack in (*view.huts, *view.workshops, *view.wagons)]
    if target.id in tops:
        return f"{TILE}{tops.index(target.id) + 1}"
    return _on_estate(view, target)


def _on_estate(view: View, target: Target) -> str:
    player = view.players[view.active if view.seat is None else view.seat]
    squares = ESTATE_PLANS[player.hut_edge].squares
    workshops = [one.tile for one in player.workshops]
    match target.kind:
        case "home":
            return "0"
        case "square":
            return str(sorted(c.SQUARES, key=lambda one: (squares[one].y, squares[one].x)).index(target.id) + 1)
        case "workshop" if target.id in workshops:
            return f"{WORKSHOP}{workshops.index(target.id) + 1}"
        case "scroll":
            return f"{SCROLL}{target.id}"
    prefix, ids = NUMBERED.get(target.kind, ("", ()))
    return f"{prefix}{ids.index(target.id) + 1}" if ids else ""


def reading_order(view: View) -> Mapping[str, tuple[bool, str]]:
    """Return a sort key for each hex and dock, by id: in the order of their letters, docks last."""
    places = _places(view.seats)
    hexes = {one.id: (False, places[one.at]) for one in view.hexes}
    return hexes | {dock.id: (True, letter(view, Target("dock", dock.id))) for dock in view.docks}


# Each with its name and its icon.
_SIGNS = (
    ("🐁", "rats", "rat"),
    ("⛵", "ship", "ship"),
    ("🤝", "nun", "nun"),
    ("⚒️", "craftsman", "craftsman"),
    ("🔥", "fire", "fire"),
    ("🪙", "coin", "coin"),
    ("📖", "register", "register"),
    ("📜", "scroll", "scroll"),
    ("✨", "upgrade", "upgrade"),
    ("👣", "overseer", "overseer:any"),
    ("🎖️", "better_overseer", "upgrade_overseer"),
    ("⏫", "overseer_up", "upgrade_and_advance_overseer"),
    ("🔔", "activate", "activate"),
    ("🔄", "build", "build"),
    ("🔁", "any_hex", "any_hex_action"),
    ("🛖", "hut", "hut"),
    ("🏭", "workshop", "workshop"),
    ("🛒", "wagon", "wagon"),
    ("🏘️", "house", "tile"),
    ("☠️", "plague_cube", "plague"),
    ("🔨", "class_craftsman", "craftsman"),
    ("📿", "class_nun", "nun"),
    ("🤴", "class_aristocrat", "aristocrat"),
)
SIGNS: Mapping[str, tuple[str, Callable[[int], Sprite]]] = {
    sign: (name, partial(icon, drawing)) for sign, name, drawing in _SIGNS
} | {
    "♟️": ("lieutenant", partial(lieutenant, SEAT_LOOKS[1], True)),
    "▲": ("opponent", partial(seat_sign, OPPONENT_LOOK, letter=False)),
}
COLUMNS = {1: 2, 2: 2, 3: 3, 4: 3}  # by number of players
SMALLER = (3,)  # columns that are drawn smaller, so that the file stays below half a megabyte
GUTTER = 24  # px, dark wood between the parts and round them
SHADOW = 7  # px, the shadow of a part on the wood
MAX_TITLE = 300  # px, the height of the title
MIN_TITLE_ROOM = 160  # px, the height that must be free for a title


class Grid(NamedTuple):
    """The places of the parts in their order, the free space in the last column, and the size of the whole picture."""

    parts: tuple[Area, ...]
    free: Area
    size: tuple[int, int]


@lru_cache(maxsize=16)
def grid(seats: int, categories: int) -> Grid:
    """Lay out the parts row by row. ``categories``: the number of categories of points when the game is over, or 0."""
    columns = COLUMNS[seats]
    sizes = [ESTATE_WIDTH, city_plan(seats).height, score_height(categories), *[ESTATE_HEIGHT] * seats]
    wide, *heights = [reduce_length(one) for one in sizes] if columns in SMALLER else sizes
    first = max(heights[:columns])
    second = first + 2 * GUTTER  # where the second row begins
    tops = [second if number >= columns else GUTTER for number in range(seats + 2)]
    tops[0] += (first - heights[0]) // 2
    areas = [
        Area(GUTTER + number % columns * (wide + GUTTER), top, wide, high)
        for number, (top, high) in enumerate(zip(tops, heights, strict=True))
    ]
    whole = columns * (wide + GUTTER) + GUTTER
    high = max(*(area.y + area.h + GUTTER for area in areas), round(whole / MAX_RATIO + 0.5))
    below = GUTTER + heights[columns - 1] + GUTTER
    free = Area(whole - wide - GUTTER, below, wide, (second if seats + 2 == 2 * columns else high) - GUTTER - below)
    return Grid(tuple(areas), free, (whole, high))


def _table(places: Grid) -> Image.Image:
    """Draw the wooden table with the edges and shadows of the parts.

    It isn't cached, because it is large and fast to draw.
    """
    sheet = Canvas(*places.size, WOOD_DARK, fine=1)
    for x, y, w, h in places.parts:
        sheet.box((x + SHADOW, y + SHADOW, w, h), 4, None, INK, 2 * SHADOW)
        sheet.box((x - 3, y - 3, w + 6, h + 6), 4, None, WOOD, 4)
        sheet.box((x - 3, y - 3, w + 3, h + 3), 3, None, WOOD_EDGE, 4)
    if places.free.h > MIN_TITLE_ROOM:
        put_title(sheet.image, places.free)
    return sheet.image


def in_turn(view: View) -> list[int]:
    """Return the seats in turn order, without the opponent."""
    return [seat for seat in view.order if 0 <= seat < view.seats]


@cached_picture
def _reduced(ground: Callable[..., Image.Image], *what: Any) -> Image.Image:
    """Return the background of a part at its smaller size. Copy it before drawing on it."""
    return reduce_image(ground(*what))


def paint_grid(scene: Scene[View]) -> Image.Image:
    """Draw all parts with their changes, but without choices.

    If the changes are not given by part, those on estates are the active player's.
    """
    view, changed = scene.view, scene.changed
    if not isinstance(changed, Mapping):
        changed = dict.fromkeys(("city", "score", f"estate-{view.active}"), changed)
    categories = len(view.score.breakdown) if view.score else 0
    places = grid(view.seats, categories)
    board = _table(places)
    # Each part has a name, a function for its unchanging background with the arguments, and a function that draws the
    # rest.
    parts: list[tuple[str, Callable[..., Image.Image], tuple[Any, ...], Callable[[Board, Scene[View]], object]]] = [
        ("city", printed_city, ground_of_city(scene), put_city),
        ("score", empty_score, ground_of(scene), put_score),
    ]
    for seat in in_turn(view):
        what = (view.players[seat].board, scene.words)
        parts.append((f"{ESTATE_PREFIX}{seat}", empty_estate, what, partial(put_estate, seat=seat)))
    for (name, ground, what, put), area in zip(parts, places.parts, strict=True):
        own = replace(scene, part=name, changed=changed, marks=())
        if COLUMNS[view.seats] in SMALLER:
            board.paste(_reduced(ground, *what), area[:2])
            put(Surface(board, area.x, area.y, reduced=True), own)
        else:
            part = ground(*what).copy()
            put(part, own)
            board.paste(part, area[:2])
    return board


def put_title(board: Image.Image, room: Area) -> None:
    """Draw the name of the game under a ship, in the middle of the free room."""
    x, y = room.middle
    size = min(room.h * 0.8, MAX_TITLE)
    icon("ship", round(size * 0.62)).put(board, x, y - size * 0.17)
    Text("Messina 1347", round(size * 0.24)).put(board, x, y + size * 0.34, colour=WOOD_EDGE)


ESTATE_PREFIX = "estate-"  # prefix of a part that shows one seat's estate
GRID_PART = "grid"  # the part that shows everything
TURN_PART = "turn"  # the city in a post, as low as in a question
ROUND_PART = "round"  # the gains at the end of a round
_CITY = ("hex", "dock", "ship", "home")  # kinds of things in the city
_ON_OFFER = ("hut_upgrade", "workshop", "wagon")


def parts(view: View, layout: str) -> tuple[str, ...]:
    """Return the names of the board's pictures in a layout.

    While players still choose boards, there are no estates yet.
    """
    if view.phase == "deal":
        return ("city", "score")
    if layout == "wide":
        return (GRID_PART,)
    return ("city", "score", *(f"{ESTATE_PREFIX}{seat}" for seat in in_turn(view)))


def paint(scene: Scene[View]) -> Image.Image | Layers:
    """Draw ``scene.part`` as the viewer may see it. "part" stands for the part of the board with the most choices."""
    if scene.part == "part":
        return _paint_choices(scene)
    if scene.part.startswith(ESTATE_PREFIX):
        return paint_estate(scene, int(scene.part.removeprefix(ESTATE_PREFIX)))
    drawn: dict[str, Callable[[Scene[View]], Image.Image | Layers]] = {
        GRID_PART: paint_grid,
        TURN_PART: partial(paint_city, cut=True),
        ROUND_PART: paint_round,
        "boards": paint_boards,
    }
    return (drawn | {"city": paint_city, "score": paint_score})[scene.part](scene)


def _paint_choices(scene: Scene[View]) -> Image.Image | Layers:
    """Draw the part with the most choices, cropped to the sections that contain them."""
    places = [place(scene.view, mark.target) for mark in scene.marks]
    most = max(dict.fromkeys(places), key=places.count, default="city")
    if most.startswith(ESTATE_PREFIX):
        return paint_estate(scene, int(most.removeprefix(ESTATE_PREFIX)), cut=True)
    if most == "city":
        return paint_city(scene, cut=True)
    if most == "boards":
        return paint_boards(scene)
    picture = paint_score(replace(scene, part=most))
    parts = parts_with(scene.view, [mark.target for mark in scene.marks])
    if not parts:
        return picture
    part = picture.crop(crop_around(picture.size, score_things(scene.view), parts))
    sheet, free = in_columns(picture, parts, in_shade(PAPER))
    if part.size < sheet.size:
        return part
    if free.h > MIN_TITLE_ROOM:
        title = Image.new("RGB", free[2:], PAPER)
        put_title(title, Area(0, 0, *title.size))
        sheet.paste(shaded(title), free[:2])
    return sheet


def place(view: View, target: Target) -> str:
    """Return the part of the board that shows a choice.

    Choices on an estate are shown on the viewer's or, for the public, on the active player's estate.
    """
    if target.kind in BOARD_KINDS:
        return "boards"
    if target.kind in _CITY:
        return "city"
    offered = {stack.top for stack in (*view.huts, *view.workshops, *view.wagons)}
    if target.kind == "register" or (target.kind in _ON_OFFER and target.id in offered):
        return "score"
    return f"{ESTATE_PREFIX}{view.active if view.seat is None else view.seat}"


BELOW = 60  # px below the picture, where pieces come from an estate or go to one in a replay


def keyframes(view: View, event: Event, scene: Scene[View]) -> Sequence[Keyframe[View]]:
    """Return the keyframes that show the event in the city, or none if its changes only fade in."""
    match event:
        case e.Went(seat=seat, start=start, hex=goal) | e.Boarded(seat=seat, start=start, dock=goal):
            return [_goes(view, scene, seat, start, goal)]
        case e.Recalled(seat=seat, start=start) | e.Parted(seat=seat, start=start):
            return [_goes(view, scene, seat, start, "")] if start != "home" else []
        case e.Rescued(citizen=who, hex=place):
            return _rescued(view, scene, who, place)
        case e.Fought(source=place, cubes=cubes, also=also):
            fewer = {**dict.fromkeys(also, 1), place: cubes}
            return [
                Keyframe(_each(view, fewer, lambda one: structs.replace(one, cubes=max(0, one.cubes - fewer[one.id]))))
            ]
        case e.PlaguePlaced(hexes=hexes):
            return [Keyframe(_each(view, hexes, lambda one: structs.replace(one, cubes=one.cubes + 1)))]
        case e.CitizensLost(hex=place):
            return [Keyframe(_each(view, [place], lambda one: structs.replace(one, citizens=[])))]
        case e.CitizensCame(citizen=who, hexes=hexes):
            return [Keyframe(_each(view, hexes, lambda one: structs.replace(one, citizens=[*one.citizens, who])))]
        case e.ShipArrived(ship=ship, dock=place, cube=cube):
            moored = MooredView(ship, cube)
            docks = [
                structs.replace(dock, ships=[*dock.ships, moored]) if dock.id == place else dock for dock in view.docks
            ]
            return [Keyframe(structs.replace(view, docks=docks))]
    return []


def _each(view: View, places: Sequence[str] | dict[str, int], change: Callable[[HexView], HexView]) -> View:
    """Return the view with these hexes changed by the function."""
    return structs.replace(view, hexes=[change(one) if one.id in places else one for one in view.hexes])


def _figures(view: View, place: str, change: Callable[[list[FigureView]], list[FigureView]]) -> View:
    """Return the view with the figures in a place changed by the function."""
    hexes = [structs.replace(one, figures=change(one.figures)) if one.id == place else one for one in view.hexes]
    docks = [structs.replace(one, figures=change(one.figures)) if one.id == place else one for one in view.docks]
    return structs.replace(view, hexes=hexes, docks=docks)


def _place(view: View, place: str) -> HexView | DockView | None:
    """Return the hex or dock with this id, or None if it isn't in the city, such as home."""
    there: list[HexView | DockView] = [*view.hexes, *view.docks]
    return next((one for one in there if one.id == place), None)


def _goes(view: View, scene: Scene[View], seat: int, start: str, goal: str) -> Keyframe[View]:
    """Return the keyframe of a lieutenant that goes from one place to another. Either can be home."""
    city, who = city_plan(view.seats), scene.looks[seat]

    def without(there: list[FigureView]) -> list[FigureView]:
        mine = [one for one in there if one.seat == seat]
        gone = next((one for one in mine if not one.standing), mine[0] if mine else None)
        at = there.index(gone) if gone else len(there)
        return [*there[:at], *there[at + 1 :]]

    under = _figures(view, start, without)
    after = _figures(under, goal, lambda figures: [*figures, FigureView(seat, True)])
    before, there = _place(view, start), _place(after, goal)
    known = [_at(city, one, seat, scene.looks) for one in (before, there) if one]
    home = (known[0][0] if known else city.middle[0], city.height + BELOW)
    way = [known[0] if before else home, known[-1] if there else home]
    return Keyframe(after, [SpritePath([lieutenant(who, True, round(city.wide * MAX_PIECE))], way)], under)


def _at(city: Plan, place: HexView | DockView, seat: int, looks: Sequence[SeatLook]) -> Point:
    """Return the middle of a dock's quay, or of the seat's rightmost standing lieutenant on a hex, or of its pieces."""
    if isinstance(place, DockView):
        return city.docks[place.id].quay.middle
    x, y = _band(city, place)
    row = row_of(hex_items(place, looks), city.wide * ROW_ROOM, city.wide * MAX_PIECE)
    standing = sorted(place.figures, key=lambda one: not one.standing)
    before = len(row) - len(standing)
    mine = [at for at, one in enumerate(standing) if one.seat == seat and one.standing]
    return (x + row[before + mine[-1]][1], y) if mine else (x, y)


def _band(city: Plan, place: HexView) -> Point:
    """Return the middle of the band for the pieces on a hex."""
    x, y = city.at(place.at)
    first, last = pieces_band(place, city.wide)
    return x, y + city.high * ((first + last) / 2 - 0.5)


def _rescued(view: View, scene: Scene[View], who: str, place: str) -> list[Keyframe[View]]:
    """Return the keyframes of a citizen that leaves its hex for an estate, or none if it isn't on that hex."""
    city = city_plan(view.seats)
    there = next((one for one in view.hexes if one.id == place), None)
    if there is None or who not in there.citizens:
        return []
    row = row_of(hex_items(there, scene.looks), city.wide * ROW_ROOM, city.wide * MAX_PIECE)
    x, y = _band(city, there)
    at = (x + row[bool(there.cubes) + there.citizens.index(who)][1], y)
    left = list(there.citizens)
    left.remove(who)
    after = _each(view, [place], lambda one: structs.replace(one, citizens=left))
    flying = citizen(who, "normal", round(city.wide * MAX_PIECE))
    return [Keyframe(after, [SpritePath([flying], [at, (at[0], city.height + BELOW)])], after)]


_NAMED = (*(look.rgb for look in LOOKS), *named_in(colours, theme), *theme.HEXES.values(), *theme.SECTORS.values())
_PALETTE = Path(__file__).parent / "palette.txt"
_PREVIEWS: Mapping[str, PreviewBox | None] = {"": ("city", (430, 40, 950, 311)), "areas": None}
PICTURES = Pictures(
    parts, paint, paint_legend, place, letter, _PALETTE, _NAMED, paint_thing, SIGNS, _PREVIEWS, "city", keyframes
)
