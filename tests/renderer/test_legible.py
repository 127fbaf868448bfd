"""No text in a picture is smaller than 11 px on a phone that is 400 px wide and shows the picture 350 px wide."""

from collections.abc import Callable, Iterator
from itertools import product
from string import ascii_uppercase
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from games import GAMES
from renderer import Mark, art
from renderer.canvas.canvas import REDUCED_SCALE, Surface
from renderer.canvas.memory import LARGE_CACHE
from renderer.canvas.text import LEGIBLE, PHONE, Text, drawable
from renderer.messina.score.draw_score import PHASES
from renderer.rattus.map import empty_map
from rules.game import Target
from rules.messina.components import LAST_ROUND
from rules.messina.view import View
from tests.renderer.cold import GROUNDS, forget_drawings
from tests.renderer.compare import GOLDEN, NO_BOARDS
from tests.renderer.compare import game as game_of
from tests.renderer.messina import views as messina
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import LANGUAGES, OTHERWISE, PICTURES, painted, words
from tests.wording.long_language import LANG

Draw = Callable[[str, frozenset[str]], Image.Image | None]


def of_messina() -> Iterator[Draw]:
    """Yield pictures of panels, posts, lessons, help and replays, the largest first. Only names may be cut."""

    def drawn(view: View, part: str, **more: Any) -> Draw:
        return lambda lang, style: painted(view, NAMES[: view.seats], part, lang=lang, style=style, **more)

    for view, ratio in product([messina.position(seats, "end", seat=0) for seats in (2, 3, 4)], ("", "wide")):
        hexes = [Mark(letter, Target("hex", one.id)) for letter, one in zip(ascii_uppercase, view.hexes, strict=False)]
        yield lambda lang, style, view=view, marks=hexes, ratio=ratio: painted(
            view, NAMES[: view.seats], "part", lang=lang, style=style | {ratio}, marks=marks
        )
    for kind in ("board", "scroll_board"):
        view, marks = messina.boards_to_choose(kind)
        yield drawn(view, "part", marks=marks)
    for number in (2, 3, 4, "alone", "advanced"):
        view = messina.position(number, seat=0)
        yield drawn(view, "part", marks=messina.on_estate(view, 0))
        yield drawn(view, "part", marks=[mark for mark in messina.marks(view) if mark.target.kind != "hex"])
    crowd, ended = messina.crowded(), messina.position("advanced", "end")
    alone = [messina.position("alone advanced"), messina.position("alone", "end"), messina.good_result()]
    for view in (messina.of_side_b(), crowd, ended, *alone, messina.position("tile")):
        for part in PICTURES["messina"].parts(view, "tall"):
            yield drawn(view, part, changed=messina.CHANGED)
    for number, part in product((2, 3, 4), ("turn", "round", "city")):
        yield drawn(messina.position(number), part, events=messina.happened(number, 60))
    for phase, number in product(PHASES, range(1, LAST_ROUND + 1)):
        yield drawn(replace(messina.position(2), phase=phase, round=number), "score")
    yield drawn(messina.position("alone advanced"), "legend")
    yield drawn(messina.position(4), "legend")


def of_rattus() -> Iterator[Draw]:
    """Yield pictures of panels, posts, lessons, help and replays. Those of questions come first."""
    for lang in (*LANGUAGES, LANG):
        for seats in (2, 3, 4):
            empty_map(seats, words(lang))  # The names of regions out of play are on no picture of a question.
    kept = [name for name in GOLDEN if game_of(name) == "rattus" and name not in NO_BOARDS]
    of_questions = [name for name in kept if "part" in name]
    for name in (*of_questions, *(one for one in kept if one not in of_questions and "wide" not in one)):
        draw = GOLDEN[name]
        yield lambda lang, style, draw=draw: draw.func(*draw.args, **{**draw.keywords, "lang": lang, "style": style})


def things(game: str) -> Iterator[Draw]:
    """Yield the pictures of all things described in the help."""
    for name in dict.fromkeys(thing.id for some in GAMES[game].things.values() for thing in some):
        yield lambda lang, style, name=name: PICTURES[game].thing(name, words(lang))


@pytest.mark.deep
@pytest.mark.parametrize(("game", "pictures"), [("rattus", of_rattus), ("messina", of_messina)])
def test_no_text_is_too_small_for_a_phone(game, pictures, fifth, monkeypatch):
    """Check every language, and all display options in one language.

    Drawings are cached, so each text is measured in the first and thus largest picture that has it. Words may be
    shortened only in a language of very long words, people's names in any.
    """
    written: list[tuple[str, float]] = []
    put = Text.put

    def watched(text: Text, board: Any, *where: Any, **how: Any) -> None:
        reduced = isinstance(board, Surface) and board.reduced
        written.append((text.text, text.size * (REDUCED_SCALE if reduced else 1)))
        put(text, board, *where, **how)

    forget_drawings(art, *GROUNDS)
    monkeypatch.setattr(LARGE_CACHE, "limit", 1 << 30)  # A larger cache, so that nothing is drawn and measured twice.
    monkeypatch.setattr(Text, "put", watched)
    people, seen = [drawable(name) for name in NAMES], 0
    for draw in (*pictures(), *things(game)):
        for lang, style in (*((lang, frozenset[str]()) for lang in (*LANGUAGES, fifth)), ("pl", OTHERWISE)):
            written.clear()
            picture = draw(lang, style)
            small = {text: size for text, size in written if text.strip() and size * PHONE / picture.width < LEGIBLE}
            assert not small, (lang, picture.size)
            cut = [text for text, _ in written if text.endswith("…")]
            assert lang == fifth or all(any(name.startswith(text[:-1]) for name in people) for text in cut), cut
            seen += len(written)
    assert seen > 500
