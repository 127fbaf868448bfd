"""Nothing on the board overlaps or is cut off, however much there is; and a phone can read it."""

from itertools import combinations
from math import hypot
from typing import NamedTuple

import pytest

from renderer.canvas.text import PLAIN, TITLE, capital, letters, width
from renderer.rattus.geography import HEIGHT, WIDTH, lines
from renderer.rattus.layout import ROUTES, SPOTS
from renderer.rattus.legend import WORDS, effect_lines
from renderer.rattus.map import FRAME, NAME
from renderer.rattus.panel import BAKED, MARK, card_areas, card_name
from renderer.rattus.pictures import panel
from renderer.rattus.regions import (
    DOCTOR,
    FIGURE,
    NUMBER,
    RAT,
    SLIM,
    TOKEN,
    Cubes,
    cubes_of,
    figure_places,
    figure_width,
    flasks,
    rat_places,
    row_places,
    row_width,
    wall_place,
)
from renderer.rattus.regions import figures as there
from renderer.rattus.routes import curve
from renderer.rattus.words import EFFECTS, effect
from rules.rattus.components import CARDS, CONNECTIONS, REGIONS
from rules.rattus.view import PotionView, RatView, RegionView
from tests.renderer.rattus.test_geography import gap
from tests.renderer.scenes import LANGUAGES, words

PHONE = 400  # px, the width of the picture on a phone
TALL = 1000  # px, its true width


class Box(NamedTuple):
    """Something on the map and the place it takes."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def around(what: str, x: float, y: float, w: float, h: float) -> Box:
    return Box(what, x - w / 2, y - h / 2, x + w / 2, y + h / 2)


def boxes(region: str, cubes: list[int], rats: int, lang: str) -> list[Box]:
    """What stands in a region: its name, rats, rows of cubes and the plague piece."""
    spot = SPOTS[region]
    name = REGIONS[region].name[lang]
    result = [around(f"{region} name", *spot.name, width(TITLE, NAME, name), 26)]
    view = RegionView(region, [RatView(f"{region}-{letter}", None) for letter in "abc"[:rats]], cubes)
    result += [around(f"{region} rat", x, y, RAT, RAT) for x, y in rat_places(view)]
    for left, y, row in row_places(spot, cubes_of(view)):
        result.append(Box(f"{region} cubes", left, y - TOKEN / 2 + 2, left + row_width(row), y + TOKEN / 2 - 2))
    result.append(around(f"{region} plague", *spot.plague, DOCTOR * 0.68, DOCTOR - 4))
    return result


def overlap(one: Box, other: Box) -> float:
    """How far one of two boxes must move to be clear of the other, in pixels."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, min(wide, high))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cubes", [[3, 3, 3, 3], [12, 3, 2, 0], [2, 0, 11, 4], [10, 10, 0, 0]])
def test_full_regions_keep_apart(cubes: list[int], lang: str) -> None:
    everything = [box for region in REGIONS for box in boxes(region, cubes, 3, lang)]
    for one, other in combinations(everything, 2):
        assert overlap(one, other) <= 2, f"{one.what} and {other.what}"


@pytest.mark.parametrize("region", REGIONS)
def test_the_fullest_region_there_can_be(region: str) -> None:
    crowd = boxes(region, [20, 20, 20, 20], 3, "en")
    others = [box for other in REGIONS if other != region for box in boxes(other, [0, 0, 0, 0], 3, "en")]
    for one in crowd:
        assert min(one.left, one.top) >= FRAME, one.what
        assert one.right <= WIDTH - FRAME, one.what
        assert one.bottom <= HEIGHT - FRAME, one.what
        for other in [*others, *(box for box in crowd if box is not one)]:
            assert overlap(one, other) <= 12, f"{one.what} and {other.what}"


def test_the_palace_holds_all_cubes() -> None:
    spot = SPOTS["palace"]
    rows = row_places(spot, [Cubes(seat, 20) for seat in range(4)])
    assert len(rows) == 2
    castle = around("castle", *spot.rats, 104, 88)
    for left, y, _ in rows:
        assert left > castle.right
        assert y - TOKEN / 2 > FRAME


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_six_cards_of_one_player_fit_with_their_names(layout: str, lang: str) -> None:
    where = panel(layout, 4)
    for area in where.rows:
        places = card_areas(area, where.beside, 6)
        for place in places:
            assert area.x <= place.x
            assert place.x + place.w <= area.x + area.w
            assert area.y <= place.y
            assert place.y + place.h <= area.y + area.h
        for one, other in combinations(places, 2):
            apart = one.x + one.w <= other.x or other.x + other.w <= one.x or one.y + one.h <= other.y
            assert apart or other.y + other.h <= one.y
        for card in CARDS.values():
            size, lines_of = card_name(places[0], card.id, words(lang))
            assert lines_of == (card.name[lang],), f"{lines_of} is cut or broken"
            assert size >= 17


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_cards_that_can_be_chosen_stay_large(lang: str) -> None:
    where = panel("tall", 4)
    place = card_areas(where.rows[0], where.beside, 6)[0]
    for card in CARDS.values():
        size, halves = card_name(place, card.id, words(lang), MARK)
        assert card.name[lang] in ("".join(halves).replace("-", ""), " ".join(halves)), f"{halves} is cut"
        assert size >= 17
        assert len(halves) * size <= place.h - 4


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rows_of_the_panel_keep_apart(layout: str, seats: int) -> None:
    where = panel(layout, seats)
    assert len(where.rows) == seats + 1
    for upper, lower in zip((where.head, *where.rows), where.rows, strict=False):
        assert upper.y + upper.h <= lower.y
    last = where.rows[-1]
    assert last.y + last.h <= (HEIGHT if layout == "wide" else 10_000)


def test_numbers_are_big_enough_on_a_phone() -> None:
    assert capital(TITLE, NUMBER) * PHONE / TALL >= 11


def figures(region: str, bishops: int, nuns: int) -> list[Box]:
    """The figures of a region with their numbers."""
    view = RegionView(region, [], [0] * 4, bishops, nuns)
    return [
        Box(f"{region} {kind}", x - SLIM / 2, y - FIGURE / 2, x - SLIM / 2 + figure_width(count), y + FIGURE / 2)
        for (kind, count), (x, y) in zip(there(view), figure_places(view).values(), strict=True)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("bishops", "nuns", "slack"), [(0, 1, 6), (1, 0, 6), (0, 3, 12), (2, 3, 14)])
def test_figures_stand_clear(bishops: int, nuns: int, slack: int, lang: str) -> None:
    everything = [box for region in REGIONS for box in boxes(region, [3, 3, 3, 0], 3, lang)]
    for region in REGIONS:
        for figure in figures(region, bishops, nuns):
            assert min(figure.left, figure.top) >= FRAME
            assert figure.right <= WIDTH - FRAME
            for other in everything:
                assert overlap(figure, other) <= slack, f"{figure.what} and {other.what}"


@pytest.mark.parametrize("region", REGIONS)
def test_figures_stand_nearest_to_their_region(region: str) -> None:
    place = SPOTS[region].figures
    far = gap(place, region)
    assert far <= 35
    assert all(gap(place, other) > far for other in REGIONS if other != region)


@pytest.mark.parametrize("connection", CONNECTIONS[4])
def test_a_wall_stands_on_its_connection(connection: str) -> None:
    x, y, _ = wall_place(connection)
    one, other = connection.split("+")
    ways = [curve(*points) for pair, points in ROUTES.items() if set(pair) == {one, other}]
    lines_here = ways or lines()[tuple(sorted((one, other)))]
    near = min(hypot(px - x, py - y) for line in lines_here for px, py in line)
    assert near <= 16
    if not ways:
        third = min(gap((x, y), region) for region in REGIONS if region not in (one, other))
        assert third >= 18, "it could stand on another border"


def test_walls_keep_apart() -> None:
    places = {connection: wall_place(connection)[:2] for connection in CONNECTIONS[4]}
    for one, other in combinations(places, 2):
        (x, y), (u, v) = places[one], places[other]
        assert hypot(x - u, y - v) >= 36, f"{one} and {other}"


def test_potions_of_a_seat_are_flasks_that_say_how_many() -> None:
    assert flasks([]) == []
    assert flasks([3, 1]) == ["3", "1"]
    assert flasks([4, 2, 1]) == ["4", "2", "1"]
    assert flasks([4, 2, 1, 1]) == ["4", "2", "+2"]


@pytest.mark.parametrize("region", REGIONS)
def test_cubes_with_potions_stay_on_the_map(region: str) -> None:
    potions = [PotionView(seat, 2) for seat in range(4)] + [PotionView(0, 1)] * 3
    view = RegionView(region, [], [12, 3, 2, 1], potions=sorted(potions, key=lambda cube: (cube.seat, -cube.potions)))
    rows = row_places(SPOTS[region], cubes_of(view))
    assert [len(row) for _, _, row in rows] == [2, 2]
    for left, y, row in rows:
        assert left > FRAME
        assert left + row_width(row) < WIDTH - FRAME
        assert y < HEIGHT - FRAME


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cards", [1, 3, 6])
def test_the_baker_has_room_for_its_cubes(layout: str, lang: str, cards: int) -> None:
    where = panel(layout, 4)
    for area in where.rows:
        places = card_areas(area, where.beside, cards, wide=True)
        assert len(places) == cards
        for one, other in combinations(places, 2):
            assert one.x + one.w <= other.x or one.y + one.h <= other.y
        assert places[-1].y + places[-1].h <= area.y + area.h
        taken = BAKED + width(TITLE, BAKED, "20") + MARK + 14
        assert card_name(places[0], "baker", words(lang), taken)[1] == (CARDS["baker"].name[lang],)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_effect_of_every_card_fits(lang: str) -> None:
    assert set(EFFECTS) == set(CARDS)
    for card in CARDS:
        assert " ".join(effect_lines(card, words(lang))) == effect(card, words(lang))
        assert len(effect_lines(card, words(lang))) <= 2, f"{card}: {effect_lines(card, words(lang))}"
    assert set("".join(effect(card, words(lang)) for card in EFFECTS)) <= letters(PLAIN)
    assert capital(PLAIN, WORDS) * PHONE / TALL >= 8
