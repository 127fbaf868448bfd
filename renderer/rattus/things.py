"""Single things of Rattus for help: a card, the cards of a class, a region, a piece."""

from collections.abc import Callable
from math import ceil

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.layout import MAX_RATIO, row
from renderer.canvas.texture import paper
from renderer.rattus.geography import HEIGHT, WIDTH
from renderer.rattus.legend import paint_cards
from renderer.rattus.map import bounds, empty_map, put_edge, put_name
from renderer.rattus.pieces import bishop, face, flask, nun, palace, plague, rat, wall
from renderer.words import Words
from rules.rattus.components import CARDS, CLASSES, IN_USE, REGIONS

SHEET = (640, 408)  # px
SIZE = 240  # px, a piece
AROUND = 150  # px, of the map round a region
ALL_REGIONS_SEATS = max(IN_USE)

PIECES: dict[str, Callable[[], list[Sprite]]] = {
    "rat": lambda: [rat(SIZE, "a"), face(SIZE, "", 3, "M", ("chivalry", "church"))],
    "number": lambda: [face(SIZE, "", 3, "M", ())],
    "majority": lambda: [face(SIZE, "", 3, "M", ())],
    "everyone": lambda: [face(SIZE, "", 2, "A", ())],
    "symbol": lambda: [face(SIZE, "", 1, "", ("church",)), face(SIZE, "", 2, "", ("magic", "royalty", "peasantry"))],
    "doctor": lambda: [plague(SIZE)],
    "palace": lambda: [palace(SIZE)],
    "bishops": lambda: [bishop(SIZE)],
    "nuns": lambda: [nun(SIZE)],
    "wall": lambda: [wall(0, length=2 * SIZE)],
    "potion": lambda: [flask("1", SIZE)],
}


def paint_thing(name: str, words: Words) -> Image.Image | None:
    """Draw a card, the cards of a class, a region or a piece by its id, or return None for any other id."""
    if name in CARDS:
        return _on_sheet(paint_cards([name], words))
    if name in CLASSES:
        return _on_sheet(paint_cards([card.id for card in CARDS.values() if card.class_ == name], words))
    if name in REGIONS:
        return _region(name, words)
    return _pieces(PIECES[name]()) if name in PIECES else None


def _on_sheet(cards: Image.Image) -> Image.Image:
    """Draw the cards in the middle of a sheet that is high enough."""
    sheet = paper(cards.width, max(cards.height, ceil(cards.width / MAX_RATIO)))
    sheet.paste(cards, (0, (sheet.height - cards.height) // 2))
    return sheet


def _pieces(sprites: list[Sprite]) -> Image.Image:
    """Draw pieces side by side on a sheet."""
    sheet = paper(*SHEET)
    row(sprites, 40).put(sheet, SHEET[0] / 2, SHEET[1] / 2)
    return sheet


def _region(region: str, words: Words) -> Image.Image:
    """Draw the part of the map round the region, with its neighbours."""
    board = empty_map(ALL_REGIONS_SEATS, words).copy()
    put_edge(board, region)
    for one in REGIONS:
        put_name(board, one, words)
    left, top, right, bottom = bounds(region)
    left, top = max(0, left - AROUND), max(0, top - AROUND)
    right, bottom = min(WIDTH, right + AROUND), min(HEIGHT, bottom + AROUND)
    short = round((right - left) / MAX_RATIO) - (bottom - top)
    if short > 0:
        top = max(0, min(top - short // 2, HEIGHT - (bottom - top) - short))
        bottom = min(HEIGHT, top + round((right - left) / MAX_RATIO) + 1)
    return board.crop((left, top, right, bottom))
