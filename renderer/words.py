"""The language of a picture."""

from typing import Protocol


class Words(Protocol):
    """The texts of one language by their English originals. A missing text appears in English."""

    @property
    def lang(self) -> str:
        """The language code, such as "pl"."""

    def _(self, text: str, /, **values: object) -> str:
        """Return the text in this language, with the values filled in."""

    def __hash__(self) -> int:
        """Return a hash, as boards with words on them are cached by their language."""


class English:
    """The English texts, as written in the code."""

    lang = "en"

    def _(self, text: str, /, **values: object) -> str:
        """Return the text with the values filled in."""
        return text.format(**values) if values else text


ENGLISH = English()
