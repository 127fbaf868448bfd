"""Post the tables of earlier runs in the empty server; keep a long session small and its channels readable."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

from simcord import Env

from local_table.simulation import SimulatedDiscord

log = logging.getLogger(__name__)

MAX_VISIBLE_ANSWERS = 3  # Of a person, in a channel.
MAX_TRANSCRIPT_LINES = 500
MAX_MESSAGES_PER_CHANNEL = 300
TOKEN_LIFETIME = timedelta(minutes=16)


def hide(message: Any) -> None:
    """Hide an ephemeral answer, as "Dismiss message" does; the bot may still edit it."""
    message.visible_to = lambda viewer: False


def hide_old_answers(env: Env, channel: int, viewer: int) -> None:
    """Hide this person's ephemeral answers in the channel except the latest few, ordered by their last edit."""
    messages = env.backend.messages.get(channel, {}).values()
    answers = [message for message in messages if message.is_ephemeral and message.visible_to(viewer)]
    answers.sort(key=lambda message: (message.edited_timestamp or message.timestamp, message.id))
    for message in answers[:-MAX_VISIBLE_ANSWERS]:
        hide(message)


def trim(env: SimulatedDiscord) -> int:
    """Delete data that is not needed any more. Return how many lines of the transcript were deleted."""
    backend = env.backend
    for messages in backend.messages.values():
        for old in sorted(messages)[:-MAX_MESSAGES_PER_CHANNEL]:
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
    """Posts the tables while people already use the page: presses are handled between two posts."""

    def __init__(self, env: SimulatedDiscord, turn: asyncio.Lock) -> None:
        self.env = env
        self.turn = turn
        self.done = asyncio.Event()
        self._tables: list[int] = []
        self._posted = 0

    def progress(self) -> str:
        """Return the progress as a sentence for the page; "" when all tables are posted."""
        if self.done.is_set() or not self._tables:
            return ""
        return f"{self._posted} of {len(self._tables)} tables from the last run posted."

    async def prepare(self) -> None:
        """Find out what to post, before the bot starts."""
        bot: Any = self.env.bot
        if hasattr(bot, "fresh_channels"):  # Bots without games, as in tests, have none.
            self._tables = await bot.fresh_channels()

    async def run(self) -> None:
        """Post all tables, however long each takes."""
        if self._tables:
            await self._quiet()
        for table_id in self._tables:
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
        if self._tables:
            log.info("posted %s tables from the last run", len(self._tables))
        self.done.set()

    async def _quiet(self) -> None:
        """Wait for what the bot does on its own when it starts, which may include posting."""
        while True:
            async with self.turn:
                try:
                    await self.env.settle()
                except TimeoutError:
                    log.info("The simulated Discord is still waiting for the bot; it is busy.")
                    continue
            return
