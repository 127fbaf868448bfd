"""Previews of display options on a piece of a board: the values of each option side by side."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import INK, PAPER_LIGHT, SEPIA
from renderer.canvas.frame import plate, ring
from renderer.canvas.text import PLAIN, Text
from renderer.canvas.texture import paper
from renderer.pictures import SIDE, Pictures
from renderer.scene import Scene

CELL = (384, 200)  # px, the cell of a value
GAP, TITLE_HIGH = 12, 46  # px, between and round the cells, and above them
TITLE_SIZE, LABEL_SIZE = 34, 28  # px; at least 14 on a phone


class OptionPreview(NamedTuple):
    """A display option: its title, its values, each with its name and its word in `Scene.style`, and its scene."""

    option: str
    title: str
    values: Sequence[tuple[str, str]]
    pictures: Pictures[Any]
    scene: Scene[Any]


def preview_sheet(previews: Sequence[OptionPreview]) -> bytes:
    """Return all previews below each other as a PNG file.

    It has its own colours, as no palette contains those of high contrast.
    """
    wide, high = 2 * CELL[0] + 3 * GAP, len(previews) * (TITLE_HIGH + CELL[1]) + GAP
    board = paper(wide, high)
    for row, preview in enumerate(previews):
        y = row * (TITLE_HIGH + CELL[1])
        Text(preview.title, TITLE_SIZE).put(board, GAP, y + TITLE_HIGH / 2 + 4, align="left")
        for column, (label, word) in enumerate(preview.values[:2]):
            _put(board, GAP + column * (CELL[0] + GAP), y + TITLE_HIGH, label, _excerpt(preview, word))
    out = BytesIO()
    board.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _excerpt(preview: OptionPreview, word: str) -> Image.Image:
    """Return the piece of a board that shows the option's effect, in this style."""
    found = preview.pictures.preview(preview.option)
    assert found is not None
    part, box = found
    style = preview.scene.style | {word}
    whole = preview.pictures.image(replace(preview.scene, part=part, style=style))
    with Image.open(BytesIO(preview.pictures.png(whole, style))) as file:
        left, top, right, bottom = map(float, box)
        if word == "large":
            left, right = left + (right - left) * (1 - SIDE) / 2, right - (right - left) * (1 - SIDE) / 2
            top, bottom = top + (bottom - top) * (1 - SIDE) / 2, bottom - (bottom - top) * (1 - SIDE) / 2
        return file.convert("RGB").crop((round(left), round(top), round(right), round(bottom)))


def _put(board: Image.Image, x: int, y: int, label: str, shown: Image.Image) -> None:
    """Draw a value in its cell, cropped to the room there is, with its name on a plate."""
    by = max(CELL[0] / shown.width, CELL[1] / shown.height)
    size = (round(shown.width * by), round(shown.height * by))
    left, top = (size[0] - CELL[0]) // 2, (size[1] - CELL[1]) // 2
    cell = shown.resize(size, Image.Resampling.LANCZOS).crop((left, top, left + CELL[0], top + CELL[1]))
    mask = plate(*CELL, INK, INK, 0, 12).mask
    Sprite(cell, mask).put(board, x + CELL[0] / 2, y + CELL[1] / 2)
    ring(CELL[0], CELL[1], 12, SEPIA, 1).put(board, x + CELL[0] / 2, y + CELL[1] / 2)
    text = Text(label, LABEL_SIZE, PLAIN).fit(CELL[0] - 40, least=LABEL_SIZE)
    long = text.width + 24
    paper_ = plate(long, 38, PAPER_LIGHT, SEPIA, 2)
    paper_.put(board, x + 6 + long / 2, y + CELL[1] - 26)
    text.put(board, x + 6 + long / 2, y + CELL[1] - 26)
