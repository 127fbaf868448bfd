"""Rectangles of a picture, and the plates of paper that lie on them."""

from typing import NamedTuple

from renderer.sprite import Point, Sketch, Sprite, kept
from renderer.theme import Rgb


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


@kept
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """A card or plate of paper."""
    sheet = Sketch(width, height)
    sheet.box(0, 0, width, height, radius, fill, line, thick)
    return sheet.done()
