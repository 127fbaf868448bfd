"""What frames things: plates of paper, the line round what is marked, the scale round a map."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import INK, PAPER_LIGHT, SEPIA, WOOD, WOOD_DARK, WOOD_EDGE, Rgb

Cell = tuple[int, int]  # of a scale: from where to where, in pixels along its side
HAIR = 2  # px, the lines of ink on both sides of a coloured one


@cached_sprite
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """A card or plate of paper."""
    sheet = Canvas(width, height)
    sheet.box(0, 0, width, height, radius, fill, line, thick)
    return sheet.sprite()


@cached_sprite
def ring(width: int, height: int, radius: int, colour: Rgb, thick: int) -> Sprite:
    """A line round something, between hairlines of ink: it can be chosen, or has changed."""
    out = thick + HAIR
    sheet = Canvas(width + 2 * out, height + 2 * out)
    sheet.box(0, 0, width + 2 * out, height + 2 * out, radius + out, None, INK, thick + 2 * HAIR)
    sheet.box(HAIR, HAIR, width + 2 * thick, height + 2 * thick, radius + thick, None, colour, thick)
    return sheet.sprite()


def put_scale(board: Image.Image, thick: int, across: Sequence[Cell], down: Sequence[Cell]) -> None:
    """The scale round an old map, sepia and in cells of light paper, which are told from where to where."""
    draw = ImageDraw.Draw(board)
    wide, high = board.size
    draw.rectangle((0, 0, wide - 1, high - 1), outline=SEPIA, width=thick)
    deep = thick - 5
    for first, last in across:
        for edge in (2, high - thick + 2):
            draw.rectangle((first, edge, last, edge + deep), fill=PAPER_LIGHT)
    for first, last in down:
        for edge in (2, wide - thick + 2):
            draw.rectangle((edge, first, edge + deep, last), fill=PAPER_LIGHT)


def put_wood(board: Image.Image, thick: int) -> None:
    """A wooden frame round a picture, lit from the upper left."""
    pen = ImageDraw.Draw(board)
    wide, high = board.size
    tones = [WOOD_DARK] * 2 + [WOOD] * (thick - 5) + [WOOD_EDGE] + [WOOD_DARK] * 2
    for inset, tone in enumerate(tones[:thick]):
        pen.rectangle((inset, inset, wide - 1 - inset, high - 1 - inset), outline=tone)
    pen.line([(2, high - 3), (2, 2), (wide - 3, 2)], WOOD_EDGE)
