"""Make a release: ``python -m tools.release make [VERSION]``; print its notes: ``… notes VERSION``.

``… names VERSION`` prints the names of its image: "1.2.3", "1.2" and "latest", except those that belong to a newer
version among the tags on standard input.

Between releases ``bot/version.py`` has the next version with ``.dev0``, and the changelog begins with its section.
``make`` commits both with the final version and today's date, tags this commit with the section as its notes, and
commits the next version, again with ``.dev0``. Nothing is pushed.
"""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

MAIN = "main"
DEV = ".dev0"
STATED, CHANGELOG = Path("bot/version.py"), Path("CHANGELOG.md")
VERSION = re.compile(r'^VERSION = "(.*)"$', re.MULTILINE)


class NotReleasable(Exception):
    """The release can't be made. The text says what to do first."""


def section(changelog: str, version: str, dated: str = r"\d{4}-\d\d-\d\d") -> str:
    """Return the changelog's section about a version. ``dated`` is a pattern for the date in its heading.

    Raise NotReleasable if the section isn't the newest, has the wrong date or is empty.
    """
    [_, *sections] = re.split(r"^## ", changelog, flags=re.MULTILINE)
    heading, _, text = sections[0].partition("\n") if sections else ("", "", "")
    if not re.fullmatch(rf"{re.escape(version)} \({dated}\)", heading):
        wanted = f"{version} ({dated if dated.isalpha() else 'YYYY-MM-DD'})"
        raise NotReleasable(f"CHANGELOG.md begins with {heading!r}. It must be {wanted!r}.")
    if not text.strip():
        raise NotReleasable(f"CHANGELOG.md says nothing about {version}.")
    return text.strip()


def git(*arguments: str) -> str:
    """Return the output of a git command."""
    return subprocess.run(["git", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def make(wanted: str) -> str:
    """Commit and tag the release, and start the next version. Return what to do next.

    ``wanted`` is the version to release; "" stands for the one in ``bot/version.py``. Raise NotReleasable if that isn't
    possible.
    """
    stated = VERSION.search(STATED.read_text("utf-8"))
    if stated is None or not re.fullmatch(rf"\d+\.\d+\.\d+{re.escape(DEV)}", stated[1]):
        raise NotReleasable(f"{STATED} says {stated and stated[1]}. It must be the next version with {DEV}.")
    version = wanted or stated[1].removesuffix(DEV)
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NotReleasable(f"{version} is no version. For example: make release VERSION=1.2.3")
    changelog = CHANGELOG.read_text("utf-8")
    notes = section(changelog, version, "unreleased")
    if git("status", "--porcelain"):
        raise NotReleasable("There are uncommitted changes. Commit or remove them.")
    if (branch := git("branch", "--show-current")) != MAIN:
        raise NotReleasable(f"This is the branch {branch!r}. Releases are made from {MAIN!r}.")
    if git("tag", "--list", f"v{version}"):
        raise NotReleasable(f"The tag v{version} already exists. Choose the next version.")
    major, minor, _ = map(int, version.split("."))
    following = f"{major}.{minor + 1}.0"
    heading, today = f"## {version} (unreleased)\n", datetime.now(UTC).date()
    released = changelog.replace(heading, f"## {version} ({today})\n", 1)
    commit(f"Release {version}", version, released)
    git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Miasma {version}\n\n{notes}")
    begun = released.replace("## ", f"## {following} (unreleased)\n\n## ", 1)
    commit(f"Update the version to {following}{DEV}", f"{following}{DEV}", begun)
    return f"Tagged v{version}. Publish it with: git push origin {MAIN} v{version}"


def commit(subject: str, version: str, changelog: str) -> None:
    """Write this version and changelog, and commit all changes."""
    STATED.write_text(VERSION.sub(f'VERSION = "{version}"', STATED.read_text("utf-8")), "utf-8")
    CHANGELOG.write_text(changelog, "utf-8")
    git("commit", "--quiet", "--all", "--message", subject)


def names(version: str, tags: str) -> list[str]:
    """Return the names for a version's container image, given all tags, one on each line.

    A fix of an old version doesn't move the name of a newer one.
    """
    numbers = [tuple(map(int, found)) for found in re.findall(r"\bv(\d+)\.(\d+)\.(\d+)$", tags, re.MULTILINE)]
    own = tuple(map(int, version.split(".")))
    found = [version]
    if own >= max((one for one in numbers if one[:2] == own[:2]), default=own):
        found.append(version.rpartition(".")[0])
    if own >= max(numbers, default=own):
        found.append("latest")
    return found


def main(arguments: list[str]) -> None:
    """Run the given command in the root of the repository. Exit with a sentence if the release can't be made."""
    try:
        match arguments:
            case ["make", *version] if len(version) < 2:
                sys.stdout.write(f"{make(''.join(version))}\n")
            case ["notes", version]:
                sys.stdout.write(f"{section(CHANGELOG.read_text('utf-8'), version)}\n")
            case ["names", version] if re.fullmatch(r"\d+\.\d+\.\d+", version):
                sys.stdout.write("".join(f"{name}\n" for name in names(version, sys.stdin.read())))
            case _:
                sys.exit("Which version? For example: make release VERSION=1.2.3")
    except NotReleasable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
