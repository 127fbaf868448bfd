"""*Board as text*: a command in the menu of each message, for the bot's posts."""

from functools import lru_cache

import discord
from discord import app_commands, ui

from bot.access import accessible_table
from bot.context import Request
from bot.panels.board_panel import read_board
from bot.ui import Interaction
from bot.ui.errors import Refusal
from bot.ui.message import read_id
from bot.ui.reply import attend
from rules.errors import N_

# Translators: a command in the menu of a message, at most 32 characters.
BOARD_AS_TEXT = N_("Board as text")
NOT_MINE = N_("That isn’t a post of mine. *Board as text* is for the posts of a table.")
NO_TABLE = N_("That message isn’t about a table. *Board as text* is for the posts of a table.")
NOW = N_("-# This is the board now; the post is older.")


@lru_cache(maxsize=1)
def board_menu() -> app_commands.ContextMenu:
    """Return *Board as text*, cached for all bots of this process."""

    async def callback(interaction: Interaction, message: discord.Message) -> None:
        await attend(interaction, lambda: read_post(Request(interaction), message), opens=True)

    return app_commands.ContextMenu(name=app_commands.locale_str(BOARD_AS_TEXT), callback=callback)


async def read_post(request: Request, message: discord.Message) -> None:
    """Show the public board of the table that a message is about, in words, as it is now.

    Raises:
        Refusal: the message isn't the bot's, or not about a table.
        NoTable: it is about a table that the person can't use from here.
    """
    if message.author != request.app.client.user:
        raise Refusal(NOT_MINE)
    post = await request.app.storage.outbox.post(message.id)
    table_id = post.table_id if post else table_of_buttons(message)
    if not table_id:
        raise Refusal(NO_TABLE)
    info = await accessible_table(request.service, request.interaction, table_id)
    older = post is not None and not post.live
    await read_board(request.at(info), None, note=request.words._(NOW) if older else "")


def table_of_buttons(message: discord.Message) -> int:
    """Return the table that the buttons of a message are about, as of a notification, or 0."""
    ids = [getattr(item, "custom_id", None) for item in ui.LayoutView.from_message(message).walk_children()]
    return next((press.table for custom_id in ids if (press := read_id(custom_id))), 0)
