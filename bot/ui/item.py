"""Buttons, selects and forms. Their custom id says what a press does, so they survive a restart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import discord
from discord import ui

from bot.ui.custom_id import PATTERN, Id
from wording.text_limits import MAX_OPTIONS

MAX_ENTRY = 100  # characters of an option's label and of its description
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
SUCCESS, DANGER = discord.ButtonStyle.success, discord.ButtonStyle.danger


class ActionItem(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A button or select of the bot. The client finds the action of a press by the custom id."""

    def __init__(self, item: ui.Item[Any], press: Id) -> None:
        super().__init__(item)
        self.press = press


def button(press: Id, label: str, style: discord.ButtonStyle = SECONDARY) -> ActionItem:
    """Return a button with this custom id. A sign at the start of its label becomes the bot's emoji if it has one."""
    sign, text = SIGNS.part(label)
    item: ui.Button[Any] = ui.Button(label=text[:80], emoji=sign, style=style, custom_id=str(press))
    return ActionItem(item, press)


def entry(value: str, label: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an option of a select, cut to Discord's limits."""
    return discord.SelectOption(
        label=label[:MAX_ENTRY], value=value, description=about[:MAX_ENTRY] or None, default=chosen
    )


def around(count: int, at: int) -> range:
    """Return the indexes of as many of ``count`` things around one of them as a select takes."""
    first = max(0, min(at - MAX_OPTIONS // 2, count - MAX_OPTIONS))
    return range(first, min(first + MAX_OPTIONS, count))


def select(
    press: Id, placeholder: str, options: Sequence[discord.SelectOption], picks: int = 1, least: int | None = None
) -> ActionItem:
    """Return a select of up to 25 options, of which ``picks`` are chosen, or fewer if ``least`` allows it.

    The handler gets the chosen values.

    Clients keep the choice in a select as long as its component id stays the same, and by default that is its place in
    the message. So the component id depends on the custom id: another question in the same place shows its own answer.
    """
    for option in options:
        option.emoji, option.label = SIGNS.part(option.label)
    item: ui.Select[Any] = ui.Select(
        id=crc32(str(press).encode()) >> 1 | 1,
        placeholder=placeholder[:150],
        options=list(options),
        min_values=picks if least is None else least,
        max_values=picks,
        custom_id=str(press),
    )
    return ActionItem(item, press)


def select_people(press: Id, placeholder: str, most: int) -> ActionItem:
    """Return a select of people on the channel's server, at most ``most``; the handler gets their ids."""
    item: ui.UserSelect[Any] = ui.UserSelect(placeholder=placeholder[:150], max_values=most, custom_id=str(press))
    return ActionItem(item, press)


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


MAX_TEXT_WITH_FOOTER = 3900  # characters of a text, so that Discord accepts it with a footer


class Signs:
    """The emoji for each sign. Without emoji, labels stay as they are written."""

    def __init__(self) -> None:
        self._emoji: Mapping[str, discord.PartialEmoji] = {}
        self._drawings: Mapping[str, discord.PartialEmoji] = {}

    def learn(self, emoji: Mapping[str, discord.PartialEmoji], drawings: Mapping[str, discord.PartialEmoji]) -> None:
        """Replace all known emoji: ``emoji`` by their signs, ``drawings`` by the names of the drawings."""
        self._emoji, self._drawings = emoji, drawings

    def part(self, label: str) -> tuple[discord.PartialEmoji | None, str]:
        """Return a label as emoji and text, or None and the whole label if its sign has no emoji."""
        sign, _, text = label.partition(" ")
        found = self._emoji.get(sign)
        return (found, text) if found and text else (None, label)

    def with_emoji(self, text: str, names: Mapping[str, str]) -> str:
        """Return a text with our own emoji in place of signs; ``names`` maps each sign to its drawing.

        The text stays as it is written if it would get too long.
        """
        dressed = text
        for sign, name in names.items():
            if name in self._drawings:
                dressed = dressed.replace(sign, str(self._drawings[name]))
        return dressed if len(dressed) <= MAX_TEXT_WITH_FOOTER else text


SIGNS = Signs()  # those of the process's one bot, filled when it starts
