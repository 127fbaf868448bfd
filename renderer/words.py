"""In what language a picture speaks."""

from typing import Protocol


class Words(Protocol):
    """The texts of one language by what they are in English. What is missing in it appears in English."""

    @property
    def lang(self) -> str:
        """The language, as "pl"."""

    def _(self, text: str, /, **values: object) -> str:
        """The text in this language, with the values filled in."""

    def __hash__(self) -> int:
        """Boards with words on them are kept by it."""


class English:
    """The texts as they stand in the code."""

    lang = "en"

    def _(self, text: str, /, **values: object) -> str:
        """The text with the values filled in."""
        return text.format(**values) if values else text


ENGLISH = English()
