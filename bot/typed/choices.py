"""The choices offered by autocomplete."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from discord import app_commands

from bot.context import Interaction, Request
from bot.handling import track_task
from bot.preferences import apply_locale
from games import GAMES
from rules.errors import RulesError
from rules.notation import read_number
from storage.failures import log_failure
from wording import Words, find
from wording.text_limits import capital, shortened

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[Any]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
MAX_CHOICES = 25  # Discord's limit for choices and autocomplete
MAX_CHOICE = 100  # characters
MAX_NUMBER = 99  # the largest number in a field of a move
Steps = app_commands.Range[int, 1, 99]  # how many steps to undo
MAX_LINE, MAX_QUOTE = 100, 20  # characters of an offered line, and of the typed text quoted in it


def offering(work: Callable[[Request, str], Coroutine[Any, Any, Choices]]) -> Complete:
    """Return an autocomplete that offers the choices from ``work``, or none if it raises an error.

    Errors are logged here, because discord.py would log them with all their text. A refusal isn't logged: without a
    table, in a lobby or before the first turn there may be no choices.
    """

    async def complete(interaction: Interaction, typed: str) -> Choices:
        try:
            track_task(interaction)
            await apply_locale(interaction)
            return await work(Request(interaction), typed)
        # The bot is stopping, or there is nothing to offer here.
        except (asyncio.CancelledError, RulesError):
            return []
        except Exception as error:
            log_failure(log, "autocomplete", error)
            return []

    return complete


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the games as choices of a parameter."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in GAMES.items()]


def matching_choices(texts: Mapping[str, str], typed: str, known: Sequence[tuple[str, str, str]], w: Words) -> Choices:
    """Return the choices that match the typed text, up to Discord's limit, and a line with the number of the others.

    ``texts``: the label of each value; ``known``: each value with its title and more words to search, as for `find`.
    Values that are too long for Discord are left out.
    """
    found = [one for some in find(typed, known) for one in some] if typed.strip() else list(texts)
    shown = found if len(found) <= MAX_CHOICES else found[: MAX_CHOICES - 1]
    sendable = [one for one in shown if len(one) <= MAX_CHOICE]  # A shortened value would be wrong.
    choices = [app_commands.Choice(name=shortened(capital(texts[one]), MAX_CHOICE), value=one) for one in sendable]
    return with_more(choices, len(found) - len(shown), typed, w)


def lone_line(text: str, typed: str | int, *, number: bool = False) -> Choices:
    """Return a single line that only gives information.

    Choosing it sends the typed text or, if nothing was typed, the line itself. ``number``: the parameter takes a
    number, so the typed number is sent, or 0 if the text isn't one.
    """
    said = str(typed).strip()
    value: Any = min(read_number(said) or 0, MAX_NUMBER) if number else shortened(said or text, MAX_LINE)
    return [app_commands.Choice(name=shortened(text.replace("`", ""), MAX_LINE), value=value)]


def with_more(choices: Choices, left: int, typed: str, w: Words) -> Choices:
    """Return the choices and, if any others were ``left`` out, a line with their number."""
    text = w.ngettext(
        "… and {count} more: keep typing to narrow the list", "… and {count} more: keep typing to narrow the list", left
    )
    return [*choices, *lone_line(text, typed)] if left else choices
