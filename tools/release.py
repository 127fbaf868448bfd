"""Tag a release: ``python -m tools.release tag VERSION``. Print its notes: ``python -m tools.release notes VERSION``.

The version is in ``bot/version.py`` alone. The changelog's first section must be that of this version, with its date.
"""

import re
import subprocess
import sys
from pathlib import Path

MAIN = "main"


class NotReleasable(Exception):
    """The release can't be made. The text says what to do first."""


def section(changelog: str, version: str) -> str:
    """Return what the changelog says about a version. Raise NotReleasable if it isn't the newest, or has no date."""
    [_, *sections] = re.split(r"^## ", changelog, flags=re.MULTILINE)
    heading, _, text = sections[0].partition("\n") if sections else ("", "", "")
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", heading):
        wanted = f"{version} (YYYY-MM-DD)"
        raise NotReleasable(f"CHANGELOG.md begins with {heading!r}. It must be {wanted!r}, with today's date.")
    if not text.strip():
        raise NotReleasable(f"CHANGELOG.md says nothing about {version}.")
    return text.strip()


def git(*arguments: str) -> str:
    """Return what a git command prints."""
    return subprocess.run(["git", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def tag(version: str) -> str:
    """Tag the current commit as this version. Return what to do next. Raise NotReleasable."""
    stated = re.search(r'^VERSION = "(.*)"$', Path("bot/version.py").read_text("utf-8"), re.MULTILINE)
    if stated is None or stated[1] != version:
        raise NotReleasable(f"bot/version.py says {stated and stated[1]}. Set VERSION to {version} and commit it.")
    notes = section(Path("CHANGELOG.md").read_text("utf-8"), version)
    if git("status", "--porcelain"):
        raise NotReleasable("There are uncommitted changes. Commit or remove them.")
    if (branch := git("branch", "--show-current")) != MAIN:
        raise NotReleasable(f"This is the branch {branch!r}. Releases are made from {MAIN!r}.")
    if git("tag", "--list", f"v{version}"):
        raise NotReleasable(f"The tag v{version} already exists. Choose the next version.")
    message = f"Miasma {version}\n\n{notes}"
    git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", message)
    return f"Tagged v{version}. Publish it with: git push origin {MAIN} v{version}"


def main(arguments: list[str]) -> None:
    """Run the command line in the root of the repository. Exit with a sentence if the release can't be made."""
    try:
        match arguments:
            case ["tag", version] if version:
                sys.stdout.write(f"{tag(version)}\n")
            case ["notes", version]:
                sys.stdout.write(f"{section(Path('CHANGELOG.md').read_text('utf-8'), version)}\n")
            case _:
                sys.exit("Which version? For example: make release VERSION=1.2.3")
    except NotReleasable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
