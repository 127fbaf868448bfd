"""How quick the bot is, what it has done and what has gone wrong: kept in memory for `/admin health` and `/metrics`."""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

KEPT = 500  # measurements
ERRORS = 5  # the last ones that nobody expected
STEPS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)  # seconds up to which answers are counted together


@dataclass
class Measures:
    """Seconds that each kind of work took lately, and the codes of errors with their kinds."""

    answers: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))  # until Discord had an answer
    pictures: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    sweeps: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))  # that each look at what fell due took
    errors: deque[str] = field(default_factory=lambda: deque(maxlen=ERRORS))
    presses: int = 0  # and commands, since the start, as all that follows
    refusals: Counter[str] = field(default_factory=Counter)  # what was kindly refused, by its code
    unexpected: int = 0  # errors
    answered: list[int] = field(default_factory=lambda: [0] * (len(STEPS) + 1))  # answers by `STEPS`, and slower ones
    answering: float = 0.0  # seconds that all answers took
    requests: int = 0  # to Discord that count for the token
    refused: int = 0  # of all requests, because there were too many

    def answer(self, seconds: float) -> None:
        """Discord had an answer after so long."""
        self.answers.append(seconds)
        self.answered[bisect_left(STEPS, seconds)] += 1
        self.answering += seconds


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
