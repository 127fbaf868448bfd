"""Subtle backgrounds: blotches that vary the lightness by a few per cent, identical on every machine."""

from math import cos, radians, sin
from random import Random

from PIL import Image, ImageChops

from renderer.canvas.canvas import Canvas
from renderer.canvas.colours import PAPER, Rgb
from renderer.canvas.memory import cached_compressed, cached_drawing

OCTAVES = (90, 34, 12)  # px, the size of blotches; single pixels would double the size of a file
STEPS, STEP = 4, 2  # grey levels up and down from the middle, and the effect of each
MAX_PAPER = (1600, 2400)  # px


@cached_compressed
def blotches(width: int, height: int, seed: int) -> Image.Image:
    """Return a sheet of blotches in medium grey, to overlay on a picture.

    Copy it before drawing on it.
    """
    chance = Random(seed)
    sheet = Image.new("L", (width, height), 128)
    for number, size in enumerate(OCTAVES, 1):
        across, down = width // size + 2, height // size + 2
        rough = Image.frombytes("L", (across, down), chance.randbytes(across * down))
        sheet = Image.blend(sheet, rough.resize((width, height), Image.Resampling.BICUBIC), 1 / number)
    steps = [128 + STEP * max(-STEPS, min(STEPS, round((value - 128) / 14))) for value in range(256)]
    return sheet.point(steps)


def textured(image: Image.Image, seed: int) -> Image.Image:
    """Return the picture as if painted on a rough surface."""
    return _under(blotches(*image.size, seed), image)


def _under(grey: Image.Image, image: Image.Image) -> Image.Image:
    return ImageChops.overlay(image, Image.merge("RGB", (grey, grey, grey)))


def hatching(width: int, height: int, turn: float, apart: float, thick: float) -> Image.Image:
    """Return a mask of parallel lines, turned by this many degrees from horizontal."""
    sheet = Canvas(width, height, 0)
    reach, (x, y) = width + height, (cos(radians(turn)), sin(radians(turn)))
    for number in range(-round(reach / apart), round(reach / apart) + 1):
        u, v = width / 2 - y * number * apart, height / 2 + x * number * apart
        sheet.line([(u - x * reach, v - y * reach), (u + x * reach, v + y * reach)], 255, thick)
    return sheet.picture()


@cached_drawing
def _sheet(colour: Rgb) -> Image.Image:
    """Return a `textured` sheet of one colour as a palette image, with one shade for each grey of the blotches."""
    shades = _under(Image.frombytes("L", (256, 1), bytes(range(256))), Image.new("RGB", (256, 1), colour))
    sheet = blotches(*MAX_PAPER, 7).copy()
    sheet.putpalette(shades.tobytes())
    return sheet


def paper(width: int, height: int, colour: Rgb = PAPER) -> Image.Image:
    """Return a sheet of paper to draw on."""
    return _sheet(colour).crop((0, 0, width, height)).convert("RGB")
