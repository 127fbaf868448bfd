"""The five paces: how long a wait is, and what moves its end."""

from datetime import UTC, datetime, timedelta

import pytest

from rules_service.pace import DAY, HOUR, PACES, Wait

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def wait(pace: str, acted: timedelta | None = None, *, moved: bool = True) -> Wait:
    return Wait(NOON, None if acted is None else NOON + acted, PACES[pace], moved)


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
    """P10, P12; P16: for players who have never moved at this table they are half as long."""
    assert reminded(wait(pace)) == [NOON + length for length in reminders]
    assert wait(pace).late() == NOON + late
    assert reminded(wait(pace, moved=False)) == [NOON + length / 2 for length in reminders]
    assert wait(pace, moved=False).late() == NOON + late / 2
    assert wait(pace, -10 * DAY).late() == NOON + late  # Having been quick or slow before makes no difference.


@pytest.mark.parametrize(
    ("acted", "late"),
    [
        (0 * DAY, 7 * DAY),
        (1 * DAY, 7 * DAY),
        (3.5 * DAY, 7 * DAY),
        (5 * DAY, 8.5 * DAY),
        (9 * DAY, 12.5 * DAY),
        (10.5 * DAY, 14 * DAY),
        (13 * DAY, 14 * DAY),
    ],
)
def test_P13_a_step_moves_the_end_on_by_half_but_not_for_ever(acted: timedelta, late: timedelta) -> None:
    """P13."""
    assert wait("relaxed", acted).late() == NOON + late
