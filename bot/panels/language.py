"""The languages I speak as a row of buttons, each in its own words: for whoever does not read the one shown yet."""

import discord

from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from wording import Words, languages
from wording.catalogue import language_name
from wording.limits import capital

LEARN = "learn"  # among the words of an id: a lesson comes in the language, of the game that follows


def language_row(w: Words, then: str = "") -> list[ActionItem]:
    """Return a button for each language; ``then``: the panel that comes in it, for `bot.panels.opening`."""
    return [
        button(
            Id(0, "speak", words=f"{lang} {then}".strip()),
            capital(language_name(lang)),
            discord.ButtonStyle.primary if lang == w.lang else discord.ButtonStyle.secondary,
        )
        for lang in languages()
    ]
