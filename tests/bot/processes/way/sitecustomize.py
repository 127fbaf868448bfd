"""Redirect a Python process with this folder on its path to the Discord at an address from the environment.

Every file that the process creates or opens for writing is recorded in a file beside this one. The environment can
replace the code of the render worker.
"""

import gc
import os
import sys
from functools import partialmethod
from pathlib import Path

NOTED = str(Path(__file__).with_name("written"))
MADE = ("os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "sqlite3.connect", "shutil.copyfile")


def watch(event: str, given: tuple[object, ...]) -> None:
    """Record a file that this audit event writes, moves or removes."""
    if event == "open":
        path, _, flags = given
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if not writes or not isinstance(path, str) or path in (NOTED, os.devnull):
            return
    elif event not in MADE:
        return
    if "__pycache__" in str(given[0]):  # Ignore Python's caches of compiled code, which it can do without.
        return
    with open(NOTED, "a") as noted:
        noted.write(f"{event} {given[0]}\n")


sys.addaudithook(watch)
if where := os.environ.get("DISCORD_AT"):
    gc.disable()  # The bot imports without garbage collection, so these imports do, too.
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from discord.state import ConnectionState

    Route.BASE = where
    at = yarl.URL(where)
    DiscordWebSocket.DEFAULT_GATEWAY = at.with_scheme("ws").with_path("/gateway")
    # Seconds without another server before all servers count as known: discord.py's default is two, but ours sends them
    # all at once.
    ConnectionState.__init__ = partialmethod(ConnectionState.__init__, guild_ready_timeout=0.3)
if draw := os.environ.get("DRAW"):
    sys.path.insert(0, "")  # The bot is in the current folder, which Python adds to the path only after this file.
    import bot.pictures

    bot.pictures.RENDER_WORKER = (sys.executable, "-c", draw)
