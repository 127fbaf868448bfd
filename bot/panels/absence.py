"""What players can do about an absent player: the ephemeral panel, reporting back, sleep and waking."""

from bot.channel.board_post import late
from bot.channel.table_words import plain_player
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.texts import TEXTS
from bot.ui.custom_id import Id
from bot.ui.item import DANGER, PRIMARY, ActionItem, button
from bot.ui.message import layout
from rules_service.pace import PACE, PACES


async def what_now(request: Request) -> None:
    """Show what can be done about a late player, with the consequences; others only see who decides."""
    info = await request.info()
    w = request.words
    mine = info.seat_of(request.user_id)
    gone = late(info)
    if mine is None or any(seat.seat == mine for seat in gone if not seat.vacant):
        await request.say(w._(TEXTS.others_decide))
        return
    if not gone:
        await request.say(w._(TEXTS.nobody_late))
        return
    hours = int(PACES[info.options[PACE.id]].reply_window.total_seconds() // 3600)
    texts, row = [], list[ActionItem]()
    for seat in gone:
        if seat.vacant:
            continue
        owner = plain_player(info, seat.seat, w)
        if can_play(info.game):
            texts.append(w._(TEXTS.computer_plays, owner=owner))
            label = w._("Computer plays for {player}", player=owner)
            row.append(button(Id(info.id, "standin", words=str(seat.seat)), label, PRIMARY))
        texts += [w._(TEXTS.open_seat, owner=owner), f"-# {w._(TEXTS.asked_first, owner=owner, hours=hours)}"]
        label = w._("Open {player}’s seat", player=owner)
        row.append(button(Id(info.id, "free", words=str(seat.seat)), label, PRIMARY))
    agree = w._(TEXTS.all_agree_later, hours=hours) if texts else w._("Everyone who is there must agree.")
    row += [button(Id(info.id, "sleep"), w._("Put to sleep")), button(Id(info.id, "end"), w._("Close"), DANGER)]
    texts += [w._(TEXTS.put_to_sleep), w._("**Close**: the game ends without a result.")]
    if any(not seat.vacant and not seat.moved for seat in gone):
        texts.append(w._(TEXTS.start_over))
        row.append(button(Id(info.id, "anew"), w._("Start over")))
    texts += [f"-# {agree}", w._(TEXTS.keep_waiting)]
    await request.show(layout(texts, (), [row]))
