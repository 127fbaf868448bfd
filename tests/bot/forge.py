"""What no client of Discord sends: presses with ids of one's own making, and commands with values nobody offered."""

from collections.abc import Sequence
from typing import Any

from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from tests.bot.sim import BUTTON, STRING_SELECT, Anybody, Anything, Sim

COMMAND, PRESS = 2, 3  # types of interactions
SUBCOMMAND, STRING, BOOLEAN = 1, 3, 5  # types of options


async def press(
    sim: Sim, who: Anybody, on: Anything, custom_id: str, values: Sequence[str] | None = None
) -> InteractionResult:
    """Press a button with this id, or choose these values in a select, on a message that holds neither."""
    message = sim.stored(on)
    kind = BUTTON if values is None else STRING_SELECT
    item: dict[str, Any] = {"type": kind, "custom_id": custom_id}
    if values is None:
        item |= {"style": 2, "label": "Forged"}
    else:
        item |= {"options": [{"label": "Forged", "value": "forged"}]}
    data = {"custom_id": custom_id, "component_type": kind, **({"values": list(values)} if values is not None else {})}
    payload = dict(serializers.message_payload(sim.env.backend, message))
    payload["components"] = [{"type": 1, "components": [item]}]
    return await send(sim, who, message.channel_id, PRESS, data, message=payload)


async def command(sim: Sim, who: Anybody, channel: int, name: str, **options: str | bool) -> InteractionResult:
    """Send a command with any values: ``command(sim, alice, channel, "table open", game="chess")``."""
    root, *parts = name.split()
    [known] = [command for command in await sim.bot.tree.fetch_commands() if command.name == root]
    given: list[dict[str, Any]] = [
        {"name": key, "type": BOOLEAN if isinstance(value, bool) else STRING, "value": value}
        for key, value in options.items()
    ]
    for part in reversed(parts):
        given = [{"name": part, "type": SUBCOMMAND, "options": given}]
    return await send(sim, who, channel, COMMAND, {"id": str(known.id), "name": root, "type": 1, "options": given})


async def send(sim: Sim, who: Anybody, channel: int, kind: int, data: dict[str, Any], **more: Any) -> InteractionResult:
    """Let the bot have an interaction, and wait for all that comes of it."""
    guild = sim.env.backend.get_channel(channel).guild_id
    sim.env._begin_operation("forge")
    try:
        record, payload = interactions.base_payload(
            sim.env.backend, type=kind, channel_id=channel, guild_id=guild, user_id=who.id, data=data
        )
        payload |= more
        if kind == PRESS:
            record.source_message_id = int(more["message"]["id"])
        sim.env.backend.emit("INTERACTION_CREATE", payload)
        await sim.env._settle_internal()
    finally:
        sim.env._end_operation()
    return InteractionResult(sim.env, record)
