"""A backup of a PostgreSQL database: one file, written by the program that comes with the server."""

import os
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.address import Address
from storage.engine import DatabaseError
from storage.whole_file import whole_file

BY_HAND = 'Where a newer version is installed, run: pg_dump --format=custom --no-owner --file={name} "$DATABASE_URL"'


def backup(address: Address, copy: Path) -> None:
    """Write everything in the database to a new file, also while bots are using it.

    Raises:
        DatabaseError: there is no pg_dump here, or none that can; the copy exists already, can't be written or is not
            whole; there is none then.
    """
    if copy.exists():
        raise DatabaseError(f"{copy} already exists. A backup never overwrites a file.")
    parts = urlsplit(address.secret)
    # Who looks at the processes of a machine sees their arguments, but not their environment.
    shown = parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", "@"))
    environment = {**os.environ, "PGPASSWORD": unquote(parts.password or ""), "LC_ALL": "C"}
    try:
        with whole_file(copy) as new:
            run(copy, environment, "pg_dump", "--format=custom", "--no-owner", f"--file={new}", shown.geturl())
            # What has no end, or cannot be unpacked, is no backup: read all of it as a restore would.
            run(copy, environment, "pg_restore", f"--file={os.devnull}", str(new))
    except OSError as error:
        raise DatabaseError(f"Cannot write the backup {copy}: {error.strerror}.") from error


def run(copy: Path, environment: dict[str, str], program: str, *arguments: str) -> None:
    """Run a program of the server for a backup. Raises DatabaseError: it is not there, or failed."""
    try:
        done = subprocess.run(
            [program, *arguments],
            env={name: value for name, value in environment.items() if value},
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
