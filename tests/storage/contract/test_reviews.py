"""Reviews of games: one for each table, kept while they grow, and only so many finished ones."""

from datetime import timedelta

import pytest

from storage import Storage, finished_games
from storage.records import SeatLoss
from tests.storage.build import NOON, open_table

HOUR = timedelta(hours=1)


async def test_a_review_grows_until_it_is_finished(storage: Storage) -> None:
    table, other = await open_table(storage, 1), await open_table(storage, 2)
    await storage.reviews.begin(other, NOON + HOUR)
    await storage.reviews.begin(table, NOON)
    first = await storage.reviews.of_table(table)
    await storage.reviews.begin(table, NOON + 2 * HOUR)
    assert first == await storage.reviews.of_table(table), "there is one for each table"
    assert first is not None
    assert (first.judged, first.done, first.message_id) == ("[]", None, None)
    assert await storage.reviews.in_progress() == [table, other], "the oldest first"
    assert await storage.reviews.keep(table, "[1]", 77)
    await storage.reviews.finish(table, NOON + HOUR, [SeatLoss(0, 9, 0.25), SeatLoss(1, 8, 0.0)])
    row = await storage.reviews.of_table(table)
    assert row is not None
    assert (row.judged, row.done, row.message_id, row.nonce) == ("[1]", NOON + HOUR, 77, first.nonce)
    assert await storage.reviews.in_progress() == [other]
    assert not await storage.reviews.cancel(table), "it is finished"


async def test_a_review_that_was_stopped_is_gone(storage: Storage) -> None:
    table = await open_table(storage, 1)
    await storage.reviews.begin(table, NOON)
    assert await storage.reviews.cancel(table)
    assert await storage.reviews.of_table(table) is None
    assert not await storage.reviews.keep(table, "[1]", 77)
    assert not await storage.reviews.cancel(table)


async def test_only_the_latest_finished_reviews_are_kept(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "MAX_REVIEWS", 2)
    tables = [await open_table(storage, number) for number in range(1, 6)]
    for table in tables:
        await storage.reviews.begin(table, NOON)
    for number, table in enumerate((tables[2], tables[0], tables[1], tables[3])):
        await storage.reviews.finish(table, NOON + number * HOUR, [SeatLoss(0, 1, 0.5)])
    assert [one for one in tables if await storage.reviews.of_table(one)] == [tables[1], tables[3], tables[4]]
    assert await storage.reviews.in_progress() == [tables[4]], "one in progress is always kept"
