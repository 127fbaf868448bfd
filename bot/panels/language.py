"""A row of buttons for all languages, each in its own words, for people who don't understand the current one."""

from bot.ui.custom_id import Id
from bot.ui.item import PRIMARY, SECONDARY, ActionItem, button
from wording import Words, languages
from wording.catalogue import language_name
from wording.text_limits import capital

LEARN = "learn"  # in a custom id: show a lesson in the chosen language, for the game that follows


def language_row(w: Words, then: str = "") -> list[ActionItem]:
    """Return a button for each language; ``then``: the panel to show in it, for `bot.panels.opening`."""
    return [
        button(
            Id(0, "speak", words=f"{lang} {then}".strip()),
            capital(language_name(lang)),
            PRIMARY if lang == w.lang else SECONDARY,
        )
        for lang in languages()
    ]
