"""Find a folder in memory for the files of tests."""

import os
import shutil
from pathlib import Path

ROOM = 2**30  # Bytes that must be free there: in a container there may be almost none.
RUNS_NO_PROGRAM = getattr(os, "ST_NOEXEC", 0)  # The noexec flag of Linux file systems, 0 elsewhere.


def folder_in_memory(folder: Path = Path("/dev/shm")) -> Path | None:
    """Return a folder in memory, where an fsync takes no time, or None.

    It must have enough room and allow programs to run, because tests write some. Containers may offer neither.
    """
    if not folder.is_dir() or shutil.disk_usage(folder).free <= ROOM or os.statvfs(folder).f_flag & RUNS_NO_PROGRAM:
        return None
    return folder
