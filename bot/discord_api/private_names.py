"""The private names of discord.py that have no public equivalent. They are the reason why its version is pinned."""

from typing import Any

from discord import PartialMessage
from discord.ext.commands import AutoShardedBot
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

SHARDS, QUEUE = "_AutoShardedClient__shards", "_AutoShardedClient__queue"


def is_started(bot: AutoShardedBot) -> bool:
    """Return whether the bot has begun to start. Before that, discord.py can't close it."""
    return hasattr(bot, QUEUE)


def add_shard(bot: AutoShardedBot, shard_id: int, connection: DiscordWebSocket) -> None:
    """Make the bot serve this connection as one of its shards, as discord.py does with its own connections."""
    shard = Shard(connection, bot, getattr(bot, QUEUE).put_nowait)
    getattr(bot, SHARDS)[shard_id] = shard
    shard.launch()


def state_of(message: PartialMessage) -> Any:
    """Return the connection state of a message, which discord.py requires for creating an attachment."""
    return message._state
