"""Q45: the tests bring their own server, which changes nothing outside its folder and soon goes with its test run."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.storage.postgres.server import FOLDER, PREFIX, START, alive, clear_away, installed, serving

ROOT = Path(__file__).parents[3]
KILLED = """
import time
from tests.storage.postgres.server import serving
with serving() as server:
    print(server.folder, (server.data / "postmaster.pid").read_text().split()[0], flush=True)
    time.sleep(60)
"""


def rights() -> list[object]:
    """Return the users, and who may enter the folders above the server's files."""
    programs = installed()
    assert programs is not None
    folders = {*FOLDER.resolve().parents, FOLDER, *programs.parents, programs}
    seen = [(str(folder), folder.stat().st_mode, folder.stat().st_uid) for folder in sorted(folders)]
    users = Path("/etc/passwd")
    return [seen, users.read_text() if users.exists() else ""]


@pytest.mark.deep
def test_q45_a_server_leaves_rights_and_users_as_they_were() -> None:
    before = rights()
    with serving() as server:
        assert server.runs
        assert rights() == before
        folder = server.folder
        assert folder.parent == FOLDER
    assert rights() == before
    assert not folder.exists()


@pytest.mark.deep
def test_what_a_killed_run_leaves_behind_is_cleared_away_by_the_next() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        folder, process = run.stdout.readline().split()
        assert Path(folder).name.startswith(f"{PREFIX}{run.pid}-")
        run.send_signal(signal.SIGKILL)
    assert alive(int(process))
    clear_away()
    end = time.monotonic() + START
    while gone(int(process)) is False and time.monotonic() < end:
        time.sleep(0.01)
    assert gone(int(process))
    assert not Path(folder).exists()


def gone(process: int) -> bool:
    """Return whether it has ended, even if its exit status was not collected."""
    stat = Path(f"/proc/{process}/stat")
    return not alive(process) or (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
