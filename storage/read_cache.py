"""A cache of recent reads, valid until the next write: handling one press reads the same rows several times."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")

MAX_ENTRIES = 256  # A table is about 5 KB.


class ReadCache(Generic[T]):
    """The last value read for each key, valid until something is written. Never change a returned value."""

    def __init__(self, written: Callable[[], int | None]) -> None:
        """Create the cache. ``written``: counts the writes that may change its values; None: the count is unknown."""
        self._written = written
        self._known: LRUCache[Hashable, tuple[int, T]] = LRUCache(MAX_ENTRIES)

    async def get(self, key: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """Return the value for this key, cached or from ``read``."""
        written = self._written()  # a write during the read must count as later than it
        if written is None:
            return await read()
        known = self._known.get(key)
        if known is not None and known[0] == written:
            return known[1]
        value = await read()
        if self._known.get(key) is known:  # otherwise `put` has stored a newer one
            self._known[key] = written, value
        return value

    async def put(self, key: Hashable, write: Awaitable[T]) -> T:
        """Return the value that a write gives to this key, and cache it. The write changes no other value here."""
        written = self._written()
        value = await write
        if written is not None:
            self._known[key] = written, value
        return value
