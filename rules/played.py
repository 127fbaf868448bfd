"""A played move as a replay shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.game import Event, Target

V = TypeVar("V")


@dataclass(frozen=True)
class Played(Generic[V]):
    """What the viewer may know of a move: the things on the board it named, and the view after it.

    ``ends``: the move ended a turn. ``title`` is the name of its turn in a replay.
    """

    events: Sequence[Event]
    touched: Sequence[Target]
    view: V
    ends: bool
    title: str = ""
