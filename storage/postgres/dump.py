"""Back up a PostgreSQL database to one file, with the server's own program."""

import os
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.address import Address
from storage.engine import DatabaseError
from storage.whole_file import whole_file

BY_HAND = 'Where a newer version is installed, run: pg_dump --format=custom --no-owner --file={name} "$DATABASE_URL"'


def backup(address: Address, copy: Path) -> None:
    """Write the whole database to a new file, even while bots are using it.

    Raise DatabaseError if pg_dump or pg_restore is missing or too old, or the copy exists already, can't be written or
    is incomplete. No copy is then left behind.
    """
    if copy.exists():
        raise DatabaseError(f"{copy} already exists. A backup never overwrites a file.")
    parts = urlsplit(address.secret)
    # Other users of a machine can see the arguments of a process, but not its environment.
    shown = parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", "@"))
    environment = {**os.environ, "PGPASSWORD": unquote(parts.password or ""), "LC_ALL": "C"}
    try:
        with whole_file(copy) as new:
            run(copy, environment, "pg_dump", "--format=custom", "--no-owner", f"--file={new}", shown.geturl())
            # A truncated or unreadable file is no backup, so read all of it as a restore would.
            run(copy, environment, "pg_restore", f"--file={os.devnull}", str(new))
    except OSError as error:
        raise DatabaseError(f"Cannot write the backup {copy}: {error.strerror}.") from error


def run(copy: Path, environment: dict[str, str], program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs for a backup. Raise DatabaseError if it is missing or fails."""
    try:
        done = subprocess.run(
            [program, *arguments],
            env={name: value for name, value in environment.items() if value},  # libpq refuses some if they are empty
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise DatabaseError(f"{program} is not installed here. {BY_HAND.format(name=copy.name)}") from None
    if done.returncode:
        if "version mismatch" in done.stderr:
            raise DatabaseError(f"{program} is older than the PostgreSQL server. {BY_HAND.format(name=copy.name)}")
        said = (done.stderr.strip().splitlines() or [f"{program} failed with exit code {done.returncode}"])[-1]
        raise DatabaseError(f"Cannot write the backup {copy}: {said}")
