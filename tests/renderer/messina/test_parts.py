"""The pictures that make up a board of Messina 1347: which there are, their sizes, and what they may show."""

import random

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer import Mark
from renderer.canvas.canvas import reduce_image
from renderer.canvas.colours import INK, PAPER
from renderer.canvas.layout import Area
from renderer.messina.city.draw_city import part_of
from renderer.messina.city.plan import city_plan
from renderer.messina.crops import (
    ABOVE,
    MARGIN,
    MIN_RATIO,
    contains_whole,
    crop_around,
    crosses,
    in_columns,
    window_around,
)
from renderer.messina.pictures import COLUMNS, GUTTER, SMALLER, grid
from renderer.messina.score.draw_score import parts_with, places_of, score_things
from rules.game import Target
from rules.messina.view import View
from tests.renderer.messina.views import CHANGED, STAGES, on_estate, position, table
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import apart, painted, parts
from tests.rules.messina.test_hidden import scramble

HEIGHTS = {"city": 1360, "score": 1200, "estate": 860}  # Maximum heights in pixels.


def draw(view: View, part: str, *some: Mark, lang: str = "en", style: frozenset[str] = frozenset()) -> Image.Image:
    return painted(view, NAMES[: view.seats], part, marks=some, changed=CHANGED, lang=lang, style=style)


def every_part(view: View) -> list[str]:
    return [*parts(view, "wide"), *parts(view, "tall")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_parts_are_the_city_the_score_board_and_the_estates_in_turn_order(seats: int) -> None:
    view = position(seats)
    assert parts(view, "wide") == ("grid",)
    assert parts(view, "tall") == ("city", "score", *(f"estate-{seat}" for seat in view.order))
    assert len(parts(view, "tall")) == seats + 2


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parts_are_as_wide_as_a_phone_needs_and_the_whole_is_not_cropped(seats: int, stage: str) -> None:
    view = position(seats, stage)
    for part in parts(view, "tall"):
        picture = draw(view, part)
        assert (picture.mode, picture.width) == ("RGB", 1080)
        assert picture.height <= HEIGHTS[part.partition("-")[0]]
    whole = draw(view, "grid")
    part = 720 if COLUMNS[seats] in SMALLER else 1080
    assert whole.width == COLUMNS[seats] * (part + GUTTER) + GUTTER <= 2256
    assert whole.width * 7 <= whole.height * 11, "wider than 11:7 is cropped"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_shows_every_part_as_it_is(seats: int) -> None:
    """In smaller parts the words are drawn again and sharper; the rest is the full part scaled down."""
    view = position(seats)
    whole = painted(view, NAMES[:seats], "grid")
    for (x, y, w, h), part in zip(grid(seats, 0).parts, parts(view, "tall"), strict=True):
        shown, picture = whole.crop((x, y, x + w, y + h)), painted(view, NAMES[:seats], part)
        if COLUMNS[seats] not in SMALLER:
            assert shown == picture, part
            continue
        picture = reduce_image(picture)
        assert shown.size == picture.size
        differ = ImageChops.difference(shown, picture).convert("L").histogram()
        assert sum(differ[1:]) < 0.03 * w * h, part
        block, most = (4, 12) if part == "city" else (16, 40)  # In the city there are words on the hexes only.
        gaps = ImageChops.difference(shown.reduce(block), picture.reduce(block)).getextrema()
        assert max(largest for _, largest in gaps) <= most, part  # type: ignore[misc]


def test_changes_are_marked_where_they_are_said_to_be_and_choices_are_not() -> None:
    view = position(4, seat=2)
    bare = painted(view, NAMES, "grid")
    moved = painted(view, NAMES, "grid", changed=[Target("square", "nl1")])
    other = next(seat for seat in view.order if seat not in (2, view.active))
    told = painted(view, NAMES, "grid", changed={f"estate-{other}": [Target("square", "nl1")]})
    for picture, seat in ((moved, view.active), (told, other)):
        x, y, w, h = grid(4, 0).parts[view.order.index(seat) + 2]
        box = ImageChops.difference(bare, picture).getbbox()
        assert box is not None
        assert x <= box[0] < box[2] <= x + w
        assert y <= box[1] < box[3] <= y + h
    assert painted(view, NAMES, "grid", marks=on_estate(view, 2)) == bare


@pytest.mark.parametrize(
    "target", [Target("hex", "h7"), Target("register", "city"), Target("hut", "hut2"), Target("scroll", "1")]
)
def test_a_part_is_no_more_than_the_choices_are_on(target: Target) -> None:
    view = position(4, seat=0)
    some = Mark("A", target)
    part = draw(view, "part", some)
    whole = {"hex": "city", "register": "score"}.get(target.kind, "estate-0")
    full = draw(view, whole, some)
    assert part.width * part.height <= full.width * full.height
    assert 5 / 4 - 0.01 <= part.width / part.height <= 11 / 7
    unmarked = draw(view, "part", Mark("B", target))
    assert ImageChops.difference(part, unmarked).getbbox(), "the letter is on it"


def test_a_part_of_the_score_board_cuts_nothing() -> None:
    for seats in (2, 3, 4):
        view = position(seats, seat=0)
        size = draw(view, "score").size
        every = list(places_of(view).items())
        for some in (*([one] for one in every), every[:2], every[2:5], every):
            box = crop_around(size, score_things(view), [area for _, area in some])
            assert not any(crosses(box, one) for one in score_things(view))
            assert (box[2] - box[0]) / (box[3] - box[1]) <= 11 / 7
            assert box[2] - box[0] >= 540
            assert all(box[0] <= x and box[1] <= y and x + w <= box[2] and y + h <= box[3] for _, (x, y, w, h) in some)
        target, _ = every[0]
        assert draw(view, "part", Mark("A", target)).height < size[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_and_registers_stand_beside_each_other_without_what_lies_between_them(seats: int) -> None:
    view = position(seats, seat=0)
    tiles = [target for target in places_of(view) if target.kind != "register"]
    part = draw(view, "part", *(Mark("T", target) for target in (*tiles, Target("register", "city"))))
    assert 5 / 4 <= part.width / part.height <= 11 / 7
    assert 540 <= part.width <= 1080
    whole = draw(view, "score", *(Mark("T", target) for target in (*tiles, Target("register", "city"))))
    for area in parts_with(view, [*tiles, Target("register", "city")]):
        assert shows(part, whole.crop(area.box))


def shows(picture: Image.Image, piece: Image.Image) -> bool:
    """Return whether the picture contains the piece pixel by pixel."""
    middle = piece.height // 2
    line, lines = piece.crop((0, middle, piece.width, middle + 1)).tobytes(), picture.tobytes()
    at = lines.find(line)
    while at >= 0:
        y, x = divmod(at // 3, picture.width)
        if picture.crop((x, y - middle, x + piece.width, y - middle + piece.height)) == piece:
            return True
        at = lines.find(line, at + 1)
    return False


def test_what_stands_in_columns_comes_out_as_large_as_it_can() -> None:
    picture = Image.new("RGB", (1080, 1000), INK)
    high, row = Area(0, 0, 250, 600), Area(0, 700, 500, 200)
    assert in_columns(picture, [high], PAPER)[0].size == (921, 614)
    assert in_columns(picture, [high, high, row, row], PAPER)[0].size == (1028, 655), "two columns beside one of rows"
    assert in_columns(picture, [row, row, row, row], PAPER)[0].size == (1021, 650), "two by two"
    assert in_columns(picture, [row, row], PAPER)[0].size == (632, 421), "one below the other"
    assert in_columns(picture, [row], PAPER)[0].size == (540, 344)
    _, free = in_columns(picture, [high, row], PAPER)
    assert (free.w, free.h) == (500, 600 - 200 - MARGIN), "what is left below the row"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_part_of_the_city_shows_what_can_be_chosen_whole(seats: int) -> None:
    view, city = position(seats, seat=0), city_plan(seats)
    hexes = {Target("hex", one.id): city.around(one.at) for one in view.hexes}
    docks = {Target("dock", dock.id): city.docks[dock.id].whole for dock in view.docks}
    every = list({**hexes, **docks}.items())
    for some in (*([one] for one in every), every[:2], every[3:9], every[-6:], every):
        box = part_of(view, [target for target, _ in some])
        assert all(contains_whole(box, area) for _, area in some)
        assert box.w / box.h <= 11 / 7
        assert box.w >= 540
        assert box.w == 1080 or box.w / box.h >= 5 / 4 - 0.01
        assert 0 <= box.x <= box.x + box.w <= 1080
        assert 0 <= box.y <= box.y + box.h <= city.height


def test_a_part_of_the_city_leaves_out_what_it_would_cut() -> None:
    view, city = position(4, seat=0), city_plan(4)
    marked = Mark("A", Target("hex", "h7"))
    box = part_of(view, [marked.target])
    shown, seen = draw(view, "part", marked), 0
    assert shown.size == (box.w, box.h)
    for one in view.hexes:
        busy = replace(one, cubes=6, citizens=["nun"] * 2)
        other = replace(view, hexes=[busy if hex_.id == one.id else hex_ for hex_ in view.hexes])
        differ = ImageChops.difference(shown, draw(other, "part", marked)).getbbox()
        assert bool(differ) == contains_whole(box, city.around(one.at))
        seen += bool(differ)
    assert 1 <= seen < len(view.hexes)


def test_a_part_shows_as_many_other_things_as_it_has_room_for() -> None:
    things = [Area(x, 100, 200, 200) for x in (0, 200, 420, 700)]
    box = window_around((1000, 1000), things, things[1:2])
    assert [contains_whole(box, one) for one in things] == [False, True, True, False], (
        "not cut on the left for the middle"
    )
    assert window_around((1000, 1000), things, []) == (0, 0, 1000, 1000)


@pytest.mark.parametrize("layout", ["grid", "city", "score", "estate-3"])
def test_nothing_strange_marked_harms(layout: str) -> None:
    strange = [Target("rat", "gallia-a"), Target("hex", "h99"), Target("ship", "argo"), Target("scroll", "9")]
    view = position(4)
    bare = painted(view, NAMES, layout)
    some = [Mark(letter, target) for letter, target in zip("ABCD", strange, strict=True)]
    assert not ImageChops.difference(bare, painted(view, NAMES, layout, marks=some, changed=strange)).getbbox()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_face_down_tiles_do_not_touch_any_picture(seats: int) -> None:
    played = table(seats, "middle")
    twin = scramble(played.state, random.Random(seats))
    assert twin != played.state
    view = played.game.view(twin, None)
    for part in every_part(view):
        assert apart(draw(view, part), draw(position(seats), part)) is None


def test_a_part_of_the_city_is_low_wherever_the_hexes_that_can_be_chosen_allow_it() -> None:
    view = position(3, "middle")
    for one in view.hexes:
        area = part_of(view, [Target("hex", one.id)])
        assert area.h <= area.w / MIN_RATIO
    every = part_of(view, [Target("hex", one.id) for one in view.hexes])
    around = [city_plan(3).around(one.at) for one in view.hexes]
    assert every.h <= max(one.y + one.h for one in around) - min(one.y for one in around) + 2 * ABOVE
