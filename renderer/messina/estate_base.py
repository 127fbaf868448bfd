"""What is printed on an estate: squares with their actions, the overseers' paths, huts, the scroll board."""

from functools import lru_cache

from PIL import Image

from renderer.areas import Area, plate
from renderer.messina.estate_layout import (
    CITIZEN,
    HEIGHT,
    HUT_BOXES,
    LIEUTENANTS,
    PRICE,
    REPOPULATION,
    SCROLL_BOARD,
    SHIPS,
    SQUARE_BOXES,
    WAGONS,
    WIDTH,
    area_box,
    hut_slots,
    hut_yield,
    scroll_box,
    scroll_cells,
    slot,
)
from renderer.messina.estate_path import put_paths
from renderer.messina.icons import action, icon
from renderer.messina.theme import EMBER, GOLD_DARK
from renderer.messina.theme import SECTORS as TINTS
from renderer.messina.words import word
from renderer.shapes import mix
from renderer.sprite import Sketch, Sprite, kept
from renderer.text import TITLE, fit, write
from renderer.theme import FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb
from rules.messina.components import AREAS, SCROLLS, SQUARE_IDS, SQUARES

ACTION = 50  # px, the icons above a square
LABEL = 27  # px
LEVEL = 32  # px, the numbers of the scroll board
COUNTED = {"buildings": ("hut", "workshop"), "ships": ("ship",), "repopulated": ("tile",)}  # what a track counts


@kept
def ghost(name: str, size: int, strength: float) -> Sprite:
    """An icon so faint that it says what belongs here, not that it is here."""
    one = icon(name, size)
    return Sprite(one.rgb, one.mask.point(lambda v: round(v * strength)))


def put_plate(board: Image.Image, area: Area, fill: Rgb, line: Rgb, thick: float = 2, radius: int = 8) -> None:
    """A rectangle of paper in its place."""
    plate(area.w, area.h, fill, line, thick, radius).put(board, *area.middle)


@lru_cache(maxsize=4)
def empty_estate(lang: str) -> Image.Image:
    """An estate nobody lives on yet. Do not draw on it: copy it."""
    board = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    _put_status(board, lang)
    for area, squares in AREAS.items():
        tint = TINTS[SQUARES[squares[0]].sector]
        box, line = area_box(area), mix(tint, INK, 0.45)
        put_plate(board, box, mix(PAPER_LIGHT, tint, 0.4), line, 3)
        put_plate(
            board,
            Area(box.x + 5, box.y + 5, box.w - 10, box.h - 10),
            mix(PAPER_LIGHT, tint, 0.4),
            mix(line, tint, 0.5),
            1,
            5,
        )
    for square in SQUARE_IDS:
        _put_square(board, square)
    put_paths(board, lang)
    for box in HUT_BOXES.values():
        _put_hut(board, box)
    _put_scrolls(board)
    return board


def _put_status(board: Image.Image, lang: str) -> None:
    """Plates for lieutenants, by where they are, and for tiles."""
    for place, area in LIEUTENANTS.items():
        fill = mix(PAPER_LIGHT, PAPER_DARK, 0.0 if place in ("home", "city") else 0.6)
        put_plate(board, Area(area.x, area.y, area.w - 4, area.h), fill, FADED)
        size, text = lieutenants_label(place, lang)
        write(board, area.x + (area.w - 4) / 2, area.y + 15, text, size, colour=SEPIA)
    for area in (REPOPULATION, PRICE, WAGONS, SHIPS):
        put_plate(board, area, PAPER_LIGHT, FADED)


def lieutenants_label(place: str, lang: str) -> tuple[int, str]:
    """The size at which it is written where lieutenants are, and the word."""
    return fit(TITLE, LABEL, word(place, lang), LIEUTENANTS[place].w - 8, least=20)


def _put_square(board: Image.Image, square: str) -> None:
    """The printed action of a square above the place for its citizen."""
    box, sector = SQUARE_BOXES[square], SQUARES[square].sector
    size = ACTION
    while action(SQUARES[square].action, size).size[0] > box.w - 6:
        size -= 1
    action(SQUARES[square].action, size).put(board, box.x + box.w / 2, box.y + 29)
    put_plate(board, slot(square), mix(PAPER_LIGHT, TINTS[sector], 0.12), mix(TINTS[sector], INK, 0.2), 2, 6)
    ghost(sector, CITIZEN - 14, 0.16).put(board, *slot(square).middle)


def _put_hut(board: Image.Image, box: Area) -> None:
    """A hut: two spaces under a roof of straw, and below them the place of its upgrade."""
    put_plate(board, Area(box.x + 4, box.y + 6, box.w - 8, box.h - 6), mix(PAPER_LIGHT, PAPER_DARK, 0.5), SEPIA)
    roof(box.w, 24).put(board, box.x + box.w / 2, box.y + 12)
    for number, place in enumerate(hut_slots(box), 1):
        put_plate(board, place, PAPER_LIGHT, SEPIA, 2, 6)
        write(board, *place.middle, "I" * number, 34, colour=mix(FADED, PAPER_LIGHT, 0.4))
    put_plate(board, hut_yield(box), mix(PAPER_LIGHT, PAPER_DARK, 0.7), mix(FADED, PAPER, 0.4), 2, 6)
    ghost("hut", 32, 0.25).put(board, *hut_yield(box).middle)


@kept
def roof(width: int, height: int) -> Sprite:
    """A roof of straw seen from the side."""
    sheet = Sketch(width, height)
    sheet.polygon([(2, height - 3), (16, 3), (width - 16, 3), (width - 2, height - 3)], EMBER, INK, 2.5)
    for x in range(20, width - 14, 14):
        sheet.stroke([(x, 6), (x + (x - width / 2) * 0.06, height - 7)], GOLD_DARK, 1.5)
    return sheet.done()


def _put_scrolls(board: Image.Image) -> None:
    """For each track what it counts, and what each of them is worth by level."""
    put_plate(board, SCROLL_BOARD, PAPER_LIGHT, SEPIA)
    for number, track in enumerate(SCROLLS):
        box = scroll_box(number)
        names = COUNTED[track.scores]
        for i, name in enumerate(names):
            icon(name, 38).put(board, box.x + 74 + (i - (len(names) - 1) / 2) * 28, box.y + box.h / 2)
        for value, cell in zip((0, *track.levels), scroll_cells(number), strict=True):
            put_plate(board, cell, mix(PAPER_LIGHT, PAPER_DARK, 0.5), FADED, 1.5, 5)
            write(board, *cell.middle, str(value), LEVEL, colour=SEPIA)
