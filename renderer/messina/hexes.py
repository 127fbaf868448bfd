"""Blank hexes of any size, and small hexes, alone or with the citizen who appears there."""

from math import sqrt

from PIL import Image, ImageChops

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite, dimmed
from renderer.canvas.colours import INK, PAPER_LIGHT
from renderer.canvas.layout import lay_at
from renderer.canvas.texture import hatching
from renderer.messina.icons import citizen

HEX = 58  # px, the height of a small hex
DIM = 0.55  # how much paper is mixed into a dimmed hex
RIM, BAND = 0.02, 0.115  # of its width: where the hatching along its sides begins and ends
HATCHES = {"orange": 0.0, "blue": 90.0, "red": 45.0}  # the direction of the hatching in degrees; white hexes have none
HEX_STYLES = frozenset({"dimmed", "strong"})


def hex_size(wide: int) -> tuple[int, int]:
    """Return width and height of a hex's sprite."""
    return wide, round(wide * 2 / sqrt(3))


@cached_sprite
def ground(wide: int, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw an empty hex of a colour ("" for a harbour).

    "dimmed": pale; "strong": hatched along its sides, in a direction that depends on its colour.
    """
    drawn = art.sprite(f"messina/hex-{colour or 'harbour'}", wide)
    if "dimmed" in style:
        drawn = Sprite(Image.blend(drawn.rgb, Image.new("RGB", drawn.size, PAPER_LIGHT), DIM), drawn.mask)
    if "strong" not in style or colour not in HATCHES:
        return drawn
    drawn = drawn.copy()
    high = drawn.size[1]
    lines = hatching(wide, high, HATCHES[colour], wide / 17, wide / 60)
    within = ImageChops.subtract(_inside(wide, high, RIM), _inside(wide, high, BAND))
    drawn.rgb.paste(INK, mask=dimmed(ImageChops.multiply(lines, within), 0.6))
    return drawn


def _inside(wide: int, high: int, by: float) -> Image.Image:
    """Return a hex as a mask, its sides moved inwards by this fraction of its width."""
    half = wide * (0.5 - by)
    reach = half * 2 / sqrt(3)
    sheet, (x, y) = Canvas(wide, high, 0), (wide / 2, high / 2)
    corners = ((0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5))
    sheet.polygon([(x + half * dx, y + reach * dy) for dx, dy in corners], 255)
    return sheet.picture()


@cached_sprite
def blank_hex(colour: str, size: int) -> Sprite:
    """Draw a hex of a colour, or face down, ``size`` pixels high."""
    return art.sprite(f"messina/hex-{colour or 'blank'}", round(size * sqrt(3) / 2))


@cached_sprite
def settled(class_: str, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw a citizen on a hex of the colour where its class appears, hatched in that style."""
    sprite = ground(round(HEX * sqrt(3) / 2), colour, style).copy()
    lay_at(sprite, citizen(class_, "normal", 40), sprite.size[0] / 2, sprite.size[1] / 2)
    return sprite
