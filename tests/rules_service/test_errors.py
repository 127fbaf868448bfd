"""What refusals are called where they are counted, and what they tell."""

from rules_service import errors
from rules_service.errors import ChannelTaken, ServiceError, Stale
from rules_service.repository import ConcurrentUpdate


def test_each_refusal_is_counted_under_its_own_name_or_that_of_its_kind() -> None:
    """The names are in the metrics and in the answers of the table protocol."""
    kinds = [*(one for one in vars(errors).values() if isinstance(one, type)), ConcurrentUpdate]
    assert {one.__name__: one.code for one in kinds if issubclass(one, ServiceError)} == {
        "ServiceError": "service",
        "NoTable": "no_table",
        "ChannelTaken": "channel_taken",
        "AlreadySeated": "already_seated",
        "TableFull": "table_full",
        "TooMany": "service",
        "NotWelcome": "service",
        "SeatTaken": "seat_taken",
        "NoList": "no_list",
        "ColourTaken": "colour_taken",
        "SeatHeld": "seat_taken",
        "NotSeated": "not_seated",
        "NotHost": "not_host",
        "WrongPhase": "wrong_phase",
        "WrongPlayers": "wrong_players",
        "Closed": "closed",
        "NoVote": "no_vote",
        "NobodyLate": "not_away",
        "NoMoreTime": "no_more_time",
        "TooSoon": "too_soon",
        "VacationConflict": "is_away",
        "Asleep": "asleep",
        "Awake": "awake",
        "Stale": "stale",
        "DamagedGame": "damaged",
        "ConcurrentUpdate": "stale",
    }


def test_a_refusal_tells_what_its_text_names() -> None:
    taken, stale = ChannelTaken("{table} {what}", table_id=7, what="x"), Stale("{what}", number=8, what="y")
    assert (taken.table_id, taken.values, str(taken)) == (7, {"table": 7, "what": "x"}, "7 x")
    assert (stale.number, stale.values, str(stale)) == (8, {"what": "y"}, "y")
