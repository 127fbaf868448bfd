from collections.abc import Awaitable, Callable

import pytest

from storage import NewNotice, SeatRow, Storage
from tests.storage.build import NOON, later, move, open_table

Happens = Callable[[Storage, int], Awaitable[None]]


async def test_when_a_notice_was_first_sent_is_kept(storage: Storage) -> None:
    """P28: without the time of the first attempt, a notification would be retried forever."""
    table, notices = await open_table(storage), storage.notices
    await notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    for seconds in (0, 30, 60):
        [notice] = await notices.pending(later(seconds), 5)
        await notices.begin(notice.id, later(seconds))
    [notice] = await notices.pending(later(90), 5)
    assert notice.begun == NOON


async def test_a_notice_of_a_wait_is_written_once_for_each_kind(storage: Storage) -> None:
    """P28: a repeated notification is not stored again, whichever process writes it, and whenever it does."""
    table, notices = await open_table(storage), storage.notices
    for kind in ("first", "first", "second", "first", "second"):
        await notices.write([NewNotice(1, kind, NOON, table, 0, 1)], gives_way=("first", "second"))
    assert [notice.kind for notice in await notices.pending(NOON, 5)] == ["second"]


async def test_a_notice_being_sent_is_not_replaced(storage: Storage) -> None:
    """P28: while sending is unconfirmed, the message may exist, so the notification stays."""
    table, notices = await open_table(storage), storage.notices
    await notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    [first] = await notices.pending(NOON, 5)
    await notices.begin(first.id, NOON)
    await notices.write([NewNotice(1, "second", NOON, table, 0, 1)], gives_way=("first", "second"))
    assert [notice.kind for notice in await notices.pending(NOON, 5)] == ["first", "second"]


async def test_cached_rows_of_a_forgotten_person_are_dropped(storage: Storage) -> None:
    table = await open_table(storage, user=7)
    await storage.notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    await storage.people.forget(7, NOON)
    assert await storage.notices.pending(NOON, 5) == []


async def is_to_be_forgotten(storage: Storage, table: int) -> None:
    await storage.people.schedule_deletion(7, later(60))


async def waits(storage: Storage, table: int) -> None:
    seat = SeatRow(0, 1, acted_at=NOON, due_since=NOON, due_number=2, next_at=later(60))
    await storage.tables.append(move(table, 1, seats=(seat,)))


async def is_to_be_told(storage: Storage, table: int) -> None:
    await storage.notices.write([NewNotice(1, "first", later(60), table, 0, 1)])


async def is_to_be_drawn_anew(storage: Storage, table: int) -> None:
    await storage.outbox.redraw(table, later(60))


@pytest.mark.parametrize("happens", [is_to_be_forgotten, waits, is_to_be_told, is_to_be_drawn_anew])
async def test_every_kind_of_due_work_is_noticed(storage: Storage, happens: Happens) -> None:
    await happens(storage, await open_table(storage, user=7))
    assert not await storage.anything_due(later(59))
    assert await storage.anything_due(later(60))


async def has_read_what_is_over(storage: Storage, table: int) -> None:
    await storage.notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
    [notice] = await storage.notices.pending(NOON, 1)
    await storage.notices.done(notice.id, NOON, "sent", (1, 1))


async def has_left_a_seat(storage: Storage, table: int) -> None:
    await storage.people.forget(7, NOON)


@pytest.mark.parametrize("happened", [has_read_what_is_over, has_left_a_seat])
async def test_posts_to_tidy_up_are_due_at_once(storage: Storage, happened: Happens) -> None:
    table = await open_table(storage, user=7)
    assert not await storage.anything_due(NOON)
    await happened(storage, table)
    assert await storage.anything_due(NOON)
