"""The application's own emoji: drawings from the boards as icons on buttons.

`miasma sync` uploads the missing ones; a changed file has a new name, and the old emoji is deleted.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from hashlib import blake2b

import discord

from bot.ui.errors import DISCORD_FAILED, reason
from bot.ui.message import SIGNS
from games import GAMES
from renderer.canvas.canvas import Sprite
from renderer.emoji import DRAWING_ROOM, emoji

log = logging.getLogger(__name__)

# The name of one of our emoji: the name of its drawing, and a digest of its file.
NAME = re.compile(r"([a-z_]{2,23})_[0-9a-f]{8}")


async def drawn() -> dict[str, bytes]:
    """Return the files of all games by name. Each is drawn in a thread: a stop waits for at most one drawing."""
    signs = [sign for game in GAMES.values() for sign in game.pictures.signs.values()]
    return dict([await asyncio.to_thread(file, *sign) for sign in signs])


def file(name: str, draw: Callable[[int], Sprite]) -> tuple[str, bytes]:
    """Return the name and the bytes of a file."""
    data = emoji(draw(DRAWING_ROOM))
    return f"{name}_{blake2b(data, digest_size=4).hexdigest()}", data


async def recall(client: discord.Client) -> None:
    """Fetch the emoji that Discord has. If that fails, buttons show standard emoji."""
    try:
        known = await client.fetch_application_emojis()
    except DISCORD_FAILED as error:
        log.warning("could not fetch the application emoji: %s", reason(error))
        known = []
    found = [(match[1], one) for one in known if (match := NAME.fullmatch(one.name))]
    there = {name: discord.PartialEmoji(name=one.name, id=one.id) for name, one in found}
    signs = {sign: name for game in GAMES.values() for sign, (name, _) in game.pictures.signs.items()}
    SIGNS.clear()
    SIGNS.update({sign: there[name] for sign, name in signs.items() if name in there})


async def upload(client: discord.Client, files: Mapping[str, bytes]) -> dict[int, bytes]:
    """Synchronise Discord's emoji with these files from `drawn`, and fetch them. Return what is new, by id.

    Emoji that were added by hand stay.
    """
    known = await client.fetch_application_emojis()
    there = {one.name for one in known}
    new = {}
    for name in sorted(files.keys() - there):
        made = await client.create_application_emoji(name=name, image=files[name])
        new[made.id] = files[name]
    names = {name for game in GAMES.values() for name, _ in game.pictures.signs.values()}
    for one in known:
        match = NAME.fullmatch(one.name)
        if match and match[1] in names and one.name not in files:
            await one.delete()
    await recall(client)
    return new
