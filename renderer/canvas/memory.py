"""The cache of drawings, which takes at most `MOST` bytes in all.

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

MOST = 192 << 20  # bytes
SMALL = 500  # bytes, the least a drawing takes with its overhead
F = TypeVar("F", bound=Callable[..., Any])


def weight(drawing: Any) -> int:
    """Return how many bytes a drawing takes: a picture, a sprite, or one of them with its place."""
    if isinstance(drawing, Image.Image):
        return SMALL + drawing.width * drawing.height * (1 if len(drawing.getbands()) == 1 else 4)
    parts = drawing if isinstance(drawing, tuple) else getattr(drawing, "images", ())
    return SMALL + sum(map(weight, parts))


KEPT: LRUCache[Any, Any] = LRUCache(MOST, getsizeof=weight)
LOCK = Lock()


def remembered(function: F) -> F:
    """Cache what the function draws, while there is room for it. Do not draw on it: copy it."""
    return cached(KEPT, partial(hashkey, function), LOCK)(function)  # type: ignore[return-value]
