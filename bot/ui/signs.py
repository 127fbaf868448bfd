"""The signs at the beginning of labels, and the application's own emoji in their places, as far as Discord has them."""

import discord


class Signs:
    """Which sign is which emoji. Without any, labels are as they are written."""

    def __init__(self) -> None:
        self._emoji: dict[str, discord.PartialEmoji] = {}

    def learn(self, emoji: dict[str, discord.PartialEmoji]) -> None:
        """From now on these, and no others."""
        self._emoji = emoji

    def part(self, label: str) -> tuple[discord.PartialEmoji | None, str]:
        """A label as emoji and text; no emoji, and the whole of it, where its sign is none of ours."""
        sign, _, text = label.partition(" ")
        found = self._emoji.get(sign)
        return (found, text) if found and text else (None, label)


SIGNS = Signs()  # those of the one bot of a process, learnt when it starts
