"""Where tests may keep their files in memory."""

import os
import shutil
from pathlib import Path

ROOM = 2**30  # bytes that must be free there: a container may have next to nothing
RUNS_NO_PROGRAM = getattr(os, "ST_NOEXEC", 0)  # a flag of file systems on Linux


def folder_in_memory(folder: Path = Path("/dev/shm")) -> Path | None:
    """Return a folder in memory, where an fsync takes no time, or None.

    There must be room, and programs must run there, because tests write some: in containers they may not.
    """
    if not folder.is_dir() or shutil.disk_usage(folder).free <= ROOM or os.statvfs(folder).f_flag & RUNS_NO_PROGRAM:
        return None
    return folder
