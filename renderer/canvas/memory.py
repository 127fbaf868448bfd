"""The cache of drawings, which takes at most `MAX_CACHE_BYTES` bytes in all.

The least recently used drawings are dropped first. A bound on their number would be useless: a board is ten thousand
times as large as a small piece, and there are a hundred kinds of drawings. Only backgrounds that all boards of a game
share and that are slow to draw are kept for good (`lru_cache`), and a few that only one table needs.
"""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image

MAX_CACHE_BYTES = 192 << 20
MIN_WEIGHT = 500  # bytes of a drawing's overhead
F = TypeVar("F", bound=Callable[..., Any])


def weight(drawing: Any) -> int:
    """Return how many bytes a drawing takes: a picture, a sprite, or one of them with its place."""
    if isinstance(drawing, Image.Image):
        return MIN_WEIGHT + drawing.width * drawing.height * (1 if len(drawing.getbands()) == 1 else 4)
    parts = drawing if isinstance(drawing, tuple) else getattr(drawing, "images", ())
    return MIN_WEIGHT + sum(map(weight, parts))


CACHE: LRUCache[Any, Any] = LRUCache(MAX_CACHE_BYTES, getsizeof=weight)
LOCK = Lock()


def remembered(function: F) -> F:
    """Cache what the function draws, while there is room for it. Do not draw on it: copy it."""
    return cached(CACHE, partial(hashkey, function), LOCK)(function)  # type: ignore[return-value]
