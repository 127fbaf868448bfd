"""Hexes without what is printed on them, of any size; small ones alone and with the citizen who appears there."""

from math import sqrt

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import PAPER_LIGHT
from renderer.canvas.layout import lay_at
from renderer.messina.icons import citizen

HEX = 58  # px, the height of a small hex
DIM = 0.55  # how much paper is mixed into a dimmed hex


def hex_size(wide: int) -> tuple[int, int]:
    """Width and height of a hex's sprite."""
    return wide, round(wide * 2 / sqrt(3))


@cached_sprite
def ground(wide: int, colour: str, dimmed: bool = False) -> Sprite:
    """A hex of a colour ("" for a harbour) without anything on it."""
    drawn = art.sprite(f"messina/hex-{colour or 'harbour'}", wide)
    if not dimmed:
        return drawn
    return Sprite(Image.blend(drawn.rgb, Image.new("RGB", drawn.size, PAPER_LIGHT), DIM), drawn.mask)


@cached_sprite
def blank_hex(colour: str, size: int) -> Sprite:
    """A hex of a colour, or face down, ``size`` pixels high."""
    return art.sprite(f"messina/hex-{colour or 'blank'}", round(size * sqrt(3) / 2))


@cached_sprite
def settled(class_: str, colour: str) -> Sprite:
    """A citizen on a hex of the colour where its class appears."""
    sprite = blank_hex(colour, HEX).copy()
    lay_at(sprite, citizen(class_, "normal", 40), sprite.size[0] / 2, sprite.size[1] / 2)
    return sprite
