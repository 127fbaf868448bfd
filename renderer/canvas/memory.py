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
from threading import Lock
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
MIN_WEIGHT = 500  # bytes of a drawing's overhead
F = TypeVar("F", bound=Callable[..., Any])
P = TypeVar("P", bound=Callable[..., Image.Image])


def weight(drawing: Any) -> int:
    """Return a drawing's approximate size in bytes, counting all images in a sprite or a tuple."""
    if isinstance(drawing, Packed | Band):
        return MIN_WEIGHT + len(drawing.data)
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


@dataclass(frozen=True)
class Packed:
    """A compressed picture."""

    mode: str
    size: tuple[int, int]
    data: bytes

    def unpack(self) -> Image.Image:
        """Decompress the picture."""
        return Image.frombytes(self.mode, self.size, quick.decompress(self.data))


@dataclass(frozen=True)
class Band:
    """Some rows of a PNG file: the compressed data, and the checksum and the size in bytes of the raw data."""

    data: bytes
    checksum: int
    size: int


SPRITE_CACHE = Drawings(40 * MIB)  # sprites of pieces
LARGE_CACHE = Drawings(50 * MIB)  # large pictures, uncompressed: enough for four tables
PACKED_CACHE = Drawings(12 * MIB)  # more large pictures, compressed
BAND_CACHE = Drawings(10 * MIB)  # compressed bands of boards
# Tiles: the parts of bands in a column, uncompressed, as cores of images with a byte per pixel.
TILE_CACHE = Drawings(16 * MIB, lambda tile: MIN_WEIGHT + prod(tile.size))
CACHE_LOCK = Lock()


def use_less() -> None:
    """Lower the limits of the caches on a machine with little memory."""
    SPRITE_CACHE.limit, LARGE_CACHE.limit, PACKED_CACHE.limit = 24 * MIB, 6 * MIB, 8 * MIB
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
        with CACHE_LOCK:
            known: Packed | None = PACKED_CACHE.get(key)
        if known is not None:
            return known.unpack()
        image: Image.Image = function(*what)
        known = Packed(image.mode, image.size, quick.compress(image.tobytes(), 1))
        with CACHE_LOCK:
            PACKED_CACHE[key] = known
        return image

    return cached_picture(unpacked)  # type: ignore[return-value]
