"""From the outbox to the channel: right after each commit, and again until it has succeeded.

What is about to be sent is marked first, and a retry sends exactly what was marked, under the same nonce. So a
crash between the post and the note that it was made does not post it twice.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
from discord.ext import tasks

from bot import posts
from bot.errors import DISCORD_FAILED, NOBODY, reason, steps
from bot.permissions import missing
from bot.picture import Picture
from bot.preferences import table_layout
from bot.retiring import without_buttons
from bot.rules_service import Look, TableInfo
from bot.showing import changed, parts_of_post
from bot.trouble import THREAD_IS_ARCHIVED, Trouble, trouble
from rules.errors import RulesError
from rules.game import awaited
from storage import Announcement, Post

if TYPE_CHECKING:
    from bot.client import MiasmaBot

log = logging.getLogger(__name__)

PASSING = "reveal"  # a post of this kind stands only while the turn it tells of goes on, and grows with it
TICK = 15.0  # seconds between two looks for what is to be tried again
MOST = 200  # tables at one look; after a long absence of Discord there may be thousands
FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=1)  # how long to wait before trying again
PATIENT, SELDOM = 56, timedelta(days=1)  # after so many times, about two days, the channel is hardly coming back
EVER = datetime.max.replace(tzinfo=UTC)


class Announcer:
    """Tells each table's channel what has happened, one post at a time for each table."""

    def __init__(self, bot: "MiasmaBot") -> None:
        self.bot = bot
        self.outbox = bot.storage.outbox
        self.troubles: dict[int, Trouble] = {}  # by table: why its channel cannot be told at present
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to look for what waits, also from before a crash."""
        self.retry.start()

    def stop(self) -> None:
        """Send nothing more. What waits is still there after the next start."""
        self.retry.cancel()
        for task in self._running:
            task.cancel()

    def wake(self, table_id: int) -> None:
        """Something was stored that the channel must hear. Returns at once."""
        task = asyncio.create_task(self.announce(table_id), name=f"announce {table_id}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    @tasks.loop(seconds=TICK)
    async def retry(self) -> None:
        """Try again what is due to be tried."""
        try:
            waiting = await self.outbox.due_tables(self.bot.clock.now(), MOST)
        except Exception as error:  # which would end the loop
            log.error("cannot see what is to be announced: %s\n%s", type(error).__name__, steps(error))
            return
        for table_id in waiting:
            await self.announce(table_id)

    @retry.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    async def announce(self, table_id: int) -> None:
        """Post everything that waits for the channel of the table. Never raises: what fails is tried again."""
        try:
            async with self._lock(table_id):
                while pending := await self.outbox.pending(self.bot.clock.now(), table_id):
                    marked = [waiting for waiting in pending if waiting.attempts]
                    if not await self._tell(table_id, marked or pending):
                        return
                await self._retire(table_id)
        except Exception as error:  # one table must not silence the others
            log.error("table %s is not announced: %s\n%s", table_id, type(error).__name__, steps(error))

    async def show(self, table_id: int) -> Trouble | None:
        """Post the table anew, with everything that waits, whenever it was to be tried. Returns what was in the way."""
        async with self._lock(table_id):
            told = await self._tell(table_id, await self.outbox.pending(EVER, table_id), anew=True)
            if told:
                await self._retire(table_id)
            return None if told else self.troubles.get(table_id)

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _tell(self, table_id: int, waiting: Sequence[Announcement], *, anew: bool = False) -> bool:
        """Make one post of the announcements. Returns whether it stands in the channel."""
        ids = [announcement.id for announcement in waiting]
        tries = max((announcement.attempts for announcement in waiting), default=0)
        await self.outbox.failed(ids, self.bot.clock.now() + wait(tries))  # until we know better
        try:
            post = await self._post(table_id, waiting, anew)
        except DISCORD_FAILED as error:
            info = await self.bot.service.info(table_id)
            found = trouble(error, self.bot.get_channel(info.place.channel_id))
            known = self.troubles.get(table_id) == found  # a channel that is gone is not news each time it is tried
            log.log(logging.DEBUG if known else logging.WARNING, "table %s: not announced, %s", table_id, reason(error))
            self.troubles[table_id] = found
            return False
        except RulesError as error:
            log.error("table %s cannot be announced: %s", table_id, error.code)
            return False
        self.troubles.pop(table_id, None)
        await self.outbox.done(ids, self.bot.clock.now(), post)
        return True

    async def _post(self, table_id: int, waiting: Sequence[Announcement], anew: bool) -> Post:
        info = await self.bot.service.info(table_id)
        number = max((announcement.number for announcement in waiting), default=info.number)
        nonce = waiting[-1].nonce if waiting else None
        if info.status == "lobby" or info.started is None:
            return await self._post_lobby(info, nonce, anew)
        look = await self.bot.service.look(table_id, None if anew else number)
        since = min((announcement.since for announcement in waiting), default=number)
        passing = await self._passing(info)
        if passing is not None:
            since = min(since, passing.since)
        kind = PASSING if waiting and all(announcement.kind == PASSING for announcement in waiting) else "board"
        pinged = await self._newly_due(look, waiting)
        over = passing.message_id if passing is not None and kind == PASSING and not anew else None
        message = await self._put_board(look, since, pinged, nonce, over)
        for seat in pinged:
            await self.outbox.pinged(table_id, seat, number, "turn", self.bot.clock.now())
        return Post(message.id, table_id, info.place.channel_id, number, kind, True, since)

    async def _passing(self, info: TableInfo) -> Post | None:
        """The post of the turn that is going on, if it is the table's last one: the next post tells all of it again."""
        last = (await self.outbox.posts(info.id))[-1:]
        return next((post for post in last if post.kind == PASSING and post.channel_id == info.place.channel_id), None)

    async def _post_lobby(self, info: TableInfo, nonce: str | None, anew: bool) -> Post:
        """A lobby has one post, which is edited while it stands."""
        view = posts.lobby(info) if info.open else posts.cancelled(info)
        channel = self.bot.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        for post in [] if anew else reversed(await self.outbox.posts(info.id)):
            try:
                await channel.get_partial_message(post.message_id).edit(view=view, allowed_mentions=NOBODY)
                return Post(post.message_id, info.id, post.channel_id, info.number, "lobby", info.open)
            except discord.NotFound:
                await self.outbox.retire_posts([post.message_id])
            except discord.HTTPException as error:
                if error.code != THREAD_IS_ARCHIVED:
                    raise
                break  # nothing can be edited in a thread that sleeps; a new post wakes it
        message = await send(channel, view, (), NOBODY, nonce)
        return Post(message.id, info.id, info.place.channel_id, info.number, "lobby", info.open)

    async def _newly_due(self, look: Look, waiting: Sequence[Announcement]) -> list[int]:
        """The seats that are due now because of a turn that is announced; they alone are pinged, once.

        Whoever plays alone has just moved, and is not called back.
        """
        if len(look.info.seats) == 1:
            return []
        new: set[int] = set()
        for announcement in waiting:
            if announcement.kind in ("start", "turn"):
                before = await self._due(look.info.id, announcement.number - 1)
                new |= await self._due(look.info.id, announcement.number) - before
        still = await self._due(look.info.id, look.number) if new else set()
        return [seat for seat in sorted(new & still) if not look.info.seats[seat].vacant]

    async def _due(self, table_id: int, number: int) -> set[int]:
        """The seats the game waited for after a line of the log."""
        table = (await self.bot.service.look(table_id, number)).table
        return set(awaited(table.state)) if table else set()

    async def _put_board(
        self, look: Look, since: int, pinged: Sequence[int], nonce: str | None, over: int | None
    ) -> discord.Message:
        """Post the board, or put it in the place of the message ``over``."""
        info = look.info
        assert look.table is not None
        channel = self.bot.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        known = self.bot.get_channel(info.place.channel_id)
        events = look.events(None, since)
        pictures: list[Picture] = []
        if not isinstance(known, discord.abc.GuildChannel | discord.Thread) or "Attach Files" not in missing(known):
            view = look.table.view(None)
            layout = table_layout(info)
            pictures = await self.bot.drawing.board(
                info.game,
                view,
                posts.names(info),
                info.language,
                parts=parts_of_post(look, layout, since, events),
                changed=partial(changed, look, since),
            )
        mentions = [f"<@{seat.user_id}>" if seat.seat in pinged else "" for seat in info.seats]
        who = [discord.Object(user) for seat in pinged if (user := info.seats[seat].user_id)]
        allowed = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=who)
        while True:
            board = posts.board(look, events, pictures, mentions)
            try:
                if over is not None:
                    files = [picture.file() for picture in pictures]
                    message = channel.get_partial_message(over)
                    return await message.edit(view=board, attachments=files, allowed_mentions=allowed)
                return await send(channel, board, pictures, allowed, nonce)
            except discord.HTTPException as error:
                gone = isinstance(error, discord.NotFound | discord.Forbidden) or error.code == THREAD_IS_ARCHIVED
                if over is not None and gone:
                    over = None  # somebody has deleted it, or it cannot be edited: not even in a thread that sleeps
                    continue
                if not pictures or error.status not in (400, 413) or error.code == THREAD_IS_ARCHIVED:
                    raise
                log.warning("table %s: the pictures were refused, %s", info.id, reason(error))
                pictures = []

    async def _retire(self, table_id: int) -> None:
        """Take away passing posts and the buttons of all others but the last; what fails is tried after the next."""
        for post in (await self.outbox.posts(table_id))[:-1]:
            channel = self.bot.get_partial_messageable(post.channel_id)
            try:
                if post.kind == PASSING:
                    await channel.get_partial_message(post.message_id).delete()
                    await self.outbox.retire_posts([post.message_id])
                    continue
                message = await channel.fetch_message(post.message_id)
                view, pictures = without_buttons(message)
                info = await self.bot.service.info(table_id)
                if post.kind == "lobby" and info.started:  # a lobby that was posted anew before just loses its buttons
                    view = posts.lobby(info)
                await message.edit(view=view, attachments=pictures, allowed_mentions=NOBODY)
            except DISCORD_FAILED as error:
                log.info("post %s keeps its buttons: %s", post.message_id, reason(error))
                if not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500:
                    continue
                # Deleted, or out of reach for good: its buttons are gone with it, or do no harm.
            await self.outbox.retire_posts([post.message_id])


def wait(tries: int) -> timedelta:
    """How long to leave a channel alone that has failed so often already."""
    return SELDOM if tries > PATIENT else min(FIRST * 2 ** min(tries, 12), LONGEST)


async def send(
    channel: discord.abc.Messageable,
    view: discord.ui.LayoutView,
    pictures: Sequence[Picture],
    allowed: discord.AllowedMentions,
    nonce: str | None,
) -> discord.Message:
    """Post a message. Discord answers a nonce it has just seen with the message that was posted then."""
    how: dict[str, Any] = {"view": view, "allowed_mentions": allowed}
    if pictures:
        how["files"] = [picture.file() for picture in pictures]
    if nonce is not None:
        how["nonce"] = nonce
    message: discord.Message = await channel.send(**how)
    return message
