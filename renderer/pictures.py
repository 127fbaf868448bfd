"""The interface between a game's pictures and the rest of the program, and previews of display options."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image

from renderer.canvas.canvas import Point, Sprite
from renderer.canvas.colours import INK, PAPER_LIGHT, SEPIA, Rgb
from renderer.canvas.frame import plate, ring
from renderer.canvas.layers import Layers, as_image
from renderer.canvas.palette import encode_png
from renderer.canvas.text import PLAIN, Text
from renderer.canvas.texture import paper
from renderer.scene import Scene, Words
from rules.game import Event, Target

V = TypeVar("V")
PreviewBox = tuple[str, tuple[int, int, int, int]]
SIDE = 0.66  # the share of a picture's width that is shown at a time when it is enlarged


class SpritePath(NamedTuple):
    """A piece that moves over a board: the sprites it shows one after the other, and the points of its path."""

    sprites: Sequence[Sprite]
    points: Sequence[Point]


@dataclass(frozen=True)
class Keyframe(Generic[V]):
    """A step in the replay of an event: pieces fly along their paths, then the board looks like ``view``.

    They fly over the view ``under`` (default: ``view``), drawn without the ``lifted`` things. With ``event_done``, the
    event is marked on the board from here on.
    """

    view: V
    paths: Sequence[SpritePath] = ()
    under: V | None = None
    lifted: frozenset[Target] = frozenset()
    event_done: bool = True


@dataclass(frozen=True)
class Pictures(Generic[V]):
    """The interface of a game's pictures. The functions may be called from any thread."""

    # The names of the pictures that make up a board in the "wide", "tall" or "large" layout, in order.
    parts: Callable[[V, str], tuple[str, ...]]
    # Draws one of these parts, or "part": only as much of the board as the choices need. No wider than 11:7, so that
    # Discord shows all of it. Raises KeyError if there is no such part.
    board: Callable[[Scene[V]], Image.Image | Layers]
    # Draws the meaning of the icons, or of the cards in play.
    legend: Callable[[Scene[V]], Image.Image]
    # The part that a choice is on, so that choices on several parts get a picture each; "" for any.
    place: Callable[[V, Target], str]
    # The letter of a thing, unique and fixed for as long as the thing stays in place, in the reading order of the
    # picture; "" if no picture shows it.
    letter: Callable[[V, Target], str]
    palette: Path  # the file of its colours, made by `python -m tools.palette`, in `make keep`
    named: tuple[Rgb, ...]  # the colours that must be exact
    # Draws a thing that help describes, given its ID; None if it has no drawing.
    thing: Callable[[str, Words], Image.Image | None] = lambda name, words: None
    # The signs on buttons and in texts that are drawings: for each its name, in lower case, and a function that draws
    # it in a given size.
    signs: Mapping[str, tuple[str, Callable[[int], Sprite]]] = field(default_factory=dict)
    # The part of the board, and the box of that part, that the preview of a display option shows; "" is the entry for
    # all other options. None if the beginning of a game doesn't show the option's effect.
    previews: Mapping[str, PreviewBox | None] = field(default_factory=dict)
    # The part of the board for replays and for questions without choices; "" for the first.
    replay_part: str = ""
    # How a replay shows an event that happens in this position, in a scene of the game; empty for what only fades in.
    keyframes: Callable[[V, Event, Scene[V]], Sequence[Keyframe[V]]] = lambda view, event, scene: ()

    def paint(self, scene: Scene[V]) -> Image.Image | Layers:
        """Draw the scene, as a new RGB image or in layers. Thread-safe. Raise KeyError if there is no such part."""
        return self.legend(scene) if scene.part == "legend" else self.board(scene)

    def image(self, scene: Scene[V]) -> Image.Image:
        """Draw the scene as `paint` does, and compose the layers."""
        return as_image(self.paint(scene))

    def preview(self, option: str) -> PreviewBox | None:
        """Return the preview of a display option, or None if the game has none for it."""
        return self.previews.get(option, self.previews.get(""))

    def side(self, picture: Image.Image | Layers, which: str) -> Image.Image | Layers:
        """Return the "left" or "right" side of a picture, or all of it for "".

        The sides overlap, so that most things are whole.
        """
        if not which:
            return picture
        image = as_image(picture)
        wide = round(image.width * SIDE)
        return image.crop((0, 0, wide, image.height) if which == "left" else (image.width - wide, 0, *image.size))

    def png(self, picture: Image.Image | Layers, style: Collection[str] = ()) -> bytes:
        """Return the picture as a PNG file in its game's palette, without any metadata.

        With "high" in the style, it has high contrast.
        """
        return encode_png(picture, self.palette, contrast="high" in style)


CELL = (384, 200)  # px, the cell of a value
GAP, TITLE_HIGH = 12, 50  # px, between and round the cells, and above them: no sheet is wider than 11:7
TALL = 2 * CELL[1] + TITLE_HIGH  # px, the height of a cell that takes two rows
SHEET = 2 * CELL[0] + 3 * GAP  # px, its width
TITLE_SIZE, LABEL_SIZE = 34, 28  # px; at least 14 on a phone


class OptionPreview(NamedTuple):
    """A display option: its title, its scene, and its values, each with its name and its word in `Scene.style`.

    With ``layouts``, the words are layouts of a whole board instead.
    """

    option: str
    title: str
    values: Sequence[tuple[str, str]]
    pictures: Pictures[Any]
    scene: Scene[Any]
    layouts: bool = False


def preview_sheet(previews: Sequence[OptionPreview]) -> bytes:
    """Return a PNG file that previews the first two values of each option.

    It is in full colour, because no game's palette has high-contrast colours.
    """
    rows = []
    for preview in previews:
        draw = _shape if preview.layouts else _excerpt
        rows.append((preview.title, [(label, draw(preview, word)) for label, word in preview.values[:2]]))
    return cell_sheet(rows)


def cell_sheet(rows: Sequence[tuple[str, Sequence[tuple[str, Image.Image]]]], high: int = CELL[1]) -> bytes:
    """Return a PNG file with rows of pictures. Rows have titles, and pictures have labels.

    ``high`` is the height of a picture in px.
    """
    board = paper(SHEET, len(rows) * (TITLE_HIGH + high) + GAP)
    for at, (title, cells) in enumerate(rows):
        y, wide = at * (TITLE_HIGH + high), cell_width(len(cells))
        Text(title, TITLE_SIZE).put(board, GAP, y + TITLE_HIGH / 2 + 4, align="left")
        for column, (label, shown) in enumerate(cells):
            _put(board, GAP + column * (wide + GAP), y + TITLE_HIGH, label, shown, (wide, high))
    out = BytesIO()
    board.save(out, "PNG", compress_level=6)
    return out.getvalue()


def cell_width(count: int) -> int:
    """Return the width of each cell if a row of a sheet has ``count`` cells."""
    return (SHEET - GAP) // count - GAP


def _shape(preview: OptionPreview, layout: str) -> Image.Image:
    """Draw the first picture of a board in this layout, on paper."""
    part, *_ = preview.pictures.parts(preview.scene.view, layout)
    shown = preview.pictures.image(replace(preview.scene, part=part)).convert("RGB")
    shown.thumbnail((CELL[0] - 2 * GAP, CELL[1] - 2 * GAP))
    cell = paper(*CELL)
    Sprite(shown, Image.new("L", shown.size, 255)).put(cell, CELL[0] - GAP - shown.width / 2, CELL[1] / 2)
    return cell


def _excerpt(preview: OptionPreview, word: str) -> Image.Image:
    """Return the part of a board that shows the option's effect, in this style."""
    found = preview.pictures.preview(preview.option)
    assert found is not None
    part, box = found
    style = preview.scene.style | {word}
    board = preview.pictures.paint(replace(preview.scene, part=part, style=style))
    with Image.open(BytesIO(preview.pictures.png(board, style))) as file:
        left, top, right, bottom = map(float, box)
        if word == "large":
            left, right = left + (right - left) * (1 - SIDE) / 2, right - (right - left) * (1 - SIDE) / 2
            top, bottom = top + (bottom - top) * (1 - SIDE) / 2, bottom - (bottom - top) * (1 - SIDE) / 2
        return file.convert("RGB").crop((round(left), round(top), round(right), round(bottom)))


def _put(board: Image.Image, x: int, y: int, label: str, shown: Image.Image, cell_size: tuple[int, int]) -> None:
    """Draw a picture in a cell of this size, cropped to fill it, with its label on a plate."""
    wide, high = cell_size
    by = max(wide / shown.width, high / shown.height)
    size = (round(shown.width * by), round(shown.height * by))
    left, top = (size[0] - wide) // 2, (size[1] - high) // 2
    cell = shown.resize(size, Image.Resampling.LANCZOS).crop((left, top, left + wide, top + high))
    Sprite(cell, plate(wide, high, INK, INK, 0, 12).mask).put(board, x + wide / 2, y + high / 2)
    ring(wide, high, 12, SEPIA, 1).put(board, x + wide / 2, y + high / 2)
    text = Text(label, LABEL_SIZE, PLAIN).fit(wide - 36, least=LABEL_SIZE)
    long = text.width + 24
    plate(long, 38, PAPER_LIGHT, SEPIA, 2).put(board, x + 6 + long / 2, y + high - 26)
    text.put(board, x + 6 + long / 2, y + high - 26)
