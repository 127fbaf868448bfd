"""Contain failures: an error with one table, row or person is logged, and the work for the others continues.

The log shows the type of an error and where in the code it occurred. Its text may quote another player's secrets, so it
is logged only for failures of the database, whose texts quote no data.
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

SECONDS_BETWEEN_EQUAL = 3600.0  # A repeated failure is logged only once in this time.
MAX_REMEMBERED = 1000
LOGGED: TTLCache[str, None] = TTLCache(MAX_REMEMBERED, SECONDS_BETWEEN_EQUAL)


@dataclass
class Attempt:
    """The outcome of an `apart` block."""

    error: Exception | None = None


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error without its text and values, or only the text of a database failure."""
    if isinstance(error, Unavailable | Unwritable):
        return str(error)
    return "".join(traceback.format_tb(error.__traceback__)).rstrip()


def log_failure(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log an unexpected failure that will be retried. Repeats within an hour are logged at the level DEBUG."""
    text = f"{what} failed, retrying later: {type(error).__name__}\n{format_traceback(error)}"
    level = logging.DEBUG if text in LOGGED else logging.ERROR
    LOGGED[text] = None
    logger.log(level, "%s", text)


@contextmanager
def apart(logger: logging.Logger, what: str) -> Iterator[Attempt]:
    """Log an error in this block, note it in the yielded `Attempt`, and go on. Re-raise Unavailable and Unwritable."""
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
    """Return the results of ``make`` for these things. Log failures, named by ``what``, and leave them out."""
    made = []
    for thing in things:
        with apart(logger, what(thing)):
            made.append(make(thing))
    return made
