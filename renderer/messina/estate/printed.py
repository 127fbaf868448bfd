"""What is printed on a player board: squares with their actions, the overseers' paths, huts."""

from functools import lru_cache

from PIL import Image

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb
from renderer.canvas.layout import Area, plate
from renderer.canvas.text import TITLE, fit, write
from renderer.messina.estate.layout import (
    CITIZEN,
    HEIGHT,
    LIEUTENANTS,
    PLANS,
    PRICE,
    REPOPULATION,
    SHIPS,
    WAGONS,
    WIDTH,
    Plan,
    hut_slots,
    hut_yield,
)
from renderer.messina.estate.paths import put_paths
from renderer.messina.icons import action, icon
from renderer.messina.theme import EMBER, GOLD_DARK
from renderer.messina.theme import SECTORS as TINTS
from renderer.messina.words import word
from renderer.seats import mix
from rules.messina.components import ACTIONS, AREAS, BOARDS, SQUARES
from rules.messina.printed import Action, Square

ACTION = 50  # px, the icons above a square
LABEL = 27  # px
ONCE = 40  # px, the lightning on a square that works once a game


@kept
def ghost(name: str, size: int, strength: float) -> Sprite:
    """An icon so faint that it says what belongs here, not that it is here."""
    one = icon(name, size)
    return Sprite(one.rgb, one.mask.point(lambda v: round(v * strength)))


def put_plate(board: Image.Image, area: Area, fill: Rgb, line: Rgb, thick: float = 2, radius: int = 8) -> None:
    """A rectangle of paper in its place."""
    plate(area.w, area.h, fill, line, thick, radius).put(board, *area.middle)


@lru_cache(maxsize=10)
def empty_estate(player_board: str, lang: str) -> Image.Image:
    """An estate nobody lives on yet. Do not draw on it: copy it."""
    board = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    plan = PLANS[BOARDS[player_board].huts if player_board in BOARDS else "left"]
    _put_status(board, lang)
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
    put_paths(board, plan, lang)
    for box in plan.huts.values():
        _put_hut(board, box)
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


@kept
def roof(width: int, height: int) -> Sprite:
    """A roof of straw seen from the side."""
    sheet = Sketch(width, height)
    sheet.polygon([(2, height - 3), (16, 3), (width - 16, 3), (width - 2, height - 3)], EMBER, INK, 2.5)
    for x in range(20, width - 14, 14):
        sheet.stroke([(x, 6), (x + (x - width / 2) * 0.06, height - 7)], GOLD_DARK, 1.5)
    return sheet.done()
