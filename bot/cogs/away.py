"""``/away``: no notifications while a player is away, and their turns wait as long as the pace of each table allows."""

from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot.context import Request, answering
from rules.errors import N_

_ = app_commands.locale_str
Days = app_commands.Range[int, 1, 30]
Later = app_commands.Range[int, 0, 30]


class Away(commands.GroupCog, group_name="away", group_description=_(N_("Take time off at all your tables"))):
    """Time off; no reason is asked for or shown, and only the player can set it."""

    @app_commands.command(description=_(N_("Take a few days off; your turns wait at every table")))
    @app_commands.describe(
        days=_(N_("For how many days")),
        begin=_(N_("Days until it starts; leave empty to start now")),
        computer=_(N_("Let a computer play for you; otherwise your turns wait")),
    )
    @answering
    async def begin(self, request: Request, days: Days, begin: Later = 0, computer: bool = False) -> None:
        """Set the player's time off, from now or from a later day."""
        now = request.app.clock.now()
        begins = now + timedelta(days=begin)
        ends = begins + timedelta(days=days)
        left = await request.service.go_away(request.person, begins, ends, computer=computer)
        w = request.words
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
        await request.say("\n".join([text, *[playing] * computer, rest]))

    @app_commands.command(description=_(N_("Come back early, or cancel your time off")))
    @answering
    async def back(self, request: Request) -> None:
        """End the player's time off now."""
        await request.service.come_back(request.person)
        await request.say(request.words._("Welcome back."))
