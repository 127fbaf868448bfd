"""Deliver the outbox to the channels: right after each commit, with retries until it succeeds.

Each post is marked in the outbox before it is sent. A retry sends exactly what was marked, under the same nonce.
Discord forgets nonces within minutes, so a retry first looks for the post among the bot's recent messages and adopts it
(`find_posts`). A crash between sending a post and recording it therefore doesn't post it twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import tasks
from discord.utils import format_dt

from bot.channel import posts
from bot.channel.delivery import (
    DOWN,
    Delivery,
    Trouble,
    edit,
    mentions,
    out_of_reach,
    passes,
    refuses_pictures,
    send,
    trouble,
)
from bot.channel.event_texts import small_print
from bot.channel.find_posts import find, may_look
from bot.channel.recipients import get_recipient
from bot.channel.strip_buttons import Kept, keep, kept_of, retire, reword, written
from bot.games import GAMES
from bot.ui.errors import DISCORD_FAILED, NOBODY, format_traceback, reason
from bot.ui.message import layout
from rules.errors import RulesError
from rules_service import RulesService, Snapshot, TableInfo, WrongPhase
from rules_service.clock import Clock
from storage import Announcement, Claim, DeliveredState, NewNotice, NoticeKind, Post, PostKind, Storage
from wording import words

log = logging.getLogger(__name__)

CALLING = (PostKind.START, PostKind.TURN, PostKind.WAKE)  # These kinds of announcements begin turns.
TICK = 15.0  # Seconds between two retry runs.
MOST = 200  # Tables per run: after a long outage of Discord there may be thousands.
HOUSEKEEPING = 1.0  # Hours between two searches for old posts that still have buttons.
RETRIES = 8  # Tables that are retried concurrently.
PATIENCE = 2.0  # Seconds that an answer to a user waits for the channel.
# The retry back-off starts at the first and is capped at the second.
FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=1)
# After that many attempts, about two days, the channel is unlikely to come back.
PATIENT, SELDOM = 56, timedelta(days=1)
LEASE = timedelta(minutes=2)  # How long a process has a channel to itself: longer than the slowest post takes.
LAST = 1.5  # Seconds for posts in progress when the bot stops, and as many again to release their leases.
EVER = datetime.max.replace(tzinfo=UTC)
UNKNOWN_MESSAGE = 10008


class Announcer:
    """Posts in each table's channel what has happened, one post at a time per table."""

    def __init__(
        self, client: discord.Client, service: RulesService, storage: Storage, clock: Clock, delivery: Delivery
    ) -> None:
        self.client = client
        self.service = service
        self.storage = storage
        self.outbox = storage.outbox
        self.clock = clock
        self.delivery = delivery
        self.troubles: dict[int, Trouble] = {}  # By table: why its channel can't be updated at present.
        # Whether the table's announcements are held back because more will follow. Whoever holds them back calls `wake`
        # afterwards.
        self.held: Callable[[int], bool] = lambda table_id: False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._running: dict[asyncio.Task[None], int] = {}  # The value is the task's table.
        self._queued: set[int] = set()  # These tables are retried as soon as a slot is free.
        self._stopped = False
        self._room = asyncio.Semaphore(RETRIES)

    def start(self) -> None:
        """Start the retry and clean-up loops, which also pick up what was left by a crash."""
        self.retry.start()
        self.tidy.start()

    async def stop(self) -> None:
        """Stop sending. What is waiting or in progress stays in the outbox for the next process."""
        self._stopped = True  # Posts in progress may finish, but no new ones start.
        self.retry.cancel()
        self.tidy.cancel()
        if running := list(self._running):
            await asyncio.wait(running, timeout=LAST)  # A post that was sent is recorded.
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=LAST)

    def wake(self, table_id: int) -> None:
        """Announce what has just been stored for a table. Returns at once."""
        if self.held(table_id):
            return
        self._run(table_id, self.announce(table_id))

    def access(self, guild_id: int) -> None:
        """Retry all tables of a server at once, as the bot may have regained permissions there."""
        for table_id, found in self.troubles.items():
            if found.guild_id == guild_id:
                self._again(table_id)

    async def heard(self, table_id: int) -> Trouble | None:
        """Wait briefly until the channel is up to date. Return what prevents it, or None."""
        running = [task for task, about in self._running.items() if about == table_id]
        if running and (await asyncio.wait(running, timeout=PATIENCE))[1]:
            return DOWN
        return self.troubles.get(table_id)

    def _run(self, table_id: int, work: Coroutine[Any, Any, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(work, name=f"table {table_id}")
        self._running[task] = table_id
        task.add_done_callback(self._running.pop)

    def _again(self, table_id: int) -> None:
        """Queue one retry of a table, unless one is queued already."""
        if table_id not in self._queued:
            self._queued.add(table_id)
            self._run(table_id, self._in_turn(table_id))

    async def _in_turn(self, table_id: int) -> None:
        async with self._room:
            self._queued.discard(table_id)
            await self.announce(table_id, at_once=True)

    @tasks.loop(seconds=TICK)
    async def retry(self) -> None:
        """Retry the tables that are due, except those that are being announced right now."""
        try:
            waiting = await self.outbox.due_tables(self.clock.now(), MOST)
        except Exception as error:  # An exception would end the loop.
            log.error("could not read the outbox: %s\n%s", type(error).__name__, format_traceback(error))
            return
        for table_id in waiting:
            if not self._lock(table_id).locked() and not self.held(table_id):
                self._again(table_id)

    @retry.before_loop
    async def _ready(self) -> None:
        """Make everything due for a retry: what failed before the restart may work now."""
        await self.client.wait_until_ready()
        await self.outbox.retry_all(self.clock.now())

    @tasks.loop(hours=HOUSEKEEPING)
    async def tidy(self) -> None:
        """Clean up old posts that kept their buttons because of a crash or an error of Discord."""
        try:
            untidy = await self.outbox.tables_with_stale_posts()
        except Exception as error:  # An exception would end the loop.
            log.error("could not look up old posts: %s\n%s", type(error).__name__, format_traceback(error))
            return
        for table_id in untidy:
            self._run(table_id, self._tidy(table_id))

    @tidy.before_loop
    async def _tidy_ready(self) -> None:
        await self.client.wait_until_ready()

    async def _tidy(self, table_id: int) -> None:
        async with self._room:
            await self._retire(table_id)

    async def announce(self, table_id: int, *, at_once: bool = False) -> None:
        """Post everything that waits for the table's channel. Never raises: failures are retried.

        ``at_once``: include what is scheduled for a later retry.
        """
        try:
            async with self._lock(table_id):
                claim = await self._claim(table_id, EVER if at_once else self.clock.now())
                if claim is None:
                    await self._redraw(table_id)
                    return
                while claim is not None:
                    if not await self._tell(table_id, claim):
                        return
                    # What is stored in the meantime is posted by its own `wake`, which waits for our lock.
                    more = claim.held or any(announcement.tried for announcement in claim.waiting)
                    claim = await self._claim(table_id, EVER) if more else None
        except Exception as error:  # One table must not silence the others.
            log.error("table %s: announcing failed: %s\n%s", table_id, type(error).__name__, format_traceback(error))
            self.troubles[table_id] = trouble(error, None)
            return
        self._run(table_id, self._retire(table_id))

    async def show(self, table_id: int) -> Trouble | None:
        """Post the table again, with everything that waits, even if due later. Return what prevented it, or None."""
        async with self._lock(table_id):
            delivered = await self._tell(table_id, await self._claim(table_id, EVER), anew=True)
        if delivered:
            self._run(table_id, self._retire(table_id))
        return None if delivered else self.troubles.get(table_id)

    async def redraw(self, table_id: int) -> None:
        """Update the table's live post; if an announcement is pending, leave it to that post."""
        try:
            async with self._lock(table_id):
                if await self.outbox.pending(EVER, table_id):
                    await self.outbox.mark_redrawn(table_id, self.clock.now())
                else:
                    await self._redraw(table_id)
        except Exception as error:  # One table must not block the others.
            log.error(
                "table %s: refreshing its post failed: %s\n%s", table_id, type(error).__name__, format_traceback(error)
            )

    async def _redraw(self, table_id: int) -> None:
        """Edit the text and buttons of the live post, but keep its pictures. Failures are retried in the next run."""
        now, info = self.clock.now(), await self.service.info(table_id)
        partition, coordinator = self.storage.database.partition, self.storage.database.coordinator
        if not partition.has(info.place.guild_id):  # Discord sends us no events of that server.
            await coordinator.wake(partition.slot_of(info.place.guild_id), table_id)
            return
        try:
            await self._redraw_post(info)
        except DISCORD_FAILED as error:
            log.info("table %s: its post is out of date, %s", table_id, reason(error))
            if passes(error):
                return
        await self.outbox.mark_redrawn(table_id, now)

    async def _redraw_post(self, info: TableInfo) -> None:
        """Update the live post of a table. If it was deleted, post a new one, unless an announcement is pending.

        The new post is recorded before it is sent. If Discord doesn't answer, the next try finds it.
        """
        update: Callable[[TableInfo], Awaitable[Post | bool | None]]
        update = self._edit_lobby if info.started is None else self._edit_board
        if await update(info) or not info.open or await self.outbox.pending(EVER, info.id):
            return
        await self._adopt_asked(info)
        if await update(info):
            return
        now, unanswered = self.clock.now(), await self.outbox.unconfirmed_board(info.id)
        await self.outbox.mark_board_in_flight(info.id, now)
        post, pinged = await self._post(info, (), anew=True)
        await self.outbox.done((), now, post, pinged)
        if unanswered is None:
            await self.outbox.mark_board_in_flight(info.id, None)
        self._run(info.id, self._retire(info.id))

    async def _edit_board(self, info: TableInfo) -> bool:
        """Edit the text and buttons of the live board, if the table has one here. Return whether it still exists."""
        post = next(iter((await self.outbox.posts(info.id))[-1:]), None)
        if post is None or post.channel_id != info.place.channel_id:
            return True
        try:
            await self._reword(post, info)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:  # The channel is gone, too.
                raise
            return False
        return True

    async def _reword(self, post: Post, info: TableInfo) -> None:
        message = self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        kept = await kept_of(message, post.body)
        if kept.pictures and not self.delivery.capabilities.pictures_stay:
            return
        delivered = await self.outbox.delivered_state(info.id, info.number)
        snapshot = await self.service.snapshot(info.id, delivered.until)
        snapshot = await snapshot.seen_by(None)
        shown = turn_range(snapshot, post.since, delivered.turns, delivered.until)
        calls, small = called_by(post, info, delivered), await self._small(info, post.since)
        view = posts.board(snapshot, post.number, shown, kept.shown(), calls, small=small, passing=kept.passing)
        await reword(message, kept, view, mentions(info, calls))

    async def _small(self, info: TableInfo, since: int, outages: bool = False) -> str:
        """Return the small print of a post: what people have done since a line of the log.

        ``outages``: also say when the bot was offline.
        """
        w = words(info.language)
        lines = [small_print(await self.service.people_lines(info.id, since) if info.number > since else [], w)]
        for begins, ends in await self.storage.heartbeat.untold_outages(info.id) if outages else ():
            times = {"begin": format_dt(begins, "f"), "end": format_dt(ends, "f")}
            lines.append(
                "-# " + w._("I was offline from {begin} to {end}. That time doesn’t count for anyone.", **times)
            )
        return "\n".join(line for line in lines if line)

    async def _claim(self, table_id: int, due: datetime) -> Claim | None:
        """Claim the announcements due for a table's channel. Return None if another process has the lease."""
        now = self.clock.now()
        return await self.outbox.claim(table_id, now, now + LEASE, due)

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _tell(self, table_id: int, claim: Claim | None, *, anew: bool = False) -> bool:
        """Post what was claimed, unless it was posted already. Return whether the channel is up to date.

        Whatever isn't posted is released and waits for the next try, with everything queued behind it.
        """
        now, waiting = self.clock.now(), claim.waiting if claim else ()
        again, nothing = now, set[int]()
        certain = False  # Whether the channel contains no post that we don't know of.
        try:
            info = await self.service.info(table_id)
            try:
                tried = [announcement.tried for announcement in waiting if announcement.tried]
                if tried:
                    left = await self._adopt(info, waiting, min(tried))
                    if len(left) < len(waiting) and not anew:
                        self.troubles.pop(table_id, None)
                        return True
                    waiting = tuple(left)
                certain = may_look(self.client, info) or not (
                    tried or (anew and await self.outbox.unconfirmed_board(table_id))
                )
                if tried and certain:
                    await self.outbox.mark_in_flight(numbered(waiting), now)
                if anew:
                    await self._adopt_asked(info)
                    # Skip what turns out to be posted already, and include what was added in the meantime.
                    waiting = tuple(await self.outbox.pending(EVER, table_id))
                    await self.outbox.mark_board_in_flight(table_id, now)
                post, pinged = await self._post(info, waiting, anew)
                await self.outbox.done(numbered(waiting), now, post, pinged, claim)
                claim = None
            except Exception as error:  # One table must not silence the others.
                self._note(info, error)
                again = now + wait(max((announcement.attempts for announcement in waiting), default=0))
                if certain and (isinstance(error, RulesError) or not passes(error)):
                    nothing = set(numbered(waiting))
                    if anew:
                        await self.outbox.mark_board_in_flight(table_id, None)
                return False
        finally:
            if claim is not None:
                await self._give_back(claim, again, nothing)
        if anew and certain:
            await self.outbox.mark_board_in_flight(table_id, None)
        self.troubles.pop(table_id, None)
        return True

    async def _give_back(self, claim: Claim, again: datetime, nothing: Collection[int]) -> None:
        try:
            await self.outbox.release(claim, again, nothing)
        except Exception as error:  # The lease expires by itself, and then any process can claim it.
            log.info(
                "table %s: could not release the outbox claim, it expires by itself: %s",
                claim.table_id,
                type(error).__name__,
            )

    def _note(self, info: TableInfo, error: Exception) -> None:
        """Remember why a channel couldn't be updated, and log it; a problem that is already known is logged quietly."""
        found = trouble(error, self.client.get_channel(info.place.channel_id), info.place.guild_id)
        known = self.troubles.get(info.id) == found
        if isinstance(error, DISCORD_FAILED):
            log.log(
                logging.DEBUG if known else logging.WARNING, "table %s: announcing failed, %s", info.id, reason(error)
            )
        elif not known:
            log.error("table %s: announcing failed: %s\n%s", info.id, type(error).__name__, format_traceback(error))
        self.troubles[info.id] = found

    async def _adopt(self, info: TableInfo, waiting: Sequence[Announcement], sent: datetime) -> list[Announcement]:
        """Adopt posts that were sent but not recorded, with their pings. Return the announcements in none of them."""
        known = {post.message_id: post.number for post in await self.outbox.posts(info.id, live=False)}
        # This includes announcements that weren't passed: the post may tell more.
        left = await self.outbox.pending(EVER, info.id)
        for found in await find(self.client, info, sent):
            if known.get(found.message.id, -1) >= found.number:
                continue
            shown = [announcement for announcement in left if announcement.number <= found.number]
            left = [announcement for announcement in left if announcement.number > found.number]
            kept = keep(found.message)
            pinged = {
                # The post can't have pinged for a turn that began later.
                seat.seat: min(seat.due_number or found.number, found.number)
                for seat in info.seats
                if seat.user_id and any(f"<@{seat.user_id}>" in text for text in kept.texts)
            }
            post = Post(
                found.message.id,
                info.id,
                info.place.channel_id,
                found.number,
                PostKind.LOBBY if found.lobby else PostKind.BOARD,
                True,
                shown_since(shown, (await self.outbox.delivered_state(info.id, found.number)).turns),
                written(kept),
            )
            log.info("table %s: the post for line %s already exists", info.id, found.number)
            await self.outbox.done(numbered(shown), self.clock.now(), post, pinged)
        left_ids = {announcement.id for announcement in left}
        return [announcement for announcement in waiting if announcement.id in left_ids]

    async def _adopt_asked(self, info: TableInfo) -> None:
        """Adopt a board that a player asked to post again and that was sent but not recorded."""
        tried = await self.outbox.unconfirmed_board(info.id)
        if tried is not None and may_look(self.client, info):
            await self._adopt(info, (), tried)
            await self.outbox.mark_board_in_flight(info.id, None)

    async def _post(
        self, info: TableInfo, waiting: Sequence[Announcement], anew: bool
    ) -> tuple[Post | None, dict[int, int]]:
        """Post the announcements.

        Return the post and the pinged seats; None for a lobby whose game has started.
        """
        if info.started is None:
            return await self._post_lobby(info, waiting[-1].nonce if waiting else None, anew), {}
        waiting = [announcement for announcement in waiting if announcement.kind != PostKind.LOBBY]
        if not waiting and not anew:
            return None, {}  # The lobby's own post says that the game has started when it loses its buttons.
        try:
            snapshot = await self.service.snapshot(info.id, None if anew else waiting[-1].number)
        except WrongPhase:  # A game that has started gets its board, whatever is stored.
            snapshot = await self.service.snapshot(info.id)
        snapshot = await snapshot.seen_by(None)
        delivered = await self.outbox.delivered_state(info.id, snapshot.number)
        until = delivered.until
        turns = delivered.turns if snapshot.info.open else until  # After the end there is no unfinished turn.
        last = None if anew else await self._last(info)
        if last is not None and all(announcement.kind == PostKind.REVEAL for announcement in waiting):
            shown = turn_range(snapshot, last.since, turns, until)
            grown = await self._grow(last, snapshot, shown, delivered)
            if grown is not None:
                return grown, {}
        since = shown_since(waiting, turns)
        shown = turn_range(snapshot, since, turns, until)
        pinged = await self._newly_due(snapshot, waiting, delivered.pinged)
        nonce = waiting[-1].nonce if waiting else None
        small = await self._small(info, min((one.since for one in waiting), default=since), outages=True)
        over = last if alone(info) else None
        message = await self.delivery.post_board(snapshot, since, shown, list(pinged), small, nonce, over)
        body = written(keep(message))
        post = Post(message.id, info.id, info.place.channel_id, snapshot.number, PostKind.BOARD, True, since, body)
        return post, pinged

    async def _last(self, info: TableInfo) -> Post | None:
        """Return the table's last post if it is a board in the table's current channel."""
        posts = await self.outbox.posts(info.id)
        last = posts[-1] if posts and posts[-1].kind == PostKind.BOARD else None
        return last if last and last.channel_id == info.place.channel_id else None

    async def _grow(
        self, post: Post, snapshot: Snapshot, shown: posts.TurnRange, delivered: DeliveredState
    ) -> Post | None:
        """Edit a post to show the progress of the current turn, so that no player's panel is pushed up.

        Returns the edited post, or None if it can't be edited. If Discord refuses new pictures in edits, only the text
        changes. If such an edit would lose the pictures, the post stays as it is until the turn has ended.
        """
        message = self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        capabilities = self.delivery.capabilities
        refused = False
        calls, small = called_by(post, snapshot.info, delivered), await self._small(snapshot.info, post.since)
        allowed = mentions(snapshot.info, calls)
        try:
            kept = await kept_of(message, post.body)
            if capabilities.pictures_in_edits:
                pictures = await self.delivery.pictures_of(snapshot, post.since, shown.events)
                view = posts.board(snapshot, post.number, shown, pictures, calls, small=small, passing=True)
                await self.outbox.add_post(replace(post, body=""))  # For the moment only Discord knows what it shows.
                try:
                    return replace(post, body=written(kept.showing(await edit(message, view, pictures, allowed))))
                except discord.HTTPException as error:
                    if not pictures or not refuses_pictures(error):
                        raise
                    refused = True
            if kept.pictures and not capabilities.pictures_stay:
                return post
            view = posts.board(snapshot, post.number, shown, kept.shown(), calls, small=small, passing=kept.passing)
            changed = await reword(message, kept, view, allowed)
        except discord.HTTPException as error:
            if passes(error):
                raise
            return None  # The post was deleted or can't be edited, so a new one replaces it.
        if changed and refused:
            log.warning(
                "table %s: Discord refused new pictures in an edited post; only its text was edited", snapshot.info.id
            )
            capabilities.pictures_in_edits = False
        return post if changed else None

    async def _post_lobby(self, info: TableInfo, nonce: str | None, anew: bool) -> Post:
        """Edit the post of a lobby, or post a new one if that isn't possible."""
        edited = None if anew else await self._edit_lobby(info)
        return edited or lobby_post(info, await self._send_lobby(info, nonce))

    async def _edit_lobby(self, info: TableInfo) -> Post | None:
        """Edit the post of a lobby. Return None if there is none or it can't be edited."""
        for post in reversed(await self.outbox.posts(info.id)):
            if post.channel_id != info.place.channel_id:
                continue  # The table has left that channel; its post there is retired.
            message = self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
            try:
                return lobby_post(info, await message.edit(view=lobby_view(info), allowed_mentions=NOBODY))
            except discord.NotFound:
                await self.outbox.retire_posts([post.message_id])
            except discord.HTTPException as error:
                if passes(error):
                    raise
                return None  # For example, it is in an archived thread; a new post reopens that.
        return None

    async def _send_lobby(self, info: TableInfo, nonce: str | None) -> discord.Message:
        channel = self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        return await send(channel, lobby_view(info), (), NOBODY, nonce)

    async def _newly_due(
        self, snapshot: Snapshot, waiting: Sequence[Announcement], pinged: Collection[tuple[int, int]]
    ) -> dict[int, int]:
        """Return the seats that the post pings, each with the line that began its turn: once per turn (P19).

        These are the seats whose announced turn has begun, or at the end of the game all seats. Players who don't want
        to be pinged there, or not now, get a notification instead (P20, P22); solo players get none.
        """
        info = snapshot.info
        if info.alone:
            return {}
        over = any(announcement.kind == PostKind.OVER for announcement in waiting)
        turns = {announcement.number for announcement in waiting if announcement.kind in CALLING}
        now = self.clock.now()
        called: dict[int, int] = {}
        notices = []
        for seat in info.seats:
            number = info.number if over else seat.due_number
            if seat.vacant or (seat.computer and not (over and seat.person)):
                continue
            if number is None or not (over or number in turns) or (seat.seat, number) in pinged:
                continue
            if any(entry.back is not None and entry.seat == seat.seat for entry in snapshot.table.entries[-1:]):
                continue  # Players who have just asked to undo their turn know that it is theirs.
            recipient = await get_recipient(self.storage, seat.player, now)
            if recipient is None:
                continue
            after = None if over else GAMES[info.game].next_seat(snapshot.view(None), seat.seat)
            following = None if after is None else info.seats[after]
            if following and not (following.vacant or following.computer) and info.due == (seat.seat,):
                notices.append(NewNotice(following.player, NoticeKind.NEXT, now, info.id, following.seat, number))
            quiet = recipient.quiet_until(now)
            if recipient.in_channel and not quiet:
                called[seat.seat] = number
            if recipient.away_until is None and (recipient.in_private or (recipient.in_channel and quiet)):
                kind = NoticeKind.OVER if over else NoticeKind.TURN
                notices.append(NewNotice(seat.player, kind, quiet or now, info.id, seat.seat, number))
        if notices:
            await self.storage.notices.write(notices)
        return called

    async def _retire(self, table_id: int) -> None:
        """Remove the buttons from all posts but the last; failures are retried later."""
        try:
            async with self._lock(table_id):
                info = await self.service.info(table_id)
                live, tried = await self.outbox.stale_posts(table_id)
                if tried is not None:
                    try:
                        await self._adopt_asked(info)
                    except DISCORD_FAILED as error:
                        log.info(
                            "table %s: could not look for the board a player requested, retrying later: %s",
                            table_id,
                            reason(error),
                        )
                    live = await self.outbox.posts(table_id)
                for post in await self._farewell(info, live[:-1]):
                    await self._retire_post(info, post)
        except Exception as error:
            log.error(
                "table %s: cleaning up old posts failed: %s\n%s",
                table_id,
                type(error).__name__,
                format_traceback(error),
            )

    async def _farewell(self, info: TableInfo, old: Sequence[Post]) -> list[Post]:
        """Post in the table's old channels where it is now.

        Returns the old posts without those of channels in which that failed and will be retried. The last post in each
        of the other channels becomes a `LEFT` post, so that this happens only once.
        """
        left = {post.channel_id: post for post in old if post.channel_id != info.place.channel_id}
        knowing = {post.channel_id for post in old if post.kind == PostKind.LEFT}
        for channel_id, last in left.items():
            if channel_id in knowing:
                continue
            channel = self.client.get_partial_messageable(channel_id)
            try:
                await send(channel, posts.moved(info), (), NOBODY, f"left{last.message_id}")
            except DISCORD_FAILED as error:
                log.info(
                    "channel %s: could not post that table %s has moved away: %s", channel_id, info.id, reason(error)
                )
                if passes(error):
                    old = [post for post in old if post.channel_id != channel_id]
                    continue  # It is retried with the next post or the next clean-up.
            await self.outbox.add_post(replace(last, kind=PostKind.LEFT))
            old = [replace(post, kind=PostKind.LEFT) if post == last else post for post in old]
        return list(old)

    async def _retire_post(self, info: TableInfo, post: Post) -> None:
        message = self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            if alone(info) and post.channel_id == info.place.channel_id:  # In a DM the table keeps a single message.
                await message.delete()
            elif post.kind == PostKind.LOBBY and info.started:
                # A lobby that was posted again earlier just loses its buttons.
                await message.edit(view=posts.lobby(info), allowed_mentions=NOBODY)
            else:
                kept = await kept_of(message, post.body)
                if not await self._restore(message, post, kept):
                    await retire(message, kept, self.delivery.capabilities)
        except DISCORD_FAILED as error:
            log.info("post %s: could not remove its buttons: %s", post.message_id, reason(error))
            if passes(error) or out_of_reach(error):
                return
            # The post was deleted, or can never be edited: its buttons are gone or do no harm.
        await self.outbox.retire_posts([post.message_id])

    async def _restore(self, message: discord.PartialMessage, post: Post, kept: Kept) -> bool:
        """Give a post whose pictures show part of the following turn its own pictures again, and remove its buttons.

        Returns False, and changes nothing, if that isn't necessary or possible.
        """
        if not kept.passing or not self.delivery.capabilities.pictures_in_edits:
            return False
        try:
            snapshot = await self.service.snapshot(post.table_id, post.number)
        except RulesError:
            return False
        snapshot = await snapshot.seen_by(None)
        delivered = await self.outbox.delivered_state(post.table_id, post.number)
        pictures = await self.delivery.pictures_of(
            snapshot, post.since, snapshot.events(None, post.since, delivered.turns)
        )
        if not pictures:
            return False
        try:
            await edit(message, layout(kept.texts, pictures), pictures, NOBODY)
        except discord.HTTPException as error:
            if not refuses_pictures(error):
                raise
            return False
        return True


def called_by(post: Post, info: TableInfo, delivered: DeliveredState) -> list[int]:
    """Return the seats that a post has pinged for their present turn."""
    pinged = {(seat, number) for seat, number in delivered.pinged if post.since < number <= post.number}
    return [s.seat for s in info.seats if (s.seat, s.due_number if info.open else info.number) in pinged]


def numbered(waiting: Sequence[Announcement]) -> list[int]:
    """Return the ids of the announcements in the outbox."""
    return [announcement.id for announcement in waiting]


def shown_since(waiting: Sequence[Announcement], turns: int) -> int:
    """Return the line from which a post of these announcements tells whole turns, up to the line ``turns``.

    What was already shown of an unfinished turn is repeated with the whole turn.
    """
    return min([announcement.since for announcement in waiting] + [turns])


def turn_range(snapshot: Snapshot, since: int, turns: int, until: int) -> posts.TurnRange:
    """Return what a post tells: whole turns between two lines of the log, then the unfinished turn."""
    going_on = snapshot.events(None, turns, until)
    return posts.TurnRange(snapshot.turns(since, turns), going_on)


def alone(info: TableInfo) -> bool:
    """Return whether the table is in a DM, where only its player can see it."""
    return info.place.guild_id is None


def lobby_view(info: TableInfo) -> discord.ui.LayoutView:
    """Return the post of a lobby, or of one that was cancelled."""
    return posts.lobby(info) if info.open else posts.cancelled(info)


def lobby_post(info: TableInfo, message: discord.Message) -> Post:
    """Return the record of a message that is the post of a lobby."""
    return Post(message.id, info.id, message.channel.id, 0, PostKind.LOBBY, info.open, 0, written(keep(message)))


def wait(tries: int) -> timedelta:
    """Return how long to wait before the next retry of a channel after that many failures."""
    return SELDOM if tries > PATIENT else min(FIRST * 2 ** min(tries, 12), LONGEST)
