"""Draw the printed player board: squares with their actions, the overseers' paths, huts."""

from collections.abc import Sequence
from itertools import pairwise, product

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import BONE, FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area, lay_at
from renderer.canvas.memory import cached_compressed
from renderer.canvas.text import PLAIN, Text
from renderer.messina.estate import layout
from renderer.messina.icons import action_icons, icon, largest_fitting
from renderer.messina.theme import SECTORS as TINTS
from renderer.messina.words import word
from renderer.scene import Words
from rules.messina.components import AREA_SQUARES, BOARD_SQUARES, BOARDS, OVERSEER_PATHS, SQUARES, Square, Step

ACTION_ICON_SIZE = 50  # px, the icons above a square
LABEL = 34  # px
ONCE_MARK_SIZE = 40  # px, the lightning on a square that works once per game
ROAD = 18  # px, the width of a road
PAVING = 60  # px, the width of the pattern of its stones
KERB: Rgb = (143, 114, 70)
CUT: Rgb = (90, 58, 32)  # the colour of direction signs on a road
APART, CLEAR = 110, 34  # px, from sign to sign on a road, and from a sign to a space
CARD_SHADOW = 4  # px, the shadow of cards
CENTRE_SIZE = 116  # px
STEP = 36  # px, the number of a step
Direction = tuple[int, int]  # right and down: 1, 0 or -1


@cached_sprite
def ghost(name: str, size: int, strength: float) -> Sprite:
    """Draw an icon faintly, to show which piece belongs here but is missing."""
    return icon(name, size).faint(strength)


def put_card(board: Board, area: Area, fill: Rgb, line: Rgb, thick: float = 2) -> None:
    """Draw a card with its shadow."""
    card(area.w, area.h, fill, line, thick).put(
        board, area.middle[0] + CARD_SHADOW / 2, area.middle[1] + CARD_SHADOW / 2
    )


@cached_sprite
def card(wide: int, high: int, fill: Rgb, line: Rgb, thick: float) -> Sprite:
    """Draw a paper card, lit from the upper left, with its shadow at the lower right."""
    sheet = Canvas(wide + CARD_SHADOW, high + CARD_SHADOW)
    sheet.box((CARD_SHADOW, CARD_SHADOW, wide, high), 9, (*INK, 56))
    sheet.box((0, 0, wide, high), 9, fill, line, thick)
    sheet.box((thick, thick, wide - 2 * thick, high - 2 * thick), 8, None, (255, 255, 255, 110), 1.5)
    return sheet.sprite()


@cached_compressed
def empty_estate(player_board: str, words: Words) -> Image.Image:
    """Draw an empty estate. Copy the result before drawing on it."""
    board = Image.new("RGB", (layout.ESTATE_WIDTH, layout.ESTATE_HEIGHT), PAPER)
    plan = layout.ESTATE_PLANS[BOARDS[player_board].huts if player_board in BOARDS else "left"]
    _put_status(board, words)
    put_roads(board, plan)
    for area, squares in AREA_SQUARES.items():
        box = plan.area(area)
        art.sprite(f"messina/sector-{SQUARES[squares[0]].sector}", box.w).put(board, *box.middle)
    for square in BOARD_SQUARES[player_board].values():
        _put_square(board, plan, square)
    put_spaces(board, plan)
    for box in plan.huts.values():
        _put_hut(board, box)
    return board


def _put_status(board: Image.Image, words: Words) -> None:
    """Draw the plates for each place of lieutenants, and for repopulation tiles, a step's price, wagons and ships."""
    for place, area in layout.LIEUTENANTS.items():
        fill = mix(PAPER_LIGHT, PAPER_DARK, 0.0 if place in ("home", "city") else 0.6)
        put_card(board, Area(area.x, area.y, area.w - 4, area.h), fill, FADED)
        label = Text(word(place, words), LABEL, PLAIN).fit(area.w - 4, least=LABEL)
        label.put(board, area.x + (area.w - 4) / 2, area.y + 15, colour=SEPIA)
    for area in (layout.REPOPULATION, layout.PRICE, layout.WAGONS, layout.SHIPS):
        put_card(board, area, PAPER_LIGHT, FADED)


def _put_square(board: Image.Image, plan: layout.Plan, square: Square) -> None:
    """Draw the printed action of a square above its citizen's place, with lightning if it works once per game."""
    box, place = plan.squares[square.id], plan.slot(square.id)
    does = largest_fitting(lambda size: action_icons(square.action, size), ACTION_ICON_SIZE, box.w - 6).draw()
    does.put(board, box.x + box.w / 2, box.y + 29)
    art.sprite("messina/slot", layout.CITIZEN + 8).put(board, *place.middle)
    ghost(square.sector, layout.CITIZEN - 14, 0.22).put(board, *place.middle)
    if square.once:
        icon("late", ONCE_MARK_SIZE).put(board, *lightning(plan, square.id))


def lightning(plan: layout.Plan, square: str) -> Point:
    """Return the place of the mark for a square that works only once per game: right of its citizen."""
    box, place = plan.squares[square], plan.slot(square)
    return (place.x + place.w + box.x + box.w) / 2 - 1, place.middle[1]


def _put_hut(board: Image.Image, box: Area) -> None:
    """Draw a hut: two spaces under a straw roof, and below them the place of its upgrade."""
    put_card(board, Area(box.x + 4, box.y + 6, box.w - 8, box.h - 6), mix(PAPER_LIGHT, PAPER_DARK, 0.5), SEPIA)
    for number, place in enumerate(layout.hut_slots(box), 1):
        art.sprite("messina/slot", place.w + 8).put(board, *place.middle)
        Text("I" * number, 34).put(board, *place.middle, colour=mix(FADED, PAPER_LIGHT, 0.2))
    area = layout.hut_yield(box)
    plate(area.w, area.h, mix(PAPER_LIGHT, PAPER_DARK, 0.7), mix(FADED, PAPER, 0.4), 2, 6).put(board, *area.middle)
    ghost("hut", 34, 0.3).put(board, *area.middle)
    straw = art.sprite("messina/roof", box.w)
    straw.put(board, box.x + box.w / 2, box.y - 3 + straw.size[1] / 2)


def put_roads(board: Image.Image, plan: layout.Plan) -> None:
    """Draw paved roads along all paths, with direction signs cut into the stones."""
    room = plan.sectors
    tile = art.sprite("messina/paving", PAVING).rgb
    stones = Image.new("RGB", (room.w, room.h))
    for corner in product(range(0, room.w, tile.width), range(0, room.h, tile.height)):
        stones.paste(tile, corner)
    for wide, tone in ((ROAD + 8, INK), (ROAD + 4, KERB), (ROAD, None)):
        sheet = Canvas(room.w, room.h, 0, corner=(-room.x, -room.y))
        for way in OVERSEER_PATHS:
            sheet.stroke(plan.road(*way), 255, wide)
        layer = stones if tone is None else Image.new("RGB", stones.size, tone)
        board.paste(layer, (room.x, room.y), sheet.picture())
    marks = Canvas(room.w, room.h, corner=(-room.x, -room.y))
    for (x, y), (right, down) in _chevrons(plan):
        back, aside = (x - right * 4, y - down * 4), (down * 6, right * 6)
        tip = (x + right * 4, y + down * 4)
        points = [(back[0] - aside[0], back[1] - aside[1]), tip, (back[0] + aside[0], back[1] + aside[1])]
        marks.stroke(points, BONE, 8)
        marks.stroke(points, CUT, 4.5)
    marks.sprite().put(board, *room.middle)


def _chevrons(plan: layout.Plan) -> set[tuple[Point, Direction]]:
    """Return the places and directions of the signs, at least one between spaces or corners far enough apart."""
    found: set[tuple[Point, Direction]] = set()
    for way in OVERSEER_PATHS:
        for (x, y), (u, v) in pairwise(plan.road(*way)):
            far = abs(u - x) + abs(v - y)
            number = int((far - 2 * CLEAR) // APART) + 1 if far >= 2 * CLEAR else 0
            towards = ((u > x) - (u < x), (v > y) - (v < y))
            for k in range(1, number + 1):
                part = (CLEAR + (far - 2 * CLEAR) * (k - 0.5) / number) / far
                found.add(((round(x + (u - x) * part), round(y + (v - y) * part)), towards))
    return found


def put_spaces(board: Image.Image, plan: layout.Plan) -> None:
    """Draw the stones of the overseers' spaces, each once."""
    done: set[Point] = set()
    for (overseer, branch), steps in OVERSEER_PATHS.items():
        start, *spaces = plan.spaces[overseer, branch]
        if start not in done:
            start_space(layout.SPACE, overseer).put(board, *start)
        for number, (at, step) in enumerate(zip(spaces, steps, strict=True), 1):
            if at not in done:
                _put_space(board, plan, at, step, number)
        done.update((start, *spaces))


def _put_space(board: Image.Image, plan: layout.Plan, at: Point, step: Step, number: int) -> None:
    if step.kind == "centre":
        art.sprite("messina/centre", CENTRE_SIZE).put(board, *at)
    elif step.kind == "pair":
        (pair,) = step.groups
        directions = tuple(_direction(at, plan.squares[square]) for square in pair)
        pair_space(layout.SPACE, SQUARES[pair[0]].sector, directions).put(board, *at)
    else:
        areas = tuple((SQUARES[group[0]].sector, _direction(at, plan.squares[group[1]])) for group in step.groups)
        area_space(layout.SPACE, areas).put(board, *at)
    Text(str(number), STEP if number < 6 else 44).put(board, *at)


def _direction(at: Point, square: Area) -> Direction:
    """Return the direction from a space in a lane to a square beside, above or below it."""
    x, y = square.middle
    if abs(y - at[1]) < square.h / 2:
        return (1 if x > at[0] else -1), 0
    return 0, (1 if y > at[1] else -1)


def _stone(size: int, sectors: Sequence[str], half: str = "") -> Sprite:
    """Draw a stone in the colour of a sector, or of two: the second fills the part of the drawing named ``half``."""
    first, *others = (bytes(mix(TINTS[sector], PAPER_LIGHT, 0.12)).hex() for sector in sectors)
    css = f".ground{{fill:#{first} !important}}"
    if half:
        css += f".{half}{{display:inline !important;fill:#{others[0]} !important}}"
    return art.sprite("messina/space", size, css=css)


@cached_sprite
def start_space(size: int, overseer: str) -> Sprite:
    """Draw the space where an overseer starts."""
    sprite = _stone(size + 2, (overseer,)).copy()
    ghost(overseer, size - 14, 0.45).put(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2 - 1)
    return sprite


@cached_sprite
def pair_space(size: int, sector: str, directions: tuple[Direction, ...]) -> Sprite:
    """Draw a space with an arm to each of two squares."""
    whole = layout.SPINE if directions[0][0] else layout.LANE + 12
    sheet = Canvas(whole, whole)
    m = whole / 2
    for width, colour in ((14.0, INK), (9.0, mix(PAPER_LIGHT, TINTS[sector], 0.8))):
        for right, down in directions:
            sheet.stroke([(m, m), (m + right * (m - 7), m + down * (m - 7))], colour, width)
    sprite = sheet.sprite()
    lay_at(sprite, _stone(size + 4, (sector,)), m, m)
    return sprite


@cached_sprite
def area_space(size: int, areas: tuple[tuple[str, Direction], ...]) -> Sprite:
    """Draw a space that points to an area, or a space whose halves point to two areas of different sectors."""
    m, r = size / 2 + 9, size / 2
    sheet = Canvas(2 * m, 2 * m)
    for _, (right, down) in areas:
        tip, base = r + 8, r - 9
        foot = [(m + right * base + side * down * 16, m + down * base + side * right * 16) for side in (1, -1)]
        sheet.polygon([(m + right * tip, m + down * tip), *foot], INK)
    sprite = sheet.sprite()
    ordered = tuple(sector for sector, _ in sorted(areas, key=lambda one: one[1]))
    half = "" if len(areas) == 1 else "right" if areas[0][1][0] else "below"
    lay_at(sprite, _stone(size + 4, ordered, half), m, m)
    return sprite
