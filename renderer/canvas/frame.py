"""Frames: plates of paper, lines round marked things, wood round a board."""

from PIL import Image, ImageDraw, ImageFilter

from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, INK, WOOD, WOOD_DARK, WOOD_EDGE, Rgb

HAIRLINE = 2  # px, the lines of ink on both sides of a coloured one
RIM = 4  # px, the line round a new piece
SHADOW = 90  # the greatest opacity of a piece's shadow (of 255), which is not part of its outline


@cached_sprite
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """Draw a paper plate with round corners and a border ``thick`` pixels wide."""
    sheet = Canvas(width, height)
    sheet.box((0, 0, width, height), radius, fill, line, thick)
    return sheet.sprite()


@cached_sprite
def ring(width: int, height: int, radius: int, colour: Rgb, thick: int) -> Sprite:
    """Draw a rounded frame, between hairlines of ink, round a thing of this size that can be chosen or has changed."""
    out = thick + HAIRLINE
    sheet = Canvas(width + 2 * out, height + 2 * out)
    sheet.box((0, 0, width + 2 * out, height + 2 * out), radius + out, None, INK, thick + 2 * HAIRLINE)
    sheet.box((HAIRLINE, HAIRLINE, width + 2 * thick, height + 2 * thick), radius + thick, None, colour, thick)
    return sheet.sprite()


def put_wood(board: Image.Image, thick: int) -> None:
    """Draw a wooden frame ``thick`` pixels wide along the edges of a picture, lit from the upper left."""
    pen = ImageDraw.Draw(board)
    wide, high = board.size
    tones = [WOOD_DARK] * 2 + [WOOD] * (thick - 5) + [WOOD_EDGE] + [WOOD_DARK] * 2
    for inset, tone in enumerate(tones[:thick]):
        pen.rectangle((inset, inset, wide - 1 - inset, high - 1 - inset), outline=tone)
    pen.line([(2, high - 3), (2, 2), (wide - 3, 2)], WOOD_EDGE)


def rimmed(piece: Sprite) -> Sprite:
    """Mark a piece as new with a bone-coloured line, edged with ink, along its outline."""
    out = RIM + HAIRLINE
    size = (piece.size[0] + 2 * out, piece.size[1] + 2 * out)
    outline = Image.new("L", size)
    outline.paste(piece.mask.point([255 * (value > SHADOW) for value in range(256)]), (out, out))
    whole = Sprite(Image.new("RGB", size, INK), outline.filter(ImageFilter.MaxFilter(2 * out + 1)))
    whole.rgb.paste(BONE, mask=outline.filter(ImageFilter.MaxFilter(2 * RIM + 1)))
    whole.rgb.paste(piece.rgb, (out, out), piece.mask)
    return whole
