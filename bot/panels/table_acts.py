"""Acts on a table as people meet them in buttons and commands: what each does, and what it says then.

One panel shows what players can do about an absent player.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.channel.board_post import late
from bot.channel.table_words import plain_player, player, relative_time, where_is
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.panels.here import place_to_play
from bot.texts import TEXTS
from bot.ui.message import DANGER, PRIMARY, Id, Item, button, layout
from rules.errors import N_
from rules_service import TableInfo, acts
from rules_service.act import Decision
from rules_service.pace import PACE, PACES
from storage import TableStatus, VoteKind
from wording import Words

Said = Callable[[Request, TableInfo], str]


@dataclass(frozen=True)
class TableAct:
    """A handler of buttons and commands that carries out an act and says what came of it."""

    act: Decision | Callable[[Request], Decision]
    said: str | Said = ""
    waits: bool = True  # the answer comes once the channel shows what has changed

    async def __call__(self, request: Request) -> None:
        """Carry out the act that the request is about."""
        info = await request.act(self.act(request) if callable(self.act) else self.act)
        text = self.said(request, info) if callable(self.said) else self.said and request.words._(self.said)
        await (request.say_once_posted(info.id, text) if self.waits else request.say(text))


def progress(kind: VoteKind, done: str = TEXTS.vote_done, *, typed: bool = False) -> Said:
    """Return what a player is told who started a vote: that it is done, or what it waits for.

    ``typed``: also until when the vote still needs the players who keep the table waiting.
    """

    def said(request: Request, info: TableInfo) -> str:
        w, seat = request.words, request.named_seat
        lines = deadlines(info, w) if typed and info.votes else []
        mine = [one for one in info.votes if one.kind == kind and (one.seat is None or seat in (None, one.seat))]
        waiting = next(iter(mine), None)
        if waiting is None:
            text = w._(done)
        elif set(waiting.voters) - set(waiting.answers):
            text = w._(TEXTS.others_asked)
        elif waiting.closes is None:
            text = w._(TEXTS.nobody_else_votes)
        else:
            text = w._(TEXTS.nobody_else_votes_until, ago=relative_time(waiting.closes))
        return "\n".join([text, *lines])

    return said


def deadlines(info: TableInfo, w: Words) -> list[str]:
    """Return lines that say until when a vote still needs the players who keep the table waiting."""
    return [
        w._(
            TEXTS.player_has_time,
            player=player(info, seat.seat, w),
            time=discord.utils.format_dt(seat.late_from, "f"),
            ago=relative_time(seat.late_from),
        )
        for seat in info.seats
        if seat.late_from and not seat.away and not seat.vacant
    ]


def until(late: datetime, w: Words) -> str:
    """Return the text that says until when the others wait for a player."""
    return w._(TEXTS.more_time, time=discord.utils.format_dt(late, "f"), ago=relative_time(late))


def more_time_said(request: Request, info: TableInfo) -> str:
    """Say until when the others wait now. The service refuses a player whose turn it isn't."""
    late = next(seat.late_from for seat in info.seats if seat.user_id == request.user_id and not seat.vacant)
    assert late is not None
    return until(late, request.words)


def presence_said(request: Request, info: TableInfo) -> str:
    """Say that the others see that the player is there, and until when they wait."""
    mine = next(seat for seat in info.seats if seat.user_id == request.user_id and not seat.vacant)
    if mine.away:
        return request.words._(TEXTS.still_late)
    waits = [until(mine.late_from, request.words)] if mine.late_from else []
    return "\n".join([request.words._(TEXTS.you_are_back), *waits])


async def wake(request: Request) -> None:
    """Wake a table, in its channel if that is free, otherwise here. Raises Refusal if the bot can't post here."""
    await TableAct(acts.WAKE(await place_to_play(request)), N_("The table is awake."))(request)


def answer(request: Request) -> Decision:
    """Record a yes or no in a vote."""
    number, yes = (*request.press.counts, 0)[:2]
    return acts.ANSWER(number, bool(yes))


HERE = TableAct(acts.CONFIRM_PRESENCE(), presence_said)
MORE = TableAct(acts.MORE_TIME(), more_time_said, waits=False)
LEAVE = TableAct(acts.LEAVE())
READY = TableAct(
    acts.READY(),
    lambda request, info: request.words._(TEXTS.ready_noted if info.status == TableStatus.LOBBY else TEXTS.game_starts),
)
ACCEPT = TableAct(
    acts.JOIN(), lambda request, info: request.words._(TEXTS.table_joined, where=where_is(info, request.words))
)
DECLINE = TableAct(acts.DECLINE(), N_("Invitation declined. Nobody is waiting for you."))
REMOVE = TableAct(lambda request: acts.REMOVE(request.press.count), N_("The seat is free again."))
KEEP_AWAKE = TableAct(
    acts.KEEP_AWAKE(),
    lambda request, info: request.words._(TEXTS.stays_open if info.status == TableStatus.LOBBY else TEXTS.stays_awake),
    waits=False,
)
ANSWER = TableAct(answer, N_("Your vote is saved."), waits=False)
END_PAUSE = TableAct(acts.END_PAUSE(), N_("The pause is over."))
SLEEP = TableAct(acts.SLEEP(), progress(VoteKind.SLEEP, TEXTS.table_asleep))
START_OVER = TableAct(acts.START_OVER(), progress(VoteKind.START_OVER))
CLOSE = TableAct(acts.CLOSE(), progress(VoteKind.CLOSE, TEXTS.table_closed))
TYPED_CLOSE = TableAct(acts.CLOSE(), progress(VoteKind.CLOSE, TEXTS.table_closed, typed=True))
FREE = TableAct(lambda request: acts.FREE(request.press.count), progress(VoteKind.FREE_SEAT))
TYPED_FREE = TableAct(
    lambda request: acts.FREE(request.named_seat), progress(VoteKind.FREE_SEAT, N_("The seat is free."), typed=True)
)
STAND_IN = TableAct(lambda request: acts.FREE(request.press.count, computer=True), progress(VoteKind.STAND_IN))
SLEEP_AS_MODERATOR = TableAct(acts.SLEEP_AS_MODERATOR(), progress(VoteKind.SLEEP, TEXTS.table_asleep))
CLOSE_AS_MODERATOR = TableAct(acts.CLOSE_AS_MODERATOR(), TEXTS.table_closed)
FREE_AS_MODERATOR = TableAct(lambda request: acts.FREE_AS_MODERATOR(request.named_seat), TEXTS.moderator_asks)


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
    texts, row = [], list[Item]()
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
