"""Write small picture files fast, using fixed palettes of 256 colours stored in the repository (`tools.palette`)."""

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from struct import pack
from types import ModuleType
from typing import Any

from PIL import Image

from renderer.canvas.colours import Rgb, mix
from renderer.canvas.layers import BAND_HEIGHT, Column, Layers
from renderer.canvas.memory import BAND_CACHE, CACHE_LOCK, TILE_CACHE, Band, quick

LARGE_PIXELS = 3_000_000  # pixels; larger pictures are compressed harder to stay below half a megabyte
LEVEL, LARGE_LEVEL = 1, 5  # deflate levels; higher ones cost time and save little
SIGNATURE = b"\x89PNG\r\n\x1a\n"
ZLIB = b"x\x01"  # the beginning of a zlib stream
ADLER = 65521  # the modulus of its checksum
NO_FILTER = b"\0"  # the filter type of a PNG row
BITS, PALETTE = 8, 3  # bits per pixel; the PNG colour type for indexed pixels
# High contrast. Strong colours stay unchanged, with a lower limit for dark ones. The second line has the middle of
# lightness, the distance from it at which a colour changes fully, and the size of that change.
VIVID, STRONG = 140, 88
MIDDLE, REACH, SHARPER = 0.5, 0.2, 0.6
# In an animation, this index keeps the pixel of the frame before. The last colour of a full palette gives way to it.
CLEAR = 255


def named_in(*modules: ModuleType) -> Iterator[Rgb]:
    """Yield the colours among the variables of these modules."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, tuple) and len(value) == 3 and all(isinstance(channel, int) for channel in value):
                yield value


@cache
def colours(file: Path) -> tuple[Rgb, ...]:
    """Return the colours of a palette, named colours first."""
    lines = file.read_text("ascii").split()
    return tuple((int(c[0:2], 16), int(c[2:4], 16), int(c[4:6], 16)) for c in lines)


@cache
def _palette(file: Path, size: int = 256) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours(file)[:size] for channel in colour])
    image.load()  # gives the colours to the core
    return image


def sharper(colour: Rgb) -> Rgb:
    """Return a colour for high contrast: light colours lighter, dark ones darker, strong ones unchanged."""
    light = (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255
    strength = max(colour) - min(colour)
    if strength > VIVID or (strength > STRONG and light < MIDDLE):
        return colour
    part = max(-1.0, min(1.0, (light - MIDDLE) / REACH))
    return mix(colour, (255, 255, 255) if part > 0 else (0, 0, 0), abs(part) * SHARPER)


@cache
def in_contrast(file: Path) -> tuple[int, ...]:
    """Return the palette in high contrast as a flat series of red, green and blue values."""
    return tuple(channel for colour in colours(file) for channel in sharper(colour))


@cache
def _channels(file: Path, contrast: bool) -> bytes:
    """Return the palette's channels as a PNG file stores them, optionally in high contrast."""
    return bytes(in_contrast(file) if contrast else [channel for colour in colours(file) for channel in colour])


def in_palette(image: Image.Image, file: Path) -> Image.Image:
    """Convert a picture to the colours of a palette, without dithering."""
    return image.quantize(palette=_palette(file), dither=Image.Dither.NONE)


def _png_rows(image: Image.Image) -> memoryview:
    """Return the rows of a picture in the colours of a palette as PNG image data, without the first filter type.

    In PNG, each row starts with its filter type, here 0 for none. Pillow pads each row with a zero byte, which serves
    as the filter type of the next row.
    """
    return memoryview(image.tobytes("raw", "P", image.width + 1, 1))[:-1]


def _tiles(column: Column, bands: range, file: Path) -> list[Any]:
    """Return a column's tiles in successive bands, in the colours of a palette. Compose only those not cached."""
    left, right, picture, keys = column
    with CACHE_LOCK:
        tiles: dict[int, Any] = {number: TILE_CACHE.get(keys[number]) for number in bands}
    for known, numbers in groupby(bands, lambda number: tiles[number] is not None):
        if known:
            continue
        first, *_ = some = list(numbers)
        top, bottom = first * BAND_HEIGHT, min((some[-1] + 1) * BAND_HEIGHT, picture.height)
        composed = picture.image((left, top, right, bottom))
        core = composed.im.convert("P", Image.Dither.NONE, _palette(file).im)  # as `in_palette` does
        with CACHE_LOCK:
            for number in some:
                upper = number * BAND_HEIGHT - top
                tiles[number] = core.crop((0, upper, right - left, min(upper + BAND_HEIGHT, bottom - top)))
                TILE_CACHE[keys[number]] = tiles[number]
    return list(tiles.values())


def _rows_of_bands(columns: Sequence[Column], bands: range, file: Path) -> memoryview:
    """Return the rows of successive bands of a picture as PNG image data, in the colours of a palette."""
    _, _, picture, _ = columns[0]
    top = bands.start * BAND_HEIGHT
    image = Image.new("P", (picture.width, min(bands.stop * BAND_HEIGHT, picture.height) - top))
    for column in columns:
        for number, tile in zip(bands, _tiles(column, bands, file), strict=True):
            upper = number * BAND_HEIGHT - top
            image.im.paste(tile, (column.left, upper, column.right, upper + tile.size[1]))
    return memoryview(b"".join([NO_FILTER, _png_rows(image)]))


def _compressed(layers: Layers, file: Path) -> bytes:
    """Return the compressed rows of a picture in layers. Bands that are not cached are put together from tiles."""
    keys = layers.bands(file)
    with CACHE_LOCK:
        bands: list[Any] = [BAND_CACHE.get(key) for key in keys]
    columns = layers.columns(file) if None in bands else []
    packer = quick.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    size = BAND_HEIGHT * (layers.width + 1)
    for known, numbers in groupby(range(len(bands)), lambda number: bands[number] is not None):
        if known:
            continue
        first, *_ = some = list(numbers)
        rows = _rows_of_bands(columns, range(first, some[-1] + 1), file)
        for number in some:
            raw = rows[(number - first) * size : (number - first + 1) * size]
            band = Band(packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH), quick.adler32(raw), len(raw))
            bands[number] = band
            with CACHE_LOCK:
                BAND_CACHE[keys[number]] = band
    low, high = 1, 0
    for band in bands:
        high = (high + band.size * (low - 1) + (band.checksum >> 16)) % ADLER
        low = (low - 1 + (band.checksum & 0xFFFF)) % ADLER
    return b"".join([ZLIB, *(band.data for band in bands), packer.flush(), pack(">HH", high, low)])


def encode_png(image: Image.Image | Layers, file: Path, *, contrast: bool = False) -> bytes:
    """Return the picture as a PNG file in the colours of a palette, without dithering and without any metadata.

    Pillow's own writer isn't used, because it takes four times as long and blocks all other threads.

    With ``contrast``, colours are in high contrast.
    """
    wide, high = image.size
    if isinstance(image, Layers):
        packed = _compressed(image, file)
    else:
        packer = zlib.compressobj(LARGE_LEVEL) if wide * high > LARGE_PIXELS else quick.compressobj(LEVEL)
        rows = _png_rows(in_palette(image, file))
        packed = packer.compress(NO_FILTER) + packer.compress(rows) + packer.flush()
    chunks = (
        (b"IHDR", pack(">IIBBBBB", wide, high, BITS, PALETTE, 0, 0, 0)),
        (b"PLTE", _channels(file, contrast)),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", quick.crc32(data, quick.crc32(kind))) for kind, data in chunks
    )


def reduce_colours(image: Image.Image, file: Path) -> Image.Image:
    """Convert a picture to the colours of the palette except the last, which is transparent in animations."""
    frame = image.quantize(palette=_palette(file, CLEAR), dither=Image.Dither.NONE)
    frame.info.clear()
    return frame


def encode_gif(frames: Sequence[tuple[Image.Image, int]], file: Path, *, contrast: bool = False) -> bytes:
    """Return a looping GIF of frames from `reduce_colours`, each given with its duration in milliseconds.

    Only the part of a frame that differs from the previous frame is written.
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
