"""What a lesson of a game is: a fixed position, and steps that a reader plays from there on the real engine."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LessonStep:
    """One step: a text, which is a key of the catalogue, and the move that is wanted, in notation; "": only read.

    ``show`` is what the picture shows where nothing on the board is to be chosen: a part of the board, the first one if
    it is left out, or a thing that can be looked up. ``others`` are the moves that other seats make after it.
    """

    text: str
    move: str = ""
    show: str = ""
    others: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. ``names`` are those of the seats, keys of the catalogue; "" is the reader."""

    about: str
    file: Path  # the position, as the table protocol writes it
    seat: int
    names: Sequence[str]
    steps: Sequence[LessonStep] = field(repr=False)

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position from which the lesson begins."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found
