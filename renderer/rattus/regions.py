"""What stands in the regions and in the palace: cubes with their potions, rats, figures, the plague piece."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import atan2, degrees
from typing import NamedTuple

from PIL import Image

from renderer.canvas.canvas import Point
from renderer.canvas.colours import CREAM, INK, PAPER_LIGHT, PLAGUE, Rgb
from renderer.canvas.text import TITLE, width, write
from renderer.rattus.geography import HEIGHT, WIDTH
from renderer.rattus.layout import ROUTES, SPOTS, WALLS, Spot
from renderer.rattus.map import FRAME, put_name
from renderer.rattus.pieces import FIGURES, GLASS, box, face, flask, palace, plague, rat, turned_rim, wall
from renderer.rattus.routes import curve, put_routes
from renderer.rattus.words import word
from renderer.seats import Seat, stack
from renderer.words import Words
from rules.rattus.view import RegionView, View

TOKEN = 42  # px, a seat's piece
NUMBER = 46  # px, font size of the number beside it
LINE = 42  # px from row to row of cubes
RAT = 46
FACE = 58
DOCTOR = 82
GAP = 8
FIGURE = 48  # px, the height of a bishop or a nun
SLIM = 36  # px, their width
HOW_MANY = 36  # px, font size of their number
BETWEEN = 4  # px
PITCH = 27  # px, from flask to flask of one seat
MOST = 3  # flasks of one seat


class Cubes(NamedTuple):
    """The cubes of a seat in one place, and the potions under those that have any, the most first."""

    seat: int
    number: int
    potions: tuple[int, ...] = ()

    @property
    def wide(self) -> int:
        """How wide the piece with its number and its flasks is."""
        return TOKEN + width(TITLE, NUMBER, str(self.number)) + 1 + flasks_width(self.potions)


def cubes_of(region: RegionView) -> list[Cubes]:
    """The cubes of each seat that has any in the region."""
    return [
        Cubes(seat, count, tuple(cube.potions for cube in region.potions if cube.seat == seat))
        for seat, count in enumerate(region.cubes)
        if count
    ]


def row_width(row: Sequence[Cubes]) -> int:
    """How wide a row of cubes is."""
    return sum(cubes.wide + GAP for cubes in row) - GAP


def cube_rows(there: list[Cubes], room: int) -> list[list[Cubes]]:
    """The cubes in one row if there is room, else in two."""
    if not there:
        return []
    if row_width(there) <= room or len(there) == 1:
        return [there]
    half = (len(there) + 1) // 2
    return [there[:half], there[half:]]


def row_places(spot: Spot, there: list[Cubes]) -> list[tuple[float, float, list[Cubes]]]:
    """The rows of cubes at a place: the left end and the middle of each, which keep within the map."""
    places = []
    for i, row in enumerate(cube_rows(there, spot.room)):
        x, y = spot.cubes[0] + i * spot.second, spot.cubes[1] + i * LINE
        left = min(x - row_width(row) / 2, WIDTH - FRAME - 4 - row_width(row))
        places.append((max(left, FRAME + 4), y, row))
    return places


def put_cubes(board: Image.Image, spot: Spot, there: list[Cubes], looks: Sequence[Seat]) -> None:
    """Pieces with their numbers and potions in their rows."""
    for x, y, row in row_places(spot, there):
        for cubes in row:
            stack(looks[cubes.seat], TOKEN, cubes.number).put(board, x + TOKEN / 2, y)
            write(board, x + TOKEN + 1, y, str(cubes.number), NUMBER, align="left", halo=PAPER_LIGHT)
            x += cubes.wide + GAP
            put_flasks(board, x - GAP - flasks_width(cubes.potions), y, cubes.potions)


def rat_places(region: RegionView) -> list[Point]:
    """The middles of the region's rats."""
    x, y = SPOTS[region.id].rats
    sizes = [FACE if one.face else RAT for one in region.rats]
    left = x - (sum(sizes) + 3 * (len(sizes) - 1)) / 2
    places = []
    for size in sizes:
        places.append((left + size / 2, y))
        left += size + 3
    return places


def put_rats(board: Image.Image, region: RegionView) -> None:
    """The region's rats, face down or as the viewer has seen them."""
    for one, (x, y) in zip(region.rats, rat_places(region), strict=True):
        letter = one.handle[-1]
        if one.face:
            if one.turned:
                turned_rim(FACE).put(board, x, y)
            face(FACE, letter, one.face.number, one.face.letter, one.face.classes).put(board, x, y)
        else:
            rat(RAT, letter).put(board, x, y)


def figures(region: RegionView) -> list[tuple[str, int]]:
    """The kinds of figures in the region, and how many of each."""
    return [(kind, count) for kind, count in (("bishop", region.bishops), ("nun", region.nuns)) if count]


def figure_width(count: int) -> int:
    """How wide a figure with its number is."""
    return SLIM + (width(TITLE, HOW_MANY, str(count)) + 3 if count > 1 else 0)


def figure_places(region: RegionView) -> dict[str, Point]:
    """The middle of the figure of each kind; more of one kind are one figure with a number right of it."""
    x, y = SPOTS[region.id].figures
    there = figures(region)
    x -= (sum(figure_width(count) for _, count in there) + BETWEEN * (len(there) - 1)) / 2
    places = {}
    for kind, count in there:
        places[kind] = (x + SLIM / 2, y)
        x += figure_width(count) + BETWEEN
    return places


def put_figures(board: Image.Image, region: RegionView) -> None:
    """The bishops and nuns of a region."""
    places = figure_places(region)
    for kind, count in figures(region):
        x, y = places[kind]
        FIGURES[kind](FIGURE).put(board, x, y)
        if count > 1:
            write(board, x + SLIM / 2 + 3, y + 2, str(count), HOW_MANY, align="left", halo=PAPER_LIGHT)


def flasks(potions: Sequence[int]) -> list[str]:
    """What stands on the flasks of a seat's cubes in a region: a flask a cube; the last may stand for all the rest."""
    if len(potions) <= MOST:
        return [str(count) for count in potions]
    return [*map(str, potions[: MOST - 1]), f"+{sum(potions[MOST - 1 :])}"]


def flasks_width(potions: Sequence[int]) -> int:
    """How wide they are beside their cubes."""
    return GLASS + PITCH * (len(flasks(potions)) - 1) + 2 if potions else 0


def put_flasks(board: Image.Image, x: float, y: float, potions: Sequence[int]) -> None:
    """The flasks of a seat's cubes, from their left end."""
    for i, text in reversed(list(enumerate(flasks(potions)))):
        flask(text).put(board, x + 2 + GLASS / 2 + PITCH * i, y)


@cache
def wall_place(connection: str) -> tuple[float, float, float]:
    """Where a wall stands on a connection, and how far it is turned clockwise from lying, in degrees."""
    if connection in WALLS:
        return WALLS[connection]
    way = next(curve(*points) for pair, points in ROUTES.items() if set(pair) == set(connection.split("+")))
    (x, y), before, after = way[len(way) // 2], way[len(way) // 2 - 4], way[len(way) // 2 + 4]
    return x, y, degrees(atan2(after[1] - before[1], after[0] - before[0])) + 90


def put_walls(board: Image.Image, walls: Sequence[str], edges: Mapping[str, Rgb]) -> None:
    """The walls on their connections, some in a wide edge of a colour."""
    for connection in walls:
        x, y, turn = wall_place(connection)
        sprite = wall(turn, edges[connection], 6) if connection in edges else wall(turn)
        sprite.put(board, x, y)


def put_region(board: Image.Image, region: RegionView, words: Words, looks: Sequence[Seat]) -> None:
    """The name of a region, and what stands in it."""
    put_name(board, region.id, words)
    put_figures(board, region)
    put_rats(board, region)
    put_cubes(board, SPOTS[region.id], cubes_of(region), looks)


def put_pieces(board: Image.Image, view: View, words: Words, edges: Mapping[str, Rgb], looks: Sequence[Seat]) -> None:
    """The connections across water, the walls, some in an edge, the names, and all pieces on the map."""
    put_routes(board, view.seats)
    put_walls(board, view.walls, edges)
    for region in view.regions:
        put_region(board, region, words, looks)
    x, y = SPOTS[view.plague].plague
    plague(DOCTOR).put(board, x, y)
    if view.neutral or view.neutral_at_end:
        write(board, x - 4, y + 22, "+2" if view.neutral else "(+2)", 34, colour=CREAM, halo=PLAGUE, thick=4)
    spot = SPOTS["palace"]
    palace(104).put(board, *spot.rats)
    write(board, *spot.name, word("palace", words), 33, colour=INK, halo=PAPER_LIGHT, thick=2)
    put_cubes(board, spot, [Cubes(seat, count) for seat, count in enumerate(view.palace) if count], looks)
    for icon, count, x in ((rat(58, ""), view.supply, 52), (box(62), len(view.discards), 214)):
        icon.put(board, x, HEIGHT - 54)
        write(board, x + 40, HEIGHT - 54, str(count), 46, align="left")
