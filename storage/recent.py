"""What was read a moment ago and has not changed since: one press asks for the same several times."""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")

KEPT = 256  # of each kind; a table is about 5 KB


class Recent(Generic[T]):
    """What was read last under each key, as long as nothing is written. Nobody changes what comes from here."""

    def __init__(self, written: Callable[[], int | None]) -> None:
        """``written``: how often something has been written that may change any of it; None: nobody knows."""
        self._written = written
        self._known: LRUCache[int, tuple[int, T]] = LRUCache(KEPT)

    async def get(self, key: int, read: Callable[[], Awaitable[T]]) -> T:
        """What there is under this key, which ``read`` reads."""
        written = self._written()  # what is written while this is read counts as written after it
        if written is None:
            return await read()
        known = self._known.get(key)
        if known is None or known[0] != written:
            known = self._known[key] = written, await read()
        return known[1]
