"""Commands by role: of everyone (``/preferences``, ``/away``, ``/me``), and ``/moderate`` and ``/server``.

Servers can change who may use the last two under Integrations.
"""

from datetime import timedelta
from functools import lru_cache

import discord
from discord import app_commands

from bot.commands.command import (
    COMMAND_TEXTS,
    MAX_CHOICES,
    Choices,
    Command,
    CommandParameter,
    Handler,
    at_seat,
    at_table,
    build_command,
    for_accounts,
    late_players,
    make_command,
    make_group,
    offering,
)
from bot.context import Request
from bot.discord_api.permissions import TO_OPEN_THREADS
from bot.panels import personal, table_acts
from bot.panels.opening import list_at, may_post, spoken_here
from bot.preferences import cities, city
from bot.preferences import offered as preferable
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from rules_service.hours import ZONE
from storage import TableStatus
from wording import languages


@offering
async def offered_cities(request: Request, typed: str) -> Choices:
    """Offer the cities that match."""
    lang, said = request.words.lang, typed.strip().casefold()
    found = sorted((city(zone, lang), zone) for zone in cities())
    fitting = [(name, zone) for name, zone in found if said in name.casefold() or said in zone.casefold()]
    return [app_commands.Choice(name=f"{name} ({zone})"[:100], value=zone) for name, zone in fitting[:MAX_CHOICES]]


@lru_cache(maxsize=1)
def preferences_command() -> Command:
    """Return ``/preferences``, cached for all bots of this process."""

    def choice(value: str, label: str) -> app_commands.Choice[str]:
        spoken = label[0].isdigit() or value in languages()
        return app_commands.Choice(name=label if spoken else app_commands.locale_str(label), value=value)

    texts, parameters = COMMAND_TEXTS["preferences"], []
    for one in preferable():
        choices = [choice(value, label) for value, label in one.words.values.items()]
        parameters.append(CommandParameter(one.option.id, one.words.title, choices=choices))
    for name, about in texts.tagged("option").items():
        parameters.append(CommandParameter(name, about, complete=offered_cities if name == ZONE else None))
    return for_accounts(build_command("preferences", texts.title, personal.save_preferences, parameters))


async def go_away(
    request: Request,
    days: app_commands.Range[int, 1, 30],
    begin: app_commands.Range[int, 0, 30] = 0,
    computer: bool = False,
) -> None:
    """Set the player's time off, from now or from a later day."""
    begins = request.app.clock.now() + timedelta(days=begin)
    ends = begins + timedelta(days=days)
    left = await request.service.people.go_away(request.person, begins, ends, computer=computer)
    w = request.words
    text = w._(TEXTS.you_are_away, begin=discord.utils.format_dt(begins, "D"), end=discord.utils.format_dt(ends, "D"))
    rest = w.ngettext(
        "Tables can wait for you {count} more day this year.",
        "Tables can wait for you {count} more days this year.",
        left.days,
    )
    playing = w._("While you’re away, a steady computer plays for you, a minute after each of your turns begins.")
    await request.say("\n".join([text, *[playing] * computer, rest]))


async def come_back(request: Request) -> None:
    """End the player's time off now."""
    await request.service.people.come_back(request.person)
    await request.say(request.words._("Welcome back."))


def as_moderator(handler: Handler) -> Handler:
    """Refuse a command to moderators who play at the table: they decide as players."""

    async def run(request: Request) -> None:
        info = await request.info()
        if info.seat_of(request.user_id) is not None and info.status == TableStatus.RUNNING:
            raise Refusal(TEXTS.decide_as_player)
        await handler(request)

    return run


async def post_list(request: Request) -> None:
    """Post the list of tables and players looking for a game here, in place of the server's earlier one."""
    guild_id = request.interaction.guild_id
    if not isinstance(request.interaction.channel, discord.TextChannel) or guild_id is None:
        raise Refusal(TEXTS.no_threads)
    may_post(request)
    may_post(request, TO_OPEN_THREADS)
    lists = request.app.storage.matchmaking
    old = await lists.list_of(guild_id)
    await lists.create_list(guild_id, request.interaction.channel.id, spoken_here(request), request.app.clock.now())
    if old is not None:
        await request.app.notifier.lists.take_away(old)
    await request.app.notifier.lists.show()
    await request.say(request.words._(TEXTS.list_posted))


async def remove_list(request: Request) -> None:
    """Remove the list and its entries."""
    row = await list_at(request.app, request.interaction.guild_id or 0)
    await request.app.storage.matchmaking.drop_list(row.guild_id)
    await request.app.notifier.lists.take_away(row)
    await request.say(request.words._(TEXTS.list_gone))


def commands_by_role() -> list[Command | app_commands.Group]:
    """Return the commands of everyone, of moderators, and of server managers.

    Moderators can't see hidden information, move or vote for others.
    """
    away = make_group("away", make_command("away begin", go_away), make_command("away back", come_back))
    own = make_group(
        "me",
        make_command("me export", personal.export),
        make_command("me forget", personal.ask_forget),
        make_command("me block", personal.block),
        make_command("me unblock", personal.show_blocked),
    )
    free = at_seat(as_moderator(table_acts.FREE_AS_MODERATOR))
    moderate = make_group(
        "moderate",
        make_command("moderate sleep", at_table(as_moderator(table_acts.SLEEP_AS_MODERATOR))),
        make_command("moderate close", at_table(as_moderator(table_acts.CLOSE_AS_MODERATOR))),
        make_command("moderate free", free, player=late_players),
    )
    server = make_group("server", make_command("server listing", post_list), make_command("server unlist", remove_list))
    guild_only, permissions = app_commands.guild_only, app_commands.default_permissions
    return [
        *(preferences_command(), away, for_accounts(own)),
        guild_only(permissions(manage_channels=True)(moderate)),
        guild_only(permissions(manage_guild=True)(server)),
    ]
