"""All text on the pictures of Messina 1347 is legible on a phone."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import ImageDraw

from renderer import art
from renderer.messina.score.draw_score import PHASES
from renderer.seats import looks_of
from rules.messina.components import LAST_ROUND
from tests.renderer.cold import GROUNDS, forget_drawings
from tests.renderer.messina.views import good_result, of_side_b, position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import LANGUAGES, OTHERWISE, painted

LEAST = 30  # Pixels; they become eleven on a phone 400 px wide.


@pytest.mark.deep
def test_nothing_is_written_smaller_than_a_phone_can_show(fifth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every language, and all display options.

    The letters of seats may be smaller: they are the third cue beside colour and shape. Text is cached, so each one is
    measured where it is drawn first. Words are shortened only in a language of very long words.
    """
    sizes: dict[str, float] = {}
    draw = ImageDraw.ImageDraw.text

    def text(self: Any, at: Any, words: str, *args: Any, font: Any = None, **more: Any) -> None:
        sizes[words] = min(font.size, sizes.get(words, font.size))
        draw(self, at, words, *args, font=font, **more)

    forget_drawings(art, *GROUNDS)
    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for lang, style in (*((lang, frozenset[str]()) for lang in (*LANGUAGES, fifth)), ("pl", OTHERWISE)):
        if lang == fifth:
            cut = {words for words in sizes if words.endswith("…") and not words.startswith("Ολυμπία")}
            assert not cut
        for view in (
            of_side_b(),
            position(4, "end"),
            position("alone advanced"),
            position("alone", "end"),
            good_result(),
        ):
            for part in ("city", "score", "estate-0"):
                painted(view, NAMES[: view.seats], part, lang=lang, style=style)
        for phase, number in product(PHASES, range(1, LAST_ROUND + 1)):
            painted(replace(position(2), phase=phase, round=number), NAMES[:2], "score", lang=lang, style=style)
    letters = {seat.letter for seat in (*looks_of(tuple(NAMES)), *looks_of((NAMES[0],)))}
    small = {words: size for words, size in sizes.items() if size < LEAST and words not in letters}
    assert len(sizes) > 150
    assert not small
