"""How fast a table is played: when who keeps it waiting is reminded, and from when the others may do without them.

The table of docs/slow-play.md, section 2. No pace ends anything by itself.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.game import Option

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HALF = 2  # of its length is a wait for somebody who has not moved here yet, and what a sign of life adds


@dataclass(frozen=True)
class Pace:
    """Lengths of one wait, from the moment a seat is awaited. None: never."""

    first: timedelta | None  # until the first reminder
    second: timedelta | None  # until the second
    late: timedelta | None  # until the others may do without the seat


PACES = {
    "relaxed": Pace(48 * HOUR, 5 * DAY, 7 * DAY),
    "none": Pace(None, 14 * DAY, 21 * DAY),
    "daily": Pace(24 * HOUR, 48 * HOUR, 72 * HOUR),
    "brisk": Pace(8 * HOUR, 24 * HOUR, 48 * HOUR),
}
PACE = Option("pace", tuple(PACES))


@dataclass(frozen=True)
class Wait:
    """A table that waits for a seat: since when, what was last done there, and at which pace."""

    since: datetime
    acted: datetime | None  # the last thing that who sits there did at the table; before the wait it does not matter
    pace: Pace
    moved: bool  # whether they have ever moved at this table
    more: bool = False  # whether they have asked for more time

    def first(self) -> datetime | None:
        """When they are reminded for the first time, if they have not ended their turn before (P12, P16)."""
        return None if self.pace.first is None else self.since + self._full(self.pace.first)

    def second(self) -> datetime | None:
        """When they are reminded for the second time."""
        return None if self.pace.second is None else self.since + self._full(self.pace.second) + self._added()

    def late(self) -> datetime | None:
        """From when the others may do without them; None: never.

        A step without the end of the turn moves it on by half of its length, but not for ever (P13).
        """
        if self.pace.late is None:
            return None
        length = self._full(self.pace.late)
        late = self.since + length + self._added()
        if self.acted is not None and self.acted > self.since:
            late = min(max(late, self.acted + length / HALF), self.since + 2 * length)
        return late

    def _added(self) -> timedelta:
        """What asking for more time has brought: half of the whole length (P14)."""
        return self._full(self.pace.late) / HALF if self.more and self.pace.late else timedelta()

    def _full(self, length: timedelta) -> timedelta:
        """A length of the pace; for somebody who has never moved here it is half as long (P16)."""
        return length if self.moved else length / HALF
