"""Personal commands: ``/preferences``, ``/away`` and ``/me``."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.cogs.answering import answer
from bot.cogs.building import Command, CommandParameter, build_command
from bot.context import Bot, Interaction, Request
from bot.panels import personal
from bot.preferences import city_name, city_zones, offered_preferences
from bot.typed.choices import MAX_CHOICES, Choices, offering
from rules.errors import N_
from rules_service.hours import QUIET_DAYS_KEY, QUIET_KEY, ZONE_KEY
from wording.text_limits import MAX_ENTRY, shortened


@offering
async def offered_cities(request: Request, typed: str) -> Choices:
    """Offer the cities that match the typed text."""
    lang, said = request.words.lang, typed.strip().casefold()
    found = sorted((city_name(zone, lang), zone) for zone in city_zones())
    fitting = [(name, zone) for name, zone in found if said in name.casefold() or said in zone.casefold()]
    return [
        app_commands.Choice(name=shortened(f"{name} ({zone})", MAX_ENTRY), value=zone)
        for name, zone in fitting[:MAX_CHOICES]
    ]


async def save_preferences(interaction: Interaction, **typed: str) -> None:
    """Store the typed preferences and show the page of the first one."""
    await answer(interaction, personal.save_preferences, typed)


def preferences_command() -> Command:
    """Return ``/preferences``, with a parameter for each preference: some offer choices, the others take typed text."""
    parameters = []
    for one in offered_preferences():
        choices = [app_commands.Choice(name=label, value=value) for value, label in one.words.values.items()]
        parameters.append(CommandParameter(one.option.id, one.words.title, choices=choices))
    parameters += [
        CommandParameter(ZONE_KEY, N_("Your time zone: type the name of a city"), complete=offered_cities),
        CommandParameter(QUIET_KEY, N_("Your quiet hours, for example 22-8, or none")),
        CommandParameter(QUIET_DAYS_KEY, N_("Your quiet days, for example sat sun, or none")),
    ]
    command = build_command("preferences", N_("Your personal settings"), save_preferences, parameters)
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    return command


class Preferences(commands.Cog):
    """The cog of ``/preferences``."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Add the command."""
        self.bot.tree.add_command(preferences_command())

    async def cog_unload(self) -> None:
        """Remove the command."""
        self.bot.tree.remove_command("preferences")


class Away(commands.GroupCog, group_name="away", group_description=locale_str("Take time off at all your tables")):
    """Commands to take time off and to come back."""

    @app_commands.command(description=locale_str("Take a few days off; your turns wait at every table"))
    @app_commands.describe(
        days=locale_str("For how many days"),
        begin=locale_str("Days until it starts; leave empty to start now"),
        computer=locale_str("Let a computer play for you; otherwise your turns wait"),
    )
    async def begin(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, 30],
        begin: app_commands.Range[int, 0, 30] = 0,
        computer: bool = False,
    ) -> None:
        await answer(interaction, personal.go_away, days, begin, computer)

    @app_commands.command(description=locale_str("Come back early, or cancel your time off"))
    async def back(self, interaction: Interaction) -> None:
        await answer(interaction, personal.come_back)


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class Me(
    commands.GroupCog,
    group_name="me",
    group_description=locale_str("Your data, and the players you have blocked"),
):
    """Commands about a person's stored data and blocked players."""

    @app_commands.command(description=locale_str("Get a file with everything that is stored about you"))
    async def export(self, interaction: Interaction) -> None:
        await answer(interaction, personal.export)

    @app_commands.command(description=locale_str("Delete everything stored about you, after a delay of one day"))
    async def forget(self, interaction: Interaction) -> None:
        await answer(interaction, personal.ask_forget)

    @app_commands.command(description=locale_str("Block a player (who isn’t notified), or unblock one"))
    @app_commands.describe(person=locale_str("The player you want to block; leave empty to see who you’ve blocked"))
    async def block(self, interaction: Interaction, person: discord.User | None = None) -> None:
        await answer(interaction, personal.block, person)


async def setup(bot: Bot) -> None:
    """Add the cogs. discord.py calls this when it loads the module."""
    for cog in (Preferences(bot), Away(), Me()):
        await bot.add_cog(cog)
