"""The kinds of stored things. Their values are stored in the database, so they never change."""

from enum import StrEnum
from typing import Self


class OpenKind(StrEnum):
    """An enum of kinds. Values that only another version knows become UNKNOWN."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls("") if isinstance(value, str) else None


class TableStatus(StrEnum):
    """The status of a table."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class LineKind(OpenKind):
    """The kind of a line in a table's log, which also determines the meaning of its text.

    The line of a move that a computer made for a player has no player.
    """

    # About the game
    START = "start"
    MOVE = "move"  # the move in its notation
    UNDO = "undo"  # the number of moves
    BACK = "back"  # undone by consent: the line of this log to go back to
    # About the lobby
    OPEN = "open"
    OPTION = "option"  # name and value
    INVITE = "invite"  # the player
    DECLINE = "decline"
    READY = "ready"
    # About who plays
    JOIN = "join"  # the level of a computer player
    LEAVE = "leave"
    REMOVE = "remove"  # the seat
    HOST = "host"
    SEAT = "seat"  # the player drawn for it at the start
    FREE = "free"  # the seat
    STANDIN = "standin"  # a computer plays for a late player
    RETURN = "return"  # the player plays again for themselves
    SIMPLER = "simpler"  # a computer had no time to finish thinking: the level of its move
    # About votes
    ASK = "ask"  # kind and content of the vote
    YES = "yes"  # the line of the vote
    NO = "no"  # the line of the vote
    UNASK = "unask"  # withdrawn by the player who asked: the line of the vote
    VOTE = "vote"  # of older versions: for what
    UNVOTE = "unvote"  # of older versions
    # About time
    PACE = "pace"  # the new pace
    MORE = "more"  # a request for more time
    LATE = "late"
    HERE = "here"  # the late player says so
    GONE = "gone"  # a player has left the server
    AWAY = "away"  # begin and end in seconds
    REST = "rest"  # a pause: its end in seconds
    RESTED = "rested"  # a player ended the pause
    SLEEP = "sleep"  # who put the table to sleep
    WAKE = "wake"
    KEEP = "keep"  # the table stays awake, or the lobby open
    # About the table
    LANGUAGE = "language"  # the new language of its posts
    PLACE = "place"  # new channel, server and parent channel
    CANCEL = "cancel"
    UNKNOWN = ""


class PostKind(OpenKind):
    """The kind of a channel post, for pending announcements as well as for sent messages."""

    LOBBY = "lobby"
    START = "start"
    TURN = "turn"
    REVEAL = "reveal"  # something that can't be undone, in a turn that continues
    OVER = "over"
    SEAT = "seat"
    PACE = "pace"
    WAKE = "wake"
    PLACE = "place"  # the table moved to this channel
    CANCEL = "cancel"
    BOARD = "board"  # of messages only
    LEFT = "left"  # only of messages: the last one in a channel, which says that the table has moved
    UNKNOWN = ""


class NoticeKind(OpenKind):
    """The kind of a notification."""

    TURN = "turn"  # a turn began without a post of the board
    FIRST_REMINDER = "first"
    SECOND_REMINDER = "second"
    MEMBER_CHECK = "look"  # never sent: makes the bot check whether the player is still on the server
    NUDGE = "nudge"
    LATE = "late"
    FINAL_WARNING = "final"  # the others want to go on without this player
    SLEEP_WARNING = "drowsy"  # the table will go to sleep
    VOTE = "ask"
    NEXT = "next"  # the player before the recipient has begun their turn
    FULL = "full"  # the last seat of a lobby is taken
    INVITE = "invite"
    IDLE = "idle"  # the host is asked whether to keep the lobby
    OVER = "over"  # the game has ended
    PLAN = "plan"  # a plan that was to be played by itself was not
    DIGEST = "digest"  # all tables in one message
    BACK = "back"  # the recipient's absence is over
    UNKNOWN = ""


class NoticeOutcome(StrEnum):
    """The outcome of a notification."""

    SENT = "sent"
    MERGED = "merged"  # another notification included its table
    REFUSED = "refused"  # Discord refused it
    MOOT = "moot"  # it was no longer of use


class ReviewEnd(OpenKind):
    """How a review ended. It is stored until the review's post shows it."""

    FINISHED = "finished"
    STOPPED = "stopped"  # stopped by a player, or by deleting its post
    FAILED = "failed"
    TOLD = ""  # Nothing has to be shown: the review is in progress, or its post shows that it is finished.


class StopReason(StrEnum):
    """The reason why timers stop for a while."""

    OUTAGE = "outage"  # the bot was down
    REST = "rest"  # the table is paused
    AWAY = "away"  # the player is away


class VoteKind(StrEnum):
    """The subject of a vote. `rules_service/votes.py` has the rules for each."""

    PACE = "pace"
    PAUSE = "rest"
    SLEEP = "sleep"
    MOVE = "place"  # to another server
    FREE_SEAT = "free"  # of a late player
    STAND_IN = "standin"  # a computer plays for a late player
    CLOSE = "close"
    START_OVER = "anew"  # close the table and open a lobby without a late player who has never moved
    RETURN_SEAT = "return"  # the seat is returned to its former holder
    UNDO = "back"
    START = "start"  # everyone in the lobby is ready


class VoteOutcome(StrEnum):
    """The outcome of a vote."""

    OPEN = ""  # the vote has not ended
    PASSED = "passed"
    FAILED = "failed"
    VOID = "void"  # it is no longer needed, or no longer possible
