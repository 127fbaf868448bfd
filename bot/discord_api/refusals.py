"""The meaning of Discord's error codes: temporary or permanent, whose fault, and what people can do.

There is only one table, so that the same refusal means the same everywhere. A code that it lacks is judged by the HTTP
status.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import discord

from rules.errors import N_

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
MISSING_ACCESS, MISSING_PERMISSIONS, CANNOT_MESSAGE = 50001, 50013, 50007
THREAD_IS_ARCHIVED, THREAD_IS_LOCKED = 50083, 160005
AUTOMOD, AUTOMOD_TITLE, HARMFUL_LINK = 200000, 200001, 240000
INVALID_RECIPIENT, NO_MUTUAL_SERVER = 50033, 50278
HAS_ANSWER = 40060  # the interaction already has a first response
INVALID, TOO_LARGE, TOO_MANY = 400, 413, 429  # HTTP status codes

CHANNEL_GONE = N_(
    "This table’s channel is gone. The game is safe. Use `/table show` in the channel where you want to continue."
)
DM_CLOSED = N_(
    "Discord doesn’t let me write to you. The game is safe. Allow messages from me in your privacy "
    "settings on Discord, and I’ll post it in our DM."
)
THREAD_LOCKED = N_("This table’s thread is locked. The game is safe. Ask a moderator to unlock the thread.")
BLOCKED = N_(
    "This server’s AutoMod blocks my posts. The game is safe. Ask a server manager to exempt my role "
    "in AutoMod’s settings."
)
NOT_NOW = N_(
    "Discord doesn’t let me post here at the moment, although I have the permissions. The game is "
    "safe, and I’ll keep trying. Ask a moderator whether I’m timed out."
)
BUSY = N_("Discord lets me post here only occasionally. The game is safe, and I’ll keep trying.")
DOWN = N_("Discord isn’t accepting my posts right now. The game is safe, and I’ll keep trying.")
OUR_FAULT = N_("I can’t show this table right now; my host’s log says why. I’ll keep trying.")


@dataclass(frozen=True)
class Rejection:
    """The meaning of an error code, and what people can do about it."""

    text: str  # what to tell the people at the table
    lasting: bool = False  # The same request will never succeed: its target is gone, or it is not possible.
    ours: bool = False  # What we sent is to blame, so something simpler may be accepted.
    place: bool = False  # The channel or the person accepts nothing from us, now or for ever.
    bot: bool = False  # Everybody to whom this bot writes refuses it.


CODES: Mapping[int, Rejection] = {
    UNKNOWN_CHANNEL: Rejection(CHANNEL_GONE, lasting=True),
    10004: Rejection(CHANNEL_GONE, lasting=True),  # unknown server
    UNKNOWN_MESSAGE: Rejection(DOWN, lasting=True),
    10013: Rejection(DM_CLOSED, lasting=True, place=True),  # unknown user
    10062: Rejection(OUR_FAULT, lasting=True),  # the time for a response is over
    20016: Rejection(BUSY),  # slow mode
    20022: Rejection(BUSY),  # too many edits in an announcement channel
    20026: Rejection(OUR_FAULT, place=True, bot=True),  # Discord has restricted our DMs
    20028: Rejection(BUSY),  # too many posts in the channel
    20029: Rejection(BUSY),  # too many posts on the server
    30046: Rejection(BUSY),  # too many edits of an old message
    40002: Rejection(OUR_FAULT, place=True, bot=True),  # the account has to be verified
    40003: Rejection(BUSY),  # too many new DMs
    40004: Rejection(DOWN),  # Discord has switched off sending
    HAS_ANSWER: Rejection(OUR_FAULT, lasting=True),
    40062: Rejection(BUSY),  # too many requests of a kind
    40333: Rejection(DOWN),  # blocked on the way to Discord
    MISSING_ACCESS: Rejection(NOT_NOW, place=True),
    50005: Rejection(OUR_FAULT, lasting=True),  # another author's message
    CANNOT_MESSAGE: Rejection(DM_CLOSED, place=True),
    50008: Rejection(CHANNEL_GONE, lasting=True),  # a channel without messages
    MISSING_PERMISSIONS: Rejection(NOT_NOW, place=True),
    50021: Rejection(OUR_FAULT, lasting=True),  # a system message
    50024: Rejection(CHANNEL_GONE, lasting=True),  # impossible in this kind of channel
    50027: Rejection(OUR_FAULT, lasting=True),  # the time for further answers is over
    INVALID_RECIPIENT: Rejection(DM_CLOSED, place=True),
    THREAD_IS_ARCHIVED: Rejection(THREAD_LOCKED, place=True),
    NO_MUTUAL_SERVER: Rejection(DM_CLOSED, place=True),
    130000: Rejection(DOWN),  # Discord is overloaded
    THREAD_IS_LOCKED: Rejection(THREAD_LOCKED, place=True),
    160006: Rejection(BUSY),  # too many open threads
    AUTOMOD: Rejection(BLOCKED, place=True),
    AUTOMOD_TITLE: Rejection(BLOCKED, place=True),
    HARMFUL_LINK: Rejection(BLOCKED, place=True),
}
OUTAGE, FORBIDDEN = Rejection(DOWN), Rejection(NOT_NOW, place=True)
GONE, TO_BLAME = Rejection(DOWN, lasting=True), Rejection(OUR_FAULT, lasting=True, ours=True)


def meaning(error: BaseException) -> Rejection:
    """Return the meaning of a failed request. No response, a rate limit or a server error counts as an outage."""
    if not isinstance(error, discord.HTTPException) or error.status == TOO_MANY or error.status >= 500:
        return OUTAGE
    if error.code in CODES:
        return CODES[error.code]
    if error.status in (INVALID, TOO_LARGE):
        return TO_BLAME
    return FORBIDDEN if error.status == 403 else GONE if error.status == 404 else OUTAGE


def lasting(error: BaseException) -> bool:
    """Return whether the same request will never succeed. If it may, it is worth another try later."""
    return meaning(error).lasting


def out_of_reach(error: BaseException) -> bool:
    """Return whether the channel or person accepts no messages from the bot at present, or ever."""
    return meaning(error).place


def refuses_content(error: BaseException) -> bool:
    """Return whether Discord may have refused a message because of its content."""
    return meaning(error).ours
