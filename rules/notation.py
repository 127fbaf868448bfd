"""Convert each move to a line of text and back, using its fields: ``place gallia 2``, ``merchant gallia italia 3``.

The first word is the move's tag; the others are its fields, in the order of their definition.
"""

from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import astuple

CACHE_SIZE = 4096  # Moves and lines are immutable, and games repeat the same few hundred.


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """A move. Each subclass is a kind of move, and its fields are words (ids) and whole numbers."""

    @property
    def kind(self) -> str:
        """Return the first word of the notation, which all moves of the class share."""
        return str(self.__struct_config__.tag)

    @property
    @lru_cache(CACHE_SIZE)  # noqa: B019  # A panel asks each legal move about ten times, and equal ones share an entry.
    def words(self) -> tuple[str, ...]:
        """Return the words of the notation: the kind, then the fields in the order of their definition."""
        return (self.kind, *map(str, astuple(self)))

    @property
    def text(self) -> str:
        """Return the move as one line that `Notation.parse` can read."""
        return " ".join(self.words)


class End(Move, frozen=True):
    """End the turn, or the player's part of a simultaneous phase: ``end``. All games may use it."""


M = TypeVar("M", bound=Move)
MAX_STORED_INTEGER = 2**63 - 1
MAX_CACHED_LINE = 100  # No move is longer.


def read_number(text: str) -> int | None:
    """Return the number if the text is only digits, otherwise None. Return None, too, if a database can't store it."""
    # `int` raises ValueError for thousands of digits.
    if not text.isdecimal() or len(text) > len(str(MAX_STORED_INTEGER)):
        return None
    number = int(text)
    return number if number <= MAX_STORED_INTEGER else None


def moves_in(module: str) -> list[type[Move]]:
    """Return the kinds of move that the module defines, in the order of their definition."""
    return [kind for kind in Move.__subclasses__() if kind.__module__ == module]


class Notation(Generic[M]):
    """A parser for the moves of one game."""

    def __init__(self, *kinds: type[M]) -> None:
        self.kinds: dict[str, type[M]] = {str(kind.__struct_config__.tag): kind for kind in kinds}
        self._cached_read = lru_cache(CACHE_SIZE)(self._read)

    def parse(self, text: str) -> M | None:
        """Return the move on this line, or None if it doesn't have the form of any move."""
        return self._cached_read(text) if len(text) <= MAX_CACHED_LINE else self._read(text)

    def _read(self, text: str) -> M | None:
        verb, *words = text.split()[:12] or [""]
        kind = self.kinds.get(verb.lower())
        if kind is None or len(words) != len(kind.__struct_fields__):
            return None
        fields = {"do": verb.lower(), **dict(zip(kind.__struct_fields__, map(str.lower, words), strict=True))}
        try:
            return msgspec.convert(fields, kind, strict=False)
        except msgspec.ValidationError:
            return None

    def usage(self, verb: str) -> str:
        """Return how a move of this kind is written, e.g. ``place REGION CUBES``."""
        return " ".join([verb, *(field.upper() for field in self.kinds[verb].__struct_fields__)])
