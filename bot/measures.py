"""How quick the bot is at present, and what has gone wrong lately: kept in memory for `/admin health`."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

KEPT = 500  # measurements
ERRORS = 5  # the last ones that nobody expected


@dataclass
class Measures:
    """Seconds that each kind of work took lately, and the codes of errors with their kinds."""

    answers: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))  # until Discord had an answer
    pictures: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    sweeps: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))  # that each look at what fell due took
    errors: deque[str] = field(default_factory=lambda: deque(maxlen=ERRORS))


MEASURES = Measures()  # of this process


@contextmanager
def measured(what: deque[float]) -> Iterator[None]:
    """Measure how long this takes."""
    begun = perf_counter()
    try:
        yield
    finally:
        what.append(perf_counter() - begun)


def p95(values: deque[float]) -> float | None:
    """What 19 of 20 were quicker than; None: nothing was measured."""
    return sorted(values)[int(len(values) * 0.95)] if values else None
