"""How long others had the cores that this process wanted: a busy machine is no fault of the bot."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

TASKS, CORES = Path("/proc/self/task"), Path("/proc/stat")
ENOUGH = 2**16  # bytes; the cores stand at the beginning
BUSY = 120.0  # seconds in which what takes moments has come to its end, whatever else the machine has to do
# Seconds in which the bot has done what a press brings it to do. What it does later by a clock is not waited for, so it
# must be less than the bot's own long waits.
SETTLED = 10.0
STOLEN = 8  # the column of the time that a core of a virtual machine was wanted and not there


def kept_waiting() -> dict[str, float]:
    """For each thread of this process how long it was ready to run and did not, for each core how long it was stolen.

    In seconds since they began; nothing where the system does not tell.
    """
    waited = {}
    with suppress(OSError):
        for task in os.listdir(TASKS):
            with suppress(OSError):  # it has ended
                waited[f"thread {task}"] = int(told(f"{TASKS}/{task}/schedstat").split()[1]) / 1e9
        for line in told(CORES).splitlines():
            if line.startswith(b"cpu") and not line.startswith(b"cpu "):
                waited[line.split()[0].decode()] = int(line.split()[STOLEN]) / os.sysconf("SC_CLK_TCK")
    return waited


def told(path: str | Path) -> bytes:
    """What the system says now. It is asked at each press, so it is read with as little ado as can be."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, ENOUGH)
    finally:
        os.close(file)


def lost(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """How long work was kept waiting between two moments: by the thread that waited longest, and the core."""
    more = {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}
    threads = [seconds for name, seconds in more.items() if name.startswith("thread")]
    cores = [seconds for name, seconds in more.items() if name.startswith("cpu")]
    return max(threads, default=0.0) + max(cores, default=0.0)
