"""Subprocesses of the bot: which part of the environment they get, and how they start and end."""

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

# A subprocess gets only the environment variables that it needs.
KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "HOME", "LANG", "SYSTEMROOT")

# These programs use several threads: with one heap per thread, glibc would keep up to 60 MB more free memory.
MEMORY = {"MALLOC_ARENA_MAX": "1"}


async def start(command: Sequence[str]) -> Process:
    """Start a program with pipes to its input and output. Raises OSError."""
    environment = MEMORY | {name: os.environ[name] for name in KEPT if name in os.environ}
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment)


async def end(process: Process) -> None:
    """Kill it and wait until it is gone."""
    if process.returncode is None:
        process.kill()
    await process.communicate()
    assert process.stdin is not None
    process.stdin.close()
    with suppress(OSError):  # Without this, Python 3.11.2 (Debian's) logs what was not read.
        await process.stdin.wait_closed()
