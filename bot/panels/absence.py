"""What players can do about an absent player: the ephemeral panel, reporting back, sleep and waking."""

import discord

from bot.channel.posts import late, plain_player
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.panels.lobby import until
from bot.panels.opening import may_post, place
from bot.panels.questions import vote_progress
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from bot.ui.message import layout
from rules.errors import N_
from rules_service import acts
from rules_service.pace import PACE, PACES
from storage import TableStatus, VoteKind

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


async def what_now(request: Request) -> None:
    """Show what can be done about a late player, with the consequences; others only see who decides."""
    info = await request.info()
    w = request.words
    mine = info.seat_of(request.user_id)
    gone = late(info)
    if mine is None or any(seat.seat == mine for seat in gone if not seat.vacant):
        await request.say(w._(NOT_YOURS))
        return
    if not gone:
        await request.say(w._(NOBODY))
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
    await request.show(layout(texts, (), [row]))


async def begin_again(request: Request) -> None:
    """Start a vote to start over without a late player who has never moved."""
    info = await request.act(acts.START_OVER())
    await request.say_once_posted(info.id, vote_progress(info, VoteKind.START_OVER, request.words))


async def here(request: Request) -> None:
    """Record that the player is present."""
    info = await request.act(acts.CONFIRM_PRESENCE())
    w = request.words
    mine = next(seat for seat in info.seats if seat.user_id == request.user_id and not seat.vacant)
    if mine.away:
        text = w._(STILL_LATE)
    else:
        text = "\n".join([w._(HERE), *([until(mine.late_from, w)] if mine.late_from else [])])
    await request.say_once_posted(request.table_id, text)


async def sleep(request: Request, *, moderator: bool = False) -> None:
    """Put the table to sleep, or ask another player for it."""
    info = await request.act(acts.SLEEP_AS_MODERATOR() if moderator else acts.SLEEP())
    await request.say_once_posted(info.id, vote_progress(info, VoteKind.SLEEP, request.words, done=SLEEPS))


async def wake(request: Request) -> None:
    """Wake a table, in its channel if that is free, otherwise here."""
    may_post(request)
    await request.act(acts.WAKE(place(request)))
    await request.say_once_posted(request.table_id, request.words._(N_("The table is awake.")))


async def keep_awake(request: Request) -> None:
    """Keep the table awake, or the lobby open."""
    info = await request.act(acts.KEEP_AWAKE())
    text = STAYS_OPEN if info.status == TableStatus.LOBBY else AWAKE
    await request.say(request.words._(text))
