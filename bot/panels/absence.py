"""What players can do about an absent player: the ephemeral panel, reporting back, sleep and waking."""

from bot.channel.board_post import late
from bot.channel.table_words import plain_player
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.ui.custom_id import Id
from bot.ui.item import DANGER, PRIMARY, ActionItem, button
from bot.ui.message import layout
from rules.errors import N_
from rules_service.pace import PACE, PACES

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
BEGIN_AGAIN = N_(
    "**Start over** without the player who has never moved: this table closes, and a lobby "
    "with the same options and all of you opens here."
)
ALL_AGREE_LATER = N_(
    "Everyone who is there must agree, and the late player must have been notified {hours} hours before."
)
WAIT_ON = N_("**Keep waiting**: do nothing. Running out of time never ends a game by itself.")
NOT_YOURS = N_("The players here who aren’t late decide how to go on.")
NOBODY = N_("Nobody here is late now.")


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
            row.append(button(Id(info.id, "standin", words=str(seat.seat)), label, PRIMARY))
        texts += [w._(OFFER, owner=owner), f"-# {w._(ASKED_FIRST, owner=owner, hours=hours)}"]
        label = w._("Open {player}’s seat", player=owner)
        row.append(button(Id(info.id, "free", words=str(seat.seat)), label, PRIMARY))
    agree = w._(ALL_AGREE_LATER, hours=hours) if texts else w._("Everyone who is there must agree.")
    row += [button(Id(info.id, "sleep"), w._("Put to sleep")), button(Id(info.id, "end"), w._("Close"), DANGER)]
    texts += [w._(LAY_DOWN), w._("**Close**: the game ends without a result.")]
    if any(not seat.vacant and not seat.moved for seat in gone):
        texts.append(w._(BEGIN_AGAIN))
        row.append(button(Id(info.id, "anew"), w._("Start over")))
    texts += [f"-# {agree}", w._(WAIT_ON)]
    await request.show(layout(texts, (), [row]))
