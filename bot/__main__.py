"""``python -m bot``, or ``miasma`` where it is installed: on Discord with a token, else at the local table."""

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot import VERSION, emoji
from bot.client import MiasmaBot
from bot.connecting import NO_WAY, brief
from bot.games import GAMES
from bot.permissions import NEEDED, invite
from bot.pictures import warm_up
from bot.settings import BadSettings, Settings, read_settings
from rules_service.clock import Clock
from storage import DatabaseError, Storage, backup, must_exist

log = logging.getLogger("bot")

TOKEN_REFUSED = 4004  # the gateway's word for it
WORKS = {
    "play": "be on Discord, or without DISCORD_TOKEN at the local table; this is done if nothing is named",
    "sync": "tell Discord the commands of this version, which a start does not",
    "backup": "copy the database, also beside a running bot",
    "verify": "replay every open game with this version, before it goes into service",
    "forget": "delete what tells who somebody is, for good, after asking; the bot must not run meanwhile",
}
FORGETTING = """\
User {user} is to be forgotten. This cannot be taken back:
- They leave every open table: a lobby goes to the next one, a running game waits for a substitute.
- Their name, their number and their preferences are deleted. Logs of games keep their moves under a pseudonym.
- What stands on Discord stays there; delete it there if need be.
Type the number once more to go on: """
WRONG_TOKEN = "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal."


async def make(settings: Settings, clock: Clock) -> MiasmaBot:
    """A bot with its storage open."""
    settings.database.parent.mkdir(parents=True, exist_ok=True)
    return MiasmaBot(settings, await Storage.open(settings.database), clock)


async def run(settings: Settings) -> None:
    """Be on Discord until stopped, by Ctrl-C or by a host's SIGTERM: what is in hand is stored, then the bot leaves."""
    me = asyncio.current_task()
    assert me is not None
    with suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl-C cancels this task
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, me.cancel)
    async with await make(settings, Clock()) as bot:
        await asyncio.to_thread(warm_up)
        await bot.start(settings.token)


async def sync(settings: Settings) -> None:
    """Tell Discord the commands of this version, and where to invite the bot."""
    async with await make(settings, Clock()) as bot:
        await bot.login(settings.token)
        commands = await bot.tree.sync()
        log.info("%s commands are known to Discord", len(commands))
        new = await emoji.upload(bot, emoji.drawn())
        log.info("%s new emoji are uploaded for the buttons", len(new))
        log.info("invite the bot: %s", invite(bot.application_id or 0))


async def copy(settings: Settings) -> None:
    """Write a copy of the database beside it, with the time in its name."""
    file = settings.database
    path = file.with_name(f"{file.stem}-{Clock().now().astimezone():%Y-%m-%d-%H%M%S}{file.suffix}")
    await asyncio.to_thread(backup, file, path)
    log.info("the games are copied to %s", path)


async def verify(settings: Settings) -> None:
    """Replay every open game, and name those that this version would not continue as they were."""
    must_exist(settings.database)
    replayed = failed = 0
    async with await make(settings, Clock()) as bot:
        await bot.app.storage.database.examine()
        async for verdict in bot.app.service.verify_all():
            replayed += 1
            failed += not verdict.ok
            level = logging.INFO if verdict.ok else logging.ERROR
            log.log(level, "table %s: %s", verdict.table_id, verdict.why or "fine")
    log.info("%s open games replayed", replayed)
    if failed:
        sys.exit("Not every open game replays with this version: do not put it into service.")


def confirm(settings: Settings, user_id: int) -> None:
    """Tell what it means that somebody is forgotten; it is done only if the host types the number once more."""
    must_exist(settings.database)
    try:
        typed = input(FORGETTING.format(user=user_id))
    except EOFError:  # nobody is there to be asked
        typed = ""
    if typed.strip() != str(user_id):
        sys.exit("Nobody is forgotten.")


async def forget(settings: Settings, user_id: int) -> None:
    """Delete who somebody is. Their tables hear of the empty seats when the bot runs again."""
    async with await make(settings, Clock()) as bot:
        known = await bot.app.service.forget(user_id)
    if not known:
        sys.exit(f"There is nobody with the number {user_id} in {settings.database}.")
    log.info("user %s is forgotten", user_id)


async def play_here(settings: Settings) -> None:
    """The local table."""
    logging.getLogger("discord").setLevel(logging.ERROR)  # its warnings are about a Discord that is simulated here
    from bot.local_table import serve  # the simulated Discord is an optional extra

    warming = asyncio.create_task(asyncio.to_thread(warm_up))  # beside the start: nobody plays as fast as that
    try:
        await serve(
            lambda clock: make(settings, clock), permissions=NEEDED, database=settings.database, port=settings.port
        )
    except NO_WAY as error:  # no network is in it
        sys.exit(f"The simulated Discord has failed ({type(error).__name__}). Start it again; no game is lost.")
    finally:
        warming.cancel()


def read_arguments(arguments: Sequence[str] | None) -> dict[str, Any]:
    """What is to be done, as ``work``, and what else that needs. Ends with the usage where the words are not right.

    None: the words of the command line.
    """
    parser = argparse.ArgumentParser(
        prog="miasma",
        description=f"{' and '.join(game.title for game in GAMES.values())} on Discord; without DISCORD_TOKEN at the"
        " local table.",
    )
    parser.add_argument("--version", action="version", version=f"Miasma {VERSION}")
    works = parser.add_subparsers(dest="work", metavar="WORK")
    for work, about in WORKS.items():
        works.add_parser(work, help=about, description=about)
    works.choices["forget"].add_argument("user_id", type=int, metavar="USER_ID", help="their number on Discord")
    parser.set_defaults(work="play")
    return vars(parser.parse_args(arguments))


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says. Ends with a sentence, never a traceback, where the host can mend it."""
    asked = read_arguments(arguments)
    try:
        settings = read_settings()
        discord.utils.setup_logging()
        for teller in ("discord.client", "discord.shard"):
            logging.getLogger(teller).addFilter(brief)
        # Our own rooms alone: what others log in detail quotes private answers and what is written to the database.
        for room in ("bot", "rules_service", "wording", "rules", "renderer", "storage"):
            logging.getLogger(room).setLevel(settings.log_level)
        works: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
            "play": run if settings.token else play_here,
            "sync": sync,
            "backup": copy,
            "verify": verify,
            "forget": forget,
        }
        work = works[asked.pop("work")]
        if work is sync and not settings.token:
            sys.exit("sync needs DISCORD_TOKEN. The local table syncs its commands by itself.")
        if work is forget:
            confirm(settings, **asked)
        asyncio.run(work(settings, **asked))
    except (BadSettings, DatabaseError) as error:
        sys.exit(str(error))
    except discord.LoginFailure:
        sys.exit(WRONG_TOKEN)
    except discord.PrivilegedIntentsRequired:
        sys.exit("Discord does not grant this bot its intents. Allow them in the developer portal, under Bot.")
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            sys.exit(WRONG_TOKEN)
        sys.exit(
            f"Discord has ended the connection for good (code {error.code}). Start the bot again; no game is lost."
        )
    except NO_WAY as error:
        sys.exit(f"Discord cannot be reached ({type(error).__name__}). Try again later; no game is lost.")
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass


if __name__ == "__main__":
    main()
