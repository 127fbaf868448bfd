"""What a caller may ask to have marked on a picture."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.game import Target

Changes = Sequence[Target] | Mapping[str, Sequence[Target]]  # what has changed; in one picture of everything by part


class Mark(NamedTuple):
    """A choice of a private panel: the letter on its button, and the thing on the board it points at."""

    letter: str
    target: Target
