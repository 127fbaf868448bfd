"""``miasma sync``: register the slash commands and the emoji of this version with Discord."""

import logging
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.client import MiasmaBot, open_bot
from bot.discord_api.permissions import account_link, register_commands, server_link
from bot.pictures import drawn_emoji, upload_emoji
from bot.settings import Settings
from rules_service.clock import Clock
from storage import coordinator

log = logging.getLogger(__name__)


async def sync(settings: Settings) -> None:
    """Register this version's commands and emoji with Discord, and log the invite links.

    Exit with an error if no token is set.
    """
    if not settings.token:
        sys.exit("sync needs DISCORD_TOKEN. The local table registers its commands by itself.")
    with TemporaryDirectory() as folder:  # The games are not needed, and an older version may be using them.
        empty = replace(settings, database=Path(folder) / "empty.sqlite", address=None)
        async with await open_bot(empty, Clock()) as bot:
            await register(bot, settings)


async def register(bot: MiasmaBot, settings: Settings) -> None:
    """Register the commands and emoji of a bot, unless another process is doing so, and log the invite links."""
    await bot.login(settings.token)
    async with coordinator(settings.games).run_once() as first:
        if first:
            log.info("synced %s commands with Discord", await register_commands(bot))
            new = await upload_emoji(bot, await drawn_emoji())
            log.info("uploaded %s new button emoji", len(new))
        else:
            log.info("another process has just synced the commands")
    log.info("invite link: %s", server_link(bot.application_id or 0))
    log.info("link to add the bot to an account: %s", account_link(bot.application_id or 0))
