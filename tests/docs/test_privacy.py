"""docs/privacy.md agrees with the schema and with the bot's help page."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Storage
from storage.people import EXPORT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "privacy.md").read_text("utf-8")
PERSONAL = {"user_id", "name", "player"}
FREE_TEXT = {("notes", "text"), ("moves", "text"), ("posts", "body"), ("preferences", "value")}

Schema = dict[str, tuple[set[str], set[str]]]  # by table: its columns, and those that refer to a person


@pytest.fixture
async def schema(tmp_path: Path) -> Schema:
    path = tmp_path / "games.sqlite"
    await (await Storage.open(path)).close()
    with closing(sqlite3.connect(path)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return {
            table: (
                {row[1] for row in database.execute(f"PRAGMA table_info({table})")},
                {row[3] for row in database.execute(f"PRAGMA foreign_key_list({table})") if row[2] == "players"},
            )
            for [table] in names.fetchall()
        }


def described() -> dict[str, set[str]]:
    """Return the columns named on the page, by database table."""
    rows = re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", PAGE, re.MULTILINE)
    return {table: set(re.findall(r"`([a-z_]+)`", text)) for table, text in rows}


def impersonal() -> set[str]:
    [line] = re.findall(r"^(`[^|]*)\shave\sno\sdata\sabout\speople\.$", PAGE, re.MULTILINE)
    return set(re.findall(r"`([a-z_]+)`", line))


def test_every_table_is_either_described_or_said_to_hold_nothing_about_people(schema: Schema) -> None:
    assert not described().keys() & impersonal()
    assert described().keys() | impersonal() == schema.keys()


def test_every_column_about_a_person_is_named_and_every_named_column_exists(schema: Schema) -> None:
    for table, (columns, people) in schema.items():
        about = people | ({*PERSONAL, *(column for of, column in FREE_TEXT if of == table)} & columns)
        if table in impersonal():
            assert not people, table
            assert table not in EXPORT
        else:
            named = described()[table]
            assert about <= named, table
            assert named <= columns, table


def test_the_page_has_every_topic_of_the_page_of_help() -> None:
    text = (ROOT / "wording" / "help.md").read_text("utf-8")
    [page] = re.findall(r"^# privacy: .*?(?=^# |\Z)", text, re.MULTILINE | re.DOTALL)
    topics = re.findall(r"^\*\*(.+?:)\*\*", page, re.MULTILINE)
    assert len(topics) > 5
    assert set(topics) <= set(re.findall(r"\*\*(.+?:)\*\*", PAGE))


def test_everything_described_is_exported_except_posts_and_seat_hashes() -> None:
    assert described().keys() - EXPORT.keys() == {"posts", "forgotten_seats"}
    assert EXPORT.keys() <= described().keys()
