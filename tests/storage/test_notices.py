"""Notices are written once, sent once, and kept as long as their message is there."""

from storage import NewNotice, Storage
from tests.storage.build import NOON, later, open_table


async def test_when_a_notice_was_first_sent_is_kept(storage: Storage) -> None:
    """P28: else it would be tried again for ever."""
    table, notices = await open_table(storage), storage.notices
    await notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    for seconds in (0, 30, 60):
        [notice] = await notices.pending(later(seconds), 5)
        await notices.begin(notice.id, later(seconds))
    [notice] = await notices.pending(later(90), 5)
    assert notice.begun == NOON


async def test_a_notice_of_a_wait_is_written_once_for_each_kind(storage: Storage) -> None:
    """P28: whoever writes it, whenever."""
    table, notices = await open_table(storage), storage.notices
    for kind in ("first", "first", "second", "first", "second"):
        await notices.write([NewNotice(1, kind, NOON, table, 0, 1)], gives_way=("first", "second"))
    assert [notice.kind for notice in await notices.pending(NOON, 5)] == ["second"]


async def test_what_is_remembered_of_somebody_who_asks_to_be_forgotten_goes(storage: Storage) -> None:
    table = await open_table(storage, user=7)
    await storage.notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    await storage.people.forget(7, NOON)
    assert await storage.notices.pending(NOON, 5) == []
