"""The user interface: custom ids, buttons and selects, messages, pictures, and how interactions are answered."""

import asyncio
from typing import Any, Protocol

import discord

from bot.discord_api.capabilities import Capabilities
from rules.errors import RulesError

Interaction = discord.Interaction[Any]  # its client implements `Answering`


class Answering(Protocol):
    """What this package needs from the client that received an interaction."""

    capabilities: Capabilities
    pending_tasks: set[asyncio.Task[Any]]  # the running handlers of presses and commands

    async def apply_locale(self, interaction: Interaction) -> None:
        """Answer in the language that the person has chosen. Never raises."""

    async def refused(self, interaction: Interaction, error: RulesError) -> str:
        """Return a refusal in the words of the table it is about."""
