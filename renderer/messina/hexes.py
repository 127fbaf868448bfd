"""Colours of hexes as engravers show those of coats of arms: by dots, lines across, upright lines or nothing.

And small hexes of a colour, alone and with the citizen who appears there.
"""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderer.canvas.canvas import FINE, Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER
from renderer.canvas.layout import lay, lay_at
from renderer.messina.pieces import citizen
from renderer.messina.theme import HEXES

HEX = 54
STEP = 12  # px from line to line of a hatching, or as asked
HATCH = 8  # px between the lines of its hatching


@lru_cache(maxsize=32)
def hatching(colour: str, width: int, height: int, step: int = STEP) -> Image.Image:
    """A mask of thin lines or dots that stand for the colour of a hex. Do not draw on it."""
    sheet = Canvas(width, height, 0)
    far, thick = step * FINE, max(1, round(step * FINE / 9)) / FINE
    match HEXES[colour].hatch:
        case "upright":
            for x in range(far // 2, width * FINE, far):
                sheet.line([(x / FINE, 0), (x / FINE, height)], 255, thick)
        case "level":
            for y in range(far // 2, height * FINE, far):
                sheet.line([(0, y / FINE), (width, y / FINE)], 255, thick)
        case "dots":
            for row, y in enumerate(range(far // 2, (height + step) * FINE, far)):
                for x in range(far // 2 + row % 2 * (far // 2), (width + step) * FINE, far):
                    sheet.disc(x / FINE, y / FINE, thick, 255)
    return sheet.picture()


@cached_sprite
def blank_hex(colour: str, size: int) -> Sprite:
    """A hex of a colour and its hatching, or of none, ``size`` pixels high."""
    sheet = Canvas(size, size)
    r = size / 2
    corners: list[Point] = [(r + 0.96 * r * sin(pi * i / 3), r - 0.96 * r * cos(pi * i / 3)) for i in range(6)]
    fill, dark = (HEXES[colour].fill, HEXES[colour].dark) if colour else (PAPER, FADED)
    sheet.polygon(corners, fill)
    mask = sheet.sprite().mask
    rgb = Image.new("RGB", (size, size), fill)
    if colour:
        rgb.paste(dark, (0, 0), hatching(colour, size, size, HATCH))
    edge = Canvas(size, size)
    edge.polygon(corners, None, INK, max(2.0, size * 0.05))
    sprite = Sprite(rgb, mask)
    lay(sprite, edge.sprite(), 0, 0)
    return sprite


@cached_sprite
def settled(class_: str, colour: str) -> Sprite:
    """A citizen on a hex of the colour where its class appears."""
    ground = blank_hex(colour, HEX)
    sprite = ground.copy()
    lay_at(sprite, citizen(class_, "normal", 34), HEX / 2, HEX / 2)
    return sprite
