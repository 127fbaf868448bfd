"""Buttons and selects: all are one kind of item whose custom id says what a press does, so it survives a restart."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.ui.custom_id import PATTERN, Id
from bot.ui.signs import SIGNS

MAX_OPTIONS = 25  # Discord's limit for a select
MAX_ENTRY = 100  # characters of an option's label and of its description
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
SUCCESS, DANGER = discord.ButtonStyle.success, discord.ButtonStyle.danger


class ActionItem(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A button or select of the bot. The client finds the action of a press by the custom id."""

    def __init__(self, item: ui.Item[Any], press: Id) -> None:
        super().__init__(item)
        self.press = press


def button(press: Id, label: str, style: discord.ButtonStyle = SECONDARY) -> ActionItem:
    """Return a button with this custom id. A sign at the start of its label becomes the bot's emoji if it has one."""
    sign, text = SIGNS.part(label)
    item: ui.Button[Any] = ui.Button(label=text[:80], emoji=sign, style=style, custom_id=str(press))
    return ActionItem(item, press)


def entry(value: str, label: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an option of a select, cut to Discord's limits."""
    return discord.SelectOption(
        label=label[:MAX_ENTRY], value=value, description=about[:MAX_ENTRY] or None, default=chosen
    )


def around(count: int, at: int) -> range:
    """Return the indexes of as many of ``count`` things around one of them as a select takes."""
    first = max(0, min(at - MAX_OPTIONS // 2, count - MAX_OPTIONS))
    return range(first, min(first + MAX_OPTIONS, count))


def select(
    press: Id, placeholder: str, options: Sequence[discord.SelectOption], picks: int = 1, least: int | None = None
) -> ActionItem:
    """Return a select of up to 25 options, of which ``picks`` are chosen, or fewer if ``least`` allows it.

    The handler gets the chosen values.

    Clients keep the choice in a select as long as its component id stays the same, and by default that is its place in
    the message. So the component id depends on the custom id: another question in the same place shows its own answer.
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
    """Return a select of people on the channel's server, at most ``most``; the handler gets their ids."""
    item: ui.UserSelect[Any] = ui.UserSelect(placeholder=placeholder[:150], max_values=most, custom_id=str(press))
    return ActionItem(item, press)
