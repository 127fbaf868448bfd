"""The server of the simulated Discord, with the same few channels and people in every run, and its upkeep.

Games are kept between runs and refer to people and channels by id, so the ids must not change. Threads of earlier runs
are reopened with their old ids, and their tables are posted. Old data is trimmed so that long sessions stay small.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
from simcord import Env
from simcord.actors import MemberActor
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle, GuildHandle

from local_table.simulation import SimulatedDiscord, grant_permissions

log = logging.getLogger(__name__)
SERVER = "The Plague House"
BOT = "Miasma"
ADVICE = "Move it away together with the database beside it."
PEOPLE = ("Alice", "Bob", "Carol", "Dora")
CHANNELS = {"table": "One table per channel, more in threads.", "second-table": "", "chatter": ""}
MAX_VISIBLE_ANSWERS = 3  # The ephemeral answers that a person keeps in a channel.
MAX_TRANSCRIPT_LINES = 500
MAX_MESSAGES_PER_CHANNEL = 300
TOKEN_LIFETIME = timedelta(minutes=16)


class InvalidWorld(Exception):
    """The file with the threads of earlier runs belongs to another server, or is not valid."""


@dataclass(frozen=True)
class World:
    """The server with its people and its channels."""

    guild: GuildHandle
    people: tuple[MemberActor, ...]
    channels: tuple[ChannelHandle, ...]

    def ids(self) -> dict[str, int]:
        """Return the ids of the server, people and channels by name."""
        named: list[GuildHandle | MemberActor | ChannelHandle] = [self.guild, *self.people, *self.channels]
        return {str(handle.name): handle.id for handle in named}


def build_world(env: SimulatedDiscord, permissions: discord.Permissions) -> World:
    """Create the server. Call this before the bot starts and the clock is set, so that every run has the same ids."""
    env.backend.bot_user.name = BOT
    guild = env.create_guild(SERVER)
    people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE]
    channels = [guild.create_text_channel(name, topic=topic or None) for name, topic in CHANNELS.items()]
    for person in people:
        env.backend.get_dm_channel(person.id)
    grant_permissions(env, guild, permissions)
    return World(guild, tuple(people), tuple(channels))


def make_owner(env: SimulatedDiscord, guild: GuildHandle, person: int) -> None:
    """Make one of the people the server's owner instead of the stranger that simcord creates.

    Tests leave the server to that stranger, because an owner may use every command.
    """
    stored = env.backend.guilds[guild.id]
    del stored.members[stored.owner_id]
    stored.owner_id = person


def keep_threads(env: SimulatedDiscord, world: World, file: Path) -> None:
    """Reopen the threads of earlier runs, and store those of this run in a small file beside the games.

    Raise InvalidWorld if the file isn't valid, or is about another server, because its games would change hands.
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
    """Return the threads of earlier runs. Raise InvalidWorld if the file is not valid or about another server."""
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        ids, threads = known["ids"], list(known["threads"])
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidWorld(f"Cannot read {file} ({error}). {ADVICE}") from error
    if ids != world.ids():
        raise InvalidWorld(f"{file} contains other players or channels. {ADVICE}")
    return threads


def written(thread: Channel) -> dict[str, Any]:
    """Return the data about a thread that the file stores, as plain values."""
    state = thread.thread_metadata
    assert state is not None
    about = {"id": thread.id, "parent": thread.parent_id, "name": thread.name, "type": int(thread.type)}
    metadata = {"archived": state.archived, "locked": state.locked}
    return {**about, "members": sorted(thread.thread_members), "metadata": metadata}


def hide_message(message: Any) -> None:
    """Hide an ephemeral answer, as "Dismiss message" does; the bot may still edit it."""
    message.visible_to = lambda viewer: False


def hide_old_answers(env: Env, channel: int, viewer: int) -> None:
    """Hide this person's ephemeral answers in the channel, except those few that were sent or edited last."""
    messages = env.backend.messages.get(channel, {}).values()
    answers = [message for message in messages if message.is_ephemeral and message.visible_to(viewer)]
    answers.sort(key=lambda message: (message.edited_timestamp or message.timestamp, message.id))
    for message in answers[:-MAX_VISIBLE_ANSWERS]:
        hide_message(message)


def trim_data(env: SimulatedDiscord, most: int = MAX_MESSAGES_PER_CHANNEL) -> int:
    """Delete data that is no longer needed. Return how many lines of the transcript were deleted.

    ``most``: the number of messages to keep in a channel.
    """
    backend = env.backend
    for messages in backend.messages.values():
        for old in sorted(messages)[:-most]:
            del messages[old]
    kept = [message for messages in backend.messages.values() for message in messages.values()]
    env.forget_files({attachment["url"] for message in kept for attachment in message.attachments})
    now = backend.clock.now()
    for number, interaction in list(backend.interactions.items()):
        if interaction.expires_at is not None and datetime.fromisoformat(interaction.expires_at) + TOKEN_LIFETIME < now:
            del backend.interactions[number]
            backend.interaction_tokens.pop(interaction.token, None)
    del backend.http_requests[:-MAX_TRANSCRIPT_LINES]
    gone = max(0, len(backend.transcript) - MAX_TRANSCRIPT_LINES)
    del backend.transcript[:gone]
    return gone


class Reposter:
    """Posts the tables of the last run while people already use the page. Presses are handled between two posts."""

    def __init__(self, env: SimulatedDiscord, turn: asyncio.Lock) -> None:
        self.env, self.turn = env, turn
        self.tables: list[int] = []  # The tables that have to be posted.
        self._posted = 0

    def progress(self) -> str:
        """Return the progress as a sentence for the page, or "" when all tables are posted."""
        if self._posted == len(self.tables):
            return ""
        return f"{self._posted} of {len(self.tables)} tables from the last run posted."

    async def run(self) -> None:
        """Post all tables, no matter how long each takes."""
        if not self.tables:
            return
        await self._quiet()
        for table_id in self.tables:
            async with self.turn:
                try:
                    with self.env.as_bot():
                        bot: Any = self.env.bot
                        await bot.appear(table_id)
                except Exception as error:
                    log.error(
                        "Could not post table %s: %s. Use `/table show` to try again.", table_id, type(error).__name__
                    )
            self._posted += 1
        log.info("posted %s tables from the last run", self._posted)

    async def _quiet(self) -> None:
        """Wait for the bot's own work after its start, which may include posting."""
        while True:
            async with self.turn:
                try:
                    await self.env.settle()
                except TimeoutError:
                    log.info("The simulated Discord is still waiting for the bot; it is busy.")
                    continue
            return
