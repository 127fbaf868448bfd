"""The overseers' paths as printed: roads, spaces with their numbers, and which squares each of them activates."""

from PIL import Image

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import INK, PAPER_LIGHT, SEPIA, Rgb
from renderer.canvas.layout import Area
from renderer.canvas.text import write
from renderer.messina.estate.layout import LANE, SPACE, SPINE, Plan
from renderer.messina.icons import icon
from renderer.messina.theme import SECTORS as TINTS
from renderer.messina.theme import STONE
from renderer.messina.words import word
from renderer.seats import mix
from rules.messina.components import PATHS, SQUARES
from rules.messina.printed import Step

ROAD: Rgb = mix(PAPER_LIGHT, STONE, 0.6)
CENTRE_SIZE = 104  # px
NUMBER = 32  # px, the number of a step
Way = tuple[int, int]  # right and down: 1, 0 or -1


def put_paths(board: Image.Image, plan: Plan, lang: str) -> None:
    """Roads first, then their spaces, each once; letters where a path forks."""
    room = plan.sectors
    sheet = Sketch(room.w, room.h)
    for width, colour in ((18.0, SEPIA), (14.0, ROAD)):
        for way in PATHS:
            sheet.stroke([(x - room.x, y - room.y) for x, y in plan.road(*way)], colour, width)
    sheet.done().put(board, *room.middle)
    done: set[Point] = set()
    for (overseer, branch), steps in PATHS.items():
        start, *spaces = plan.spaces[overseer, branch]
        if start not in done:
            start_space(SPACE, overseer).put(board, *start)
        for number, (at, step) in enumerate(zip(spaces, steps, strict=True), 1):
            if at not in done:
                _put_space(board, plan, at, step, number)
        done.update((start, *spaces))
        x, y = _signpost(plan, overseer, branch)
        write(board, x, y, word(branch, lang), 28, colour=SEPIA, halo=PAPER_LIGHT)


def _signpost(plan: Plan, overseer: str, branch: str) -> Point:
    """Where it is written which branch is the left one, as seen from the middle of the estate."""
    _, fork, second, *_ = plan.spaces[overseer, branch]
    if fork[0] == plan.middle:
        return (plan.middle + second[0]) / 2, plan.sectors.y + 11
    return second[0], fork[1] + (17 if second[1] > fork[1] else -17)


def _put_space(board: Image.Image, plan: Plan, at: Point, step: Step, number: int) -> None:
    if step.kind == "centre":
        centre(CENTRE_SIZE).put(board, *at)
    elif step.kind == "pair":
        (pair,) = step.groups
        ways = tuple(_way(at, plan.squares[square]) for square in pair)
        pair_space(SPACE, SQUARES[pair[0]].sector, ways).put(board, *at)
    else:
        areas = tuple((SQUARES[group[0]].sector, _way(at, plan.squares[group[1]])) for group in step.groups)
        area_space(SPACE, areas).put(board, *at)
    write(board, *at, str(number), NUMBER if number < 6 else 44)


def _way(at: Point, square: Area) -> Way:
    """In which direction a square lies from a space that is in a lane beside or below it."""
    x, y = square.middle
    if abs(y - at[1]) < square.h / 2:
        return (1 if x > at[0] else -1), 0
    return 0, (1 if y > at[1] else -1)


@kept
def start_space(size: int, overseer: str) -> Sprite:
    """Where an overseer begins."""
    sheet = Sketch(size, size)
    sheet.disc(size / 2, size / 2, size / 2, mix(PAPER_LIGHT, TINTS[overseer], 0.4), SEPIA, 2)
    sprite = sheet.done()
    one = icon(overseer, size - 16)
    Sprite(one.rgb, one.mask.point(lambda v: round(v * 0.35))).put(sprite.rgb, size / 2, size / 2)
    return sprite


@kept
def pair_space(size: int, sector: str, ways: tuple[Way, ...]) -> Sprite:
    """A space with an arm to each of two squares."""
    whole = SPINE if ways[0][0] else LANE + 12
    sheet = Sketch(whole, whole)
    m = whole / 2
    for width, colour in ((13.0, SEPIA), (8.0, mix(PAPER_LIGHT, TINTS[sector], 0.55))):
        for right, down in ways:
            sheet.stroke([(m, m), (m + right * (m - 6), m + down * (m - 6))], colour, width)
    sheet.disc(m, m, size / 2, mix(PAPER_LIGHT, TINTS[sector], 0.55), SEPIA, 2)
    return sheet.done()


@kept
def area_space(size: int, areas: tuple[tuple[str, Way], ...]) -> Sprite:
    """A space that points to an area, round; or to two of different sectors, a hexagon with a half for each."""
    m, r = size / 2 + 9, size / 2
    sheet = Sketch(2 * m, 2 * m)
    for _, (right, down) in areas:
        tip, base = r + 7, r - 9
        foot = [(m + right * base + side * down * 15, m + down * base + side * right * 15) for side in (1, -1)]
        sheet.polygon([(m + right * tip, m + down * tip), *foot], SEPIA)
    if len(areas) == 1:
        sheet.disc(m, m, r, mix(PAPER_LIGHT, TINTS[areas[0][0]], 0.55), SEPIA, 2)
        return sheet.done()
    sheet.polygon(hexagon(m, m, r - 1), SEPIA, SEPIA, 3)
    for sector, (right, down) in areas:
        half = [(_clip(x, m, right), _clip(y, m, down)) for x, y in hexagon(m, m, r - 2)]
        sheet.polygon(half, mix(PAPER_LIGHT, TINTS[sector], 0.6))
    return sheet.done()


def _clip(value: float, middle: float, way: int) -> float:
    """The value, kept on one side of the middle."""
    return value if not way else max(value, middle) if way > 0 else min(value, middle)


def hexagon(x: float, y: float, r: float) -> list[Point]:
    """A hexagon with a corner on its left and right."""
    corners = ((0.54, -0.9), (1.08, 0.0), (0.54, 0.9), (-0.54, 0.9), (-1.08, 0.0), (-0.54, -0.9))
    return [(x + r * dx, y + r * dy) for dx, dy in corners]


@kept
def centre(size: int) -> Sprite:
    """The last space of all paths, a third of it for each sector."""
    sheet = Sketch(size * 1.1, size)
    x, y = size * 0.55, size / 2
    corners = hexagon(x, y, size / 2 - 3)
    sheet.polygon(corners, SEPIA, SEPIA, 5)
    for i, sector in enumerate(("craftsman", "nun", "aristocrat")):  # above, on the right, on the left
        third = [corners[(5 + 2 * i + k) % 6] for k in range(3)]
        sheet.polygon([(x, y), *third], mix(PAPER_LIGHT, TINTS[sector], 0.55))
    sheet.disc(x, y, size * 0.24, PAPER_LIGHT, INK, 1.5)
    return sheet.done()
