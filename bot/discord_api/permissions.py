"""The permissions that the bot asks for, and nothing more."""

import discord

from rules.errors import P_

# Read Message History lets the bot find its own posts after an interruption, so that none is made twice. Everything
# else is what a board game needs: to see the channel, post there and in threads, attach a picture, open a thread.
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
)
ATTACH = P_("permission", "Attach Files")
# The keys are discord.py's names, the values the spelling in Discord's settings.
SPELLED = {
    "read_messages": P_("permission", "View Channel"),
    "send_messages": P_("permission", "Send Messages"),
    "send_messages_in_threads": P_("permission", "Send Messages in Threads"),
    "attach_files": ATTACH,
    "read_message_history": P_("permission", "Read Message History"),
    "create_public_threads": P_("permission", "Create Public Threads"),
}

TO_SEE = discord.Permissions(view_channel=True)
TO_READ = discord.Permissions(view_channel=True, read_message_history=True)
TO_POST = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
TO_OPEN_THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
TO_POST_IN_THREAD = discord.Permissions(view_channel=True, send_messages_in_threads=True, attach_files=True)


def missing(
    channel: object,
    needed: discord.Permissions | None = None,
    has: discord.Permissions | None = None,
) -> list[str]:
    """Return the permissions that the bot lacks in the channel, as far as is known, as texts of the catalogue.

    It lacks none in a DM, or in a channel that we don't know: Discord reports what is missing when we try.

    ``needed``: by default what posting requires. ``has``: best taken from a command or press there; by default it is
    computed from the known roles.
    """
    if needed is None:
        needed = TO_POST_IN_THREAD if isinstance(channel, discord.Thread) else TO_POST
    if has is None:
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return []
        if isinstance(channel, discord.Thread) and channel.parent is None:
            return []
        has = channel.permissions_for(channel.guild.me)
    return [SPELLED[name] for name, wanted in needed if wanted and not getattr(has, name)]
