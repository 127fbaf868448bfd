"""``miasma sync``: register the slash commands and the emoji of this version with Discord."""

import logging
import sys

from bot.client import open_bot
from bot.discord_api.permissions import account_link, register_commands, server_link
from bot.pictures import drawn_emoji, upload_emoji
from bot.settings import Settings
from rules_service.clock import Clock

log = logging.getLogger(__name__)


async def sync(settings: Settings) -> None:
    """Register this version's commands and emoji with Discord, and log the invite link."""
    if not settings.token:
        sys.exit("sync needs DISCORD_TOKEN. The local table registers its commands by itself.")
    async with await open_bot(settings, Clock(), migrate=False) as bot:
        await bot.login(settings.token)
        async with bot.database.coordinator.run_once() as first:
            if first:
                log.info("synced %s commands with Discord", await register_commands(bot))
                new = await upload_emoji(bot, await drawn_emoji())
                log.info("uploaded %s new button emoji", len(new))
            else:
                log.info("another process has just synced the commands")
        log.info("invite link: %s", server_link(bot.application_id or 0))
        log.info("link to add the bot to an account: %s", account_link(bot.application_id or 0))
