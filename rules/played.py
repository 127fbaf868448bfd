"""A move that was played, as it is seen again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.game import Event, Target

V = TypeVar("V")


@dataclass(frozen=True)
class Played(Generic[V]):
    """What the viewer may know of a move, the things on the board it named, and what could be seen after it.

    ``ends``: with it a turn ended. ``title`` is what its turn is called, for whoever sees it again.
    """

    events: Sequence[Event]
    touched: Sequence[Target]
    view: V
    ends: bool
    title: str = ""
