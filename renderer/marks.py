"""What a caller may ask to have marked on a picture."""

from typing import NamedTuple

from rules.game import Target


class Mark(NamedTuple):
    """A choice of a private panel: the letter on its button, and the thing on the board it points at."""

    letter: str
    target: Target
