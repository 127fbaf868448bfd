"""Measure how long other processes kept this one from the CPU cores, because a busy machine is not the bot's fault."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

TASKS, CORES = Path("/proc/self/task"), Path("/proc/stat")
ENOUGH = 2**16  # bytes to read; the lines of the cores come first
BUSY = 120.0  # Seconds in which quick work is done even on a very busy machine.
# Seconds in which the bot finishes what a press starts. It is less than the bot's own long waits, so work that a timer
# starts later is not waited for.
SETTLED = 10.0
STOLEN = 8  # the column of stolen time: a virtual machine's core was wanted but not available


def kept_waiting() -> dict[str, float]:
    """Return how long each thread of this process was ready but not running, and the time stolen from each core.

    Times are in seconds since the thread or the system started. The result is empty if the system doesn't report them.
    """
    waited = {}
    with suppress(OSError):
        for task in os.listdir(TASKS):
            with suppress(OSError):  # The thread has ended.
                waited[f"thread {task}"] = int(told(f"{TASKS}/{task}/schedstat").split()[1]) / 1e9
        for line in told(CORES).splitlines():
            if line.startswith(b"cpu") and not line.startswith(b"cpu "):
                waited[line.split()[0].decode()] = int(line.split()[STOLEN]) / os.sysconf("SC_CLK_TCK")
    return waited


def told(path: str | Path) -> bytes:
    """Return the file's first `ENOUGH` bytes. This must be fast, because it is done at each press."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, ENOUGH)
    finally:
        os.close(file)


def lost(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Return the delay between two measurements: the longest wait of a thread plus the most time stolen from a core."""
    more = {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}
    threads = [seconds for name, seconds in more.items() if name.startswith("thread")]
    cores = [seconds for name, seconds in more.items() if name.startswith("cpu")]
    return max(threads, default=0.0) + max(cores, default=0.0)
