"""What a process that thinks keeps from one thought to the next."""

import sys
from importlib import import_module
from typing import Any

from rules.rattus.components import CLASSES

MIB = 1 << 20


def size(value: Any) -> int:
    """How many bytes a value takes with all that it consists of."""
    return sys.getsizeof(value) + (sum(map(size, value)) if isinstance(value, tuple) else 0)


def test_what_is_remembered_of_regions_is_bounded() -> None:
    """A bound on their number is one on memory: here with as many players, and cards of each, as there are."""
    region = import_module("players.rattus.features")._region
    classes = (CLASSES[:3],) * 4
    given = ((3, 2, 1, 4), 3, classes, 2, (1, 0, 1, 0))
    each = size(given) + size(region(*given))
    assert region.cache_info().maxsize * each < 16 * MIB
