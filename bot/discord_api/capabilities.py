"""Which of several methods Discord accepts, where its documentation leaves it open. Each is used until it fails."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

import discord

from bot.version import VERSION as MIASMA
from storage import Storage

# The findings are discarded after an update of the bot, which may work differently, or of discord.py.
VERSION = f"miasma {MIASMA}, discord.py {discord.__version__}"


@dataclass
class Capabilities:
    """What the bot has found Discord to accept. A method that is refused is not tried again in this process.

    The findings of ``/admin selftest`` are stored until an update. Refusals during play are not: they may have been
    about one message only.
    """

    pictures_in_edits: bool = True  # An existing message or answer may be edited to show new pictures.
    pictures_stay: bool = True  # An edit that names the pictures of a message keeps them.

    async def recall(self, storage: Storage) -> bool:
        """Load the findings for this version. Return whether there are any."""
        known = await storage.capabilities.known(VERSION)
        self._take(known)
        return bool(known)

    async def learn(self, storage: Storage, found: Mapping[str, bool], now: datetime) -> None:
        """Apply these findings from now on, and store them."""
        self._take(found)
        await storage.capabilities.learn(VERSION, found, now)

    def _take(self, found: Mapping[str, bool]) -> None:
        for name in asdict(self):
            setattr(self, name, found.get(name, getattr(self, name)))
