"""The simulated Discord that the bot runs on at the local table and in the end-to-end tests."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from simcord import Env, interactions
from simcord._clock import Clock as Ticks
from simcord._runtime import _attach_bot
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Interaction, Message
from simcord.builders import GuildHandle, UserHandle

from bot.local_table.mending import mend
from rules_service.clock import Clock

START = 5.0  # seconds that a starting bot is waited for
BUTTON = 2
PRESSED = 3  # the type of an interaction that comes from a button or a select

mend()


class SimulatedClock(Clock):
    """The bot's clock, which shows the time of the simulated Discord."""

    def __init__(self) -> None:
        self.ticks = Ticks()

    def now(self) -> datetime:
        """The simulated moment, aware, in UTC."""
        return self.ticks.now()

    def set(self, moment: datetime) -> None:
        """Let it be this moment. Only before the bot starts: timers count from the start."""
        self.ticks._epoch = moment.astimezone(UTC) - timedelta(seconds=self.ticks.elapsed)


class SimulatedDiscord(Env):
    """simcord's Discord with a clock of ours, and with waits short enough to play on.

    Its first moment is always the same, so whatever is made before the clock is set has the same ids in every run.
    """

    def __init__(
        self, bot: discord.Client, clock: SimulatedClock, *, settle_timeout: float = 30.0, shards: int = 1
    ) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient)
        super().__init__(bot, settle_timeout=settle_timeout, shard_count=shards if sharded else None)
        self.backend.clock = clock.ticks
        self._patience: float | None = None  # while a bot starts: how long to wait for what it does then

    async def start(self, *, patience: float = START) -> None:
        """Start the bot and wait so many seconds for what it does then; what is not done by then goes on by itself."""
        self._patience = patience
        try:
            await super().start()
        finally:
            self._patience = None

    async def _settle_internal(self, *, idle: float = 0.005, **options: Any) -> None:
        # simcord looks at the bot again every 50 ms by default, which every click would pay.
        if self._patience is None:
            await super()._settle_internal(idle=idle, **options)
            return
        # And it gives up a start after 5 s, though on a busy machine the first boards take longer.
        with suppress(TimeoutError):
            await super()._settle_internal(idle=idle, **{**options, "timeout": self._patience})

    async def replace_bot(self, bot: discord.Client) -> None:
        """Put another bot in place of the running one, whose work ends wherever it happens to be."""
        self._begin_operation("replace_bot")
        self._patience = START
        try:
            await self._detach_bot()
            await _attach_bot(self, bot)
        finally:
            self._patience = None
            self._end_operation()

    def press(
        self, who: MemberActor | UserHandle, message: Message, custom_id: str, components: list[Any] | None = None
    ) -> Interaction:
        """Send the bot the press of a button, as Discord does.

        Nothing is waited for; several presses sent one after the other meet in the bot at the same moment. A press
        of a button that has gone meanwhile comes with the components that the message had then.
        """
        guild = getattr(who, "guild", None)
        record, payload = interactions.base_payload(
            self.backend,
            type=PRESSED,
            channel_id=message.channel_id,
            guild_id=guild.id if guild is not None else None,
            user_id=who.id,
            data={"custom_id": custom_id, "component_type": BUTTON},
        )
        payload["message"] = dict(serializers.message_payload(self.backend, message))
        if components is not None:
            payload["message"]["components"] = components
        record.source_message_id = message.id
        self.backend.emit("INTERACTION_CREATE", payload)
        return record


def grant(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot these permissions in the server and no others; simcord gives it nearly all."""
    stored = env.backend.guilds[guild.id]
    for role in stored.members[env.backend.bot_user.id].role_ids:
        if role != guild.id:
            stored.roles[role].permissions = permissions.value
            env.backend.emit(
                "GUILD_ROLE_UPDATE",
                {"guild_id": str(guild.id), "role": dict(serializers.role_payload(stored.roles[role]))},
            )
