"""Acts on a table as people meet them in buttons and commands: what each does, and what it says then."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.channel.posts import late
from bot.channel.table_words import plain_player, player, relative_time, speaker, where_is
from bot.computers import can_play
from bot.context import Request
from bot.texts import TEXTS
from bot.ui.message import DANGER, PRIMARY, Id, Item, button, layout
from rules.errors import N_, CannotUndo
from rules_service import NoVote, Snapshot, TableInfo, acts
from rules_service.act import Decision
from rules_service.consent_undo import UndoRequest, read_request
from rules_service.options import TAKE_BACK
from rules_service.pace import PACE, PACES
from rules_service.votes import DECIDED
from storage import TableStatus, VoteKind
from wording import Words

Said = Callable[[Request, TableInfo], str]
MAX_UNDONE_LINES = 8


@dataclass(frozen=True)
class TableAct:
    """A handler of buttons and commands that carries out an act and says what came of it."""

    act: Decision | Callable[[Request], Decision]
    said: str | Said = ""
    waits: bool = True  # the answer comes once the channel shows what has changed
    panel: bool = False  # the answer is shown in place of the pressed panel

    async def __call__(self, request: Request) -> None:
        """Carry out the act that the request is about."""
        info = await request.act(self.act(request) if callable(self.act) else self.act)
        text = self.said(request, info) if callable(self.said) else self.said and request.words._(self.said)
        if self.panel:
            await (request.show_once_posted(info.id, text) if self.waits else request.show(layout([text])))
        else:
            await (request.say_once_posted(info.id, text) if self.waits else request.say(text))


def progress(kind: VoteKind, done: str = TEXTS.vote_done, *, typed: bool = False) -> Said:
    """Return what a player is told who started a vote: that it is done, or what it waits for.

    ``typed``: also until when the vote still needs the players who keep the table waiting.
    """

    def said(request: Request, info: TableInfo) -> str:
        w, seat = request.words, request.named_seat
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
        lines = [text]
        for one in info.seats if typed and info.votes else ():
            if one.late_from and not one.away and not one.vacant:
                times = {"time": discord.utils.format_dt(one.late_from, "f"), "ago": relative_time(one.late_from)}
                lines.append(w._(TEXTS.player_has_time, player=player(info, one.seat, w), **times))
        return "\n".join(lines)

    return said


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
ANSWER = TableAct(
    lambda request: acts.ANSWER(request.press.count, any(request.press.counts[1:2])),
    N_("Your vote is saved."),
    waits=False,
)
START_HERE = TableAct(
    acts.START(),
    lambda request, info: request.words._(TEXTS.game_starts if info.started else TEXTS.ready_asked),
    panel=True,
)
ASK_BACK = TableAct(
    acts.ASK_FOR_SEAT(), N_("I’ve asked them. Until they answer, they play on."), waits=False, panel=True
)
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
    info, w = await request.info(), request.words
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


def back_button(info: TableInfo, w: Words) -> list[Item]:
    """Return the button to ask for an undo, if the table allows it and there are others to ask."""
    if info.options.get(TAKE_BACK.id) == "never" or len(info.seats) < 2 or info.status != TableStatus.RUNNING:
        return []
    return [button(Id(info.id, "back"), w._("Undo my turn") if info.alone else w._("Ask to undo"))]


async def preview_undo(request: Request, note: str = "") -> None:
    """Show what would be undone, and the button to ask for it. Raises CannotUndo if there is nothing to undo."""
    w = request.words
    snapshot, found = await request.service.read.undo_request(request.table_id, request.person)
    lines = what_goes(snapshot, found, snapshot.info.seat_of(request.user_id), w)
    alone = snapshot.info.alone
    label = w._("Undo") if alone else w._("Ask the others")
    go = button(Id(request.table_id, "askback", words=str(found.line)), label, PRIMARY)
    when = TEXTS.undone_right_away if alone else TEXTS.undo_needs_all
    texts = [note, w._("## Undo your turn?"), "\n".join(lines), w._(TEXTS.draws_stay), w._(when)]
    await request.show(layout(texts, (), [[go]]))


async def ask_undo(request: Request) -> None:
    """Start the vote on what was previewed, if that is still the same, and show in the panel what happens next."""
    _, found = await request.service.read.undo_request(request.table_id, request.person)
    if found.line != request.press.count:
        await preview_undo(request, request.words._("The game has moved on. This is what would be undone now:"))
        return
    await TableAct(acts.PROPOSE(VoteKind.UNDO, found.text), progress(VoteKind.UNDO), panel=True)(request)


async def show_asked_undo(request: Request) -> None:
    """Show what an open vote would undo, as the person may see it. Raises NoVote if it is already decided."""
    info, w = await request.info(), request.words
    asked = next((one for one in info.votes if one.number == request.press.count and one.kind == VoteKind.UNDO), None)
    if asked is None:
        raise NoVote(DECIDED)
    seat = info.seat_of(request.user_id)
    lines = what_goes(await request.service.read.seen(request.table_id, seat), read_request(asked.what), seat, w)
    await request.show(layout([w._("## What would be undone"), "\n".join(lines), w._(TEXTS.draws_stay)]))


def what_goes(snapshot: Snapshot, found: UndoRequest, seat: int | None, w: Words) -> list[str]:
    """Return the number of steps of each player and their effects, as far as the seat may know."""
    moves = [(player(snapshot.info, one, w), count) for one, count in found.moves.items()]
    counts = [
        w.ngettext("{player}: {count} step", "{player}: {count} steps", count, player=who) for who, count in moves
    ]
    lines = speaker(snapshot.info, snapshot.view(seat), w.lang).summary(snapshot.events(seat, found.line))
    more = ["…"] if len(lines) > MAX_UNDONE_LINES else []
    return [w.join_list(counts), *more, *(f"-# {line}" for line in lines[-MAX_UNDONE_LINES:])]


async def offer_undo(request: Request, text: str) -> bool:
    """Show a refused undo with the button to ask for it, if there is one. Return whether there is."""
    try:
        info = await request.info()
        await request.service.read.undo_request(info.id, request.person)
    except CannotUndo:
        return False
    row = back_button(info, request.words)
    if row:
        still = N_("Your whole turn can be undone.") if info.alone else TEXTS.undo_possible
        await request.show(layout([text, request.words._(still)], (), [row]))
    return bool(row)
