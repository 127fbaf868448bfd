"""What stays of a post when its words change, or its buttons go: what stands there only for a while goes with them.

It is taken down when the post is made, so that a post is changed with a single request: nothing has to be fetched.
"""

import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import discord
import msgspec
from discord import ui

from bot.channel.delivery import THREAD_IS_ARCHIVED, THREAD_IS_LOCKED
from bot.ui.errors import NOBODY
from bot.ui.message import layout, passes_away
from bot.ui.picture import Picture
from bot.ways import Ways

log = logging.getLogger(__name__)

REFUSED = 400


class Shown(msgspec.Struct, frozen=True):
    """A picture of a message: the id and the file name of its attachment, and its description."""

    id: int
    name: str
    alt: str


class Kept(msgspec.Struct, frozen=True):
    """The words and pictures of a message."""

    texts: tuple[str, ...]
    pictures: tuple[Shown, ...]
    passing: bool = False  # the pictures stand there only for a while
    above: bool = False  # the first text stands above the pictures

    def view(self) -> ui.LayoutView:
        """The message without buttons."""
        if self.above:
            return layout(self.texts[1:], self.shown(), above=self.texts[0])
        return layout(self.texts, self.shown())

    def shown(self) -> list[Picture]:
        """The pictures as a message shows them that has them already."""
        return [Picture(b"", picture.alt, picture.name) for picture in self.pictures]

    def showing(self, message: discord.Message) -> "Kept":
        """These words with the pictures of the message."""
        return msgspec.structs.replace(keep(message), texts=self.texts)


def keep(message: discord.Message) -> Kept:
    """What a message says and shows.

    Discord leaves a picture that a gallery shows out of the message's own attachments, and an edit that does not name
    it throws it away: so its id and its file are those that the gallery tells.
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
    """What is written on a message to stay."""
    shown = (item for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    return tuple(item.content for item in shown if not passes_away(item))


def written(kept: Kept) -> str:
    """The same as text, for the storage."""
    return msgspec.json.encode(kept).decode()


async def retire(message: discord.PartialMessage, kept: Kept, ways: Ways) -> None:
    """Take the buttons off a message. ``kept`` is what stays of it.

    Discord's documentation says that an edit keeps the pictures it names. Where it does not, which its answer shows,
    messages are fetched and sent back from then on with their pictures as Discord tells them.

    Raises:
        discord.HTTPException, and what `errors.DISCORD_FAILED` names besides.
    """
    if ways.pictures_stay and await reword(message, kept, kept.view()):
        return
    view = without_buttons(await message.fetch())
    await message.edit(view=view, allowed_mentions=NOBODY)
    if ways.pictures_stay:
        log.warning("Discord drops the attachments named in an edit; from now on posts are fetched before each edit")
        ways.pictures_stay = False


async def kept_of(message: discord.PartialMessage, body: str) -> Kept:
    """What was taken down of a message; where nothing was, Discord is asked. Raises what Discord answers then."""
    return msgspec.json.decode(body, type=Kept) if body else keep(await message.fetch())


async def reword(
    message: discord.PartialMessage, kept: Kept, view: ui.LayoutView, allowed: discord.AllowedMentions = NOBODY
) -> bool:
    """Give a message other words and buttons. Returns whether the pictures have stayed, which ``view`` shows.

    ``allowed``: whom it names; an edit calls nobody.

    Raises:
        discord.HTTPException, and what `errors.DISCORD_FAILED` names besides.
    """
    try:
        now = await message.edit(view=view, attachments=attached(kept.pictures, message), allowed_mentions=allowed)
    except discord.HTTPException as error:
        asleep = error.code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)  # which has nothing to do with pictures
        if error.status != REFUSED or asleep or not kept.pictures:
            raise
        return False
    return len(keep(now).pictures) == len(kept.pictures)


def attached(pictures: Sequence[Shown], message: discord.PartialMessage) -> list[discord.Attachment]:
    """The pictures as an edit names them that is to keep them."""
    return [
        discord.Attachment(
            data={"id": at.id, "filename": at.name, "description": at.alt, "size": 0, "url": "", "proxy_url": ""},
            state=message._state,
        )
        for at in pictures
    ]


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """The message as Discord tells it, without rows of buttons and without words that stand there only for a while."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow) or (isinstance(item, ui.TextDisplay) and passes_away(item)):
            holder: Any = item.parent or view
            holder.remove_item(item)
    return view
