"""The local table: the bot on a simulated Discord, in a browser on this machine, with every seat open to anyone."""

import asyncio
import logging
import signal
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import discord
from simcord import SetupError

from bot.pictures import drawn_emoji, upload_emoji
from local_table.page_api import Bot, LocalTable
from local_table.preview import LOOPBACK, TablePreview
from local_table.simulation import SimulatedClock, SimulatedDiscord
from local_table.world import InvalidWorld, build_world, keep_threads, make_owner

__all__ = ["InvalidWorld", "LocalTable", "dress", "open_table", "serve"]

MakeBot = Callable[[SimulatedClock], Awaitable[Bot]]


async def dress(env: SimulatedDiscord, preview: TablePreview) -> None:
    """Give the bot its own emoji. Older posts keep the standard emoji."""
    files = await drawn_emoji()
    async with preview.turn:
        with env.as_bot():
            env.show_emoji(await upload_emoji(env.bot, files))


@asynccontextmanager
async def open_table(
    make_bot: MakeBot,
    *,
    permissions: discord.Permissions,
    threads: Path,
    host: str = LOOPBACK,
    port: int = 0,
    dressed: bool = False,
) -> AsyncIterator[LocalTable]:
    """Run the bot on a simulated Discord and serve the table's page, as long as the block runs.

    The page opens before the tables of earlier runs have been posted, however long that takes. Raise InvalidWorld if
    the file of the threads isn't valid or belongs to another server, and SetupError if the port is taken.

    ``make_bot``, called again at each restart of the bot, may set the clock's `reached` to the latest moment of an
    earlier run. ``threads``: the file that stores the threads of the server between runs. ``port``: 0 for any free one.
    ``dressed``: whether the bot gets its own emoji.
    """
    clock = SimulatedClock()
    bot: Any = await make_bot(clock)
    env = SimulatedDiscord(bot, clock)
    try:
        world = build_world(env, permissions)
        owner = world.people[0].id  # This person manages the server and owns the bot, so every feature is visible here.
        make_owner(env, world.guild, owner)
        bot.owner_id = owner
        clock.set(max(datetime.now(UTC), clock.reached or datetime.min.replace(tzinfo=UTC)))
        keep_threads(env, world, threads)
        preview = TablePreview(env, world, host, port)
        table = LocalTable(env, world, preview, partial(make_bot, clock))
        preview.answer = table.answer
        table.reposter.tables = await bot.fresh_channels()
        await env.start(patience=0.0)
        with env.as_bot():
            await bot.tree.sync()
        async with preview:
            logging.getLogger().addHandler(table.problems)
            works = [table.keep_time(), table.reposter.run(), *([dress(env, preview)] if dressed else [])]
            running = [asyncio.create_task(work) for work in works]
            try:
                yield table
            finally:
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)
                logging.getLogger().removeHandler(table.problems)
    finally:
        with suppress(TimeoutError):
            await env.shutdown()
        await env.bot.close()


async def serve(
    make_bot: MakeBot,
    *,
    permissions: discord.Permissions,
    database: Path,
    host: str,
    port: int,
    browser: bool = False,
    on_stop: Callable[[], None] = lambda: None,
) -> None:
    """Open the local table until Ctrl-C or SIGTERM, and print its address. Threads are stored beside the database.

    ``browser``: also open it in the browser. ``on_stop`` is called when a signal arrives. Exit with a message if the
    port is taken, or the file of the threads can't be used.
    """
    stop = asyncio.Event()

    def leave() -> None:
        on_stop()
        stop.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl-C cancels this task.
            loop.add_signal_handler(number, leave)
    threads = database.with_name(database.name + ".threads.json")
    threads.parent.mkdir(parents=True, exist_ok=True)
    try:
        async with open_table(
            make_bot, permissions=permissions, threads=threads, host=host, port=port, dressed=True
        ) as table:
            print(f"The local table is running at {table.preview.url}\nPress Ctrl-C to stop it.", flush=True)  # noqa: T201
            if browser:
                await asyncio.to_thread(webbrowser.open, table.preview.url)
            await stop.wait()
    except SetupError as error:
        raise SystemExit(
            f"The local table cannot open port {port}: {error}. Set MIASMA_PORT to another port."
        ) from error
    except InvalidWorld as error:
        raise SystemExit(str(error)) from error
