"""Benchmarks, measured as ratios in a single run: `make bench`."""

import time
from collections.abc import Callable

MEASURED_GAMES = ("rattus", "messina")  # the games with goals; they are measured with three or four players
Row = tuple[str, float, float | None]  # what is measured, its ratio, its goal (None: only for information)


def line(what: str, ratio: float, better: str, goal: float | None) -> str:
    """Return a line of the report, with a mark if the goal is missed."""
    if goal is None:
        return f"{ratio:8.3f}  {'-':>8}  {what}"
    met = ratio <= goal if better == "<=" else ratio >= goal
    return f"{ratio:8.3f}  {better} {goal:5.2f}  {'' if met else 'MISSED: '}{what}"


def measured_seconds(
    work: Callable[[], object], rounds: int = 3, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Run the work several times. Return the duration of each run in seconds."""
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return times
