"""The offers on the score board: hut upgrades, workshops, wagons."""

from PIL import ImageDraw

from renderer.canvas.canvas import Board, Canvas, Sprite, cached_sprite
from renderer.canvas.colours import FADED, PAPER, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import lay_at, row
from renderer.canvas.text import Text
from renderer.messina.icons import amount, amounts, citizen, effects, icon, price, written
from renderer.messina.score.layout import MIN_FONT, OFFERS_HEAD, offer_areas
from renderer.messina.theme import PLANK, SECTORS, STRAW
from renderer.messina.words import word
from renderer.words import Words
from rules.messina.components import HUT_TILES, WAGONS, WORKSHOPS
from rules.messina.view_types import StackView, View

ICON = 44
PRICE = 50  # px, the band with the price
LINE = 46  # px, from line to line of a tile
FOOT = 46  # px: the number of tiles left, and room for the badge of a choice
KINDS = {"hut_upgrade": "hut", "workshop": "workshop", "wagon": "wagon"}  # with their icons
PAPERS = {"hut_upgrade": STRAW, "wagon": PLANK}  # a workshop has the paper of its class


def stacks(view: View) -> dict[str, list[StackView]]:
    """Return the stacks on offer by the kind of their tiles."""
    return {"hut_upgrade": view.huts, "workshop": view.workshops, "wagon": view.wagons}


def heading(kind: str, wagons: int, words: Words) -> Text:
    """Return the name of a kind of tile, and the size at which it fits above them."""
    areas = offer_areas(wagons)[kind]
    room = areas[-1].x + areas[-1].w - areas[0].x - 38
    return Text(word(f"offer_{kind}", words), 32).fit(room, least=MIN_FONT)


def put_heads(board: Board, wagons: int, words: Words) -> None:
    """Draw the headings above the tiles."""
    for kind, areas in offer_areas(wagons).items():
        x, y = areas[0].x, areas[0].y - OFFERS_HEAD / 2
        icon(KINDS[kind], 34).put(board, x + 17, y)
        heading(kind, wagons, words).put(board, x + 38, y, align="left")


def put_offers(board: Board, view: View) -> None:
    """Draw the top tiles with the number of tiles in each stack."""
    areas = offer_areas(len(view.wagons))
    for kind, some in stacks(view).items():
        for stack, area in zip(some, areas[kind], strict=True):
            (tile(kind, stack.top, area.w, area.h) if stack.top else gap(area.w, area.h)).put(board, *area.middle)
            count = f"×{stack.tiles}"
            Text(count, 30).put(board, area.x + area.w - 8, area.y + area.h - FOOT / 2, align="right", colour=SEPIA)


@cached_sprite
def gap(wide: int, high: int) -> Sprite:
    """Draw an empty place."""
    return plate(wide, high, PAPER, FADED, 2)


def contents(kind: str, name: str) -> list[Sprite]:
    """Return what is printed on a tile, line by line: its price, what it gives, and for a workshop also its class."""
    if kind == "hut_upgrade":
        return [amounts(price(HUT_TILES[name].cost), ICON).draw(), effects(HUT_TILES[name].gain, ICON).draw()]
    if kind == "wagon":
        return [amounts(price(WAGONS[name].cost), ICON).draw(), amount(f"points:{WAGONS[name].points}", ICON)]
    one = WORKSHOPS[name]
    lines = [amounts(price(one.cost), ICON).draw()]
    if one.need != "tiered":
        side = "gold" if one.need == "gold" else "normal"
        return [*lines, citizen(one.citizen, side, ICON), effects(one.gain, ICON).draw()]
    for side, gain in (("normal", one.gain), ("gold", one.gold_gain)):
        parts = (citizen(one.citizen, side, ICON), written(":", 36, ICON), effects(gain, ICON).draw())
        lines.append(row(parts, 4))
    return lines


@cached_sprite
def tile(kind: str, name: str, wide: int, high: int) -> Sprite:
    """Draw a tile; the foot of a workshop shows whether it yields repeatedly or once."""
    paper = SECTORS[WORKSHOPS[name].citizen] if kind == "workshop" else PAPERS[kind]
    whole = sheet(wide, high, mix(paper, PAPER_LIGHT, 0.67), contents(kind, name))
    if kind == "workshop":
        lay_at(whole, icon("late" if WORKSHOPS[name].late else "early", 36), wide * 0.53, high - FOOT / 2)
    return whole


def sheet(wide: int, high: int, fill: Rgb, lines: list[Sprite]) -> Sprite:
    """Draw a tile: the price in a darker band at its top, and its contents below."""
    whole = plate(wide, high, fill, SEPIA, 2).copy()
    band = Canvas(wide, high)
    band.box((0, 0, wide, high), 10, mix(fill, SEPIA, 0.3), SEPIA, 2)
    whole.rgb.paste(band.sprite().rgb.crop((0, 0, wide, PRICE)))
    ImageDraw.Draw(whole.rgb).line((0, PRICE, wide, PRICE), SEPIA, 2)
    lay_at(whole, lines[0], wide / 2, PRICE / 2 + 1)
    room = high - FOOT - PRICE
    step = min(LINE, room / (len(lines) - 1))
    for i, line in enumerate(lines[1:]):
        lay_at(whole, line, wide / 2, PRICE + 2 + room / 2 + (i - (len(lines) - 2) / 2) * step)
    return whole
