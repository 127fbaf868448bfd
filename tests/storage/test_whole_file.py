import os
import sys
from pathlib import Path

import pytest

from storage.sqlite.file import reason_of
from storage.whole_file import whole_file


@pytest.mark.parametrize("fails", [False, True])
def test_leftovers_beside_the_file_are_always_removed(tmp_path: Path, fails: bool) -> None:
    path = tmp_path / "games"
    path.write_text("before")
    for left in ("games.new", "games.new-wal"):  # left by a process that was killed
        (tmp_path / left).write_text("old")

    def write() -> None:
        with whole_file(path, beside=("-wal", "-shm")) as new:
            assert [one.name for one in tmp_path.iterdir()] == ["games"]
            for ending in ("", "-wal", "-shm"):
                new.with_name(new.name + ending).write_text("after")
            if fails:
                raise KeyboardInterrupt

    if fails:
        with pytest.raises(KeyboardInterrupt):
            write()
    else:
        write()
    assert [one.name for one in tmp_path.iterdir()] == ["games"]
    assert path.read_text() == ("before" if fails else "after")


@pytest.mark.skipif(sys.platform != "linux", reason="what Linux tells of open files")
def test_the_file_is_on_the_disk_before_it_gets_its_name_and_then_the_name_is(tmp_path, monkeypatch):
    path, synced = tmp_path / "games", list[tuple[str, bool]]()
    monkeypatch.setattr(os, "fsync", lambda file: synced.append((os.readlink(f"/proc/self/fd/{file}"), path.exists())))
    before = os.listdir("/proc/self/fd")
    with whole_file(path) as new:
        new.write_text("after")
    assert synced == [(f"{path}.new", False), (str(tmp_path), True)]
    assert os.listdir("/proc/self/fd") == before


def test_the_description_of_an_error_quotes_nothing_stored() -> None:
    assert reason_of(OSError(28, "No space left on device", "secret")) == "No space left on device"
    assert reason_of(OSError()) == "OSError"
    assert reason_of(ValueError("secret")) == "it contains invalid data"
