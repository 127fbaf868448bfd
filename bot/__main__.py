"""``python -m bot``, or ``miasma`` if installed: run on Discord with a token, otherwise as the local table."""

import gc

if __name__ == "__main__":
    gc.disable()  # During the imports, garbage collection would run many times for nothing.

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord

from bot.client import MiasmaBot
from bot.discord_api.gateway import NO_WAY, brief
from bot.discord_api.permissions import NEEDED, account_link, register_commands, server_link
from bot.hosting.health import EXTRAS, WRONG_TOKEN, doctor, watched
from bot.pictures import drawn_emoji, upload_emoji, warm_up_in_thread
from bot.settings import BadSettings, Memory, Settings, read_settings
from bot.version import VERSION
from games import GAMES
from rules_service.clock import Clock
from storage import DatabaseError, Storage, backup, must_exist

if TYPE_CHECKING:
    from local_table.simulation import SimulatedClock

log = logging.getLogger("bot")

# Collections of young garbage find little, and each takes time: a press leaves about a hundred small objects. What is
# large are pictures that were sent; drawing has those collected after every `REPLIES_PER_TRIM`.
OBJECTS_TO_COLLECT = 20_000

FORGETTING = """\
This deletes the personal data of user {user}. It cannot be undone:
- They leave every open table. A lobby gets a new host, a running game waits for a substitute.
- Their name, user ID and preferences are deleted. Game logs keep their moves under a pseudonym.
- Posts on Discord are not changed. Delete them there if necessary.
Type the user ID again to confirm: """


async def make(settings: Settings, clock: Clock, *, migrate: bool = True) -> MiasmaBot:
    """Create a bot with its storage open. ``migrate``: False if others may be using an older schema."""
    if isinstance(settings.games, Path):
        settings.games.parent.mkdir(parents=True, exist_ok=True)
    return MiasmaBot(settings, await Storage.open(settings.games, migrate=migrate), clock)


async def make_local(settings: Settings, bots: list[MiasmaBot], clock: "SimulatedClock") -> MiasmaBot:
    """Create the latest and only one of the ``bots``, with a clock that never goes back behind an earlier run."""
    bots[:] = [await make(settings, clock)]
    clock.reached = await bots[0].app.storage.heartbeat.last()
    return bots[0]


async def run(settings: Settings) -> None:
    """Run on Discord until stopped by Ctrl-C or SIGTERM. Work in progress is stored before the bot leaves."""
    me = asyncio.current_task()
    assert me is not None
    with suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl-C cancels this task.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, me.cancel)
    while await serve(settings):
        log.info("waiting for a free slot")


async def serve(settings: Settings) -> bool:
    """Serve one slot of the work. Return whether another process has taken it, so that this one needs another."""
    async with await make(settings, Clock()) as bot, watched(lambda: bot.app, settings.health_port):
        await bot.app.pictures.prepare()
        await bot.take_slot(settings.processes)
        being, losing = asyncio.create_task(bot.start(settings.token)), asyncio.create_task(bot.lost.wait())
        try:
            await asyncio.wait([being, losing], return_when=asyncio.FIRST_COMPLETED)
            if being.done():
                await being
        finally:
            losing.cancel()
            being.cancel()
            await bot.close()
        return bot.lost.is_set()


async def sync(settings: Settings) -> None:
    """Register this version's commands and emoji with Discord, and log the invite link."""
    if not settings.token:
        sys.exit("sync needs DISCORD_TOKEN. The local table registers its commands by itself.")
    async with await make(settings, Clock(), migrate=False) as bot:
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


async def copy(settings: Settings) -> None:
    """Write a backup beside the SQLite database, or of PostgreSQL to this folder, with the time in its name."""
    now = f"{Clock().now().astimezone():%Y-%m-%d-%H%M%S}"
    if settings.address:
        from storage.postgres.dump import backup as dump  # This module needs an optional extra.

        path = Path(f"{settings.address.database}-{now}.dump")
        await asyncio.to_thread(dump, settings.address, path)
    else:
        file = settings.database
        path = file.with_name(f"{file.stem}-{now}{file.suffix}")
        await asyncio.to_thread(backup, file, path)
    log.info("backup written to %s", path)


async def move_database(settings: Settings) -> None:
    """Migrate the games of a file to an empty PostgreSQL database, if all open ones replay."""
    if not settings.address:
        text = "Set DATABASE_URL to the target PostgreSQL database, and MIASMA_DATABASE to the SQLite file to migrate."
        sys.exit(text)
    from storage.migrate_to_postgres import migrate, temporary_copy  # This module needs an optional extra.

    with temporary_copy(settings.database) as file:
        await verify(replace(settings, database=file, address=None))
        counts = await migrate(file, settings.address)
    log.info("moved %s tables with %s log lines to %s", counts["tables"], counts["moves"], settings.address)
    log.info("%s is unchanged; it is not used while DATABASE_URL is set", settings.database)


async def verify(settings: Settings) -> None:
    """Replay every open game of an existing database. Exit with an error if this version can't continue one."""
    if isinstance(settings.games, Path):
        must_exist(settings.games)
    replayed = failed = 0
    async with await make(settings, Clock(), migrate=False) as bot:
        await bot.app.storage.database.examine()
        async for verdict in bot.app.service.read.verify_all():
            replayed += 1
            failed += not verdict.ok
            level = logging.INFO if verdict.ok else logging.ERROR
            log.log(level, "table %s: %s", verdict.table_id, verdict.why or "ok")
    log.info("replayed %s open games", replayed)
    if failed:
        sys.exit("Not every open game can be replayed with this version. Do not deploy it.")


def confirm(settings: Settings, user_id: int) -> None:
    """Explain what forgetting a user means, and exit unless the host confirms it by typing the user ID again."""
    if isinstance(settings.games, Path):
        must_exist(settings.games)
    try:
        typed = input(FORGETTING.format(user=user_id))
    except EOFError:  # There is no terminal to ask.
        typed = ""
    if typed.strip() != str(user_id):
        sys.exit("Cancelled. Nothing was deleted.")


async def forget(settings: Settings, user_id: int) -> None:
    """Delete a user's personal data. Their tables show the empty seats once the bot runs again."""
    async with await make(settings, Clock()) as bot:
        known = await bot.app.service.people.forget(user_id)
    if not known:
        sys.exit(f"There is no user with the ID {user_id} in {settings.games}.")
    log.info("deleted the personal data of user %s", user_id)


async def play(settings: Settings) -> None:
    """Run on Discord if there is a token, otherwise as the local table."""
    if settings.token:
        await run(settings)
        return
    if settings.address:
        text = "DISCORD_TOKEN is not set: starting the local table; it ignores DATABASE_URL and stores its games in %s"
        log.warning(text, settings.database)
        settings = replace(settings, address=None)
    settings = replace(settings, memory=Memory.SMALL)  # It is one process.
    # discord.py's warnings are about a Discord that is only simulated here.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from local_table import serve  # The simulated Discord is an optional extra.

    warming = asyncio.create_task(warm_up_in_thread())  # This runs during the start, before anybody can play.
    bots: list[MiasmaBot] = []
    make_bot, database = partial(make_local, settings, bots), settings.database
    try:
        async with watched(lambda: bots[0].app if bots else None, settings.health_port):
            await serve(make_bot, permissions=NEEDED, database=database, host=settings.host, port=settings.port)
    except NO_WAY as error:  # No network is involved here.
        sys.exit(f"The simulated Discord failed ({type(error).__name__}). Start it again; no game is lost.")
    finally:
        warming.cancel()


# What each command does, and its help.
COMMANDS: dict[str, tuple[Callable[..., Coroutine[Any, Any, None]], str]] = {
    "play": (play, "run the bot on Discord, or the local table if DISCORD_TOKEN is not set (default)"),
    "doctor": (
        doctor,
        "check this machine, the settings and the token, and say what to fix; safe while the bot is running",
    ),
    "sync": (sync, "register this version's slash commands with Discord"),
    "backup": (copy, "back up the database; safe while the bot is running"),
    "move-database": (move_database, "migrate the games from SQLite to the empty PostgreSQL database in DATABASE_URL"),
    "verify": (verify, "check before an update that this version can replay every open game"),
    "forget": (forget, "permanently delete a user's personal data, after confirmation; stop the bot first"),
}


def read_arguments(arguments: Sequence[str] | None) -> dict[str, Any]:
    """Return the command and its arguments (default: those of the process). Exits with the usage if they are wrong."""
    parser = argparse.ArgumentParser(
        prog="miasma",
        description=f"{' and '.join(game.title for game in GAMES.values())} on Discord. Without DISCORD_TOKEN it"
        " starts the local table, a simulated Discord in your browser.",
    )
    parser.add_argument("--version", action="version", version=f"Miasma {VERSION}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command, (_, about) in COMMANDS.items():
        commands.add_parser(command, help=about, description=about)
    commands.choices["forget"].add_argument("user_id", type=int, metavar="USER_ID", help="the user's Discord ID")
    parser.set_defaults(command="play")
    return vars(parser.parse_args(arguments))


def set_up_logging(level: str) -> None:
    """Log what the bot does at this level, and what other packages warn of."""
    discord.utils.setup_logging()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # The bot needs no voice support.
    for teller in ("discord.client", "discord.shard"):
        logging.getLogger(teller).addFilter(brief)
    # This excludes other packages, whose detailed logs quote ephemeral answers and database writes.
    for room in ("bot", "games", "local_table", "rules_service", "wording", "rules", "renderer", "storage", "workers"):
        logging.getLogger(room).setLevel(level)


def advice(error: Exception) -> str | None:
    """Return a sentence about an error that the host can fix, or None if it is another one."""
    match error:
        case BadSettings() | DatabaseError():
            return str(error)
        case ModuleNotFoundError(name=str(name)):
            return EXTRAS.get(name)
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):  # The gateway's code for a refused token.
            return WRONG_TOKEN
        case discord.PrivilegedIntentsRequired():
            return "Discord refused the gateway intents. Enable them in the developer portal, on the Bot page."
        case discord.ConnectionClosed(code=code):
            return f"Discord closed the gateway connection (code {code}). Restart the bot; no game is lost."
    if isinstance(error, NO_WAY):
        return f"Cannot connect to Discord ({type(error).__name__}). Try again later; no game is lost."
    return None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Exit with a sentence, never a traceback, for errors that the host can fix."""
    gc.freeze()  # The imported modules stay for good.
    gc.set_threshold(OBJECTS_TO_COLLECT)
    gc.enable()
    asked = read_arguments(arguments)
    try:
        settings = read_settings()
        set_up_logging(settings.log_level)
        command, _ = COMMANDS[asked.pop("command")]
        if command is forget:
            confirm(settings, **asked)
        asyncio.run(command(settings, **asked))
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    except Exception as error:
        if sentence := advice(error):
            sys.exit(sentence)
        raise


if __name__ == "__main__":
    main()
