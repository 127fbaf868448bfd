"""What players can do about an absent player: the ephemeral panel, reporting back, sleep and waking."""

from collections.abc import Sequence

import discord

import wording
from bot.channel.posts import late, plain_player
from bot.computers.ai_client import can_play
from bot.context import Action, App
from bot.panels.lobby import heard, person, until
from bot.panels.opening import may_post, place
from bot.panels.questions import vote_progress
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from bot.ui.message import layout
from bot.ui.reply import say, show
from rules.errors import N_
from rules_service import TableInfo
from rules_service.pace import PACE, PACES
from rules_service.votes import ANEW, SLEEP
from storage import TableStatus

COMPUTER = N_("**A computer plays** for {owner}, who can take the seat back with one press.")
OFFER = N_("**Open {owner}’s seat** to new players. While it is free, {owner} can take it again.")
ASKED_FIRST = N_(
    "I’ll notify {owner} and ask everyone else here. After {hours} hours it happens if "
    "more vote for it than against, unless {owner} moves or presses a button first."
)
LAY_DOWN = N_(
    "**Put to sleep**: takes two of you, or just you if nobody else is around. It happens "
    "right away; one press wakes the table."
)
END = N_("**Close**: the game ends without a result.")
BEGIN_AGAIN = N_(
    "**Start over** without the player who has never moved: this table closes, and a lobby "
    "with the same options and all of you opens here."
)
ALL_AGREE = N_("Everyone who is there must agree.")
ALL_AGREE_LATER = N_(
    "Everyone who is there must agree, and the late player must have been notified {hours} hours before."
)
WAIT_ON = N_("**Keep waiting**: do nothing. Running out of time never ends a game by itself.")
NOT_YOURS = N_("The players here who aren’t late decide how to go on.")
NOBODY = N_("Nobody here is late now.")
HERE = N_("The others can see that you’re back.")
STILL_LATE = N_(
    "The others can see that you’re back. Your turn has already taken twice its time, so "
    "until you end it they can ask again to go on without you."
)
SLEEPS = N_("The table is asleep. Nothing is lost: any of its players can wake it.")
AWAKE = N_("The table stays awake.")
STAYS_OPEN = N_("The lobby stays open for another week.")


async def what_now(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Show what can be done about a late player, with the consequences; others only see who decides."""
    info = await app.service.info(press.table)
    w = wording.words(str(interaction.locale))
    mine = info.seat_of(interaction.user.id)
    gone = late(info)
    if mine is None or any(seat.seat == mine for seat in gone if not seat.vacant):
        await say(interaction, w._(NOT_YOURS))
        return
    if not gone:
        await say(interaction, w._(NOBODY))
        return
    hours = int(PACES[info.options[PACE.id]].reply_window.total_seconds() // 3600)
    texts, row = [], list[ActionItem]()
    for seat in gone:
        if seat.vacant:
            continue
        owner = plain_player(info, seat.seat, w)
        if can_play(info.game):
            texts.append(w._(COMPUTER, owner=owner))
            label = w._("Computer plays for {player}", player=owner)
            row.append(button(Id(info.id, "standin", words=str(seat.seat)), label, discord.ButtonStyle.primary))
        texts += [w._(OFFER, owner=owner), f"-# {w._(ASKED_FIRST, owner=owner, hours=hours)}"]
        label = w._("Open {player}’s seat", player=owner)
        row.append(button(Id(info.id, "free", words=str(seat.seat)), label, discord.ButtonStyle.primary))
    agree = w._(ALL_AGREE_LATER, hours=hours) if texts else w._(ALL_AGREE)
    row += [
        button(Id(info.id, "sleep"), w._("Put to sleep")),
        button(Id(info.id, "end"), w._("Close"), discord.ButtonStyle.danger),
    ]
    texts += [w._(LAY_DOWN), w._(END)]
    if any(not seat.vacant and not seat.moved for seat in gone):
        texts.append(w._(BEGIN_AGAIN))
        row.append(button(Id(info.id, "anew"), w._("Start over")))
    texts += [f"-# {agree}", w._(WAIT_ON)]
    await show(interaction, layout(texts, (), [row]))


async def begin_again(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Start a vote to start over without a late player who has never moved."""
    info = await app.service.begin_again(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, info.id, vote_progress(info, ANEW, wording.words(str(interaction.locale))))


async def press_here(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Handle the button of a player who is back."""
    await here(app, interaction, press.table)


async def here(app: App, interaction: Interaction, table_id: int) -> None:
    """Record that the player is present."""
    info = await app.service.here(table_id, person(interaction), interaction=interaction.id)
    w = wording.words(str(interaction.locale))
    mine = next(seat for seat in info.seats if seat.user_id == interaction.user.id and not seat.vacant)
    if mine.away:
        text = w._(STILL_LATE)
    else:
        text = "\n".join([w._(HERE), *([until(mine.late_from, w)] if mine.late_from else [])])
    await heard(app, interaction, table_id, text)


async def press_sleep(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Handle the button that puts the table to sleep."""
    await sleep(app, interaction, press.table)


async def sleep(app: App, interaction: Interaction, table_id: int, *, moderator: bool = False) -> None:
    """Put the table to sleep, or ask another player for it."""
    info = await app.service.sleep(table_id, person(interaction), moderator=moderator, interaction=interaction.id)
    await heard(
        app, interaction, table_id, vote_progress(info, SLEEP, wording.words(str(interaction.locale)), done=SLEEPS)
    )


async def press_wake(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Wake the table."""
    await wake(app, interaction, await app.service.info(press.table))


async def wake(app: App, interaction: Interaction, info: TableInfo) -> None:
    """Wake a table, in its channel if that is free, otherwise here."""
    may_post(interaction)
    await app.service.wake(info.id, person(interaction), place(interaction), interaction=interaction.id)
    await heard(app, interaction, info.id, wording.words(str(interaction.locale))._(N_("The table is awake.")))


async def keep_awake(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Keep the table awake, or the lobby open."""
    info = await app.service.keep_awake(press.table, person(interaction), interaction=interaction.id)
    text = STAYS_OPEN if info.status == TableStatus.LOBBY else AWAKE
    await say(interaction, wording.words(str(interaction.locale))._(text))


ACTIONS = {
    "anew": Action(begin_again, opens=True),
    "whatnow": Action(what_now, opens=True),
    "here": Action(press_here, opens=True),
    "sleep": Action(press_sleep, opens=True),
    "wake": Action(press_wake, opens=True),
    "awake": Action(keep_awake, opens=True),
}
