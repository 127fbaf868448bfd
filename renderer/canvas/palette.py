"""Writing pictures small and fast: fixed palettes of 256 colours, kept in the repository (`tools.palette`)."""

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from struct import pack
from types import ModuleType

from PIL import Image

from renderer.canvas.colours import Rgb, mix

try:
    from isal import isal_zlib as quick
except ImportError:  # it is not made for every machine; zlib comes to about as many bytes in four times the time
    import zlib as quick  # type: ignore[no-redef]

LARGE = 3_000_000  # pixels: what is larger is compressed harder, so that it stays below half a megabyte
LEVEL, LARGE_LEVEL = 1, 5  # of the deflate compression; more costs time and saves little
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, PALETTE = 8, 3  # of each pixel; the type of PNG whose pixels are numbers of colours
# High contrast: strong colours stay as they are, the darker ones sooner; the middle of lightness, how far from it a
# colour is changed wholly, and how much that is.
VIVID, STRONG = 140, 88
MIDDLE, REACH, SHARPER = 0.5, 0.2, 0.6
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


def sharper(colour: Rgb) -> Rgb:
    """A colour in high contrast: what is light is lighter, what is dark is darker; strong colours are as they are."""
    light = (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255
    strength = max(colour) - min(colour)
    if strength > VIVID or (strength > STRONG and light < MIDDLE):
        return colour
    part = max(-1.0, min(1.0, (light - MIDDLE) / REACH))
    return mix(colour, (255, 255, 255) if part > 0 else (0, 0, 0), abs(part) * SHARPER)


@cache
def in_contrast(file: Path) -> tuple[int, ...]:
    """The palette in high contrast, as its channels."""
    return tuple(channel for colour in colours(file) for channel in sharper(colour))


def png(image: Image.Image, file: Path, *, contrast: bool = False) -> bytes:
    """The picture as a PNG file with the colours of a palette, without dithering and without any metadata.

    It is put together here: Pillow's own writer takes four times as long, and lets nothing else run meanwhile.

    ``contrast``: the same with each colour in high contrast.
    """
    wide, high = image.size
    rows = Image.new("P", (wide + 1, high))  # before each row stands how it is filtered: not at all
    rows.paste(image.quantize(palette=_palette(file), dither=Image.Dither.NONE), (1, 0))
    channels = in_contrast(file) if contrast else [channel for colour in colours(file) for channel in colour]
    pixels = rows.tobytes()
    packed = zlib.compress(pixels, LARGE_LEVEL) if wide * high > LARGE else quick.compress(pixels, LEVEL)
    chunks = (
        (b"IHDR", pack(">IIBBBBB", wide, high, BITS, PALETTE, 0, 0, 0)),
        (b"PLTE", bytes(channels)),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(data, zlib.crc32(kind))) for kind, data in chunks
    )


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


def gif(frames: Sequence[tuple[Image.Image, int]], file: Path, *, contrast: bool = False) -> bytes:
    """Pictures of `coloured`, each with how many milliseconds it stays, as a moving picture that begins anew.

    Of each picture only what differs from the one before is written.
    """
    out = BytesIO()
    if contrast:
        for frame, _ in frames:
            frame.putpalette(in_contrast(file)[: 3 * CLEAR])
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
