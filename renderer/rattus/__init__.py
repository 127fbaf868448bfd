"""The board of Rattus, in layers: empty map, pieces, panel, what changed, choices."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderer.marks import Mark
from renderer.pieces import badge
from renderer.rattus.base import empty_map
from renderer.rattus.geography import HEIGHT, WIDTH
from renderer.rattus.layout import SPOTS
from renderer.rattus.panel import Area, Panel, put_panel
from renderer.rattus.regions import RAT, put_pieces, rat_places
from renderer.shapes import ring
from renderer.sprite import Point
from renderer.theme import GLOW, PAPER
from rules.game import Target
from rules.rattus.view import View


@lru_cache(maxsize=8)
def panel(layout: str, seats: int) -> Panel:
    """Where the panel's parts are."""
    if layout == "wide":
        high = min(164, (HEIGHT - 84) // (seats + 1))
        rows = tuple(Area(WIDTH + 8, 76 + i * (high + 2), 384, high - 4) for i in range(seats + 1))
        return Panel(Area(WIDTH + 8, 8, 384, 60), rows, beside=False)
    rows = tuple(Area(10, HEIGHT + 74 + i * 108, WIDTH - 20, 102) for i in range(seats + 1))
    return Panel(Area(10, HEIGHT + 6, WIDTH - 20, 62), rows, beside=True)


@lru_cache(maxsize=8)
def base(layout: str, seats: int, lang: str) -> Image.Image:
    """The empty board. Do not draw on it: copy it."""
    last = panel(layout, seats).rows[-1]
    size = (WIDTH + 400, HEIGHT) if layout == "wide" else (WIDTH, last.y + last.h + 10)
    board = Image.new("RGB", size, PAPER)
    board.paste(empty_map(seats, lang), (0, 0))
    return board


def paint_rattus(
    view: View, names: Sequence[str], layout: str, marks: Sequence[Mark], changed: Sequence[Target], lang: str
) -> Image.Image:
    """The whole board as the viewer of ``view`` may see it."""
    board = base(layout, view.seats, lang).copy()
    rats = {one.handle: at for region in view.regions for one, at in zip(region.rats, rat_places(region), strict=True)}
    cards = put_panel(board, panel(layout, view.seats), view, names, lang)
    for target in changed:
        if target.kind == "rat" and target.id in rats:
            ring(RAT, RAT, RAT // 2, GLOW, 6).put(board, *rats[target.id])
        elif target.kind == "card" and target.id in cards:
            place = cards[target.id]
            ring(place.w, place.h, 10, GLOW, 5).put(board, place.x + place.w / 2, place.y + place.h / 2)
        elif target.kind == "region" and target.id in SPOTS:
            ring(150, 44, 12, GLOW, 6).put(board, *SPOTS[target.id].name)
    put_pieces(board, view, lang)
    for mark in marks:
        at: Point | None = None
        if mark.target.kind == "rat":
            at = rats.get(mark.target.id)
        elif mark.target.kind == "card" and mark.target.id in cards:
            at = (cards[mark.target.id].x + 12, cards[mark.target.id].y + 8)
        elif mark.target.kind == "region" and mark.target.id in SPOTS:
            x, y = SPOTS[mark.target.id].name
            at = (x - 92, y)
        if at:
            badge(mark.letter, 46).put(board, *at)
    return board
