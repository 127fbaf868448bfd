"""Why a table's channel cannot be told, and what a person can do about it."""

from dataclasses import dataclass, field
from typing import Any

import discord

from bot.errors import DISCORD_FAILED
from bot.permissions import missing
from rules.errors import N_, RulesError
from wording import Words

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
THREAD_IS_ARCHIVED, THREAD_IS_LOCKED = 50083, 160005


@dataclass(frozen=True)
class Trouble:
    """A sentence for the catalogue with its values, as refusals have; and in which server it is so."""

    template: str
    values: dict[str, Any] = field(default_factory=dict)
    guild_id: int | None = None

    def text(self, w: Words) -> str:
        """The sentence."""
        return w.t(self.template, **self.values)


DOWN = Trouble(N_("Discord does not take my posts at the moment. The game is safe, and I keep trying."))


def trouble(error: Exception, channel: Any, guild_id: int | None = None) -> Trouble:
    """What stood in the way of a post, told to who may be able to mend it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code == UNKNOWN_CHANNEL:
        return Trouble(
            N_("The channel of this table is gone. The game is safe: use `/table show` where it is to go on."),
            guild_id=guild_id,
        )
    if code in (THREAD_IS_ARCHIVED, THREAD_IS_LOCKED):
        return Trouble(
            N_("The thread of this table is locked. The game is safe: ask a moderator to open the thread again."),
            guild_id=guild_id,
        )
    if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        lacking = missing(channel) if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else []
        return Trouble(
            N_("I may not post at this table. The game is safe: ask a moderator to allow me there: {permissions}."),
            {"permissions": ", ".join(lacking) or "View Channel, Send Messages"},
            guild_id,
        )
    if isinstance(error, RulesError):
        return Trouble(error.template, dict(error.values), guild_id)
    if isinstance(error, DISCORD_FAILED):
        return Trouble(DOWN.template, guild_id=guild_id)
    return Trouble(
        N_("I cannot show this table at the moment; my host's log says where it goes wrong. I keep trying."),
        guild_id=guild_id,
    )
