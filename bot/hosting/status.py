"""Answers to ``/admin``: registering the commands, and the bot's status and health."""

from itertools import islice

from bot.context import Request
from bot.discord_api.permissions import register_commands
from bot.hosting.health import health_report

MAX_LISTED = 8


async def sync_commands(request: Request) -> None:
    """Register the commands with Discord, and tell the host how many there are."""
    count = await register_commands(request.app.client)
    known = request.words.ngettext(
        "{count} command is registered with Discord.", "{count} commands are registered with Discord.", count
    )
    await request.say(known)


async def show_health(request: Request) -> None:
    """Show the health of the process and the database, and which tables have pending posts and why."""
    await request.say("\n".join([await health_report(request.app, request.words), *troubled_tables(request)]))


def troubled_tables(request: Request) -> list[str]:
    """Return a line for each table whose channel can't be updated, with the reason.

    If there are too many, the last line gives the number of the others.
    """
    w, troubles = request.words, request.app.announcer.troubles
    shown = islice(troubles.items(), MAX_LISTED)
    lines = [w._("Table {table}: {why}", table=table, why=trouble.text(w)) for table, trouble in shown]
    if (more := len(troubles) - MAX_LISTED) > 0:
        lines.append(w.ngettext("{count} more is not shown.", "{count} more are not shown.", more))
    return lines
