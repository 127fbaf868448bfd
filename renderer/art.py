"""Drawings stored as SVG files (`renderer/ART.md`), rendered as cached sprites of any size and colour, and as emoji.

Each file shows one thing. Parts that can differ between copies have a class, which ``css`` can select. The colour of a
seat is set on the root element, and shapes use it through ``currentColor``.
"""

import os
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import resvg_py
from PIL import Image, ImageFilter
from PIL.PngImagePlugin import PngImageFile

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import BONE, Rgb
from renderer.canvas.memory import quick

HERE = Path(__file__).parent
Box = tuple[float, float, float, float]  # left, top, width and height, in units of the drawing

# The file is in Python's folder for compiled modules. Like these, it may be missing or be deleted at any time.
PIECES_FILE = Path(cache_from_source(str(HERE / "art.py"))).with_name("pieces.msgpack")
MAX_PIECES = 1000  # pieces in the file; the boards of new games have about 400
DIGEST_SIZE = 16  # bytes
Pixels = tuple[int, int, bytes]  # width, height (which may be a pixel less than requested), and compressed pixels


def render(svg: str, size: tuple[int, int], css: str) -> Image.Image:
    """Render an SVG text at this size in pixels, on a transparent background."""
    width, high = size
    made = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=high, skip_system_fonts=True, style_sheet=css or None
    )
    # `Image.open` would first load and try the readers of other formats.
    return PngImageFile(BytesIO(made)).convert("RGBA")


def digest(data: bytes) -> bytes:
    """Return a `DIGEST_SIZE`-byte BLAKE2b digest of the data."""
    return blake2b(data, digest_size=DIGEST_SIZE).digest()


class RenderedPieces:
    """A cache file with the pixels of the pieces drawn at startup, because reading is ten times as fast as rendering.

    The key of a piece includes everything it depends on, so changed pieces are rendered again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stored: dict[bytes, Pixels] | None = None  # None until the file is read
        self._used: dict[bytes, Pixels] = {}  # by a digest of what was requested
        self._starting = True

    def get(self, svg: str, size: tuple[int, int], css: str) -> Image.Image:
        """Return the drawing: during startup from the file if it is there, otherwise freshly rendered."""
        if not self._starting:
            return render(svg, size, css)
        if self._stored is None:
            self._stored = self._read()
        key = digest(repr((resvg_py.__version__, svg, size, css)).encode())
        pixels = self._stored.get(key)
        if pixels is None:
            image = render(svg, size, css)
            pixels = (*image.size, quick.compress(image.tobytes(), 1))
        else:
            wide, high, packed = pixels
            image = Image.frombytes("RGBA", (wide, high), quick.decompress(packed))
        if len(self._used) < MAX_PIECES:
            self._used[key] = pixels
        return image

    def end_start(self) -> None:
        """End the startup: write the pieces used to the file unless it has them all, and free the memory.

        Write errors are ignored.

        From now on, `get` renders each piece.
        """
        used, stored = self._used, self._stored or {}
        self._starting, self._used, self._stored = False, {}, {}
        if used.keys() <= stored.keys():
            return
        packed = msgspec.msgpack.encode(used)
        own = self._file.with_name(f"{self._file.name}.{os.getpid()}")  # Other processes may write the file, too.
        with suppress(OSError):
            self._file.parent.mkdir(exist_ok=True)
            own.write_bytes(digest(packed) + packed)
            own.replace(self._file)

    def _read(self) -> dict[bytes, Pixels]:
        """Return the pixels in the file by key, or an empty dict if it is missing, damaged or in another format."""
        try:
            content = self._file.read_bytes()
            packed = content[DIGEST_SIZE:]
            if content[:DIGEST_SIZE] == digest(packed):
                return msgspec.msgpack.decode(packed, type=dict[bytes, Pixels])
        except (OSError, msgspec.ValidationError):
            pass
        return {}


RENDERED = RenderedPieces(PIECES_FILE)


@lru_cache(maxsize=512)
def source(name: str) -> tuple[str, Box]:
    """Return the SVG text and the view box of a drawing such as "common/laurel".

    Raise FileNotFoundError if it is missing.
    """
    folder, _, file = name.partition("/")
    text = (HERE / folder / "art" / f"{file}.svg").read_text("utf-8")
    x, y, w, h = map(float, ElementTree.fromstring(text).attrib["viewBox"].split())
    return text, (x, y, w, h)


def size(width: int, box: Box) -> tuple[int, int]:
    """Return the size in pixels of this box of a drawing, scaled to the given width."""
    return width, max(1, round(width * box[3] / box[2]))


@cached_sprite
def sprite(name: str, width: int, colour: Rgb | None = None, part: Box | None = None, css: str = "") -> Sprite:
    """Return a drawing at the given width in pixels, with its proportions kept. Copy it before drawing on it.

    ``colour`` replaces the colour of the root element. ``part`` is the box of the part to draw. ``css`` holds rules for
    its classes, which need "!important" to override the file's own. Raise FileNotFoundError if there is no such
    drawing.
    """
    text, whole = source(name)
    box = part or whole
    _, high = size(width, box)
    rules = css if colour is None else f"svg{{color:#{bytes(colour).hex()} !important}}{css}"
    root, end, rest = text.partition(">")
    before, _, after = root.partition('viewBox="')
    cut = f'{before}viewBox="{" ".join(map(str, box))}" preserveAspectRatio="none"{after.partition(chr(34))[2]}'
    image = RENDERED.get(cut + end + rest, (width, high), rules)
    return Sprite(image.convert("RGB"), image.getchannel("A"))


SIDE = 128  # px, the largest size at which Discord shows an emoji
EDGE_WIDTH = 5  # px, the width of the bone edge
DRAWING_ROOM = SIDE - 2 * EDGE_WIDTH - 2  # px, the room for the drawing within its edge


def emoji_png(drawing: Sprite) -> bytes:
    """Return a square PNG file with the drawing in its centre, edged with bone.

    The drawing is at most `DRAWING_ROOM` pixels wide and high.
    """
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
