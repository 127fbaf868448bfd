"""The empty map: sea, land, washes, borders. Drawn once per number of players."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.canvas.colours import FADED, INK, PAPER, PAPER_LIGHT, SEA, SEA_LINE, SEPIA, WASHES, WASTE
from renderer.canvas.text import write
from renderer.rattus.geography import HEIGHT, WIDTH, data, lines, rest
from renderer.rattus.layout import SPOTS
from renderer.rattus.lines import FINE, FRAME, bounds, fine, region_mask, stroke
from renderer.rattus.pieces import compass
from renderer.seats import mix
from rules.rattus.components import IN_USE, REGIONS

NAME = 33  # px, the names of the regions
COMPASS = (54, 374)
RIPPLES = ((22.0, 0.30), (15.0, 0.5), (8.5, 0.75))  # how far from the coast, in px, and how strong
SOFT = 7  # how far the washes run into the land


@lru_cache(maxsize=1)
def _sea_and_land() -> Image.Image:
    """Water with lines along the coasts, and the land that no region has, at double size."""
    sheet = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), SEA)
    draw = ImageDraw.Draw(sheet)
    coasts = [line for sides, some in lines().items() if len(sides) == 1 for line in some]
    for reach, strength in RIPPLES:
        for width, colour in ((2 * reach + 1.6, mix(SEA, SEA_LINE, strength)), (2 * reach - 1.6, SEA)):
            for line in coasts:
                stroke(draw, line, colour, width)
    for ring in rest():
        draw.polygon(fine(ring), fill=WASTE)
    return sheet


def _put_region(sheet: Image.Image, region: str) -> None:
    """Paper with a coloured wash along the borders, as on old engravings."""
    land = region_mask(region)
    left, top, _, _ = bounds(region)
    at = (left * FINE, top * FINE)
    blurred = land.reduce(4).filter(ImageFilter.GaussianBlur(SOFT)).resize(land.size, Image.Resampling.BILINEAR)
    edge = blurred.point([min(200, max(0, round((250 - v) * 1.5))) for v in range(256)])
    sheet.paste(PAPER, at, land)
    sheet.paste(WASHES[region], at, ImageChops.multiply(edge, land))


def _put_unused(sheet: Image.Image, region: str) -> None:
    """Grey land, hatched."""
    land = region_mask(region)
    left, top, right, bottom = bounds(region)
    hatch = Image.new("L", land.size)
    pen = ImageDraw.Draw(hatch)
    for x in range((left + top) // 13 * 13, right + bottom, 13):
        pen.line(fine([(x - top, top), (x - bottom, bottom)], left, top), fill=110, width=round(1.6 * FINE))
    sheet.paste(WASTE, (left * FINE, top * FINE), land)
    sheet.paste(FADED, (left * FINE, top * FINE), ImageChops.multiply(hatch, land))


@lru_cache(maxsize=6)
def empty_map(seats: int, lang: str) -> Image.Image:
    """The board without pieces for so many players. Do not draw on it: copy it."""
    sheet = _sea_and_land().copy()
    for region in data()["regions"]:
        (_put_region if region in IN_USE[seats] else _put_unused)(sheet, region)
    draw = ImageDraw.Draw(sheet)
    for sides, some in sorted(lines().items(), key=lambda item: any(region in IN_USE[seats] for region in item[0])):
        ink = SEPIA if any(region in IN_USE[seats] for region in sides) else FADED
        for line in some:
            if sides != ("", ""):
                stroke(draw, line, ink, 1.6 if len(sides) == 1 else 2.4)
    board = sheet.reduce(FINE)
    compass(76).put(board, *COMPASS)
    for region in REGIONS:
        if region not in IN_USE[seats]:
            put_name(board, region, lang, used=False)
    put_frame(board)
    return board


def put_name(board: Image.Image, region: str, lang: str, *, used: bool = True) -> None:
    """The name of a region in its place."""
    colour, halo = (INK, PAPER) if used else (FADED, WASTE)
    write(board, *SPOTS[region].name, REGIONS[region].name[lang], NAME, colour=colour, halo=halo, thick=2)


def put_frame(board: Image.Image) -> None:
    """The scale round an old map: ink and paper by turns."""
    draw = ImageDraw.Draw(board)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=SEPIA, width=FRAME)
    right, bottom = WIDTH - FRAME + 2, HEIGHT - FRAME + 2
    for k in range(1, 25, 2):
        x, y = k * WIDTH // 25, k * HEIGHT // 25
        for edge in (2, bottom):
            draw.rectangle((x, edge, x + WIDTH // 25, edge + FRAME - 5), fill=PAPER_LIGHT)
        for edge in (2, right):
            draw.rectangle((edge, y, edge + FRAME - 5, y + HEIGHT // 25), fill=PAPER_LIGHT)
