"""Keep a session of many hours small and its channels readable."""

from datetime import datetime, timedelta
from typing import Any

from simcord import Env

from local_table.simulation import SimulatedDiscord

MAX_VISIBLE_ANSWERS = 3  # Of a person, in a channel.
MAX_TRANSCRIPT_LINES = 500
MAX_MESSAGES_PER_CHANNEL = 300
TOKEN_LIFETIME = timedelta(minutes=16)


def hide(message: Any) -> None:
    """Hide an ephemeral answer, as "Dismiss message" does; the bot may still edit it."""
    message.visible_to = lambda viewer: False


def hide_old_answers(env: Env, channel: int, viewer: int) -> None:
    """Hide this person's ephemeral answers in the channel except the latest few, ordered by their last edit."""
    answers = [
        message
        for message in env.backend.messages.get(channel, {}).values()
        if message.is_ephemeral and message.visible_to(viewer)
    ]
    answers.sort(key=lambda message: (message.edited_timestamp or message.timestamp, message.id))
    for message in answers[:-MAX_VISIBLE_ANSWERS]:
        hide(message)


def trim(env: SimulatedDiscord) -> int:
    """Delete data that is not needed any more.

    Returns:
        How many lines of the transcript were deleted, for callers that count its length.
    """
    backend = env.backend
    for messages in backend.messages.values():
        for old in sorted(messages)[:-MAX_MESSAGES_PER_CHANNEL]:
            del messages[old]
    _forget_pictures(env)
    now = backend.clock.now()
    for number, interaction in list(backend.interactions.items()):
        if interaction.expires_at is not None and datetime.fromisoformat(interaction.expires_at) + TOKEN_LIFETIME < now:
            del backend.interactions[number]
            backend.interaction_tokens.pop(interaction.token, None)
    del backend.http_requests[:-MAX_TRANSCRIPT_LINES]
    gone = max(0, len(backend.transcript) - MAX_TRANSCRIPT_LINES)
    del backend.transcript[:gone]
    return gone


def _forget_pictures(env: SimulatedDiscord) -> None:
    used = {
        attachment["url"]
        for messages in env.backend.messages.values()
        for message in messages.values()
        for attachment in message.attachments
    }
    env.forget_files(used)
