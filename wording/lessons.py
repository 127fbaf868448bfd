"""The lesson of a game: a fixed position, and steps that the reader plays from there on the real engine."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from wording.text_files import Paragraph, read_sections


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
    names: Sequence[str]
    steps: Sequence[LessonStep] = field(repr=False)

    @property
    def seat(self) -> int:
        """The seat of the reader."""
        return self.names.index("")

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position at the beginning of the lesson."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found


def read_lesson(folder: Path, names: Sequence[str]) -> Lesson:
    """Return the lesson of a game, whose texts are in ``lesson.md`` and whose position is in ``lesson.json``.

    A paragraph is a step. Its tags are the fields of `LessonStep`, with the moves of others as "[others: 1 h7; 1 end]".
    """
    [section] = read_sections(folder / "lesson.md").values()
    return Lesson(section.title, folder / "lesson.json", names, [_step(one) for one in section.paragraphs])


def _step(paragraph: Paragraph) -> LessonStep:
    tags = dict(paragraph.tags)
    others = tuple((int(seat), move) for seat, move in re.findall(r"(\d) ([^;]+)", tags.get("others", "")))
    return LessonStep(paragraph.text, tags.get("move", ""), tags.get("show", ""), others, "score" in tags)
