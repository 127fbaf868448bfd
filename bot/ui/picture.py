"""A picture that is attached to a message."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
from discord import ui

from wording.text_limits import MAX_ALT_TEXT


@dataclass(frozen=True)
class Picture:
    """The bytes of a PNG or GIF, its description, and a file name that reveals nothing about the position."""

    data: bytes
    alt: str
    name: str = "board.png"

    def file(self) -> discord.File:
        """Return the picture as an attachment that can be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt[:MAX_ALT_TEXT])


def gallery(picture: Picture, number: int | None = None) -> "ui.MediaGallery[Any]":
    """Return a gallery that shows only the attached picture; ``number``: its component id, if it has one of ours."""
    found: ui.MediaGallery[Any] = ui.MediaGallery(id=number)
    found.add_item(media=f"attachment://{picture.name}", description=picture.alt[:MAX_ALT_TEXT])
    return found
