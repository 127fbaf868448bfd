from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageDraw

from renderer import ENGLISH
from renderer.messina.city.pieces import MAX_PIECE, berths, hex_items, row_of
from renderer.messina.city.plan import CITY_WIDTH, FRAME_WIDTH, QUESTION_WIDTHS, SIZES, city_plan, corners_of
from renderer.messina.city.printed import COMPACT, COMPACT_TAG_Y, PIECES_BAND, TAG, TAG_Y, hex_name, printed_hex
from renderer.messina.icons import empty_hex, hex_size
from renderer.seats import LOOKS
from rules.messina.components import CITY_LAYOUTS, DISTRICTS, HEXES
from rules.messina.view import FigureView, HexView
from tests.renderer.messina.city.positions import SEATS, within
from tests.renderer.scenes import apart

WIDTHS = dict.fromkeys([*(wide for wide, _ in SIZES.values()), *QUESTION_WIDTHS])
# Numbers of players with the widths of hexes: 0 for the board, and the widths in pictures of questions.
PLANS = [*product(SEATS, (0, *QUESTION_WIDTHS[:2])), *((4, wide) for wide in QUESTION_WIDTHS[2:])]


@pytest.mark.parametrize(("seats", "wide"), PLANS)
def test_hexes_docks_and_plates_keep_apart_and_off_the_frame(seats: int, wide: int) -> None:
    city, layout = city_plan(seats, wide), CITY_LAYOUTS[seats]
    taken = Image.new("L", (CITY_WIDTH, city.height))
    shapes = []
    for place in (*layout.places, *layout.harbours.values()):
        shapes.append(corners_of(city.wide, city.at(place), -1.5))
    for area in (*(part for dock in city.docks.values() for part in dock), city.wheel, city.home):
        x, y, w, h = area
        shapes.append([(x, y), (x + w - 1, y), (x + w - 1, y + h - 1), (x, y + h - 1)])
    for shape in shapes:
        one = Image.new("L", taken.size)
        ImageDraw.Draw(one).polygon(shape, fill=1)
        left, top, right, bottom = one.getbbox() or (0, 0, 0, 0)
        assert left >= FRAME_WIDTH - 2
        assert top >= FRAME_WIDTH - 2
        assert right <= CITY_WIDTH - FRAME_WIDTH + 2
        assert bottom <= city.height - FRAME_WIDTH + 2
        taken = ImageChops.add(taken, one)
    assert taken.getextrema() == (0, 1)


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", HEXES)
def test_printed_things_are_within_the_hex(name: str, wide: int) -> None:
    w, h = hex_size(wide)
    printed, bare = (printed_hex(name, hex_name(name, ENGLISH), wide, frozenset(), needed) for needed in (True, False))
    empty = empty_hex(wide, DISTRICTS[name].colour if name in DISTRICTS else "")
    outside = Image.new("L", (w, h), 255)
    pen = ImageDraw.Draw(outside)
    pen.polygon(corners_of(wide, (w / 2, h / 2), -3), fill=0)
    # The tag extends beyond the tip.
    pen.rectangle((0, 0, w, (COMPACT_TAG_Y if wide < COMPACT else TAG_Y) * h + TAG / 2), fill=0)
    ink = ImageChops.difference(printed.rgb, empty.rgb).convert("L").point(lambda v: 255 if v > 24 else 0)
    assert ink.getbbox() is not None
    assert ImageChops.multiply(ink, outside).histogram()[255] <= 3, "it is cut off at the edge"
    if name in DISTRICTS and wide >= COMPACT:
        asks = apart(printed.rgb, bare.rgb)
        assert asks[0] > 0.02 * w
        assert asks[2] < 0.98 * w
        assert asks[1] >= (sum(PIECES_BAND) / 2) * h + MAX_PIECE * w / 2 - 4, "requirements are clear of pieces"
        assert asks[3] < 0.99 * h


@pytest.mark.parametrize("ships", [1, 2, 3])
@pytest.mark.parametrize(("seats", "wide"), PLANS)
def test_ships_have_room_at_every_dock(ships: int, seats: int, wide: int) -> None:
    for _, water in city_plan(seats, wide).docks.values():
        size, middles = berths(ships, water)
        assert size >= (70 if wide == 0 else 60)
        for x, y in middles:
            around = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
            assert within(around, water.box, 1)
        for (x, y), (u, v) in combinations(middles, 2):
            assert max(abs(x - u), abs(y - v)) >= size - 1


@pytest.mark.parametrize("pieces", [1, 2, 4, 6, 9])
def test_a_row_of_pieces_never_needs_more_than_its_room(pieces: int) -> None:
    crowd = HexView("h1", (0, 0), "orange", "left", 6, ["nun"] * 4, None, 10, [FigureView(s, s > 0) for s in range(4)])
    row = row_of(hex_items(crowd, LOOKS)[:pieces], 160, 48)
    assert len(row) == pieces
    assert row[0][1] - row[0][0].size[0] / 2 >= -81
    assert row[-1][1] + row[-1][0].size[0] / 2 <= 81
    for (one, x), (other, u) in pairwise(row):
        hidden = (one.size[0] + other.size[0]) / 2 - (u - x)
        assert hidden <= 0.3 * one.size[0], "every piece shows most of itself"
    assert all(abs(one.size[1]) <= 48 for one, _ in row)
