"""Send one message to a channel: with pictures, without them if Discord refuses them, and the reason for a failure."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord

from bot.channel import posts
from bot.channel.board_parts import changed, happened, parts_of_post
from bot.discord_api.capabilities import Capabilities
from bot.discord_api.permissions import ATTACH, SPELLED, missing
from bot.pictures.painter import Painter
from bot.preferences import table_style
from bot.ui.errors import DISCORD_FAILED, reason
from bot.ui.picture import Picture
from rules.errors import N_, RulesError
from rules.game import Event
from rules_service import Snapshot, TableInfo
from storage import Post
from wording import Words

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
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


DOWN = Trouble(N_("Discord isn’t accepting my posts right now. The game is safe, and I’ll keep trying."))


def trouble(error: Exception, channel: Any, guild_id: int | None = None) -> Trouble:
    """Return why a post failed, worded for the people who may be able to fix it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code == UNKNOWN_CHANNEL:
        return Trouble(
            N_(
                "This table’s channel is gone. The game is safe: use `/table show` in the channel "
                "where you want to continue."
            ),
            guild_id=guild_id,
        )
    if code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED):
        return Trouble(
            N_("This table’s thread is locked. The game is safe: ask a moderator to unlock the thread."),
            guild_id=guild_id,
        )
    if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        lacking = missing(channel) if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else []
        return Trouble(
            N_(
                "I’m not allowed to post at this table. The game is safe: ask a moderator to give me "
                "these permissions there: {permissions}."
            ),
            {"permissions": tuple(lacking) or (SPELLED["read_messages"], SPELLED["send_messages"])},
            guild_id,
        )
    if isinstance(error, RulesError):
        return Trouble(error.template, dict(error.values), guild_id)
    if isinstance(error, DISCORD_FAILED):
        return Trouble(DOWN.template, guild_id=guild_id)
    return Trouble(
        N_("I can’t show this table right now; my host’s log says why. I’ll keep trying."),
        guild_id=guild_id,
        ours=True,
    )


@dataclass(frozen=True)
class Delivery:
    """Delivers boards to channels, with pictures where these are allowed."""

    client: discord.Client
    pictures: Painter
    capabilities: Capabilities

    async def post_board(
        self,
        snapshot: Snapshot,
        since: int,
        shown: posts.TurnRange,
        pinged: Sequence[int],
        small: str,
        nonce: str | None,
        over: Post | None,
    ) -> discord.Message:
        """Post the board with what has happened since that line, or edit the post ``over`` to show it.

        ``pinged``: the seats to ping; ``small``: the small print.

        Raises:
            discord.HTTPException, and what else `errors.DISCORD_FAILED` names.
        """
        info = snapshot.info
        channel = self.client.get_partial_messageable(info.place.channel_id, guild_id=info.place.guild_id)
        lacking = self._lacking(info)
        pictures = await self.pictures_of(snapshot, since, shown.events)
        allowed = mentions(info, pinged)
        refused = False
        if pictures and not self.capabilities.pictures_in_edits:
            over = None
        while True:
            board = posts.board(snapshot, snapshot.number, shown, pictures, pinged, small=small)
            try:
                if over is not None:
                    return await edit(channel.get_partial_message(over.message_id), board, pictures, allowed)
                made = await send(channel, board, pictures, allowed, nonce)
            except discord.HTTPException as error:
                if passes(error):
                    raise
                about_pictures = bool(pictures) and refuses_pictures(error)
                if pictures and not lacking and error.code == MISSING_PERMISSIONS:
                    about_pictures = True  # We can't know in advance what is allowed in an archived thread.
                if over is not None:  # The post was deleted or can't be edited, so a new one replaces it.
                    over, refused = None, about_pictures and error.status != 403
                elif about_pictures:
                    log.warning("table %s: Discord refused the pictures, %s", info.id, reason(error))
                    pictures = []
                else:
                    raise
                continue
            if refused and pictures:
                log.warning(
                    "table %s: Discord refused new pictures in an edited post; from now on each board is a new post",
                    info.id,
                )
                self.capabilities.pictures_in_edits = False
            return made

    async def pictures_of(self, snapshot: Snapshot, since: int, events: Sequence[Event]) -> Sequence[Picture]:
        """Return the board with the changes since that line; no pictures where the bot may not attach files."""
        info = snapshot.info
        if ATTACH in self._lacking(info):
            return []
        like = table_style(info)
        return await self.pictures.board(
            info.game,
            snapshot.view(None),
            posts.names(info),
            info.language,
            colours=info.colours,
            parts=parts_of_post(snapshot, like.layout, since, events),
            changed=partial(changed, snapshot, since),
            events=happened(snapshot, since),
            style=like.style,
        )

    def _lacking(self, info: TableInfo) -> list[str]:
        """Return the permissions that we know to be missing in the table's channel."""
        channel = self.client.get_channel(info.place.channel_id)
        return missing(channel) if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else []


def mentions(info: TableInfo, seats: Sequence[int]) -> discord.AllowedMentions:
    """Allow a message to mention exactly the people in these seats (P34)."""
    who = [discord.Object(user) for seat in seats if (user := info.seats[seat].user_id)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=who)


async def edit(
    message: discord.PartialMessage,
    view: discord.ui.LayoutView,
    pictures: Sequence[Picture],
    allowed: discord.AllowedMentions,
) -> discord.Message:
    """Replace the text, buttons and pictures of a message."""
    return await message.edit(view=view, attachments=[at.file() for at in pictures], allowed_mentions=allowed)


async def send(
    channel: discord.abc.Messageable,
    view: discord.ui.LayoutView,
    pictures: Sequence[Picture],
    allowed: discord.AllowedMentions,
    nonce: str | None,
) -> discord.Message:
    """Post a message. For a nonce that it has just seen, Discord returns the message that was posted then.

    A message that mentions no one is silent: boards don't disturb people who get notified of every message (P35).
    """
    how: dict[str, Any] = {"view": view, "allowed_mentions": allowed, "silent": not allowed.users}
    if pictures:
        how["files"] = [picture.file() for picture in pictures]
    if nonce is not None:
        how["nonce"] = nonce
    message: discord.Message = await channel.send(**how)
    return message


def passes(error: Exception) -> bool:
    """Return whether the failure of Discord, or of the connection to it, is temporary."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


def refuses_pictures(error: discord.HTTPException) -> bool:
    """Return whether Discord may have refused the message because of its pictures."""
    return error.status in (400, 413) and error.code != THREAD_IS_ARCHIVED


def out_of_reach(error: Exception) -> bool:
    """Return whether the channel accepts nothing from us at present."""
    return isinstance(error, discord.Forbidden) or (
        isinstance(error, discord.HTTPException) and error.code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)
    )
