"""Run the table protocol over standard input and output: ``python -m rules``."""

import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

from rules.protocol import MAX_LINE, Session


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream. Cut an overlong line to just over the limit, so that it is still refused."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE)
        yield line


def main() -> None:
    """Answer requests until the input ends or the reader closes the pipe."""
    if sys.stdin is None or sys.stdout is None:  # The streams were closed from the start.
        return
    session = Session()
    try:
        for line in lines(sys.stdin.buffer):
            sys.stdout.buffer.write(session.answer(line) + b"\n")
            sys.stdout.buffer.flush()
    except OSError:  # The reader closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # avoids an error on exit
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
