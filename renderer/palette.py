"""Writing pictures small and fast: a fixed palette of 256 colours, kept in the repository (`renderer.make_palette`)."""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from renderer.theme import Rgb

FILE = Path(__file__).parent / "data" / "palette.txt"
LEVEL = 2  # of the deflate compression; more costs time and saves little


@cache
def colours() -> tuple[Rgb, ...]:
    """The colours of the palette, those with a name first."""
    lines = FILE.read_text("ascii").split()
    return tuple((int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in lines)


@cache
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours() for channel in colour])
    return image


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file with our palette, without dithering and without any metadata."""
    out = BytesIO()
    small = image.quantize(palette=_palette(), dither=Image.Dither.NONE)
    small.info.clear()
    small.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
