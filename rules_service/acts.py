"""All acts on a table, by name: `RulesService.act` carries them out."""

from rules_service.away import NOTE_ABSENCE, NOTE_RETURN
from rules_service.colours import CHOOSE_COLOUR
from rules_service.escalation import (
    CONFIRM_PRESENCE,
    KEEP_AWAKE,
    MARK_LEFT_SERVER,
    MORE_TIME,
    SLEEP,
    SLEEP_AS_MODERATOR,
    START_REPLY_WINDOW,
    WAKE,
)
from rules_service.lobby import ADD_COMPUTER, DECLINE, INVITE, JOIN, READY, REMOVE, SET_OPTIONS, START
from rules_service.membership import LEAVE, LEAVE_IF_FORGOTTEN, SET_LANGUAGE, TAKE_SEAT_BACK
from rules_service.proposals import (
    ANSWER,
    ASK_FOR_SEAT,
    CLOSE,
    CLOSE_AS_MODERATOR,
    END_PAUSE,
    FREE,
    FREE_AS_MODERATOR,
    MOVE,
    PROPOSE,
    PROPOSE_PAUSE,
    START_OVER,
)

__all__ = [
    "ADD_COMPUTER",
    "ANSWER",
    "ASK_FOR_SEAT",
    "CHOOSE_COLOUR",
    "CLOSE",
    "CLOSE_AS_MODERATOR",
    "CONFIRM_PRESENCE",
    "DECLINE",
    "END_PAUSE",
    "FREE",
    "FREE_AS_MODERATOR",
    "INVITE",
    "JOIN",
    "KEEP_AWAKE",
    "LEAVE",
    "LEAVE_IF_FORGOTTEN",
    "MARK_LEFT_SERVER",
    "MORE_TIME",
    "MOVE",
    "NOTE_ABSENCE",
    "NOTE_RETURN",
    "PROPOSE",
    "PROPOSE_PAUSE",
    "READY",
    "REMOVE",
    "SET_LANGUAGE",
    "SET_OPTIONS",
    "SLEEP",
    "SLEEP_AS_MODERATOR",
    "START",
    "START_OVER",
    "START_REPLY_WINDOW",
    "TAKE_SEAT_BACK",
    "WAKE",
]
