"""A backup of a PostgreSQL database: one file, written by the program that comes with the server."""

import os
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from storage.address import Address
from storage.engine import DatabaseError

BY_HAND = 'Where a newer one is, run: pg_dump --format=custom --no-owner --file={name} "$DATABASE_URL"'


def backup(address: Address, copy: Path) -> None:
    """Write everything in the database to a new file, also while bots are using it.

    Raises:
        DatabaseError: there is no pg_dump here, or none that can; the copy exists already or is not writable.
    """
    if copy.exists():
        raise DatabaseError(f"{copy} exists already; a backup never replaces a file.")
    parts = urlsplit(address.secret)
    # Who looks at the processes of a machine sees their arguments, but not their environment.
    shown = parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", "@"))
    environment = {**os.environ, "PGPASSWORD": unquote(parts.password or ""), "LC_ALL": "C"}
    new = copy.with_name(copy.name + ".new")
    try:
        done = subprocess.run(
            ["pg_dump", "--format=custom", "--no-owner", f"--file={new}", shown.geturl()],
            env={name: value for name, value in environment.items() if value},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise DatabaseError(f"There is no pg_dump here. {BY_HAND.format(name=copy.name)}") from None
    if done.returncode:
        new.unlink(missing_ok=True)
        if "version mismatch" in done.stderr:
            raise DatabaseError(f"pg_dump is older than the server here. {BY_HAND.format(name=copy.name)}")
        raise DatabaseError(f"The backup {copy} could not be written: {done.stderr.strip().splitlines()[-1]}")
    new.replace(copy)
