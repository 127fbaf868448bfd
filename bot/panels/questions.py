"""Votes: what the players of a table ask each other, and their answers."""

from collections.abc import Sequence

import wording
from bot.channel.posts import moment
from bot.context import Action, App
from bot.panels.lobby import CLOSED, heard, person
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.reply import say
from rules.errors import N_
from rules_service import TableInfo
from rules_service.votes import CLOSE, FREE
from wording import Words

ASKED = N_("I’ve asked the others. Their votes are shown under the board.")
NOBODY_ELSE = N_(
    "Nobody else needs to vote. It happens when the late player’s time is up, unless they are back by then."
)
NOBODY_ELSE_UNTIL = N_("Nobody else needs to vote. It happens {ago}, unless the late player is back by then.")
DONE = N_("Done: nobody else needs to vote.")
NOTED = N_("Your vote is saved.")
RESTED = N_("The pause is over.")


async def ask(app: App, interaction: Interaction, info: TableInfo, kind: str, what: str = "") -> None:
    """Start a vote, and show what happens next."""
    now = await app.service.open_vote(info.id, person(interaction), kind, what, interaction=interaction.id)
    await heard(app, interaction, info.id, vote_progress(now, kind, wording.words(str(interaction.locale))))


def vote_progress(info: TableInfo, kind: str, w: Words, *, done: str = DONE, seat: int | None = None) -> str:
    """Return the confirmation for the player who started a vote: that it is done, or what it waits for.

    ``done``: the text if it is done. ``seat``: the seat it is about, if there may be votes about several.
    """
    waiting = next((one for one in info.votes if one.kind == kind and seat in (None, one.seat)), None)
    if waiting is None:
        return w._(done)
    if set(waiting.asked) - set(waiting.said):
        return w._(ASKED)
    return w._(NOBODY_ELSE) if waiting.closes is None else w._(NOBODY_ELSE_UNTIL, ago=moment(waiting.closes))


async def end(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Start a vote to end the game."""
    info = await app.service.cancel(press.table, person(interaction), interaction=interaction.id)
    w = wording.words(str(interaction.locale))
    await heard(app, interaction, info.id, vote_progress(info, CLOSE, w, done=CLOSED))


async def free(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Start a vote to open a late player's seat to others."""
    info = await app.service.free(press.table, person(interaction), press.count, interaction=interaction.id)
    await heard(
        app, interaction, info.id, vote_progress(info, FREE, wording.words(str(interaction.locale)), seat=press.count)
    )


async def say_press(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Record a yes or no in a vote."""
    number, yes = (*press.counts, 0)[:2]
    await app.service.answer(press.table, person(interaction), number, bool(yes), interaction=interaction.id)
    await say(interaction, wording.words(str(interaction.locale))._(NOTED))


async def end_rest(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """End the pause of the table."""
    info = await app.service.end_rest(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, info.id, wording.words(str(interaction.locale))._(RESTED))


ACTIONS = {
    "end": Action(end, opens=False, here=True),
    "free": Action(free, opens=False, here=True),
    "endrest": Action(end_rest, opens=True),
    "say": Action(say_press, opens=True),
}
