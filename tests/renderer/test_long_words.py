from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from renderer import art
from renderer.canvas import text
from renderer.canvas.canvas import Board, Sprite, Surface
from renderer.canvas.text import Text
from tests.renderer.cold import GROUNDS, forget_drawings
from tests.renderer.compare import GOLDEN
from tests.renderer.conftest import fifth_language
from wording import Words

PICTURES = (
    *("turns-4-wide", "turns-4-tall-outbreaks", "piper-4-tall-crowd", "piper-3-part-choices", "over-4-tall"),
    *("turns-4-part-private", "piper-4-wide", "piper-legend-hu", "setup-2-tall"),
    *("messina-crowded-city", "messina-alone-setup-score", "messina-choices-score", "messina-advanced-end-score"),
    *("messina-alone-good-score", "messina-side-b-0", "messina-choices-part", "messina-choices-part-offers"),
    *("messina-choose-board", "messina-legend-alone"),
)
WORD = 4  # Shorter texts are numbers or signs, which may be on something.
PIECE = 90  # Pixels: smaller things are no background for text.
SLACK, SOFT = 2, 6  # Pixels by which texts may overlap one another, and the empty edges of pieces.


@dataclass(eq=False)
class Sheet:
    """The size of a picture. Pictures are distinguished by identity, so they need not be kept."""

    width: int
    height: int


class Thing(NamedTuple):
    """A text or piece drawn on a picture, with its place."""

    board: Board | Sheet
    what: str
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: "Thing", slack: int = SLACK) -> bool:
        """Return whether two things on the same picture overlap by more than ``slack`` pixels."""
        if self.board is not other.board:
            return False
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(wide, high) > slack


@pytest.fixture(scope="module")
def pictures(long_words: Words) -> dict[str, list[Thing]]:
    """Return all texts (`what` is the text) and pieces (`what` is empty) drawn for each picture, in order.

    The pictures share one cache, so common parts are drawn and recorded with the first picture that has them.
    """
    found: list[Thing] = []
    write, put = Text.put, Sprite.put

    def note(board: Board, what: str, x: float, y: float, wide: float, high: float) -> None:
        if isinstance(board, Surface):
            if board.reduced:
                return
            x, y, board = board.left + x, board.top + y, board if board.shaded else board.image
        found.append(Thing(board, what, x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))

    def written(run: Text, board: Board, x: float, y: float, align: str = "middle", *more: Any, **how: Any) -> None:
        middle = x + run.width * {"left": 0.5, "middle": 0, "right": -0.5}[align]
        note(board, run.text, middle, y, run.width, text.capital_height(run.font, run.size))
        write(run, board, x, y, align, *more, **how)

    def laid(sprite: Sprite, board: Any, x: float, y: float) -> None:
        note(board, "", x, y, *sprite.size)
        put(sprite, board, x, y)

    seen = {}
    with pytest.MonkeyPatch.context() as patch, fifth_language(long_words) as lang:
        patch.setattr(Sprite, "put", laid)
        patch.setattr(Text, "put", written)
        forget_drawings(art, text, *GROUNDS)
        for name in PICTURES:
            found.clear()
            GOLDEN[name].func(*GOLDEN[name].args, **{**GOLDEN[name].keywords, "lang": lang})
            sizes = {id(one.board): one.board.image if isinstance(one.board, Surface) else one.board for one in found}
            sheets = {board: Sheet(image.width, image.height) for board, image in sizes.items()}
            seen[name] = [one._replace(board=sheets[id(one.board)]) for one in found]
    return seen


@pytest.mark.deep(one_in=7)
@pytest.mark.parametrize("name", PICTURES)
def test_no_text_is_cut_off_or_covered(name: str, pictures: dict[str, list[Thing]]) -> None:
    things = pictures[name]
    runs = [(at, one) for at, one in enumerate(things) if one.what.strip()]
    assert any(len(run.what) >= WORD for _, run in runs)
    for _, run in runs:
        assert min(run.left, run.top) >= -SLACK, run.what
        assert run.right <= run.board.width + SLACK, run.what
        assert run.bottom <= run.board.height + SLACK, run.what
    for (_, one), (_, other) in combinations(runs, 2):
        assert not one.over(other) or one == other, f"{one.what} and {other.what}"
    for at, run in runs:
        if len(run.what) >= WORD:
            before = [one for one in things[:at] if max(one.right - one.left, one.bottom - one.top) < PIECE]
            assert not [one for one in (*before, *things[at:]) if not one.what and one.over(run, SOFT)], run.what
