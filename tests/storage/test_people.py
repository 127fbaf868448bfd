"""People: names, preferences, and what a person may have forgotten."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage import Change, NewLine, Post, SeatRow, Storage
from tests.storage.build import NOON, open_table


async def test_a_person_is_met_once_and_their_name_is_renewed(storage: Storage) -> None:
    table = await open_table(storage, user=5)
    first = await storage.people.meet(5, "Old Name")
    assert await storage.people.meet(5, "New Name") == first
    assert await storage.people.meet(6, "Other") != first
    row = await storage.tables.get(table)
    assert row is not None
    assert row.seats[0].name == "New Name"


async def test_preferences_are_set_changed_and_dropped(storage: Storage) -> None:
    assert await storage.people.preferences(5) == {}
    await storage.people.prefer(5, "theme", "dark")
    await storage.people.prefer(5, "pings", "off")
    await storage.people.prefer(6, "theme", "light")
    await storage.people.prefer(5, "theme", "sepia")
    assert await storage.people.preferences(5) == {"pings": "off", "theme": "sepia"}
    await storage.people.prefer(5, "theme", None)
    assert await storage.people.preferences(5) == {"pings": "off"}
    assert await storage.people.preferences(6) == {"theme": "light"}


async def test_a_preference_before_or_after_the_first_table_keeps_the_name_given_there(storage: Storage) -> None:
    await storage.people.prefer(5, "theme", "dark")
    await open_table(storage, user=5)
    await storage.people.prefer(5, "theme", "light")
    [row] = await storage.tables.of_user(5)
    assert row.seats[0].name == "user 5"


async def test_a_forgotten_user_leaves_a_pseudonym_in_the_logs(storage: Storage, path: Path) -> None:
    table = await open_table(storage, user=987654321)
    await storage.people.meet(987654321, "Rumpelstiltskin")
    await storage.people.prefer(987654321, "theme", "dark")
    before = await storage.tables.log(table)
    assert await storage.people.forget(987654321)
    assert not await storage.people.forget(987654321)
    after = await storage.tables.log(table)
    assert [(line.number, line.kind, line.player) for line in after] == [(e.number, e.kind, e.player) for e in before]
    assert [(line.user_id, line.name) for line in after] == [(None, "#1")]
    with closing(sqlite3.connect(path)) as database:
        dump = "\n".join(database.iterdump())
    assert "Rumpelstiltskin" not in dump
    assert "987654321" not in dump
    assert "dark" not in dump


async def test_the_words_of_posts_are_forgotten_where_somebody_has_played_who_is(storage: Storage) -> None:
    theirs, other = await open_table(storage, 1, user=5), await open_table(storage, 2, user=6)
    once = await open_table(storage, 3, user=5)
    heir = await storage.people.meet(6, "Ben")
    await storage.tables.append(Change(once, 1, NOON, (NewLine("leave", 0, 1),), seats=(SeatRow(0, heir),), host=heir))
    for table in (theirs, other, once):
        await storage.outbox.add_post(Post(table, table, table, 1, "board", True, 0, "Anna is to move"))
    await storage.people.forget(5)
    assert [post.body for post in await storage.outbox.posts(theirs)] == [""]
    assert [post.body for post in await storage.outbox.posts(once)] == [""], "somebody else sits there now"
    assert [post.body for post in await storage.outbox.posts(other)] == ["Anna is to move"]


async def test_who_comes_back_after_being_forgotten_is_somebody_new(storage: Storage) -> None:
    await open_table(storage, user=5)
    await storage.people.forget(5)
    assert await storage.people.meet(5, "Anna") == 2
    assert await storage.tables.of_user(5) == []
