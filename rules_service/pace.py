"""How fast a table is played: when who keeps it waiting is reminded, and from when the others may do without them.

The table of docs/spec/slow-play.md, section 2. No pace ends anything by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rules.game import Option

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HALF = 2  # of its length is a wait for somebody who has not moved here yet, and what a sign of life adds


@dataclass(frozen=True)
class Pace:
    """Lengths of one wait, from the moment a seat is awaited. None: never."""

    first: timedelta | None  # until the first reminder
    second: timedelta | None  # until the second
    late: timedelta | None  # until the others may do without the seat
    away: timedelta = timedelta()  # for which a wait stands still at most while who is awaited is away
    asleep: timedelta = 21 * DAY  # until the table sleeps by itself
    told: timedelta = 7 * DAY  # before that its people are told
    answer: timedelta = 48 * HOUR  # that who is late has before the others do without them
    again: timedelta = 7 * DAY  # until the same may be asked again
    ended: timedelta = 2 * HOUR  # after the last step, where only the end of the turn is left: until the first


PACES = {
    "relaxed": Pace(48 * HOUR, 5 * DAY, 7 * DAY, 21 * DAY, 30 * DAY),
    "none": Pace(None, 14 * DAY, 21 * DAY, 42 * DAY, 60 * DAY),
    "daily": Pace(24 * HOUR, 48 * HOUR, 72 * HOUR, 14 * DAY, 21 * DAY, again=3 * DAY),
    "brisk": Pace(*(8 * HOUR, 24 * HOUR, 48 * HOUR, 7 * DAY, 14 * DAY), told=3 * DAY, answer=24 * HOUR, again=2 * DAY),
    "live": Pace(10 * MINUTE, 30 * MINUTE, None, ended=5 * MINUTE),
}
GONE = 48 * HOUR  # after it was seen that somebody has left the server they are late, if not before
ALONE = 60 * DAY  # without a move a table of one sleeps, and nobody is told before
ASLEEP = 180 * DAY  # for which a table sleeps at most
LIVE, AFTER_LIVE = "live", "daily"  # a live table at which nobody does anything becomes the other
PATIENCE_OF_LIVE = 60 * MINUTE
PACE = Option("pace", tuple(PACES))


@dataclass(frozen=True)
class Stop:
    """A time for which waits stand still. ``away``: because who is awaited is away, for so long as the pace allows."""

    begins: datetime
    ends: datetime
    away: bool = False


@dataclass(frozen=True)
class Wait:
    """A table that waits for a seat: since when, what was last done there, and at which pace."""

    since: datetime
    acted: datetime | None  # the last thing that who sits there did at the table; before the wait it does not matter
    pace: Pace
    moved: bool  # whether they have ever moved at this table
    more: bool = False  # whether they have asked for more time
    stops: Sequence[Stop] = ()  # of all times
    only_end: bool = False  # whether nothing is left of the turn but its end
    gone: datetime | None = None  # when it was seen that they have left the server

    def first(self) -> datetime | None:
        """When they are reminded for the first time, if they have not ended their turn before (P12, P16).

        Where only the end of the turn is left they may have overlooked that, and are told so sooner (P27).
        """
        if self.pace.first is None:
            return None
        usual = self.after(self._full(self.pace.first))
        if self.only_end and self.acted is not None and self.acted >= self.since:
            return min(usual, self.after(self.pace.ended, self.acted))
        return usual

    def second(self) -> datetime | None:
        """When they are reminded for the second time: at once, if they have left the server (P67)."""
        if self.pace.second is None:
            return None
        second = self.after(self._full(self.pace.second) + self._added())
        return second if self.gone is None else min(second, self.gone)

    def late(self) -> datetime | None:
        """From when the others may do without them; None: never.

        A step without the end of the turn moves it on by half of its length, but not for ever (P13).
        """
        if self.pace.late is None:
            return None
        length = self._full(self.pace.late)
        late = self.after(length + self._added())
        if self.acted is not None and self.acted > self.since:
            late = min(max(late, self.after(length / HALF, self.acted)), self.after(2 * length))
        return late if self.gone is None else min(late, self.after(GONE, self.gone))

    def asleep(self, kept: datetime | None) -> datetime:
        """When the table sleeps by itself, if this wait goes on and nobody has wanted it to stay awake since."""
        return self.after(self.pace.asleep, max(self.since, kept or self.since))

    def _added(self) -> timedelta:
        """What asking for more time has brought: half of the whole length (P14)."""
        return self._full(self.pace.late) / HALF if self.more and self.pace.late else timedelta()

    def _full(self, length: timedelta) -> timedelta:
        """A length of the pace; for somebody who has never moved here it is half as long (P16)."""
        return length if self.moved else length / HALF

    def after(self, length: timedelta, since: datetime | None = None) -> datetime:
        """When so much time of the wait, or since a moment in it, has passed that does not stand still (P9)."""
        at = self.since if since is None else since
        if not self.stops:
            return at + length
        for begins, ends in stopped(self.stops, self.since, self.pace.away):
            if ends <= at:
                continue
            if begins > at + length:
                break
            length -= max(begins - at, timedelta())
            at = ends
        return at + length


def stopped(stops: Sequence[Stop], since: datetime, most_away: timedelta) -> list[tuple[datetime, datetime]]:
    """The times since then that do not count, in order and without overlaps: what is stopped twice counts once.

    Of those in which only somebody's absence stops the wait, the first ``most_away`` count.
    """
    edges = sorted({max(since, edge) for stop in stops for edge in (stop.begins, stop.ends)})
    found: list[tuple[datetime, datetime]] = []
    for begins, ends in pairwise(edges):
        covering = [stop for stop in stops if stop.begins <= begins and ends <= stop.ends]
        if not covering:
            continue
        if all(stop.away for stop in covering):
            ends = min(ends, begins + most_away)
            most_away -= ends - begins
        if found and found[-1][1] == begins:
            found[-1] = found[-1][0], ends
        elif ends > begins:
            found.append((begins, ends))
    return found
