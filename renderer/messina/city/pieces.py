"""Draw the pieces in the city, in rows that always fit on hexes and docks, the lieutenants' routes, and the wheel."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, sin

from renderer import art
from renderer.canvas.canvas import Board, Point, Sprite, cached_sprite
from renderer.canvas.colours import BONE, CREAM, PAPER_LIGHT, PLAGUE, SEPIA, Rgb
from renderer.canvas.frame import plate, rimmed, ring
from renderer.canvas.layout import Area, column, empty_sprite, lay_at, rotated, row
from renderer.canvas.text import Halo, Text
from renderer.messina.changes import NO_CHANGES, Changes, Route
from renderer.messina.city.plan import GANGWAY_OFFSET, WHEEL_PLATE, Dock, Plan, corners_of
from renderer.messina.city.printed import COMPACT, SEAL_SIZE, pieces_band
from renderer.messina.icons import (
    FAINT_OPACITY,
    MIN_NUMBER,
    amount,
    citizen,
    empty_hex,
    hex_size,
    icon,
    lieutenant,
    repopulation_tile,
    ship,
)
from renderer.messina.words import word
from renderer.scene import Scene
from renderer.seats import SeatLook, seat_sign
from renderer.signs import badge, loss_count
from rules.messina import components as c
from rules.messina.view import DockView, HexView, View

CELL = 48  # px, the width of the small hexes
WHEEL_ICON = 34
SMALLER = 30  # px, icons if there are two rats beside the wheel
WHEEL_CITIZEN = 34


UNTURNED = ("deal", "priority")  # the phases at the beginning of a round, before the wheel is turned


def wheel_at(view: View, number: int) -> list[int]:
    """Return the positions (from 0) to which the wheel turns in a given round, even a past one; none after the last."""
    at = view.wheel - 1
    turned = view.round - (view.phase in UNTURNED)
    at += sum(c.ROUNDS[one].plague_turns for one in range(turned + 1, min(number, c.LAST_ROUND) + 1))
    at -= sum(c.ROUNDS[one].plague_turns for one in range(number + 1, turned + 1))
    turns = c.ROUNDS[number].plague_turns if number <= c.LAST_ROUND else 0
    return [(at - turns + 1 + i) % len(c.WHEEL) for i in range(turns)]


def coming(view: View) -> list[c.Wheel]:
    """Return the positions to which the wheel turns when a round is next prepared, or none if it doesn't turn then."""
    return [c.WHEEL[at] for at in wheel_at(view, view.round + (view.phase not in UNTURNED))]


@cached_sprite
def _news(rats: tuple[str, ...], colours: tuple[str, ...], style: frozenset[str]) -> Sprite:
    """Draw the wheel's plate: the rats of the hexes that get plague, and below them each class on its hex colour."""
    sprite = plate(*WHEEL_PLATE, PAPER_LIGHT, SEPIA, 2).copy()
    size = WHEEL_ICON if len(rats) < 2 else SMALLER
    head = row([icon(name, size) for name in ("wheel", *(f"rat:{rat}" for rat in rats))], size * 0.05)
    head.put(sprite.rgb, WHEEL_PLATE[0] / 2, 26)
    _, high = hex_size(CELL)
    for i, (one, colour) in enumerate(zip(c.CITIZEN_CLASSES, colours, strict=True)):
        x = WHEEL_PLATE[0] / 2 + (0, -CELL / 2, CELL / 2)[i]
        y = 50 + high / 2 + (0 if i == 0 else high * 0.75)
        empty_hex(CELL, colour, style).put(sprite.rgb, x, y)
        citizen(one, "normal", WHEEL_CITIZEN).put(sprite.rgb, x, y)
    return sprite


def put_wheel(board: Board, view: View, area: Area, style: frozenset[str], turned: bool) -> None:
    """Draw the plate of the wheel's next turn, if there is one, with a line round it if the wheel has just turned."""
    if next_ := coming(view):
        if turned:
            ring(area.w - 8, area.h - 8, 8, BONE, 5).put(board, *area.middle)
        colours = tuple(str(getattr(next_[-1], one)) for one in c.CITIZEN_CLASSES)
        _news(tuple(one.rat for one in next_), colours, style).put(board, *area.middle)


Item = Callable[[int], Sprite]
PIECE_GAP = 0.08  # in parts of the pieces' width
PIECE_OVERLAP = -0.16  # the gap where there are too many pieces
MIN_SHRINK = 0.75  # the least share of their height to which pieces shrink before they overlap
# A repopulation tile on a hex: its place and size, and how far it and its seal are from the middle.
TILE_Y, TILE, ASIDE, COMPACT_TILE_Y = 0.745, 0.33, 0.17, 0.9
ROW_ROOM, MAX_PIECE = 0.93, 0.305  # the row of pieces on a hex, and their greatest height, in parts of the hex's width
CITIZEN = 0.95  # the height of a citizen and of a cube, relative to a lieutenant's
LESS_NEW = 8  # px, how much smaller a piece is within the line that marks it as new
BADGE = 46  # px, the letters of one or two choices
LOW_BADGE = 36  # px, the letters of more choices
OUT, LOWER = 10, 10  # px, how far a badge extends beyond its corner, and how much lower it is, or higher on small hexes
LETTER_SEPARATOR = "·"
MAX_SHIP = 120  # px
PROBE_SIZE = 60  # px, at which the proportions of pieces are measured
GONE_SIGN = 0.56  # the size of the sign of its new estate, relative to a citizen that left


@cached_sprite
def plague(count: int, size: int) -> Sprite:
    """Draw the plague cubes on a hex as one large cube, with their number if there are several."""
    black = icon("plague", size)
    if count == 1:
        return black
    sprite = black.copy()
    Text(str(count), max(MIN_NUMBER, round(size * 0.76))).put(
        sprite.rgb, size / 2, size * 0.5, colour=CREAM, halo=Halo(PLAGUE)
    )
    return sprite


@cached_sprite
def new(draw: Callable[..., Sprite], what: tuple[int | str, ...], size: int) -> Sprite:
    """Draw a piece with ``draw``, marked as new: a citizen, or plague cubes of which one is new."""
    return rimmed(draw(*what, size - LESS_NEW))


def row_of(items: Sequence[Item], room: float, high: float) -> list[tuple[Sprite, float]]:
    """Draw the items side by side, as large as fits. Return each sprite with its offset from the middle of the row."""
    if not items:
        return []
    wide = [item(PROBE_SIZE).size[0] / PROBE_SIZE for item in items]
    inner = sum(wide) - (wide[0] + wide[-1]) / 2  # from the middle of the first piece to that of the last
    size, gap = min(high, room / (sum(wide) + PIECE_GAP * inner)), PIECE_GAP
    if size < high * MIN_SHRINK:
        size = min(high * MIN_SHRINK, room / (sum(wide) + PIECE_OVERLAP * inner))
        gap = min(PIECE_GAP, (room / size - sum(wide)) / inner) if inner else 0.0
    x = size * (wide[0] - sum(wide) - gap * inner) / 2
    placed = []
    for i, (item, one) in enumerate(zip(items, wide, strict=True)):
        x += size * (1 + gap) * (one + wide[i - 1]) / 2 if i else 0
        placed.append((item(int(size)), x))
    return placed


def in_badges(letters: tuple[str, ...], *, advised: bool = False) -> list[Sprite]:
    """Draw the letters of all choices that point at one thing: up to two in one badge, otherwise in two badges."""
    if len(letters) <= 2:
        return [badge(LETTER_SEPARATOR.join(letters), BADGE, advised=advised)]
    half = ceil(len(letters) / 2)
    parts = letters[:half], letters[half:]
    return [badge(LETTER_SEPARATOR.join(some), LOW_BADGE, advised=advised) for some in parts]


@cached_sprite
def badges(letters: tuple[str, ...]) -> Sprite:
    """Draw the badges of these letters, one below the other."""
    return column(in_badges(letters), -4)


def put_badges(board: Board, at: Point, wide: int, letters: tuple[str, ...], *, advised: bool = False) -> None:
    """Draw a hex's letters in a badge at its upper left corner, and any second badge at the right, off the pieces."""
    lower = LOWER if wide >= COMPACT else -LOWER
    (left, right), top = (at[0] - wide / 2 - OUT, at[0] + wide / 2 + OUT), at[1] + corners_of(wide)[5][1] + lower
    first, *more = in_badges(letters, advised=advised)
    first.put(board, left + first.size[0] / 2, top)
    for one in more:
        one.put(board, right - one.size[0] / 2, top)


def put_row(
    board: Board, items: Sequence[Item], at: Point, room: float, high: float, letters: tuple[str, ...] = ()
) -> None:
    """Draw the letters of the choices and then the items, in a row centred on a place."""
    x, y = at
    mark = badges(letters) if letters else None
    reserved = mark.size[0] if mark else 0
    row = row_of(items, room - reserved, high)
    if mark:
        right = row[-1][1] + row[-1][0].size[0] / 2 if row else 0.0
        mark.put(board, x - right, y)
        x += reserved / 2
    for sprite, dx in row:
        sprite.put(board, x + dx, y)


def figures(place: HexView | DockView, looks: Sequence[SeatLook], changes: Changes) -> list[Item]:
    """Return the items for lieutenants: standing ones, those lying since last round, and faint ones that left."""
    there = sorted(place.figures, key=lambda one: not one.standing)
    gone = [partial(moved_lieutenant, looks[seat]) for seat in changes.figures.get(place.id, ())]
    return [*(partial(lieutenant, looks[one.seat], one.standing) for one in there), *gone]


def _smaller(item: Item, size: int) -> Sprite:
    """Draw the item at a citizen's size, which is smaller than ``size``, that of a lieutenant."""
    return item(round(size * CITIZEN))


def hex_items(one: HexView, looks: Sequence[SeatLook], changes: Changes = NO_CHANGES) -> list[Item]:
    """Return the items on a hex: plague, citizens, lieutenants, and after each kind faint ones for those that left."""
    smaller: list[Item] = []
    if one.cubes:
        infected = one.id in changes.infected
        smaller.append(partial(new, plague, (one.cubes,)) if infected else partial(plague, one.cubes))
    if taken := changes.cubes.get(one.id):
        smaller.append(partial(removed_cubes, taken))
    arrived = Counter(changes.arrived.get(one.id, ()))
    for who in one.citizens:
        smaller.append(partial(new, citizen, (who, "normal")) if arrived[who] else partial(citizen, who, "normal"))
        arrived[who] -= arrived[who] > 0
    for citizen_, seat in changes.citizens.get(one.id, ()):
        smaller.append(partial(rescued_citizen, citizen_, None if seat is None else looks[seat]))
    return [*(partial(_smaller, item) for item in smaller), *figures(one, looks, changes)]


@cached_sprite
def moved_lieutenant(who: SeatLook, size: int) -> Sprite:
    """Draw a lieutenant faintly at its former place."""
    return lieutenant(who, True, size).faint(FAINT_OPACITY)


@cached_sprite
def removed_cubes(cubes: int, size: int) -> Sprite:
    """Draw the outline of removed plague cubes, with their number."""
    tag = loss_count(cubes, max(MIN_NUMBER, round(size * 0.46)))
    whole = empty_sprite(max(size, tag.size[0]), size)
    lay_at(whole, icon("plague_taken", size), whole.size[0] / 2, size / 2)
    lay_at(whole, tag, whole.size[0] / 2, size - tag.size[1] / 2)
    return whole


@cached_sprite
def rescued_citizen(who: str, to: SeatLook | None, size: int) -> Sprite:
    """Draw a citizen faintly at its former place, with the sign of the estate that it went to, if any."""
    sprite = citizen(who, "normal", size).faint(FAINT_OPACITY).copy()
    if to is None:
        return sprite
    small = seat_sign(to, round(size * GONE_SIGN))
    lay_at(sprite, small, size - small.size[0] / 2, size - small.size[1] / 2)
    return sprite


def put_people(
    board: Board, city: Plan, one: HexView, looks: Sequence[SeatLook], changes: Changes = NO_CHANGES
) -> None:
    """Draw everything that is on a hex."""
    at, wide, h = city.at(one.at), city.wide, hex_size(city.wide)[1]
    top = at[1] - h / 2
    if one.owner is not None:
        house = repopulation_tile(looks[one.owner], round(wide * TILE))
        if wide < COMPACT:
            house.put(board, at[0], top + h * COMPACT_TILE_Y)
        else:
            house.put(board, at[0] - wide * ASIDE, top + h * TILE_Y)
            amount(f"points:{one.points}", round(wide * SEAL_SIZE)).put(board, at[0] + wide * ASIDE, top + h * TILE_Y)
    first, last = pieces_band(one, wide)
    y = top + h * (first + last) / 2
    put_row(board, hex_items(one, looks, changes), (at[0], y), wide * ROW_ROOM, wide * MAX_PIECE)


def put_dock(
    board: Board, one: DockView, dock: Dock, letters: tuple[str, ...], looks: Sequence[SeatLook], changes: Changes
) -> list[tuple[Point, tuple[int, int]]]:
    """Draw the figures on the quay, the ships, and faintly the figures and ships that left.

    Return the centre and the size of each ship.
    """
    quay, water = dock
    put_row(board, figures(one, looks, changes), quay.middle, quay.w - 12, quay.h - 6, letters)
    ships: list[Item] = [_laden(moored.id, moored.cube) for moored in one.ships]
    went = changes.ships.get(one.id, ())[: c.BERTHS - len(ships)]
    size, middles = berths(len(ships) + len(went), water)
    ships += [partial(_departed, name, name in changes.cubes) for name in went]
    sprites = [ship(size) for ship in ships]
    for sprite, middle in zip(sprites, middles, strict=True):
        sprite.put(board, *middle)
    return [(middle, sprite.size) for middle, sprite in zip(middles, sprites, strict=True)][: len(one.ships)]


def _laden(name: str, cube: bool) -> Item:
    printed = c.SHIPS[name]
    return partial(ship, printed.goods, printed.coins, printed.points, cube)


@cached_sprite
def _departed(name: str, fought: bool, size: int) -> Sprite:
    """Draw a ship faintly at its former place, with a mark if its cube was removed."""
    sprite = _laden(name, False)(size).faint(FAINT_OPACITY).copy()
    if fought:
        black = removed_cubes(1, round(size * 0.5))
        lay_at(sprite, black, size - black.size[0] / 2, black.size[1] / 2)
    return sprite


def berths(ships: int, water: Area) -> tuple[int, list[Point]]:
    """Return the size of a dock's ships and their centres, in one to three rows, whichever makes them largest."""
    if not ships:
        return MAX_SHIP, []
    room, high = water.w / (1 + PIECE_GAP), water.h - 6
    lines = max((1, 2, 3), key=lambda n: min(MAX_SHIP, high / n, room / ceil(ships / n)))
    columns = ceil(ships / lines)
    size = int(min(MAX_SHIP, high / lines, room / columns))
    x, y = water.middle
    middles = []
    for i in range(ships):
        line, place = divmod(i, columns)
        beside = min(columns, ships - line * columns)
        middles.append((x + (place - (beside - 1) / 2) * size * (1 + PIECE_GAP), y + (line - (lines - 1) / 2) * size))
    return size, middles


def put_home(board: Board, scene: Scene[View], area: Area, letters: tuple[str, ...]) -> None:
    """Draw the lieutenants that are ready at home, on a plate with the letters for choosing one."""
    view = scene.view
    seat = view.active if view.seat is None else view.seat
    plate(area.w, area.h, PAPER_LIGHT, SEPIA, 2).put(board, *area.middle)
    x, y = area.middle
    ready: list[Item] = [partial(lieutenant, scene.looks[seat], True)] * view.players[seat].home
    badges(letters).put(board, x, area.y + area.h * 0.22)
    put_row(board, ready, (x, area.y + area.h * 0.58), area.w - 10, area.h * 0.34, ())
    lines = Text(word("home", scene.words), MIN_NUMBER).lines(area.w - 4, 2)
    for number, line in enumerate(lines):
        line.put(board, x, y + area.h * 0.38 - (len(lines) - 1 - number) * MIN_NUMBER)


STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # the directions to the six neighbouring hexes
ARROW = 54  # px, the length of an arrow
FINE = 3  # oversampling of an arrow before it is turned
LIFT = 0.19  # how far above the middle of an upright border an arrow is, in parts of a hex's height
PAST = 5  # px, how far below the middle of a slanting border its arrow is, to keep off the house and the seal above it
BESIDE = 24  # px, between arrows across the same border
MAX_ROUTES = 4  # only the latest routes are shown

# The place of an arrow, and its clockwise rotation from pointing right, in radians.
Crossing = tuple[Point, float]


def shortest(view: View, start: c.Coordinates, to: c.Coordinates) -> list[c.Coordinates]:
    """Return the hexes of the straightest shortest route, including both ends, or an empty list if there is none."""
    there = {one.at for one in view.hexes}
    routes = {start: [start]}
    edge = [start]
    while edge and to not in routes:
        found: dict[c.Coordinates, list[list[c.Coordinates]]] = {}
        for q, r in edge:
            for dq, dr in STEPS:
                at = (q + dq, r + dr)
                if at in there and at not in routes:
                    found.setdefault(at, []).append([*routes[q, r], at])
        routes |= {at: min(some, key=lambda one: _bent(one, start, to)) for at, some in found.items()}
        edge = list(found)
    return routes.get(to, [])


def _bent(route: Sequence[c.Coordinates], start: c.Coordinates, to: c.Coordinates) -> float:
    """Return how far a route deviates from the straight line."""
    across = [(q + r / 2, r * 0.866) for q, r in (start, to, *route)]
    (x, y), (u, v), *points = across
    return sum(abs((u - x) * (y - b) - (x - a) * (v - y)) for a, b in points)


def crossings(view: View, city: Plan, route: Route) -> Iterator[Crossing]:
    """Yield the places where a lieutenant's route crosses from one hex to the next, or from or to a dock."""
    hexes = {one.id: one.at for one in view.hexes}
    settled = {one.at for one in view.hexes if one.owner is not None}
    ends = [c.DOCKS.get(place, place) for place in (route.start, route.to)]
    if not hexes.keys() >= set(ends):
        return
    if route.start in c.DOCKS:
        yield _gangway(view, city, c.DOCKS[route.start], 1)
    for one, other in pairwise(shortest(view, hexes[ends[0]], hexes[ends[1]])):
        (x, y), (u, v) = city.at(one), city.at(other)
        lift = city.high * LIFT if one[1] == other[1] else 0.0
        upper, lower = sorted((one, other), key=lambda place: place[1])
        past = PAST / city.wide if not lift and upper in settled else 0.0
        (a, b), (k, h) = city.at(upper), city.at(lower)
        yield ((x + u) / 2 + (k - a) * past, (y + v) / 2 - lift + (h - b) * past), atan2(v - y, u - x)
    if route.to in c.DOCKS:
        yield _gangway(view, city, c.DOCKS[route.to], -1)


def _gangway(view: View, city: Plan, corner: str, landing: int) -> Crossing:
    """Return the crossing between the dock in this corner and its harbour.

    ``landing``: 1 when leaving the dock, -1 when boarding.
    """
    x, y = city.at(c.CITY_LAYOUTS[view.seats].harbours[corner])
    north = 1 if corner[0] == "n" else -1
    at = (x + city.wide * (-GANGWAY_OFFSET if corner[1] == "w" else GANGWAY_OFFSET), y - north * (city.high / 2 - 10))
    return at, atan2(north * landing, 0)


def put_routes(board: Board, view: View, city: Plan, routes: Sequence[Route], looks: Sequence[SeatLook]) -> None:
    """Draw the arrows of the latest routes, side by side where several cross the same border."""
    crossed = Counter[tuple[int, int]]()
    for route in routes[-MAX_ROUTES:]:
        for (x, y), turn in crossings(view, city, route):
            number = crossed[round(x), round(y)]
            crossed[round(x), round(y)] += 1
            by = BESIDE * (number + 1) // 2 * (-1) ** number
            arrow(looks[route.seat].rgb, round(degrees(turn))).put(board, x - by * sin(turn), y + by * cos(turn))


@cached_sprite
def arrow(colour: Rgb, turn: int, long: int = ARROW) -> Sprite:
    """Draw an arrow in a colour, turned clockwise by ``turn`` degrees from pointing right."""
    drawn = art.sprite("messina/went", long * FINE, colour)
    side = round(hypot(*drawn.size))
    at = ((side - drawn.size[0]) // 2, (side - drawn.size[1]) // 2)
    whole = empty_sprite(side, side)
    whole.rgb.paste(drawn.rgb, at)
    whole.mask.paste(drawn.mask, at)
    return rotated(whole, turn, FINE)
