"""Start the bot from the command line, in this process, with given arguments and settings."""

import io
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from miasma.__main__ import LOGGED_IN_DETAIL, main


@dataclass(frozen=True)
class Ended:
    """The exit code and output of a run of the bot."""

    returncode: int
    stdout: str
    stderr: str  # the error output, including the log


def start(folder: Path, *arguments: str, typed: str = "", **environment: str) -> Ended:
    """Run the bot in a folder without `.env`, typing this text at its prompts."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIASMA", "DISCORD"))}
    told, errors, code = io.StringIO(), io.StringIO(), 0
    with (
        chdir(folder),
        patch.dict(os.environ, {**clean, **environment}, clear=True),
        patch("sys.stdin", io.StringIO(typed)),
        redirect_stdout(told),
        redirect_stderr(errors),
        process_as_it_was(),
    ):
        try:
            main(arguments)
        except SystemExit as ended:  # The interpreter prints a message as exit code to stderr.
            code = ended.code if isinstance(ended.code, int) else 1
            print("" if isinstance(ended.code, int) else ended.code, file=sys.stderr)  # noqa: T201
    return Ended(code, told.getvalue(), errors.getvalue())


@contextmanager
def process_as_it_was() -> Iterator[None]:
    """Restore the process's logging and the permissions for new files after the bot has changed them."""
    root, mask = logging.getLogger(), os.umask(0o022)
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        os.umask(mask)
        root.handlers[:] = handlers
        root.setLevel(level)
        for package in (*LOGGED_IN_DETAIL, "discord"):
            logging.getLogger(package).setLevel(logging.NOTSET)
