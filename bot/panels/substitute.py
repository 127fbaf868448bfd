"""Taking a seat in a running game: a preview first, unless the person had the seat before and may have it back."""

import discord

import wording
from bot.channel.table_words import pace, plain_player, relative_time, speaker
from bot.context import App, Request
from bot.games import GAMES
from bot.texts import TEXTS
from bot.ui.custom_id import Id
from bot.ui.item import PRIMARY, SUCCESS, button
from bot.ui.message import layout
from rules_service import SeatHeld, TableInfo, acts
from storage import TableStatus
from wording import Words


async def join(request: Request) -> None:
    """Join the table, in a certain seat if one is named, and confirm it.

    A person who names none sees a preview first, unless the free seat of the running game was theirs.
    """
    info, seat, mine, w = await request.info(), request.named_seat, request.user_id, request.words
    own = any(one.vacant and one.user_id == mine for one in info.seats)
    if seat is None and info.status == TableStatus.RUNNING and info.vacant and not own and info.seat_of(mine) is None:
        await request.ask(await offer(request.app, info, request.lang))
        return
    try:
        info = await request.act(acts.JOIN(seat))
    except SeatHeld:
        await request.ask(seat_taken_panel(info.id, w))
        return
    done = w._("You’ve taken the seat.") if request.typed else ""
    welcome = w._(TEXTS.welcome_to_seat, your_turn=w._("Your turn"))
    await request.say_once_posted(info.id, welcome if info.status == TableStatus.RUNNING else done)


def seat_taken_panel(table_id: int, w: Words) -> discord.ui.LayoutView:
    """Return the panel that says that another player has the person's seat now, with the button to ask for it."""
    back = button(Id(table_id, "seatback"), w._("Ask for my seat"), PRIMARY)
    return layout([w._(TEXTS.seat_held)], (), [[back]])


async def offer(app: App, info: TableInfo, lang: str) -> discord.ui.LayoutView:
    """Return the preview of a free seat: the game, when it started, whose turn it is, the points, and the pace."""
    snapshot = await app.service.read.seen(info.id, None)
    speaks = speaker(snapshot.info, snapshot.view(None), lang)
    w = wording.words(lang)
    head = w._(TEXTS.take_seat, game=GAMES[info.game].title, since=relative_time(info.started or info.opened))
    buttons = [
        button(
            Id(info.id, "sit", words=str(seat)),
            w._("Take the seat of {player}", player=plain_player(info, seat, w)),
            SUCCESS,
        )
        for seat in info.vacant
    ]
    now = speaks.status(at=int(app.clock.now().timestamp()))
    return layout([head, now, speaks.score_now(snapshot.table.score()), pace(info, w)], (), [buttons])


async def sit_down(request: Request) -> None:
    """Take the seat of the preview."""
    w = request.words
    try:
        info = await request.act(acts.JOIN(request.press.count))
    except SeatHeld:
        await request.show(seat_taken_panel(request.table_id, w))
        return
    await request.show_once_posted(info.id, w._(TEXTS.welcome_to_seat, your_turn=w._("Your turn")))


async def ask_back(request: Request) -> None:
    """Ask the player who has the person's seat now to give it back."""
    await request.act(acts.ASK_FOR_SEAT())
    await request.show(layout([request.words._("I’ve asked them. Until they answer, they play on.")]))
