"""Drawings stored as SVG files (`renderer/ART.md`), rendered as cached sprites of any size and colour, and as emoji.

Each file shows one thing. Parts that can differ between two copies have a class that ``css`` can address. The colour of
a seat is set on the root element, and shapes use it through ``currentColor``.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import resvg_py
from PIL import Image, ImageFilter
from PIL.PngImagePlugin import PngImageFile

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import BONE, Rgb

HERE = Path(__file__).parent
Box = tuple[float, float, float, float]  # left, top, width and height, in units of the drawing


@lru_cache(maxsize=512)
def source(name: str) -> tuple[str, Box]:
    """Return the SVG text of a drawing and its box, by folder and file: "common/laurel". Raises FileNotFoundError."""
    folder, _, file = name.partition("/")
    text = (HERE / folder / "art" / f"{file}.svg").read_text("utf-8")
    x, y, w, h = map(float, ElementTree.fromstring(text).attrib["viewBox"].split())
    return text, (x, y, w, h)


def size(width: int, box: Box) -> tuple[int, int]:
    """Return the size in pixels of a drawing, or of this part of it, at the given width."""
    return width, max(1, round(width * box[3] / box[2]))


@cached_sprite
def sprite(name: str, width: int, colour: Rgb | None = None, part: Box | None = None, css: str = "") -> Sprite:
    """Return a drawing at the given width in pixels; its height follows. Do not draw on it: copy it.

    ``colour`` replaces the colour of the root element. ``part`` is the box to cut out. ``css`` holds rules for its
    classes, which need "!important" to override the file's own. Raise FileNotFoundError if there is no such drawing.
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
    image = PngImageFile(BytesIO(made))  # `Image.open` would first load the readers of other formats, and ask them
    return Sprite(image.convert("RGB"), image.getchannel("A"))


SIDE = 128  # px, the largest size at which Discord shows them
EDGE_WIDTH = 5  # px, the width of the bone edge
DRAWING_ROOM = SIDE - 2 * EDGE_WIDTH - 2  # px, the room for the drawing within its edge


def emoji_png(drawing: Sprite) -> bytes:
    """Return a PNG file with the drawing in its middle, at most `DRAWING_ROOM` pixels wide and high."""
    by = min(1.0, DRAWING_ROOM / max(drawing.size))
    size = (round(drawing.size[0] * by), round(drawing.size[1] * by))
    at = ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2)
    mask = Image.new("L", (SIDE, SIDE))
    mask.paste(drawing.mask.resize(size, Image.Resampling.LANCZOS), at)
    whole = Image.new("RGBA", (SIDE, SIDE), (*BONE, 0))
    solid = mask.point([0] * 128 + [255] * 128)  # shadows get no edge
    edge = solid.filter(ImageFilter.MaxFilter(2 * EDGE_WIDTH + 1)).filter(ImageFilter.GaussianBlur(0.8))
    whole.putalpha(edge)
    face = Image.new("RGB", (SIDE, SIDE), BONE)
    face.paste(drawing.rgb.resize(size, Image.Resampling.LANCZOS), at)
    whole.paste(face, (0, 0), mask)
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()
