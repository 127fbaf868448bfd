"""The empty map: sea, land, washes, borders, connections across water, names. Drawn once per number of players."""

from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.pieces import compass
from renderer.rattus.geography import HEIGHT, WIDTH, data, lines, outlines, rest
from renderer.rattus.layout import ROUTES, SPOTS
from renderer.sprite import Point, Sprite
from renderer.text import write
from renderer.theme import (
    FADED,
    INK,
    PAPER,
    PAPER_LIGHT,
    ROUTE,
    SEA,
    SEA_LINE,
    SEPIA,
    WASHES,
    WASTE,
    Rgb,
)
from rules.rattus.components import IN_USE, REGIONS

FINE = 2
COMPASS = (54, 374)
NAME = 33  # px, the names of the regions


def _fine(points: list[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _mask(rings: list[list[Point]]) -> Image.Image:
    mask = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    draw = ImageDraw.Draw(mask)
    for ring in rings:
        draw.polygon(_fine(ring), fill=255)
    return mask


def _stroke(draw: ImageDraw.ImageDraw, points: list[Point], colour: Rgb, width: float) -> None:
    draw.line(_fine(points), fill=colour, width=round(width * FINE), joint="curve")


@lru_cache(maxsize=1)
def _sea_and_land() -> Image.Image:
    """Water with lines along the coasts, and all land as blank paper or waste, at double size."""
    sheet = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), SEA)
    draw = ImageDraw.Draw(sheet)
    coasts = [line for sides, some in lines().items() if len(sides) == 1 for line in some]
    for reach, strength in ((22, 0.30), (15, 0.5), (8.5, 0.75)):
        tone = (
            round(SEA[0] + (SEA_LINE[0] - SEA[0]) * strength),
            round(SEA[1] + (SEA_LINE[1] - SEA[1]) * strength),
            round(SEA[2] + (SEA_LINE[2] - SEA[2]) * strength),
        )
        for width, colour in ((2 * reach + 1.6, tone), (2 * reach - 1.6, SEA)):
            for line in coasts:
                _stroke(draw, line, colour, width)
    for ring in rest():
        draw.polygon(_fine(ring), fill=WASTE)
    return sheet


def _wash(region: str) -> tuple[Image.Image, Image.Image]:
    """Where the region is, and where its coloured edge lies, at double size."""
    land = _mask(outlines(region))
    small = land.reduce(4)
    blurred = small.filter(ImageFilter.GaussianBlur(7)).resize(land.size, Image.Resampling.BILINEAR)
    edge = blurred.point([min(200, max(0, round((250 - v) * 1.5))) for v in range(256)])
    return land, ImageChops.multiply(edge, land)


def curve(a: Point, b: Point, c: Point, steps: int = 40) -> list[Point]:
    """Points on the bow from a through b's pull to c."""
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * (2 * b[0] - (a[0] + c[0]) / 2) + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * (2 * b[1] - (a[1] + c[1]) / 2) + t * t * c[1],
        )
        for t in (i / steps for i in range(steps + 1))
    ]


def _route(draw: ImageDraw.ImageDraw, a: Point, b: Point, c: Point) -> None:
    """A bow with a head at both ends."""
    points = curve(a, b, c)
    for colour, width, head in ((PAPER_LIGHT, 9.0, 19.0), (ROUTE, 4.6, 14.0)):
        _stroke(draw, points[3:-3], colour, width)
        for tip, back in ((points[0], points[6]), (points[-1], points[-7])):
            turn = atan2(tip[1] - back[1], tip[0] - back[0])
            swell = (head - 14.0) / 2
            x, y = tip[0] + cos(turn) * swell * 1.4, tip[1] + sin(turn) * swell * 1.4
            corners = [(x, y)] + [
                (x - head * 1.15 * cos(turn + s), y - head * 1.15 * sin(turn + s)) for s in (0.5, -0.5)
            ]
            draw.polygon(_fine(corners), fill=colour)
    done = 0.0
    for p, q in pairwise(points[6:-5]):
        done += hypot(q[0] - p[0], q[1] - p[1])
        if done % 16 > 10.5:
            _stroke(draw, [p, q], PAPER_LIGHT, 5.6)


def sea_routes(seats: int) -> list[tuple[str, str]]:
    """The connections across water between regions in use."""
    return [pair for pair in ROUTES if all(region in IN_USE[seats] for region in pair)]


@lru_cache(maxsize=6)
def empty_map(seats: int, lang: str) -> Image.Image:
    """The board without pieces for so many players. Do not draw on it: copy it."""
    sheet = _sea_and_land().copy()
    draw = ImageDraw.Draw(sheet)
    for region in data()["regions"]:
        land, edge = _wash(region)
        if region in IN_USE[seats]:
            sheet.paste(PAPER, (0, 0), land)
            sheet.paste(WASHES[region], (0, 0), edge)
        else:
            sheet.paste(WASTE, (0, 0), land)
            hatch = Image.new("L", sheet.size)
            pen = ImageDraw.Draw(hatch)
            for x in range(-HEIGHT * FINE, WIDTH * FINE, 13 * FINE):
                pen.line((x, HEIGHT * FINE, x + HEIGHT * FINE, 0), fill=110, width=round(1.6 * FINE))
            sheet.paste(FADED, (0, 0), ImageChops.multiply(hatch, land))
    for sides, some in sorted(lines().items(), key=lambda item: any(region in IN_USE[seats] for region in item[0])):
        ink = SEPIA if any(region in IN_USE[seats] for region in sides) else FADED
        for line in some:
            if sides != ("", ""):
                _stroke(draw, line, ink, 1.6 if len(sides) == 1 else 2.4)
    for pair in sea_routes(seats):
        _route(draw, *ROUTES[pair])
    board = sheet.reduce(FINE)
    compass(76).put(board, *COMPASS)
    for region in REGIONS:
        if region not in IN_USE[seats]:
            put_name(board, region, lang, used=False)
    frame(board)
    return board


def put_name(board: Image.Image, region: str, lang: str, *, used: bool = True) -> None:
    """The name of a region in its place."""
    colour, halo = (INK, PAPER) if used else (FADED, WASTE)
    write(board, *SPOTS[region].name, REGIONS[region].name[lang], NAME, colour=colour, halo=halo, thick=2)


def frame(board: Image.Image) -> None:
    """The scale round an old map: ink and paper by turns."""
    draw = ImageDraw.Draw(board)
    right, bottom = WIDTH - 1, HEIGHT - 1
    draw.rectangle((0, 0, right, bottom), outline=SEPIA, width=9)
    draw.rectangle((2, 2, right - 2, bottom - 2), outline=PAPER_LIGHT, width=5)
    for k in range(0, 25, 2):
        for a, b, c, d in ((k, 0, k + 1, 0), (k, 1, k + 1, 1)):
            x, x2 = a * right // 25, c * right // 25
            draw.rectangle((x, b * (bottom - 6), x2, d * (bottom - 6) + 6), fill=SEPIA)
            y, y2 = a * bottom // 25, c * bottom // 25
            draw.rectangle((b * (right - 6), y, d * (right - 6) + 6, y2), fill=SEPIA)


@lru_cache(maxsize=64)
def region_edge(region: str, colour: Rgb) -> tuple[Sprite, Point]:
    """A glowing line along the region's borders, and where its middle lies on the map."""
    rings = outlines(region)
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    left, top = max(0, round(min(xs)) - 12), max(0, round(min(ys)) - 12)
    right, bottom = min(WIDTH, round(max(xs)) + 12), min(HEIGHT, round(max(ys)) + 12)
    line = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    draw = ImageDraw.Draw(line)
    for ring in rings:
        draw.line(_fine([(x - left, y - top) for x, y in [*ring, ring[0]]]), fill=255, width=5 * FINE, joint="curve")
    sharp = line.reduce(FINE)
    glow = sharp.filter(ImageFilter.GaussianBlur(4)).point([min(190, round(v * 1.3)) for v in range(256)])
    mask = ImageChops.lighter(sharp, glow)
    return Sprite(Image.new("RGB", mask.size, colour), mask), ((left + right) / 2, (top + bottom) / 2)
