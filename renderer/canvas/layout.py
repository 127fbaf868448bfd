"""Rectangles in a picture, and functions that compose sprites."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops

from renderer.canvas.canvas import Box, Point, Sprite
from renderer.canvas.colours import INK

MAX_RATIO = 11 / 7  # width by height: wider pictures jump while Discord loads them
Size = tuple[int, int]


class Area(NamedTuple):
    """A rectangle in a picture, in pixels: upper left corner, width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def middle(self) -> Point:
        """The centre of the rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def box(self) -> Box:
        """The left, upper, right and lower edges, as `Image.crop` expects them."""
        return self.x, self.y, self.x + self.w, self.y + self.h

    def moved(self, right: int, down: int) -> "Area":
        """Return the rectangle moved by these distances in pixels."""
        return self._replace(x=self.x + right, y=self.y + down)

    def inner(self, by: int) -> "Area":
        """Return the rectangle with each side moved inwards by this many pixels."""
        return Area(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


class Planned(NamedTuple):
    """A sprite whose size is known before it is drawn, so that sizes can be tried without drawing."""

    size: Size
    draw: Callable[[], Sprite]


def _size(parts: Sequence[Sprite | Planned], gap: float, axis: int) -> Size:
    """Return the size of these parts in a row (``axis`` 0) or in a column (1)."""
    far, across = sum([one.size[axis] for one in parts]), max([one.size[1 - axis] for one in parts])
    far = round(far + gap * (len(parts) - 1))
    return (across, far) if axis else (far, across)


def _lined(sprites: Sequence[Sprite], gap: float, *, axis: int) -> Sprite:
    """Join sprites into one: centred in a row (``axis`` 0) or in a column (1)."""
    whole, far = empty_sprite(*_size(sprites, gap, axis)), 0.0
    for one in sprites:
        aside = (whole.size[1 - axis] - one.size[1 - axis]) // 2
        x, y = (aside, round(far)) if axis else (round(far), aside)
        overlay(whole, one, x, y)
        far += one.size[axis] + gap
    return whole


def _planned(parts: Sequence[Planned], gap: float, *, axis: int) -> Planned:
    """Plan a `row` (``axis`` 0) or a `column` (1)."""
    return Planned(_size(parts, gap, axis), lambda: _lined([one.draw() for one in parts], gap, axis=axis))


def row(sprites: Sequence[Sprite], gap: float) -> Sprite:
    """Join sprites side by side into one sprite, centred vertically."""
    return _lined(sprites, gap, axis=0)


def column(sprites: Sequence[Sprite], gap: float) -> Sprite:
    """Join sprites into one sprite from top to bottom, centred horizontally."""
    return _lined(sprites, gap, axis=1)


def planned_row(parts: Sequence[Planned], gap: float) -> Planned:
    """Plan a `row` without drawing its parts."""
    return _planned(parts, gap, axis=0)


def planned_column(parts: Sequence[Planned], gap: float) -> Planned:
    """Plan a `column` without drawing its parts."""
    return _planned(parts, gap, axis=1)


def empty_sprite(width: float, height: float) -> Sprite:
    """Return an empty sprite of this size, onto which others can be put."""
    size = (round(width), round(height))
    return Sprite(Image.new("RGB", size, INK), Image.new("L", size))


def overlay(whole: Sprite, part: Sprite, x: int, y: int) -> None:
    """Put a sprite on another, with its upper left corner at x, y."""
    rgb, mask = part.rgb, part.mask
    whole.rgb.paste(rgb, (x, y), mask)
    whole.mask.paste(ImageChops.lighter(whole.mask.crop((x, y, x + mask.width, y + mask.height)), mask), (x, y))


def rotated(whole: Sprite, degrees: float, fine: int) -> Sprite:
    """Turn a square sprite clockwise by this many degrees, and reduce it to 1/``fine`` of its size."""
    rgb = whole.rgb.rotate(-degrees, Image.Resampling.BICUBIC, fillcolor=INK)
    return Sprite(rgb.reduce(fine), whole.mask.rotate(-degrees, Image.Resampling.BICUBIC).reduce(fine))


def stacked(below: Sprite, *more: Sprite) -> Sprite:
    """Stack sprites on a common centre. The first is at the bottom and must be the largest."""
    whole = below.copy()
    for one in more:
        lay_at(whole, one, whole.size[0] / 2, whole.size[1] / 2)
    return whole


def lay_at(whole: Sprite, part: Sprite, x: float, y: float) -> None:
    """Put a sprite on another with its centre at x, y."""
    overlay(whole, part, round(x - part.size[0] / 2), round(y - part.size[1] / 2))
