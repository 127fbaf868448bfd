"""Deliver the outbox to the channels: right after each commit, with retries until it succeeds.

Each post is marked in the outbox before it is sent. A retry sends exactly what was marked, under the same nonce.
Discord forgets nonces within minutes, so a retry first looks for the post among the bot's recent messages and adopts it
(`delivery`). A crash between sending a post and recording it therefore doesn't post it twice.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.channel.compose import post_announcements, refresh_post
from bot.channel.delivery import (
    DISCORD_IS_DOWN,
    FOREVER,
    Delivery,
    Trouble,
    adopt_posts,
    adopt_requested,
    can_read_history,
    retire_posts,
    trouble_of,
)
from bot.discord_api.gateway import is_temporary
from bot.discord_api.refusals import lasting
from bot.periodic import periodic
from bot.ui.reply import DISCORD_FAILED, failure_reason
from rules.errors import RulesError
from rules_service import TableInfo
from storage.failures import log_failure
from storage.records import Announcement, Claim

log = logging.getLogger(__name__)

RETRY_INTERVAL = 15.0  # Seconds between two retry runs.
MAX_TABLES_PER_RUN = 200  # After a long outage of Discord, thousands of tables may be due.
TIDY_INTERVAL = 3600.0  # Seconds between two searches for old posts that still have buttons.
MAX_TABLES_REMEMBERED = 10_000
MAX_CONCURRENT_RETRIES = 8
MAX_ANSWER_WAIT = 2.0  # The longest wait for an answer, in seconds.
FIRST_RETRY, LONGEST_BACK_OFF = timedelta(seconds=10), timedelta(hours=1)
# After this many attempts, which take about two days, the channel is unlikely to come back.
PATIENT_ATTEMPTS, SELDOM = 56, timedelta(days=1)
LEASE = timedelta(minutes=2)  # How long a process has a channel to itself: longer than the slowest post takes.
STOP_TIMEOUT = 1.3  # Seconds for posts in progress when the bot stops, and again for releasing their leases.


@dataclass
class Attempt:
    """One attempt to bring a channel up to date."""

    waiting: Sequence[Announcement]
    certain: bool = False  # Whether we know all of our posts in the channel.
    recorded: bool = False  # Whether the outbox has the result, and the claim is released.


class Announcer:
    """Posts news in each table's channel, one post at a time per table."""

    def __init__(self, delivery: Delivery) -> None:
        self.delivery = delivery
        self.client, self.service, self.clock = delivery.client, delivery.service, delivery.clock
        self.outbox = delivery.outbox
        self.troubles: dict[int, Trouble] = {}  # By table: why its channel can't be updated at present.
        # Whether more announcements of the table follow soon. The function's owner must call `wake` afterwards.
        self.more_follows: Callable[[int], bool] = lambda table_id: False
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._running: dict[asyncio.Task[None], int] = {}  # By task: its table.
        self._queued: set[int] = set()  # These tables are retried as soon as a slot is free.
        self._failed_redraws: LRUCache[int, int] = LRUCache(MAX_TABLES_REMEMBERED)  # By table: failed redraws in a row.
        self._stopped = self._all_due = False
        self._retry_slots = asyncio.Semaphore(MAX_CONCURRENT_RETRIES)

    async def stop(self) -> None:
        """Stop sending. Pending or unfinished posts stay in the outbox for the next process."""
        self._stopped = True  # Posts in progress may finish, but no new ones start.
        self.retry.cancel()
        self.tidy.cancel()
        if running := list(self._running):
            await asyncio.wait(running, timeout=STOP_TIMEOUT)  # Wait, so that posts that were sent are recorded.
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=STOP_TIMEOUT)

    def wake(self, table_id: int) -> None:
        """Announce the latest news of a table in the background, unless more follows soon. Returns at once."""
        if not self.more_follows(table_id):
            self._run(table_id, self.announce(table_id))

    def clock_changed(self) -> None:
        """Retry everything soon, because retry times set by the old clock may now be hours away."""
        self._all_due = False

    def retry_guild(self, guild_id: int) -> None:
        """Retry a server's tables whose channels couldn't be updated: the bot may have regained permissions there."""
        for table_id, found in self.troubles.items():
            if found.guild_id == guild_id:
                self._retry_soon(table_id)

    async def until_shown(self, table_id: int) -> Trouble | None:
        """Wait briefly (`MAX_ANSWER_WAIT`) until the channel is up to date. Return the problem if it isn't, or None."""
        running = [task for task, about in self._running.items() if about == table_id]
        if running and (await asyncio.wait(running, timeout=MAX_ANSWER_WAIT))[1]:
            return DISCORD_IS_DOWN
        return self.troubles.get(table_id)

    def _run(self, table_id: int, work: Coroutine[Any, Any, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(work, name=f"table {table_id}")
        self._running[task] = table_id
        task.add_done_callback(self._running.pop)

    def _retry_soon(self, table_id: int) -> None:
        """Queue one retry of a table, unless one is queued already."""

        async def retry() -> None:
            async with self._retry_slots:
                self._queued.discard(table_id)
                await self.announce(table_id, at_once=True)

        if table_id not in self._queued:
            self._queued.add(table_id)
            self._run(table_id, retry())

    @periodic(RETRY_INTERVAL, "reading the outbox")
    async def retry(self) -> None:
        """Retry the tables that are due, except those that are being announced, or will soon be announced again."""
        if not self._all_due:  # Posts that failed before the restart may succeed now.
            await self.outbox.retry_all(self.clock.now())
            self._all_due = True
        for table_id in await self.outbox.due_tables(self.clock.now(), MAX_TABLES_PER_RUN):
            if not self._lock(table_id).locked() and not self.more_follows(table_id):
                self._retry_soon(table_id)

    @periodic(TIDY_INTERVAL, "looking up old posts")
    async def tidy(self) -> None:
        """Clean up old posts that kept their buttons because of a crash or a Discord error."""
        for table_id in await self.outbox.tables_with_stale_posts():
            self._run(table_id, self._tidy(table_id))

    async def _tidy(self, table_id: int) -> None:
        async with self._retry_slots:
            await self._retire(table_id)

    async def announce(self, table_id: int, *, at_once: bool = False) -> None:
        """Post the pending announcements, even those due later if ``at_once``. Failures are retried, not raised.

        If nothing is pending, bring the live post up to date.
        """
        try:
            async with self._lock(table_id):
                claim = await self._claim(table_id, FOREVER if at_once else self.clock.now())
                if claim is None:
                    await self._refresh(table_id)
                    return
                while claim is not None:
                    if not await self._deliver(table_id, claim):
                        return
                    # Other announcements may wait behind the ones that were tried. What is stored in the meantime is
                    # posted by its own `wake`, which waits for our lock.
                    claim = await self._claim(table_id, FOREVER) if claim.tried else None
        except Exception as error:  # One table must not silence the others.
            log_failure(log, f"table {table_id}: announcing", error)
            self.troubles[table_id] = trouble_of(error, None)
            return
        self._run(table_id, self._retire(table_id))

    async def show(self, table_id: int) -> Trouble | None:
        """Post the table again with all pending announcements, including those due later.

        Return the problem if that failed, or None.
        """
        async with self._lock(table_id):
            delivered = await self._deliver(table_id, await self._claim(table_id, FOREVER), again=True)
        if not delivered:
            return self.troubles.get(table_id)
        self._run(table_id, self._retire(table_id))
        return None

    async def redraw(self, table_id: int) -> None:
        """Update the table's live post. If an announcement is pending, leave that to the post about it."""
        try:
            async with self._lock(table_id):
                if await self.outbox.pending(FOREVER, table_id):
                    await self.outbox.mark_redrawn(table_id, self.clock.now())
                else:
                    await self._refresh(table_id)
        except Exception as error:  # One table must not block the others, nor take their place in each run.
            log_failure(log, f"table {table_id}: refreshing its post", error)
            now = self.clock.now()
            await self.outbox.mark_redrawn(table_id, now, now + LONGEST_BACK_OFF)

    async def _refresh(self, table_id: int) -> None:
        """Update the text and buttons of the live post, or repost it if it was deleted. Failures are retried later.

        Only the process that serves the table's server does this. Any other process wakes that one.
        """
        now, info = self.clock.now(), await self.service.read.info(table_id)
        database = self.delivery.storage.database
        if not database.partition.has(info.place.guild_id):  # Discord sends us no events of that server.
            await database.coordinator.wake(database.partition.slot_of(info.place.guild_id), table_id)
            return
        try:
            await self._refresh_or_repost(info)
        except DISCORD_FAILED as error:
            log.info("table %s: its post is out of date, %s", table_id, failure_reason(error))
            if not lasting(error):
                attempts = self._failed_redraws.get(table_id, 0)
                self._failed_redraws[table_id] = attempts + 1
                least = timedelta() if is_temporary(error) else LONGEST_BACK_OFF
                await self.outbox.mark_redrawn(table_id, now, now + max(back_off(attempts), least))
                return
        self._failed_redraws.pop(table_id, None)
        await self.outbox.mark_redrawn(table_id, now)

    async def _refresh_or_repost(self, info: TableInfo) -> None:
        """Update the live post of a table. If it was deleted, post a new one.

        If the table has ended, post nothing. If an announcement is pending, the post about it will replace the deleted
        one.
        """
        if await refresh_post(self.delivery, info) or not info.open or await self.outbox.pending(FOREVER, info.id):
            return
        await adopt_requested(self.delivery, info)
        if await refresh_post(self.delivery, info):
            return
        now, unanswered = self.clock.now(), await self.outbox.unconfirmed_board(info.id)
        # If Discord doesn't answer, the next try finds what is recorded here.
        await self.outbox.mark_board_in_flight(info.id, now)
        shown, pinged = await post_announcements(self.delivery, info, (), again=True)
        await self.outbox.done((), now, shown, pinged)
        if unanswered is None:
            await self.outbox.mark_board_in_flight(info.id, None)
        self._run(info.id, self._retire(info.id))

    async def _claim(self, table_id: int, due: datetime) -> Claim | None:
        """Claim the announcements due for a table's channel.

        Return None if there are none, or another process has claimed them or serves the table.
        """
        now = self.clock.now()
        return await self.outbox.claim(table_id, now, now + LEASE, due)

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _deliver(self, table_id: int, claim: Claim | None, *, again: bool = False) -> bool:
        """Post the claimed announcements that aren't posted yet. Return whether the channel is up to date.

        Whatever isn't posted is released and waits for the next try, with everything queued behind it. ``again``:
        repost the whole table, even with nothing to announce.
        """
        now = self.clock.now()
        retry_at, nothing_sent = now, set[int]()
        attempt = Attempt(claim.waiting if claim else ())
        try:
            try:
                info = await self.service.read.info(table_id)
            except Exception:
                retry_at = now + back_off(max((one.attempts for one in attempt.waiting), default=0))
                raise
            try:
                await self._post(info, attempt, claim, again=again)
            except Exception as error:  # One table must not silence the others.
                self._note(info, error)
                retry_at = now + back_off(max((one.attempts for one in attempt.waiting), default=0))
                if attempt.certain and (isinstance(error, RulesError) or not is_temporary(error)):
                    nothing_sent = {announcement.id for announcement in attempt.waiting}
                    if again:
                        await self.outbox.mark_board_in_flight(table_id, None)
                return False
        finally:
            if claim is not None and not attempt.recorded:
                await self._give_back(claim, retry_at, nothing_sent)
        if again and attempt.certain:
            await self.outbox.mark_board_in_flight(table_id, None)
        self.troubles.pop(table_id, None)
        return True

    async def _post(self, info: TableInfo, attempt: Attempt, claim: Claim | None, *, again: bool) -> None:
        """Adopt posts that were sent but not recorded, then post the remaining announcements and record them."""
        now = self.clock.now()
        tried = claim.tried if claim else None
        if tried:
            left = await adopt_posts(self.delivery, info, attempt.waiting, tried)
            if len(left) < len(attempt.waiting) and not again:
                return
            attempt.waiting = left
        attempt.certain = can_read_history(self.client, info.place.channel_id) or not (
            tried or (again and await self.outbox.unconfirmed_board(info.id))
        )
        if tried and attempt.certain:
            await self.outbox.mark_in_flight([announcement.id for announcement in attempt.waiting], now)
        if again:
            await adopt_requested(self.delivery, info)
            # Skip announcements that turn out to be posted already, and include those added in the meantime.
            attempt.waiting = await self.outbox.pending(FOREVER, info.id)
            untried = [announcement.id for announcement in attempt.waiting if announcement.tried is None]
            if untried:
                await self.outbox.mark_in_flight(untried, now)
            await self.outbox.mark_board_in_flight(info.id, now)
        shown, pinged = await post_announcements(self.delivery, info, attempt.waiting, again=again)
        await self.outbox.done([announcement.id for announcement in attempt.waiting], now, shown, pinged, claim)
        attempt.recorded = True

    async def _give_back(self, claim: Claim, retry_at: datetime, nothing_sent: Collection[int]) -> None:
        try:
            await self.outbox.release(claim, retry_at, nothing_sent)
        except Exception as error:  # The lease expires by itself, and then any process can claim it.
            table_id, kind = claim.table_id, type(error).__name__
            log.info("table %s: could not release the outbox claim, it expires by itself: %s", table_id, kind)

    def _note(self, info: TableInfo, error: Exception) -> None:
        """Remember why a channel couldn't be updated, and log it.

        A problem that is known already is logged at debug level if it is Discord's, and otherwise not again.
        """
        found = trouble_of(error, self.client.get_channel(info.place.channel_id), info.place.guild_id)
        known = self.troubles.get(info.id) == found
        if isinstance(error, DISCORD_FAILED):
            level = logging.DEBUG if known else logging.WARNING
            log.log(level, "table %s: announcing failed, %s", info.id, failure_reason(error))
        elif not known:
            log_failure(log, f"table {info.id}: announcing", error)
        self.troubles[info.id] = found

    async def _retire(self, table_id: int) -> None:
        """Remove the buttons from all of a table's posts except the last. Failures are retried later."""
        try:
            async with self._lock(table_id):
                info = await self.service.read.info(table_id)
                live, tried = await self.outbox.stale_posts(table_id)
                if tried is not None:
                    try:
                        await adopt_requested(self.delivery, info)
                    except DISCORD_FAILED as error:
                        text = "table %s: could not look for the board a player requested, retrying later: %s"
                        log.info(text, table_id, failure_reason(error))
                    live = await self.outbox.posts(table_id)
                await retire_posts(self.delivery, info, live[:-1])
        except Exception as error:
            log_failure(log, f"table {table_id}: cleaning up old posts", error)


def back_off(attempts: int) -> timedelta:
    """Return how long to wait before the next retry after this many earlier failures."""
    return SELDOM if attempts > PATIENT_ATTEMPTS else min(FIRST_RETRY * 2 ** min(attempts, 12), LONGEST_BACK_OFF)
