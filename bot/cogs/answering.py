"""Answer commands with the handlers that buttons use, passing them the values that the person typed."""

from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec

from bot.context import Interaction, Request
from bot.handling import handle
from bot.typed.tables import named_table, table_here

Values = ParamSpec("Values")
Handler = Callable[Concatenate[Request, Values], Awaitable[None]]


async def answer(
    interaction: Interaction, handler: Handler[Values], *values: Values.args, **named: Values.kwargs
) -> None:
    """Answer a command with the handler's response."""
    await handle(interaction, lambda: handler(Request(interaction), *values, **named), new_message=True)


async def answer_here(
    interaction: Interaction, handler: Handler[Values], *values: Values.args, **named: Values.kwargs
) -> None:
    """Answer a command about the channel's table with the handler's response."""

    async def work() -> None:
        request = Request(interaction)
        await handler(request.about(await table_here(request)), *values, **named)

    await handle(interaction, work, new_message=True)


async def answer_at(
    interaction: Interaction,
    table: int | None,
    handler: Handler[Values],
    *values: Values.args,
    **named: Values.kwargs,
) -> None:
    """Answer a command about the typed table or, if none was typed, the channel's table or the person's only one."""

    async def work() -> None:
        request = Request(interaction)
        await handler(request.about(await named_table(request, table)), *values, **named)

    await handle(interaction, work, new_message=True)
