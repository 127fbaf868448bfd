"""What stands in the regions and in the palace: cubes, rats, the plague piece."""

from collections.abc import Sequence

from PIL import Image

from renderer.pieces import box, face, palace, plague, rat
from renderer.rattus.base import put_name
from renderer.rattus.geography import HEIGHT
from renderer.rattus.layout import SPOTS
from renderer.rattus.routes import put_routes
from renderer.rattus.words import word
from renderer.shapes import token
from renderer.sprite import Point
from renderer.text import TITLE, width, write
from renderer.theme import CREAM, INK, PAPER_LIGHT, PLAGUE
from rules.rattus.view import RegionView, View

TOKEN = 42  # px, a seat's piece
NUMBER = 46  # px, font size of the number beside it
LINE = 42  # px from row to row of cubes
RAT = 46
FACE = 58
DOCTOR = 82
GAP = 8


def cell(count: int) -> int:
    """How wide a piece with its number is."""
    return TOKEN + width(TITLE, NUMBER, str(count)) + 1


def cube_rows(cubes: Sequence[int], room: int) -> list[list[tuple[int, int]]]:
    """Seats with cubes and how many, in one row if there is room, else in two."""
    there = [(seat, count) for seat, count in enumerate(cubes) if count]
    if not there:
        return []
    if sum(cell(count) + GAP for _, count in there) - GAP <= room or len(there) == 1:
        return [there]
    half = (len(there) + 1) // 2
    return [there[:half], there[half:]]


def put_cubes(board: Image.Image, at: Point, cubes: Sequence[int], room: int) -> None:
    """Pieces with their numbers, the middle of the first row at the place."""
    rows = cube_rows(cubes, room)
    y = at[1]
    for row in rows:
        x = at[0] - (sum(cell(count) + GAP for _, count in row) - GAP) / 2
        for seat, count in row:
            token(seat, TOKEN).put(board, x + TOKEN / 2, y)
            write(board, x + TOKEN + 1, y, str(count), NUMBER, align="left", halo=PAPER_LIGHT)
            x += cell(count) + GAP
        y += LINE


def rat_places(region: RegionView) -> list[Point]:
    """The middles of the region's rats."""
    x, y = SPOTS[region.id].rats
    sizes = [FACE if one.face else RAT for one in region.rats]
    left = x - (sum(sizes) + 3 * (len(sizes) - 1)) / 2
    places = []
    for size in sizes:
        places.append((left + size / 2, y))
        left += size + 3
    return places


def put_rats(board: Image.Image, region: RegionView) -> None:
    """The region's rats, face down or as the viewer has seen them."""
    for one, (x, y) in zip(region.rats, rat_places(region), strict=True):
        letter = one.handle[-1]
        if one.face:
            face(FACE, letter, one.face.number, one.face.letter, one.face.classes).put(board, x, y)
        else:
            rat(RAT, letter).put(board, x, y)


def put_pieces(board: Image.Image, view: View, lang: str) -> None:
    """The connections across water, the names, and all pieces on the map."""
    put_routes(board, view.seats)
    for region in view.regions:
        spot = SPOTS[region.id]
        put_name(board, region.id, lang)
        put_rats(board, region)
        put_cubes(board, spot.cubes, region.cubes, spot.room)
    x, y = SPOTS[view.plague].plague
    plague(DOCTOR).put(board, x, y)
    if view.neutral:
        write(board, x - 4, y + 22, "+2", 34, colour=CREAM, halo=PLAGUE, thick=4)
    spot = SPOTS["palace"]
    palace(104).put(board, *spot.rats)
    write(board, *spot.name, word("palace", lang), 33, colour=INK, halo=PAPER_LIGHT, thick=2)
    put_cubes(board, spot.cubes, view.palace, spot.room)
    for icon, count, x in ((rat(58, ""), view.supply, 52), (box(62), len(view.discards), 214)):
        icon.put(board, x, HEIGHT - 54)
        write(board, x + 40, HEIGHT - 54, str(count), 46, align="left")
