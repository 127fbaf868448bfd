"""Write a file completely or not at all, even if the process or the machine stops."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path: Path, *, beside: tuple[str, ...] = ()) -> Iterator[Path]:
    """Yield a temporary path beside ``path``. At the end, sync the file and rename it to ``path``.

    If the work in between raises an error, the temporary file is deleted, and a file that was at ``path`` is kept.
    ``beside``: suffixes of further files that the work may leave beside the temporary one, and that are deleted.
    """
    new = path.with_name(path.name + ".new")
    leftovers = [new.with_name(new.name + ending) for ending in ("", *beside)]
    remove(leftovers)  # remove the leftovers of a process that was killed
    try:
        yield new
        with new.open("r+b") as file:
            os.fsync(file.fileno())
        remove(leftovers[1:])
        new.replace(path)
    except BaseException:
        remove(leftovers)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until a folder's directory entries are written to the disk."""
    if hasattr(os, "O_DIRECTORY"):  # Windows has no such flag
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove(files: list[Path]) -> None:
    """Delete these files if they exist."""
    for file in files:
        file.unlink(missing_ok=True)
