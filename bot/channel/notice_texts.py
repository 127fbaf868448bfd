"""The texts and buttons of notifications, one entry per kind. In a channel the text begins with the mention."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.channel.posts import called, exactly, moment, seats_at, settings, where_is
from bot.channel.vote_texts import answers, asked
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules.errors import N_
from rules_service import Invited, Seat, TableInfo, Vote
from rules_service.escalation import DROWSY, LATE
from rules_service.lobby import IDLE, INVITE
from rules_service.membership import FULL
from rules_service.pace import PACE, PACES
from rules_service.turn_timers import FIRST, GRACE, LOOK, NUDGE, SECOND, TURN
from rules_service.votes import ASK, FINAL
from storage import Notice, TableStatus
from wording import Words
from wording.limits import capital

SHOWN = 10  # The most tables that a message about several names.
NEXT = "next"  # This notification says that the player before the reader has begun their turn.
OVER = "over"  # This notification says that the game has ended.
NO_POST = 0  # The seat of a button about no seat: a button without one would belong to the table's own post.


@dataclass(frozen=True)
class Kind:
    """A kind of notification about one table: when it still matters, what it says, and its buttons."""

    matters: Callable[[Notice, TableInfo], bool]
    text: Callable[[Notice, TableInfo, Words, datetime, str], str]
    buttons: Callable[[Notice, TableInfo, Words], list[ActionItem]]


def awaited(notice: Notice, info: TableInfo) -> bool:
    """Return whether the turn that a notification is about still waits for the same person."""
    seat = seat_of(notice, info)
    return (
        info.status == TableStatus.RUNNING
        and not seat.vacant
        and seat.due_number == notice.number
        and seat.player == notice.player
    )


def unanswered(notice: Notice, info: TableInfo) -> bool:
    """Return whether the vote that a notification is about is open and its reader hasn't voted."""
    question = ask_of(notice, info)
    mine = next((seat.seat for seat in info.seats if seat.player == notice.player and not seat.vacant), None)
    return question is not None and mine in question.asked and mine not in question.said


def reminder(template: str) -> Callable[[Notice, TableInfo, Words, datetime, str], str]:
    """Return the text function of a reminder; a DM to a player who only has to end the turn says so instead."""

    def text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
        seat = seat_of(notice, info)
        values = values_of(info, w) | {
            "since": moment(seat.due_since or now),
            "late": exactly(max(seat.late_from or now, now + GRACE)),
        }
        if seat.ending and not mention:
            return w._("Your turn hasn’t ended yet: {game} in {where}. All that’s left is to end it.", **values)
        return beginning(mention, w._(template, **values), w)

    return text


def turn_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that the reader's turn has begun: in a DM, or in the channel after their quiet hours."""
    if not mention:
        return w._("Your turn: {game} in {where}.", **values_of(info, w))
    return w._("{mention}, good morning: {game} in {where} is waiting for you.", mention=mention, **values_of(info, w))


def over_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that the reader's game is over."""
    if not mention:
        return w._("The game is over: {game} in {where}.", **values_of(info, w))
    return w._("{mention}, the game is over: {game} in {where}.", mention=mention, **values_of(info, w))


def nudge_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that another player nudges the reader."""
    by = next((seat.name for seat in info.seats if seat.player == notice.by), "")
    text = w._("{name} asks: are you still there? {game} in {where}.", name=called(by, w), **values_of(info, w))
    return beginning(mention, text, w)


def ask_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Ask the reader for their vote."""
    question = ask_of(notice, info)
    assert question is not None
    what = asked(info, question, w)
    if not mention:
        return w._("A vote at {game} in {where}: {what}", what=what, **values_of(info, w))
    return w._("{mention}, a vote at {game} in {where}: {what}", mention=mention, what=what, **values_of(info, w))


def turn_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the button to the turn."""
    return [button(Id(info.id, "turn", notice.seat), w._("Your turn"), discord.ButtonStyle.primary)]


def reminder_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons to the turn and for more time; a late player also gets "I am here"."""
    row = here_buttons(notice, info, w) if seat_of(notice, info).away else turn_buttons(notice, info, w)
    if not seat_of(notice, info).more:
        row.append(button(Id(info.id, "time", notice.seat), w._("More time")))
    return row


def answer_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the yes and no buttons."""
    question = ask_of(notice, info)
    return [] if question is None else answers(info, question, w, seat=notice.seat)


def no_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return no buttons: there is nothing to do."""
    return []


def before(notice: Notice, info: TableInfo) -> Seat | None:
    """Return the seat whose turn comes before that of the notification's reader, or None if that turn is over."""
    return next(
        (seat for seat in info.seats if seat.due_number == notice.number and info.status == TableStatus.RUNNING), None
    )


def next_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that the reader is next."""
    seat = before(notice, info)
    name = called(seat.shown if seat else "", w)
    return w._("You are next: {game} in {where}, after {name}.", name=name, **values_of(info, w))


def late_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that another player has become late."""
    who = next((seat.name for seat in info.seats if seat.due_number == notice.number), "")
    text = w._(
        "{game} in {where} has been waiting for {name} for a long time. You can decide how to go on, or keep waiting.",
        name=called(who, w),
        **values_of(info, w),
    )
    return beginning(mention, text, w)


def final_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Tell a late player that the others are voting to go on without them."""
    until = now + PACES[info.options[PACE.id]].reply_window
    text = w._(
        "{game} in {where}: the others are voting to go on without you. Press “I am here” "
        "before {until}, and nothing changes.",
        until=exactly(until),
        **values_of(info, w),
    )
    return beginning(mention, text, w)


def drowsy_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say that the table will fall asleep."""
    when = moment(info.sleeps_at) if info.sleeps_at else ""
    text = w._("{game} in {where} goes to sleep {when}. Nothing is lost, and one press keeps it awake.",
               when=when, **values_of(info, w))  # fmt: skip
    return beginning(mention, text, w)


def here_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons "I am here" and to the turn."""
    here = button(Id(info.id, "here", notice.seat), w._("I am here"), discord.ButtonStyle.success)
    return [here, *turn_buttons(notice, info, w)]


def full_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Tell the host that the last seat of the lobby is taken."""
    text = w._("all seats are taken: {game} in {where} can start.", **values_of(info, w))
    return beginning(mention, text, w) if mention else capital(text)


def invitation(notice: Notice, info: TableInfo) -> Invited | None:
    """Return the invitation that keeps a seat for a notification's reader, or None if there is none."""
    found = next((one for one in info.invited if one.player == notice.player), None)
    return found if info.status == TableStatus.LOBBY else None


def invite_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Say who invites the reader, to which game, and with which options."""
    held = invitation(notice, info)
    by = next((seat.name for seat in info.seats if seat.player == notice.by), "")
    text = w._(
        "{name} invites you to a table: {game} in {where}. Your seat is kept until {until}.",
        name=called(by, w),
        until=exactly(held.until) if held else "",
        **values_of(info, w),
    )
    return "\n".join([beginning(mention, text, w), *(f"-# {line}" for line in settings(info, w, brief=True))])


def invite_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons to join or decline."""
    return [
        button(Id(info.id, "accept", NO_POST), w._("Join"), discord.ButtonStyle.success),
        button(Id(info.id, "decline", NO_POST), w._("Decline")),
    ]


def idle_text(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str) -> str:
    """Tell the host that nothing happens in their lobby."""
    text = w._(
        "nobody has joined {game} in {where} for a week. It closes {when} unless you keep it with one press.",
        when=moment(info.closes_at) if info.closes_at else "",
        **values_of(info, w),
    )
    return beginning(mention, text, w) if mention else capital(text)


KINDS = {
    TURN: Kind(awaited, turn_text, turn_buttons),
    FIRST: Kind(
        awaited,
        reminder(N_("{game} in {where} is waiting for you. Your turn began {since}. No hurry.")),
        reminder_buttons,
    ),
    SECOND: Kind(
        awaited,
        reminder(N_("{game} in {where} is still waiting for you. From {late} on, the others can go on without you.")),
        reminder_buttons,
    ),
    LOOK: Kind(awaited, turn_text, no_buttons),
    NUDGE: Kind(awaited, nudge_text, reminder_buttons),
    LATE: Kind(
        lambda notice, info: any(seat.due_number == notice.number and seat.away for seat in info.seats),
        late_text,
        lambda notice, info, w: [button(Id(info.id, "whatnow", notice.seat), w._("What now?"))],
    ),
    FINAL: Kind(awaited, final_text, here_buttons),
    DROWSY: Kind(
        lambda notice, info: info.sleeps_at is not None and info.asleep is None,
        drowsy_text,
        lambda notice, info, w: [button(Id(info.id, "awake", notice.seat), w._("Keep awake"))],
    ),
    ASK: Kind(unanswered, ask_text, answer_buttons),
    NEXT: Kind(lambda notice, info: before(notice, info) is not None, next_text, no_buttons),
    FULL: Kind(
        lambda notice, info: info.status == TableStatus.LOBBY and len(info.seats) == max(seats_at(info)),
        full_text,
        lambda notice, info, w: [button(Id(info.id, "start", notice.seat), w._("Start"), discord.ButtonStyle.primary)],
    ),
    INVITE: Kind(lambda notice, info: invitation(notice, info) is not None, invite_text, invite_buttons),
    IDLE: Kind(
        lambda notice, info: info.status == TableStatus.LOBBY and info.closes_at is not None,
        idle_text,
        lambda notice, info, w: [button(Id(info.id, "awake", NO_POST), w._("Keep this lobby"))],
    ),
    OVER: Kind(lambda notice, info: info.status == TableStatus.OVER, over_text, no_buttons),
}


def still_matters(notice: Notice, info: TableInfo | None) -> bool:
    """Return whether a notification about a table still has a point."""
    return info is not None and notice.kind in KINDS and KINDS[notice.kind].matters(notice, info)


def text_of(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str = "") -> str:
    """Return the text of a notification. ``mention``: the person, for a message in a channel."""
    return KINDS[notice.kind].text(notice, info, w, now, mention)


def buttons_of(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons of a notification."""
    return KINDS[notice.kind].buttons(notice, info, w)


def text_of_several(notices: Sequence[tuple[Notice, TableInfo]], w: Words) -> str:
    """Return one message about several tables that wait for the reader, the longest wait first."""
    seats = [seat_of(notice, info) for notice, info in notices]
    return waiting(list(zip([info for _, info in notices], seats, strict=True)), w)


def text_of_digest(tables: Sequence[TableInfo], user_id: int, w: Words, mention: str = "") -> str:
    """Return the digest of all tables that wait for the reader."""
    text = waiting([(info, next(s for s in info.seats if s.user_id == user_id)) for info in tables], w)
    return beginning(mention, text, w)


def waiting(tables: Sequence[tuple[TableInfo, Seat]], w: Words) -> str:
    """Say which tables wait for the reader, and since when."""
    since = next((seat.due_since for _, seat in tables if seat.due_since), None)
    named = w.join_list([w._("{game} in {where}", **values_of(info, w)) for info, _ in tables[:SHOWN]])
    values = {"since": moment(since) if since else "", "tables": named}
    text = w.ngettext(
        "{count} table is waiting for you. Your turn began {since}: {tables}.",
        "{count} tables are waiting for you. Your first turn began {since}: {tables}.",
        len(tables),
        **values,
    )
    return text if len(tables) <= SHOWN else " ".join([text, w._("`/mygames` lists the others.")])


def values_of(info: TableInfo, w: Words) -> dict[str, str]:
    """Return the game's title and where its table is, as placeholder values."""
    return {"game": GAMES[info.game].title, "where": where_is(info, w)}


def beginning(mention: str, text: str, w: Words) -> str:
    """Put the mention before a text, if there is one."""
    return w._("{mention}, {text}", mention=mention, text=text) if mention else text


def seat_of(notice: Notice, info: TableInfo) -> Seat:
    """Return the seat that a notification is about."""
    assert notice.seat is not None
    return info.seats[notice.seat]


def ask_of(notice: Notice, info: TableInfo) -> Vote | None:
    """Return the open vote that a notification is about, or None."""
    return next((question for question in info.votes if question.number == notice.number), None)
