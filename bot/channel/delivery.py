"""Send, edit, find and retire the messages in a table's channel, and explain failures.

The content of each post is recorded when it is sent, so that editing it takes one request. Temporary parts are removed
together with the buttons. The bot's own messages that were sent but not recorded before the process ended are found and
adopted.

Functions that send or edit a message raise the errors in `reply.DISCORD_FAILED`. Functions that search a channel raise
discord.HTTPException if Discord fails or hides the channel from the bot.
"""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import discord
import msgspec
from cachetools import LRUCache
from discord import ui

import wording
from bot.channel.posts import (
    Board,
    TurnRange,
    changed_targets,
    events_of_round_end,
    lobby_post,
    moved_away,
    parts_of_post,
    public_events,
)
from bot.channel.table_words import seat_names
from bot.discord_api import refusals
from bot.discord_api.permissions import ATTACH_FILES, PERMISSION_NAMES, TO_READ, Capabilities, missing_permissions
from bot.discord_api.private_names import state_of
from bot.discord_api.refusals import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    lasting,
    meaning,
    out_of_reach,
    refuses_content,
)
from bot.pictures import Painter
from bot.preferences import style_of
from bot.ui.message import Id, Picture, layout, passes_away, read_id
from bot.ui.reply import DISCORD_FAILED, NO_MENTIONS, failure_reason
from bot.ui.simpler import accepted
from games import GAMES
from renderer import Scene
from rules.errors import N_, RulesError
from rules_service import RulesService, TableInfo
from rules_service.clock import Clock
from storage import Announcement, Post, PostKind, Storage
from wording import Words

log = logging.getLogger(__name__)

FOREVER = datetime.max.replace(tzinfo=UTC)
MAX_MESSAGES_SEARCHED = 200  # The post that we look for is among the oldest of these messages.
MAX_NOTICES_REMEMBERED = 10_000
MAX_CLOCK_SKEW = timedelta(minutes=5)  # The largest expected difference between our clock and Discord's.
STOP_REVIEW, REVIEW_AGAIN, OWN_TURNS = "stopreview", "review", "mistakes"  # What the buttons of a review's post do.


@dataclass(frozen=True)
class Trouble:
    """A reason why a channel can't be updated. Like a refusal, it has a text in the catalogue and values."""

    template: str
    values: dict[str, Any] = field(default_factory=dict)  # A tuple stands for a list of catalogue texts.
    guild_id: int | None = None
    ours: bool = False  # Whether the bot itself caused the trouble.

    def text(self, w: Words) -> str:
        """Return the sentence in the language of ``w``."""
        values = {
            key: w.join_list([w._(one) for one in value]) if isinstance(value, tuple) else value
            for key, value in self.values.items()
        }
        return w._(self.template, **values)


MAY_NOT_POST = N_(
    "I’m not allowed to post at this table. The game is safe. Ask a moderator to give me these "
    "permissions there: {permissions}."
)
DISCORD_IS_DOWN = Trouble(refusals.DOWN)


def trouble_of(error: Exception, channel: Any, guild_id: int | None = None) -> Trouble:
    """Return why a post failed, worded for the people who may be able to fix it."""
    if isinstance(error, RulesError):
        return Trouble(error.template, dict(error.values), guild_id)
    if not isinstance(error, DISCORD_FAILED):
        return Trouble(refusals.OUR_FAULT, guild_id=guild_id, ours=True)
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        permissions = tuple(missing_permissions(channel))
        if not permissions and (channel is None or code == MISSING_ACCESS):  # We don't know what we may do there.
            permissions = PERMISSION_NAMES["read_messages"], PERMISSION_NAMES["send_messages"]
        if permissions:
            return Trouble(MAY_NOT_POST, {"permissions": permissions}, guild_id)
    found = meaning(error)
    return Trouble(found.text, guild_id=guild_id, ours=found.ours or found.bot)


class Delivery:
    """The parts of the bot needed for posting in a table's channel."""

    def __init__(
        self,
        client: discord.Client,
        service: RulesService,
        storage: Storage,
        clock: Clock,
        pictures: Painter,
        capabilities: Capabilities,
    ) -> None:
        self.client, self.service, self.clock = client, service, clock
        self.storage, self.outbox, self.notices = storage, storage.outbox, storage.notices
        self.pictures, self.capabilities = pictures, capabilities
        # By ID of a notification: how often Discord has refused it temporarily.
        self.refused_notices: LRUCache[int, int] = LRUCache(MAX_NOTICES_REMEMBERED)

    def channel(self, info: TableInfo) -> discord.PartialMessageable:
        """Return the table's channel."""
        return self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)

    def message(self, post: Post) -> discord.PartialMessage:
        """Return the message of a post."""
        return self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    def lacking(self, info: TableInfo) -> list[str]:
        """Return the permissions known to be missing in the table's channel."""
        return missing_permissions(self.client.get_channel(info.place.channel_id))

    async def pictures_of(self, board: Board) -> Sequence[Picture]:
        """Return the pictures of a board, with the changes marked.

        Return none if the bot may not attach files, or the board can't be drawn.
        """
        snapshot, info = board.snapshot, board.snapshot.info
        if ATTACH_FILES in self.lacking(info):
            return []
        like, words, events = style_of(info), wording.words(info.language), public_events(snapshot, board.since)
        scene: Scene[Any] = Scene(
            snapshot.view(None), seat_names(info), words=words, colours=info.colours, events=events, style=like.style
        )
        parts = parts_of_post(snapshot, like.layout, board.shown.events)
        if parts == [GAMES[info.game].parts.round]:
            scene = replace(scene, events=events_of_round_end(snapshot, board.since))
        return await self.pictures.board(info.game, scene, parts, partial(changed_targets, snapshot, board.since))


def mention_only(*user_ids: int) -> discord.AllowedMentions:
    """Return the setting that lets a message mention only these people (P34)."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mention_seats(info: TableInfo, seats: Sequence[int]) -> discord.AllowedMentions:
    """Return the setting that lets a message mention only the people in these seats."""
    return mention_only(*[user for seat in seats if (user := info.seats[seat].user_id)])


async def edit_message(
    message: discord.PartialMessage, view: ui.LayoutView, pictures: Sequence[Picture], allowed: discord.AllowedMentions
) -> discord.Message | None:
    """Replace the text, buttons and pictures of a message. Return it, or None if Discord refuses the pictures."""

    async def put(view: ui.LayoutView, pictures: Sequence[Picture]) -> discord.Message:
        return await message.edit(view=view, attachments=[at.file() for at in pictures], allowed_mentions=allowed)

    try:
        return (await accepted(put, view, pictures, keep_pictures=bool(pictures), message=message.id)).result
    except discord.HTTPException as error:
        if not pictures or not refuses_content(error):
            raise
        return None


async def reworded(message: discord.PartialMessage, view: ui.LayoutView) -> discord.Message:
    """Replace the text and buttons of a message that has no pictures, and return it."""

    async def put(view: ui.LayoutView, _: Sequence[Picture]) -> discord.Message:
        return await message.edit(view=view, allowed_mentions=NO_MENTIONS)

    return (await accepted(put, view, message=message.id)).result


async def send_message(
    channel: discord.abc.Messageable,
    view: ui.LayoutView,
    nonce: str | None,
    allowed: discord.AllowedMentions = NO_MENTIONS,
    pictures: Sequence[Picture] = (),
    *,
    keep_pictures: bool = False,
) -> discord.Message:
    """Post a message. For a nonce that it has just seen, Discord returns the message posted with that nonce.

    ``keep_pictures``: raise Discord's refusal instead of posting the message without pictures.

    A message that mentions no one is silent: boards don't disturb people who get notified of every message (P35).
    """

    async def put(view: ui.LayoutView, pictures: Sequence[Picture]) -> discord.Message:
        more: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
        if pictures:
            more["files"] = [picture.file() for picture in pictures]
        return await channel.send(view=view, allowed_mentions=allowed, silent=not allowed.users, **more)

    return (await accepted(put, view, pictures, keep_pictures=keep_pictures, message=nonce)).result


class Shown(msgspec.Struct, frozen=True):
    """A picture in a message: the id and file name of its attachment, and its description."""

    id: int
    name: str
    alt: str


class Kept(msgspec.Struct, frozen=True):
    """The permanent texts and the pictures of a message, as stored with its post."""

    texts: tuple[str, ...]
    pictures: tuple[Shown, ...]
    passing: bool = False  # Whether the pictures are temporary.
    above: bool = False  # Whether the first text is above the pictures.

    def view(self) -> ui.LayoutView:
        """Return the message without buttons."""
        if self.above:
            return layout(self.texts[1:], self.shown(), above=self.texts[0])
        return layout(self.texts, self.shown())

    def shown(self) -> list[Picture]:
        """Return the pictures in the form needed to edit the message that already contains them."""
        return [Picture(b"", picture.alt, picture.name) for picture in self.pictures]

    def json(self, edited: discord.Message | None = None) -> str:
        """Return the record as JSON for the storage, with the pictures of the ``edited`` message if it is given."""
        kept = self if edited is None else msgspec.structs.replace(kept_parts(edited), texts=self.texts)
        return msgspec.json.encode(kept).decode()


def kept_parts(message: discord.Message) -> Kept:
    """Return the permanent texts and the pictures of a message."""
    view = ui.LayoutView.from_message(message)
    pictures: list[Shown] = []
    passing = above = False
    for item in view.walk_children():
        above = above or (isinstance(item, ui.TextDisplay) and not pictures)
        passing = passing or (isinstance(item, ui.MediaGallery) and passes_away(item))
        for shown in item.items if isinstance(item, ui.MediaGallery) else ():
            # Discord omits a picture that a gallery shows from the message's own attachments, and drops it in an edit
            # that does not name it. So its id and file name come from the gallery.
            name = urlsplit(shown.media.url).path.rsplit("/", 1)[-1]
            if shown.media.attachment_id:
                pictures.append(Shown(shown.media.attachment_id, name, shown.description or ""))
    return Kept(texts(view), tuple(pictures), passing, above and bool(pictures))


def texts(view: ui.LayoutView) -> tuple[str, ...]:
    """Return the permanent texts of a message."""
    shown = (item for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    return tuple(item.content for item in shown if not passes_away(item))


def record_of(
    message: discord.Message, info: TableInfo, kind: PostKind, number: int = 0, since: int = 0, *, live: bool = True
) -> Post:
    """Return the record of a message as a post of the table.

    ``number``: the log line that the post was made for; ``since``: the post covers what happened after this line.
    """
    return Post(message.id, info.id, message.channel.id, number, kind, live, since, kept_parts(message).json())


async def retire_posts(delivery: Delivery, info: TableInfo, old: Sequence[Post]) -> None:
    """Remove the buttons from a table's old posts. Failures are logged, and retried later unless they are permanent."""
    for post in await say_where_it_is(delivery, info, old):
        try:
            await retire_post(delivery, info, post)
        except DISCORD_FAILED as error:
            log.info("post %s: could not remove its buttons: %s", post.message_id, failure_reason(error))
            if not lasting(error):
                continue
            # The post was deleted, or can never be edited: its buttons are gone or do no harm.
        await delivery.outbox.retire_posts([post.message_id])


async def say_where_it_is(delivery: Delivery, info: TableInfo, old: Sequence[Post]) -> list[Post]:
    """Announce in the table's old channels that it has moved, and where to.

    Return the old posts, except those in channels where that failed and will be retried. The last post in each of
    the other channels becomes a `PostKind.LEFT` post, so that this happens only once.
    """
    last_posts = {post.channel_id: post for post in old if post.channel_id != info.place.channel_id}
    knowing = {post.channel_id for post in old if post.kind == PostKind.LEFT}
    for channel_id, last in last_posts.items():
        if channel_id in knowing:
            continue
        try:
            channel, said = delivery.client.get_partial_messageable(channel_id), moved_away(info)
            later = await own_messages(delivery.client, channel_id, discord.Object(last.message_id))
            # If the process was killed before it recorded the post, the message is already there.
            if not any(texts(ui.LayoutView.from_message(one)) == texts(said) for one in later):
                await send_message(channel, said, f"left{last.message_id}")
        except DISCORD_FAILED as error:
            log.info(
                "channel %s: could not post that table %s has moved away: %s",
                channel_id,
                info.id,
                failure_reason(error),
            )
            if not (lasting(error) or out_of_reach(error)):
                old = [post for post in old if post.channel_id != channel_id]
                continue  # The next post or the next clean-up tries again.
        await delivery.outbox.add_post(replace(last, kind=PostKind.LEFT))
        old = [replace(post, kind=PostKind.LEFT) if post == last else post for post in old]
    return list(old)


async def retire_post(delivery: Delivery, info: TableInfo, post: Post) -> None:
    """Remove the buttons and temporary parts of a post. In a DM, delete it: the table keeps a single message there."""
    message, capabilities = delivery.message(post), delivery.capabilities
    if info.place.guild_id is None and post.channel_id == info.place.channel_id:
        await message.delete()  # In a DM the table keeps a single message.
        return
    if post.kind == PostKind.LOBBY and info.started:  # A lobby that was posted again earlier just loses its buttons.
        await reworded(message, lobby_post(info))
        return
    kept = await kept_of(message, post.body)
    if await restore_pictures(delivery, post, kept):
        return
    # Discord's documentation says that an edit keeps the pictures it names. If its answer shows that it doesn't,
    # messages are from then on fetched and sent back with their pictures as Discord returns them.
    if capabilities.pictures_stay and await edit_texts(message, kept, kept.view()):
        return
    view = ui.LayoutView.from_message(await message.fetch(), timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) or (isinstance(item, ui.TextDisplay) and passes_away(item)):
            holder: Any = item.parent or view
            holder.remove_item(item)
    await message.edit(view=view, allowed_mentions=NO_MENTIONS)
    if capabilities.pictures_stay:
        log.warning("Discord drops the attachments named in an edit; from now on posts are fetched before each edit")
        capabilities.pictures_stay = False


async def restore_pictures(delivery: Delivery, post: Post, kept: Kept) -> bool:
    """Restore the original pictures of a post that also shows part of the following turn, and remove its buttons.

    Return False, and change nothing, if that isn't necessary or possible.
    """
    if not kept.passing or not delivery.capabilities.pictures_in_edits:
        return False
    try:
        snapshot = await delivery.service.read.snapshot(post.table_id, post.number)
    except RulesError:
        return False
    snapshot = await snapshot.seen_by(None)
    delivered = await delivery.outbox.delivered_state(post.table_id, post.number)
    shown = TurnRange(snapshot.turns(post.since, delivered.turns))
    pictures = await delivery.pictures_of(Board(snapshot, post.number, post.since, shown))
    if not pictures:
        return False
    return await edit_message(delivery.message(post), layout(kept.texts, pictures), pictures, NO_MENTIONS) is not None


async def kept_of(message: discord.PartialMessage, body: str) -> Kept:
    """Return the recorded content of a message, or fetch it if nothing was recorded. Raises Discord's errors."""
    return msgspec.json.decode(body, type=Kept) if body else kept_parts(await message.fetch())


async def edit_texts(
    message: discord.PartialMessage, kept: Kept, view: ui.LayoutView, allowed: discord.AllowedMentions = NO_MENTIONS
) -> bool:
    """Edit a message but keep its pictures. Return whether they were kept."""

    async def put(view: ui.LayoutView, _: Sequence[Picture]) -> discord.Message:
        shown = kept_attachments(kept.pictures, message)
        return await message.edit(view=view, attachments=shown, allowed_mentions=allowed)

    try:
        now = (await accepted(put, view, keep_pictures=bool(kept.pictures), message=message.id)).result
    except discord.HTTPException as error:
        if not kept.pictures or not refuses_content(error):
            raise
        return False
    return len(kept_parts(now).pictures) == len(kept.pictures)


def kept_attachments(pictures: Sequence[Shown], message: discord.PartialMessage) -> list[discord.Attachment]:
    """Return the attachments for an edit that keeps these pictures."""
    unknown = {"size": 0, "url": "", "proxy_url": ""}
    known: list[Any] = [{"id": at.id, "filename": at.name, **unknown} for at in pictures]
    return [discord.Attachment(data=data, state=state_of(message)) for data in known]


async def adopt_posts(
    delivery: Delivery, info: TableInfo, waiting: Sequence[Announcement], sent: datetime
) -> list[Announcement]:
    """Record posts that were sent but not recorded, together with their pings.

    ``sent``: when the first of them may have been sent. Return those of the ``waiting`` announcements that none of
    these posts contains.
    """
    outbox = delivery.outbox
    known = {post.message_id: post.number for post in await outbox.posts(info.id, live=False)}
    # This includes announcements that weren't passed, because the post may contain more.
    left = await outbox.pending(FOREVER, info.id)
    recent = await own_since(delivery.client, info, min(sent, delivery.clock.now()))  # The clock may be set back.
    for message in recent:
        kind, seen = recognised(message, info)
        number = await line_shown(delivery, info, seen, left) if kind == PostKind.BOARD else 0
        if kind is None or known.get(message.id, -1) >= number:
            continue
        shown = [announcement for announcement in left if announcement.number <= number]
        left = [announcement for announcement in left if announcement.number > number]
        view = ui.LayoutView.from_message(message)
        said = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        pinged = {
            # The post can't have pinged anyone for a turn that began later.
            seat.seat: min(seat.due_number or number, number)
            for seat in info.seats
            if seat.user_id and any(f"<@{seat.user_id}>" in text for text in said)
        }
        since = min([(await outbox.delivered_state(info.id, number)).turns, *(one.since for one in shown)])
        post = record_of(message, info, kind, number, since)
        log.info("table %s: the post for line %s already exists", info.id, number)
        await outbox.done([one.id for one in shown], delivery.clock.now(), post, pinged)
    left_ids = {announcement.id for announcement in left}
    return [announcement for announcement in waiting if announcement.id in left_ids]


async def adopt_requested(delivery: Delivery, info: TableInfo) -> None:
    """If a board was posted again, but not recorded before an interruption, adopt it."""
    tried = await delivery.outbox.unconfirmed_board(info.id)
    if tried is not None and can_read_history(delivery.client, info.place.channel_id):
        await adopt_posts(delivery, info, (), tried)
        await delivery.outbox.mark_board_in_flight(info.id, None)


async def find_reviews(client: discord.Client, info: TableInfo, sent: datetime, action: str) -> list[int]:
    """Return the message IDs of the posts of a table's review that have a button for this action, oldest first.

    Only messages posted since about the time ``sent`` are searched.
    """
    return [
        message.id
        for message in await own_since(client, info, sent)
        if any(press.action == action for press in presses(ui.LayoutView.from_message(message), info))
    ]


async def find_notice(
    client: discord.Client, info: TableInfo, user_id: int, sent: datetime, known: Collection[int]
) -> discord.Message | None:
    """Return the oldest message with buttons that has notified this player since about the time ``sent``, or None.

    Messages whose IDs are ``known`` are skipped.
    """
    for message in await own_since(client, info, sent):
        if message.id in known:
            continue
        view = ui.LayoutView.from_message(message)
        its = any(press.seat is not None for press in presses(view, info))  # A post's own buttons have no seat.
        said = next((item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)), "")
        if its and said.startswith(f"<@{user_id}>"):
            return message
    return None


async def own_since(client: discord.Client, info: TableInfo, sent: datetime) -> list[discord.Message]:
    """Return the bot's own readable messages in a table's channel since shortly before ``sent``, oldest first."""
    after = discord.Object(discord.utils.time_snowflake(sent - MAX_CLOCK_SKEW))
    return await own_messages(client, info.place.channel_id, after)


async def own_messages(
    client: discord.Client, channel_id: int, after: discord.Object | None = None
) -> list[discord.Message]:
    """Return the bot's own messages in a channel: those ``after`` a message, oldest first, or the latest, newest first.

    At most `MAX_MESSAGES_SEARCHED` messages are searched. If the history can't be read for a lasting reason, return an
    empty list.
    """
    # In DMs the bot always has the permission. Posting something twice, which only happens after an interruption of
    # minutes, is better than not at all.
    if not can_read_history(client, channel_id):
        log.info("channel %s: missing permission to read its message history", channel_id)
        return []
    channel = client.get_partial_messageable(channel_id)
    assert client.user is not None
    try:
        messages = channel.history(limit=MAX_MESSAGES_SEARCHED, after=after, oldest_first=after is not None)
        return [message async for message in messages if message.author.id == client.user.id]
    except discord.HTTPException as error:
        if not lasting(error):
            raise
        log.info("channel %s: could not read its message history, %s", channel_id, failure_reason(error))
        return []


def can_read_history(client: discord.Client, channel_id: int) -> bool:
    """Return False if the bot is known to see the channel but not its history, otherwise True."""
    # Without the permission Discord shows an empty history. For a channel that can't be seen at all the request itself
    # fails, and nothing can be posted there either.
    lacking = missing_permissions(client.get_channel(channel_id), TO_READ)
    return lacking != [PERMISSION_NAMES["read_message_history"]]


async def line_shown(delivery: Delivery, info: TableInfo, seen: int, waiting: Sequence[Announcement]) -> int:
    """Return the last log line that a board describes, given the line count in its buttons.

    Steps that could still be undone when it was posted may be final by now, which raises the count. So each
    announcement that the board may contain is compared with the game at that time.
    """
    snapshot = delivery.service.read.snapshot
    now = (await snapshot(info.id)).read_by(None)
    lines = [line for line in range(now.start, now.number) if now.seen_until(line) >= seen]
    boards = [one.number for one in waiting if one.number >= now.start]
    told = [line for line in boards if (await snapshot(info.id, line)).read_by(None).seen <= seen]
    return max([min([*lines, now.number]), *told])


def recognised(message: discord.Message, info: TableInfo) -> tuple[PostKind | None, int]:
    """Return which kind of table post a message is (None: not a post), and its number of log lines (0: a lobby)."""
    view = ui.LayoutView.from_message(message)
    its = [press for press in presses(view, info) if press.seat is None]
    does = {press.action for press in its}
    if does & {STOP_REVIEW, OWN_TURNS} or does == {REVIEW_AGAIN}:
        return None, 0  # This is the post of a review (`reviewer`).
    if its:
        lobby = any(press.action == "start" for press in its)
        return PostKind.LOBBY if lobby else PostKind.BOARD, max(press.number for press in its)
    # Only a closed lobby has no buttons; it is recognised by its text.
    closed = info.started is None and not info.open and texts(view) == texts(lobby_post(info))
    return PostKind.LOBBY if closed else None, 0


def presses(view: ui.LayoutView, info: TableInfo) -> list[Id]:
    """Return the custom ids of those buttons of the message that belong to this table."""
    read = [read_id(item.custom_id) for item in view.walk_children() if isinstance(item, ui.Button)]
    return [press for press in read if press and press.table == info.id]
