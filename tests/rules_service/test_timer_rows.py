"""When waits, lobbies and tables are checked next, tested on rows without a database."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rules_service import Closed
from rules_service.errors import Asleep, TooSoon
from rules_service.escalation import mark_late
from rules_service.guards import is_late, must_be_open, sits
from rules_service.turn_timers import (
    due_reminders,
    is_ready,
    late_from,
    must_be_nudgeable,
    nudge,
    reminders,
    reschedule,
    with_timers,
)
from storage import NewNotice, NoticeKind, SeatRow, TableRow, TableStatus
from storage.records import Absence, Stop, TableNotice
from tests.rules_service.house import NOON
from tests.rules_service.rows import DAY, HOUR, change, computer, lobby, seat, seats_of, table, waiting

FIRST, SECOND, LOOK = NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.MEMBER_CHECK
BERLIN = {"zone": "Europe/Berlin"}  # quiet from 21:00 to 7:00 UTC in winter


def checked(row: TableRow, at: datetime, **values: Any) -> list[datetime | None]:
    """Return when each seat is next checked after a change."""
    seats = seats_of(with_timers(row, change(row, at, **values)))
    return [one.next_at for one in seats]


def test_P48_a_wait_is_checked_at_its_next_reminder_and_then_when_it_is_late() -> None:
    """P2, P48: a wait has one next check at a time, and none once the player is late."""
    row = table(waiting(0), seat(1))
    assert checked(row, NOON) == [NOON + 24 * HOUR, None]
    assert checked(row, NOON + 24 * HOUR) == [NOON + 48 * HOUR, None]
    reminded = table(waiting(0, second_reminder_at=NOON + 50 * HOUR), seat(1))
    assert checked(reminded, NOON + 51 * HOUR) == [NOON + 74 * HOUR, None]
    late = table(waiting(0, second_reminder_at=NOON + 50 * HOUR, late_since=NOON + 74 * HOUR), seat(1))
    assert checked(late, NOON + 80 * HOUR) == [None, None]


def test_P13_a_late_player_who_acts_stays_late_until_their_time_is_longer() -> None:
    """P13: a player who acts before twice their time has passed is no longer late. The limit is exact to the second."""
    late = NOON + 72 * HOUR
    before = table(waiting(0, second_reminder_at=NOON + 48 * HOUR, late_since=late), seat(1))

    def late_after(at: datetime) -> datetime | None:
        acted = replace(before.seats[0], acted_at=at, late_since=None, next_at=None)
        seats = seats_of(with_timers(before, change(before, at, seats=(acted, before.seats[1]))))
        return seats[0].late_since

    assert late_after(NOON + 80 * HOUR) is None
    assert late_after(NOON + 144 * HOUR - timedelta(seconds=1)) is None
    assert late_after(NOON + 144 * HOUR) == late


def test_P12_a_new_wait_does_not_inherit_the_check_of_the_one_before() -> None:
    """P12: a check that the scheduler has not yet handled is dropped, too."""
    before = table(waiting(0, next_at=NOON + DAY), seat(1))
    again = replace(before.seats[0], due_since=NOON + 2 * DAY)
    seats = seats_of(with_timers(before, change(before, NOON + 2 * DAY, seats=(again, before.seats[1]))))
    assert (seats[0].due_number, seats[0].next_at) == (9, NOON + 3 * DAY)


def test_P94_readiness_lasts_a_day_to_the_second() -> None:
    assert is_ready(seat(0, acted_at=NOON), NOON + DAY)
    assert not is_ready(seat(0, acted_at=NOON), NOON + DAY + timedelta(seconds=1))
    assert not is_ready(seat(0), NOON)
    assert is_ready(computer(0), NOON)


def test_P50_only_seated_players_of_a_table_of_several_become_late() -> None:
    """P50, P64: nobody is late if no other person plays, the seat is free, or a computer plays it."""
    gone = waiting(0, second_reminder_at=NOON + 48 * HOUR)

    def late(*seats: SeatRow, at: datetime = NOON + 72 * HOUR) -> list[int | None]:
        found = mark_late(table(*seats), at)
        return [line.seat for line in found.lines] if found else []

    assert late(gone, seat(1)) == [0]
    assert late(gone, seat(1), at=NOON + 72 * HOUR - timedelta(seconds=1)) == []
    assert late(gone, computer(1)) == []
    assert late(replace(gone, vacant=True), seat(1), at=NOON + 90 * DAY) == []
    assert late(replace(gone, computer="steady"), seat(1)) == []
    assert late(replace(gone, late_since=NOON + 72 * HOUR), seat(1)) == []


def test_P15_late_is_a_day_of_running_time_after_the_last_reminder_and_outside_quiet_hours() -> None:
    """P9, P15: a pause stops the day that must pass after the reminder."""
    stops = (Stop(NOON + 60 * HOUR, NOON + 90 * HOUR),)
    reminded = NOON + 50 * HOUR
    row = table(waiting(0, second_reminder_at=reminded), seat(1))
    assert late_from(row, row.seats[0], reminded) == NOON + 74 * HOUR
    assert late_from(row, replace(row.seats[0], stops=stops), reminded) == NOON + 104 * HOUR
    unsent = replace(row.seats[0], second_reminder_at=None)
    assert late_from(row, unsent, NOON + 40 * HOUR) == NOON + 72 * HOUR
    assert late_from(row, unsent, NOON + 70 * HOUR) == NOON + 94 * HOUR
    at_night = replace(row.seats[0], second_reminder_at=NOON + 58 * HOUR, hours=BERLIN)  # 82 h is 22:00.
    assert late_from(row, at_night, reminded) == NOON + 91 * HOUR
    alone = table(waiting(0), computer(1))
    assert late_from(alone, alone.seats[0], NOON + 70 * HOUR) == NOON + 72 * HOUR
    assert late_from(table(computer(0, due_since=NOON), seat(1)), computer(0, due_since=NOON), NOON) is None


def test_P60_the_others_go_on_without_a_seat_that_is_free_for_14_days() -> None:
    """P60: when it has been a free seat’s turn for 14 days, the present players decide."""
    row = table(waiting(0, vacant=True), seat(1))
    assert [is_late(row, row.seats[0], NOON + 14 * DAY - timedelta(seconds=one)) for one in (1, 0)] == [False, True]


def test_P67_without_an_early_reminder_the_bot_still_looks_whether_the_player_is_there() -> None:
    """P25, P67: the pace *none* has only the second reminder, and before it a check that the player is still there."""
    due = waiting(0)

    def kinds(pace: str) -> list[tuple[timedelta, str]]:
        return [(at - NOON, kind) for at, kind in reminders(table(pace=pace), due)]

    assert kinds("none") == [(3 * DAY, LOOK), (14 * DAY, SECOND)]
    assert kinds("daily") == [(DAY, FIRST), (2 * DAY, SECOND)]
    assert kinds("live") == [(timedelta(minutes=10), FIRST), (timedelta(minutes=30), SECOND)]


def test_P8_reminders_that_are_due_by_now_are_found_for_one_player_or_all() -> None:
    """P8, P29: a player gets one message for all reminders that are due."""
    row = table(waiting(0, next_at=NOON + DAY), waiting(1, next_at=NOON + DAY), waiting(2, next_at=None), seat(3))

    def due(at: datetime, player: int | None = None) -> list[tuple[int, str]]:
        return [(one.seat, kind) for one, kind in due_reminders(row, at, player)]

    assert due(NOON + DAY) == [(0, FIRST), (1, FIRST)]
    assert due(NOON + DAY, 2) == [(1, FIRST)]
    assert due(NOON + 2 * DAY, 1) == [(0, FIRST), (0, SECOND)]
    assert due(NOON + DAY - HOUR) == []
    assert due_reminders(replace(row, status=TableStatus.LOBBY), NOON + DAY) == []


def test_P29_the_next_check_skips_early_reminders_but_not_lateness() -> None:
    """P15, P29: a player becomes late a day after the last reminder."""
    row = table(waiting(0, next_at=NOON + DAY), seat(1))
    now = NOON + DAY
    assert reschedule(row, now, now) == [(0, 1, NOON + 2 * DAY)]
    assert reschedule(row, now, now, 2) == []
    assert reschedule(row, NOON + 20 * HOUR, NOON + 20 * HOUR) == []
    early = table(waiting(0, next_at=NOON + DAY), seat(1), pace="brisk")  # Both reminders are due by then.
    assert reschedule(early, NOON + 20 * HOUR, NOON + 26 * HOUR) == [(0, 1, NOON + 50 * HOUR)]
    late = table(waiting(0, next_at=NOON + 48 * HOUR, late_since=NOON), seat(1))
    assert reschedule(late, NOON + 48 * HOUR, NOON + 48 * HOUR) == [(0, 1, None)]
    passed = table(waiting(0, next_at=NOON + 48 * HOUR, second_reminder_at=NOON + 30 * HOUR), seat(1))
    assert reschedule(passed, NOON + 90 * HOUR, NOON + 90 * HOUR) == [(0, 1, NOON + 90 * HOUR)]
    alone = table(waiting(0, next_at=NOON + 48 * HOUR), computer(1))
    assert reschedule(alone, NOON + 48 * HOUR, NOON + 48 * HOUR) == [(0, 1, None)]


def test_P26_who_may_be_nudged() -> None:
    """P26: the player due longest, after the first reminder, but not oneself, an absent player or a computer."""
    mine, at = seat(3), NOON + DAY
    here = Absence(NOON - DAY, NOON + 9 * DAY, computer=False)
    row = table(waiting(0, NOON + HOUR), waiting(1), waiting(2, NOON - DAY, absence=here), mine)

    def nudged(row: TableRow, wanted: int | None = None, at: datetime = at) -> int:
        return must_be_nudgeable(row, mine, wanted, at).seat

    assert nudged(row) == 1
    assert nudged(row, 0, at + HOUR) == 0
    with pytest.raises(TooSoon, match="too early"):
        nudged(row, 0)
    with pytest.raises(TooSoon, match="too early"):
        nudged(row, None, at - timedelta(seconds=1))
    for nobody in (
        table(seat(0), mine),
        table(waiting(0, NOON - 9 * DAY, absence=here), mine),
        table(waiting(0, NOON - 9 * DAY, computer="steady"), mine),
        table(waiting(0, NOON - 9 * DAY, vacant=True), mine),
    ):
        with pytest.raises(TooSoon, match="isn’t waiting for anyone else"):
            nudged(nobody)
    own = waiting(3, NOON - 9 * DAY)
    with pytest.raises(TooSoon, match="isn’t waiting for anyone else"):
        must_be_nudgeable(table(seat(0), own), own, None, at)
    slow = table(waiting(0), mine, pace="none")
    assert nudged(slow, None, NOON + 3 * DAY) == 0
    with pytest.raises(TooSoon):
        nudged(slow, None, NOON + 3 * DAY - HOUR)


def test_P26_how_often_one_may_be_nudged() -> None:
    """P26: three times a wait, once a day per table, 6 hours after another message about the wait; live: 10 minutes."""
    mine, late, other = seat(2), waiting(0), waiting(1, due_number=2)
    row, live = table(late, other, mine), table(late, other, mine, pace="live")
    at = NOON + 3 * DAY

    def sent(kind: NoticeKind, ago: timedelta, seat: int = 0, number: int = 1) -> TableNotice:
        return TableNotice(kind, seat, number, at - ago, "", "", sent=True)

    def allowed(*before: TableNotice, row: TableRow = row) -> NewNotice | None:
        try:
            return nudge(row, mine, late, before, at)
        except TooSoon:
            return None

    nudged = allowed()
    assert (nudged.player, nudged.count, nudged.by, nudged.number) == (1, 1, 3, 1)
    assert allowed(sent(NoticeKind.NUDGE, DAY)) is not None
    assert allowed(sent(NoticeKind.NUDGE, 23 * HOUR)) is None
    assert allowed(sent(NoticeKind.NUDGE, 23 * HOUR, 1, 2)) is None, "once a day at this table"
    assert allowed(sent(FIRST, 6 * HOUR)) is not None
    assert allowed(sent(FIRST, 5 * HOUR)) is None
    assert allowed(sent(FIRST, 5 * HOUR, 1, 2)) is not None, "about another wait"
    assert allowed(sent(FIRST, 5 * HOUR, 0, 7)) is not None, "about another wait of theirs"
    second = allowed(*(sent(NoticeKind.NUDGE, days * DAY) for days in (1, 2)))
    assert second.count == 3
    assert allowed(*(sent(NoticeKind.NUDGE, days * DAY) for days in (1, 2, 3))) is None
    assert allowed(*(sent(NoticeKind.NUDGE, days * DAY, 0, 7) for days in (1, 2, 3))) is not None
    assert allowed(sent(NoticeKind.NUDGE, timedelta(minutes=10)), row=live) is not None
    assert allowed(sent(NoticeKind.NUDGE, timedelta(minutes=9)), row=live) is None
    assert allowed(sent(FIRST, timedelta(minutes=9)), row=live) is None


def test_only_the_host_of_a_lobby_is_late_there() -> None:
    """The host becomes late after exactly a week without activity."""
    row = lobby(seat(0, acted_at=NOON + DAY), seat(1))
    assert not is_late(row, row.seats[0], NOON + 8 * DAY - timedelta(seconds=1))
    assert is_late(row, row.seats[0], NOON + 8 * DAY)
    assert not is_late(row, row.seats[1], NOON + 90 * DAY)


def test_a_former_player_has_no_seat_and_a_table_that_ended_asleep_is_over() -> None:
    assert not sits(table(seat(0, vacant=True), seat(1)), 101)
    assert sits(table(seat(0, vacant=True), seat(1)), 102)
    asleep = table(seat(0), asleep_since=NOON)
    with pytest.raises(Asleep):
        must_be_open(asleep)
    with pytest.raises(Closed, match="cancelled"):
        must_be_open(replace(asleep, status=TableStatus.CANCELLED))
