"""Writing pictures small and fast: fixed palettes of 256 colours, kept in the repository (`tools.palette`)."""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType

from PIL import Image

from renderer.canvas.colours import Rgb

LARGE = 3_000_000  # pixels: what is larger is compressed harder, so that it stays below half a megabyte
LEVEL, LARGE_LEVEL = 2, 7  # of the deflate compression; more costs time and saves little
CLEAR = 255  # in a moving picture the colour that leaves what was there: the last of a full palette gives way to it


def named_in(*modules: ModuleType) -> Iterator[Rgb]:
    """The colours that are variables of modules."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, tuple) and len(value) == 3 and all(isinstance(channel, int) for channel in value):
                yield value


@cache
def colours(file: Path) -> tuple[Rgb, ...]:
    """The colours of a palette, those with a name first."""
    lines = file.read_text("ascii").split()
    return tuple((int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in lines)


@cache
def _palette(file: Path) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours(file) for channel in colour])
    return image


def png(image: Image.Image, file: Path) -> bytes:
    """The picture as a PNG file with the colours of a palette, without dithering and without any metadata."""
    out = BytesIO()
    small = image.quantize(palette=_palette(file), dither=Image.Dither.NONE)
    small.info.clear()
    small.save(out, "PNG", compress_level=LARGE_LEVEL if image.width * image.height > LARGE else LEVEL)
    return out.getvalue()


@cache
def _moving_palette(file: Path) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours(file)[:CLEAR] for channel in colour])
    return image


def coloured(image: Image.Image, file: Path) -> Image.Image:
    """A picture in the colours of a moving one."""
    frame = image.quantize(palette=_moving_palette(file), dither=Image.Dither.NONE)
    frame.info.clear()
    return frame


def gif(frames: Sequence[tuple[Image.Image, int]]) -> bytes:
    """Pictures of `coloured`, each with how many milliseconds it stays, as a moving picture that begins anew.

    Of each picture only what differs from the one before is written.
    """
    out = BytesIO()
    (first, _), *others = frames
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=[frame for frame, _ in others],
        duration=[time for _, time in frames],
        loop=0,
        transparency=CLEAR,
        disposal=1,
        optimize=True,
    )
    return out.getvalue()
