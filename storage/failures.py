"""What fails at one table, row or person must not stop the others: it is logged once, and the others go on.

The log says the kind of an error and its places in the code, never its text, which may quote another player's secrets.
"""

import logging
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from cachetools import TTLCache

from storage.engine import Unavailable, Unwritable

Thing = TypeVar("Thing")
Made = TypeVar("Made")

SECONDS_BETWEEN_EQUAL = 3600.0  # A failure that repeats is logged once in this time.
MAX_REMEMBERED = 1000
LOGGED: TTLCache[str, None] = TTLCache(MAX_REMEMBERED, SECONDS_BETWEEN_EQUAL)


@dataclass
class Attempt:
    """What came of a block of `apart`."""

    error: Exception | None = None


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error without its text and values; for database failures, return the text."""
    if isinstance(error, Unavailable | Unwritable):
        return str(error)
    return "".join(traceback.format_tb(error.__traceback__)).rstrip()


def log_failure(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log that something has failed for an unexpected reason and is retried; the same failure again only quietly."""
    text = f"{what} failed, retrying later: {type(error).__name__}\n{format_traceback(error)}"
    level = logging.DEBUG if text in LOGGED else logging.ERROR
    LOGGED[text] = None
    logger.log(level, "%s", text)


@contextmanager
def apart(logger: logging.Logger, what: str) -> Iterator[Attempt]:
    """Log an error in this block and go on. Raise Unavailable and Unwritable, which concern everything else, too."""
    attempt = Attempt()
    try:
        yield attempt
    except (Unavailable, Unwritable):
        raise
    except Exception as error:
        attempt.error = error
        log_failure(logger, what, error)


def of_each(
    logger: logging.Logger, what: Callable[[Thing], str], make: Callable[[Thing], Made], things: Iterable[Thing]
) -> list[Made]:
    """Return what ``make`` makes of each thing. One at which it fails is left out and logged as ``what`` says."""
    made = []
    for thing in things:
        with apart(logger, what(thing)):
            made.append(make(thing))
    return made
