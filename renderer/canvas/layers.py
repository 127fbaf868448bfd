"""Layered pictures. They are composed only when a file is written, and cached bands and tiles are skipped."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cachetools.keys import hashkey
from PIL import Image

BAND_HEIGHT = 32  # px; lower bands are found in the cache more often, but compress worse
COLUMN_WIDTH = 333  # px: a quarter of a question of Rattus; each column takes time to compose
Key = tuple[Hashable, ...]
Fill = tuple[int, int, int]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Pasted = tuple[Any, Any]  # the core of an image, or a colour, and the core of its mask, or None
_numbers = count()


class Cut:
    """The parts of a sprite that was cut up, as one layer. It is equal only to itself."""

    def __init__(self, parts: Sequence[tuple[Image.Image, Image.Image | None, int, int]]) -> None:
        """Create a layer from at least one part.

        Each has an image, a mask (None if opaque), and the x and y of its corner.
        """
        self.parts: list[tuple[Pasted, Box]] = [
            ((rgb.im, mask and mask.im), (x, y, x + rgb.width, y + rgb.height)) for rgb, mask, x, y in parts
        ]
        lefts, tops, rights, bottoms = zip(*(box for _, box in self.parts), strict=True)
        self.box = min(lefts), min(tops), max(rights), max(bottoms)


class Effect(Hashable, Protocol):
    """A layer that changes everything below it, such as a shade. Equal effects make equal changes."""

    def crop(self, box: Box) -> "Effect":
        """Return the effect on this part of the picture, in the coordinates of the part."""

    def apply(self, image: Image.Image) -> Image.Image:
        """Return the changed image."""


Layer = tuple[Pasted | Cut | Effect, Box]


@lru_cache(maxsize=256)
def _number(*_ground: Hashable) -> int:
    """Return a number that stands for this background in cache keys, because numbers are faster to compare."""
    return next(_numbers)


class Layers:
    """A picture that consists of a background and, in order, the images pasted onto it and the effects on them.

    ``draw(*what)`` returns the background, always the same for the same ``what``. It must be at least as wide as the
    picture. If it isn't as high, layers must cover the rest. ``corner`` is the point of the background in the upper
    left corner of the picture.
    """

    def __init__(
        self,
        size: tuple[int, int],
        draw: Callable[..., Image.Image],
        *what: Hashable,
        corner: tuple[int, int] = (0, 0),
    ) -> None:
        self.size = self.width, self.height = size
        self._draw, self._what, self._corner = draw, what, corner
        self.layers: list[Layer] = []

    def paste(self, source: Image.Image | Fill, corner: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Paste an image, or a colour through a mask, with its upper left corner at ``corner``.

        Paste only images that are cached anyway, because the keys of cached bands keep them in memory.
        """
        core: Any = source.im if isinstance(source, Image.Image) else source
        within = mask.im if mask else core
        (left, top), (wide, high) = corner, within.size
        self.add((core, mask and within), (left, top, left + wide, top + high))

    def paste_cut(self, cut: Cut, x: int, y: int) -> None:
        """Paste all parts of a cut-up sprite, with the upper left corner of the sprite at x, y."""
        left, top, right, bottom = cut.box
        self.add(cut, (x + left, y + top, x + right, y + bottom))

    def add(self, pasted: Pasted | Cut, box: Box) -> None:
        """Add a layer that fills this box."""
        self.layers.append((pasted, box))

    def change(self, effect: Effect) -> None:
        """Add an effect that changes everything pasted so far."""
        self.layers.append((effect, (0, 0, *self.size)))

    def crop(self, box: Box) -> "Layers":
        """Return the part of the picture in this box, as layers."""
        start, top, end, bottom = box
        x, y = self._corner
        part = Layers((end - start, bottom - top), self._draw, *self._what, corner=(x + start, y + top))
        part.layers = [
            (
                layer if isinstance(layer, tuple | Cut) else layer.crop(box),
                (left - start, upper - top, right - start, lower - top),
            )
            for layer, (left, upper, right, lower) in self.layers
            if upper < bottom and lower > top and left < end and right > start
        ]
        return part

    def image(self, box: Box | None = None) -> Image.Image:
        """Compose the picture, or only the part in this box."""
        start, top, end, bottom = box or (0, 0, *self.size)
        x, y = self._corner
        image = self._draw(*self._what).crop((x + start, y + top, x + end, y + bottom))
        board = image.im
        for layer, (left, upper, right, lower) in self.layers:
            if upper >= bottom or lower <= top or left >= end or right <= start:
                continue
            if isinstance(layer, tuple):
                paste_core(board, layer, (left - start, upper - top, right - start, lower - top))
                continue
            if not isinstance(layer, Cut):
                image = layer.crop((start, top, end, bottom)).apply(image)
                board = image.im
                continue
            x, y = left - layer.box[0], upper - layer.box[1]
            for part, (left, upper, right, lower) in layer.parts:
                if y + upper < bottom and y + lower > top and x + left < end and x + right > start:
                    paste_core(board, part, (x + left - start, y + upper - top, x + right - start, y + lower - top))
        return image

    def bands(self, palette: Path) -> list[Key]:
        """Return the cache key of each band of the picture in this palette, from top to bottom.

        A key contains everything that the band depends on, and computes its hash only once.
        """
        return self._keys(palette, 0, self.width, self.layers)

    def columns(self, palette: Path) -> list["Column"]:
        """Return the columns of the picture in this palette, from left to right. They cut each band into tiles."""
        found = []
        for left in range(0, self.width, COLUMN_WIDTH):
            right = min(left + COLUMN_WIDTH, self.width)
            part = Layers(self.size, self._draw, *self._what, corner=self._corner)
            part.layers = [one for one in self.layers if one[1][0] < right and one[1][2] > left]
            found.append(Column(left, right, part, self._keys(palette, left, right, part.layers)))
        return found

    def _keys(self, palette: Path, left: int, right: int, layers: Sequence[Layer]) -> list[Key]:
        """Return the cache key of each band, cut to ``left`` and ``right``, given the layers shown there."""
        tops = range(0, self.height, BAND_HEIGHT)
        bands: list[list[Hashable]] = [[] for _ in tops]
        for layer in layers:
            what, (_, top, _, bottom) = layer
            if not isinstance(what, tuple | Cut):
                for start, band in zip(tops, bands, strict=True):
                    band.append(what.crop((left, start, right, start + BAND_HEIGHT)))
                continue
            for band in bands[max(0, top) // BAND_HEIGHT : max(0, bottom + BAND_HEIGHT - 1) // BAND_HEIGHT]:
                band.append(layer)
        ground = _number(self._draw, self._what, self._corner, palette)
        return [
            hashkey(ground, right, top, min(BAND_HEIGHT, self.height - top), *band)
            for top, band in zip(tops, bands, strict=True)
        ]


class Column(NamedTuple):
    """A column: its left and right edges, the picture with only its layers, and the cache keys of its tiles."""

    left: int
    right: int
    picture: Layers
    keys: Sequence[Key]


def paste_core(board: Any, pasted: Pasted, box: Box) -> None:
    """Paste onto the core of an image: the same result as `Image.paste`, five times as fast."""
    source, mask = pasted
    if mask is None:
        board.paste(source, box)
    else:
        board.paste(source, box, mask)


def as_image(picture: Image.Image | Layers) -> Image.Image:
    """Return the picture as one image, composing it if it has layers."""
    return picture.image() if isinstance(picture, Layers) else picture
