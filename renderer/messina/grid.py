"""Everything in one picture for large screens: city, score board and estates in rows, each in its full size."""

from collections.abc import Sequence

from PIL import Image

from renderer.marks import Mark
from renderer.messina.city import paint_city
from renderer.messina.estate import paint_estate
from renderer.messina.icons import icon
from renderer.messina.score import paint_score
from renderer.shapes import mix
from renderer.sprite import Sprite
from renderer.text import write
from renderer.theme import PAPER, SEPIA
from rules.game import Target
from rules.messina.view_types import View

COLUMNS = {2: 2, 3: 3, 4: 3}  # by players; a picture wider than 11:7 would be cropped
RATIO = 11 / 7
TITLE = 400  # px, the most that the title is high


def paint_grid(
    view: View,
    names: Sequence[str],
    marks: Sequence[Mark],
    changed: Sequence[Target],
    lang: str,
    style: frozenset[str],
) -> Image.Image:
    """City, score board and the estates in turn order, row by row, as many in a row as the ratio allows."""
    pictures = [
        paint_city(view, names, marks, changed, lang, style),
        paint_score(view, names, marks, changed, lang, style),
        *(
            paint_estate(
                view,
                seat,
                names,
                marks if seat == view.seat else (),
                changed if seat == view.active else (),
                lang,
                style,
            )
            for seat in view.order
        ),
    ]
    columns = COLUMNS[view.seats]
    rows = [pictures[i : i + columns] for i in range(0, len(pictures), columns)]
    wide = columns * pictures[0].width
    heights = [max(one.height for one in row) for row in rows]
    high = max(sum(heights), round(wide / RATIO + 0.5))
    board = Image.new("RGB", (wide, high), PAPER)
    y = 0
    for row, height in zip(rows, heights, strict=True):
        for i, one in enumerate(row):
            board.paste(one, (i * one.width, y + ((height - one.height) // 2 if one is pictures[0] else 0)))
        y += height
    free = _free(board.size, rows, heights)
    if free:
        put_title(board, *free)
    return board


def _free(
    size: tuple[int, int], rows: list[list[Image.Image]], heights: list[int]
) -> tuple[float, float, float] | None:
    """The middle of the room that no picture takes in the last column, and how high the title may be there."""
    if len(rows[-1]) < len(rows[0]):
        above = rows[0][-1].height
        return size[0] - rows[0][-1].width / 2, (above + size[1]) / 2, TITLE
    room = heights[0] - rows[0][-1].height
    if room > 200:
        return size[0] - rows[0][-1].width / 2, heights[0] - room / 2, min(room * 0.8, TITLE)
    return None


def put_title(board: Image.Image, x: float, y: float, size: float) -> None:
    """The name of the game under a ship, where there is room to spare."""
    ink = mix(SEPIA, PAPER, 0.35)
    sprite = icon("ship", round(size * 0.62))
    pale = Image.blend(sprite.rgb, Image.new("RGB", sprite.size, PAPER), 0.5)
    Sprite(pale, sprite.mask).put(board, x, y - size * 0.17)
    write(board, x, y + size * 0.34, "Messina 1347", round(size * 0.26), colour=ink)
