"""The version of the bot. Only this file states it: the package and `make release` read it from here."""

import subprocess
from functools import cache
from pathlib import Path

VERSION = "0.5.0.dev0"
SHOWN = 8  # digits of the commit to show


@cache
def full_version() -> str:
    """Return the version with its commit, such as "0.4.0 (a1b2c3d4)", or without it if the commit is unknown."""
    commit = commit_of(Path(__file__).parents[1])[:SHOWN]
    return f"{VERSION} ({commit})" if commit else VERSION


def commit_of(folder: Path) -> str:
    """Return the commit of the code in a folder: recorded by its build, or checked out there, or "" if unknown."""
    noted = folder / "bot" / "commit.txt"  # `setup.py` writes this file.
    if noted.is_file():
        return noted.read_text("ascii").strip()
    if not (folder / ".git").exists():
        return ""
    try:
        asked = ["git", "-C", str(folder), "rev-parse", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # Git is not installed.
        return ""
