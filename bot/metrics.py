"""Response times, counters and errors, kept in memory for `/admin health` and `/metrics`."""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

MAX_MEASUREMENTS = 500
MAX_ERRORS = 5
ANSWER_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)  # Upper limits of the histogram's buckets, in seconds.


def durations() -> deque[float]:
    """Return an empty deque for the latest durations."""
    return deque(maxlen=MAX_MEASUREMENTS)


@dataclass
class Metrics:
    """The latest durations of each kind of work in seconds, the latest errors, and counters since the start."""

    answers: deque[float] = field(default_factory=durations)  # Seconds from a press to the answer.
    pictures: deque[float] = field(default_factory=durations)
    sweeps: deque[float] = field(default_factory=durations)  # The time of each scheduler run.
    errors: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_ERRORS))
    presses: int = 0  # Presses and commands. This and everything below are counted since the start.
    refusals: Counter[str] = field(default_factory=Counter)  # The number of refusals by their code.
    simpler: Counter[str] = field(default_factory=Counter)  # Simplified messages, by what was removed from them.
    unexpected: int = 0  # The number of unexpected errors.
    # Answers by `ANSWER_BUCKETS`; the last entry counts the slower ones.
    answered: list[int] = field(default_factory=lambda: [0] * (len(ANSWER_BUCKETS) + 1))
    answering: float = 0.0  # Total seconds of all answers.
    requests: int = 0  # Requests to Discord that count towards the rate limit of the token.
    refused: int = 0  # All requests that a rate limit refused.

    def answer(self, seconds: float) -> None:
        """Record that it took this many seconds to answer an interaction."""
        self.answers.append(seconds)
        self.answered[bisect_left(ANSWER_BUCKETS, seconds)] += 1
        self.answering += seconds


METRICS = Metrics()  # The measurements of this process.


@contextmanager
def measure_time(what: deque[float]) -> Iterator[None]:
    """Append the duration of the block, in seconds, to ``what``."""
    begun = perf_counter()
    try:
        yield
    finally:
        what.append(perf_counter() - begun)


def p95(values: deque[float]) -> str:
    """Return the 95th percentile in milliseconds as text, or "–" if there are no values."""
    return f"{sorted(values)[int(len(values) * 0.95)] * 1000:.0f} ms" if values else "–"
