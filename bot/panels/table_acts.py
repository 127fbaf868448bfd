"""Acts on a table as people meet them in buttons and commands: what each does, and what it says then."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.channel.posts import late
from bot.channel.table_words import plain_player, player, relative_time, speaker, where_is
from bot.computers import can_play
from bot.context import Request
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
VOTE_DONE = N_("Done: nobody else needs to vote.")
READY_ASKED = N_("Not everyone is ready. I’ve asked them, and the game starts as soon as all are.")
TABLE_ASLEEP = N_("The table is asleep. Nothing is lost: any of its players can wake it.")
TABLE_LEFT = N_("You’ve left the table. While your seat is free, you can take it again.")
TABLE_CLOSED = N_("The table is closed.")
GAME_STARTS = N_("The game starts.")
DRAWS_STAY = N_(
    "Draws come out the same, in the same order. Players remember what they have seen, and everyone who agrees knows "
    "that."
)
HAS_TIME = N_(
    "{player} has time until {time} ({ago}). After that, the others together can end the game or free that seat."
)
STILL_LATE = N_(
    "The others can see that you’re back. Your turn has already taken twice its time, so until you end it they can ask "
    "again to go on without you."
)
ALL_AGREE_LATER = N_(
    "Everyone who is there must agree, and the late player must have been notified {hours} hours before."
)
PUT_TO_SLEEP = N_(
    "**Put to sleep**: takes two of you, or just you if nobody else is around. It happens right away; one press wakes "
    "the table."
)
ABOUT_STARTING_OVER = N_(
    "**Start over** without the player who has never moved: this table closes, and a lobby with the same options and "
    "all of you opens here."
)
ASKED_FIRST = N_(
    "I’ll notify {owner} and ask everyone else here. After {hours} hours it happens if more vote for it than "
    "against, unless {owner} moves or presses a button first."
)


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


def progress(kind: VoteKind, done: str = VOTE_DONE, *, typed: bool = False) -> Said:
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
            text = w._("I’ve asked the others. Their votes are shown under the board.")
        elif waiting.closes is None:
            text = w._(
                "Nobody else needs to vote. It happens when the late player’s time is up, unless they are back by then."
            )
        else:
            text = w._(
                "Nobody else needs to vote. It happens {ago}, unless the late player is back by then.",
                ago=relative_time(waiting.closes),
            )
        lines = [text]
        for one in info.seats if typed and info.votes else ():
            if one.late_from and not one.away and not one.vacant:
                times = {"time": discord.utils.format_dt(one.late_from, "f"), "ago": relative_time(one.late_from)}
                lines.append(w._(HAS_TIME, player=player(info, one.seat, w), **times))
        return "\n".join(lines)

    return said


def until(late: datetime, w: Words) -> str:
    """Return the text that says until when the others wait for a player."""
    return w._(
        "The others now wait for you until {time} ({ago}). Even then, nothing happens by itself.",
        time=discord.utils.format_dt(late, "f"),
        ago=relative_time(late),
    )


def more_time_said(request: Request, info: TableInfo) -> str:
    """Say until when the others wait now. The service refuses a player whose turn it isn't."""
    late = next(seat.late_from for seat in info.seats if seat.user_id == request.user_id and not seat.vacant)
    assert late is not None
    return until(late, request.words)


def presence_said(request: Request, info: TableInfo) -> str:
    """Say that the others see that the player is there, and until when they wait."""
    mine = next(seat for seat in info.seats if seat.user_id == request.user_id and not seat.vacant)
    if mine.away:
        return request.words._(STILL_LATE)
    waits = [until(mine.late_from, request.words)] if mine.late_from else []
    return "\n".join([request.words._("The others can see that you’re back."), *waits])


HERE = TableAct(acts.CONFIRM_PRESENCE(), presence_said)
MORE = TableAct(acts.MORE_TIME(), more_time_said, waits=False)
LEAVE = TableAct(acts.LEAVE())
READY = TableAct(
    acts.READY(),
    lambda request, info: request.words._(N_("You’re ready.") if info.status == TableStatus.LOBBY else GAME_STARTS),
)
ACCEPT = TableAct(
    acts.JOIN(),
    lambda request, info: request.words._("You’ve joined the table: {where}.", where=where_is(info, request.words)),
)
DECLINE = TableAct(acts.DECLINE(), N_("Invitation declined. Nobody is waiting for you."))
REMOVE = TableAct(lambda request: acts.REMOVE(request.press.count), N_("The seat is free again."))
KEEP_AWAKE = TableAct(
    acts.KEEP_AWAKE(),
    lambda request, info: request.words._(
        N_("The lobby stays open for another week.")
        if info.status == TableStatus.LOBBY
        else N_("The table stays awake.")
    ),
    waits=False,
)
ANSWER = TableAct(
    lambda request: acts.ANSWER(request.press.count, any(request.press.counts[1:2])),
    N_("Your vote is saved."),
    waits=False,
)
START_HERE = TableAct(
    acts.START(),
    lambda request, info: request.words._(GAME_STARTS if info.started else READY_ASKED),
    panel=True,
)
ASK_BACK = TableAct(
    acts.ASK_FOR_SEAT(), N_("I’ve asked them. Until they answer, they play on."), waits=False, panel=True
)
END_PAUSE = TableAct(acts.END_PAUSE(), N_("The pause is over."))
SLEEP = TableAct(acts.SLEEP(), progress(VoteKind.SLEEP, TABLE_ASLEEP))
START_OVER = TableAct(acts.START_OVER(), progress(VoteKind.START_OVER))
CLOSE = TableAct(acts.CLOSE(), progress(VoteKind.CLOSE, TABLE_CLOSED))
TYPED_CLOSE = TableAct(acts.CLOSE(), progress(VoteKind.CLOSE, TABLE_CLOSED, typed=True))
FREE = TableAct(lambda request: acts.FREE(request.press.count), progress(VoteKind.FREE_SEAT))
TYPED_FREE = TableAct(
    lambda request: acts.FREE(request.named_seat), progress(VoteKind.FREE_SEAT, N_("The seat is free."), typed=True)
)
STAND_IN = TableAct(lambda request: acts.FREE(request.press.count, computer=True), progress(VoteKind.STAND_IN))
SLEEP_AS_MODERATOR = TableAct(acts.SLEEP_AS_MODERATOR(), progress(VoteKind.SLEEP, TABLE_ASLEEP))
CLOSE_AS_MODERATOR = TableAct(acts.CLOSE_AS_MODERATOR(), TABLE_CLOSED)
FREE_AS_MODERATOR = TableAct(
    lambda request: acts.FREE_AS_MODERATOR(request.named_seat),
    N_("The late player is notified, and any player here can object. After that the seat is free."),
)


async def what_now(request: Request) -> None:
    """Show what can be done about a late player, with the consequences; others only see who decides."""
    info, w = await request.info(), request.words
    mine = info.seat_of(request.user_id)
    gone = late(info)
    if mine is None or any(seat.seat == mine for seat in gone if not seat.vacant):
        await request.say(w._("The players here who aren’t late decide how to go on."))
        return
    if not gone:
        await request.say(w._("Nobody here is late now."))
        return
    hours = int(PACES[info.options[PACE.id]].reply_window.total_seconds() // 3600)
    texts, row = [], list[Item]()
    for seat in gone:
        if seat.vacant:
            continue
        owner = plain_player(info, seat.seat, w)
        if can_play(info.game):
            texts.append(
                w._("**A computer plays** for {owner}, who can take the seat back with one press.", owner=owner)
            )
            label = w._("Computer plays for {player}", player=owner)
            row.append(button(Id(info.id, "standin", words=str(seat.seat)), label, PRIMARY))
        texts += [
            w._("**Open {owner}’s seat** to new players. While it is free, {owner} can take it again.", owner=owner),
            f"-# {w._(ASKED_FIRST, owner=owner, hours=hours)}",
        ]
        label = w._("Open {player}’s seat", player=owner)
        row.append(button(Id(info.id, "free", words=str(seat.seat)), label, PRIMARY))
    agree = w._(ALL_AGREE_LATER, hours=hours) if texts else w._("Everyone who is there must agree.")
    row += [button(Id(info.id, "sleep"), w._("Put to sleep")), button(Id(info.id, "end"), w._("Close"), DANGER)]
    texts += [w._(PUT_TO_SLEEP), w._("**Close**: the game ends without a result.")]
    if any(not seat.vacant and not seat.moved for seat in gone):
        texts.append(w._(ABOUT_STARTING_OVER))
        row.append(button(Id(info.id, "anew"), w._("Start over")))
    texts += [f"-# {agree}", w._("**Keep waiting**: do nothing. Running out of time never ends a game by itself.")]
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
    when = (
        N_("Nobody else plays here, so it is undone right away.")
        if alone
        else N_("All players have to agree within a day; no answer counts as no. The game continues in the meantime.")
    )
    texts = [note, w._("## Undo your turn?"), "\n".join(lines), w._(DRAWS_STAY), w._(when)]
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
    await request.show(layout([w._("## What would be undone"), "\n".join(lines), w._(DRAWS_STAY)]))


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
        still = N_("Your whole turn can be undone.") if info.alone else N_("It is still possible if all players agree.")
        await request.show(layout([text, request.words._(still)], (), [row]))
    return bool(row)
