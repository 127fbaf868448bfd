"""A form that asks for a text: its id says what is done with it, so that it outlives any restart."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.ui.custom_id import Id

FIELD = "text"  # the id of the one field
LONGEST_TITLE = 45  # characters Discord takes for a form's title, and for what stands over a field


def form(press: Id, title: str, ask: str, text: str = "", *, most: int, paragraph: bool = False) -> ui.Modal:
    """A form with one field, which may be left empty. What is typed comes as the value of the id."""
    style = discord.TextStyle.paragraph if paragraph else discord.TextStyle.short
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD, style=style, default=text or None, max_length=most, required=False
    )
    found = ui.Modal(title=title[:LONGEST_TITLE], timeout=None, custom_id=str(press))
    found.add_item(ui.Label(text=ask[:LONGEST_TITLE], component=field))
    found.stop()  # it is found by its id: discord.py need not keep it
    return found


def typed(components: object) -> Iterator[str]:
    """What was typed into the fields of a form, as Discord sends it."""
    if isinstance(components, list):
        for component in components:
            yield from typed(component)
    elif isinstance(components, Mapping):
        if isinstance(value := components.get("value"), str):
            yield value
        yield from typed(components.get("components"))
        yield from typed(components.get("component"))
