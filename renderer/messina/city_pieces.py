"""What lies and stands in the city: pieces in rows that always fit, on hexes and at docks."""

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from renderer.messina.city_hex import OPEN, PIECES, POINTS, face, hex_size
from renderer.messina.city_places import Dock
from renderer.messina.icons import amount
from renderer.messina.pieces import citizen, cube, lieutenant, ship, tile
from renderer.pieces import badge
from renderer.sprite import Point, Sprite, kept
from renderer.text import write
from renderer.theme import CREAM, PLAGUE
from rules.messina.components import SHIPS
from rules.messina.view_types import DockView, FigureView, HexView

Item = Callable[[int], Sprite]
Place = tuple[float, float, int, int]  # middle, width, height
APART = 0.08  # between pieces, in parts of their width
OVER = -0.16  # the same where they are so many that they lie on each other
SMALL = 0.75  # pieces shrink to this part of their height before they do
TILE_Y, TILE = 0.775, 0.29  # a repopulation tile on a hex
SHIP = 120  # px, a ship where there is room
PROBE = 60  # px, the height at which proportions are measured


@kept
def plague(count: int, size: int) -> Sprite:
    """Plague cubes on a hex: one large cube with their number."""
    black = cube(size)
    if count == 1:
        return black
    sprite = Sprite(black.rgb.copy(), black.mask)
    write(sprite.rgb, size / 2, size * 0.54, str(count), round(size * 0.78), colour=CREAM, halo=PLAGUE, thick=2)
    return sprite


def row_of(items: Sequence[Item], room: float, high: float) -> list[tuple[Sprite, float]]:
    """The items as large as they fit side by side, with their middles relative to that of the row."""
    if not items:
        return []
    wide = [item(PROBE).size[0] / PROBE for item in items]
    size, gap = min(high, room / (sum(wide) * (1 + APART))), APART
    if size < high * SMALL:
        size = min(high * SMALL, room / (sum(wide) * (1 + OVER)))
        gap = min(APART, room / size / sum(wide) - 1)
    x = -size * sum(wide) * (1 + gap) / 2
    placed = []
    for item, one in zip(items, wide, strict=True):
        step = size * one * (1 + gap)
        placed.append((item(int(size)), x + step / 2))
        x += step
    return placed


def lettered(letter: str) -> list[Item]:
    """The letter of a choice, if there is one."""
    return [lambda size: badge(letter, round(size * 0.82))] if letter else []


def figures(those: Sequence[FigureView]) -> list[Item]:
    """Lieutenants: those standing, then those lying from last round."""
    return [partial(lieutenant, one.seat, one.standing) for one in sorted(those, key=lambda one: not one.standing)]


def hex_items(one: HexView, letter: str) -> list[Item]:
    """What is on a hex: a choice's letter, plague, citizens, lieutenants."""
    black: list[Item] = [partial(plague, one.cubes)] if one.cubes else []
    waiting: list[Item] = [partial(citizen, who, "normal") for who in one.citizens]
    return [*lettered(letter), *black, *waiting, *figures(one.figures)]


def put_hex(board: Image.Image, one: HexView, at: Point, wide: int, full: bool, letter: str) -> None:
    """A hex with everything on it."""
    h = hex_size(wide)[1]
    top = at[1] - h / 2
    face(one.id, wide, full, one.owner is None).put(board, *at)
    if one.owner is not None:
        tile(one.owner, round(wide * TILE)).put(board, at[0], top + h * TILE_Y)
        amount(f"points:{one.points}", round(wide * POINTS * 0.85)).put(board, at[0] + wide * 0.25, top + h * TILE_Y)
    first, last = PIECES if one.colour else OPEN
    y = top + h * (first + last) / 2
    for sprite, x in row_of(hex_items(one, letter), wide * 0.9, min(h * (last - first), wide * 0.36)):
        sprite.put(board, at[0] + x, y)


def put_dock(board: Image.Image, one: DockView, dock: Dock, letter: str) -> dict[str, Place]:
    """The figures on the quay and the ships in the water. Returns where each ship is."""
    quay, water = dock
    for sprite, x in row_of([*lettered(letter), *figures(one.figures)], quay.w - 12, quay.h - 6):
        sprite.put(board, quay.middle[0] + x, quay.middle[1])
    cargo = [(SHIPS[moored.id], moored.cube) for moored in one.ships]
    items = [partial(ship, printed.goods, printed.coins, printed.points, cube) for printed, cube in cargo]
    room = water.w - 8
    places: dict[str, Place] = {}
    for moored, (sprite, x) in zip(
        one.ships, row_of(items, room, min(water.h - 6, SHIP, room / max(1, len(items)) / (1 + APART))), strict=True
    ):
        sprite.put(board, water.middle[0] + x, water.middle[1])
        places[moored.id] = (water.middle[0] + x, water.middle[1], *sprite.size)
    return places
