"""Q8: a process killed between two statements of a transaction has stored all of the transaction or nothing."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from storage import Storage
from storage.sqlite import file
from tests.storage.build import open_table
from tests.storage.contract.test_transactions import STATEMENTS, whole_change

ROOT = Path(__file__).parents[3]
# For each statement, fork a process that appends to a copy of the file and is killed after this statement, until a
# process survives.
KILLED = """
import asyncio, os, shutil, signal, sys
from pathlib import Path
import aiosqlite
from storage import Storage
from tests.storage.contract.test_transactions import whole_change

async def append(path, last):
    done = 0
    def count(real):
        async def call(*given):
            nonlocal done
            result = await real(*given)
            done += 1
            if done == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return result
        return call
    async with await Storage.open(path) as storage:
        for name in ("execute", "execute_fetchall", "executemany", "commit"):
            setattr(aiosqlite.Connection, name, count(getattr(aiosqlite.Connection, name)))
        await storage.tables.append(whole_change(1))

original = Path(sys.argv[1])
last, ended = 0, -signal.SIGKILL
while ended == -signal.SIGKILL:
    last += 1
    path = original.with_name(f"{last}.sqlite")
    shutil.copy(original, path)
    if not (child := os.fork()):
        asyncio.run(append(path, last))
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(ended)
"""


async def content(path: Path) -> dict[str, list[Any]]:
    """Open a file as the next process does. Return its rows without texts, because nonces are random."""
    async with await Storage.open(path):
        pass
    with closing(sqlite3.connect(path)) as database:
        return {
            table: [
                [value for value in row if not isinstance(value, str)]
                for row in database.execute(f"SELECT * FROM {table}")
            ]
            for table in file.tables(database)
        }


async def test_q8_killed_after_each_statement_the_file_has_all_or_nothing(path: Path) -> None:
    async with await Storage.open(path) as storage:
        await open_table(storage)
    before = await content(path)
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=True)
    async with await Storage.open(path) as storage:
        await storage.tables.append(whole_change(1))
    after = await content(path)
    assert before != after
    killed = [file for file in path.parent.glob("*.sqlite") if file.stem.isdecimal()]
    found = [await content(one) for one in sorted(killed, key=lambda one: int(one.stem))]
    assert len(found) > STATEMENTS
    assert found == [before] * (len(found) - 2) + [after, after]  # killed after the commit, and not killed
