"""``miasma`` and ``miasma play``: run the bot on Discord if there is a token, otherwise the local table."""

import asyncio
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.client import MiasmaBot, open_bot
from bot.discord_api.gateway import NO_WAY
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.hosting.health import serve_health
from bot.pictures import warm_up_in_thread
from bot.settings import Memory, Settings
from rules_service.clock import Clock

if TYPE_CHECKING:
    from local_table.simulation import SimulatedClock

log = logging.getLogger(__name__)

SECONDS_TO_LEAVE = 4.8  # Seconds after SIGTERM or Ctrl-C. Docker kills after ten seconds, other systems sooner.


async def play(settings: Settings, *, browser: bool) -> None:
    """Run on Discord if there is a token, otherwise as the local table.

    ``browser``: also open the local table in a browser, if this machine has a display.
    """
    if settings.token:
        await play_on_discord(settings)
    else:
        await play_locally(settings, browser=browser and has_display())


def has_display() -> bool:
    """Return whether a browser can show a page to the person who started this process."""
    return os.name == "nt" or sys.platform == "darwin" or not {"DISPLAY", "WAYLAND_DISPLAY"}.isdisjoint(os.environ)


async def play_on_discord(settings: Settings) -> None:
    """Run on Discord until stopped by Ctrl-C or SIGTERM. Then store the work in progress and stop the bot."""
    me = asyncio.current_task()
    assert me is not None

    def stop() -> None:
        leave_in_time()
        me.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl-C cancels this task.
            asyncio.get_running_loop().add_signal_handler(number, stop)
    while await serve_slot(settings):
        log.info("waiting for a free slot")


def leave_in_time() -> None:
    """End the process after `SECONDS_TO_LEAVE`, even if a thread is still at work.

    By then, every move that was answered is stored. Pending posts are sent after the next start.
    """

    def leave() -> None:
        log.warning("exiting although some work is still unfinished")
        logging.shutdown()
        os._exit(0)

    timer = threading.Timer(SECONDS_TO_LEAVE, leave)
    timer.daemon = True  # Usually the process ends before the timer.
    timer.start()


async def serve_slot(settings: Settings) -> bool:
    """Run the bot in one slot. Return whether another process has taken the slot, so that this one needs another."""
    async with (
        await open_bot(settings, Clock()) as bot,
        serve_health(lambda: bot.app, settings.health_host, settings.health_port),
    ):
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


async def play_locally(settings: Settings, *, browser: bool) -> None:
    """Run as the local table until stopped by Ctrl-C or SIGTERM."""
    if settings.address:
        text = "DISCORD_TOKEN is not set: starting the local table; it ignores DATABASE_URL and stores its games in %s"
        log.warning(text, settings.database)
    settings = replace(settings, address=None, memory=Memory.SMALL)  # The local table is one process.
    # Silence discord.py's warnings, because Discord is only simulated here.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from local_table import serve  # The simulated Discord is an optional extra.

    warming = asyncio.create_task(warm_up_in_thread())  # This runs during the start, before anybody can play.
    bots: list[MiasmaBot] = []
    make_bot = partial(open_local_bot, settings, bots)
    try:
        async with serve_health(lambda: bots[0].app if bots else None, settings.health_host, settings.health_port):
            await serve(
                make_bot,
                permissions=NEEDED_PERMISSIONS,
                database=settings.database,
                host=settings.host,
                port=settings.port,
                browser=browser,
                on_stop=leave_in_time,
            )
    except NO_WAY as error:  # No network is involved here.
        sys.exit(f"The simulated Discord failed ({type(error).__name__}). Start it again; no game is lost.")
    finally:
        warming.cancel()


async def open_local_bot(settings: Settings, bots: list[MiasmaBot], clock: "SimulatedClock") -> MiasmaBot:
    """Open a bot and make it the only item of ``bots``. Its clock never goes back before the end of an earlier run."""
    bots[:] = [await open_bot(settings, clock)]
    storage = bots[0].app.storage
    try:
        clock.reached = await storage.heartbeat.last()
    except BaseException:
        await storage.close()  # an open storage would keep the process alive
        raise
    return bots[0]
