"""Q45: the tests bring their own server, which changes nothing outside its folder and soon goes with its test run."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
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
async def test_a_server_that_was_killed_is_there_again_when_it_has_been_started() -> None:
    """This works even while parts of the killed server still run, and despite its file saying that it is ready."""
    with serving() as server:
        for _ in range(3):
            address = server.address("postgres").secret
            sessions = [await asyncpg.connect(address) for _ in range(12)]
            server.end(signal.SIGKILL)
            server.start(fsync="on")
            await server.do("SELECT 1")
            for session in sessions:
                session.terminate()


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


@pytest.mark.deep
def test_a_server_runs_as_nobody_where_root_tests() -> None:
    with serving() as server:
        owner = server.data.stat().st_uid
    assert owner != 0
    assert (owner == os.geteuid()) is bool(os.geteuid())


@pytest.mark.deep
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to copy the programs")
def test_a_server_runs_where_only_root_may_read_its_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example in a checkout below /root, made with a umask that excludes others."""
    programs = installed()
    assert programs is not None
    root = programs.parent
    umask = os.umask(0o077)
    try:
        for folder in (root, root.parent.with_name(root.parent.name + ".libs")):
            if folder.is_dir():
                shutil.copytree(folder, tmp_path / folder.relative_to(root.parent.parent))
        subprocess.run(["chmod", "-R", "go-rwx", tmp_path], check=True)
        monkeypatch.setenv("MIASMA_TEST_POSTGRES", str(tmp_path / programs.relative_to(root.parent.parent)))
        with serving() as server:
            assert server.runs
            assert server.programs.is_relative_to(server.folder)
    finally:
        os.umask(umask)
