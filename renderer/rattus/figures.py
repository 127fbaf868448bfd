"""What the class cards bring on the map: bishops, nuns, walls, and potions under cubes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import atan2, cos, degrees, pi, radians, sin

from PIL import Image

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import CREAM, INK, PAPER_LIGHT, PLAGUE, PURPLE, SEPIA, STONE, Rgb
from renderer.canvas.text import TITLE, width, write
from renderer.rattus.layout import ROUTES, SPOTS, WALLS
from renderer.rattus.pieces import oval
from renderer.rattus.routes import curve
from rules.rattus.view import RegionView

FIGURE = 48  # px, the height of a bishop or a nun
SLIM = 36  # px, their width
HOW_MANY = 36  # px, font size of their number
BETWEEN = 4  # px
FLASK = 44  # px, the height of a flask
GLASS = 34  # px, its width
PITCH = 27  # px, from flask to flask of one seat
MOST = 3  # flasks of one seat
WALL = (72, 28)  # px, length and height


@kept
def bishop(size: int) -> Sprite:
    """A bishop in purple with mitre and crosier, ``size`` pixels high."""
    s = size / 100
    sheet = Sketch(74 * s, size)

    def draw(colour: Rgb, line: Rgb, thick: float) -> None:
        def shape(points: list[Point], fill: Rgb) -> None:
            sheet.polygon([(x * s, y * s) for x, y in points], fill, line, thick * s)

        shape([(12, 94), (15, 70), (24, 60), (46, 60), (53, 70), (56, 94)], colour)  # cope
        shape(oval(35, 52, 12, 12), PAPER_LIGHT if colour != CREAM else CREAM)  # face
        shape([(35, 5), (55, 24), (52, 44), (18, 44), (15, 24)], colour)  # mitre

    crook = [(57 + 8 * cos(a), 24 + 8 * sin(a)) for a in (-pi * i / 12 for i in range(13))]
    crosier = [(x * s, y * s) for x, y in [(65, 93), (65, 24), *crook]]
    draw(CREAM, CREAM, 11)
    sheet.stroke(crosier, CREAM, 12 * s)
    draw(PURPLE, INK, 4.5)
    sheet.stroke([(35 * s, 14 * s), (35 * s, 39 * s)], CREAM, 5.5 * s)
    sheet.stroke([(25 * s, 26 * s), (45 * s, 26 * s)], CREAM, 5.5 * s)
    sheet.stroke([(35 * s, 68 * s), (35 * s, 91 * s)], CREAM, 6 * s)
    sheet.stroke(crosier, INK, 6 * s)
    return sheet.done()


@kept
def nun(size: int) -> Sprite:
    """A nun with a black veil round a light face, ``size`` pixels high."""
    s = size / 100
    sheet = Sketch(74 * s, size)

    def shape(points: list[Point], fill: Rgb, line: Rgb, thick: float) -> None:
        sheet.polygon([(x * s, y * s) for x, y in points], fill, line, thick * s)

    veil = [(10, 94), (14, 60), (17, 34), *oval(37, 29, 20, 22)[20:], (57, 34), (60, 60), (64, 94)]
    shape(veil, CREAM, CREAM, 11)
    shape(veil, PLAGUE, PLAGUE, 3)
    shape(oval(37, 33, 12.5, 15), PAPER_LIGHT, PAPER_LIGHT, 0)
    shape([(24, 40), (50, 40), (54, 60), (37, 67), (20, 60)], PAPER_LIGHT, PAPER_LIGHT, 0)
    shape([(37, 72), (37, 88)], CREAM, CREAM, 0)
    sheet.stroke([(37 * s, 74 * s), (37 * s, 90 * s)], CREAM, 5 * s)
    sheet.stroke([(30 * s, 79 * s), (44 * s, 79 * s)], CREAM, 5 * s)
    return sheet.done()


FIGURES: dict[str, Callable[[int], Sprite]] = {"bishop": bishop, "nun": nun}


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


@kept
def flask(text: str) -> Sprite:
    """A potion with a number on its glass."""
    sheet = Sketch(GLASS, FLASK)
    w, h = float(GLASS), float(FLASK)
    for grow, colour in ((3.0, CREAM), (0.0, INK)):
        sheet.polygon(
            [(w * 0.34, 3), (w * 0.66, 3), (w * 0.66, h * 0.4), (w * 0.34, h * 0.4)], colour, colour, 2 * grow
        )
        sheet.disc(w / 2, h - w / 2, w / 2 - 3 + grow, colour)
    sheet.disc(w / 2, h - w / 2, w / 2 - 4.6, PURPLE)
    sheet.stroke([(w * 0.3, 4), (w * 0.7, 4)], SEPIA, 5)
    sprite = sheet.done()
    write(sprite.rgb, w / 2, h - w / 2 - 0.5, text, 32 if len(text) == 1 else 22, colour=CREAM)
    return sprite


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


@kept
def wall(turn: float, edge: Rgb = CREAM, thick: int = 2) -> Sprite:
    """A piece of a town wall in an edge, turned clockwise by so many degrees; its battlements stay above."""
    long, deep = WALL
    side = long + 30
    sheet = Sketch(side, side)
    upright = (turn + 90) % 180 - 90
    c, s = cos(radians(upright)), sin(radians(upright))

    def shape(points: Sequence[Point], fill: Rgb, thick: float = 0) -> None:
        turned = [(side / 2 + c * x - s * y, side / 2 + s * x + c * y) for x, y in points]
        sheet.polygon(turned, fill, fill, thick)

    def stone(x: float, y: float, w: float, h: float) -> list[Point]:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]

    tooth, top = long / 9, -deep / 2
    outline = [(-long / 2, deep / 2)]
    for i in range(9):
        y = top + (tooth if i % 2 else 0)
        outline += [(-long / 2 + i * tooth, y), (-long / 2 + (i + 1) * tooth, y)]
    outline.append((long / 2, deep / 2))
    shape(outline, edge, 5 + 2 * thick)
    shape(outline, INK, 4.5)
    course = (deep - tooth) / 2
    for i in range(0, 9, 2):
        shape(stone(-long / 2 + i * tooth + 1, top + 1, tooth - 2, tooth + 1), STONE)
    for row, begin in ((0, 0.0), (1, -0.5)):
        for k in range(5):
            left = max(-long / 2, -long / 2 + (k + begin) * long / 4.5) + 1
            right = min(long / 2, -long / 2 + (k + 1 + begin) * long / 4.5) - 1
            shape(stone(left, top + tooth + row * course + 1, right - left, course - 2), STONE)
    return sheet.done()


def put_walls(board: Image.Image, walls: Sequence[str], edges: Mapping[str, Rgb]) -> None:
    """The walls on their connections, some in a wide edge of a colour."""
    for connection in walls:
        x, y, turn = wall_place(connection)
        sprite = wall(turn, edges[connection], 6) if connection in edges else wall(turn)
        sprite.put(board, x, y)
