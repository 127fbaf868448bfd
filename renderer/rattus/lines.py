"""Drawing on the map at double size, and the glowing outlines of regions."""

from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.canvas.canvas import Point
from renderer.canvas.colours import Rgb
from renderer.rattus.geography import HEIGHT, WIDTH, outlines

FINE = 2  # how much larger the empty map is drawn before it is reduced
SMALL = 60  # px, width and height together of islands whose outline is only hinted at
FRAME = 9  # px, the scale round the map


def fine(points: list[Point], left: float = 0, top: float = 0) -> list[Point]:
    """Points of the map on a sheet of double size that begins at left, top of the map."""
    return [((x - left) * FINE, (y - top) * FINE) for x, y in points]


def stroke(draw: ImageDraw.ImageDraw, points: list[Point], colour: Rgb, width: float) -> None:
    """A line on a sheet of the whole map."""
    draw.line(fine(points), fill=colour, width=round(width * FINE), joint="curve")


@cache
def bounds(region: str) -> tuple[int, int, int, int]:
    """The part of the map that the region takes with some water round it: left, top, right, bottom."""
    xs, ys = zip(*(point for ring in outlines(region) for point in ring), strict=True)
    return (
        max(FRAME, round(min(xs)) - 12),
        max(FRAME, round(min(ys)) - 12),
        min(WIDTH - FRAME, round(max(xs)) + 12),
        min(HEIGHT - FRAME, round(max(ys)) + 12),
    )


def region_mask(region: str) -> Image.Image:
    """Where the region is, within its bounds, at double size."""
    left, top, right, bottom = bounds(region)
    mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    draw = ImageDraw.Draw(mask)
    for ring in outlines(region):
        draw.polygon(fine(ring, left, top), fill=255)
    return mask


@lru_cache(maxsize=64)
def region_edge(region: str, thick: int) -> Image.Image:
    """A glowing line along the region's borders, within its bounds, as a mask."""
    left, top, right, bottom = bounds(region)
    line = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    draw = ImageDraw.Draw(line)
    for ring in outlines(region):
        xs, ys = zip(*ring, strict=True)
        small = max(xs) - min(xs) + max(ys) - min(ys) < SMALL
        draw.line(fine([*ring, ring[0]], left, top), fill=110 if small else 255, width=thick * FINE, joint="curve")
    sharp = line.reduce(FINE)
    glow = sharp.filter(ImageFilter.GaussianBlur(4)).point([min(190, round(v * 1.3)) for v in range(256)])
    return ImageChops.lighter(sharp, glow)


def put_edge(board: Image.Image, region: str, colour: Rgb, thick: int) -> None:
    """Draw a glowing line along the region's borders."""
    left, top, _, _ = bounds(region)
    board.paste(colour, (left, top), region_edge(region, thick))
