"""The caches of drawings, limited by their total size in bytes.

The least recently used drawings are dropped first. A bound on their number would be useless: a board is ten thousand
times as large as a small piece, and there are a hundred kinds of drawings. Large pictures have separate caches, because
each would push out hundreds of pieces that are slow to draw, while a compressed picture is quickly unpacked.
"""

import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from math import prod
from threading import Lock, RLock
from typing import Any, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image

try:
    from isal import isal_zlib

    quick: Any = isal_zlib
except ImportError:  # isal is not available on every machine. zlib takes four times as long for about the same size.
    quick = zlib

MIB = 1 << 20
STRIP_HEIGHT = 128  # px, of a compressed picture
MIN_WEIGHT = 500  # bytes of a drawing's overhead
F = TypeVar("F", bound=Callable[..., Any])
P = TypeVar("P", bound=Callable[..., Image.Image])


def weight(drawing: Any) -> int:
    """Return a drawing's approximate size in bytes, counting all images in a sprite or a tuple."""
    if isinstance(drawing, Band):
        return MIN_WEIGHT + len(drawing.data)
    if isinstance(drawing, Packed):
        return MIN_WEIGHT + sum(map(len, drawing.strips))
    if isinstance(drawing, Image.Image):
        return MIN_WEIGHT + drawing.width * drawing.height * (1 if len(drawing.getbands()) == 1 else 4)
    parts = drawing if isinstance(drawing, tuple) else getattr(drawing, "images", ())
    return MIN_WEIGHT + sum(map(weight, parts))


class Drawings(LRUCache[Any, Any]):
    """A cache with a limit in bytes that can be changed."""

    def __init__(self, limit: int, size: Callable[[Any], int] = weight) -> None:
        """Create a cache with this limit in bytes, and a function for the size of a drawing."""
        super().__init__(sys.maxsize, getsizeof=size)
        self.limit = limit

    def __setitem__(self, key: Any, drawing: Any) -> None:
        """Add a drawing, and drop the least recently used ones if there is no room."""
        super().__setitem__(key, drawing)
        while self.currsize > self.limit:
            self.popitem()


class Packed:
    """A picture in compressed strips. Packing or unpacking it as a whole would need twice its memory."""

    def __init__(self, image: Image.Image) -> None:
        """Compress a picture."""
        self.mode, self.size = image.mode, image.size
        boxes = [(0, top, image.width, min(top + STRIP_HEIGHT, image.height)) for top in self._tops()]
        self.strips = [quick.compress(image.crop(box).tobytes(), 1) for box in boxes]

    def _tops(self) -> range:
        return range(0, self.size[1], STRIP_HEIGHT)

    def unpack(self) -> Image.Image:
        """Decompress the picture."""
        image, (width, height) = Image.new(self.mode, self.size), self.size
        for top, strip in zip(self._tops(), self.strips, strict=True):
            rows = Image.frombytes(self.mode, (width, min(STRIP_HEIGHT, height - top)), quick.decompress(strip))
            image.paste(rows, (0, top))
        return image


@dataclass(frozen=True)
class Band:
    """Some rows of a PNG file: the compressed data, and the checksum and the size in bytes of the raw data."""

    data: bytes
    checksum: int
    size: int


SPRITE_CACHE = Drawings(40 * MIB)  # sprites of pieces
LARGE_CACHE = Drawings(16 * MIB)  # large pictures, uncompressed: those of a board or two
PACKED_CACHE = Drawings(16 * MIB)  # more large pictures, compressed
BAND_CACHE = Drawings(14 * MIB)  # compressed bands of boards
# Tiles: the parts of bands in a column, uncompressed, as cores of images with a byte per pixel.
TILE_CACHE = Drawings(8 * MIB, lambda tile: MIN_WEIGHT + prod(tile.size))
CACHE_LOCK = Lock()
# Drawing a large picture takes 30 MiB for a moment, so only one is drawn at once. Some are drawn on others (`RLock`).
PACKED_LOCK = RLock()


def use_less() -> None:
    """Lower the limits of the caches on a machine with little memory."""
    SPRITE_CACHE.limit, LARGE_CACHE.limit, PACKED_CACHE.limit = 24 * MIB, 6 * MIB, 14 * MIB
    BAND_CACHE.limit = TILE_CACHE.limit = 2 * MIB


def cached_drawing(function: F) -> F:
    """Cache the function's drawings, while there is room for them. Copy them before drawing on them."""
    return cached(SPRITE_CACHE, partial(hashkey, function), CACHE_LOCK)(function)  # type: ignore[return-value]


def cached_picture(function: P) -> P:
    """Cache the function's large pictures, while there is room for them. Do not draw on them."""
    return cached(LARGE_CACHE, partial(hashkey, function), CACHE_LOCK)(function)  # type: ignore[return-value]


def cached_compressed(function: P) -> P:
    """Cache like `cached_picture`, and keep compressed copies for longer, because these pictures are slow to draw."""

    @wraps(function)
    def unpacked(*what: Any) -> Image.Image:
        key = hashkey(function, *what)
        with PACKED_LOCK:
            known: Packed | None = PACKED_CACHE.get(key)
            if known is not None:
                return known.unpack()
            image: Image.Image = function(*what)
            PACKED_CACHE[key] = Packed(image)
            return image

    return cached_picture(unpacked)  # type: ignore[return-value]
