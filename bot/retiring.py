"""An old post without its buttons."""

from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui


def without_buttons(message: discord.Message) -> ui.LayoutView:
    """The message as it is, without rows of buttons. Pictures are named by their attachment, which stays."""
    view = ui.LayoutView.from_message(message, timeout=None)
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            holder: Any = item.parent or view
            holder.remove_item(item)
        elif isinstance(item, ui.MediaGallery):
            for shown in item.items:
                shown.media.url = f"attachment://{urlsplit(shown.media.url).path.rsplit('/', 1)[-1]}"
    return view
