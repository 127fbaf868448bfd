"""The paces of a table: when a player is reminded, and when the others may go on without them.

The values are from docs/spec/slow-play.md, section 2. No pace ends a game by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rules.game import Option
from storage.records import Stop

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
HALF = 2  # the divisor for the waits of a player who has not moved here yet, and for the time that a sign of life adds


@dataclass(frozen=True)
class Pace:
    """The time limits of a pace. Unless noted, they start when the game begins to wait for a seat. None: never."""

    first_reminder: timedelta | None
    second_reminder: timedelta | None
    late: timedelta | None  # until the others may go on without the seat
    max_absence: timedelta = timedelta()  # how long an absence can stop a player's wait
    sleep: timedelta = 21 * DAY  # until the table goes to sleep by itself
    sleep_warning: timedelta = 7 * DAY  # how long before that its players are notified
    reply_window: timedelta = 48 * HOUR  # time for a late player's answer before the others go on without them
    vote_cooldown: timedelta = 7 * DAY  # until the same vote may be opened again
    end_reminder: timedelta = 2 * HOUR  # until the first reminder, from the last step, if only ending the turn is left


PACES = {
    "relaxed": Pace(48 * HOUR, 5 * DAY, 7 * DAY, 21 * DAY, 30 * DAY),
    "none": Pace(None, 14 * DAY, 21 * DAY, 42 * DAY, 60 * DAY),
    "daily": Pace(24 * HOUR, 48 * HOUR, 72 * HOUR, 14 * DAY, 21 * DAY, vote_cooldown=3 * DAY),
    "brisk": Pace(
        first_reminder=8 * HOUR,
        second_reminder=24 * HOUR,
        late=48 * HOUR,
        max_absence=7 * DAY,
        sleep=14 * DAY,
        sleep_warning=3 * DAY,
        reply_window=24 * HOUR,
        vote_cooldown=2 * DAY,
    ),
    "live": Pace(10 * MINUTE, 30 * MINUTE, None, end_reminder=5 * MINUTE),
}
LATE_AFTER_LEAVING = 48 * HOUR  # a player who has left the server is late after this time, if not before
SOLO_SLEEP_AFTER = 60 * DAY  # a table of one player goes to sleep after this time without a move, with no warning
CLOSE_ASLEEP_AFTER = 180 * DAY  # a table that has slept this long is closed
LIVE_PACE, PACE_AFTER_LIVE = "live", "daily"  # an inactive live table changes to the second pace
LIVE_INACTIVE_AFTER = 60 * MINUTE
PACE_OPTION = Option("pace", tuple(PACES))


@dataclass(frozen=True)
class Wait:
    """A wait for a seat: its start, the last action of the player, and the pace."""

    since: datetime
    acted: datetime | None  # the player's last action at the table; irrelevant if it was before the wait
    pace: Pace
    moved: bool  # whether they have ever moved at this table
    more: bool = False  # whether they have asked for more time
    stops: Sequence[Stop] = ()  # all stops, past and future
    only_end: bool = False  # whether only ending the turn is left
    gone: datetime | None = None  # the time when the player was found to have left the server

    def first_reminder(self) -> datetime | None:
        """Return when the player gets the first reminder if the turn hasn't ended, or None for never (P12, P16).

        A player who only has to end the turn may have overlooked that, and is reminded sooner (P27).
        """
        if self.pace.first_reminder is None:
            return None
        usual = self.after(self._full(self.pace.first_reminder))
        if self.only_end and self.acted is not None and self.acted >= self.since:
            return min(usual, self.after(self.pace.end_reminder, self.acted))
        return usual

    def second_reminder(self) -> datetime | None:
        """Return when the player gets the second reminder, or None for never.

        If the player has left the server, it is sent at once (P67).
        """
        if self.pace.second_reminder is None:
            return None
        second = self.after(self._full(self.pace.second_reminder) + self._added())
        return second if self.gone is None else min(second, self.gone)

    def late(self) -> datetime | None:
        """Return when the others may go on without the player, or None for never.

        After an act that doesn't end the turn, the player still has at least half the time, within a limit (P13).
        """
        if self.pace.late is None:
            return None
        length = self._full(self.pace.late)
        late = self.after(length + self._added())
        if self.acted is not None:
            late = min(max(late, self.after(length / HALF, self.acted)), self.after(2 * length))
        return late if self.gone is None else min(late, self.after(LATE_AFTER_LEAVING, self.gone))

    def sleep(self, kept: datetime | None) -> datetime:
        """Return when this wait puts the table to sleep. ``kept``: when it was kept awake, which restarts the time."""
        return self.after(self.pace.sleep, max(self.since, kept or self.since))

    def _added(self) -> timedelta:
        """Return the extra time from a request for more time: half the full length (P14)."""
        return self._full(self.pace.late) / HALF if self.more and self.pace.late else timedelta()

    def _full(self, length: timedelta) -> timedelta:
        """Return a time limit of the pace, halved for a player who has never moved at this table (P16)."""
        return length if self.moved else length / HALF

    def after(self, length: timedelta, since: datetime | None = None) -> datetime:
        """Return when this much running time has passed since the start of the wait, or since a moment in it (P9)."""
        at = self.since if since is None else since
        if not self.stops:
            return at + length
        for begins, ends in stopped(self.stops, self.since, self.pace.max_absence):
            if begins > at + length:
                break
            length -= max(begins - at, timedelta())
            at = max(at, ends)
        return at + length


def stopped(stops: Sequence[Stop], since: datetime, max_absence: timedelta) -> list[tuple[datetime, datetime]]:
    """Return the periods from ``since`` on in which timers are stopped, earliest first and without overlaps.

    Time stopped only by absence is limited to the first ``max_absence``.
    """
    edges = sorted({max(since, edge) for stop in stops for edge in (stop.begins, stop.ends)})
    found: list[tuple[datetime, datetime]] = []
    for begins, ends in pairwise(edges):
        covering = [stop for stop in stops if stop.begins <= begins and ends <= stop.ends]
        if not covering:
            continue
        if all(stop.away for stop in covering):
            ends = min(ends, begins + max_absence)
            max_absence -= ends - begins
        if ends > begins:
            found.append((begins, ends))
    return found
