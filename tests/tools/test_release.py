import subprocess
import sys
from pathlib import Path

import pytest

from bot.version import VERSION

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## 1.2.3 (unreleased)\n\n# A new game\n- Chess.\n\n## 1.2.2 (2025-12-31)\n\n- Go.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a version that is ready for release."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "version.py").write_text('"""x"""\n\nVERSION = "1.2.3.dev0"\n')
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


def make(where: Path, *arguments: str, typed: str = "") -> tuple[str, str]:
    """Run the tool in a folder. Return its output, and its reason if it refused."""
    command = [sys.executable, str(ROOT / "tools" / "release.py"), *arguments]
    done = subprocess.run(command, cwd=where, input=typed, capture_output=True, text=True)
    assert bool(done.returncode) == bool(done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


def test_a_release_is_tagged_with_its_notes_and_the_next_version_begins(repository: Path) -> None:
    said, _ = make(repository, "make")
    assert said == "Tagged v1.2.3. Publish it with: git push origin main v1.2.3\n"
    assert git(repository, "cat-file", "-t", "v1.2.3") == "tag\n"
    # The changelog's own headings stay in the message, where git would take them for comments.
    notes = git(repository, "for-each-ref", "--format=%(contents)", "refs/tags/v1.2.3").strip()
    assert notes == "Miasma 1.2.3\n\n# A new game\n- Chess."
    assert git(repository, "log", "--format=%s") == "Update the version to 1.3.0.dev0\nRelease 1.2.3\nPrepare\n"
    assert 'VERSION = "1.3.0.dev0"' in git(repository, "show", "main:bot/version.py")
    assert "\n## 1.3.0 (unreleased)\n\n## 1.2.3 (2" in git(repository, "show", "main:CHANGELOG.md")
    assert git(repository, "status", "--porcelain") == ""
    git(repository, "switch", "--quiet", "--detach", "v1.2.3")
    assert 'VERSION = "1.2.3"' in (repository / "bot" / "version.py").read_text()
    assert make(repository, "notes", "1.2.3") == ("# A new game\n- Chess.\n", "")


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("bot/version.py", 'VERSION = "1.2.3"\n', "says 1.2.3. It must be the next version with .dev0"),
        ("bot/version.py", 'VERSION = "1.2.2.dev0"\n', "begins with '1.2.3 (unreleased)'"),
        ("bot/version.py", "", "bot/version.py says None."),
        ("CHANGELOG.md", CHANGELOG.replace("unreleased", "2026-01-31"), "begins with '1.2.3 (2026-01-31)'"),
        ("CHANGELOG.md", CHANGELOG.replace("1.2.3", "1x2.3"), "begins with '1x2.3 (unreleased)'"),
        ("CHANGELOG.md", "# Changelog\n", "begins with ''"),
        ("CHANGELOG.md", "## 1.2.3 (unreleased)\n\n## 1.2.2 (2025-12-31)\n", "says nothing about 1.2.3"),
    ],
)
def test_a_release_needs_its_version_and_a_section(repository: Path, file: str, text: str, why: str) -> None:
    (repository / file).write_text(text)
    commit(repository)
    _, refused = make(repository, "make")
    assert why in refused
    assert git(repository, "tag") == ""


def test_nothing_uncommitted_is_released(repository: Path) -> None:
    (repository / "stray.txt").touch()
    assert "uncommitted changes" in make(repository, "make", "")[1]
    assert git(repository, "tag") == ""


@pytest.mark.parametrize(
    ("version", "tags", "names"),
    [
        ("97.4.0", "v97.3.9 v97.4.0", "97.4.0 97.4 latest"),
        ("97.3.10", "v97.3.9 v97.3.10 v97.4.0", "97.3.10 97.3"),
        ("97.3.8", "v97.3.9 v97.3.8", "97.3.8"),
        ("97.10.0", "v97.9.1 v97.10.0 vault", "97.10.0 97.10 latest"),
    ],
)
def test_the_name_latest_is_for_the_newest_version_alone(tmp_path: Path, version: str, tags: str, names: str) -> None:
    listed = "".join(f"refs/tags/{tag}\n" for tag in tags.split())
    assert make(tmp_path, "names", version, typed=listed)[0].split() == names.split()


@pytest.mark.parametrize("arguments", [["names", "latest"], ["make", "1.2"], ["make", "1", "2"], ["notes"], []])
def test_an_invalid_version_is_refused_with_an_example(repository: Path, arguments: list[str]) -> None:
    assert "make release VERSION=1.2.3" in make(repository, *arguments)[1]


def test_only_one_file_states_the_version() -> None:
    """Nobody would remember to change a second copy of the version."""
    tracked = git(ROOT, "grep", "--fixed-strings", "--files-with-matches", f'"{VERSION}"').split()
    assert tracked == ["bot/version.py"]
