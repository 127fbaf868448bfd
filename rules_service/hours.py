"""Quiet hours, in which a person gets no notifications, in their own time zone (docs/spec/slow-play.md, section 1).

There are no quiet hours until the person has chosen a time zone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from rules.notation import read_number

ZONE_KEY, QUIET_KEY, QUIET_DAYS_KEY = "zone", "quiet", "quiet_days"  # keys of preferences
DEFAULT_QUIET = "22-8"  # default quiet hours once the zone is known
NO_QUIET = "none"  # value for no quiet hours, or no quiet days
MAX_QUIET_HOURS, MAX_QUIET_DAYS = 16, 5  # limits: quiet hours per day, quiet days per week
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTE, HOUR, A_DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Hours:
    """The quiet hours and days of a person whose zone is known."""

    zone: ZoneInfo
    begins: int | None  # an hour on the person's clock; None: no quiet hours
    ends: int
    days: frozenset[int]  # quiet weekdays; Monday is 0

    def quiet_until(self, at: datetime) -> datetime | None:
        """Return the end of the quiet time that this moment is in, in UTC, or None if it is not quiet."""
        until = at
        while (end := self._end(until)) is not None:
            until = end
        return until if until > at else None

    def _end(self, at: datetime) -> datetime | None:
        """Return the end of the quiet hours or the quiet day that this moment is in, or None if it is not quiet."""
        today = at.astimezone(self.zone).date()
        if today.weekday() in self.days:
            return self.instant(today + A_DAY, 0)
        if self.begins is None:
            return None
        for day in (today - A_DAY, today):
            end = self.instant(day if self.ends > self.begins else day + A_DAY, self.ends)
            if self.instant(day, self.begins, last=False) <= at < end:
                return end
        return None

    def instant(self, day: date, hour: int, *, last: bool = True) -> datetime:
        """Return the moment when the person's clock shows this hour on this day, in UTC.

        If the hour is skipped, return the first minute after the gap. If it occurs twice, return its first moment, or
        with ``last`` its second one.
        """
        shown = datetime(day.year, day.month, day.day, hour, tzinfo=self.zone)
        first, second = (shown.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
        if second >= first:
            return second if last else first
        before = second.astimezone(self.zone).utcoffset()
        while second.astimezone(self.zone).utcoffset() == before:
            second += MINUTE
        return second


def read_hours(preferences: Mapping[str, str]) -> Hours | None:
    """Read the quiet hours from a person's preferences. Return None if their zone is unknown."""
    zone = preferences.get(ZONE_KEY, "")
    if zone not in time_zones():
        return None
    quiet, days = preferences.get(QUIET_KEY, DEFAULT_QUIET), preferences.get(QUIET_DAYS_KEY, NO_QUIET)
    begins, _, ends = (quiet_hours(quiet) or DEFAULT_QUIET).partition("-")
    return Hours(
        known_zone(zone),
        read_number(begins) if ends else None,
        read_number(ends) or 0,
        frozenset(WEEKDAYS.index(day) for day in days.split() if day in WEEKDAYS),
    )


@lru_cache(maxsize=4096)
def awake_from(hours: Hours | None, at: datetime) -> datetime:
    """Return this moment, or if it is in a quiet time, the end of that time."""
    return (hours.quiet_until(at) if hours else None) or at


def quiet_hours(said: str) -> str | None:
    """Return quiet hours in their stored form, "22-8" or "none"; None if they are invalid or too long."""
    if said == NO_QUIET:
        return NO_QUIET
    times = said.replace(" ", "").replace(":00", "").split("-")
    hours = [hour for text in times if len(text) <= 2 and (hour := read_number(text)) is not None and hour < 24]
    if not len(times) == len(hours) == 2 or not 0 < (hours[1] - hours[0]) % 24 <= MAX_QUIET_HOURS:
        return None
    return f"{hours[0]}-{hours[1]}"


def quiet_days(said: str) -> str | None:
    """Return quiet weekdays in their stored form, "sat sun" or "none"; None if they are invalid or too many."""
    days = [word[:3] for word in said.casefold().replace(",", " ").split()]
    if days == [NO_QUIET[:3]]:
        return NO_QUIET
    known = [day for day in WEEKDAYS if day in days]
    return " ".join(known) if 0 < len(known) <= MAX_QUIET_DAYS and set(days) <= set(WEEKDAYS) else None


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1024)  # larger than the number of time zones
def known_zone(name: str) -> ZoneInfo:
    """Return the time zone with this name, cached because a search for a city reads every zone."""
    return ZoneInfo(name)


def clock_shows(zone: str, now: datetime) -> set[int]:
    """Return the hours that a clock in that zone may show now (two if its offset is not a whole number of hours)."""
    offset = now.astimezone(known_zone(zone)).utcoffset() or timedelta()
    below = offset // HOUR
    return {(now.hour + hours) % 24 for hours in (below, -(-offset // HOUR))}
