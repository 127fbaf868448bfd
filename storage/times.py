"""Times as the file holds them: whole milliseconds since 1970 in UTC."""

from datetime import UTC, datetime, timedelta

from storage.records import UnreadableRow

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def stamp(moment: datetime) -> int:
    """The stored form of an aware moment. Raises TypeError for a naive one."""
    return (moment - EPOCH) // MILLISECOND


def moment(stamp: int) -> datetime:
    """The moment of a stored time, in UTC. Raises UnreadableRow: there is no such moment."""
    try:
        return EPOCH + stamp * MILLISECOND
    except (TypeError, OverflowError):
        raise UnreadableRow from None


def maybe_stamp(moment: datetime | None) -> int | None:
    """As `stamp`; None stays None."""
    return None if moment is None else stamp(moment)


def maybe_moment(stamp: int | None) -> datetime | None:
    """As `moment`; None stays None."""
    return None if stamp is None else moment(stamp)
