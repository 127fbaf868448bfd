"""Problems found in a year: each message is checked when it is sent, each wait from beginning to end."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from rules_service.hours import read_hours
from rules_service.pace import PACES
from storage.records import moment, stamp
from tests.bot.year.people import DAY, DOWN, HOUR, MINUTE, Year
from tests.bot.year.world import SWEEP, Sent, World

OWN = ("turn", "first", "second", "nudge")  # kinds of notices about an unfinished wait
LATE_FROM, DECIDED, SLEEPS = (
    re.compile(text) for text in (r"late from <t:(\d+):f>", r"The vote ends <t:(\d+):R>", r"goes to sleep <t:(\d+):R>")
)
SLACK = 3 * SWEEP  # the largest difference between a shown time and the event: a scheduler run, and the work before it


@dataclass
class Waited:
    """A table's wait for a player."""

    table: int
    seat: int
    number: int
    player: int
    begins: datetime
    pace: str
    moved: bool = False
    more: bool = False
    late: datetime | None = None
    ends: datetime | None = None


def length(world: World, wait: Waited, until: datetime, since: datetime | None = None) -> timedelta:
    """Return how long the wait lasted from ``since`` (default: its start) to ``until``, without stops (P9, P42)."""
    begins = since or wait.begins
    rows = world.truth(
        "SELECT begins, ends, why FROM stops WHERE ends > ? AND begins < ? AND (table_id = ? OR player = ? OR"
        " (table_id IS NULL AND player IS NULL))",
        *(stamp(wait.begins), stamp(until), wait.table, wait.player),
    )
    edges = sorted({stamp(wait.begins), stamp(begins), stamp(until), *(at for row in rows for at in tuple(row)[:2])})
    edges = [at for at in edges if stamp(wait.begins) <= at <= stamp(until)]
    left, still = PACES[wait.pace].max_absence, timedelta()
    for one, other in pairwise(edges):
        why = {row["why"] for row in rows if row["begins"] <= one and other <= row["ends"]}
        part = moment(other) - moment(one)
        if why == {"away"}:
            part = min(part, left)
            left -= part
        if why and one >= stamp(begins):
            still += part
    return until - begins - still


def least(wait: Waited) -> timedelta:
    """Return the minimum wait before a player is late (P12, P14, P16)."""
    full = PACES[wait.pace].late
    assert full is not None
    return (full if wait.moved else full / 2) * (1.5 if wait.more else 1)


class Records:
    """Everything recorded about a year, and the problems found."""

    def __init__(self, year: Year) -> None:
        self.year, self.world = year, year.world
        self.faults: list[str] = []
        self.waits: dict[tuple[int, int, int], Waited] = {}
        self.now: dict[int, set[tuple[int, int, int]]] = defaultdict(set)  # unfinished waits by table
        self.counts: Counter[tuple[int, int, int, str, bool]] = Counter()  # by wait, kind, and whether by DM
        # by user: notices other than turn pings
        self.told: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
        self.reminded: Counter[int] = Counter()  # by user
        self.played: Counter[int] = Counter()  # by user: finished waits
        self.compared: Counter[str] = Counter()  # how often a shown time was compared with what happened
        world = self.world
        world.wire.witness = self.sent
        year.witness = self.seen

    def fault(self, test: str, what: str) -> None:
        self.faults.append(f"{test} {self.world.clock.now():%Y-%m-%d %H:%M:%S}: {what}")

    # --- a message

    def sent(self, sent: Sent) -> None:
        """When a message is sent, check quiet hours (T1) and count notifications (T3)."""
        now = sent.at
        rows = self.world.truth(
            "SELECT n.kind, n.table_id, n.seat, n.number, n.player FROM notices n WHERE n.nonce = ?", sent.nonce
        )
        board = self.world.truth("SELECT kind, table_id, number FROM announcements WHERE nonce = ?", sent.nonce)
        for user in sent.reached:
            self._quiet(user, now, sent)
            for kind, table, seat, number, player in map(tuple, rows):
                self._notice(user, sent, kind, table, seat, number, player)
            for kind, table, _ in map(tuple, board):
                self._called(user, sent, kind, table)

    def _quiet(self, user: int, now: datetime, sent: Sent) -> None:
        known = self.world.truth("SELECT id FROM players WHERE user_id = ?", user)
        if not known:
            self.fault("T1", f"{user} is forgotten and reads {sent.text[:80]!r}")
            return
        [[player]] = known
        wishes = dict(map(tuple, self.world.truth("SELECT key, value FROM preferences WHERE player = ?", player)))
        hours = read_hours(wishes)
        if hours is not None and hours.quiet_until(now) is not None:
            self.fault("T1", f"{user} is woken by {sent.text[:80]!r}")
        if self.world.truth(
            "SELECT 1 FROM aways WHERE player = ? AND begins <= ? AND ends > ?", player, stamp(now), stamp(now)
        ):
            self.fault("T1", f"{user} is away and reads {sent.text[:80]!r}")

    def _notice(
        self, user: int, sent: Sent, kind: str, table: int | None, seat: int | None, number: int, player: int
    ) -> None:
        live = False
        if table is not None:
            [row] = self.world.truth("SELECT status, asleep, options FROM tables WHERE id = ?", table)
            live = '"live"' in row["options"]
            if self.world.truth("SELECT count(*) AS n FROM seats WHERE table_id = ?", table)[0]["n"] == 1:
                self.fault("T1", f"{user} plays alone and reads {sent.text[:80]!r}")
            if kind in OWN:
                awaited = self.world.truth(
                    "SELECT 1 FROM seats WHERE table_id = ? AND seat = ? AND due_number = ? AND player = ?"
                    " AND NOT vacant",
                    *(table, seat, number, player),
                )
                if not awaited or row["status"] != "running" or row["asleep"]:
                    self.fault("T1", f"{kind} to {user}, who is not awaited: {sent.text[:80]!r}")
                assert seat is not None
                self.counts[table, seat, number, kind, sent.private is not None] += 1
                self.reminded[user] += kind in ("first", "second")
        known = (sent.at, kind) in self.told[user][-1:]  # the same notice is sent in the channel and by DM
        if kind != "turn" and not live and not known:
            self.told[user].append((sent.at, kind))

    def _called(self, user: int, sent: Sent, kind: str, table: int) -> None:
        seats = self.world.truth(
            "SELECT s.seat, s.due_number FROM seats s JOIN players p ON p.id = s.player"
            " WHERE s.table_id = ? AND p.user_id = ? AND s.vacant = 0",
            *(table, user),
        )
        if kind != "over":
            if not [row for row in seats if row["due_number"] is not None]:
                self.fault("T1", f"a board calls {user}, who is not awaited: {sent.text[:80]!r}")
            for row in seats:
                self.counts[table, row["seat"], row["due_number"] or 0, "turn", False] += 1

    # --- a table

    def seen(self, table: int) -> None:
        """Update the table's waits, and check those that have become late or ended."""
        now = self.world.clock.now()
        [row] = self.world.truth("SELECT status, asleep, options FROM tables WHERE id = ?", table)
        pace = next(name for name in PACES if f'"{name}"' in row["options"])
        there = set()
        for seat in self.world.truth(
            "SELECT seat, player, vacant, due_since, due_number, late, moved, more, pace FROM seats WHERE table_id = ?"
            " AND due_since IS NOT NULL",
            table,
        ):
            key = (table, seat["seat"], seat["due_number"])
            there.add(key)
            wait = self.waits.get(key)
            if wait is None or wait.player != seat["player"]:
                wait = self.waits[key] = Waited(*key, seat["player"], moment(seat["due_since"]), pace)
            wait.pace, wait.moved, wait.more = seat["pace"] or pace, bool(seat["moved"]), bool(seat["more"])
            if seat["late"] and wait.late is None:
                wait.late = moment(seat["late"])
                self._late(wait)
        for key in self.now[table] - there:
            wait = self.waits[key]
            wait.ends = now
            self._ended(wait)
        self.now[table] = there
        self._shown(table)

    def _late(self, wait: Waited) -> None:
        """Check T7 (players who end each turn in time are never late) and T9 (stops of a wait's timers end)."""
        assert wait.late is not None
        full = PACES[wait.pace].late
        if full is None:
            self.fault("T7", f"{wait} is late at a table that is played live")
            return
        took = length(self.world, wait, wait.late)
        if took < least(wait):
            self.fault("T7", f"late after {took}, not {least(wait)}: {wait}")
        if took > 2 * full + 8 * DAY:
            self.fault("T9", f"late after {took} only: {wait}")
        self._said(wait.table, LATE_FROM, wait.late)

    def _ended(self, wait: Waited) -> None:
        """Check T4: every wait ends at the latest when the table falls asleep."""
        assert wait.ends is not None
        [user] = [row["user_id"] for row in self.world.truth("SELECT user_id FROM players WHERE id = ?", wait.player)]
        if user:
            self.played[user] += 1
        keeps = [
            moment(row["at"])
            for row in self.world.truth(
                "SELECT at FROM moves WHERE table_id = ? AND kind IN ('keep', 'wake') AND at >= ? AND at < ?",
                *(wait.table, stamp(wait.begins), stamp(wait.ends)),
            )
        ]
        pace = PACES[wait.pace]
        moments = [wait.begins, *keeps, wait.ends]
        if len(self.world.truth("SELECT seat FROM seats WHERE table_id = ?", wait.table)) == 1:
            return
        for one, other in pairwise(moments):
            if length(self.world, wait, other, one) > pace.sleep + pace.sleep_warning + HOUR:
                self.fault("T4", f"awaited for {length(self.world, wait, other, one)}: {wait}")
            if wait.pace in ("relaxed", "daily", "brisk") and other - one > self._most(wait, one, other):
                self.fault("T4", f"awaited for {other - one} in all: {wait}")

    def _most(self, wait: Waited, since: datetime, until: datetime) -> timedelta:
        """Return how long a table may be idle between these times before it must free its channel."""
        pace = PACES[wait.pace]
        rows = self.world.truth(
            "SELECT begins, ends FROM stops WHERE player IS NULL AND (table_id IS NULL OR table_id = ?)"
            " AND ends > ? AND begins < ?",
            *(wait.table, stamp(since), stamp(until)),
        )
        still = sum(((moment(ends) - moment(begins)) for begins, ends in map(tuple, rows)), start=timedelta())
        return pace.sleep + pace.max_absence + still + HOUR

    # --- text of posts

    def _said(self, table: int, what: re.Pattern[str], at: datetime) -> None:
        """Check T8: if the live post announced a time for this kind of event, the event came at that time."""
        rows = self.world.truth(
            "SELECT message_id FROM posts WHERE table_id = ? AND live = 1 ORDER BY message_id DESC LIMIT 1", table
        )
        if not rows or rows[0]["message_id"] not in self.world.wire.there:
            return
        said = self.world.wire.there[rows[0]["message_id"]].said(at)
        found = [moment(int(text) * 1000) for text in what.findall(said)]
        if not found:
            return
        if at - self.year.was_down < 2 * DOWN:
            return  # While Discord is down, the year runs the scheduler too seldom to compare.
        self.compared[what.pattern[:8]] += 1
        if not any(abs(at - one) <= SLACK for one in found):
            self.fault("T8", f"table {table}: it came at {at}, and {said[:300]!r} was shown")

    def _shown(self, table: int) -> None:
        now = self.world.clock.now()
        last = self.world.truth(
            "SELECT kind, player, at FROM moves WHERE table_id = ? ORDER BY number DESC LIMIT 1", table
        )
        for kind, player, at in map(tuple, last):
            if kind == "sleep" and player is None and now - moment(at) < MINUTE:
                self._said(table, SLEEPS, moment(at))
        for closes, ended in map(
            tuple,
            self.world.truth(
                "SELECT closes, ended FROM asks WHERE table_id = ? AND closes IS NOT NULL AND ended >= closes"
                " AND kind IN ('free', 'close') AND ended > ?",
                *(table, stamp(now - MINUTE)),
            ),
        ):
            self._said(table, DECIDED, moment(ended))
            if moment(ended) - moment(closes) > SLACK:
                self.fault("T8", f"table {table}: a question of {moment(closes)} was decided at {moment(ended)}")

    # --- at the end

    def check(self) -> None:
        """Check what needs the whole year: numbers of notifications (T3), unfinished waits (T4), returns (T6)."""
        for (table, seat, number, kind, private), count in self.counts.items():
            most = {"turn": 1, "first": 1, "second": 1, "nudge": 3}[kind]
            if count > most:
                self.fault("T3", f"table {table}, seat {seat}, {number}: {count} {kind}, private {private}")
        for user, times in self.told.items():
            for at, four in enumerate(zip(times, times[1:], times[2:], times[3:], strict=False)):
                if times[at + 3][0] - times[at][0] < DAY - SWEEP:
                    self.fault("T3", f"{user} was told four times in a day: {four}")
        for keys in self.now.values():
            for key in keys:
                self.waits[key].ends = self.world.clock.now()
                self._ended(self.waits[key])
        for user, table, found in self.year.came_back:
            if found == "reads: ":
                self.fault("T6", f"{user} reads nothing of table {table}")

    def prompt(self) -> float:
        """Return the median number of reminders to people who respond within hours and are never away."""
        found = [
            self.reminded[one.id]
            for one in self.year.people
            if one.pace <= 12 * HOUR and not (one.weekends or one.often_away or one.gone) and self.played[one.id]
        ]
        return median(found)
