"""Every button and select of the bot is one kind of item: its id says what a press does, so it outlives any restart."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

import discord
from discord import ui

from bot.reach import reach
from bot.ui.custom_id import PATTERN, Id, read_id
from bot.ui.errors import Refusal
from bot.ui.reply import attend
from rules.errors import N_

if TYPE_CHECKING:
    from bot.client import MiasmaBot

Pressed = discord.Interaction[Any]
Handler = Callable[["MiasmaBot", Pressed, Id, Sequence[str]], Awaitable[None]]


@dataclass(frozen=True)
class Act:
    """What a press does. ``opens``: the answer is a new private message; else what was pressed may be redrawn.

    ``here``: it changes a lobby or a public board, so it can be done only where the table is.
    """

    handler: Handler
    opens: bool
    here: bool = False


Acts = Mapping[str, Act]


class Press(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A button or select of ours. Handlers get the values chosen in a select; a button has none."""

    def __init__(self, item: ui.Item[Any], press: Id) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(cls, interaction: Pressed, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """The item that was pressed. discord.py loses errors of this method, so it does next to nothing."""
        return cls(item, read_id(match.groupdict()))

    async def callback(self, interaction: Pressed) -> None:
        """Do what the id says, and answer."""
        act = interaction.client.acts.get(self.press.act)
        await attend(interaction, self._work(interaction, act), opens=act is None or act.opens)

    async def _work(self, interaction: Pressed, act: Act | None) -> None:
        if act is None:
            raise Refusal(N_("This button belongs to an older version of me. Please use `/table show`."))
        if self.press.table:
            await reach(interaction, self.press.table, here=act.here)
        data: Any = interaction.data or {}
        await act.handler(interaction.client, interaction, self.press, data.get("values", ()))


def button(press: Id, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
    """A button that does what the id says."""
    item: ui.Button[Any] = ui.Button(label=label[:80], style=style, custom_id=str(press))
    return Press(item, press)


def select(press: Id, placeholder: str, options: Sequence[discord.SelectOption], picks: int = 1) -> Press:
    """A select with at most 25 options, of which so many are chosen; the handler gets the values.

    Clients keep what was chosen in a select while its number stays, which without one of ours is its place in the
    message. So it goes with the id: where another question comes in the same place, its own answer is shown.
    """
    item: ui.Select[Any] = ui.Select(
        id=crc32(str(press).encode()) >> 1 | 1,
        placeholder=placeholder[:150],
        options=list(options),
        min_values=picks,
        max_values=picks,
        custom_id=str(press),
    )
    return Press(item, press)
