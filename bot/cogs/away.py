"""``/away``: no notifications while a player is away, and their turns wait as long as the pace of each table allows."""

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


class Away(commands.GroupCog, group_name="away", group_description=_(N_("Take time off at all your tables"))):
    """Time off; no reason is asked for or shown, and only the player can set it."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description=_(N_("Take a few days off; your turns wait at every table")))
    @app_commands.describe(
        days=_(N_("For how many days")),
        begin=_(N_("Days until it starts; leave empty to start now")),
        computer=_(N_("Let a computer play for you; otherwise your turns wait")),
    )
    @answering
    async def begin(self, interaction: Interaction, days: Days, begin: Later = 0, computer: bool = False) -> None:
        """Set the player's time off, from now or from a later day."""
        now = self.app.clock.now()
        begins = now + timedelta(days=begin)
        ends = begins + timedelta(days=days)
        left = await self.app.service.go_away(person(interaction), begins, ends, computer=computer)
        w = wording.words(str(interaction.locale))
        text = w._(
            "You’re away from {begin} until {end}. I won’t notify you in that time, and your turns "
            "wait as long as each table’s pace allows. `/away back` ends it; you can still move "
            "whenever you like.",
            begin=discord.utils.format_dt(begins, "D"),
            end=discord.utils.format_dt(ends, "D"),
        )
        rest = w.ngettext(
            "Tables can wait for you {count} more day this year.",
            "Tables can wait for you {count} more days this year.",
            left.days,
        )
        playing = w._("While you’re away, a steady computer plays for you, a minute after each of your turns begins.")
        await say(interaction, "\n".join([text, *[playing] * computer, rest]))

    @app_commands.command(description=_(N_("Come back early, or cancel your time off")))
    @answering
    async def back(self, interaction: Interaction) -> None:
        """End the player's time off now."""
        await self.app.service.come_back(person(interaction))
        await say(interaction, wording.words(str(interaction.locale))._("Welcome back."))
