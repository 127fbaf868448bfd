"""What a lesson of a game is: a fixed position, and steps that a reader plays from there on the real engine."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from wording.catalogue import Words

WORDS_A_MINUTE = 150  # by somebody who reads rules for the first time
PRESSES = 2  # for a move on the average: most take one, some two or three
SECONDS_A_PRESS = 6  # to look at the picture, find the button and wait for the answer: so Rattus takes what it took


@dataclass(frozen=True)
class LessonStep:
    """One step: a text, which is a key of the catalogue, and the move that is wanted, in notation; "": only read.

    ``show`` is what the picture shows where nothing on the board is to be chosen: a part of the board, the first one if
    it is left out, or a thing that can be looked up. ``others`` are the moves that other seats make after it. With
    ``score`` the step also tells what each would have if the game ended now.
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
    file: Path  # the position, as the table protocol writes it
    seat: int
    names: Sequence[str]
    steps: Sequence[LessonStep] = field(repr=False)

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position from which the lesson begins."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found

    def reading_time(self, words: Words) -> int:
        """Return about how many seconds the lesson takes in a language: to read its texts, and for the presses."""
        read = sum(len(words._(step.text).split()) for step in self.steps)
        presses = sum(PRESSES if step.move else 1 for step in self.steps)
        return round(read * 60 / WORDS_A_MINUTE + presses * SECONDS_A_PRESS)
