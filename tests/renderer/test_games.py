"""A game is drawn because it has an entry in one table."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

import renderer
from renderer import PICTURES, Pictures, Scene
from rules import GAMES
from rules.game import Target

RED = (255, 0, 0)


def test_every_game_has_pictures() -> None:
    assert set(PICTURES) == set(GAMES)


def test_a_game_more_is_an_entry_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def square(scene: Scene[Any]) -> Image.Image:
        return Image.new("RGB", (len(scene.names), 1), RED)

    palette = tmp_path / "palette.txt"
    palette.write_text("0000ff\nff0000\n")
    toy = Pictures(
        parts=lambda view, layout: (f"{layout}-toy",),
        paint=square,
        legend=lambda scene: Image.new("RGB", (7, 7)),
        place=lambda view, target: target.kind,
        palette=palette,
        named=(RED,),
    )
    view = SimpleNamespace(game="toy")
    with pytest.raises(KeyError):
        renderer.paint(Scene(view, ["Ada"]))
    monkeypatch.setitem(PICTURES, "toy", toy)
    assert renderer.parts(view, "tall") == ("tall-toy",)
    assert renderer.place(view, Target("field", "a1")) == "field"
    assert renderer.paint(Scene(view, ["Ada", "Bela"])).size == (2, 1)
    assert renderer.paint(Scene(view, ["Ada"], "legend")).size == (7, 7)
    assert renderer.png(renderer.paint(Scene(view, ["Ada"])), "toy").startswith(b"\x89PNG")
