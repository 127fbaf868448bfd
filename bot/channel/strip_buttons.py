"""What remains of a post when its text changes or its buttons go; its temporary parts go with them.

It is recorded when the post is made, so that changing a post takes a single request and no fetching.
"""

import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import discord
import msgspec
from discord import ui

from bot.channel.delivery import THREAD_IS_ARCHIVED, THREAD_IS_LOCKED
from bot.discord_api.capabilities import Capabilities
from bot.ui.errors import NOBODY
from bot.ui.message import layout, passes_away
from bot.ui.picture import Picture

log = logging.getLogger(__name__)

REFUSED = 400


class Shown(msgspec.Struct, frozen=True):
    """A picture of a message: the id and file name of its attachment, and its description."""

    id: int
    name: str
    alt: str


class Kept(msgspec.Struct, frozen=True):
    """The texts and pictures of a message."""

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
        """Return the pictures for an edit of the message that already contains them."""
        return [Picture(b"", picture.alt, picture.name) for picture in self.pictures]

    def showing(self, message: discord.Message) -> "Kept":
        """Return these texts with the pictures of the message."""
        return msgspec.structs.replace(keep(message), texts=self.texts)


def keep(message: discord.Message) -> Kept:
    """Return the texts and pictures of a message.

    Discord omits a picture that a gallery shows from the message's own attachments, and drops it in an edit that does
    not name it. So its id and file name come from the gallery.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    pictures: list[Shown] = []
    passing = above = False
    for item in view.walk_children():
        above = above or (isinstance(item, ui.TextDisplay) and not pictures)
        passing = passing or (isinstance(item, ui.MediaGallery) and passes_away(item))
        for shown in item.items if isinstance(item, ui.MediaGallery) else ():
            name = urlsplit(shown.media.url).path.rsplit("/", 1)[-1]
            if shown.media.attachment_id:
                pictures.append(Shown(shown.media.attachment_id, name, shown.description or ""))
    return Kept(texts(view), tuple(pictures), passing, above and bool(pictures))


def texts(view: ui.LayoutView) -> tuple[str, ...]:
    """Return the permanent texts of a message."""
    shown = (item for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    return tuple(item.content for item in shown if not passes_away(item))


def written(kept: Kept) -> str:
    """Return it as JSON, for the storage."""
    return msgspec.json.encode(kept).decode()


async def retire(message: discord.PartialMessage, kept: Kept, capabilities: Capabilities) -> None:
    """Remove the buttons from a message. ``kept`` is what remains of it.

    Discord's documentation says that an edit keeps the pictures it names. If its answer shows that it doesn't, messages
    are from then on fetched and sent back with their pictures as Discord returns them.

    Raises:
        discord.HTTPException, and what else `errors.DISCORD_FAILED` names.
    """
    if capabilities.pictures_stay and await reword(message, kept, kept.view()):
        return
    view = without_buttons(await message.fetch())
    await message.edit(view=view, allowed_mentions=NOBODY)
    if capabilities.pictures_stay:
        log.warning("Discord drops the attachments named in an edit; from now on posts are fetched before each edit")
        capabilities.pictures_stay = False


async def kept_of(message: discord.PartialMessage, body: str) -> Kept:
    """Return what was recorded of a message, or fetch it if nothing was. Raises what Discord answers then."""
    return msgspec.json.decode(body, type=Kept) if body else keep(await message.fetch())


async def reword(
    message: discord.PartialMessage, kept: Kept, view: ui.LayoutView, allowed: discord.AllowedMentions = NOBODY
) -> bool:
    """Edit the text and buttons of a message. Return whether the pictures, which ``view`` shows, have stayed.

    ``allowed``: who may be mentioned; an edit pings no one.

    Raises:
        discord.HTTPException, and what else `errors.DISCORD_FAILED` names.
    """
    try:
        now = await message.edit(view=view, attachments=attached(kept.pictures, message), allowed_mentions=allowed)
    except discord.HTTPException as error:
        # An archived or locked thread has nothing to do with pictures.
        asleep = error.code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)
        if error.status != REFUSED or asleep or not kept.pictures:
            raise
        return False
    return len(keep(now).pictures) == len(kept.pictures)


def attached(pictures: Sequence[Shown], message: discord.PartialMessage) -> list[discord.Attachment]:
    """Return the attachments for an edit that keeps these pictures."""
    return [
        discord.Attachment(
            data={"id": at.id, "filename": at.name, "description": at.alt, "size": 0, "url": "", "proxy_url": ""},
            state=message._state,
        )
        for at in pictures
    ]


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """Return the message without rows of buttons and without temporary texts."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) or (isinstance(item, ui.TextDisplay) and passes_away(item)):
            holder: Any = item.parent or view
            holder.remove_item(item)
    return view
