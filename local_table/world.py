"""The server on the simulated Discord, with a few channels and people, the same in every run.

Games are kept between runs and refer to people and channels by id, so the ids must not change. Threads of an earlier
run are opened again with their old ids, for the tables in them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle, GuildHandle

from local_table.simulation import SimulatedDiscord, grant

SERVER = "The Plague House"
BOT = "Miasma"
ADVICE = "Move it away together with the database beside it."
PEOPLE = ("Alice", "Bob", "Carol", "Dora")
CHANNELS = {"table": "One table per channel, more in threads.", "second-table": "", "chatter": ""}


class InvalidWorld(Exception):
    """The file with the threads of earlier runs belongs to another server, or is not such a file."""


@dataclass(frozen=True)
class World:
    """The server with its people and its channels."""

    guild: GuildHandle
    people: tuple[MemberActor, ...]
    channels: tuple[ChannelHandle, ...]

    def ids(self) -> dict[str, int]:
        """Return the ids by name."""
        named: list[GuildHandle | MemberActor | ChannelHandle] = [self.guild, *self.people, *self.channels]
        return {str(handle.name): handle.id for handle in named}


def build(env: SimulatedDiscord, permissions: discord.Permissions) -> World:
    """Create the server, before the bot starts and before the clock is set."""
    env.backend.bot_user.name = BOT
    guild = env.create_guild(SERVER)
    people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE]
    channels = [guild.create_text_channel(name, topic=topic or None) for name, topic in CHANNELS.items()]
    for person in people:
        env.backend.get_dm_channel(person.id)
    grant(env, guild, permissions)
    return World(guild, tuple(people), tuple(channels))


def own(env: SimulatedDiscord, guild: GuildHandle, person: int) -> None:
    """Make one of the people the server's owner, in place of the stranger that simcord creates."""
    stored = env.backend.guilds[guild.id]
    del stored.members[stored.owner_id]
    stored.owner_id = person


def keep_threads(env: SimulatedDiscord, world: World, file: Path) -> None:
    """Open the threads of earlier runs again, and store those of this run in a small file beside the games.

    Raises InvalidWorld if the file is about another server: its games would change hands.
    """
    backend = env.backend
    for thread in read_threads(world, file) if file.exists() else ():
        backend.reserve_id(thread["id"])
        made = {"type": thread["type"], "message_id": thread["id"], "broadcast": False}
        opened = backend.create_thread(thread["parent"], thread["name"], backend.bot_user.id, **made)
        for member in thread["members"]:
            backend.add_thread_member(opened.id, member)
        backend.edit_channel(opened.id, {}, thread_metadata=thread["metadata"])

    def store(event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("THREAD_"):
            threads = [written(channel) for channel in backend.channels.values() if channel.is_thread]
            fresh = file.with_name(file.name + ".new")
            fresh.write_text(json.dumps({"ids": world.ids(), "threads": threads}, indent=1), encoding="utf-8")
            fresh.replace(file)

    backend.subscribers.append(store)


def read_threads(world: World, file: Path) -> list[dict[str, Any]]:
    """Return the threads of earlier runs. Raises InvalidWorld."""
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        ids, threads = known["ids"], list(known["threads"])
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidWorld(f"Cannot read {file} ({error}). {ADVICE}") from error
    if ids != world.ids():
        raise InvalidWorld(f"{file} contains other players or channels. {ADVICE}")
    return threads


def written(thread: Channel) -> dict[str, Any]:
    """Return a thread as it is stored."""
    state = thread.thread_metadata
    assert state is not None
    about = {"id": thread.id, "parent": thread.parent_id, "name": thread.name, "type": int(thread.type)}
    metadata = {"archived": state.archived, "locked": state.locked}
    return {**about, "members": sorted(thread.thread_members), "metadata": metadata}
