"""Why a table's channel cannot be told, and what a person can do about it."""

from dataclasses import dataclass, field
from typing import Any

import discord

from bot.permissions import missing
from bot.wording import Words
from rules.errors import N_

UNKNOWN_CHANNEL = 10003
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
THREAD_IS_ARCHIVED = 50083


@dataclass(frozen=True)
class Trouble:
    """A sentence for the catalogue with its values, as refusals have."""

    template: str
    values: dict[str, Any] = field(default_factory=dict)

    def text(self, w: Words) -> str:
        """The sentence."""
        return w.t(self.template, **self.values)


def trouble(error: Exception, channel: Any) -> Trouble:
    """What stood in the way of a post, told to who may be able to mend it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code == UNKNOWN_CHANNEL:
        return Trouble(
            N_("The channel of this table is gone. The game is safe: use `/table show` where it is to go on.")
        )
    if code == THREAD_IS_ARCHIVED:
        return Trouble(
            N_("The thread of this table is locked. The game is safe: ask a moderator to open the thread again.")
        )
    if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
        lacking = missing(channel) if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else []
        return Trouble(
            N_("I may not post at this table. The game is safe: ask a moderator to allow me there: {permissions}."),
            {"permissions": ", ".join(lacking) or "View Channel, Send Messages"},
        )
    return Trouble(N_("Discord does not take my posts at the moment. The game is safe, and I keep trying."))
