"""Reproducible randomness: each draw is a keyed function of the table's seed and the number of the draw.

It doesn't depend on the platform or the Python version. After the game, a player with the seed can check every draw in
any language.
"""

from hashlib import blake2b
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Chance(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A seed and the number of draws made from it. Both are secret while the game runs."""

    seed: str
    draws: int = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely. Raises ValueError if n < 1."""
        if n < 1:
            raise ValueError(f"cannot draw one of {n}")
        key = blake2b(f"{self.seed}/{self.draws}".encode(), digest_size=8).digest()
        self.draws += 1
        return int.from_bytes(key, "big") * n >> 64

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the items in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
