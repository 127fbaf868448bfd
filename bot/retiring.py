"""An old post without its buttons."""

from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui


def without_buttons(message: discord.Message) -> tuple[ui.LayoutView, list[discord.Attachment]]:
    """The message as it is, without rows of buttons, and the pictures that stay attached to it.

    Discord leaves a picture that a gallery shows out of the message's own attachments, and an edit that does not name
    it throws it away: so it is named by the id and the file that the gallery tells.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    kept = {attachment.id: attachment for attachment in message.attachments}
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            holder: Any = item.parent or view
            holder.remove_item(item)
        elif isinstance(item, ui.MediaGallery):
            for shown in item.items:
                media = shown.media
                name = urlsplit(media.url).path.rsplit("/", 1)[-1]
                if media.attachment_id and media.attachment_id not in kept:
                    kept[media.attachment_id] = discord.Attachment(
                        data={
                            "id": media.attachment_id,
                            "filename": name,
                            "description": shown.description or "",
                            "size": 0,
                            "url": media.url,
                            "proxy_url": media.proxy_url or media.url,
                        },
                        state=message._state,
                    )
                media.url = f"attachment://{name}"
    return view, list(kept.values())
