"""Every button and select of the bot is one kind of item: its id says what a press does, so it outlives any restart."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.ui.custom_id import PATTERN, Id
from bot.ui.signs import SIGNS

OPTIONS = 25  # of a select, at most


class ActionItem(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A button or select of ours. What a press of it does, the client finds by the id."""

    def __init__(self, item: ui.Item[Any], press: Id) -> None:
        super().__init__(item)
        self.press = press


def button(press: Id, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> ActionItem:
    """A button that does what the id says. A sign at the beginning of its label is our own emoji where there is one."""
    sign, text = SIGNS.part(label)
    item: ui.Button[Any] = ui.Button(label=text[:80], emoji=sign, style=style, custom_id=str(press))
    return ActionItem(item, press)


def select(
    press: Id, placeholder: str, options: Sequence[discord.SelectOption], picks: int = 1, least: int | None = None
) -> ActionItem:
    """A select with at most 25 options, of which so many are chosen (or fewer: ``least``); the handler gets the values.

    Clients keep what was chosen in a select while its number stays, which without one of ours is its place in the
    message. So it goes with the id: where another question comes in the same place, its own answer is shown.
    """
    for option in options:
        option.emoji, option.label = SIGNS.part(option.label)
    item: ui.Select[Any] = ui.Select(
        id=crc32(str(press).encode()) >> 1 | 1,
        placeholder=placeholder[:150],
        options=list(options),
        min_values=picks if least is None else least,
        max_values=picks,
        custom_id=str(press),
    )
    return ActionItem(item, press)


def select_people(press: Id, placeholder: str, most: int) -> ActionItem:
    """A select of anybody in the channel's server, at most so many; the handler gets their numbers."""
    item: ui.UserSelect[Any] = ui.UserSelect(placeholder=placeholder[:150], max_values=most, custom_id=str(press))
    return ActionItem(item, press)
