"""The program of every worker process. It runs the functions that the bot names, in threads.

Requests and replies are pickled, each after a header. Every request has a number, so that a quick one need not wait for
a slow one. A worker first calls `prepare` in the module named on the command line.
"""

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import count
from struct import Struct
from typing import Any, BinaryIO

HEADER = Struct(">qq")  # The number of a request or reply, and how many bytes follow.
READY = 0  # The number of the first reply, which no request has.
# Options of glibc's `mallopt`, from its malloc.h. Larger blocks than the second are not taken from a heap.
M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3
MIN_PICTURE_BYTES = 1 << 17
PIPE_BYTES = 1 << 20  # The maximum that Linux allows an ordinary user.
REPLIES_PER_TRIM = 8  # After that many replies, free memory is returned to the system. Doing so takes 1 ms.


def freeze_objects() -> None:
    """Exclude all existing objects from later garbage collections, because they are permanent."""
    gc.collect()
    gc.freeze()


def return_memory_at_once() -> None:
    """Make glibc use a single heap, and return the memory of each freed picture to the system at once.

    This makes drawing slower by half.
    """
    set_option = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if set_option is not None:
        set_option(M_ARENA_MAX, 1)
        set_option(M_MMAP_THRESHOLD, MIN_PICTURE_BYTES)


def return_memory() -> None:
    """Return free memory to the system, because glibc would keep up to 100 MiB of it between blocks in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)


def serve(requests: BinaryIO, replies: BinaryIO, max_idle: int = 0) -> None:
    """Run the requested functions and send their results until the input ends, which also happens when the bot exits.

    ``max_idle``: seconds without a request after which the process exits (0: no limit).
    """
    threads, writing, numbers = ThreadPoolExecutor(), threading.Lock(), count(1)

    def reply(number: int, error: str = "", result: Any = None) -> None:
        packed = pickle.dumps((error, result))
        with writing:
            replies.write(HEADER.pack(number, len(packed)) + packed)
            replies.flush()

    def run(number: int, function: Callable[..., Any], arguments: Sequence[Any]) -> None:
        try:
            result = function(*arguments)
        except MemoryError:  # The bot starts a new process, which has all of its memory.
            os._exit(1)
        except Exception as error:
            reply(number, type(error).__name__)
        else:
            reply(number, "", result)
        if next(numbers) % REPLIES_PER_TRIM == 0:
            return_memory()

    reply(READY)
    while True:
        if max_idle:
            signal.alarm(max_idle)
        header = requests.read(HEADER.size)
        if not header:
            return
        number, length = HEADER.unpack(header)
        try:
            # The input comes from the bot, which has started this process.
            function, arguments = pickle.loads(requests.read(length))
        except Exception as error:  # For example, the request names something that doesn't exist here.
            reply(number, type(error).__name__)
        else:
            threads.submit(run, number, function, arguments)


def main(prepare: Callable[[], int | None]) -> None:
    """Answer requests on standard input until it ends. ``prepare`` may return the limit of idle time in seconds.

    Stop signals to the process group are ignored, because the process exits when its input ends.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Let the pipe hold a whole picture, where the system can: both sides would wake each other up for each part.
    with suppress(ImportError, OSError):
        from fcntl import F_SETPIPE_SZ, fcntl  # Only Linux has this constant.

        fcntl(sys.stdout.buffer, F_SETPIPE_SZ, PIPE_BYTES)
    if max_idle := prepare() or 0:
        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    serve(sys.stdin.buffer, sys.stdout.buffer, max_idle)
    os._exit(0)  # Unfinished work is not needed any more.


if __name__ == "__main__":
    main(import_module(sys.argv[1]).prepare)
