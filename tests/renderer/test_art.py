import ast
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from renderer import art
from renderer.canvas import text
from renderer.canvas.canvas import Sprite
from renderer.canvas.memory import SPRITE_CACHE
from rules.rattus.components import CARDS
from tests.renderer.cold import GROUNDS, drawn_by, forget_drawings
from tests.renderer.messina import views as messina
from tests.renderer.rattus.views import NAMES, position, with_pieces
from tests.renderer.scenes import painted

FILES = {f"{path.parent.parent.name}/{path.stem}": path for path in sorted(art.HERE.glob("*/art/*.svg"))}
REFUSED = ("text", "image", "style", "foreignObject", "script")  # elements that other programs drop or draw differently
UNITS = (80, 420)  # The larger side of a drawing's box: a hundred for a piece, more for wide ones.
RED = (204, 40, 26)
SCENERY = {
    *("common/compass", "common/sea-ship", "messina/bollard", "messina/gangway"),
    *(f"rattus/relief-{kind}" for kind in ("hill", "peak", "town", "trees")),
}


def strings(source: str) -> set[str]:
    """Return every text in the code as a pattern in which a placeholder matches lower-case letters and hyphens."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(re.escape(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else "[a-z-]+" for one in node.values)
            found.add("".join(parts))
    return found


@pytest.mark.parametrize("name", FILES)
def test_each_drawing_is_self_contained_and_described(name: str) -> None:
    text = FILES[name].read_text("utf-8")
    assert re.search(r"<!--\s+[A-Z].{10,}?\.\s+-->", text[:1200], re.DOTALL), "a comment on top says what it is"
    for node in ElementTree.fromstring(text).iter():
        kind = str(node.tag).rpartition("}")[2]
        assert kind not in REFUSED, f"<{kind}> is not drawn"
        for key, value in node.attrib.items():
            assert not key.endswith("href") or value.startswith("#"), "a link to another file"
            assert not re.search(r"url\((?!#)", value), "a link to another file"
            assert "var(" not in value, "would be black"


@pytest.mark.parametrize("name", FILES)
def test_a_drawing_is_in_units_of_a_hundred(name: str) -> None:
    _, (_, _, wide, high) = art.source(name)
    assert UNITS[0] <= max(wide, high) <= UNITS[1]


def test_every_drawing_is_used() -> None:
    used = {one for path in art.HERE.rglob("*.py") for one in strings(path.read_text("utf-8")) if "/" in one}
    unused = {name for name in FILES if not any(re.fullmatch(one, name) for one in used)}
    assert not unused


@pytest.mark.parametrize("name", FILES)
def test_a_drawing_shows_something(name: str) -> None:
    drawn = art.sprite(name, 40)
    assert drawn.size[0] == 40
    assert sum(drawn.mask.histogram()[200:]) > 0.02 * drawn.size[0] * drawn.size[1]


def tones(sprite: Sprite) -> set[object]:
    """Return the colours of opaque pixels."""
    rgb, mask = sprite.rgb.tobytes(), sprite.mask.tobytes()
    return {rgb[3 * i : 3 * i + 3] for i, there in enumerate(mask) if there == 255}


def test_the_colour_of_the_root_is_replaced() -> None:
    red, blue = (art.sprite("common/piece-square", 60, colour) for colour in (RED, (34, 60, 184)))
    assert bytes(RED) in tones(art.sprite("common/piece-square", 60, RED, css=".grain{display:none}"))
    assert red.mask.tobytes() == blue.mask.tobytes()
    assert red.rgb.tobytes() != blue.rgb.tobytes()


def test_a_class_can_be_left_out_and_a_part_taken() -> None:
    whole = art.sprite("common/piece-square", 54)
    face = art.sprite("common/piece-square", 54, css=".side,.shadow{display:none}")
    assert sum(face.mask.tobytes()) < sum(whole.mask.tobytes())
    half = art.sprite("common/piece-square", 54, part=(-3, -3, 108, 54))
    assert half.size == (54, 27)


def legends() -> None:
    """Draw every entry of the legends of both games."""
    cards = list(CARDS)
    for view, names in (
        (messina.position("alone advanced"), NAMES[:1]),
        (messina.position("tile"), NAMES[:3]),
        (with_pieces(position(4), cards=cards[:6]), NAMES),
        (with_pieces(position(4), cards=cards[6:12]), NAMES),
        (with_pieces(position(4), cards=cards[12:]), NAMES),
    ):
        painted(view, names, "legend")


@pytest.mark.deep(one_in=10)
def test_every_drawing_is_found_in_a_legend_by_its_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """All drawings are in a legend, except scenery, which has no meaning."""
    monkeypatch.setattr(SPRITE_CACHE, "limit", sys.maxsize)
    forget_drawings(text, *GROUNDS)
    legends()
    drawn = {key[1] for key in drawn_by(art.sprite)}
    assert FILES.keys() - drawn == SCENERY


def test_a_piece_is_rendered_once_for_all_starts_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    triangle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="red"/></svg>'
    one, smaller, blue = (triangle, (9, 9), ""), (triangle, (7, 5), ""), (triangle.replace("red", "blue"), (9, 9), "")
    faint = (triangle, (9, 9), "path{opacity:.5}")
    render, file, rendered = art.render, tmp_path / "__pycache__/pieces", list[Any]()

    def noted(*what: Any) -> Any:
        rendered.append(what)
        return render(*what)

    def start(*asked: Any, file: Path = file) -> list[Any]:
        """Return which of these pieces had to be rendered at a startup that needs all of them."""
        rendered.clear()
        pieces = art.RenderedPieces(file)
        for what in asked:
            drawn, should = pieces.get(*what), render(*what)
            assert (drawn.size, drawn.tobytes()) == (should.size, should.tobytes())
        pieces.end_start()
        return [*rendered]

    monkeypatch.setattr(art, "render", noted)
    assert start(one, faint) == [one, faint]
    assert start(one, smaller, blue, faint) == [smaller, blue]
    assert start(blue) == start(one, smaller, faint) == []
    monkeypatch.setattr(art, "MAX_PIECES", 1)
    tiny = (triangle, (2, 2), "")
    assert start(tiny, one) == [tiny]
    assert start(tiny, one) == [one], "only one is stored now"
    file.write_bytes(file.read_bytes()[:-1])
    assert start(tiny) == [tiny], "a damaged file"
    assert start(tiny, file=file / "no folder") == [tiny]


def test_the_credits_name_every_drawing_once() -> None:
    table = (art.HERE / "ART.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z/*-]+)`", table, re.MULTILINE)
    patterns = [row.replace("*", "[a-z-]+") for row in rows]
    for name in FILES:
        assert sum(bool(re.fullmatch(one, name)) for one in patterns) == 1, name
    assert all(any(re.fullmatch(one, name) for name in FILES) for one in patterns)
    assert all(one <= other for one, other in pairwise(rows))
