"""The memory that an AI worker keeps between searches."""

import sys
from importlib import import_module
from typing import Any

from rules.rattus.components import CLASSES

MIB = 1 << 20


def size(value: Any) -> int:
    """Return the size in bytes of a value, including the contents of nested tuples."""
    return sys.getsizeof(value) + (sum(map(size, value)) if isinstance(value, tuple) else 0)


def test_the_memory_for_regions_is_bounded() -> None:
    """Limiting the number of regions limits the memory, even with the most players and cards."""
    region = import_module("computer_players.rattus")._region
    classes = (CLASSES[:3],) * 4
    given = ((3, 2, 1, 4), 3, classes, 2, (1, 0, 1, 0))
    each = size(given) + size(region(*given))
    assert region.cache_info().maxsize * each < 2 * MIB
