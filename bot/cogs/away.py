"""``/away``: whoever is away is not written to, and no table waits for them meanwhile, as long as the pace allows."""

from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

import wording
from bot.context import App
from bot.panels.lobby import person
from bot.ui import Interaction
from bot.ui.reply import answering, say
from rules.errors import N_

_ = app_commands.locale_str
Days = app_commands.Range[int, 1, 30]
Later = app_commands.Range[int, 0, 30]


class Away(commands.GroupCog, group_name="away", group_description=_(N_("Be away: at all your tables"))):
    """No reason is asked or shown, and nobody but oneself sets it."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description=_(N_("Be away for some days; nobody is waited for meanwhile")))
    @app_commands.describe(
        days=_(N_("For how many days")),
        begin=_(N_("In how many days it begins; else now")),
        computer=_(N_("Whether a computer may play for you meanwhile; else your turns wait")),
    )
    @answering
    async def begin(self, interaction: Interaction, days: Days, begin: Later = 0, computer: bool = False) -> None:
        """From now on, or from a later day."""
        now = self.app.clock.now()
        begins = now + timedelta(days=begin)
        ends = begins + timedelta(days=days)
        left = await self.app.service.go_away(person(interaction), begins, ends, computer=computer)
        w = wording.words(str(interaction.locale))
        text = w._(
            "You are away from {begin} until {end}. Nothing of mine reaches you then, and your turns wait as long as"
            " each table's pace allows. `/away back` ends it; moves you make meanwhile are welcome.",
            begin=discord.utils.format_dt(begins, "D"),
            end=discord.utils.format_dt(ends, "D"),
        )
        rest = w.ngettext(
            "Tables can wait so for {count} more day in this year.",
            "Tables can wait so for {count} more days in this year.",
            left.days,
        )
        playing = w._("A computer plays for you meanwhile, at a middling level, a minute after each turn has begun.")
        await say(interaction, "\n".join([text, *[playing] * computer, rest]))

    @app_commands.command(description=_(N_("You are back, or do not go after all")))
    @answering
    async def back(self, interaction: Interaction) -> None:
        """It ends now."""
        await self.app.service.come_back(person(interaction))
        await say(interaction, wording.words(str(interaction.locale))._("Welcome back."))
