"""What frames things: plates of paper, the glow round what is marked, the scale round a map."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import PAPER_LIGHT, SEPIA, Rgb

Cell = tuple[int, int]  # of a scale: from where to where, in pixels along its side


@cached_sprite
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """A card or plate of paper."""
    sheet = Canvas(width, height)
    sheet.box(0, 0, width, height, radius, fill, line, thick)
    return sheet.sprite()


def glow(line: Image.Image, thick: float) -> Image.Image:
    """What shines round a line of this thickness: from its mask, another."""
    return line.filter(ImageFilter.GaussianBlur(thick * 0.7)).point(lambda v: min(255, round(v * 0.9)))


@cached_sprite
def ring(width: int, height: int, radius: int, colour: Rgb, thick: int) -> Sprite:
    """A soft frame round something: thick line with a glow, for what changed."""
    pad = thick * 2
    sheet = Canvas(width + 2 * pad, height + 2 * pad)
    sheet.box(pad - thick, pad - thick, width + 2 * thick, height + 2 * thick, radius + thick, None, colour, thick)
    drawn = sheet.sprite()
    mask = glow(drawn.mask, thick)
    mask.paste(255, (0, 0), drawn.mask)
    return Sprite(Image.new("RGB", drawn.size, colour), mask)


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
