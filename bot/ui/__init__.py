"""What a person sees and presses: ids, items, messages, pictures, and how a press is answered."""

import asyncio
from typing import Any, Protocol

import discord

from bot.ui.custom_id import Id
from bot.ways import Ways
from rules.errors import RulesError

Interaction = discord.Interaction[Any]  # whose client is an `Answering` one


class Answering(Protocol):
    """What is asked here of the client that an interaction came to."""

    ways: Ways
    in_hand: set[asyncio.Task[Any]]  # what it does for presses and commands now

    async def heed(self, interaction: Interaction) -> None:
        """Let the person be answered in the language they want. Never raises."""

    async def pressed(self, interaction: Interaction, press: Id) -> None:
        """Do what the id of a button or select says, and answer. Never raises."""

    async def refused(self, interaction: Interaction, error: RulesError) -> str:
        """A refusal in the words of the table it is about."""
