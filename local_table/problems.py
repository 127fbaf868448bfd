"""Collect the errors since the table was opened: all that were logged, and those of the bot that simcord caught."""

import logging
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from simcord import Env

SHOWN = 20


class Problems(logging.Handler):
    """The latest errors as texts with their tracebacks."""

    def __init__(self, env: Env) -> None:
        super().__init__(logging.ERROR)
        self.env = env
        self._texts: deque[str] = deque(maxlen=SHOWN)
        self._reported: deque[BaseException] = deque(maxlen=SHOWN)
        self._seen = 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect the errors logged by any part of the program."""
        root = logging.getLogger()
        root.addHandler(self)
        try:
            yield
        finally:
            root.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Record a logged error."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._reported.append(error)
        self._texts.append(self.format(record))

    def texts(self) -> list[str]:
        """Return the errors, the oldest first."""
        for error in self.env.errors_since(self._seen):
            if not any(error is one for one in self._reported):
                self._reported.append(error)
                self._texts.append("".join(traceback.format_exception(error)))
        self._seen = self.env.error_cursor
        return list(self._texts)

    def clear(self) -> None:
        """Delete all errors."""
        self.texts()
        self._texts.clear()
