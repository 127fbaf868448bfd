"""Compose the posts of a table: its lobby, its boards, and the edits that keep them up to date.

Functions that send or edit a message raise the errors in `reply.DISCORD_FAILED`.
"""

import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord
from discord.utils import format_dt

from bot.channel.delivery import (
    Delivery,
    edit_message,
    edit_texts,
    kept_of,
    mention_seats,
    record_of,
    reworded,
    send_message,
)
from bot.channel.posts import Board, TurnRange, late_seats, lobby_post
from bot.channel.table_events import SHOWN_IN_POSTS, event_sentence, event_text
from bot.channel.table_words import to_all
from bot.discord_api.gateway import is_temporary
from bot.discord_api.refusals import MISSING_PERMISSIONS, THREAD_IS_ARCHIVED, UNKNOWN_MESSAGE, refuses_content
from bot.metrics import METRICS
from bot.preferences import recipient_of
from bot.ui.reply import failure_reason
from bot.ui.simpler import PICTURES
from games import GAMES
from rules_service import Seat, Snapshot, TableInfo, WrongPhase
from storage import Announcement, DeliveredState, LineKind, NewNotice, NoticeKind, Post, PostKind
from wording import words

log = logging.getLogger(__name__)

# These kinds of announcements begin turns.
BEGIN_TURNS = (PostKind.START, PostKind.TURN, PostKind.SEAT, PostKind.WAKE)
JUST_NOW = timedelta(minutes=10)  # For this long, a player who asked to undo their turn is surely still watching (P79).


async def post_announcements(
    delivery: Delivery, info: TableInfo, waiting: Sequence[Announcement], *, again: bool
) -> tuple[Post | None, dict[int, int]]:
    """Post the announcements. Return the post, and for each pinged seat the log line that began its turn.

    ``again``: repost the whole table. The post is None if only the lobby was to be announced, and its game has started.
    """
    if info.started is None:
        edited = None if again else await edit_lobby(delivery, info)
        if edited is None:
            nonce = waiting[-1].nonce if waiting else None
            message = await send_message(delivery.channel(info), lobby_post(info), nonce)
            edited = record_of(message, info, PostKind.LOBBY, live=info.open)
        return edited, {}
    waiting = [announcement for announcement in waiting if announcement.kind != PostKind.LOBBY]
    if not waiting and not again:
        return None, {}  # The lobby's own post says that the game has started when it loses its buttons.
    try:
        snapshot = await delivery.service.read.snapshot(info.id, None if again else waiting[-1].number)
    except WrongPhase:  # A game that has started gets its board, whatever the announcement says.
        snapshot = await delivery.service.read.snapshot(info.id)
    snapshot = await snapshot.seen_by(None)
    delivered = await delivery.outbox.delivered_state(info.id, snapshot.number)
    last = None if again else last_board(info, delivered)
    if last is not None and all(announcement.kind == PostKind.REVEAL for announcement in waiting):
        grown = await grow(delivery, last, snapshot, delivered)
        if grown is not None:
            return grown, {}
    turns = delivered.turns if snapshot.info.open else delivered.until  # After the end there is no unfinished turn.
    # What was already shown of an unfinished turn is repeated with the whole turn.
    since = min([turns, *(announcement.since for announcement in waiting)])
    pinged = await ping(delivery, snapshot, waiting, delivered.pinged)
    told_since = min((one.since for one in waiting), default=since)
    small = await small_prints(delivery, snapshot, told_since, delivered.outages)
    shown = turn_range(snapshot, since, delivered)
    board = Board(snapshot, snapshot.number, since, shown, list(pinged), small)
    # In a DM, where only its player can see it, the table keeps a single message.
    replaces = last if info.place.guild_id is None else None
    message = await send_board(delivery, board, waiting[-1].nonce if waiting else None, replaces)
    return record_of(message, info, PostKind.BOARD, board.number, since), pinged


async def refresh_post(delivery: Delivery, info: TableInfo) -> bool:
    """Update the text and buttons of the table's live post, but keep its pictures.

    Return False if a new post has to replace it, because it was deleted or is in an archived thread while the players
    have something to decide. (A new post reopens the thread.) If they have nothing to decide there, Discord's error is
    raised.
    """
    if info.started is None:
        return await edit_lobby(delivery, info) is not None
    delivered = await delivery.outbox.delivered_state(info.id, info.number)
    last = last_board(info, delivered)
    if last is None:
        return True
    snapshot = await (await delivery.service.read.snapshot(info.id, delivered.until)).seen_by(None)
    try:
        await edit_board(delivery, last, await board_of(delivery, last, snapshot, delivered))
    except discord.HTTPException as error:
        to_decide = error.code == THREAD_IS_ARCHIVED and (late_seats(info) or to_all(info))
        if error.code != UNKNOWN_MESSAGE and not to_decide:
            raise
        return False
    return True


async def grow(delivery: Delivery, last: Post, snapshot: Snapshot, delivered: DeliveredState) -> Post | None:
    """Edit the last post to show the unfinished turn, because a new post would push open panels out of sight.

    Return the post, or None if it can't be edited or may have lost its pictures.
    """
    try:
        board = await board_of(delivery, last, snapshot, delivered)
        return await edit_board(delivery, last, board, new_pictures=True)
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        return None  # The post was deleted or can't be edited, so a new one replaces it.


async def edit_board(delivery: Delivery, last: Post, board: Board, *, new_pictures: bool = False) -> Post | None:
    """Edit a post to show this board. Return the edited post, or None if it may have lost its pictures.

    With ``new_pictures``, draw the board and replace the pictures, too. If Discord refuses new pictures in edits, only
    the text changes. If that edit would lose the pictures, the post stays unchanged until the turn has ended.
    """
    message, capabilities = delivery.message(last), delivery.capabilities
    allowed = mention_seats(board.snapshot.info, board.pings)
    kept = await kept_of(message, last.body)
    refused = False
    if new_pictures and capabilities.pictures_in_edits:
        pictures = await delivery.pictures_of(board)
        if pictures or not kept.pictures:  # Otherwise the post keeps its pictures.
            await delivery.outbox.add_post(replace(last, body=""))  # Until the edit succeeds, its text is unknown.
            edited = await edit_message(message, board.view(pictures, passing=True), pictures, allowed)
            if edited is not None:
                return replace(last, body=kept.json(edited))
            refused = True
    if kept.pictures and not capabilities.pictures_stay:
        return last
    if not await edit_texts(message, kept, board.view(kept.shown(), passing=kept.passing), allowed):
        return None
    if refused:
        log.warning("table %s: Discord refused new pictures in an edited post; only its text was edited", last.table_id)
        capabilities.pictures_in_edits = False
    return last


async def send_board(delivery: Delivery, board: Board, nonce: str | None, replaces: Post | None) -> discord.Message:
    """Post the board (without pictures if Discord refuses them), or edit the post ``replaces`` to show it."""
    info, capabilities = board.snapshot.info, delivery.capabilities
    pictures = await delivery.pictures_of(board)
    allowed = mention_seats(info, board.pings)
    refused = False
    if replaces is not None and (capabilities.pictures_in_edits or not pictures):
        try:
            edited = await edit_message(delivery.message(replaces), board.view(pictures), pictures, allowed)
            if edited is not None:
                return edited
            refused = True
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            # The post was deleted or can't be edited, so a new one replaces it.
    try:
        view, kept = board.view(pictures), bool(pictures)
        message = await send_message(delivery.channel(info), view, nonce, allowed, pictures, keep_pictures=kept)
    except discord.HTTPException as error:
        # We can't know in advance what is allowed in an archived thread.
        forbidden = error.code == MISSING_PERMISSIONS and not delivery.lacking(info)
        if is_temporary(error) or not pictures or not (refuses_content(error) or forbidden):
            raise
        log.warning("table %s: Discord refused the pictures, %s", info.id, failure_reason(error))
        METRICS.simpler[PICTURES] += 1
        return await send_message(delivery.channel(info), board.view([]), nonce, allowed)
    if refused:
        text = "table %s: Discord refused new pictures in an edited post; from now on each board is a new post"
        log.warning(text, info.id)
        capabilities.pictures_in_edits = False
    return message


async def edit_lobby(delivery: Delivery, info: TableInfo) -> Post | None:
    """Edit the post of a lobby. Return the post, or None if there is none or it can't be edited."""
    for last in reversed(await delivery.outbox.posts(info.id)):
        if last.channel_id != info.place.channel_id:
            continue  # The table has left that channel; its post there is retired.
        try:
            message = await reworded(delivery.message(last), lobby_post(info))
            return record_of(message, info, PostKind.LOBBY, live=info.open)
        except discord.NotFound:
            await delivery.outbox.retire_posts([last.message_id])
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            return None  # For example, the post is in an archived thread, which a new post reopens.
    return None


def last_board(info: TableInfo, delivered: DeliveredState) -> Post | None:
    """Return the table's last post if it is a board in the current channel, otherwise None."""
    last = delivered.post
    return last if last and last.kind == PostKind.BOARD and last.channel_id == info.place.channel_id else None


async def board_of(delivery: Delivery, last: Post, snapshot: Snapshot, delivered: DeliveredState) -> Board:
    """Return the board that a post shows, brought up to date."""
    info = snapshot.info
    pinged = {(seat, number) for seat, number in delivered.pinged if last.since < number <= last.number}
    pings = [s.seat for s in info.seats if (s.seat, s.due_number if info.open else info.number) in pinged]
    shown = turn_range(snapshot, last.since, delivered)
    return Board(snapshot, last.number, last.since, shown, pings, await small_prints(delivery, snapshot, last.since))


def turn_range(snapshot: Snapshot, since: int, delivered: DeliveredState) -> TurnRange:
    """Return the events after ``since`` that a post shows: whole turns, then the unfinished turn."""
    turns = delivered.turns if snapshot.info.open else delivered.until  # After the end there is no unfinished turn.
    return TurnRange(snapshot.turns(since, turns), snapshot.events(None, turns, delivered.until))


async def small_prints(
    delivery: Delivery, snapshot: Snapshot, since: int, outages: Sequence[tuple[datetime, datetime]] = ()
) -> str:
    """Return the small print of a post: what people did since a log line, and when the bot was offline."""
    info, w = snapshot.info, words(snapshot.info.language)
    people = [] if snapshot.only_moves(since) else await delivery.service.read.people_lines(info.id, since)
    shown = [(text, line) for line in people if line.kind in SHOWN_IN_POSTS and (text := event_text(line))]
    lines = [f"-# {event_sentence(text, line, '', w)}" for text, line in shown]
    for begins, ends in outages:
        times = {"begin": format_dt(begins, "f"), "end": format_dt(ends, "f")}
        lines.append("-# " + w._("I was offline from {begin} to {end}. That time doesn’t count for anyone.", **times))
    return "\n".join(lines)


async def ping(
    delivery: Delivery, snapshot: Snapshot, waiting: Sequence[Announcement], pinged: Collection[tuple[int, int]]
) -> dict[int, int]:
    """Return the seats that the post pings, each with the log line that began its turn. Each turn is pinged once (P19).

    Also write notifications for players who want DMs, for those whose ping has to wait until their quiet hours are over
    (P20, P22), and for those who are certain to be next. Solo players get none of these.
    """
    info, now = snapshot.info, delivery.clock.now()
    over = any(announcement.kind == PostKind.OVER for announcement in waiting)
    pings: dict[int, int] = {}
    notices = []
    waiting_there = await just_asked(delivery, snapshot)
    for seat, number in () if info.alone else newly_due(snapshot, waiting, pinged):
        # The player has asked to be forgotten, or has asked for this turn to be undone.
        if seat.user_id is None or seat.seat == waiting_there:
            continue
        recipient = await recipient_of(delivery.storage, seat.user_id, seat.away_until)
        after = None if over else GAMES[info.game].next_seat(snapshot.view(None), seat.seat)
        following = None if after is None else info.seats[after]
        if following and not (following.vacant or following.computer) and info.due == (seat.seat,):
            notices.append(NewNotice(following.player, NoticeKind.NEXT, now, info.id, following.seat, number))
        quiet = recipient.quiet_until(now)
        if recipient.in_channel and not quiet:
            pings[seat.seat] = number
        if recipient.away_until is None and (recipient.in_private or (recipient.in_channel and quiet)):
            kind = NoticeKind.OVER if over else NoticeKind.TURN
            notices.append(NewNotice(seat.player, kind, quiet or now, info.id, seat.seat, number))
    if notices:
        await delivery.notices.write(notices)
    return pings


def newly_due(
    snapshot: Snapshot, waiting: Sequence[Announcement], pinged: Collection[tuple[int, int]]
) -> Iterator[tuple[Seat, int]]:
    """Yield the seats to ping because their turn has begun, each with the log line that began it.

    At the end of the game, yield the seat of every person. Seats that were already pinged are left out.
    """
    info = snapshot.info
    over = any(announcement.kind == PostKind.OVER for announcement in waiting)
    turns = {announcement.number for announcement in waiting if announcement.kind in BEGIN_TURNS}
    for seat in info.seats:
        number = info.number if over else seat.due_number
        if seat.vacant or (seat.computer and not (over and seat.person)):
            continue
        if number is not None and (over or number in turns) and (seat.seat, number) not in pinged:
            yield seat, number


async def just_asked(delivery: Delivery, snapshot: Snapshot) -> int | None:
    """Return the seat that has just got its turn back by asking to undo it, or None. It needs no ping (P79)."""
    last = snapshot.table.entries[-1] if snapshot.table.entries else None
    if last is None or last.back is None:
        return None
    lines = await delivery.service.read.people_lines(snapshot.info.id)
    asked = [line.at for line in lines if line.kind == LineKind.ASK and line.seat == last.seat]
    return last.seat if asked and delivery.clock.now() - asked[-1] <= JUST_NOW else None
