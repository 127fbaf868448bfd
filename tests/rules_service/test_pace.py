from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules_service.pace import DAY, HOUR, MINUTE, PACES, Wait
from storage.records import Stop

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def wait(pace: str, acted: timedelta | None = None, *, moved: bool = True) -> Wait:
    return Wait(NOON, None if acted is None else NOON + acted, PACES[pace], moved)


def test_the_paces_are_those_of_the_spec() -> None:
    """P10: the paces match the table in docs/spec/slow-play.md."""
    units = {"min": MINUTE, "h": HOUR, "d": DAY}
    rows = [row.split("|")[1:-1] for row in Path("docs/spec/slow-play.md").read_text("utf-8").splitlines()]
    told = {}
    for name, _, *cells in (row for row in rows if len(row) == 7):
        words = [cell.split() for cell in cells]
        told[name.strip().split(" ")[0].strip("*")] = [
            int(some[0]) * units[some[1]] if some[0].isdecimal() else None for some in words
        ]
    for name, pace in PACES.items():
        length = [pace.first_reminder, pace.second_reminder, pace.late, pace.max_absence or None, pace.sleep]
        assert length[:-1] == told[name][:-1], name
        assert told[name][-1] in (pace.sleep, None)


@pytest.mark.parametrize(
    ("pace", "warning", "reply", "cooldown", "end"),
    [
        *((pace, 7 * DAY, 48 * HOUR, 7 * DAY, 2 * HOUR) for pace in ("none", "relaxed")),
        ("daily", 7 * DAY, 48 * HOUR, 3 * DAY, 2 * HOUR),
        ("brisk", 3 * DAY, 24 * HOUR, 2 * DAY, 2 * HOUR),
        ("live", 7 * DAY, 48 * HOUR, 7 * DAY, 5 * MINUTE),
    ],
)
def test_other_times_that_depend_on_the_pace(pace, warning, reply, cooldown, end):
    """P27, P52, P57, P65: a pace also sets the sleep warning, reply window, vote cooldown and end-of-turn reminder."""
    found = PACES[pace]
    assert (found.sleep_warning, found.reply_window, found.vote_cooldown, found.end_reminder) == (
        warning, reply, cooldown, end,
    )  # fmt: skip


def reminded(wait: Wait) -> list[datetime]:
    return [at for at in (wait.first_reminder(), wait.second_reminder()) if at]


@pytest.mark.parametrize(
    ("pace", "reminders", "late"),
    [
        ("relaxed", [48 * HOUR, 5 * DAY], 7 * DAY),
        ("none", [14 * DAY], 21 * DAY),
        ("daily", [24 * HOUR, 48 * HOUR], 72 * HOUR),
        ("brisk", [8 * HOUR, 24 * HOUR], 48 * HOUR),
    ],
)
def test_P12_lengths_are_those_of_the_present_wait(pace: str, reminders: list[timedelta], late: timedelta) -> None:
    """P10, P12, P16: a player's times are half as long until they have moved at this table."""
    assert reminded(wait(pace)) == [NOON + length for length in reminders]
    assert wait(pace).late() == NOON + late
    assert reminded(wait(pace, moved=False)) == [NOON + length / 2 for length in reminders]
    assert wait(pace, moved=False).late() == NOON + late / 2
    assert wait(pace, -10 * DAY).late() == NOON + late  # Having been quick or slow before makes no difference.


@pytest.mark.parametrize(
    ("acted", "late"),
    [
        *((0 * DAY, 7 * DAY), (1 * DAY, 7 * DAY), (3.5 * DAY, 7 * DAY), (5 * DAY, 8.5 * DAY)),
        *((9 * DAY, 12.5 * DAY), (10.5 * DAY, 14 * DAY), (13 * DAY, 14 * DAY)),
    ],
)
def test_P13_a_step_moves_the_end_on_by_half_but_not_for_ever(acted: timedelta, late: timedelta) -> None:
    assert wait("relaxed", acted).late() == NOON + late


@pytest.mark.parametrize(
    ("stops", "length", "passed"),
    [
        ([], 2, 2),
        ([(1, 3, False)], 2, 4),
        ([(1, 3, False), (2, 4, False)], 2, 5),  # Overlapping stops count once.
        ([(1, 3, False), (3, 4, False)], 2, 5),
        ([(1, 4, False), (2, 3, False)], 2, 5),
        ([(2, 3, False)], 2, 3),  # Nothing happens in a stop, not even in its first moment.
        ([(3, 4, False)], 2, 2),
        ([(-5, -2, False)], 2, 2),
        ([(-5, 1, False)], 2, 3),
        ([(0, 30, True)], 1, 8),  # A brisk table waits seven days for players who are away,
        ([(-5, 30, True)], 1, 8),  # which are days of this wait,
        ([(0, 5, True), (10, 20, True)], 8, 15),  # in all absences together.
        ([(0, 10, True), (2, 5, False)], 1, 11),  # Days of an absence in which the table pauses anyway are not used up.
        ([(0, 3, True), (4, 20, False)], 2, 21),
    ],
)
def test_P9_P42_a_wait_lasts_as_long_as_its_time_is_not_stopped(stops, length, passed):
    known = [Stop(NOON + begins * DAY, NOON + ends * DAY, away) for begins, ends, away in stops]
    assert Wait(NOON, None, PACES["brisk"], True, stops=known).after(length * DAY) == NOON + passed * DAY


def test_P9_time_from_a_moment_in_a_stop_counts_from_its_end() -> None:
    stops = [Stop(NOON + DAY, NOON + 3 * DAY), Stop(NOON + 5 * DAY, NOON + 6 * DAY)]
    stopped = Wait(NOON, None, PACES["brisk"], True, stops=stops)
    assert stopped.after(HOUR, NOON + 2 * DAY) == NOON + 3 * DAY + HOUR
    assert stopped.after(HOUR, NOON + 3 * DAY) == NOON + 3 * DAY + HOUR
    assert stopped.after(HOUR, NOON + 4 * DAY) == NOON + 4 * DAY + HOUR
    assert stopped.after(HOUR, NOON + 5 * DAY) == NOON + 6 * DAY + HOUR


def test_P27_a_player_who_only_has_to_end_the_turn_is_reminded_early() -> None:
    """P27: the reminder comes some time after the last step of this turn, but never later than usual."""

    def first(acted: timedelta | None, *, only_end: bool = True, pace: str = "daily") -> timedelta:
        last = None if acted is None else NOON + acted
        at = Wait(NOON, last, PACES[pace], True, only_end=only_end).first_reminder()
        assert at is not None
        return at - NOON

    assert first(HOUR) == 3 * HOUR
    assert first(0 * HOUR) == 2 * HOUR
    assert first(23 * HOUR) == 24 * HOUR
    assert first(-HOUR) == first(None) == first(HOUR, only_end=False) == 24 * HOUR
    assert first(MINUTE, pace="live") == 6 * MINUTE


def test_P14_more_time_moves_the_second_reminder_and_the_end() -> None:
    """P14: both are postponed by half of the player's time until lateness. The first reminder stays as it is."""
    longer = Wait(NOON, None, PACES["daily"], True, more=True)
    assert reminded(longer) == [NOON + 24 * HOUR, NOON + 84 * HOUR]
    assert longer.late() == NOON + 108 * HOUR
    fresh = Wait(NOON, None, PACES["daily"], False, more=True)
    assert reminded(fresh) == [NOON + 12 * HOUR, NOON + 42 * HOUR]
    assert fresh.late() == NOON + 54 * HOUR


def test_P67_a_player_who_left_the_server_is_reminded_at_once() -> None:
    """P67: the player is late two days later, or at the usual time if that is earlier."""

    def gone(after: timedelta, stops: tuple[Stop, ...] = ()) -> tuple[timedelta, timedelta]:
        wait = Wait(NOON, None, PACES["relaxed"], True, stops=stops, gone=NOON + after)
        second, late = wait.second_reminder(), wait.late()
        assert second is not None
        assert late is not None
        return second - NOON, late - NOON

    assert gone(DAY) == (DAY, 3 * DAY)
    assert gone(6 * DAY) == (5 * DAY, 7 * DAY)
    assert gone(DAY, (Stop(NOON + 2 * DAY, NOON + 4 * DAY),)) == (DAY, 5 * DAY)


def test_P65_a_table_sleeps_from_the_last_wish_to_keep_it_awake() -> None:
    """P65, P64: the time counts from the last wish to keep the table awake, or the wait's start, whichever is later."""
    assert wait("daily").sleep(None) == wait("daily").sleep(NOON - DAY) == NOON + 21 * DAY
    assert wait("daily").sleep(NOON + DAY) == NOON + 22 * DAY
