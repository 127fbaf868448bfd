"""Files of tests are kept in memory only where tests can use them."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.memory import ROOM, RUNS_NO_PROGRAM, folder_in_memory


@pytest.mark.parametrize(
    ("flags", "free", "used"), [(0, 2 * ROOM, True), (RUNS_NO_PROGRAM, 2 * ROOM, False), (0, ROOM, False)]
)
@pytest.mark.skipif(not RUNS_NO_PROGRAM, reason="Linux tells where no program may run")
def test_memory_is_used_where_there_is_room_and_programs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: int, free: int, used: bool
) -> None:
    with monkeypatch.context() as there:
        there.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=free))
        there.setattr(os, "statvfs", lambda folder: SimpleNamespace(f_flag=flags))
        assert folder_in_memory(tmp_path) == (tmp_path if used else None)


def test_memory_is_not_used_where_there_is_none(tmp_path: Path) -> None:
    assert folder_in_memory(tmp_path / "shm") is None
