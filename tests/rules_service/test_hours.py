from datetime import UTC, datetime, timedelta

import pytest

from rules_service.hours import clock_shows, quiet_days, quiet_hours, read_hours, time_zones


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "quiet", "at", "until"),
    [
        ("Europe/Berlin", "22-8", "2026-01-10T21:30", "2026-01-11T07:00"),
        ("Europe/Berlin", "22-8", "2026-01-11T06:59", "2026-01-11T07:00"),
        ("Europe/Berlin", "22-8", "2026-01-11T07:00", None),
        ("Europe/Berlin", "22-8", "2026-01-10T20:59", None),
        ("Europe/Berlin", "1-9", "2026-01-10T00:30", "2026-01-10T08:00"),
        ("Europe/Berlin", "none", "2026-01-10T02:00", None),
        ("Asia/Kathmandu", "22-8", "2026-01-10T16:20", "2026-01-11T02:15"),
        ("Pacific/Kiritimati", "22-8", "2026-01-10T08:00", "2026-01-10T18:00"),
        # Berlin's clocks go from 2:00 to 3:00 on 29 March 2026: quiet hours that end at 2:00 end at the next minute
        # that exists.
        ("Europe/Berlin", "22-2", "2026-03-28T23:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "22-8", "2026-03-28T23:00", "2026-03-29T06:00"),
        # They go back from 3:00 to 2:00 on 25 October: quiet hours end at the later of the two 2:00s.
        ("Europe/Berlin", "22-2", "2026-10-24T23:00", "2026-10-25T01:00"),
        # Those that begin at 2:00 begin at the earlier one.
        ("Europe/Berlin", "2-9", "2026-10-25T00:30", "2026-10-25T08:00"),
        # Lord Howe's clocks go back by half an hour, from 2:00 to 1:30, on 5 April 2026, and forward on 4 October.
        ("Australia/Lord_Howe", "22-8", "2026-04-04T14:00", "2026-04-04T21:30"),
        ("Australia/Lord_Howe", "22-2", "2026-10-03T14:00", "2026-10-03T15:30"),
        ("America/St_Johns", "22-8", "2026-03-08T05:00", "2026-03-08T10:30"),
        ("America/Santiago", "22-0", "2026-09-06T03:30", "2026-09-06T04:00"),  # Midnight itself is skipped there.
    ],
)
def test_P6_quiet_hours_follow_the_persons_own_clock(zone: str, quiet: str, at: str, until: str | None) -> None:
    hours = read_hours({"zone": zone, "quiet": quiet})
    assert hours.quiet_until(utc(at)) == (None if until is None else utc(until))


def test_P4_without_a_zone_there_are_no_quiet_hours_and_with_one_they_are_the_usual_ones() -> None:
    """P4, P6: the default quiet hours are from 22:00 to 8:00."""
    assert read_hours({}) is None
    assert read_hours({"quiet": "22-8"}) is None
    assert read_hours({"zone": "Mars/Olympus"}) is None
    hours = read_hours({"zone": "UTC"})
    assert hours.quiet_until(utc("2026-01-10T22:00")) == utc("2026-01-11T08:00")
    for unreadable in ("8-8", "late", ""):
        assert read_hours({"zone": "UTC", "quiet": unreadable}) == hours
    assert read_hours({"zone": "UTC", "quiet_days": "noday"}) == hours


def test_P6_quiet_days_go_on_into_quiet_nights() -> None:
    """P6: Friday night, Saturday, Sunday and the next night are one quiet period."""
    hours = read_hours({"zone": "UTC", "quiet_days": "sat sun"})
    assert hours.quiet_until(utc("2026-01-09T22:30")) == utc("2026-01-12T08:00")
    assert hours.quiet_until(utc("2026-01-09T21:00")) is None


def test_P6_too_many_quiet_hours_or_days_are_refused() -> None:
    """P6: more than 16 quiet hours or five quiet days are refused."""
    assert [quiet_hours(said) for said in ("22-8", "22:00 - 8:00", "8-0", "none")] == ["22-8", "22-8", "8-0", "none"]
    assert [quiet_hours(said) for said in ("8-1", "8-8", "8", "24-3", "a-b", "", "008-9")] == [None] * 7
    assert [quiet_days(said) for said in ("Saturday, sun", "none", "sun sat")] == ["sat sun", "none", "sat sun"]
    assert [quiet_days(said) for said in ("mon tue wed thu fri sat", "noday", "", "sat noday")] == [None] * 4
    assert [quiet_days(said) for said in ("mon tue wed thu fri", "sun")] == ["mon tue wed thu fri", "sun"]
    assert [quiet_hours(said) for said in ("22-23", "23-0", "0-16")] == ["22-23", "23-0", "0-16"]


def test_P5_a_half_hour_zone_is_listed_under_both_hours() -> None:
    now = utc("2026-01-10T12:40")
    assert clock_shows("Europe/Berlin", now) == {13}
    assert clock_shows("Asia/Kolkata", now) == {17, 18}
    assert clock_shows("America/St_Johns", now) == {8, 9}
    assert clock_shows("Pacific/Kiritimati", now) == {2}


def test_quiet_time_ends_in_every_zone_on_every_day_of_a_year() -> None:
    for zone in sorted(time_zones())[::37]:
        hours = read_hours({"zone": zone, "quiet_days": "sun"})
        assert hours is not None
        at = utc("2026-01-01T00:00")
        for _ in range(122):
            until = hours.quiet_until(at) or at
            assert timedelta() <= until - at <= timedelta(hours=46)
            assert hours.quiet_until(until) is None
            at += timedelta(hours=71)
