"""The rules of the challenge of the day: its times, its result, and how that compares with the computer's.

Days are counted from 1970 in UTC. People can start on the day itself, and have `TIME` from then on. Nothing that would
help others is shown until nobody can be playing any more (docs/spec/slow-play.md, section 16).
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from rules.errors import N_
from rules.table import Table
from rules_service.errors import DailyOver, Sealed
from rules_service.models import TableInfo
from rules_service.options import HINTS_NEVER, HINTS_OPTION, TAKE_BACK_OPTION
from storage import TableRow

EPOCH, DAY = datetime(1970, 1, 1, tzinfo=UTC), timedelta(days=1)
TIME = timedelta(hours=48)  # the time limit, from the start of an attempt
OPTIONS = {TAKE_BACK_OPTION.id: "never", HINTS_OPTION.id: HINTS_NEVER}
NEAR_PAR = 3  # points below the computer's that still count as near
DAYS_PER_TURN = 3  # every third day has a single turn instead of a solo game, if the computer has found one
# For each of a turn's three squares: the most percentage points below the best known turn that count as ahead, and as
# near.
TURN_SQUARES = ((10, 20), (5, 10), (2, 5))
SEALED = N_("Others may still be playing this challenge. You can see this <t:{until}:R>, once everyone’s time is over.")
OUT_OF_TIME = N_("The time for this challenge is over: it ended <t:{until}:R>.")


class DailyKind(StrEnum):
    """The kind of challenge played on a day. The values are stored."""

    MESSINA = "messina"  # a solo game
    RATTUS = "rattus"  # a turn of a game between computers

    @property
    def game(self) -> str:
        """Return the id of the game."""
        return {DailyKind.MESSINA: "messina", DailyKind.RATTUS: "rattus"}[self]


class Square(StrEnum):
    """How the points after a round compare with the computer's, or a turn with the best one known."""

    AHEAD = "ahead"
    NEAR = "near"
    BEHIND = "behind"


def day_of(moment: datetime) -> int:
    """Return the day of a moment, counted from 1970 in UTC."""
    return (moment - EPOCH) // DAY


def opens(day: int) -> datetime:
    """Return when the challenge of a day can first be started."""
    return EPOCH + day * DAY


def closes(day: int) -> datetime:
    """Return when the challenge of a day can no longer be started."""
    return opens(day + 1)


def unsealed(day: int) -> datetime:
    """Return when the challenge of a day has ended for everyone, so that its seed may be published."""
    return deadline(closes(day))


def deadline(started: datetime) -> datetime:
    """Return the moment when an attempt that started at this moment ends."""
    return started + TIME


def planned_kind(day: int) -> DailyKind:
    """Return the kind of challenge planned for a day. If no turn is found in time, the day has a solo game instead."""
    return DailyKind.RATTUS if day % DAYS_PER_TURN == 1 else DailyKind.MESSINA


def must_have_time(row: TableRow, at: datetime) -> None:
    """Raise DailyOver if the table is an attempt whose time is over. The scheduler will end it soon."""
    if row.daily is not None and at >= deadline(row.opened):
        raise DailyOver(OUT_OF_TIME, until=int(deadline(row.opened).timestamp()))


def must_be_unsealed(info: TableInfo) -> None:
    """Raise Sealed if the table is an attempt at a challenge that people may still be playing (P154)."""
    if info.sealed is not None:
        raise Sealed(SEALED, until=int(info.sealed.timestamp()))


def points_by_round(table: Table, seat: int = 0) -> tuple[int, ...]:
    """Return the points that the seat had after each round of a finished challenge."""
    points, number = list[int](), 1
    for moment in table.moments():
        if moment.state.chance.round > number:
            points.append(moment.score().points[seat])
            number += 1
    return (*points, table.score().points[seat])


def squares(rounds: Sequence[int], par: Sequence[int]) -> list[Square]:
    """Compare the points after each round with the computer's. Return an empty list if either result is missing."""
    if len(rounds) != len(par):
        return []
    behind = [theirs - mine for mine, theirs in zip(rounds, par, strict=True)]
    return [Square.AHEAD if by <= 0 else Square.NEAR if by <= NEAR_PAR else Square.BEHIND for by in behind]


def squares_of_turn(points: int, best: int) -> list[Square]:
    """Return three squares for how close a turn comes to the best one known (both: winning chances in percent)."""
    behind = best - points
    return [Square.AHEAD if behind <= a else Square.NEAR if behind <= n else Square.BEHIND for a, n in TURN_SQUARES]
