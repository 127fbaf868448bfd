"""Requests that no Discord client sends: presses with made-up ids, and commands with values that were not offered."""

from collections.abc import Sequence
from typing import Any

from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from tests.bot.sim import BUTTON, STRING_SELECT, Anybody, Anything, Sim

COMMAND, PRESS = 2, 3  # interaction types
SUBCOMMAND, STRING, BOOLEAN = 1, 3, 5  # option types


async def press(
    sim: Sim, who: Anybody, on: Anything, custom_id: str, values: Sequence[str] | None = None
) -> InteractionResult:
    """Press a button with this id, or choose these values in a select, on a message that has neither."""
    [result] = await presses(sim, who, on, [custom_id], values)
    return result


async def presses(
    sim: Sim, who: Anybody, on: Anything, ids: Sequence[str], values: Sequence[str] | None = None, **more: Any
) -> list[InteractionResult]:
    """Press buttons with made-up ids at once, or selects if there are values. ``more``: extra interaction data."""
    message = sim.stored(on)
    kind = BUTTON if values is None else STRING_SELECT
    form = {"style": 2, "label": "Forged"} if values is None else {"options": [{"label": "Forged", "value": "forged"}]}
    chosen = {} if values is None else {"values": list(values)}
    sent = []
    for custom_id in ids:
        payload = dict(serializers.message_payload(sim.env.backend, message))
        payload["components"] = [{"type": 1, "components": [{"type": kind, "custom_id": custom_id, **form}]}]
        data = {"custom_id": custom_id, "component_type": kind, **chosen, **more}
        sent.append((data, {"message": payload}))
    return await send(sim, who, message.channel_id, PRESS, *sent)


async def command(sim: Sim, who: Anybody, channel: int, name: str, **options: str | bool) -> InteractionResult:
    """Send a command with any values: ``command(sim, alice, channel, "table open", game="chess")``."""
    root, *parts = name.split()
    [known] = [command for (known_as, _), command in sim.env.backend.commands[None].items() if known_as == root]
    given: list[dict[str, Any]] = [
        {"name": key, "type": BOOLEAN if isinstance(value, bool) else STRING, "value": value}
        for key, value in options.items()
    ]
    for part in reversed(parts):
        given = [{"name": part, "type": SUBCOMMAND, "options": given}]
    sent = {"id": known["id"], "name": root, "type": 1, "options": given}
    [result] = await send(sim, who, channel, COMMAND, (sent, {}))
    return result


async def send(
    sim: Sim, who: Anybody, channel: int, kind: int, *sent: tuple[dict[str, Any], dict[str, Any]]
) -> list[InteractionResult]:
    """Send the bot interactions, each with its data and extra fields, and wait until it has handled all of them."""
    guild = sim.env.backend.get_channel(channel).guild_id
    records = []
    sim.env._begin_operation("forge")
    try:
        for data, more in sent:
            record, payload = interactions.base_payload(
                sim.env.backend, type=kind, channel_id=channel, guild_id=guild, user_id=who.id, data=data
            )
            payload |= more
            if kind == PRESS:
                record.source_message_id = int(more["message"]["id"])
            sim.env.backend.emit("INTERACTION_CREATE", payload)
            records.append(record)
        await sim.env._settle_internal()
    finally:
        sim.env._end_operation()
    return [InteractionResult(sim.env, record) for record in records]
