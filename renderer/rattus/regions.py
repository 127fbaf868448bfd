"""Draw the contents of the regions and of the palace, and collect the changes since the viewer's last look."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
from math import atan2, degrees, hypot
from typing import NamedTuple

from renderer.canvas.canvas import Board, Point, Sprite, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, CREAM, INK, PLAGUE, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.text import Halo, Text
from renderer.rattus.geography import MAP_WIDTH, REGION_SPOTS, ROUTES, WALLS, Spot, border_lines, curve_through
from renderer.rattus.map import FRAME_WIDTH, NAME_SIZE, put_name
from renderer.rattus.pieces import (
    FLASK_SIZE,
    LEAST_NUMBER,
    crate,
    figure,
    flask,
    palace,
    plague,
    rat,
    supply,
    turned_rat,
    wall,
)
from renderer.scene import Words
from renderer.seats import SeatLook, lost_outline, new_piece_mark, piece_stack
from renderer.signs import loss_count
from rules.game import Event, Target
from rules.rattus import events as happened
from rules.rattus.components import CONNECTIONS, rat_region
from rules.rattus.view import RatView, RegionView, View


class Strike(NamedTuple):
    """A region that was struck: its rats in the order in which they were turned over or discarded unused."""

    region: str
    rats: list[happened.Revealed | happened.Discarded]


@dataclass
class Changes:
    """The changes on the board."""

    strikes: list[Strike] = field(default_factory=list)
    plague_moves: list[happened.PlagueMoved] = field(default_factory=list)  # the latest last
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)  # cubes by region and seat
    cubes: set[tuple[str, int]] = field(default_factory=set)  # region ("" for the palace) and seat of new cubes
    rats: set[str] = field(default_factory=set)
    figures: set[tuple[str, str]] = field(default_factory=set)  # kind and region
    walls: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    lifted: frozenset[Target] = frozenset()  # rats in the air in a replay, and the plague piece by its region


NOTHING = Changes()


def changes_from(events: Sequence[Event], lifted: frozenset[Target] = frozenset()) -> Changes:
    """Collect the changes that are visible after the events.

    ``lifted`` are the things that a replay is moving, which are not drawn in their places.
    """
    found = Changes(lifted=lifted)
    moves = 0  # moves of the plague piece, up to the last strike
    for event in events:
        match event:
            case happened.PlagueMoved():
                found.plague_moves.append(event)
            case happened.Revealed() | happened.Discarded():
                region = rat_region(event.rat)
                known = found.strikes and found.strikes[-1].region == region and moves == len(found.plague_moves)
                if not known:
                    found.strikes.append(Strike(region, []))
                moves = len(found.plague_moves)
                found.strikes[-1].rats.append(event)
                if isinstance(event, happened.Revealed):
                    found.lost.update({(region, seat): count for seat, count in enumerate(event.lost) if count})
            case happened.Placed(seat=seat, region=region) | happened.Unloaded(owner=seat, region=region):
                found.cubes.add((region, seat))
            case happened.CubesMoved(seat=seat, to=region):
                found.cubes.add((region, seat))
            case happened.CubesExchanged(region=region, owner=owner, to=to, other_owner=other):
                found.cubes |= {(region, other), (to, owner)}
            case happened.Saved(seat=seat):
                found.cubes.add(("", seat))
            case happened.RatPlaced(rat=rat) | happened.RatMoved(to=rat):
                found.rats.add(rat)
            case happened.Exchanged(rat=rat, other=other_rat):
                found.rats |= {rat, other_rat}
            case happened.FigureMoved(card=card, to=region):
                found.figures.add((card, region))
            case happened.WallMoved(connection=connection):
                found.walls.add(connection)
            case happened.Took(card=card) | happened.Joined(card=card):
                found.cards.add(card)
    return found


TOKEN = 50  # px, a seat's piece
NUMBER = 46  # px, font size of the number beside it
LINE = 51  # px from row to row of cubes
RAT = 56
TURNED_RAT_SIZE = 66
OVER = 5  # px, by which rats overlap
DOCTOR = 86
GAP = 8
FOOT = 14  # px, how far a loss is below the middle of its piece: off most of the letter and of the row below
TUCK = 18  # px, by which a loss beside an outline covers it
FIGURE = 52  # px, the height of a bishop or a nun
SLIM = 39  # px, their width
HOW_MANY = 42  # px, font size of their number
BETWEEN, CLOSE = 4, 7  # px: from figure to figure, and how far a figure may overlap the edge of a cube
OVERLAP = 14  # px, how far the feet of cubes may overlap the heads of figures
GLASS = FLASK_SIZE[0]
PITCH = 29  # px, from flask to flask of one seat
MAX_FLASKS = 3  # flasks shown of one seat
CASTLE = 112  # px
STOCK = 58  # px, a rat of the supply
CRATE = 72  # px
BY = 18  # px, how far beside a connection its letter may be
NEXT, CLEAR = 38, 18  # px, from that letter to walls on other connections, and to their lines
CORNER = 58  # px, from the bottom of the map to supply and crate


class Cubes(NamedTuple):
    """The cubes of a seat in one place, and the numbers of potions under those that have any, largest first.

    ``lost`` is the number that the plague has just taken, shown ``beside`` the cubes, or on their piece if there is no
    room. ``new``: some were just added.
    """

    seat: int
    number: int
    potions: tuple[int, ...] = ()
    lost: int = 0
    new: bool = False
    beside: bool = True

    @property
    @lru_cache(maxsize=512)  # noqa: B019
    def wide(self) -> int:
        """The width of the piece with its number, its losses and its flasks."""
        number = Text(str(self.number), NUMBER).width + 1 if self.number else 0
        taken = loss_count(self.lost).size[0] - (0 if self.number else TUCK) if self.lost and self.beside else 0
        return TOKEN + number + taken + flasks_width(self.potions)


def cubes_of(region: RegionView, changes: Changes = NOTHING) -> list[Cubes]:
    """Return the cubes of each seat that has any in the region, or has just lost some there."""
    return [
        Cubes(
            seat,
            count,
            tuple(cube.potions for cube in region.potions if cube.seat == seat),
            changes.lost.get((region.id, seat), 0),
            (region.id, seat) in changes.cubes,
        )
        for seat, count in enumerate(region.cubes)
        if count or (region.id, seat) in changes.lost
    ]


def row_width(row: Sequence[Cubes]) -> int:
    """Return the width of a row of cubes."""
    return sum(cubes.wide + GAP for cubes in row) - GAP


Row = tuple[float, float, Sequence[Cubes]]  # a row's left end, its middle, and its cubes


def row_places(spot: Spot, there: Sequence[Cubes]) -> Sequence[Row]:
    """Arrange the cubes at a place in one row if there is room, otherwise in two, all within the map.

    If a row is too long, losses are shown on the remaining pieces or, if it is still too long, also on the outlines of
    lost pieces.
    """
    return _row_places(spot, tuple(there))


@lru_cache(maxsize=512)  # each picture asks for those of a region up to four times
def _row_places(spot: Spot, there: tuple[Cubes, ...]) -> Sequence[Row]:
    half, places = len(there) if row_width(there) <= spot.room else (len(there) + 1) // 2, []
    rows: Sequence[Sequence[Cubes]] = there[:half], there[half:]
    for i, row in enumerate(row for row in rows if row):
        if row_width(row) > spot.room:
            row = [one._replace(beside=not one.number) for one in row]
        if row_width(row) > spot.room:
            row = [one._replace(beside=False) for one in row]
        x, y = spot.cubes[0] + i * spot.second, spot.cubes[1] + i * LINE
        left = min(x - row_width(row) / 2, MAP_WIDTH - FRAME_WIDTH - 4 - row_width(row))
        places.append((max(left, FRAME_WIDTH + 4), y, row))
    return places


def put_cubes(board: Board, spot: Spot, there: list[Cubes], looks: Sequence[SeatLook]) -> None:
    """Draw the cubes at a place in rows, with their numbers and potions, and with the losses on top."""
    rows = row_places(spot, there)
    for x, y, cubes in cube_places(rows):
        who, middle = looks[cubes.seat], x + TOKEN / 2
        if cubes.new:
            new_piece_mark(who, TOKEN).put(board, middle, y)
        if cubes.number:
            pile = piece_stack(who, TOKEN, cubes.number)  # the lowest piece is where a single one would be
            pile.put(board, middle, y - (pile.size[1] - TOKEN) / 2)
            Text(str(cubes.number), NUMBER).put(board, x + TOKEN + 1, y, align="left", halo=Halo(BONE, 4))
        else:
            lost_outline(who, round(TOKEN * 0.84)).put(board, middle, y)
        first = x + cubes.wide - flasks_width(cubes.potions) + 2 + GLASS / 2
        for i, text in reversed(list(enumerate(flasks(cubes.potions)))):
            flask(text).put(board, first + PITCH * i, y)
    for x, y, tag in loss_places(rows):
        tag.put(board, x, y)


def cube_places(rows: Sequence[Row]) -> Iterator[tuple[float, float, Cubes]]:
    """Yield the left end and the vertical middle of each seat's cubes, with the cubes."""
    for x, y, row in rows:
        for cubes in row:
            yield x, y, cubes
            x += cubes.wide + GAP


def loss_places(rows: Sequence[Row]) -> list[tuple[float, float, Sprite]]:
    """Return the place and the sprite of each number of losses: beside a piece, below its letter, or on its outline."""
    places = []
    for x, y, cubes in cube_places(rows):
        if cubes.lost and cubes.beside:
            tag = loss_count(cubes.lost)
            places.append((x + cubes.wide - flasks_width(cubes.potions) - tag.size[0] / 2, y, tag))
        elif cubes.lost:
            places.append((x + TOKEN / 2, y + FOOT, loss_count(cubes.lost)))
    return places


def rat_places(region: RegionView) -> list[Point]:
    """Return the middles of the region's rats."""
    x, y = REGION_SPOTS[region.id].rats
    sizes = [TURNED_RAT_SIZE if one.face else RAT for one in region.rats]
    left = x - (sum(sizes) - OVER * (len(sizes) - 1)) / 2
    places = []
    for size in sizes:
        places.append((left + size / 2, y))
        left += size - OVER
    return places


def put_rats(board: Board, region: RegionView, changes: Changes = NOTHING, *, lettered: bool = True) -> None:
    """Draw the region's rats, face down or as the viewer has seen them. Those face up for everybody are on black.

    With ``lettered``, they have their letters.
    """
    for one, (x, y) in reversed(list(zip(region.rats, rat_places(region), strict=True))):
        if Target("rat", one.handle) in changes.lifted:
            continue
        sprite, size = token_of(one, lettered=lettered), TURNED_RAT_SIZE if one.face else RAT
        if one.turned:
            ring_round_rat(size, PLAGUE).put(board, x - 2, y - 2)
        elif one.handle in changes.rats:
            ring_round_rat(size + 4, INK, 8).put(board, x - 2, y - 2)
            ring_round_rat(size + 2, BONE, 6).put(board, x - 2, y - 2)
        sprite.put(board, x + (sprite.size[0] - size) / 2, y + (sprite.size[1] - size) / 2)


def token_of(one: RatView, *, lettered: bool = True) -> Sprite:
    """Draw a rat as the viewer may see it, optionally with its letter."""
    letter = one.handle[-1] if lettered else ""
    if one.face is None:
        return rat(RAT, letter)
    return turned_rat(TURNED_RAT_SIZE, letter, one.face.number, one.face.letter, one.face.classes)


def ring_round_rat(size: int, colour: Rgb, thick: int = 4) -> Sprite:
    """Draw a line round a rat."""
    return ring(size - 6, size - 6, size // 2 - 3, colour, thick)


def figures(region: RegionView) -> list[tuple[str, int]]:
    """Return the kinds of figures in the region with their numbers."""
    return [(kind, count) for kind, count in (("bishop", region.bishops), ("nun", region.nuns)) if count]


def figure_width(count: int) -> int:
    """Return the width of a figure with its number."""
    return SLIM + (Text(str(count), HOW_MANY).width + 3 if count > 1 else 0)


def figure_places(region: RegionView, changes: Changes = NOTHING) -> dict[str, Point]:
    """Return the middle of the figure of each kind. Several of a kind are drawn as one, with a number on its right.

    Figures are in the middle of the region if the cubes leave a row free, otherwise at its edge, away from the cubes.
    """
    spot, there = REGION_SPOTS[region.id], figures(region)
    if not there:
        return {}
    wide = sum(figure_width(count) for _, count in there) + BETWEEN * (len(there) - 1)
    rows = row_places(spot, cubes_of(region, changes))
    if len(rows) < spot.rows:
        x, y = spot.cubes[0] + len(rows) * spot.second - wide / 2, spot.cubes[1] + len(rows) * LINE
    else:
        x, y = spot.figures[0] - wide / 2, spot.figures[1]
        for left, middle, row in rows:
            right = left + row_width(row)
            if abs(middle - y) < (TOKEN + FIGURE) / 2 - OVERLAP and left < x + wide and x < right:
                x = left - wide + CLOSE if spot.figures[0] < (left + right) / 2 else right - CLOSE
    x = min(max(x, FRAME_WIDTH + 2), MAP_WIDTH - FRAME_WIDTH - 2 - wide)
    places = {}
    for kind, count in there:
        places[kind] = (x + SLIM / 2, y)
        x += figure_width(count) + BETWEEN
    return places


def put_figures(board: Board, region: RegionView, changes: Changes = NOTHING, chosen: Collection[str] = ()) -> None:
    """Draw the bishops and nuns of a region, with an edge round new ones and choices."""
    places = figure_places(region, changes)
    for kind, count in figures(region):
        x, y = places[kind]
        if kind in chosen or (kind, region.id) in changes.figures:
            ring(SLIM, FIGURE - 4, 12, CHOICE if kind in chosen else BONE, 4).put(board, x, y)
        figure(kind, FIGURE).put(board, x, y)
        if count > 1:
            Text(str(count), HOW_MANY).put(board, x + SLIM / 2 + 1, y + 4, align="left", halo=Halo(BONE, 4))


def flasks(potions: Sequence[int]) -> list[str]:
    """Return the numbers on a seat's flasks in a region, one for each cube with potions.

    The last can stand for the rest.
    """
    if len(potions) <= MAX_FLASKS:
        return [str(count) for count in potions]
    return [*map(str, potions[: MAX_FLASKS - 1]), f"+{sum(potions[MAX_FLASKS - 1 :])}"]


def flasks_width(potions: Sequence[int]) -> int:
    """Return the width of the flasks beside their cubes."""
    return GLASS + PITCH * (len(flasks(potions)) - 1) + 2 if potions else 0


@cache
def wall_place(connection: str) -> tuple[float, float, float]:
    """Return the place of a wall on a connection, and its clockwise rotation from horizontal, in degrees."""
    if connection in WALLS:
        return WALLS[connection]
    way = next(curve_through(*points) for pair, points in ROUTES.items() if set(pair) == set(connection.split("+")))
    (x, y), before, after = way[len(way) // 2], way[len(way) // 2 - 4], way[len(way) // 2 + 4]
    return x, y, degrees(atan2(after[1] - before[1], after[0] - before[0])) + 90


@cache
def on_connection(connection: str) -> tuple[Point, ...]:
    """Return places on or beside this connection only, starting with a wall's place and moving further away."""
    (x, y, _), pair = wall_place(connection), frozenset(connection.split("+"))
    own = [curve_through(*points) for ends, points in ROUTES.items() if set(ends) == pair] or border_lines()[
        tuple(sorted(pair))
    ]
    others = [wall_place(one)[:2] for one in CONNECTIONS[max(CONNECTIONS)] if frozenset(one.split("+")) != pair]
    borders = [
        point
        for ends, some in border_lines().items()
        if len(ends) == 2 and "" not in ends and {*ends} != pair
        for point in chain.from_iterable(some)
    ]
    places = [
        (u + dx, v + dy)
        for u, v in chain.from_iterable(line[::3] for line in own)
        if all(hypot(u - a, v - b) > CLEAR for a, b in borders)
        for dx, dy in ((0, 0), (-BY, 0), (BY, 0), (0, -BY), (0, BY))
        if all(hypot(u + dx - a, v + dy - b) > NEXT for a, b in others)
    ]
    return ((x, y), *sorted(places, key=lambda place: hypot(place[0] - x, place[1] - y)))


def put_walls(board: Board, walls: Sequence[str], edges: Mapping[str, Rgb]) -> None:
    """Draw the walls on their connections. ``edges`` has the colours of the wide edges that some of them get."""
    for connection in walls:
        x, y, turn = wall_place(connection)
        wall(turn, edges.get(connection)).put(board, x, y)


def put_stand(
    board: Board, region: RegionView, looks: Sequence[SeatLook], changes: Changes = NOTHING, *, lettered: bool = True
) -> None:
    """Draw the contents of a region with figures on top, and optionally with the letters of rats."""
    put_cubes(board, REGION_SPOTS[region.id], cubes_of(region, changes), looks)
    put_rats(board, region, changes, lettered=lettered)
    put_figures(board, region, changes)


@cached_sprite
def counting(size: int, counts: str) -> Sprite:
    """Draw the plague piece, labelled with the number of cubes that it counts as."""
    sprite = plague(size).copy()
    text = Text(counts, max(round(size * 0.4), LEAST_NUMBER))
    text.put(sprite.rgb, sprite.size[0] * 0.45, size * 0.74, colour=CREAM, halo=Halo(PLAGUE))
    return sprite


def put_palace(
    board: Board, view: View, words: Words, looks: Sequence[SeatLook], changes: Changes = NOTHING, high: int = NAME_SIZE
) -> None:
    """Draw the palace with the cubes that are safe there."""
    spot = REGION_SPOTS["palace"]
    palace(CASTLE).put(board, *spot.rats)
    put_name(board, "palace", words, high)
    safe = [Cubes(seat, count, new=("", seat) in changes.cubes) for seat, count in enumerate(view.palace) if count]
    put_cubes(board, spot, safe, looks)


def put_box(board: Board, view: View, bottom: int) -> None:
    """Draw the supply of rats and the crate of turned ones near the ``bottom`` of the map."""
    for icon, count, x in ((supply(STOCK), view.supply, 50), (crate(CRATE), len(view.discards), 196)):
        icon.put(board, x, bottom - CORNER)
        Text(str(count), NUMBER).put(board, x + 44, bottom - CORNER + 4, align="left", halo=Halo(BONE, 4))
