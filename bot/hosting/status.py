"""What the bot's host asks of it with ``/admin``: to register its commands, and how it is doing."""

from itertools import islice

from bot.context import Request
from bot.discord_api.permissions import register_commands
from bot.hosting.health import health_report

MAX_LISTED = 8


async def sync_commands(request: Request) -> None:
    """Register the commands with Discord."""
    count = await register_commands(request.app.client)
    known = request.words.ngettext(
        "{count} command is registered with Discord.", "{count} commands are registered with Discord.", count
    )
    await request.say(known)


async def show_status(request: Request) -> None:
    """Show how many tables are open, and which have posts pending and why."""
    w = request.words
    troubles = request.app.announcer.troubles
    count = len(await request.app.storage.tables.open_ids())
    lines = [w.ngettext("{count} table is open.", "{count} tables are open.", count)]
    shown = islice(troubles.items(), MAX_LISTED)
    lines += [w._("Table {table}: {why}", table=table, why=trouble.text(w)) for table, trouble in shown]
    if (more := len(troubles) - MAX_LISTED) > 0:
        lines.append(w.ngettext("{count} more is not shown.", "{count} more are not shown.", more))
    await request.say("\n".join(lines))


async def show_health(request: Request) -> None:
    """Show the health of the process and the database in a few lines."""
    await request.say(await health_report(request.app, request.words))
