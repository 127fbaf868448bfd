"""Programs that the bot runs beside itself: what they know of its environment, and how they end."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

# Of the environment what a process needs that works for the bot; the rest is none of its business.
KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "HOME", "LANG", "SYSTEMROOT")

# Threads take turns in these programs: with a heap for each, glibc holds on to up to 60 MB more that are free.
MEMORY = {"MALLOC_ARENA_MAX": "1"}


async def start(command: Sequence[str]) -> Process:
    """Run a program that is written to and read from. Raises OSError."""
    environment = MEMORY | {name: os.environ[name] for name in KEPT if name in os.environ}
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment)


async def end(process: Process) -> None:
    """End it at once, and wait until it is gone."""
    if process.returncode is None:
        process.kill()
    await process.communicate()
    assert process.stdin is not None
    process.stdin.close()
    with suppress(OSError):  # Python 3.11.2, which is Debian's, logs what was not read unless somebody asks for it
        await process.stdin.wait_closed()
