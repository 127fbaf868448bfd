"""Which of several ways Discord takes, where its documentation leaves it open: everything works until it fails."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

import discord

from bot.version import VERSION as MIASMA
from storage import Storage

# What was found out is asked again after an update: of the bot, which may do it otherwise, or of discord.py.
VERSION = f"miasma {MIASMA}, discord.py {discord.__version__}"


@dataclass
class Ways:
    """What the bot has found Discord to do. A way that is refused is not tried again in this process.

    What ``/admin selftest`` finds is remembered beyond it, until an update. What is refused in play is not: it may
    have been about one message.
    """

    pictures_in_edits: bool = True  # a message or answer that is there may be edited to show new pictures
    pictures_stay: bool = True  # an edit that names the pictures of a message keeps them

    async def recall(self, storage: Storage) -> bool:
        """Take the ways that this version was found to work with. Returns whether anything is known."""
        known = await storage.facts.known(VERSION)
        self._take(known)
        return bool(known)

    async def learn(self, storage: Storage, found: Mapping[str, bool], now: datetime) -> None:
        """Take these ways from now on, also after a restart."""
        self._take(found)
        await storage.facts.learn(VERSION, found, now)

    def _take(self, found: Mapping[str, bool]) -> None:
        for name in asdict(self):
            setattr(self, name, found.get(name, getattr(self, name)))
