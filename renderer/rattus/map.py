"""The map drawn: sea, land, washes and borders, once per number of players; and the glowing outlines of regions."""

from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageFilter

from renderer.canvas.canvas import COARSE, Canvas
from renderer.canvas.colours import FADED, INK, PAPER, SEA, SEA_LINE, SEPIA, Rgb, mix
from renderer.canvas.frame import HAIR, put_scale
from renderer.canvas.text import write
from renderer.rattus.geography import HEIGHT, WIDTH, data, lines, outlines, rest
from renderer.rattus.layout import SPOTS
from renderer.rattus.theme import WASHES, WASTE
from renderer.rattus.words import named
from renderer.signs import compass
from renderer.words import Words
from rules.rattus.components import IN_USE, REGIONS

NAME = 33  # px, the names of the regions
FRAME = 9  # px, the scale round the map
CELLS = 25  # of the scale, on each side
COMPASS = (54, 374)
RIPPLES = ((22.0, 0.30), (15.0, 0.5), (8.5, 0.75))  # how far from the coast, in px, and how strong
SOFT = 7  # how far the washes run into the land
SMALL = 60  # px, width and height together of islands whose outline is only hinted at


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


def _within(region: str) -> Canvas:
    """An empty mask of the region's bounds, drawn on in places of the map."""
    left, top, right, bottom = bounds(region)
    return Canvas(right - left, bottom - top, 0, fine=COARSE, corner=(-left, -top))


def _land(region: str) -> Image.Image:
    """Where the region is, within its bounds, as fine as it was drawn."""
    mask = _within(region)
    for ring in outlines(region):
        mask.polygon(ring, 255)
    return mask.image


@cache
def _sea_and_rest() -> Image.Image:
    """Water with lines along the coasts, and the land that no region has. As fine as it was drawn: that takes longest.

    Its few colours are kept as numbers, which take a third of the room.
    """
    inks = [SEA, *(mix(SEA, SEA_LINE, strength) for _, strength in RIPPLES), WASTE]
    sheet = Canvas(WIDTH, HEIGHT, inks.index(SEA), fine=COARSE)
    coasts = [line for sides, some in lines().items() if len(sides) == 1 for line in some]
    for ink, (reach, _) in enumerate(RIPPLES, 1):
        for width, colour in ((2 * reach + 1.6, ink), (2 * reach - 1.6, inks.index(SEA))):
            for line in coasts:
                sheet.line(line, colour, width)
    for ring in rest():
        sheet.polygon(ring, inks.index(WASTE))
    sheet.image.putpalette([channel for ink in inks for channel in ink])
    return sheet.image


def _put_region(sheet: Canvas, region: str) -> None:
    """Paper with a coloured wash along the borders, as on old engravings."""
    land = _land(region)
    left, top, _, _ = bounds(region)
    blurred = land.reduce(4).filter(ImageFilter.GaussianBlur(SOFT)).resize(land.size, Image.Resampling.BILINEAR)
    edge = blurred.point([min(200, max(0, round((250 - v) * 1.5))) for v in range(256)])
    sheet.tint(PAPER, land, left, top)
    sheet.tint(WASHES[region], ImageChops.multiply(edge, land), left, top)


def _put_unused(sheet: Canvas, region: str) -> None:
    """Grey land, hatched."""
    land, hatch = _land(region), _within(region)
    left, top, right, bottom = bounds(region)
    for x in range((left + top) // 13 * 13, right + bottom, 13):
        hatch.line([(x - top, top), (x - bottom, bottom)], 110, 1.6)
    sheet.tint(WASTE, land, left, top)
    sheet.tint(FADED, ImageChops.multiply(hatch.image, land), left, top)


@lru_cache(maxsize=6)
def empty_map(seats: int, words: Words) -> Image.Image:
    """The board without pieces for so many players. Do not draw on it: copy it."""
    sheet = Canvas(WIDTH, HEIGHT, SEA, fine=COARSE)
    sheet.image.paste(_sea_and_rest().convert("RGB"))
    for region in data()["regions"]:
        (_put_region if region in IN_USE[seats] else _put_unused)(sheet, region)
    for sides, some in sorted(lines().items(), key=lambda item: any(region in IN_USE[seats] for region in item[0])):
        ink = SEPIA if any(region in IN_USE[seats] for region in sides) else FADED
        for line in some:
            if sides != ("", ""):
                sheet.line(line, ink, 1.6 if len(sides) == 1 else 2.4)
    board = sheet.picture()
    compass(76).put(board, *COMPASS)
    for region in REGIONS:
        if region not in IN_USE[seats]:
            put_name(board, region, words, used=False)
    across, down = (
        [(k * side // CELLS, k * side // CELLS + side // CELLS) for k in range(1, CELLS, 2)] for side in (WIDTH, HEIGHT)
    )
    put_scale(board, FRAME, across, down)
    return board


def put_name(board: Image.Image, region: str, words: Words, *, used: bool = True) -> None:
    """The name of a region in its place."""
    colour, halo = (INK, PAPER) if used else (FADED, WASTE)
    write(board, *SPOTS[region].name, named(REGIONS[region], words), NAME, colour=colour, halo=halo, thick=2)


@lru_cache(maxsize=64)
def region_edge(region: str, thick: int) -> Image.Image:
    """A line along the region's borders, within its bounds, as a mask; round islets it is thinner."""
    line = _within(region)
    for ring in outlines(region):
        xs, ys = zip(*ring, strict=True)
        small = max(xs) - min(xs) + max(ys) - min(ys) < SMALL
        line.line([*ring, ring[0]], 255, thick / 2 if small else thick)
    return line.picture()


@lru_cache(maxsize=16)
def region_mask(region: str) -> Image.Image:
    """Where the region's land is, within its bounds."""
    return _land(region).reduce(COARSE)


def put_edge(board: Image.Image, region: str, colour: Rgb, thick: int) -> None:
    """Draw a line along the region's borders, between hairlines of ink."""
    left, top, _, _ = bounds(region)
    board.paste(INK, (left, top), region_edge(region, thick + 2 * HAIR))
    board.paste(colour, (left, top), region_edge(region, thick))


def put_light(board: Image.Image, light: Image.Image, region: str) -> None:
    """Lay the land of a region, as it is in another picture of the map, on this one."""
    box = bounds(region)
    board.paste(light.crop(box), box[:2], region_mask(region))
