"""``python -m bot``: on Discord with a token, else at the local table.

``python -m bot sync`` tells Discord the commands of this version; a start does not.
"""

import asyncio
import logging
import sys

import discord

from bot.client import MiasmaBot
from bot.clock import Clock
from bot.permissions import NEEDED, invite
from bot.settings import BadSettings, Settings, read_settings
from storage import DatabaseError, Storage

log = logging.getLogger("bot")


async def make(settings: Settings, clock: Clock) -> MiasmaBot:
    """A bot with its storage open."""
    settings.database.parent.mkdir(parents=True, exist_ok=True)
    return MiasmaBot(settings, await Storage.open(settings.database), clock)


async def run(settings: Settings) -> None:
    """Be on Discord until stopped."""
    async with await make(settings, Clock()) as bot:
        await bot.start(settings.token)


async def sync(settings: Settings) -> None:
    """Tell Discord the commands of this version, and where to invite the bot."""
    async with await make(settings, Clock()) as bot:
        await bot.login(settings.token)
        commands = await bot.tree.sync()
        log.info("%s commands are known to Discord", len(commands))
        log.info("invite the bot: %s", invite(bot.application_id or 0))


async def play_here(settings: Settings) -> None:
    """The local table."""
    logging.getLogger("discord").setLevel(logging.ERROR)  # its warnings are about a Discord that is simulated here
    from bot.local_table import serve  # the simulated Discord is an optional extra

    await serve(lambda clock: make(settings, clock), permissions=NEEDED, database=settings.database, port=settings.port)


def main(arguments: list[str]) -> None:
    """Do what the command line says. Ends with a sentence, never a traceback, where the host can mend it."""
    try:
        settings = read_settings()
        discord.utils.setup_logging()
        # Our own rooms alone: what others log in detail quotes private answers and what is written to the database.
        for room in ("bot", "rules", "renderer", "storage"):
            logging.getLogger(room).setLevel(settings.log_level)
        if arguments not in ([], ["sync"]):
            sys.exit("Usage: python -m bot [sync]")
        if not settings.token and arguments:
            sys.exit("sync needs DISCORD_TOKEN. The local table syncs its commands by itself.")
        work = sync if arguments else run if settings.token else play_here
        asyncio.run(work(settings))
    except (BadSettings, DatabaseError) as error:
        sys.exit(str(error))
    except discord.LoginFailure:
        sys.exit("Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
