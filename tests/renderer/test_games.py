from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PIL import Image

from renderer import Pictures, Scene

RED = (255, 0, 0)


def test_a_game_is_drawn_by_its_record(tmp_path: Path) -> None:
    def square(scene: Scene[Any]) -> Image.Image:
        return Image.new("RGB", (len(scene.names), 1), RED)

    palette = tmp_path / "palette.txt"
    palette.write_text("0000ff\nff0000\n")
    toy: Pictures[Any] = Pictures(
        parts=lambda view, layout: (f"{layout}-toy",), board=square, legend=lambda scene: Image.new("RGB", (7, 7)),
        place=lambda view, target: target.kind, letter=lambda view, target: "A", palette=palette, named=(RED,),
    )  # fmt: skip
    view = SimpleNamespace(game="toy")
    assert toy.paint(Scene(view, ["Ada", "Bela"])).size == (2, 1)
    assert toy.paint(Scene(view, ["Ada"], "legend")).size == (7, 7)
    assert toy.png(toy.paint(Scene(view, ["Ada"]))).startswith(b"\x89PNG")
