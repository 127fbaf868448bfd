"""Single things of Messina 1347 for help: a hex, a tile, a space of a register, a square, an icon."""

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import CHOICE, INK, PAPER, PAPER_LIGHT, mix
from renderer.canvas.frame import plate, ring
from renderer.canvas.text import Text
from renderer.messina.board_choice import KINDS, all_boards, card_areas, square_face
from renderer.messina.city.printed_hexes import face, hex_name
from renderer.messina.icons import icon
from renderer.messina.legend.draw_legend import entry_high, put_entry
from renderer.messina.legend.entries import ENTRIES, Entry
from renderer.messina.pieces import ship
from renderer.messina.score.layout import REGISTER_AREAS
from renderer.messina.score.offers import tile
from renderer.messina.score.registers import put_register, space_areas
from renderer.messina.theme import SECTORS
from renderer.messina.words import word
from renderer.words import Words
from rules.messina.components import AREAS, CLASSES, HEXES, HUT_TILES, REGISTER, SHIPS, SQUARES, WAGONS, WORKSHOPS

WIDTH, HIGH = 640, 408  # px; a picture of this width must be that high
EDGE = 24  # px, paper round a thing
HEX = 300  # px, its width
TILE = (150, 180)  # px, before it is doubled
SHIP = 260  # px
TITLE_HIGH, BETWEEN = 66, 12  # px, on a player board: its name, and between two areas
SQUARE = 170  # px, before it is doubled
ICONS: dict[str, tuple[str, Entry]] = {
    f"icon-{name.replace(':', '-')}": (name, entry) for some in ENTRIES.values() for name, entry in some.items()
}  # by their names in help


def paint_thing(name: str, words: Words) -> Image.Image | None:
    """Draw a hex, tile, ship, square, space or icon by its id, or return None for any other id."""
    register, _, space = name.partition("-")
    if register in REGISTER:
        return _space(register, int(space), words)
    if name in KINDS["board"]:
        return _player_board(name, words)
    if name in KINDS["scroll_board"]:
        return _scroll_board(name, words)
    if name in ICONS:
        return _icon(*ICONS[name], words)
    if name in SHIPS:
        printed = SHIPS[name]
        return _on_paper(ship(printed.goods, printed.coins, printed.points, True, SHIP))
    if name in HEXES:
        return _on_paper(face(name, hex_name(name, words), HEX, frozenset(), True))
    if name in SQUARES:
        return _on_paper(_twice(square_face("a", name, SQUARE)))
    tiles = {"hut_upgrade": HUT_TILES, "wagon": WAGONS, "workshop": WORKSHOPS}
    kind = next((kind for kind, some in tiles.items() if name in some), None)
    return _on_paper(_twice(tile(kind, name, *TILE))) if kind else None


def _scroll_board(name: str, words: Words) -> Image.Image:
    """Draw a side-b scroll board as among the choices, on a sheet as high as a picture of its width must be."""
    area = card_areas("scroll_board")[name]
    card = all_boards("scroll_board", words).crop(area.box)
    sheet = Image.new("RGB", (area.w + 2 * EDGE, max(card.height + 2 * EDGE, (area.w + 2 * EDGE) * 7 // 11 + 1)), PAPER)
    sheet.paste(card, (EDGE, (sheet.height - card.height) // 2))
    return sheet


def _player_board(name: str, words: Words) -> Image.Image:
    """Draw a side-b player board: a row per sector, each area from its innermost square."""
    sheet = Image.new("RGB", (WIDTH, HIGH), PAPER)
    wide, high = WIDTH - 2 * EDGE, (HIGH - TITLE_HIGH - EDGE) // len(CLASSES)
    Text(word(name, words), 40).put(sheet, WIDTH / 2, TITLE_HIGH / 2 + 4)
    for number, sector in enumerate(CLASSES):
        middle = TITLE_HIGH + high * (number + 0.5)
        ground, line = mix(PAPER_LIGHT, SECTORS[sector], 0.4), mix(SECTORS[sector], INK, 0.45)
        plate(wide, high - 8, ground, line, 2).put(sheet, WIDTH / 2, middle)
        icon(sector, 56).put(sheet, EDGE + 38, middle)
        areas = [squares for squares in AREAS.values() if SQUARES[squares[0]].sector == sector]
        room = (wide - 72 - BETWEEN) // sum(map(len, areas))
        x = EDGE + 68.0
        for squares in areas:
            for square in squares:
                square_face(name, square, room - 4).put(sheet, x + room / 2, middle)
                x += room
            x += BETWEEN
    return sheet


def _twice(sprite: Sprite) -> Sprite:
    """Double the sprite, as on a phone a single tile fills the picture."""
    size = (sprite.size[0] * 2, sprite.size[1] * 2)
    return Sprite(sprite.rgb.resize(size, Image.Resampling.LANCZOS), sprite.mask.resize(size, Image.Resampling.LANCZOS))


def _on_paper(sprite: Sprite) -> Image.Image:
    """Draw the sprite in the middle of a sheet."""
    sheet = Image.new("RGB", (WIDTH, max(HIGH, sprite.size[1] + 2 * EDGE)), PAPER)
    sprite.put(sheet, sheet.width / 2, sheet.height / 2)
    return sheet


def _space(register: str, space: int, words: Words) -> Image.Image:
    """Draw the register with a frame round the space, beside paper, as a register is much higher than wide."""
    whole = REGISTER_AREAS[register]
    board = Image.new("RGB", whole.box[2:], PAPER)
    put_register(board, register, words)
    area = space_areas(register)[space - 1]
    ring(area.w - 4, area.h, 6, CHOICE, 5).put(board, *area.middle)
    sheet = Image.new("RGB", (WIDTH, whole.h + 2 * EDGE), PAPER)
    sheet.paste(board.crop(whole.box), ((WIDTH - whole.w) // 2, EDGE))
    return sheet


def _icon(name: str, entry: Entry, words: Words) -> Image.Image:
    """Draw the icon with its name and explanation, as in the legend."""
    room = WIDTH - 2 * EDGE
    sheet = Image.new("RGB", (WIDTH, HIGH), PAPER)
    put_entry(sheet, EDGE, (HIGH - entry_high(entry, room, words)) // 2, room, name, entry, words)
    return sheet
