"""What is printed on a player board: squares with their actions, the overseers' paths, huts."""

from functools import lru_cache

from PIL import Image

from renderer.canvas.canvas import Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import TITLE, fit, write
from renderer.messina.estate.layout import (
    CITIZEN,
    HEIGHT,
    LANE,
    LIEUTENANTS,
    PLANS,
    PRICE,
    REPOPULATION,
    SHIPS,
    SPACE,
    SPINE,
    WAGONS,
    WIDTH,
    Plan,
    hut_slots,
    hut_yield,
)
from renderer.messina.icons import action, icon
from renderer.messina.theme import GOLD_DARK, STONE, STRAW
from renderer.messina.theme import SECTORS as TINTS
from renderer.messina.words import word
from renderer.words import Words
from rules.messina.component_types import Action, Square, Step
from rules.messina.components import ACTIONS, AREAS, BOARDS, PATHS, SQUARES

ACTION = 50  # px, the icons above a square
LABEL = 27  # px
ONCE = 40  # px, the lightning on a square that works once a game
ROAD: Rgb = mix(PAPER_LIGHT, STONE, 0.6)
CENTRE_SIZE = 104  # px
STEP = 32  # px, the number of a step
Way = tuple[int, int]  # right and down: 1, 0 or -1


@cached_sprite
def ghost(name: str, size: int, strength: float) -> Sprite:
    """An icon so faint that it says what belongs here, not that it is here."""
    one = icon(name, size)
    return Sprite(one.rgb, one.mask.point(lambda v: round(v * strength)))


def put_plate(board: Image.Image, area: Area, fill: Rgb, line: Rgb, thick: float = 2, radius: int = 8) -> None:
    """A rectangle of paper in its place."""
    plate(area.w, area.h, fill, line, thick, radius).put(board, *area.middle)


@lru_cache(maxsize=10)
def empty_estate(player_board: str, words: Words) -> Image.Image:
    """An estate nobody lives on yet. Do not draw on it: copy it."""
    board = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    plan = PLANS[BOARDS[player_board].huts if player_board in BOARDS else "left"]
    _put_status(board, words)
    for area, squares in AREAS.items():
        tint = TINTS[SQUARES[squares[0]].sector]
        box, line = plan.area(area), mix(tint, INK, 0.45)
        put_plate(board, box, mix(PAPER_LIGHT, tint, 0.4), line, 3)
        put_plate(
            board,
            Area(box.x + 5, box.y + 5, box.w - 10, box.h - 10),
            mix(PAPER_LIGHT, tint, 0.4),
            mix(line, tint, 0.5),
            1,
            5,
        )
    for square in ACTIONS[player_board].values():
        _put_square(board, plan, square)
    put_paths(board, plan)
    for box in plan.huts.values():
        _put_hut(board, box)
    return board


def _put_status(board: Image.Image, words: Words) -> None:
    """Plates for lieutenants, by where they are, and for tiles."""
    for place, area in LIEUTENANTS.items():
        fill = mix(PAPER_LIGHT, PAPER_DARK, 0.0 if place in ("home", "city") else 0.6)
        put_plate(board, Area(area.x, area.y, area.w - 4, area.h), fill, FADED)
        size, text = lieutenants_label(place, words)
        write(board, area.x + (area.w - 4) / 2, area.y + 15, text, size, colour=SEPIA)
    for area in (REPOPULATION, PRICE, WAGONS, SHIPS):
        put_plate(board, area, PAPER_LIGHT, FADED)


def lieutenants_label(place: str, words: Words) -> tuple[int, str]:
    """The size at which it is written where lieutenants are, and the word."""
    return fit(TITLE, LABEL, word(place, words), LIEUTENANTS[place].w - 8, least=20)


def _put_square(board: Image.Image, plan: Plan, square: Square) -> None:
    """The printed action of a square above the place for its citizen; lightning if it works once a game."""
    box, place = plan.squares[square.id], plan.slot(square.id)
    printed_action(square.action, box.w - 6).put(board, box.x + box.w / 2, box.y + 29)
    put_plate(board, place, mix(PAPER_LIGHT, TINTS[square.sector], 0.12), mix(TINTS[square.sector], INK, 0.2), 2, 6)
    ghost(square.sector, CITIZEN - 14, 0.16).put(board, *place.middle)
    if square.once:
        icon("late", ONCE).put(board, *lightning(plan, square.id))


def printed_action(action_: Action, room: int) -> Sprite:
    """An action with its icons as large as the width of a square allows."""
    size = ACTION
    while (drawn := action(action_, size)).size[0] > room:
        size -= 1
    return drawn


def lightning(plan: Plan, square: str) -> Point:
    """Where the mark of a square that works once a game is: right of its citizen."""
    box, place = plan.squares[square], plan.slot(square)
    return (place.x + place.w + box.x + box.w) / 2 - 1, place.middle[1]


def _put_hut(board: Image.Image, box: Area) -> None:
    """A hut: two spaces under a roof of straw, and below them the place of its upgrade."""
    put_plate(board, Area(box.x + 4, box.y + 6, box.w - 8, box.h - 6), mix(PAPER_LIGHT, PAPER_DARK, 0.5), SEPIA)
    roof(box.w, 24).put(board, box.x + box.w / 2, box.y + 12)
    for number, place in enumerate(hut_slots(box), 1):
        put_plate(board, place, PAPER_LIGHT, SEPIA, 2, 6)
        write(board, *place.middle, "I" * number, 34, colour=mix(FADED, PAPER_LIGHT, 0.4))
    put_plate(board, hut_yield(box), mix(PAPER_LIGHT, PAPER_DARK, 0.7), mix(FADED, PAPER, 0.4), 2, 6)
    ghost("hut", 32, 0.25).put(board, *hut_yield(box).middle)


@cached_sprite
def roof(width: int, height: int) -> Sprite:
    """A roof of straw seen from the side."""
    sheet = Canvas(width, height)
    sheet.polygon([(2, height - 3), (16, 3), (width - 16, 3), (width - 2, height - 3)], STRAW, INK, 2.5)
    for x in range(20, width - 14, 14):
        sheet.stroke([(x, 6), (x + (x - width / 2) * 0.06, height - 7)], GOLD_DARK, 1.5)
    return sheet.sprite()


def put_paths(board: Image.Image, plan: Plan) -> None:
    """Roads first, then their spaces, each once."""
    room = plan.sectors
    sheet = Canvas(room.w, room.h)
    for width, colour in ((18.0, SEPIA), (14.0, ROAD)):
        for way in PATHS:
            sheet.stroke([(x - room.x, y - room.y) for x, y in plan.road(*way)], colour, width)
    sheet.sprite().put(board, *room.middle)
    done: set[Point] = set()
    for (overseer, branch), steps in PATHS.items():
        start, *spaces = plan.spaces[overseer, branch]
        if start not in done:
            start_space(SPACE, overseer).put(board, *start)
        for number, (at, step) in enumerate(zip(spaces, steps, strict=True), 1):
            if at not in done:
                _put_space(board, plan, at, step, number)
        done.update((start, *spaces))


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
    write(board, *at, str(number), STEP if number < 6 else 44)


def _way(at: Point, square: Area) -> Way:
    """In which direction a square lies from a space that is in a lane beside or below it."""
    x, y = square.middle
    if abs(y - at[1]) < square.h / 2:
        return (1 if x > at[0] else -1), 0
    return 0, (1 if y > at[1] else -1)


@cached_sprite
def start_space(size: int, overseer: str) -> Sprite:
    """Where an overseer begins."""
    sheet = Canvas(size, size)
    sheet.disc(size / 2, size / 2, size / 2, mix(PAPER_LIGHT, TINTS[overseer], 0.4), SEPIA, 2)
    sprite = sheet.sprite()
    one = icon(overseer, size - 16)
    Sprite(one.rgb, one.mask.point(lambda v: round(v * 0.35))).put(sprite.rgb, size / 2, size / 2)
    return sprite


@cached_sprite
def pair_space(size: int, sector: str, ways: tuple[Way, ...]) -> Sprite:
    """A space with an arm to each of two squares."""
    whole = SPINE if ways[0][0] else LANE + 12
    sheet = Canvas(whole, whole)
    m = whole / 2
    for width, colour in ((13.0, SEPIA), (8.0, mix(PAPER_LIGHT, TINTS[sector], 0.55))):
        for right, down in ways:
            sheet.stroke([(m, m), (m + right * (m - 6), m + down * (m - 6))], colour, width)
    sheet.disc(m, m, size / 2, mix(PAPER_LIGHT, TINTS[sector], 0.55), SEPIA, 2)
    return sheet.sprite()


@cached_sprite
def area_space(size: int, areas: tuple[tuple[str, Way], ...]) -> Sprite:
    """A space that points to an area, round; or to two of different sectors, a hexagon with a half for each."""
    m, r = size / 2 + 9, size / 2
    sheet = Canvas(2 * m, 2 * m)
    for _, (right, down) in areas:
        tip, base = r + 7, r - 9
        foot = [(m + right * base + side * down * 15, m + down * base + side * right * 15) for side in (1, -1)]
        sheet.polygon([(m + right * tip, m + down * tip), *foot], SEPIA)
    if len(areas) == 1:
        sheet.disc(m, m, r, mix(PAPER_LIGHT, TINTS[areas[0][0]], 0.55), SEPIA, 2)
        return sheet.sprite()
    sheet.polygon(hexagon(m, m, r - 1), SEPIA, SEPIA, 3)
    for sector, (right, down) in areas:
        half = [(_clip(x, m, right), _clip(y, m, down)) for x, y in hexagon(m, m, r - 2)]
        sheet.polygon(half, mix(PAPER_LIGHT, TINTS[sector], 0.6))
    return sheet.sprite()


def _clip(value: float, middle: float, way: int) -> float:
    """The value, kept on one side of the middle."""
    return value if not way else max(value, middle) if way > 0 else min(value, middle)


def hexagon(x: float, y: float, r: float) -> list[Point]:
    """A hexagon with a corner on its left and right."""
    corners = ((0.54, -0.9), (1.08, 0.0), (0.54, 0.9), (-0.54, 0.9), (-1.08, 0.0), (-0.54, -0.9))
    return [(x + r * dx, y + r * dy) for dx, dy in corners]


@cached_sprite
def centre(size: int) -> Sprite:
    """The last space of all paths, a third of it for each sector."""
    sheet = Canvas(size * 1.1, size)
    x, y = size * 0.55, size / 2
    corners = hexagon(x, y, size / 2 - 3)
    sheet.polygon(corners, SEPIA, SEPIA, 5)
    for i, sector in enumerate(("craftsman", "nun", "aristocrat")):  # above, on the right, on the left
        third = [corners[(5 + 2 * i + k) % 6] for k in range(3)]
        sheet.polygon([(x, y), *third], mix(PAPER_LIGHT, TINTS[sector], 0.55))
    sheet.disc(x, y, size * 0.24, PAPER_LIGHT, INK, 1.5)
    return sheet.sprite()
