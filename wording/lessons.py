"""The lesson of a game: a fixed position, and steps that the reader plays from there on the real engine."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from wording.catalogue import Words

WORDS_A_MINUTE = 150  # reading speed of someone new to the rules
PRESSES = 2  # per move on average: most take one, some two or three
SECONDS_A_PRESS = 6  # to look at the picture, find the button and wait for the answer, as measured with Rattus


@dataclass(frozen=True)
class LessonStep:
    """A step: a text, which is a key of the catalogue, and the expected move in notation, or "" for text only.

    ``show`` is the picture for a step without choices on the board: a part of the board (by default the first one), or
    a thing that can be looked up. ``others`` are the moves of other seats after it. With ``score``, the step also shows
    everyone's points if the game ended now.
    """

    text: str
    move: str = ""
    show: str = ""
    others: Sequence[tuple[int, str]] = ()
    score: bool = False


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. ``names`` are those of the seats, keys of the catalogue; "" is the reader."""

    about: str
    file: Path  # the position, in the format of the table protocol
    seat: int
    names: Sequence[str]
    steps: Sequence[LessonStep] = field(repr=False)

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position at the beginning of the lesson."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found

    def reading_time(self, words: Words) -> int:
        """Return how many seconds the lesson takes in a language, roughly: to read its texts, and for the presses."""
        read = sum(len(words._(step.text).split()) for step in self.steps)
        presses = sum(PRESSES if step.move else 1 for step in self.steps)
        return round(read * 60 / WORDS_A_MINUTE + presses * SECONDS_A_PRESS)
