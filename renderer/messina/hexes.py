"""Hexes of a colour on the score board, alone and with the citizen who appears there."""

from math import cos, pi, sin

from PIL import Image

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import FADED, INK, PAPER
from renderer.messina.hatching import hatching
from renderer.messina.icons import lay, lay_at
from renderer.messina.pieces import citizen
from renderer.messina.theme import HEXES

HEX = 54
HATCH = 8  # px between the lines of its hatching


@kept
def blank_hex(colour: str, size: int) -> Sprite:
    """A hex of a colour and its hatching, or of none, ``size`` pixels high."""
    sheet = Sketch(size, size)
    r = size / 2
    corners: list[Point] = [(r + 0.96 * r * sin(pi * i / 3), r - 0.96 * r * cos(pi * i / 3)) for i in range(6)]
    fill, dark = (HEXES[colour].fill, HEXES[colour].dark) if colour else (PAPER, FADED)
    sheet.polygon(corners, fill)
    mask = sheet.done().mask
    rgb = Image.new("RGB", (size, size), fill)
    if colour:
        rgb.paste(dark, (0, 0), hatching(colour, size, size, HATCH))
    edge = Sketch(size, size)
    edge.polygon(corners, None, INK, max(2.0, size * 0.05))
    sprite = Sprite(rgb, mask)
    lay(sprite, edge.done(), 0, 0)
    return sprite


@kept
def settled(class_: str, colour: str) -> Sprite:
    """A citizen on a hex of the colour where its class appears."""
    ground = blank_hex(colour, HEX)
    sprite = Sprite(ground.rgb.copy(), ground.mask.copy())
    lay_at(sprite, citizen(class_, "normal", 34), HEX / 2, HEX / 2)
    return sprite
