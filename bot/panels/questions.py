"""Votes: what the players of a table ask each other, and their answers."""

from bot.channel.posts import moment
from bot.context import Request
from bot.panels.lobby import CLOSED
from rules.errors import N_
from rules_service import TableInfo, acts
from storage import VoteKind
from wording import Words

ASKED = N_("I’ve asked the others. Their votes are shown under the board.")
NOBODY_ELSE = N_(
    "Nobody else needs to vote. It happens when the late player’s time is up, unless they are back by then."
)
NOBODY_ELSE_UNTIL = N_("Nobody else needs to vote. It happens {ago}, unless the late player is back by then.")
DONE = N_("Done: nobody else needs to vote.")
NOTED = N_("Your vote is saved.")
RESTED = N_("The pause is over.")


async def ask(request: Request, kind: VoteKind, what: str = "") -> None:
    """Start a vote, and show what happens next."""
    now = await request.act(acts.PROPOSE(kind, what))
    await request.say_once_posted(now.id, vote_progress(now, kind, request.words))


def vote_progress(info: TableInfo, kind: VoteKind, w: Words, *, done: str = DONE, seat: int | None = None) -> str:
    """Return the confirmation for the player who started a vote: that it is done, or what it waits for.

    ``done``: the text if it is done. ``seat``: the seat it is about, if there may be votes about several.
    """
    waiting = next((one for one in info.votes if one.kind == kind and seat in (None, one.seat)), None)
    if waiting is None:
        return w._(done)
    if set(waiting.voters) - set(waiting.answers):
        return w._(ASKED)
    return w._(NOBODY_ELSE) if waiting.closes is None else w._(NOBODY_ELSE_UNTIL, ago=moment(waiting.closes))


async def end(request: Request) -> None:
    """Start a vote to end the game."""
    info = await request.act(acts.CLOSE())
    w = request.words
    await request.say_once_posted(info.id, vote_progress(info, VoteKind.CLOSE, w, done=CLOSED))


async def free(request: Request) -> None:
    """Start a vote to open a late player's seat to others."""
    info = await request.act(acts.FREE(request.press.count))
    await request.say_once_posted(
        info.id, vote_progress(info, VoteKind.FREE_SEAT, request.words, seat=request.press.count)
    )


async def say_press(request: Request) -> None:
    """Record a yes or no in a vote."""
    number, yes = (*request.press.counts, 0)[:2]
    await request.act(acts.ANSWER(number, bool(yes)))
    await request.say(request.words._(NOTED))


async def end_rest(request: Request) -> None:
    """End the pause of the table."""
    info = await request.act(acts.END_PAUSE())
    await request.say_once_posted(info.id, request.words._(RESTED))
