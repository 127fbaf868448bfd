"""The one path of every move: lock the table, load, check, play, append. Knows nothing of Discord but its ids.

A refusal is a `RulesError` (of the rules, or a `ServiceError` of this package); nothing has changed then.
"""

from rules_service.errors import (
    AlreadySeated,
    Asleep,
    Awake,
    ChannelTaken,
    Closed,
    DamagedGame,
    IsAway,
    NoMoreTime,
    NoTable,
    NotAway,
    NotHost,
    NotSeated,
    NotWelcome,
    NoVote,
    SeatTaken,
    ServiceError,
    Stale,
    TableFull,
    TooSoon,
    WrongPhase,
    WrongPlayers,
)
from rules_service.models import Ask, LogLine, Outcome, Person, Place, Seat, Snapshot, TableInfo, Verdict
from rules_service.service import RulesService

__all__ = [
    "AlreadySeated",
    "Ask",
    "Asleep",
    "Awake",
    "ChannelTaken",
    "Closed",
    "DamagedGame",
    "IsAway",
    "LogLine",
    "NoMoreTime",
    "NoTable",
    "NoVote",
    "NotAway",
    "NotHost",
    "NotSeated",
    "NotWelcome",
    "Outcome",
    "Person",
    "Place",
    "RulesService",
    "Seat",
    "SeatTaken",
    "ServiceError",
    "Snapshot",
    "Stale",
    "TableFull",
    "TableInfo",
    "TooSoon",
    "Verdict",
    "WrongPhase",
    "WrongPlayers",
]
