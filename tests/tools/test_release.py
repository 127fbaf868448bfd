import subprocess
import sys
from pathlib import Path

import pytest

from bot.version import VERSION

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## 1.2.3 (2026-01-31)\n\n# A new game\n- Chess.\n\n## 1.2.2 (2025-12-31)\n\n- Go.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a version that can be released."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "version.py").write_text('"""x"""\n\nVERSION = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "config", "user.name", "Ann")
    git(tmp_path, "config", "user.email", "ann@example.com")
    commit(tmp_path)
    return tmp_path


def git(where: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=where, check=True, capture_output=True, text=True).stdout


def commit(where: Path) -> None:
    git(where, "add", ".")
    git(where, "commit", "--quiet", "--message", "Prepare")


def make(where: Path, *arguments: str) -> tuple[str, str]:
    """Run the tool there. Return what it printed, and why it refused."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "release.py"), *arguments], cwd=where, capture_output=True, text=True
    )
    assert bool(done.returncode) == bool(done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


def test_a_release_is_tagged_with_its_notes_and_the_tool_says_what_to_push(repository: Path) -> None:
    said, _ = make(repository, "tag", "1.2.3")
    assert said == "Tagged v1.2.3. Publish it with: git push origin main v1.2.3\n"
    assert git(repository, "cat-file", "-t", "v1.2.3") == "tag\n"
    assert git(repository, "rev-parse", "v1.2.3^{commit}") == git(repository, "rev-parse", "main")
    # The changelog's own headings stay in the message, where git would take them for comments.
    notes = git(repository, "for-each-ref", "--format=%(contents)", "refs/tags/v1.2.3").strip()
    assert notes == "Miasma 1.2.3\n\n# A new game\n- Chess."
    assert make(repository, "notes", "1.2.3") == ("# A new game\n- Chess.\n", "")


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("bot/version.py", 'VERSION = "1.2.2"\n', "bot/version.py says 1.2.2."),
        ("bot/version.py", "", "bot/version.py says None."),
        ("CHANGELOG.md", CHANGELOG.replace("2026-01-31", "unreleased"), "begins with '1.2.3 (unreleased)'"),
        ("CHANGELOG.md", CHANGELOG.replace("1.2.3", "1x2.3"), "begins with '1x2.3 (2026-01-31)'"),
        ("CHANGELOG.md", "# Changelog\n", "begins with ''"),
        ("CHANGELOG.md", "## 1.2.3 (2026-01-31)\n\n## 1.2.2 (2025-12-31)\n", "says nothing about 1.2.3"),
    ],
)
def test_a_release_needs_its_version_and_a_dated_section(repository: Path, file: str, text: str, why: str) -> None:
    (repository / file).write_text(text)
    commit(repository)
    _, refused = make(repository, "tag", "1.2.3")
    assert why in refused
    assert git(repository, "tag") == ""


def test_nothing_uncommitted_is_released(repository: Path) -> None:
    (repository / "stray.txt").touch()
    assert "uncommitted changes" in make(repository, "tag", "1.2.3")[1]
    assert git(repository, "tag") == ""


def test_releases_are_made_from_main(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--create", "wip")
    assert "This is the branch 'wip'." in make(repository, "tag", "1.2.3")[1]
    assert git(repository, "tag") == ""


def test_a_version_is_released_once(repository: Path) -> None:
    git(repository, "tag", "v1.2.3")
    assert "already exists" in make(repository, "tag", "1.2.3")[1]


@pytest.mark.parametrize("arguments", [["tag", ""], ["tag"], []])
def test_a_release_without_a_version_is_explained(repository: Path, arguments: list[str]) -> None:
    assert "make release VERSION=1.2.3" in make(repository, *arguments)[1]


def test_only_one_file_states_the_version() -> None:
    """A copy anywhere else would have to be changed with it."""
    tracked = git(ROOT, "grep", "--fixed-strings", "--files-with-matches", f'"{VERSION}"').split()
    assert tracked == ["bot/version.py"]
