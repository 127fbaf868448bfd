"""The bot's permissions and invite links, the registration of its commands, and the methods that Discord accepts."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import discord
from discord import app_commands
from discord.ext import commands

from bot.version import VERSION as MIASMA
from rules.errors import P_
from storage import Storage

log = logging.getLogger(__name__)

# What was found out is discarded after an update of the bot or of discord.py, which may work differently.
VERSION = f"miasma {MIASMA}, discord.py {discord.__version__}"
NO_ACCOUNTS = (
    "people can't add the bot to their account: enable User Install in the developer portal, Installation page"
)
ATTACH_FILES = P_("permission", "Attach Files")
# The permissions that the bot asks for, and nothing more. Read Message History lets the bot find its own posts after an
# interruption, so that none is made twice. Everything else is what a board game needs: to see the channel, post there
# and in threads, attach a picture, open a thread. The values are their spelling in Discord's settings.
PERMISSION_NAMES = {
    "read_messages": P_("permission", "View Channel"),
    "send_messages": P_("permission", "Send Messages"),
    "send_messages_in_threads": P_("permission", "Send Messages in Threads"),
    "attach_files": ATTACH_FILES,
    "read_message_history": P_("permission", "Read Message History"),
    "create_public_threads": P_("permission", "Create Public Threads"),
}
NEEDED_PERMISSIONS = discord.Permissions()
NEEDED_PERMISSIONS.update(**dict.fromkeys(PERMISSION_NAMES, True))

TO_SEE = discord.Permissions(view_channel=True)
TO_READ = discord.Permissions(view_channel=True, read_message_history=True)
TO_POST = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
TO_OPEN_THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
TO_POST_IN_THREAD = discord.Permissions(view_channel=True, send_messages_in_threads=True, attach_files=True)


def missing_permissions(
    channel: object, needed: discord.Permissions | None = None, has: discord.Permissions | None = None
) -> list[str]:
    """Return the permissions that the bot is known to lack in the channel, as texts of the catalogue.

    ``needed``: by default, the permissions for posting. ``has``: the bot's permissions, best taken from a command or
    press there; by default they are computed from the known roles. That is impossible in a DM or an unknown channel, so
    none are returned: Discord refuses whatever isn't allowed there.
    """
    if needed is None:
        needed = TO_POST_IN_THREAD if isinstance(channel, discord.Thread) else TO_POST
    if has is None:
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return []
        if isinstance(channel, discord.Thread) and channel.parent is None:
            return []
        has = channel.permissions_for(channel.guild.me)
    if has.is_superset(needed):
        return []
    return [PERMISSION_NAMES[name] for name, wanted in needed if wanted and not getattr(has, name)]


# What the bot does where Discord refuses one of these methods.
FALLBACKS = {
    "pictures_in_edits": "boards are posted anew, because Discord refuses new pictures in edits",
    "pictures_stay": "posts are fetched before each edit, because Discord drops pictures that an edit names",
}


@dataclass
class Capabilities:
    """The methods that Discord accepts, for cases in which its documentation leaves that open.

    A method that is refused during play is tried again within a minute. Such refusals are not stored, because they may
    have been about one message only. The findings of ``/admin selftest`` are stored, and apply until the bot or
    discord.py is updated.
    """

    pictures_in_edits: bool = True  # An existing message or answer may be edited to show new pictures.
    pictures_stay: bool = True  # An edit that names the pictures of a message keeps them.
    emoji_fetched: bool = field(default=True, compare=False)  # Discord said which emoji the application has.
    _found: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)  # found by the self-test

    async def recall(self, storage: Storage) -> bool:
        """Load the stored findings for these versions of the bot and discord.py. Return whether there are any."""
        known = await storage.capabilities.known(VERSION)
        self._found = {name: known[name] for name in FALLBACKS if name in known}
        vars(self).update(self._found)
        return bool(known)

    def heal(self) -> None:
        """Re-enable methods refused during play, so that they are tried again. The self-test's findings stay."""
        vars(self).update({name: self._found.get(name, True) for name in FALLBACKS})

    def fallbacks(self) -> list[str]:
        """Return the fallbacks in use: for methods that Discord refuses, and for emoji that were not fetched."""
        found = [text for name, text in FALLBACKS.items() if not getattr(self, name)]
        return found if self.emoji_fetched else [*found, "buttons have standard signs: the emoji were not fetched"]

    async def learn(self, storage: Storage, found: Mapping[str, bool], now: datetime) -> None:
        """Apply these findings of the self-test from now on, and store them."""
        self._found |= found
        vars(self).update(found)
        await storage.capabilities.learn(VERSION, found, now)


def server_link(application: int) -> str:
    """Return the link for adding the bot to a server."""
    return discord.utils.oauth_url(application, permissions=NEEDED_PERMISSIONS, scopes=("bot", "applications.commands"))


def account_link(application: int) -> str:
    """Return the link for adding the bot to a person's account."""
    return discord.utils.oauth_url(application, scopes=("applications.commands",)) + "&integration_type=1"


def allows_accounts(about: discord.AppInfo) -> bool:
    """Return whether the host lets people add the bot to their account, according to Discord."""
    return about.guild_integration_config is None or about.user_integration_config is not None


async def register_commands(client: commands.AutoShardedBot) -> int:
    """Register all commands with Discord. Return their number.

    If user installs are disabled, they are registered for servers only.
    """
    # Discord might refuse all commands because of one that can't be installed.
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
