"""Draw the map once per number of players: sea, land, borders, sea routes, regions, and the path of the plague."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, cos, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer import art
from renderer.canvas.canvas import BOARD_OVERSAMPLING, Board, Canvas, Point, Sprite, cached_sprite, with_opacity
from renderer.canvas.colours import BONE, CHOICE, FADED, INK, PAPER, PLAGUE, SEA, SEPIA, Rgb, mix
from renderer.canvas.frame import HAIRLINE, put_wood
from renderer.canvas.layout import Area
from renderer.canvas.memory import cached_compressed, cached_drawing
from renderer.canvas.text import Halo, Text
from renderer.canvas.texture import textured
from renderer.rattus.geography import (
    COAST,
    CROSSING,
    DEEP,
    MAP_HEIGHT,
    MAP_WIDTH,
    REGION_SPOTS,
    REGION_TINTS,
    ROUTES,
    SHALLOWS,
    WASTE,
    Ring,
    Spot,
    border_lines,
    curve_through,
    map_data,
    outlines,
    with_distances,
)
from renderer.rattus.words import named, word
from renderer.scene import Words
from rules.rattus.components import REGIONS, REGIONS_IN_USE

NAME_SIZE, LEAST_NAME, NAME_LINE_HEIGHT = (
    34,
    32,
    30,
)  # px, region names: normal and smallest font size, and their height with the halo
LARGE_NAME = 42  # px, on a picture that is wider than the map, so that names appear equally large
FRAME_WIDTH = 10  # px, the wooden frame of the map
EDGE = 6  # px, the line round a region that can be chosen
STRICKEN = 4  # px, the line round the region with the plague piece
MAX_ISLET = 60  # px, width plus height; islets get only a hint of an outline
ROUGH = 4  # reduction of the masks that are blurred, which on the whole map would take seconds
SHELF, OPEN = 5, 20  # rough pixels: the reach of shallow water, and where the deep begins
SHADOW = (6, 7)  # px, the land's shadow
MARKS = ("hill", "trees", "peak", "town", "trees", "hill")
RELIEF_TRIES, MARK = 420, (24, 34)  # the number of places tried for relief marks, and the range of their widths in px
APART = 52  # px, from mark to mark
WAVES = 170
SHIP = ((54, 396), 76)  # the middle and width of the ship, in px
QUAY, DOT = 5.5, 2.6  # px, half the width of an end and of a dot
DOTS_APART = 9.5  # px, from dot to dot
DASH = (19.0, 12.0)  # px, the dashes of the plague's path, and the gaps between them
THICK, RIM = 7.0, 2.5  # px, the width of that path and of the bone round it
ARROWHEAD = 26.0  # px, the length of the path's arrowhead
Box = tuple[float, float, float, float]  # left, top, right, bottom


@cache
def region_bounds(region: str) -> Area:
    """Return the part of the map with the region and a margin round it."""
    xs, ys = zip(*(point for ring in outlines(region) for point in ring), strict=True)
    left, top = max(FRAME_WIDTH, round(min(xs)) - 12), max(FRAME_WIDTH, round(min(ys)) - 12)
    right, bottom = (
        min(MAP_WIDTH - FRAME_WIDTH, round(max(xs)) + 12),
        min(MAP_HEIGHT - FRAME_WIDTH, round(max(ys)) + 12),
    )
    return Area(left, top, right - left, bottom - top)


def _within(region: str) -> Canvas:
    """Return an empty mask of the region's bounds, to draw on in map coordinates."""
    x, y, w, h = region_bounds(region)
    return Canvas(w, h, 0, fine=BOARD_OVERSAMPLING, corner=(-x, -y))


@cached_drawing
def region_mask(region: str) -> Image.Image:
    """Return the mask of the region's land, within its bounds."""
    mask = _within(region)
    for ring in outlines(region):
        mask.polygon(ring, 255)
    return mask.picture()


@cached_drawing
def region_edge(region: str, thick: int) -> Image.Image:
    """Return the mask of a line along the region's borders within its bounds. The line is thinner round islets."""
    line = _within(region)
    for ring in outlines(region):
        xs, ys = zip(*ring, strict=True)
        small = max(xs) - min(xs) + max(ys) - min(ys) < MAX_ISLET
        line.line([*ring, ring[0]], 255, thick / 2 if small else thick)
    return line.picture()


def put_edge(board: Image.Image, region: str) -> None:
    """Draw the line of a choice along the region's borders, between hairlines of ink."""
    board.paste(INK, region_bounds(region)[:2], region_edge(region, EDGE + 2 * HAIRLINE))
    board.paste(CHOICE, region_bounds(region)[:2], region_edge(region, EDGE))


@cached_sprite
def plague_border(region: str) -> Sprite:
    """Draw a black line along the borders of the region with the plague piece, edged with bone, within its bounds."""
    edge, line = region_edge(region, STRICKEN + 2 * HAIRLINE), region_edge(region, STRICKEN)
    picture = Image.new("RGB", edge.size, BONE)
    picture.paste(PLAGUE, (0, 0), line)
    return Sprite(picture, ImageChops.screen(edge, line))


@cached_sprite
def lit_region(region: str, seats: int, words: Words, *, edged: bool = True) -> Sprite:
    """Draw the land of a region as on the empty map, optionally with the edge of a choice, within its bounds."""
    inside, ink, amber = region_mask(region), region_edge(region, EDGE + 2 * HAIRLINE), region_edge(region, EDGE)
    picture = Image.new("RGB", inside.size, INK)
    picture.paste(empty_map(seats, words).crop(region_bounds(region).box), (0, 0), inside)
    if not edged:
        return Sprite(picture, inside)
    picture.paste(INK, (0, 0), ink)
    picture.paste(CHOICE, (0, 0), amber)
    return Sprite(picture, ImageChops.screen(inside, ImageChops.screen(ink, amber)))


def _mask(rings: Sequence[Ring]) -> Image.Image:
    """Return a mask of the whole map in which these rings are filled."""
    sheet = Canvas(MAP_WIDTH, MAP_HEIGHT, 0, fine=BOARD_OVERSAMPLING)
    for ring in rings:
        sheet.polygon(ring, 255)
    return sheet.picture()


def _spread(mask: Image.Image, far: float, least: int) -> Image.Image:
    """Return the mask grown by about ``far * ROUGH`` pixels, or more if ``least`` is low, with a soft edge."""
    small = mask.resize((MAP_WIDTH // ROUGH, MAP_HEIGHT // ROUGH), Image.Resampling.BOX).filter(
        ImageFilter.GaussianBlur(far)
    )
    hard = small.point([255 * (value > least) for value in range(256)]).filter(ImageFilter.GaussianBlur(0.8))
    return hard.resize((MAP_WIDTH, MAP_HEIGHT), Image.Resampling.BICUBIC)


@cached_compressed
def _land() -> Image.Image:
    """Return a mask of the whole map with all land."""
    return _mask([*outlines(""), *(ring for region in map_data()["regions"] for ring in outlines(region))])


@cached_compressed
def _sea() -> Image.Image:
    """Draw the deep sea, the shelf round the coasts, waves, and the shadow of the land.

    Copy it before drawing on it.
    """
    board, land = Image.new("RGB", (MAP_WIDTH, MAP_HEIGHT), DEEP), _land()
    board.paste(SEA, mask=_spread(land, OPEN / 2, 8))
    board.paste(mix(SEA, SHALLOWS, 0.5), mask=_spread(land, SHELF, 24))
    board.paste(SHALLOWS, mask=_spread(land, SHELF / 2, 36))
    chance, sheet = Random(1347), Canvas(MAP_WIDTH, MAP_HEIGHT, fine=BOARD_OVERSAMPLING)
    for _ in range(WAVES):
        x, y = chance.randrange(20, MAP_WIDTH - 50), chance.randrange(20, MAP_HEIGHT - 20)
        if not land.crop((x - 24, y - 18, x + 48, y + 18)).getextrema()[1]:
            curve = [(x + t * 2.2, y - 3.4 * (1 - ((t % 6) / 3 - 1) ** 2)) for t in range(13)]
            sheet.line(curve, mix(DEEP, COAST, 0.22), 1.5)
    waves = sheet.sprite()
    board.paste(waves.rgb, (0, 0), with_opacity(waves.mask, 0.6))
    ship = art.sprite("common/sea-ship", SHIP[1])
    ship.faint(0.75).put(board, *SHIP[0])
    board.paste(mix(DEEP, COAST, 0.45), mask=with_opacity(ImageChops.offset(land, *SHADOW), 0.7))
    return board


def _put_land(board: Image.Image, land: Image.Image, tint: Rgb, at: tuple[int, int] = (0, 0)) -> None:
    """Draw land in its tint, darker along its edges."""
    size = (max(1, land.width // ROUGH), max(1, land.height // ROUGH))
    soft = land.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(2.4))
    inner = soft.resize(land.size, Image.Resampling.BICUBIC)
    edge = inner.point([min(120, max(0, round((236 - value) * 0.9))) for value in range(256)])
    board.paste(tint, at, land)
    board.paste(mix(tint, SEPIA, 0.45), at, ImageChops.multiply(edge, land))


def calm(spot: Spot) -> list[Box]:
    """Return the boxes round a place that are kept free of relief: its name, rats and cubes, figures, plague piece."""
    (name_x, name_y), (x, y), (u, v) = spot.name, spot.rats, spot.cubes
    (plague_x, plague_y), (figures_x, figures_y) = spot.plague, spot.figures
    return [
        (name_x - 100, name_y - 34, name_x + 100, name_y + 34),
        (x - 106, y - 44, x + 106, y + 44),
        (u - 124, v - 44, u + 124 + spot.second, v + 92),
        (plague_x - 50, plague_y - 60, plague_x + 50, plague_y + 60),
        (figures_x - 50, figures_y - 40, figures_x + 50, figures_y + 40),
    ]


def _put_relief(board: Image.Image, grounds: Sequence[tuple[Image.Image, float]]) -> None:
    """Draw small engraved marks over the land, away from every place that can hold something."""
    chance = Random(1348)
    done: list[tuple[int, int]] = []
    spots = [box for spot in REGION_SPOTS.values() for box in calm(spot)]
    for _ in range(RELIEF_TRIES):
        x, y, wide = chance.randrange(20, MAP_WIDTH - 20), chance.randrange(20, MAP_HEIGHT - 20), chance.randint(*MARK)
        name = f"rattus/relief-{chance.choice(MARKS)}"
        box = (x - wide // 2 - 4, y - wide // 2 - 4, x + wide // 2 + 4, y + wide // 2 + 4)
        if any(abs(x - u) + abs(y - v) < APART for u, v in done) or any(
            left < x < right and top < y < bottom for left, top, right, bottom in spots
        ):
            continue
        ground = next((strength for land, strength in grounds if land.crop(box).getextrema()[0] == 255), 0.0)
        if ground:
            mark = art.sprite(name, wide)
            mark.faint(ground).put(board, x, y)
            done.append((x, y))


@cached_compressed
def bare_map(seats: int) -> Image.Image:
    """Draw the map without names and pieces."""
    board, land = _sea().copy(), _land()
    used = [ring for region in REGIONS_IN_USE[seats] for ring in outlines(region)]
    unused = [
        ring for region in map_data()["regions"] if region not in REGIONS_IN_USE[seats] for ring in outlines(region)
    ]
    inside, outside = _mask(used), _mask([*outlines(""), *unused])
    _put_land(board, outside, WASTE)
    for region in REGIONS_IN_USE[seats]:
        _put_land(board, region_mask(region), REGION_TINTS[region], region_bounds(region)[:2])
    patch = Image.new("L", (MAP_WIDTH // ROUGH, MAP_HEIGHT // ROUGH))
    for region in REGIONS_IN_USE[seats]:
        for left, top, right, bottom in calm(REGION_SPOTS[region])[:3]:
            box = (left + 20, top + 14, right - 20, bottom - 14)
            ImageDraw.Draw(patch).rectangle([one / ROUGH for one in box], fill=255)
    patch = patch.filter(ImageFilter.GaussianBlur(7)).resize((MAP_WIDTH, MAP_HEIGHT), Image.Resampling.BICUBIC)
    board.paste(BONE, mask=ImageChops.multiply(with_opacity(patch, 0.34), inside))
    lit = ImageChops.subtract(land, ImageChops.offset(land, 2, 2))
    board.paste(BONE, mask=with_opacity(lit, 0.7))
    dark = ImageChops.subtract(land, ImageChops.offset(land, -2, -2))
    board.paste(COAST, mask=with_opacity(dark, 0.35))
    _put_relief(board, [(inside, 0.4), (outside, 0.45)])
    board = textured(board, 1)
    _put_lines(board, seats)
    put_routes(board, seats)
    put_wood(board, FRAME_WIDTH)
    return board


def _put_lines(board: Image.Image, seats: int) -> None:
    """Draw coasts and borders. Those outside the regions in use are fainter."""
    sheet = Canvas(MAP_WIDTH, MAP_HEIGHT, fine=BOARD_OVERSAMPLING)
    for sides, some in sorted(
        border_lines().items(), key=lambda item: any(region in REGIONS_IN_USE[seats] for region in item[0])
    ):
        colour = COAST if any(region in REGIONS_IN_USE[seats] for region in sides) else mix(COAST, WASTE, 0.45)
        for line in some:
            if sides != ("", ""):
                sheet.line(line, colour, 1.7 if len(sides) == 1 else 2.4)
    sheet.sprite().put(board, MAP_WIDTH / 2, MAP_HEIGHT / 2)


def sea_routes(seats: int) -> list[tuple[str, str]]:
    """Return the connections across water between regions in use."""
    return [pair for pair in ROUTES if all(region in REGIONS_IN_USE[seats] for region in pair)]


@cached_drawing
def route(pair: tuple[str, str]) -> tuple[Sprite, Point]:
    """Return the drawing of a connection across water, and its middle on the map."""
    points = curve_through(*ROUTES[pair], steps=120)
    left, top, sheet = _sheet(points, QUAY + RIM)
    line = [(x - left, y - top) for x, y in points]
    sheet.stroke(line, BONE, 2 * DOT + RIM)
    for end in (line[0], line[-1]):
        sheet.disc(*end, QUAY + 1.8, BONE)
    measured = with_distances(line)
    dots = round(measured[-1][0] / DOTS_APART)
    for number in range(1, dots):
        wanted = measured[-1][0] * number / dots
        sheet.disc(*min(measured, key=lambda point: abs(point[0] - wanted))[1], DOT, CROSSING)
    for end in (line[0], line[-1]):
        sheet.disc(*end, QUAY, CROSSING)
    return sheet.sprite(), (left + sheet.width / 2, top + sheet.height / 2)


def put_routes(board: Image.Image, seats: int) -> None:
    """Draw the connections across water."""
    for pair in sea_routes(seats):
        drawing, at = route(pair)
        drawing.put(board, *at)


@cached_drawing
def path(points: tuple[Point, ...]) -> tuple[Sprite, Point]:
    """Return the drawing of the plague's path, black dashes on bone with an arrowhead, and its middle on the map."""
    left, top, sheet = _sheet(points, ARROWHEAD)
    line = [(x - left, y - top) for x, y in points]
    measured = with_distances(line)
    body = [(far, at) for far, at in measured if far <= measured[-1][0] - ARROWHEAD * 0.7]
    tip, before = line[-1], body[-1][1]
    turn = atan2(tip[1] - before[1], tip[0] - before[0])
    head = [
        tip,
        *((tip[0] - ARROWHEAD * cos(turn + side), tip[1] - ARROWHEAD * sin(turn + side)) for side in (0.55, -0.55)),
    ]
    dashes: list[list[Point]] = [[]]
    for far, at in body:
        if far % sum(DASH) <= DASH[0]:
            dashes[-1].append(at)
        elif dashes[-1]:
            dashes.append([])
    for grow, colour in ((2 * RIM, BONE), (0.0, PLAGUE)):
        for dash in dashes:
            if len(dash) > 1:
                sheet.stroke(dash, colour, THICK + grow)
        sheet.polygon(head, colour, colour, 2 + grow)
    return sheet.sprite(), (left + sheet.width / 2, top + sheet.height / 2)


def _sheet(points: Sequence[Point], margin: float) -> tuple[float, float, Canvas]:
    """Return the upper left corner of an empty sheet with room for these points and a margin, and the sheet."""
    left, top = (min(p[i] for p in points) - margin for i in (0, 1))
    wide, high = (max(p[i] for p in points) - min(p[i] for p in points) + 2 * margin for i in (0, 1))
    return left, top, Canvas(wide, high)


@cached_compressed
def empty_map(seats: int, words: Words) -> Image.Image:
    """Draw the map without pieces, naming only the regions that are out of play. Copy it before drawing on it."""
    board = bare_map(seats).copy()
    for region in REGIONS:
        if region not in REGIONS_IN_USE[seats]:
            put_name(board, region, words, used=False)
    return board


def put_name(board: Board, place: str, words: Words, high: int = NAME_SIZE, *, used: bool = True) -> None:
    """Draw the name of a region, or of the palace, in its place, about ``high`` px high.

    It is faded if not ``used``.
    """
    colour, halo = (INK, BONE) if used else (FADED, mix(WASTE, PAPER, 0.4))
    name_run(place, words, high).put(board, *name_place(place, words, high), colour=colour, halo=Halo(halo))


@lru_cache(maxsize=128)
def name_run(place: str, words: Words, high: int = NAME_SIZE) -> Text:
    """Return the name of a region, or of the palace, fitted into the room for it.

    Large names are cut, not made smaller.
    """
    name = word(place, words) if place == "palace" else named(place, words)
    return Text(name, high).fit(
        REGION_SPOTS[place].name_room * high // NAME_SIZE, least=LEAST_NAME if high == NAME_SIZE else high
    )


@lru_cache(maxsize=128)
def name_place(place: str, words: Words, high: int = NAME_SIZE) -> Point:
    """Return the centre of a region's or the palace's name, chosen so that the whole name is on the map."""
    spot, half = REGION_SPOTS[place], name_run(place, words, high).width / 2
    x, y = spot.large if spot.large and high > NAME_SIZE else spot.name
    return max(FRAME_WIDTH + half, min(x, MAP_WIDTH - FRAME_WIDTH - half)), y


@lru_cache(maxsize=128)
def name_box(place: str, words: Words, high: int = NAME_SIZE) -> Box:
    """Return the box of a region's or the palace's name."""
    (x, y), half = name_place(place, words, high), name_run(place, words, high).width / 2
    low = NAME_LINE_HEIGHT * high / NAME_SIZE / 2
    return x - half, y - low, x + half, y + low
