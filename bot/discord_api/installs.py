"""Adding the bot to servers and accounts: the links, and the registration of its commands."""

import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_api.permissions import NEEDED

log = logging.getLogger(__name__)

NO_ACCOUNTS = (
    "people can't add the bot to their account: enable User Install in the developer portal, Installation page"
)


def server_link(application: int) -> str:
    """Return the link with which a host adds the bot to a server."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands"))


def account_link(application: int) -> str:
    """Return the link with which people add the bot to their account."""
    return discord.utils.oauth_url(application, scopes=("applications.commands",)) + "&integration_type=1"


def allows_accounts(about: discord.AppInfo) -> bool:
    """Return whether the host lets people add the bot to their account, as far as Discord says."""
    return about.guild_integration_config is None or about.user_integration_config is not None


async def register_commands(client: commands.AutoShardedBot) -> int:
    """Register all commands with Discord, for servers only if the host has disabled user installs.

    Return how many there are. Discord might refuse all of them for one that can't be installed.
    """
    personal = [one for one in client.tree.get_commands() if one.allowed_installs and one.allowed_installs.user]
    allowed = allows_accounts(await client.application_info())
    if not allowed:
        log.warning(NO_ACCOUNTS)
    try:
        for command in personal:
            command.allowed_installs = app_commands.AppInstallationType(guild=True, user=allowed)
        return len(await client.tree.sync())
    finally:
        for command in personal:
            command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
