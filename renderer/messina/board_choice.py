"""The side-B boards that players choose from before the first round: player boards or scroll boards."""

from math import ceil

from PIL import Image

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import CHOICE, INK, PAPER, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate, ring
from renderer.canvas.layout import MAX_RATIO, Area
from renderer.canvas.memory import cached_compressed
from renderer.canvas.text import Text
from renderer.messina.estate.layout import scroll_area
from renderer.messina.estate.pieces import printed_scrolls
from renderer.messina.estate.printed import ACTION_ICON_SIZE
from renderer.messina.icons import action_icons, icon, largest_fitting
from renderer.messina.theme import SECTORS
from renderer.messina.words import word
from renderer.scene import Scene, Words
from renderer.seats import token
from renderer.signs import badge, spotlit
from rules.game import Target
from rules.messina.components import AREA_SQUARES, BOARD_SQUARES, BOARDS, CITIZEN_CLASSES, SCROLL_BOARDS, SQUARES
from rules.messina.view import View

WIDTH = 1080
EDGE, GAP = 10, 8
SIDE = 66  # px, the left end of a card: the letter of a choice, or the board's owner
NAME = 40  # px, the line with the name of a board
ROW = 69  # px, the squares of an area
LETTER, WORD = 50, 34  # px
BOLT = 22  # px, the room for lightning on a square
BOARDS_BY_KIND = {"board": tuple(BOARDS), "scroll_board": tuple(SCROLL_BOARDS)}


def card_areas(kind: str) -> dict[str, Area]:
    """Return the area of each board of a kind: player boards below each other, scroll boards in two columns."""
    columns = 1 if kind == "board" else 2
    rows = ceil(len(BOARDS_BY_KIND[kind]) / columns)
    wide = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    needed = NAME + (2 * ROW if kind == "board" else scroll_area(BOARDS_BY_KIND[kind][0]).h) + 10
    high = max(needed, ceil((WIDTH / MAX_RATIO - 2 * EDGE - (rows - 1) * GAP) / rows))
    return {
        one: Area(EDGE + i % columns * (wide + GAP), EDGE + i // columns * (high + GAP), wide, high)
        for i, one in enumerate(BOARDS_BY_KIND[kind])
    }


@cached_compressed
def all_boards(kind: str, words: Words) -> Image.Image:
    """Draw all boards of a kind. Copy the result before drawing on it."""
    areas = card_areas(kind)
    last = list(areas.values())[-1]
    sheet = Image.new("RGB", (WIDTH, last.y + last.h + EDGE), PAPER)
    for one, area in areas.items():
        plate(area.w, area.h, PAPER_LIGHT, SEPIA, 2).put(sheet, *area.middle)
        if kind == "board":
            Text(word(one, words), WORD).put(sheet, area.x + SIDE, area.y + NAME / 2 + 2, align="left")
            _put_squares(sheet, one, area)
        else:
            scrolls = printed_scrolls(one)
            wide, high = scrolls.size
            name, line = one.removeprefix("scroll-").upper(), area.h - high - GAP
            Text(name, line // 2).put(sheet, area.x + SIDE, area.y + line / 2 + 4, align="left")
            scrolls.put(sheet, area.x + area.w - GAP - wide / 2, area.y + line + high / 2)
    return sheet


def _put_squares(sheet: Image.Image, board: str, card: Area) -> None:
    """Draw a board's squares by sector: the left area above the right one, each starting with its innermost square."""
    wide = (card.w - SIDE - 4) // len(CITIZEN_CLASSES)
    for number, sector in enumerate(CITIZEN_CLASSES):
        left, top = card.x + SIDE + number * wide, card.y + NAME
        paper = plate(wide - 6, 2 * ROW + 4, mix(PAPER_LIGHT, SECTORS[sector], 0.4), mix(SECTORS[sector], INK, 0.45), 2)
        paper.put(sheet, left + (wide - 6) / 2, top + ROW + 2)
        icon(sector, 40).put(sheet, left + 25, top + ROW + 2)
        room = (wide - 56) // 3
        own = [squares for squares in AREA_SQUARES.values() if SQUARES[squares[0]].sector == sector]
        for row, squares in enumerate(own):
            for place, square in enumerate(squares):
                middle = (left + 48 + room * (place + 0.5), top + 2 + ROW * (row + 0.5))
                square_face(board, square, room - 4).put(sheet, *middle)


@cached_sprite
def square_face(board: str, square: str, room: int) -> Sprite:
    """Draw the action of a square, with a lightning bolt beside it if it works only once per game."""
    printed = BOARD_SQUARES[board][square]
    face = plate(room, ROW - 6, PAPER_LIGHT, SEPIA, 2 if printed.once else 1, 6).copy()
    bolt = BOLT if printed.once else 0
    if bolt:
        icon("late", round(bolt * 1.5)).put(face.rgb, bolt / 2 + 2, (ROW - 6) / 2)
    wide = room - 8 - bolt
    does = largest_fitting(
        lambda size: action_icons(printed.action, size, wide), ACTION_ICON_SIZE, wide, ROW - 12
    ).draw()
    does.put(face.rgb, (room + bolt) / 2, (ROW - 6) / 2)
    return face


def paint_boards(scene: Scene[View]) -> Image.Image:
    """Draw the boards to choose from, with letters on the available ones and discs on those taken."""
    view = scene.view
    kind = view.question if view.question in BOARDS_BY_KIND else "board"
    sheet, areas = all_boards(kind, scene.words).copy(), card_areas(kind)
    for seat, player in enumerate(view.players):
        taken = player.board if kind == "board" else player.scroll_board
        if taken in areas:
            area = areas[taken]
            token(scene.looks[seat], LETTER).put(sheet, area.x + SIDE / 2, area.middle[1])
    letters = scene.letters([Target(kind, one) for one in areas])
    if letters:
        sheet = spotlit(sheet, [(areas[target.id], 8) for target in letters])
    for target, some in letters.items():
        area = areas[target.id]
        ring(area.w - 8, area.h - 8, 8, CHOICE, 5).put(sheet, *area.middle)
        sign = badge("·".join(some), LETTER, advised=target in scene.advised)
        sign.put(sheet, area.x + SIDE / 2, area.middle[1])
    return sheet
