"""Who was pinged and has not looked yet: the simulated Discord has no notifications of its own."""

from typing import Any

from simcord import Env

from bot.local_table.world import World


class Pings:
    """Per person and channel, how far they have read."""

    def __init__(self, env: Env, world: World) -> None:
        self.env = env
        self.names = {person.id: person.name.capitalize() for person in world.people}
        self._read: dict[tuple[int, int], int] = {}

    def read(self, seat: int, channel: int) -> None:
        """The person looks at the channel now."""
        self._read[seat, channel] = max(self.env.backend.messages.get(channel, {}), default=0)

    def unread(self, seat: int, channel: int) -> list[int]:
        """The unread messages that pinged the person; in direct messages every one does."""
        direct = self.env.backend.dm_channels.get(seat) == channel
        return [
            message.id
            for message in self._news(seat, channel)
            if seat in message.ping_user_ids or (direct and not message.is_ephemeral)
        ]

    def fresh(self, seat: int, channel: int) -> bool:
        """Whether there is anything unread for the person in the channel."""
        return any(not message.is_ephemeral for message in self._news(seat, channel))

    def waiting(self, seat: int) -> int:
        """How many unread pings the person has anywhere."""
        return sum(len(self.unread(seat, channel)) for channel in self.env.backend.messages)

    def where(self, seat: int) -> int | None:
        """The channel of the person's latest unread ping, or None."""
        waiting = [
            (max(unread), channel) for channel in self.env.backend.messages if (unread := self.unread(seat, channel))
        ]
        return max(waiting)[1] if waiting else None

    def in_channel(self, channel: int, viewer: int) -> dict[str, list[str]]:
        """Message -> the names of those whom it really pinged, as far as this person sees the message."""
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
