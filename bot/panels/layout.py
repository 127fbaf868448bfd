"""How messages are built: one container with texts, at most one picture, and rows of buttons."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.panels.press import Press

INK = discord.Colour(0x6B4A2B)  # the edge of every container
ROOM = 3900  # characters of all texts of a message together; Discord takes 4,000
ALT = 1024  # characters of a picture's description


def layout(texts: Sequence[str], picture: tuple[str, str] | None, rows: Iterable[Sequence[Press]]) -> ui.LayoutView:
    """A message. ``picture``: the name of an attached file and its description. Texts that are too long are cut."""
    box: ui.Container[Any] = ui.Container(accent_colour=INK)
    if picture:
        name, alt = picture
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt[:ALT])
        box.add_item(gallery)
    for text in fit(texts):
        box.add_item(ui.TextDisplay(text))
    for row in rows:
        for start in range(0, len(row), 5):
            box.add_item(ui.ActionRow(*row[start : start + 5]))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


def fit(texts: Sequence[str]) -> list[str]:
    """The texts without empty ones; the longest is cut at a line where all are too long together."""
    fitting = [text for text in texts if text.strip()]
    over = sum(map(len, fitting)) - ROOM
    if over > 0:
        longest = max(range(len(fitting)), key=lambda at: len(fitting[at]))
        kept = fitting[longest][: len(fitting[longest]) - over - 2]
        fitting[longest] = (kept.rsplit("\n", 1)[0] or kept) + "\n…"
    return fitting
