"""Drawings kept as SVG files (`renderer/ART.md`), made into sprites of any size and colour, and kept.

Each file shows one thing. What may differ between two copies of it has a class, for ``css`` to reach; the colour of a
seat is that of the root, which shapes take by ``currentColor``.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import resvg_py
from PIL.PngImagePlugin import PngImageFile

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import Rgb

HERE = Path(__file__).parent
Box = tuple[float, float, float, float]  # left, upper edge, width, height, in units of a drawing


@lru_cache(maxsize=512)
def source(name: str) -> tuple[str, Box]:
    """The text of a drawing and its box, by its folder and file: "common/laurel".

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    folder, _, file = name.partition("/")
    text = (HERE / folder / "art" / f"{file}.svg").read_text("utf-8")
    x, y, w, h = map(float, ElementTree.fromstring(text).attrib["viewBox"].split())
    return text, (x, y, w, h)


def size(width: int, box: Box) -> tuple[int, int]:
    """How large a drawing, or this part of it, becomes that is so many pixels wide."""
    return width, max(1, round(width * box[3] / box[2]))


@cached_sprite
def sprite(name: str, width: int, colour: Rgb | None = None, part: Box | None = None, css: str = "") -> Sprite:
    """A drawing so many pixels wide, as high as it comes out. Do not draw on it: copy it.

    ``colour``: instead of that of its root. ``part``: no more of it than this box. ``css``: rules for its classes,
    which need "!important" to win against what stands in the file.

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    text, whole = source(name)
    box = part or whole
    _, high = size(width, box)
    rules = css if colour is None else f"svg{{color:#{bytes(colour).hex()} !important}}{css}"
    root, end, rest = text.partition(">")
    before, _, after = root.partition('viewBox="')
    cut = f'{before}viewBox="{" ".join(map(str, box))}" preserveAspectRatio="none"{after.partition(chr(34))[2]}'
    made = resvg_py.svg_to_bytes(
        svg_string=cut + end + rest, width=width, height=high, skip_system_fonts=True, style_sheet=rules or None
    )
    image = PngImageFile(BytesIO(made))  # `Image.open` would load what reads other files, and ask it first
    return Sprite(image.convert("RGB"), image.getchannel("A"))
