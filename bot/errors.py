"""The one error path: any exception becomes a private answer to the person and, if it was not expected, a log line.

A log line names the kind of the error and the places in the code it went through, never its text: an error's text
may quote what only one player may know.
"""

import logging
import re
import secrets
import traceback
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord import app_commands

from bot.panels.ids import PATTERN
from bot.picture import Picture
from bot.wording import Words, refusal, words
from rules.errors import N_, RulesError

log = logging.getLogger(__name__)

Press = discord.Interaction[Any]
Work = TypeVar("Work", bound=Callable[..., Coroutine[Any, Any, None]])
Offer = TypeVar("Offer", bound=Callable[..., Coroutine[Any, Any, Any]])

NOBODY = discord.AllowedMentions.none()
MOST = 2000  # characters of a message without components

UNEXPECTED = N_(
    "Something went wrong on my side, and nothing was lost. If it happens again, tell my host the code {code}."
)
DISCORD_DOWN = N_("Discord did not take my answer. Your move is safe if you made one. Please try again.")
OLD_COMMANDS = N_("My commands have changed since Discord learned them. My host can mend that with `/admin sync`.")
FORBIDDEN = N_("Discord does not let me do this here. Ask a moderator to check my permissions in this channel.")


# What the way to Discord may bring: its refusals, and no answer at all.
DISCORD_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


class Refusal(RulesError):
    """Something asked of the bot that it kindly refuses."""


def answering(work: Work) -> Work:
    """A command whose answer only the person sees: acknowledge first, then work, then answer whatever goes wrong."""

    @wraps(work)
    async def run(self: Any, interaction: Press, *args: Any, **kwargs: Any) -> None:
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await work(self, interaction, *args, **kwargs)
        except Exception as error:
            await answer(interaction, error)

    return cast(Work, run)


def offering(work: Offer) -> Offer:
    """An autocomplete. Where it fails nothing is offered: discord.py would log the error with all its text."""

    @wraps(work)
    async def run(*args: Any) -> Any:
        try:
            return await work(*args)
        except Exception as error:
            log.error("autocomplete: unexpected %s\n%s", type(error).__name__, steps(error))
            return []

    return cast(Offer, run)


async def answer(interaction: Press, error: BaseException) -> None:
    """Tell the person privately what went wrong. Never raises."""
    place = where(interaction)
    try:
        if isinstance(error, RulesError):
            text = await refused(interaction, error)
        else:
            text = explain(error, words(str(interaction.locale)), place)
        await say(interaction, text)
    except Exception as failure:
        log.warning("could not answer %s: %s", place, reason(failure))


def reason(failure: BaseException) -> str:
    """Why Discord was not reached, for the log."""
    return f"{failure.status}/{failure.code}" if isinstance(failure, discord.HTTPException) else type(failure).__name__


def explain(error: BaseException, w: Words, place: str) -> str:
    """The sentence for the person; what nobody expected is logged under a short code."""
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        log.warning("%s: Discord knows other commands than this version has; sync them", place)
        return w.t(OLD_COMMANDS)
    if isinstance(error, DISCORD_FAILED):
        log.warning("%s: Discord failed, %s", place, reason(error))
        return w.t(FORBIDDEN if isinstance(error, discord.Forbidden) else DISCORD_DOWN)
    code = secrets.token_hex(3)
    log.error("%s: unexpected %s, code %s\n%s", place, type(error).__name__, code, steps(error))
    return w.t(UNEXPECTED, code=code)


def steps(error: BaseException) -> str:
    """The way of an error through the code, without its text and without values."""
    return "".join(traceback.format_tb(error.__traceback__)).rstrip()


def where(interaction: Press) -> str:
    """What was asked, for the log: the command or the button, and where."""
    data: Any = interaction.data or {}
    asked = interaction.command.qualified_name if interaction.command else data.get("custom_id", "?")
    return f"{asked} in channel {interaction.channel_id}"


async def refused(interaction: Press, error: RulesError) -> str:
    """A refusal in the words of the table it is about, with what would be legal."""
    service, lang = interaction.client.service, str(interaction.locale)
    data: Any = interaction.data or {}
    press = re.fullmatch(PATTERN, data.get("custom_id", ""))
    try:
        here = None if press else await service.table_in(interaction.channel_id)
        look = await service.look(int(press["table"]) if press else here.id if here else 0)
    except RulesError:
        return refusal(error, lang)
    view = look.table.view(None) if look.table else None
    return refusal(error, lang, look.info.game, view, [seat.name for seat in look.info.seats])


async def say(interaction: Press, text: str) -> None:
    """Answer privately with a text, however far the interaction has come. A panel or post it came from stays."""
    text = text if len(text) <= MOST else text[: MOST - 1] + "…"
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NOBODY)


async def show(interaction: Press, view: discord.ui.LayoutView, pictures: Sequence[Picture] = ()) -> None:
    """Fill the private answer that was promised, or redraw the private panel that was pressed."""
    files = [picture.file() for picture in pictures]
    await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NOBODY)
