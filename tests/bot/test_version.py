import subprocess
import sys
from pathlib import Path

import pytest

from bot.version import commit_of

ROOT = Path(__file__).parents[2]


def git(where: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
    return subprocess.run(["git", *who, *arguments], cwd=where, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout of a small project that is built like ours."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").touch()
    (tmp_path / "setup.cfg").write_text("[options]\npackages = bot\n")
    (tmp_path / "pyproject.toml").write_text('[tool.miasma]\naddress = "https://host/project"\n')
    (tmp_path / "README.md").write_text("[Changes](CHANGELOG.md)\n")
    (tmp_path / "setup.py").write_bytes((ROOT / "setup.py").read_bytes())
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def built(checkout: Path, monkeypatch: pytest.MonkeyPatch, commit: str = "") -> str:
    """Build the checkout with this value of the variable COMMIT. Return the commit that the build has recorded."""
    monkeypatch.setenv("COMMIT", commit)
    build = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", "built"]
    subprocess.run(build, cwd=checkout, check=True, capture_output=True)
    return commit_of(checkout / "built")


def test_checkout_build_and_image_know_their_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = git(checkout, "rev-parse", "HEAD").strip()
    assert len(head) == 40
    assert commit_of(checkout) == built(checkout, monkeypatch) == head
    assert built(checkout, monkeypatch, commit="a" * 40) == "a" * 40, "an image is built without git"


def test_without_git_the_commit_is_empty(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout) == built(checkout, monkeypatch) == ""
    assert commit_of(checkout / "bot") == "", "an installation from elsewhere"
