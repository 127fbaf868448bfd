"""The user interface: messages with their buttons, and how interactions are answered."""

from typing import Any

import discord

# The client of an interaction has `capabilities`, the set `pending_tasks`, `apply_locale` and `refused`.
Interaction = discord.Interaction[Any]
