"""What a Python begins with that has this folder on its path: its Discord is at an address that the environment names.

What it opens for writing, or makes, is noted in a file beside this one. The
environment may name what the process that draws does in the place of what it does for a host.
"""

import gc
import os
import sys
from functools import partialmethod
from pathlib import Path

NOTED = str(Path(__file__).with_name("written"))
MADE = ("os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "sqlite3.connect", "shutil.copyfile")


def watch(event: str, given: tuple[object, ...]) -> None:
    """Note what is written."""
    if event == "open":
        path, _, flags = given
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if not writes or not isinstance(path, str) or path in (NOTED, os.devnull):
            return
    elif event not in MADE:
        return
    if "__pycache__" in str(given[0]):  # Python's own, which it does without where nothing can be written
        return
    with open(NOTED, "a") as noted:
        noted.write(f"{event} {given[0]}\n")


sys.addaudithook(watch)
if where := os.environ.get("DISCORD_AT"):
    gc.disable()  # as the bot does as long as it imports; these are imports of its own
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from discord.state import ConnectionState

    Route.BASE = where
    at = yarl.URL(where)
    DiscordWebSocket.DEFAULT_GATEWAY = at.with_scheme("ws").with_path("/gateway")
    # Seconds without another server after which all are known: two by default, but ours tells of all at once.
    ConnectionState.__init__ = partialmethod(ConnectionState.__init__, guild_ready_timeout=0.3)
if draw := os.environ.get("DRAW"):
    sys.path.insert(0, "")  # where the bot is; Python itself looks there from its command on
    from bot import drawing

    drawing.COMMAND = (sys.executable, "-c", draw)
