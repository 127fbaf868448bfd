"""The signs in labels and help, and the application's own emoji that replace them if Discord has them."""

from collections.abc import Mapping

import discord

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
