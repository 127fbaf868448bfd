"""Reproducible randomness: each draw is a hash of the table's seed and the draw's number.

Draws don't depend on the platform or the Python version. After the game, a player with the seed can check every draw in
any language.
"""

from hashlib import blake2b
from typing import TypeVar

import msgspec

from rules.notation import read_number

T = TypeVar("T")
ROUND = "/round "  # in a seed, before the number of the round


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

    def begin_round(self, number: int) -> None:
        """Switch to a separate seed for this round and count draws from 0, if the seed ends with `ROUND` and a number.

        The draws of a round then don't depend on how many were made before. With any other seed, nothing
        changes.
        """
        table, mark, _ = self.seed.partition(ROUND)
        if mark:
            self.seed, self.draws = f"{table}{mark}{number}", 0

    @property
    def round(self) -> int:
        """Return the round that the seed belongs to, or 0 before the first round or if the seed has no rounds."""
        return read_number(self.seed.partition(ROUND)[2]) or 0

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the items in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
