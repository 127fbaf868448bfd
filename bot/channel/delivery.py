"""Send messages to a table's channel: what that takes, how to send and edit, and the reasons for a failure.

What sends or edits a message raises the errors in `reply.DISCORD_FAILED`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
from discord import ui

import wording
from bot.channel.posts import Board, changed, happened, parts_of_post
from bot.channel.table_words import names
from bot.discord_api.permissions import ATTACH, SPELLED, Capabilities, missing
from bot.pictures import Painter
from bot.preferences import style_of
from bot.texts import TEXTS
from bot.ui.message import Picture
from bot.ui.reply import DISCORD_FAILED, NOBODY
from renderer import Scene
from rules.errors import N_, RulesError
from rules_service import RulesService, TableInfo
from rules_service.clock import Clock
from storage import Post, Storage
from wording import Words

EVER = datetime.max.replace(tzinfo=UTC)
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
MISSING_ACCESS, MISSING_PERMISSIONS, CANNOT_MESSAGE = 50001, 50013, 50007
THREAD_IS_ARCHIVED, THREAD_IS_LOCKED = 50083, 160005


@dataclass(frozen=True)
class Trouble:
    """A reason why a channel can't be updated: a catalogue sentence with its values, as refusals have, and its server.

    A value that is a tuple is a list of catalogue texts.
    """

    template: str
    values: dict[str, Any] = field(default_factory=dict)
    guild_id: int | None = None
    ours: bool = False  # Whether the bot itself is the cause.

    def text(self, w: Words) -> str:
        """Return the sentence in the language of ``w``."""
        values = {
            key: w.join_list([w._(one) for one in value]) if isinstance(value, tuple) else value
            for key, value in self.values.items()
        }
        return w._(self.template, **values)


# What is wrong with a channel, by Discord's code.
CHANNEL_TROUBLES = {UNKNOWN_CHANNEL: TEXTS.channel_gone, CANNOT_MESSAGE: TEXTS.dm_closed}
CHANNEL_TROUBLES |= dict.fromkeys((THREAD_IS_ARCHIVED, THREAD_IS_LOCKED), TEXTS.thread_locked)
DOWN = Trouble(N_("Discord isn’t accepting my posts right now. The game is safe, and I’ll keep trying."))


def trouble(error: Exception, channel: Any, guild_id: int | None = None) -> Trouble:
    """Return why a post failed, worded for the people who may be able to fix it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in CHANNEL_TROUBLES:
        return Trouble(CHANNEL_TROUBLES[code], guild_id=guild_id)
    if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        permissions = tuple(missing(channel)) or (SPELLED["read_messages"], SPELLED["send_messages"])
        return Trouble(TEXTS.may_not_post, {"permissions": permissions}, guild_id)
    if isinstance(error, RulesError):
        return Trouble(error.template, dict(error.values), guild_id)
    if isinstance(error, DISCORD_FAILED):
        return Trouble(DOWN.template, guild_id=guild_id)
    text = N_("I can’t show this table right now; my host’s log says why. I’ll keep trying.")
    return Trouble(text, guild_id=guild_id, ours=True)


class Delivery:
    """What it takes to show a table in its channel."""

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

    def channel(self, info: TableInfo) -> discord.PartialMessageable:
        """Return the table's channel."""
        return self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)

    def message(self, post: Post) -> discord.PartialMessage:
        """Return the message of a post."""
        return self.client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)

    def lacking(self, info: TableInfo) -> list[str]:
        """Return the permissions that we know to be missing in the table's channel."""
        return missing(self.client.get_channel(info.place.channel_id))

    async def pictures_of(self, board: Board) -> Sequence[Picture]:
        """Return the pictures of a board, with what has changed; none where the bot may not attach files."""
        snapshot, info = board.snapshot, board.snapshot.info
        if ATTACH in self.lacking(info):
            return []
        like, words, events = style_of(info), wording.words(info.language), happened(snapshot, board.since)
        scene: Scene[Any] = Scene(
            snapshot.view(None), names(info), words=words, colours=info.colours, events=events, style=like.style
        )
        parts = parts_of_post(snapshot, like.layout, board.since, board.shown.events)
        return await self.pictures.board(info.game, scene, parts, partial(changed, snapshot, board.since))


def mention(*user_ids: int) -> discord.AllowedMentions:
    """Allow a message to mention exactly these people (P34)."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mention_seats(info: TableInfo, seats: Sequence[int]) -> discord.AllowedMentions:
    """Allow a message to mention exactly the people in these seats."""
    return mention(*[user for seat in seats if (user := info.seats[seat].user_id)])


async def edit(
    message: discord.PartialMessage, view: ui.LayoutView, pictures: Sequence[Picture], allowed: discord.AllowedMentions
) -> discord.Message:
    """Replace the text, buttons and pictures of a message."""
    return await message.edit(view=view, attachments=[at.file() for at in pictures], allowed_mentions=allowed)


async def send(
    channel: discord.abc.Messageable,
    view: ui.LayoutView,
    nonce: str | None,
    allowed: discord.AllowedMentions = NOBODY,
    pictures: Sequence[Picture] = (),
) -> discord.Message:
    """Post a message. For a nonce that it has just seen, Discord returns the message that was posted then.

    A message that mentions no one is silent: boards don't disturb people who get notified of every message (P35).
    """
    more: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
    if pictures:
        more["files"] = [picture.file() for picture in pictures]
    return await channel.send(view=view, allowed_mentions=allowed, silent=not allowed.users, **more)


def refuses_pictures(error: discord.HTTPException) -> bool:
    """Return whether Discord may have refused the message because of its pictures."""
    return error.status in (400, 413) and error.code not in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)


def out_of_reach(error: Exception) -> bool:
    """Return whether the channel accepts nothing from us at present."""
    return isinstance(error, discord.Forbidden) or (
        isinstance(error, discord.HTTPException) and error.code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)
    )
