"""Track unread pings, as the simulated Discord has no notifications of its own."""

from typing import Any

from simcord import Env

from local_table.world import World


class Pings:
    """How far each person has read in each channel."""

    def __init__(self, env: Env, world: World) -> None:
        self.env = env
        self.names = {person.id: person.name.capitalize() for person in world.people}
        self._read: dict[tuple[int, int], int] = {}

    def read(self, seat: int, channel: int) -> None:
        """Mark the channel as read by the person."""
        self._read[seat, channel] = max(self.env.backend.messages.get(channel, {}), default=0)

    def unread(self, seat: int, channel: int) -> list[int]:
        """Return the unread messages that pinged the person; in DMs every message does."""
        direct = self.env.backend.dm_channels.get(seat) == channel
        return [
            message.id
            for message in self._news(seat, channel)
            if seat in message.ping_user_ids or (direct and not message.is_ephemeral)
        ]

    def fresh(self, seat: int, channel: int) -> bool:
        """Return whether the channel has anything unread for the person."""
        return any(not message.is_ephemeral for message in self._news(seat, channel))

    def waiting(self, seat: int) -> int:
        """Return the number of the person's unread pings in all channels."""
        return sum(len(self.unread(seat, channel)) for channel in self.env.backend.messages)

    def where(self, seat: int) -> int | None:
        """Return the channel of the person's latest unread ping, or None."""
        waiting = [
            (max(unread), channel) for channel in self.env.backend.messages if (unread := self.unread(seat, channel))
        ]
        return max(waiting)[1] if waiting else None

    def in_channel(self, channel: int, viewer: int) -> dict[str, list[str]]:
        """Return who was really pinged, by message, for the messages that this person can see."""
        return {
            str(message.id): [self.names[user] for user in message.ping_user_ids if user in self.names]
            for message in self.env.backend.messages.get(channel, {}).values()
            if message.ping_user_ids and message.visible_to(viewer)
        }

    def _news(self, seat: int, channel: int) -> list[Any]:
        backend = self.env.backend
        known = backend.channels.get(channel)
        if known is None or (known.guild_id is None and backend.dm_channels.get(seat) != channel):
            return []
        since = self._read.get((seat, channel), 0)
        return [
            message
            for message in backend.messages[channel].values()
            if message.id > since and message.author_id != seat and message.visible_to(seat)
        ]
