"""Q45: the tests bring their own server, which changes nothing outside its folder and ends with the test run."""

from pathlib import Path

import pytest

from tests.storage.postgres.server import FOLDER, installed, serving


def rights() -> list[object]:
    """Return the users, and who may enter the folders above the server's files."""
    programs = installed()
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
