"""Messages: one container with pictures, texts, and rows of buttons."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from typing import Any

import discord
from discord import ui

from wording.text_limits import MAX_ALT_TEXT

INK = discord.Colour(0x6B4A2B)  # the edge of every container
MAX_TEXT = 3900  # characters of all texts of a message together; Discord's limit is 4,000
PASSING = 1_000_000  # the first component id of temporary parts of a message; Discord's own ids are small


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


class Passing(str):
    """A text that is removed from its message later."""


def layout(
    texts: Sequence[str],
    pictures: Sequence[Picture] = (),
    rows: Iterable[Sequence[ui.Item[Any]] | str] = (),
    *,
    close: bool = False,
    passing: bool = False,
    above: str = "",
) -> ui.LayoutView:
    """Return a message: the text ``above``, the pictures, the texts, the rows. Texts that are too long are cut.

    The pictures still have to be attached; each has its own gallery.

    The rows may include short texts that introduce the row after them.

    ``close``: join the texts into one component, with little space between them. ``passing``: the pictures are removed
    later.
    """
    box: ui.Container[Any] = ui.Container(accent_colour=INK)
    ids = count(PASSING)
    head, *fitting = fit([above, *texts]) if above.strip() else ["", *fit(texts)]
    if head:
        box.add_item(ui.TextDisplay(head))
    for picture in pictures:
        box.add_item(gallery(picture, next(ids) if passing else None))
    for text in ["\n".join(fitting)] if close and fitting else fitting:
        box.add_item(ui.TextDisplay(text, id=next(ids) if isinstance(text, Passing) else None))
    for row in rows:
        if isinstance(row, str):
            box.add_item(ui.TextDisplay(row))
            continue
        for start in range(0, len(row), 5):
            box.add_item(ui.ActionRow(*row[start : start + 5]))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    # Every press is found by its id, so discord.py needs neither the message nor a timer for it.
    view.stop()
    return view


def fit(texts: Sequence[str], room: int = MAX_TEXT) -> list[str]:
    """Return the texts without empty ones; if they are too long together, the longest are cut at a line."""
    fitting = [text for text in texts if text.strip()]
    while (over := sum(map(len, fitting)) - room) > 0:
        longest = max(range(len(fitting)), key=lambda at: len(fitting[at]))
        length = len(fitting[longest])
        kept = fitting[longest][: max(length - over - 2, length // 2)]
        fitting[longest] = type(fitting[longest])((kept.rsplit("\n", 1)[0] or kept) + "\n…")
    return fitting


def passes_away(item: ui.Item[Any]) -> bool:
    """Return whether a text or gallery of a message is removed later."""
    return isinstance(item, ui.TextDisplay | ui.MediaGallery) and (item.id or 0) >= PASSING
