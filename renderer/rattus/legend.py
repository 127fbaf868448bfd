"""The legend of cards in play, pieces and signs; pictures of single things for the help; and signs on buttons."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from PIL import Image, ImageFilter, ImageOps

from renderer import art
from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import CHOICE, PLAGUE, SEPIA
from renderer.canvas.frame import ring
from renderer.canvas.layout import MAX_RATIO, empty_sprite, lay_at, row, stacked
from renderer.canvas.text import PLAIN, Text, put_lines
from renderer.canvas.texture import paper
from renderer.rattus import pieces
from renderer.rattus.geography import COAST, MAP_HEIGHT, MAP_WIDTH, WASTE, curve_through
from renderer.rattus.map import empty_map, path, put_edge, put_name, region_bounds, region_mask, route
from renderer.rattus.panel import bar, card_paper
from renderer.rattus.regions import TURNED_RAT_SIZE, counting, ring_round_rat
from renderer.rattus.strike import WITHOUT_EFFECT
from renderer.rattus.words import LEGEND_EFFECTS, LEGEND_PIECES, named
from renderer.scene import Scene, Words
from renderer.seats import SEAT_LOOKS, lost_outline, new_piece_mark, piece_stack, token
from renderer.signs import badge, hourglass, loss_count, pointer
from rules.rattus.components import CARDS, CLASSES, REGIONS, REGIONS_IN_USE
from rules.rattus.view import View

EDGE = 10  # px, round the plates
HIGH = 152  # px, a card
EMBLEM = 112  # px
LEFT = 156  # px, from the left edge to the words
PIECE = 96  # px, the room for a piece at the right end
NAME, WORDS, LINE = 44, 34, 38  # px: names, effects, from line to line
ENTRY, ENTRY_LEFT = 106, 124  # px: the height of a piece's entry, and from its left edge to its words
ENTRY_WORDS, ENTRY_LINE = 32, 34  # px
COLUMNS = 2

BROUGHT: dict[str, Callable[[], Sprite]] = {
    "bishop": lambda: pieces.figure("bishop", 96),
    "nun": lambda: pieces.figure("nun", 96),
    "emperor": lambda: pieces.wall(0),
    "wizard": lambda: pieces.flask("1", 60),
}  # the pieces of cards as on the map


def _went() -> Sprite:
    """Draw the plague piece at its former place, and its path."""
    whole = empty_sprite(112, 76)
    lay_at(whole, pieces.former_plague(70), 30, 38)
    lay_at(whole, path(tuple(curve_through((0, 30), (46, 8), (76, 30))))[0], 70, 34)
    return whole


def _waste() -> Sprite:
    """Draw land outside the game in the shape of a region."""
    shape = ImageOps.contain(region_mask("hispania"), (78, 64), Image.Resampling.LANCZOS)
    land = Image.new("RGB", shape.size, COAST)
    land.paste(WASTE, mask=shape.filter(ImageFilter.MinFilter(3)))
    return Sprite(land, shape)


# Drawings of the pieces and signs that belong to no card, by their keys among the words.
DRAWN: dict[str, Callable[[], Sprite]] = {
    "cubes": lambda: piece_stack(SEAT_LOOKS[0], 62, 3),
    "rat": lambda: pieces.rat(70, "a"),
    "turned": lambda: pieces.turned_rat(80, "", 4, "M", ("church", "chivalry")),
    "class": lambda: row([pieces.class_badge(one, 50) for one in ("church", "magic")], 4),
    "harmless": lambda: pieces.turned_rat(80, "", 5, "", ("magic",)).faint(WITHOUT_EFFECT),
    "open": lambda: stacked(
        ring_round_rat(TURNED_RAT_SIZE, PLAGUE), pieces.turned_rat(TURNED_RAT_SIZE, "", 2, "", ("magic",))
    ),
    "doctor": lambda: pieces.plague(82),
    "two": lambda: counting(82, "+2"),
    "palace": lambda: pieces.palace(98),
    "supply": lambda: pieces.supply(64),
    "crate": lambda: pieces.crate(82),
    "way": lambda: route(("italia", "turcia"))[0],
    "waste": _waste,
    "path": _went,
    "lost": lambda: lost_outline(SEAT_LOOKS[1], 54),
    "minus": lambda: loss_count(1),
    "new": lambda: stacked(new_piece_mark(SEAT_LOOKS[2], 54), token(SEAT_LOOKS[2], 54)),
    "choice": lambda: stacked(ring(70, 50, 8, CHOICE, 5), badge("A", 42)),
    "due": lambda: pointer(52),
    "stock": lambda: piece_stack(SEAT_LOOKS[3], 40, 3),
    "used": lambda: pieces.emblem("knight", 76, used=True),
    "ended": lambda: hourglass(58),
    "won": lambda: art.sprite("common/laurel", 92),
    "bar": lambda: row([bar((46, 18), SEAT_LOOKS[0].rgb), pieces.palace(40)], 2),
}


def effect_lines(card: str, words: Words) -> tuple[Text, ...]:
    """Return the card's effect, in lines."""
    return Text(words._(LEGEND_EFFECTS[card]), WORDS, PLAIN).lines(
        MAP_WIDTH - LEFT - EDGE - (PIECE if card in BROUGHT else 24), 2
    )


def entry_lines(key: str, words: Words) -> tuple[Text, ...]:
    """Return the meaning of a piece or sign, in lines."""
    return Text(words._(LEGEND_PIECES[key]), ENTRY_WORDS, PLAIN).lines(
        (MAP_WIDTH - 2 * EDGE) // COLUMNS - ENTRY_LEFT - 12, 3
    )


def paint_legend(scene: Scene[View]) -> Image.Image:
    """Draw the six cards in play, one below the other, as wide as the map, and then the pieces and signs."""
    cards = paint_cards([card.id for card in scene.view.cards], scene.words)
    signs = paint_pieces(scene.words)
    board = paper(MAP_WIDTH, cards.height + signs.height)
    board.paste(cards, (0, 0))
    board.paste(signs, (0, cards.height))
    return board


def paint_cards(cards: Sequence[str], words: Words) -> Image.Image:
    """Draw cards with their names and effects, one below the other."""
    board = paper(MAP_WIDTH, EDGE + (HIGH + EDGE) * len(cards))
    for i, card in enumerate(cards):
        y = EDGE + (HIGH + EDGE) * i
        plate = card_paper(MAP_WIDTH - 2 * EDGE, HIGH, False)
        board.paste(plate.rgb, (EDGE, y), plate.mask)
        pieces.emblem(card, EMBLEM).put(board, EDGE + (LEFT - EDGE) / 2, y + HIGH / 2)
        Text(named(card, words), NAME).put(board, LEFT, y + 34, align="left")
        put_lines(effect_lines(card, words), board, LEFT, y + 82, LINE)
        if card in BROUGHT:
            BROUGHT[card]().put(board, MAP_WIDTH - EDGE - PIECE / 2 - 4, y + HIGH / 2)
    return board


def paint_pieces(words: Words) -> Image.Image:
    """Draw pieces and signs with their meanings, in columns."""
    rows = -(-len(LEGEND_PIECES) // COLUMNS)
    wide = (MAP_WIDTH - 2 * EDGE) // COLUMNS
    board = paper(MAP_WIDTH, rows * ENTRY + 2 * EDGE)
    plate = card_paper(MAP_WIDTH - 2 * EDGE, rows * ENTRY + EDGE - 2, False)
    board.paste(plate.rgb, (EDGE, 0), plate.mask)
    for number, key in enumerate(LEGEND_PIECES):
        x, y = EDGE + number // rows * wide, 4 + number % rows * ENTRY
        DRAWN[key]().put(board, x + ENTRY_LEFT / 2, y + ENTRY / 2)
        told = entry_lines(key, words)
        first = y + ENTRY / 2 - (len(told) - 1) / 2 * ENTRY_LINE
        put_lines(told, board, x + ENTRY_LEFT, first, ENTRY_LINE, SEPIA)
    return board


SHEET = (640, 408)  # px
SIZE = 240  # px, a piece
AROUND = 150  # px, of the map round a region
ALL_REGIONS_SEATS = max(REGIONS_IN_USE)

THINGS: dict[str, Callable[[], list[Sprite]]] = {
    "rat": lambda: [pieces.rat(SIZE, "a"), pieces.turned_rat(SIZE, "", 3, "M", ("chivalry", "church"))],
    "number": lambda: [pieces.turned_rat(SIZE, "", 3, "M", ())],
    "majority": lambda: [pieces.turned_rat(SIZE, "", 3, "M", ())],
    "everyone": lambda: [pieces.turned_rat(SIZE, "", 2, "A", ())],
    "symbol": lambda: [
        pieces.turned_rat(SIZE, "", 1, "", ("church",)),
        pieces.turned_rat(SIZE, "", 2, "", ("magic", "royalty", "peasantry")),
    ],
    "doctor": lambda: [pieces.plague(SIZE)],
    "palace": lambda: [pieces.palace(SIZE)],
    "bishops": lambda: [pieces.figure("bishop", SIZE)],
    "nuns": lambda: [pieces.figure("nun", SIZE)],
    "wall": lambda: [pieces.wall(0, length=2 * SIZE)],
    "potion": lambda: [pieces.flask("1", SIZE)],
}


def paint_thing(name: str, words: Words) -> Image.Image | None:
    """Draw a card, the cards of a class, a region, a piece or a sign by its id. Return None for any other id."""
    if name in CARDS:
        return _on_sheet(paint_cards([name], words))
    if name in CLASSES:
        return _on_sheet(paint_cards([card.id for card in CARDS.values() if card.class_ == name], words))
    if name in REGIONS:
        return _region(name, words)
    if name not in THINGS:
        return None
    sheet = paper(*SHEET)
    row(THINGS[name](), 40).put(sheet, SHEET[0] / 2, SHEET[1] / 2)
    return sheet


def _on_sheet(cards: Image.Image) -> Image.Image:
    """Draw the cards in the middle of a sheet that is at most `MAX_RATIO` times as wide as it is high."""
    sheet = paper(cards.width, max(cards.height, ceil(cards.width / MAX_RATIO)))
    sheet.paste(cards, (0, (sheet.height - cards.height) // 2))
    return sheet


def _region(region: str, words: Words) -> Image.Image:
    """Draw the part of the map round the region, with its neighbours."""
    board = empty_map(ALL_REGIONS_SEATS, words).copy()
    put_edge(board, region)
    for one in REGIONS:
        put_name(board, one, words)
    left, top, right, bottom = region_bounds(region).box
    left, top = max(0, left - AROUND), max(0, top - AROUND)
    right, bottom = min(MAP_WIDTH, right + AROUND), min(MAP_HEIGHT, bottom + AROUND)
    short = round((right - left) / MAX_RATIO) - (bottom - top)
    if short > 0:
        top = max(0, min(top - short // 2, MAP_HEIGHT - (bottom - top) - short))
        bottom = min(MAP_HEIGHT, top + round((right - left) / MAX_RATIO) + 1)
    return board.crop((left, top, right, bottom))


LEGEND_SIGNS: dict[str, tuple[str, Callable[[int], Sprite]]] = {
    "👥": ("cube", lambda size: token(SEAT_LOOKS[0], size, letter=False)),
    "🃏": ("card", partial(art.sprite, "rattus/medallion")),
    "💀": ("plague_piece", pieces.plague),
    "🐀": ("rat", lambda size: pieces.rat(size, "")),
    "🌾": ("peasantry", partial(pieces.emblem, "peasant")),
    "💰": ("bourgeoisie", partial(pieces.emblem, "merchant")),
    "⛪": ("church", partial(pieces.emblem, "monk")),
    "⚔️": ("chivalry", partial(pieces.emblem, "knight")),
    "🔮": ("magic", partial(pieces.emblem, "witch")),
    "👑": ("royalty", partial(pieces.emblem, "king")),
}
