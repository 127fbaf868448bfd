"""Rectangles of a picture, and the plates of paper that lie on them."""

from math import ceil
from typing import NamedTuple

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import Rgb

WIDEST = 11 / 7  # width by height: wider pictures jump while Discord loads them


class Area(NamedTuple):
    """A rectangle of the picture: upper left corner, width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2


def tall_enough(box: tuple[int, int, int, int], height: int) -> tuple[int, int, int, int]:
    """A part (left, upper, right, lower) of a picture of this height, with more of it where it is too wide."""
    left, upper, right, lower = box
    wanted = min(ceil((right - left) / WIDEST), height)
    lower = min(max(lower, upper + wanted), height)
    return left, min(upper, lower - wanted), right, lower


@kept
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """A card or plate of paper."""
    sheet = Sketch(width, height)
    sheet.box(0, 0, width, height, radius, fill, line, thick)
    return sheet.done()
