"""The signs in labels and in help, and the application's own emoji in their places, as far as Discord has them."""

from collections.abc import Mapping

import discord

MOST = 3900  # letters of a text, so that Discord takes it with a line at its foot


class Signs:
    """Which sign is which emoji. Without any, labels are as they are written."""

    def __init__(self) -> None:
        self._emoji: Mapping[str, discord.PartialEmoji] = {}
        self._drawings: Mapping[str, discord.PartialEmoji] = {}

    def learn(self, emoji: Mapping[str, discord.PartialEmoji], drawings: Mapping[str, discord.PartialEmoji]) -> None:
        """From now on these by their signs, and these by what drawings are called, and no others."""
        self._emoji, self._drawings = emoji, drawings

    def part(self, label: str) -> tuple[discord.PartialEmoji | None, str]:
        """A label as emoji and text; no emoji, and the whole of it, where its sign is none of ours."""
        sign, _, text = label.partition(" ")
        found = self._emoji.get(sign)
        return (found, text) if found and text else (None, label)

    def told(self, text: str, names: Mapping[str, str]) -> str:
        """A text with our own emoji in the places of signs, of which is said what their drawings are called.

        It is as it is written where that would get too long.
        """
        dressed = text
        for sign, name in names.items():
            if name in self._drawings:
                dressed = dressed.replace(sign, str(self._drawings[name]))
        return dressed if len(dressed) <= MOST else text


SIGNS = Signs()  # those of the one bot of a process, learnt when it starts
