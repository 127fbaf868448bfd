import sqlite3
from contextlib import closing
from pathlib import Path

from storage import Change, LineKind, NewLine, NewTable, Storage, backup
from storage.people import EXPORT
from storage.records import stamp
from storage.sqlite.file import forgotten_file
from tests.storage.build import SECRET, later, open_table


async def test_p108_every_column_about_a_person_is_exported_or_excepted(path: Path) -> None:
    """P108: the schema itself shows which columns refer to a person."""
    excepted = {
        ("players", "id"): "our own number, of no use to anybody else",
        ("forgotten_seats", "key"): "says nothing without the person; gone with the table",
        ("forgotten_seats", "digest"): "says nothing without the person; gone with the table",
        ("blocks", "blocked"): "who has blocked somebody is theirs to know; the other direction is exported",
        ("notices", "by"): "who has asked somebody whether they are still there; a number once they are forgotten",
        ("posts", "body"): "the words of a message that stands in a channel; emptied when somebody is forgotten",
    }
    await (await Storage.open(path)).close()
    with closing(sqlite3.connect(path)) as database:
        tables = [
            name
            for [name] in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            )
        ]
        about = {
            (table, row[3])
            for table in tables
            for row in database.execute(f"PRAGMA foreign_key_list({table})")
            if row[2] == "players"
        }
        named = {
            (table, row[1])
            for table in tables
            for row in database.execute(f"PRAGMA table_info({table})")
            if row[1] in ("user_id", "name", "player") and table != "facts"
        }
    covered = {
        (table, column)
        for table, (columns, whose) in EXPORT.items()
        for column in (*columns.split(", "), "player", "host", "closer")
        if column in columns.split(", ") or f"{column} = :player" in whose
    }
    assert about | named <= covered | excepted.keys()


async def test_p112_a_restored_backup_forgets_people_again(tmp_path: Path) -> None:
    """P112: the list beside the database has ids without names. A later person with the same id is kept."""
    file, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    async with await Storage.open(file) as storage:
        await open_table(storage, user=5)
        backup(file, copy)
        await open_table(storage, 2, user=6)
        await storage.people.forget(5, later(60))
        await storage.people.forget(6, later(60))
    assert "user" not in file.with_name("games.sqlite.forgotten").read_text()
    for beside in tmp_path.glob("games.sqlite-*"):
        beside.unlink()
    copy.replace(file)
    async with await Storage.open(file) as storage:
        assert await storage.people.find(5) is None
        assert await storage.people.meet(7, "Newcomer") == 2, "the number that user 6 had"
        player = await storage.people.meet(7, "Newcomer")
        table = NewTable("toy", 3, 7, None, player, SECRET, "print", "{}", "en")
        await storage.tables.create(table, later(3600))
    async with await Storage.open(file) as storage:
        assert await storage.people.find(7) == 2


async def test_P110_P112_which_restored_people_are_forgotten_again(storage: Storage) -> None:
    """P110, P112: people who come back with a backup are forgotten, but not a newer person with the same id."""
    anna, ben, cara = [await storage.people.meet(user, "x") for user in (101, 102, 103)]
    table = await open_table(storage)
    await storage.tables.append(Change(table, 1, later(40), (NewLine(LineKind.JOIN, 1, cara),)))
    await storage.tables.append(Change(table, 2, later(50), (NewLine(LineKind.JOIN, 2, ben),)))
    for player in (anna, ben, cara):
        await storage.database.note_forgotten(player, stamp(later(40)))
    await storage.people.forget_again()
    assert [await storage.people.find(user) for user in (101, 103)] == [None, None]
    assert await storage.people.find(102) == ben


async def test_P112_only_complete_lines_of_the_list_count(storage: Storage, path: Path) -> None:
    """P112: incomplete or damaged lines are ignored. A crash can leave half a line, and a faulty disk anything."""
    assert await storage.database.forgotten() == []
    forgotten_file(path).write_bytes(
        b"9" * 5000 + b" 1\n1 " + b"9" * 20 + b"\n1 20\n\n3\nx 4\n5 y\n6 7 8\n-9 1\n\xff 2\n10 11\n12 13"
    )
    assert await storage.database.forgotten() == [(1, 20), (10, 11)]
