"""Commands about a person rather than a table: ``/preferences``, ``/away`` and ``/me``."""

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
    build_command,
    for_accounts,
    make_command,
    make_group,
    offering,
)
from bot.context import Request
from bot.panels import me
from bot.panels.preferences_panel import page_of, remember, show_preferences
from bot.preferences import NOTICES, cities, city
from bot.preferences import offered as preferable
from bot.texts import TEXTS
from rules_service.hours import ZONE
from wording import languages


async def prefer(request: Request, **said: str) -> None:
    """Store what was typed, and show all selects."""
    await remember(request, said)
    # Storing a preference may have changed the language.
    page = page_of(next(iter(said), NOTICES.option.id))
    await show_preferences(request, page, request.words._("I’ll remember that.") if said else "")


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

    fixed = [
        CommandParameter(
            one.option.id,
            one.words.title,
            choices=[choice(value, label) for value, label in one.words.values.items()],
        )
        for one in preferable()
    ]
    texts = COMMAND_TEXTS["preferences"]
    typed = [
        CommandParameter(name, about, complete=offered_cities if name == ZONE else None)
        for name, about in texts.tagged("option").items()
    ]
    return for_accounts(build_command("preferences", texts.title, prefer, [*fixed, *typed]))


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
    text = w._(
        TEXTS.you_are_away,
        begin=discord.utils.format_dt(begins, "D"),
        end=discord.utils.format_dt(ends, "D"),
    )
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


def away_group() -> app_commands.Group:
    """Return ``/away``: no notifications, and turns wait as long as the pace of each table allows."""
    return make_group("away", make_command("away begin", go_away), make_command("away back", come_back))


def me_group() -> app_commands.Group:
    """Return ``/me``: a person's stored data, and the players they have blocked."""
    group = make_group(
        "me",
        make_command("me export", me.export),
        make_command("me forget", me.ask_forget),
        make_command("me block", me.block),
        make_command("me unblock", me.show_blocked),
    )
    return for_accounts(group)
