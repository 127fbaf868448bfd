"""Writing pictures small and fast: fixed palettes of 256 colours, kept in the repository (`tools.palette`)."""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from renderer.canvas.colours import Rgb

ROOM = Path(__file__).parent.parent
LARGE = 3_000_000  # pixels: what is larger is compressed harder, so that it stays below half a megabyte
LEVEL, LARGE_LEVEL = 2, 4  # of the deflate compression; more costs time and saves little


def file(game: str) -> Path:
    """Where the palette of a game is kept."""
    return ROOM / game / "palette.txt"


@cache
def colours(game: str) -> tuple[Rgb, ...]:
    """The colours of a game's palette, those with a name first."""
    lines = file(game).read_text("ascii").split()
    return tuple((int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in lines)


@cache
def _palette(game: str) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours(game) for channel in colour])
    return image


def png(image: Image.Image, game: str) -> bytes:
    """The picture as a PNG file with the palette of its game, without dithering and without any metadata."""
    out = BytesIO()
    small = image.quantize(palette=_palette(game), dither=Image.Dither.NONE)
    small.info.clear()
    small.save(out, "PNG", compress_level=LARGE_LEVEL if image.width * image.height > LARGE else LEVEL)
    return out.getvalue()
