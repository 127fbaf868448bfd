"""Where and when a person wants to be notified, read from their preferences."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.preferences import BOTH, NONE, NOTICES, PRIVATE, REFUSED, get_recipient, zone_named
from rules_service.hours import Hours
from storage import Storage

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(tmp_path / "games") as storage:
        yield storage


async def known(storage: Storage, **preferences: str) -> int:
    """Return the storage number of a person with these preferences."""
    for key, value in preferences.items():
        await storage.people.prefer(7, key, value)
    return await storage.people.meet(7, "Anna")


@pytest.mark.parametrize(
    ("where", "refused", "private", "channel"),
    [
        (None, False, False, True),
        ("elsewhere", False, False, True),
        (PRIVATE, False, True, False),
        (BOTH, False, True, True),
        (NONE, False, False, False),
        (PRIVATE, True, False, True),  # what can't come by DM comes in the channel
        (BOTH, True, False, True),
        (NONE, True, False, False),
    ],
)
async def test_P20_P21_where_notices_come(
    storage: Storage, where: str | None, refused: bool, private: bool, channel: bool
) -> None:
    """P20, P21: where the person wants them; in the channel if DMs are refused."""
    given = ({NOTICES.option.id: where} if where else {}) | ({REFUSED: "new"} if refused else {})
    found = await get_recipient(storage, await known(storage, **given), NOON)
    assert found is not None
    assert (found.in_private, found.in_channel, found.refused) == (private, channel, refused)


async def test_what_else_is_read_of_a_person(storage: Storage) -> None:
    player = await known(storage, language="de")
    plain = await get_recipient(storage, player, NOON)
    assert plain is not None
    assert (plain.language, plain.digest_hour, plain.wants_next, plain.hours) == ("de", None, False, None)
    await known(storage, speech="pl", digest="7", next="on", zone="UTC")
    chosen = await get_recipient(storage, player, NOON)
    assert chosen is not None
    assert (chosen.language, chosen.digest_hour, chosen.wants_next) == ("pl", 7, True)
    assert chosen.hours is not None
    await known(storage, speech="xx", digest="off")
    odd = await get_recipient(storage, player, NOON)
    assert odd is not None
    assert (odd.language, odd.digest_hour) == ("de", None)
    await storage.people.forget(7, NOON)
    assert await get_recipient(storage, player, NOON) is None


async def test_P42_who_is_away_is_quiet_until_the_end_of_it(storage: Storage) -> None:
    """P42: whatever their hours; from the first moment to the last."""
    player = await known(storage, zone="UTC", quiet="11-13")
    end = NOON + timedelta(days=3)
    await storage.vacations.begin(player, NOON, end, end)
    for at, until in (
        (NOON - timedelta(hours=2), None),
        (NOON - timedelta(minutes=1), NOON + timedelta(hours=1)),
        (NOON, end),
        (end - timedelta(minutes=1), end),
        (end, end + timedelta(hours=1)),
        (end + timedelta(hours=2), None),
    ):
        found = await get_recipient(storage, player, at)
        assert found is not None
        assert found.quiet_until(at) == until, at


async def test_P31_the_next_digest_comes_at_the_chosen_hour_of_their_own_clock(storage: Storage) -> None:
    """P31: later than now, also on days when clocks change, and not without a known clock."""
    player = await known(storage, zone="Europe/Berlin", digest="8")
    found = await get_recipient(storage, player, NOON)
    assert found is not None
    for now, due in (
        ("2026-03-01T06:59", "2026-03-01T07:00"),
        ("2026-03-01T07:00", "2026-03-02T07:00"),
        ("2026-03-01T23:30", "2026-03-02T07:00"),
        ("2026-03-28T12:00", "2026-03-29T06:00"),
    ):
        at = datetime.fromisoformat(now).replace(tzinfo=UTC)
        assert found.next_digest(at) == datetime.fromisoformat(due).replace(tzinfo=UTC)
    far_east = await get_recipient(storage, await known(storage, zone="Pacific/Kiritimati"), NOON)
    assert far_east is not None
    assert far_east.next_digest(NOON) == datetime(2026, 3, 1, 18, tzinfo=UTC)
    assert far_east.hours == Hours(ZoneInfo("Pacific/Kiritimati"), 22, 8, frozenset())
    unknown = await get_recipient(storage, await known(storage, zone="Mars"), NOON)
    assert unknown is not None
    assert unknown.next_digest(NOON) is None


def test_P5_a_zone_is_named_by_its_city_if_there_is_one_such_city() -> None:
    assert zone_named("Europe/Berlin") == zone_named(" berlin ") == "Europe/Berlin"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("Gotham") is None
    assert zone_named("") is None
