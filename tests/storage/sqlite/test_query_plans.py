"""No query of a scheduler run reads a whole table, however many tables the bot has."""

import re
import sqlite3
from pathlib import Path

import pytest

from storage.notices import DUE_TABLES
from storage.notices import PENDING as NOTICES
from storage.outbox import DUE, REDRAWS
from storage.people import DUE_DELETIONS
from storage.plans import DUE_PLANS
from storage.sqlite.file import prepare
from storage.tables import COMPUTERS_TO_MOVE

WHOLE = re.compile(r"SCAN (tables|seats|asks|plans|notices|announcements|[a-z])$")
OF_RESULTS = {"SCAN s", "SCAN w"}  # subqueries with these names


@pytest.mark.parametrize("query", [DUE_TABLES, NOTICES, DUE, REDRAWS, DUE_DELETIONS, DUE_PLANS, COMPUTERS_TO_MOVE])
def test_a_scheduler_run_finds_what_is_due_by_an_index(tmp_path: Path, query: str) -> None:
    path = tmp_path / "x.sqlite"
    prepare(path).close()
    connection = sqlite3.connect(path)
    names = set(re.findall(r":(\w+)", query))
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", dict.fromkeys(names, 1))]
    connection.close()
    assert [step for step in plan if WHOLE.match(step) and step not in OF_RESULTS] == []
