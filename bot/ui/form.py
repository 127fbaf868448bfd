"""A form that asks for a text. Its custom id says what to do with the text, so it survives a restart."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.ui.custom_id import Id

FIELD = "text"  # the id of the only field
MAX_TITLE = 45  # Discord's limit for the title of a form and the label of a field


def form(press: Id, title: str, ask: str, text: str = "", *, most: int, paragraph: bool = False) -> ui.Modal:
    """Return a form with one optional field. The typed text arrives as the value of the custom id."""
    style = discord.TextStyle.paragraph if paragraph else discord.TextStyle.short
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD, style=style, default=text or None, max_length=most, required=False
    )
    found = ui.Modal(title=title[:MAX_TITLE], timeout=None, custom_id=str(press))
    found.add_item(ui.Label(text=ask[:MAX_TITLE], component=field))
    # The form is found by its id, so discord.py doesn't need to keep it.
    found.stop()
    return found


def typed(components: object) -> Iterator[str]:
    """Yield what was typed into the fields of a form, from Discord's data."""
    if isinstance(components, list):
        for component in components:
            yield from typed(component)
    elif isinstance(components, Mapping):
        if isinstance(value := components.get("value"), str):
            yield value
        yield from typed(components.get("components"))
        yield from typed(components.get("component"))
