from datetime import timedelta

import pytest

from storage import ReviewEnd, Storage, finished_games
from storage.records import ReviewRow, SeatLoss
from tests.storage.build import NOON, open_table

HOUR = timedelta(hours=1)


async def review_of(storage: Storage, table: int) -> ReviewRow:
    row = await storage.reviews.of_table(table)
    assert row is not None
    return row


async def test_a_review_grows_until_it_is_finished(storage: Storage) -> None:
    table, other = await open_table(storage, 1), await open_table(storage, 2)
    await storage.reviews.begin(other, 100, NOON + HOUR)
    await storage.reviews.begin(table, 100, NOON)
    first = await review_of(storage, table)
    await storage.reviews.begin(table, 100, NOON + 2 * HOUR)
    assert first == await review_of(storage, table), "there is one for each table"
    assert (first.judged, first.finished, first.message_id, first.asked_by) == ("[]", False, None, 100)
    assert await storage.reviews.in_progress() == [table, other], "the oldest first"
    assert await storage.reviews.asked_by(100) == [table, other]
    assert await storage.reviews.keep(table, "[1]")
    await storage.reviews.posted(table, 77)
    await storage.reviews.finish(table, NOON + HOUR, [SeatLoss(0, 9, 0.25), SeatLoss(1, 8, 0.0)])
    row = await review_of(storage, table)
    assert (row.judged, row.done, row.message_id, row.nonce) == ("[1]", NOON + HOUR, 77, first.nonce)
    assert await storage.reviews.in_progress() == await storage.reviews.asked_by(100) == [other]
    assert row.finished
    assert row.asked_by == 100
    assert not await storage.reviews.end(table, NOON, ReviewEnd.STOPPED), "it is finished"
    assert await storage.reviews.untold() == [table]
    await storage.reviews.told(table, ReviewEnd.FINISHED)
    assert await storage.reviews.untold() == []
    row = await review_of(storage, table)
    assert row.finished
    assert row.asked_by is None, "it is posted"
    await storage.people.forget(100, NOON)
    row = await review_of(storage, other)
    assert row.asked_by is None


@pytest.mark.parametrize("how", [ReviewEnd.STOPPED, ReviewEnd.FAILED])
async def test_a_review_that_ends_early_is_gone_when_its_post_says_so(storage: Storage, how: ReviewEnd) -> None:
    table = await open_table(storage, 1)
    await storage.reviews.begin(table, 100, NOON)
    assert await storage.reviews.end(table, NOON + HOUR, how)
    assert not await storage.reviews.end(table, NOON + HOUR, how)
    assert not await storage.reviews.keep(table, "[1]")
    assert await storage.reviews.in_progress() == []
    await storage.reviews.posted(table, 77)
    await storage.reviews.finish(table, NOON + HOUR, [])
    row = await review_of(storage, table)
    assert (row.untold, row.message_id, row.finished) == (how, 77, False), "its post is known all the same"
    await storage.reviews.told(table, how)
    assert await storage.reviews.of_table(table) is None


async def test_a_review_requested_again_before_its_post_shows_the_end_continues(storage: Storage) -> None:
    table = await open_table(storage, 1)
    await storage.reviews.begin(table, 100, NOON)
    await storage.reviews.keep(table, "[1]")
    await storage.reviews.end(table, NOON + HOUR, ReviewEnd.STOPPED)
    await storage.people.meet(101, "another player")
    await storage.reviews.begin(table, 101, NOON + HOUR)
    await storage.reviews.told(table, ReviewEnd.STOPPED)
    assert await storage.reviews.in_progress() == [table]
    row = await review_of(storage, table)
    assert (row.judged, row.asked_by) == ("[1]", 101)


async def test_of_posts_sent_without_an_answer_the_first_counts(storage: Storage) -> None:
    table = await open_table(storage, 1)
    await storage.reviews.begin(table, 100, NOON)
    for at, found in ((NOON, NOON), (NOON + HOUR, NOON), (None, None), (NOON + HOUR, NOON + HOUR)):
        await storage.reviews.mark_in_flight(table, at)
        row = await review_of(storage, table)
        assert row.tried == found


async def test_only_the_latest_finished_reviews_are_kept(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "MAX_REVIEWS", 2)
    tables = [await open_table(storage, number) for number in range(1, 6)]
    for table in tables:
        await storage.reviews.begin(table, 100, NOON)
    for number, table in enumerate((tables[2], tables[0], tables[1], tables[3])):
        await storage.reviews.finish(table, NOON + number * HOUR, [SeatLoss(0, 1, 0.5)])
    assert [one for one in tables if await storage.reviews.of_table(one)] == [tables[1], tables[3], tables[4]]
    assert await storage.reviews.in_progress() == [tables[4]], "one in progress is always kept"
