"""The texts and buttons of notifications, one entry per kind. In a channel the text begins with the mention."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.channel.table_words import exact_time, person_name, relative_time, seats_at, settings, where_is
from bot.channel.vote_texts import answers, asked
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules.errors import N_
from rules_service import Seat, TableInfo, Vote
from rules_service.pace import PACE, PACES
from rules_service.turn_timers import GRACE, REMINDERS
from storage import InvitedRow, Notice, NoticeKind, TableStatus
from wording import Words
from wording.text_limits import capital

MAX_TABLES_NAMED = 10
NO_POST = 0  # The seat of a button about no seat: a button without one would belong to the table's own post.


def is_waiting(notice: Notice, info: TableInfo) -> bool:
    """Return whether the turn that a notification is about still waits for the same person."""
    seat = seat_of(notice, info)
    same = seat.due_number == notice.number and seat.player == notice.player
    return info.status == TableStatus.RUNNING and same and not seat.vacant


def is_unanswered(notice: Notice, info: TableInfo) -> bool:
    """Return whether the vote that a notification is about is open and its reader hasn't voted."""
    vote = vote_of(notice, info)
    mine = next((seat.seat for seat in info.seats if seat.player == notice.player and not seat.vacant), None)
    return vote is not None and mine in vote.voters and mine not in vote.answers


def waiting_seat(notice: Notice, info: TableInfo) -> Seat | None:
    """Return the seat whose turn a notification to somebody else is about, or None if that turn is over."""
    return next(
        (seat for seat in info.seats if seat.due_number == notice.number and info.status == TableStatus.RUNNING), None
    )


def invitation(notice: Notice, info: TableInfo) -> InvitedRow | None:
    """Return the invitation that keeps a seat for a notification's reader, or None if there is none."""
    found = next((one for one in info.invited if one.player == notice.player), None)
    return found if info.status == TableStatus.LOBBY else None


def reminder_values(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return since when the game waits for the reader, and from when they are late."""
    seat = seat_of(notice, info)
    return {"since": relative_time(seat.due_since or now), "late": exact_time(max(seat.late_from or now, now + GRACE))}


def name_of_sender(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return who nudges or invites the reader."""
    return {"name": person_name(next((seat.name for seat in info.seats if seat.player == notice.by), ""), w)}


def name_of_waiting(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return whom the game waits for."""
    seat = waiting_seat(notice, info)
    return {"name": person_name(seat.shown if seat else "", w)}


def invite_values(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return who invites the reader, and until when a seat is kept for them."""
    kept = invitation(notice, info)
    return {**name_of_sender(notice, info, w, now), "until": exact_time(kept.until) if kept else ""}


def vote_values(notice: Notice, info: TableInfo, w: Words, now: datetime) -> dict[str, str]:
    """Return what the vote is about."""
    vote = vote_of(notice, info)
    assert vote is not None
    return {"what": asked(info, vote, w)}


def turn_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the button to the turn."""
    return [button(Id(info.id, "turn", notice.seat), w._("Your turn"), discord.ButtonStyle.primary)]


def here_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons "I am here" and to the turn."""
    here = button(Id(info.id, "here", notice.seat), w._("I am here"), discord.ButtonStyle.success)
    return [here, *turn_buttons(notice, info, w)]


def reminder_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons to the turn and for more time; a late player also gets "I am here"."""
    row = here_buttons(notice, info, w) if seat_of(notice, info).away else turn_buttons(notice, info, w)
    if not seat_of(notice, info).extra_time:
        row.append(button(Id(info.id, "time", notice.seat), w._("More time")))
    return row


def vote_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the yes and no buttons."""
    vote = vote_of(notice, info)
    return [] if vote is None else answers(info, vote, w, seat=notice.seat)


def invite_buttons(notice: Notice, info: TableInfo, w: Words) -> list[ActionItem]:
    """Return the buttons to join or decline."""
    return [
        button(Id(info.id, "accept", NO_POST), w._("Join"), discord.ButtonStyle.success),
        button(Id(info.id, "decline", NO_POST), w._("Decline")),
    ]


@dataclass(frozen=True)
class Kind:
    """A kind of notification about one table: when it still matters, what it says, and its buttons."""

    matters: Callable[[Notice, TableInfo], bool]
    text: str  # In a channel it follows the mention, unless `in_channel` is the whole text there.
    buttons: Callable[[Notice, TableInfo, Words], list[ActionItem]] = lambda notice, info, w: []
    values: Callable[[Notice, TableInfo, Words, datetime], dict[str, str]] = lambda notice, info, w, now: {}
    in_channel: str = ""
    capital: bool = False  # Whether the text in a DM has to be given a capital letter.


YOUR_TURN = N_("Your turn: {game} in {where}.")
ONLY_END_LEFT = N_("Your turn hasn’t ended yet: {game} in {where}. All that’s left is to end it.")
KINDS = {
    NoticeKind.TURN: Kind(
        is_waiting,
        YOUR_TURN,
        turn_buttons,
        in_channel=N_("{mention}, good morning: {game} in {where} is waiting for you."),
    ),
    NoticeKind.FIRST_REMINDER: Kind(
        is_waiting,
        N_("{game} in {where} is waiting for you. Your turn began {since}. No hurry."),
        reminder_buttons,
        reminder_values,
    ),
    NoticeKind.SECOND_REMINDER: Kind(
        is_waiting,
        N_("{game} in {where} is still waiting for you. From {late} on, the others can go on without you."),
        reminder_buttons,
        reminder_values,
    ),
    NoticeKind.MEMBER_CHECK: Kind(is_waiting, YOUR_TURN),
    NoticeKind.NUDGE: Kind(
        is_waiting, N_("{name} asks: are you still there? {game} in {where}."), reminder_buttons, name_of_sender
    ),
    NoticeKind.LATE: Kind(
        lambda notice, info: any(seat.due_number == notice.number and seat.away for seat in info.seats),
        N_(
            "{game} in {where} has been waiting for {name} for a long time. "
            "You can decide how to go on, or keep waiting."
        ),
        lambda notice, info, w: [button(Id(info.id, "whatnow", notice.seat), w._("What now?"))],
        name_of_waiting,
    ),
    NoticeKind.FINAL_WARNING: Kind(
        is_waiting,
        N_(
            "{game} in {where}: the others are voting to go on without you. Press “I am here” "
            "before {until}, and nothing changes."
        ),
        here_buttons,
        lambda notice, info, w, now: {"until": exact_time(now + PACES[info.options[PACE.id]].reply_window)},
    ),
    NoticeKind.SLEEP_WARNING: Kind(
        lambda notice, info: info.sleeps_at is not None and info.asleep_since is None,
        N_("{game} in {where} goes to sleep {when}. Nothing is lost, and one press keeps it awake."),
        lambda notice, info, w: [button(Id(info.id, "awake", notice.seat), w._("Keep awake"))],
        lambda notice, info, w, now: {"when": relative_time(info.sleeps_at) if info.sleeps_at else ""},
    ),
    NoticeKind.VOTE: Kind(
        is_unanswered,
        N_("A vote at {game} in {where}: {what}"),
        vote_buttons,
        vote_values,
        in_channel=N_("{mention}, a vote at {game} in {where}: {what}"),
    ),
    NoticeKind.NEXT: Kind(
        lambda notice, info: waiting_seat(notice, info) is not None,
        N_("You are next: {game} in {where}, after {name}."),
        values=name_of_waiting,
    ),
    NoticeKind.FULL: Kind(
        lambda notice, info: info.status == TableStatus.LOBBY and len(info.seats) == max(seats_at(info)),
        N_("all seats are taken: {game} in {where} can start."),
        lambda notice, info, w: [button(Id(info.id, "start", notice.seat), w._("Start"), discord.ButtonStyle.primary)],
        capital=True,
    ),
    NoticeKind.INVITE: Kind(
        lambda notice, info: invitation(notice, info) is not None,
        N_("{name} invites you to a table: {game} in {where}. Your seat is kept until {until}."),
        invite_buttons,
        invite_values,
    ),
    NoticeKind.IDLE: Kind(
        lambda notice, info: info.status == TableStatus.LOBBY and info.closes_at is not None,
        N_("nobody has joined {game} in {where} for a week. It closes {when} unless you keep it with one press."),
        lambda notice, info, w: [button(Id(info.id, "awake", NO_POST), w._("Keep this lobby"))],
        lambda notice, info, w, now: {"when": relative_time(info.closes_at) if info.closes_at else ""},
        capital=True,
    ),
    NoticeKind.OVER: Kind(
        lambda notice, info: info.status == TableStatus.OVER,
        N_("The game is over: {game} in {where}."),
        in_channel=N_("{mention}, the game is over: {game} in {where}."),
    ),
}


def still_matters(notice: Notice, info: TableInfo | None) -> bool:
    """Return whether a notification about a table still has a point."""
    return info is not None and notice.kind in KINDS and KINDS[notice.kind].matters(notice, info)


def text_of(notice: Notice, info: TableInfo, w: Words, now: datetime, mention: str = "") -> str:
    """Return the text of a notification. ``mention``: the person, for a message in a channel."""
    kind = KINDS[notice.kind]
    values = place_values(info, w) | kind.values(notice, info, w, now)
    if mention and kind.in_channel:
        return w._(kind.in_channel, mention=mention, **values)
    if not mention and notice.kind in REMINDERS and seat_of(notice, info).only_end_left:
        return w._(ONLY_END_LEFT, **values)
    text = with_mention(mention, w._(kind.text, **values), w)
    if notice.kind == NoticeKind.INVITE:
        return "\n".join([text, *(f"-# {line}" for line in settings(info, w, brief=True))])
    return capital(text) if kind.capital and not mention else text


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
    return with_mention(mention, text, w)


def waiting(tables: Sequence[tuple[TableInfo, Seat]], w: Words) -> str:
    """Say which tables wait for the reader, and since when."""
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
    """Return the game's title and where its table is, as placeholder values."""
    return {"game": GAMES[info.game].title, "where": where_is(info, w)}


def with_mention(mention: str, text: str, w: Words) -> str:
    """Put the mention before a text, if there is one."""
    return w._("{mention}, {text}", mention=mention, text=text) if mention else text


def seat_of(notice: Notice, info: TableInfo) -> Seat:
    """Return the seat that a notification is about."""
    assert notice.seat is not None
    return info.seats[notice.seat]


def vote_of(notice: Notice, info: TableInfo) -> Vote | None:
    """Return the open vote that a notification is about, or None."""
    return next((vote for vote in info.votes if vote.number == notice.number), None)
