"""The texts and buttons of notifications, one entry per kind. In a channel the text begins with the mention."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import discord

from bot.channel.table_words import (
    exact_time,
    option_lines,
    person_name,
    relative_time,
    seats_at,
    vote_buttons,
    vote_text,
    where_is,
)
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, button
from games import GAMES
from rules.errors import N_
from rules_service import Seat, TableInfo, Vote
from rules_service.pace import PACE_OPTION, PACES
from rules_service.turn_timers import LATE_AFTER_REMINDER, REMINDER_KINDS
from storage import InvitedRow, Notice, NoticeKind, TableStatus
from wording import Words
from wording.text_limits import capital

MAX_TABLES_NAMED = 10
NO_POST = 0  # The seat in IDs of buttons about no seat. Without any, they would belong to the table's own post.


def is_still_late(notice: Notice, info: TableInfo) -> bool:
    """Return whether the player whom the notification reports as late is still late in the same turn."""
    return any(seat.due_number == notice.number and seat.away for seat in info.seats)


def falls_asleep(notice: Notice, info: TableInfo) -> bool:
    """Return whether the table is about to fall asleep."""
    return info.sleeps_at is not None and info.asleep_since is None


def is_full_lobby(notice: Notice, info: TableInfo) -> bool:
    """Return whether the table is a lobby in which all seats are taken."""
    return info.status == TableStatus.LOBBY and len(info.seats) == max(seats_at(info))


def lobby_will_close(notice: Notice, info: TableInfo) -> bool:
    """Return whether the table is a lobby that will close by itself."""
    return info.status == TableStatus.LOBBY and info.closes_at is not None


def is_over(notice: Notice, info: TableInfo) -> bool:
    """Return whether the game is over."""
    return info.status == TableStatus.OVER


def is_waiting(notice: Notice, info: TableInfo) -> bool:
    """Return whether the recipient of a notification still has to move in the same turn."""
    seat = seat_of(notice, info)
    same = seat.due_number == notice.number and seat.player == notice.player
    return info.status == TableStatus.RUNNING and same and not seat.vacant


def is_unanswered(notice: Notice, info: TableInfo) -> bool:
    """Return whether the vote in a notification is open and its recipient hasn't voted."""
    vote = vote_of(notice, info)
    mine = next((seat.seat for seat in info.seats if seat.player == notice.player and not seat.vacant), None)
    return vote is not None and mine in vote.voters and mine not in vote.answers


def waiting_seat(notice: Notice, info: TableInfo) -> Seat | None:
    """Return the seat whose turn a notification to another player is about, or None if that turn is over."""
    seats = info.seats if info.status == TableStatus.RUNNING else ()
    return next((seat for seat in seats if seat.due_number == notice.number), None)


def invitation(notice: Notice, info: TableInfo) -> InvitedRow | None:
    """Return the invitation that holds a seat for a notification's recipient, or None if there is none."""
    found = next((one for one in info.invited if one.player == notice.player), None)
    return found if info.status == TableStatus.LOBBY else None


def values_of(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return the placeholder values of notification texts. Those that a notification doesn't need are meaningless."""
    mine = next((seat for seat in info.seats if seat.seat == notice.seat), None)
    kept, vote, when = invitation(notice, info), vote_of(notice, info), info.sleeps_at or info.closes_at
    seat = waiting_seat(notice, info)
    name = seat.shown if seat else ""
    if notice.by is not None:
        name = next((seat.name for seat in info.seats if seat.player == notice.by), "")
    until = kept.until if kept else now + PACES[info.options[PACE_OPTION.id]].reply_window
    return {
        **place_values(info, w),
        "name": person_name(name, w),
        "since": relative_time((mine and mine.due_since) or now),
        "late": exact_time(max((mine and mine.late_from) or now, now + LATE_AFTER_REMINDER)),
        "until": exact_time(until),
        "when": relative_time(when) if when else "",
        "what": vote_text(info, vote, w) if vote else "",
    }


class NoticeButton(NamedTuple):
    """A button of a notification."""

    action: str
    label: str
    style: discord.ButtonStyle = SECONDARY


TURN_BUTTON = NoticeButton("turn", N_("Your turn"), PRIMARY)
HERE_BUTTON = NoticeButton("here", N_("I am here"), SUCCESS)
MORE_TIME_BUTTON = NoticeButton("time", N_("More time"))
REMINDER_BUTTONS = (HERE_BUTTON, TURN_BUTTON, MORE_TIME_BUTTON)


@dataclass(frozen=True)
class Kind:
    """A kind of notification about one table: its text, the condition under which it still matters, and its buttons."""

    text: str  # in a channel, follows the mention
    matters: Callable[[Notice, TableInfo], object]
    buttons: Sequence[NoticeButton] = ()
    in_channel: str = ""  # a different text for a channel, which contains the mention


ONLY_END_LEFT = N_("Your turn hasn’t ended yet: {game} in {where}. All that’s left is to end it.")
OF_NO_SEAT = (NoticeKind.INVITE, NoticeKind.IDLE)  # The buttons of these kinds are about no seat.
WITHOUT_CAPITAL = (NoticeKind.FULL, NoticeKind.IDLE)  # In a DM these texts need a capital letter.
KINDS = {
    NoticeKind.TURN: Kind(
        N_("Your turn: {game} in {where}."),
        is_waiting,
        [TURN_BUTTON],
        in_channel=N_("{mention}, good morning: {game} in {where} is waiting for you."),
    ),
    NoticeKind.FIRST_REMINDER: Kind(
        N_("{game} in {where} is waiting for you. Your turn began {since}. No hurry."), is_waiting, REMINDER_BUTTONS
    ),
    NoticeKind.SECOND_REMINDER: Kind(
        N_("{game} in {where} is still waiting for you. From {late} on, the others can go on without you."),
        is_waiting,
        REMINDER_BUTTONS,
    ),
    NoticeKind.MEMBER_CHECK: Kind("", is_waiting),
    NoticeKind.NUDGE: Kind(N_("{name} asks: are you still there? {game} in {where}."), is_waiting, REMINDER_BUTTONS),
    NoticeKind.LATE: Kind(
        N_(
            "{game} in {where} has been waiting for {name} for a long time. You can decide how to go on, or keep "
            "waiting."
        ),
        is_still_late,
        [NoticeButton("whatnow", N_("What now?"))],
    ),
    NoticeKind.FINAL_WARNING: Kind(
        N_(
            "{game} in {where}: the others are voting to go on without you. Press “I am here” before "
            "{until}, and nothing will change."
        ),
        is_waiting,
        [HERE_BUTTON, TURN_BUTTON],
    ),
    NoticeKind.SLEEP_WARNING: Kind(
        N_("{game} in {where} goes to sleep {when}. Nothing is lost, and you can keep it awake."),
        falls_asleep,
        [NoticeButton("awake", N_("Keep awake"))],
    ),
    NoticeKind.VOTE: Kind(
        N_("A vote at {game} in {where}: {what}"),
        is_unanswered,
        in_channel=N_("{mention}, a vote at {game} in {where}: {what}"),
    ),
    NoticeKind.NEXT: Kind(N_("You are next: {game} in {where}, after {name}."), waiting_seat),
    NoticeKind.PLAN: Kind(
        N_("I haven’t played your plan: {game} in {where} is waiting for you."), is_waiting, [TURN_BUTTON]
    ),
    NoticeKind.FULL: Kind(
        N_("all seats are taken: {game} in {where} can start."),
        is_full_lobby,
        [NoticeButton("start", N_("Start"), PRIMARY)],
    ),
    NoticeKind.INVITE: Kind(
        N_("{name} invites you to a table: {game} in {where}. Your seat is kept until {until}."),
        invitation,
        [NoticeButton("accept", N_("Join"), SUCCESS), NoticeButton("decline", N_("Decline"))],
    ),
    NoticeKind.IDLE: Kind(
        N_("nobody has joined {game} in {where} for a week. It closes {when} unless you keep it."),
        lobby_will_close,
        [NoticeButton("awake", N_("Keep this lobby"))],
    ),
    NoticeKind.OVER: Kind(
        N_("The game is over: {game} in {where}."),
        is_over,
        in_channel=N_("{mention}, the game is over: {game} in {where}."),
    ),
}


def still_matters(notice: Notice, info: TableInfo | None) -> bool:
    """Return whether a notification about a table is still relevant."""
    return info is not None and notice.kind in KINDS and bool(KINDS[notice.kind].matters(notice, info))


def text_of(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str = "") -> str:
    """Return the text of a notification: for a channel if the recipient's ``mention`` is given, otherwise for a DM."""
    values, kind = values_of(notice, info, w, now), KINDS[notice.kind]
    if mention and kind.in_channel:
        return w._(kind.in_channel, mention=mention, **values)
    if not mention and notice.kind in REMINDER_KINDS and seat_of(notice, info).only_end_left:
        return w._(ONLY_END_LEFT, **values)
    said = with_mention(mention, w._(kind.text, **values), w)
    if notice.kind == NoticeKind.INVITE:
        return "\n".join([said, *(f"-# {line}" for line in option_lines(info, w, brief=True))])
    return capital(said) if notice.kind in WITHOUT_CAPITAL and not mention else said


def buttons_of(notice: Notice, info: TableInfo, w: Words) -> list[Item]:
    """Return the buttons of a notification.

    In reminders and nudges, only a late player gets "I am here", and more time is offered until the player asks for it.
    """
    if notice.kind == NoticeKind.VOTE:
        vote = vote_of(notice, info)
        return [] if vote is None else vote_buttons(info, vote, w, seat=notice.seat)
    shown = KINDS[notice.kind].buttons
    if shown is REMINDER_BUTTONS:
        seat = seat_of(notice, info)
        shown = [HERE_BUTTON] * seat.away + [TURN_BUTTON] + [MORE_TIME_BUTTON] * (not seat.extra_time)
    number = NO_POST if notice.kind in OF_NO_SEAT else notice.seat
    return [button(Id(info.id, one.action, number), w._(one.label), one.style) for one in shown]


def waiting_seats(tables: Sequence[TableInfo], user_id: int) -> list[tuple[TableInfo, Seat]]:
    """Return the tables where others are waiting for a person, each with the person's seat."""
    mine = [(info, seat) for info in tables if not info.alone for seat in info.seats if seat.user_id == user_id]
    return [(info, seat) for info, seat in mine if seat.due_since]


def waiting_tables(tables: Sequence[tuple[TableInfo, Seat]], w: Words) -> str:
    """Describe the tables that are waiting for the reader, and since when. ``tables``: those waiting longest first."""
    since = next((seat.due_since for _, seat in tables if seat.due_since), None)
    named = w.join_list([w._("{game} in {where}", **place_values(info, w)) for info, _ in tables[:MAX_TABLES_NAMED]])
    values = {"since": relative_time(since) if since else "", "tables": named}
    text = w.ngettext(
        "{count} table is waiting for you. Your turn began {since}: {tables}.",
        "{count} tables are waiting for you. Your first turn began {since}: {tables}.",
        len(tables),
        **values,
    )
    return text if len(tables) <= MAX_TABLES_NAMED else " ".join([text, w._("`/mygames` lists the others.")])


def place_values(info: TableInfo, w: Words) -> dict[str, str]:
    """Return the game's title and the table's place as placeholder values."""
    return {"game": GAMES[info.game].title, "where": where_is(info, w)}


def with_mention(mention: str, text: str, w: Words) -> str:
    """Return the text, after the mention if there is one."""
    return w._("{mention}, {text}", mention=mention, text=text) if mention else text


def seat_of(notice: Notice, info: TableInfo) -> Seat:
    """Return the seat that a notification is about."""
    assert notice.seat is not None
    return info.seats[notice.seat]


def vote_of(notice: Notice, info: TableInfo) -> Vote | None:
    """Return the open vote that a notification is about, or None."""
    return next((vote for vote in info.votes if vote.number == notice.number), None)
