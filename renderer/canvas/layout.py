"""Rectangles of a picture, and composing sprites."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops

from renderer.canvas.canvas import Box, Point, Sprite
from renderer.canvas.colours import INK

MAX_RATIO = 11 / 7  # width by height: wider pictures jump while Discord loads them
Size = tuple[int, int]


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

    @property
    def box(self) -> Box:
        """Its edges, as for cropping."""
        return self.x, self.y, self.x + self.w, self.y + self.h

    def moved(self, right: int, down: int) -> "Area":
        """Return the rectangle at another place."""
        return self._replace(x=self.x + right, y=self.y + down)

    def inner(self, by: int) -> "Area":
        """Return the rectangle within it, smaller by this much on every side."""
        return Area(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


class Planned(NamedTuple):
    """A sprite whose size is known before it is drawn, as only one of the sizes that are tried is drawn."""

    size: Size
    draw: Callable[[], Sprite]


def row_size(parts: Sequence[Sprite | Planned], gap: float) -> Size:
    """Return the size of a row."""
    return round(sum([one.size[0] for one in parts]) + gap * (len(parts) - 1)), max([one.size[1] for one in parts])


def planned_row(parts: Sequence[Planned], gap: float) -> Planned:
    """Plan a `row`."""
    return Planned(row_size(parts, gap), lambda: row([one.draw() for one in parts], gap))


def planned_column(parts: Sequence[Planned], gap: float) -> Planned:
    """Plan a `column`."""
    return Planned(column_size(parts, gap), lambda: column([one.draw() for one in parts], gap))


def row(sprites: Sequence[Sprite], gap: float) -> Sprite:
    """Return sprites side by side as one sprite, vertically centred."""
    whole = blank(*row_size(sprites, gap))
    x = 0.0
    for one in sprites:
        lay(whole, one, round(x), (whole.size[1] - one.size[1]) // 2)
        x += one.size[0] + gap
    return whole


def column_size(parts: Sequence[Sprite | Planned], gap: float) -> Size:
    """Return the size of a column."""
    return max([one.size[0] for one in parts]), round(sum([one.size[1] for one in parts]) + gap * (len(parts) - 1))


def column(sprites: Sequence[Sprite], gap: float) -> Sprite:
    """Return sprites below each other as one sprite, horizontally centred."""
    whole = blank(*column_size(sprites, gap))
    y = 0.0
    for one in sprites:
        lay(whole, one, (whole.size[0] - one.size[0]) // 2, round(y))
        y += one.size[1] + gap
    return whole


def blank(width: float, height: float) -> Sprite:
    """Return an empty sprite to lay others on."""
    size = (round(width), round(height))
    return Sprite(Image.new("RGB", size, INK), Image.new("L", size))


def lay(whole: Sprite, part: Sprite, x: int, y: int) -> None:
    """Put a sprite on another, with its upper left corner at x, y."""
    rgb, mask = part.rgb, part.mask
    whole.rgb.paste(rgb, (x, y), mask)
    whole.mask.paste(ImageChops.lighter(whole.mask.crop((x, y, x + mask.width, y + mask.height)), mask), (x, y))


def turned(whole: Sprite, degrees: float, fine: int) -> Sprite:
    """Return a square sprite turned clockwise, and ``fine`` times smaller."""
    rgb = whole.rgb.rotate(-degrees, Image.Resampling.BICUBIC, fillcolor=INK)
    return Sprite(rgb.reduce(fine), whole.mask.rotate(-degrees, Image.Resampling.BICUBIC).reduce(fine))


def stacked(below: Sprite, *more: Sprite) -> Sprite:
    """Return sprites on top of each other, with their middles in one place; the first is the lowest and largest."""
    whole = below.copy()
    for one in more:
        lay_at(whole, one, whole.size[0] / 2, whole.size[1] / 2)
    return whole


def lay_at(whole: Sprite, part: Sprite, x: float, y: float) -> None:
    """Put a sprite on another, with its middle at x, y."""
    lay(whole, part, round(x - part.size[0] / 2), round(y - part.size[1] / 2))
