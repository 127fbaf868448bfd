import random
from itertools import product

import pytest
from PIL import Image, ImageChops

from renderer import Mark
from renderer.canvas.canvas import reduce_image
from renderer.messina.city.draw_city import part_of
from renderer.messina.city.plan import city_plan
from renderer.messina.crops import contains_whole
from renderer.messina.pictures import COLUMNS, GUTTER, SMALLER, grid
from rules.game import Target
from rules.messina.view import View
from tests.renderer.messina.views import CHANGED, STAGES, position, table
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import apart, painted, parts
from tests.rules.messina.games import scramble

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
    """A reduced part is the full part scaled down, except its texts, which are drawn again so that they are sharp."""
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_part_of_the_city_shows_what_can_be_chosen_whole(seats: int) -> None:
    """On a screen of 1280x800, the part is 563 px wide and leaves room for two lines and four rows of buttons."""
    view = position(seats, seat=0)
    hexes, docks = ([Target("hex", one.id) for one in view.hexes], [Target("dock", dock.id) for dock in view.docks])
    every = [*hexes, *docks]
    many = (every[:2], every[3:9], every[-6:], hexes, every, [])
    for some, ratio in product((*([one] for one in every), *many), (563 / 393, 11 / 7)):
        wide, box = part_of(view, some, ratio)
        city = city_plan(seats, wide)
        areas = {Target("hex", one.id): city.around(one.at) for one in view.hexes}
        areas |= {Target("dock", dock.id): city.docks[dock.id].whole for dock in view.docks}
        assert all(contains_whole(box, areas[target]) for target in some)
        assert ratio - 0.01 <= box.w / box.h <= 11 / 7
        assert box.w >= 540
        assert 0 <= box.x <= box.x + box.w <= 1080
        assert 0 <= box.y <= box.y + box.h <= city.height


@pytest.mark.parametrize("layout", ["grid", "city", "score", "estate-3"])
def test_unknown_marked_things_do_no_harm(layout: str) -> None:
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
