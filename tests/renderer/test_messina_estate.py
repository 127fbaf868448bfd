"""The picture of an estate: everything has its place, what happens is seen, choices are where they belong."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer import Mark
from renderer.areas import Area
from renderer.messina.estate import paint_estate
from renderer.messina.estate_base import ACTION, LABEL, LEVEL, empty_estate, lieutenants_label
from renderer.messina.estate_head import COUNT, NUMBER
from renderer.messina.estate_holdings import workplace, workshop_gain, yield_room
from renderer.messina.estate_layout import (
    EDGE,
    HEAD,
    HEIGHT,
    HUT_BOXES,
    LANE,
    LIEUTENANTS,
    MIDDLE,
    PRICE,
    REPOPULATION,
    SCROLL_BOARD,
    SHIPS,
    SPACE,
    SPACES,
    SPINE,
    SQUARE_BOXES,
    WAGONS,
    WIDTH,
    WORKSHOP_PLACES,
    WORKSHOPS,
    area_box,
    hut_slots,
    hut_yield,
    road,
    scroll_box,
    scroll_cells,
    slot,
    workshop_boxes,
)
from renderer.messina.estate_path import NUMBER as STEP
from renderer.messina.estate_people import overseer_places
from renderer.messina.icons import amount, words
from renderer.messina.words import WORDS
from renderer.text import TITLE, capital
from rules.game import Score, Target
from rules.messina import GAME
from rules.messina.components import (
    AREAS,
    CLASSES,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    PATHS,
    REGISTER,
    SCROLLS,
    SQUARES,
)
from rules.messina.components import SHIPS as SHIP_TILES
from rules.messina.components import WAGONS as WAGON_TILES
from rules.messina.components import WORKSHOPS as WORKSHOP_TILES
from rules.messina.view_types import (
    CitizenView,
    HutView,
    OverseerView,
    PlayerView,
    View,
    WagonView,
    WorkshopView,
)
from tests.rules.messina.games import rich_game

NAMES = ("Marta", "Józef Wiśniewski", "Kovács Ödön", "Ολυμπία 🐀 of the very long name")
LANGUAGES = ("en", "de", "pl", "hu")
PHONE = 400  # px, the width of the picture on a phone
NUN, GOLD_NUN = CitizenView("nun", "normal"), CitizenView("nun", "gold")


@lru_cache(maxsize=4)
def played(seats: int) -> View:
    """A position in the middle of a game."""
    for number, state in enumerate(rich_game(seats, 7)):
        if number == 150:
            return GAME.view(state, None)  # type: ignore[return-value]
    raise AssertionError("the game was too short")


def estate(**changes: Any) -> PlayerView:
    """The estate that the tests change: a little of everything."""
    plain = PlayerView(
        points=23,
        tokens={"coin": 2, "timber": 1, "fire": 0, "big_fire": 1},
        rats=1,
        home=1,
        recalled=1,
        supply=1,
        box=0,
        lying=["h2"],
        standing=["h1"],
        squares={"cl2": CitizenView("craftsman", "normal"), "nr3": NUN},
        huts=[
            HutView("hut1", "q3", 1, NUN),
            HutView("hut2", "", 2, CitizenView("craftsman", "gold")),
            HutView("hut3", "q11", 0, None),
            HutView("hut4", "", 0, None),
        ],
        workshops=[WorkshopView("b10", NUN, False), WorkshopView("b21", None, False)],
        wagons=[WagonView("c1-1", False), WagonView("c3-2", True)],
        overseers={
            "craftsman": OverseerView(3, "left", False),
            "nun": OverseerView(1, "", False),
            "aristocrat": OverseerView(0, "", True),
        },
        scrolls=[1, 0, 2],
        ships=["gems1", "silk2"],
        tiles=4,
        step_price=3,
        deferred=[],
        waiting=[],
    )
    return replace(plain, **changes)


def crowded(workshops: int = WORKSHOP_PLACES) -> PlayerView:
    """An estate that is as full as can be."""
    tiles = list(WORKSHOP_TILES.values())[::-1]
    return estate(
        points=127,
        tokens={"coin": 17, "timber": 10, "fire": 12, "big_fire": 10},
        rats=11,
        home=5,
        recalled=0,
        squares={square: CitizenView(one.sector, "gold") for square, one in SQUARES.items()},
        huts=[HutView(hut, tile, 1, GOLD_NUN) for hut, tile in zip(HUT_IDS, ("q15", "q12", "q11", "q9"), strict=True)],
        workshops=[WorkshopView(one.id, CitizenView(one.citizen, "gold"), False) for one in tiles[:workshops]],
        wagons=[WagonView(wagon, i % 2 == 0) for i, wagon in enumerate(WAGON_TILES)],
        overseers={name: OverseerView(6, "left", True) for name in CLASSES},
        scrolls=[len(track.levels) for track in SCROLLS],
        ships=list(SHIP_TILES),
        tiles=0,
        step_price=5,
        deferred=["city-4", "church-3", "church-6"],
        waiting=["overseer:any_skip", "upgrade_overseer", "build", "any_hex_action", "activate:1"],
    )


def seen(player: PlayerView, seat: int = 0, **changes: Any) -> View:
    """A view in which the seat has this estate."""
    view = played(4)
    players = [player if other == seat else one for other, one in enumerate(view.players)]
    return replace(view, **{"players": players, "due": [], "question": "", "score": None, **changes})


def drawn(player: PlayerView, seat: int = 0, **how: Any) -> Image.Image:
    """The picture of an estate."""
    return paint_estate(seen(player, seat), seat, NAMES, **how)


def apart(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The part in which two pictures differ."""
    return ImageChops.difference(one, other).getbbox()


def within(inner: Area, outer: Area) -> bool:
    """Whether a rectangle lies in another."""
    return (
        outer.x <= inner.x
        and inner.x + inner.w <= outer.x + outer.w
        and outer.y <= inner.y
        and inner.y + inner.h <= outer.y + outer.h
    )


def overlap(one: Area, other: Area) -> bool:
    """Whether two rectangles share a pixel."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide > 0 and high > 0


def around(x: float, y: float, size: float) -> Area:
    return Area(round(x - size / 2), round(y - size / 2), round(size), round(size))


def distance(x: float, y: float, area: Area) -> float:
    """From a point to the nearest edge of a rectangle."""
    return hypot(max(area.x - x, 0, x - area.x - area.w), max(area.y - y, 0, y - area.y - area.h))


def test_the_parts_of_the_picture_keep_apart() -> None:
    spaces = {at for path in SPACES.values() for at in path[:-1]}
    parts = [
        HEAD,
        *LIEUTENANTS.values(),
        REPOPULATION,
        PRICE,
        WAGONS,
        SHIPS,
        *HUT_BOXES.values(),
        *map(area_box, AREAS),
        *(around(*at, SPACE) for at in spaces),
        WORKSHOPS,
        SCROLL_BOARD,
    ]
    for one, other in combinations(parts, 2):
        assert not overlap(one, other), f"{one} and {other}"
    for one in parts:
        assert within(one, Area(4, 4, WIDTH - 8, HEIGHT - 8))


@pytest.mark.parametrize("square", SQUARES)
def test_a_square_lies_in_its_area_with_its_action_above_its_citizen(square: str) -> None:
    box, place = SQUARE_BOXES[square], slot(square)
    assert within(box, area_box(SQUARES[square].area))
    assert within(place, box)
    assert box.y + ACTION <= place.y + 2
    for other in SQUARES:
        assert other == square or not overlap(box, SQUARE_BOXES[other])


@pytest.mark.parametrize("way", PATHS)
def test_a_space_lies_beside_the_squares_that_it_activates(way: tuple[str, str]) -> None:
    *beside, _centre = zip(SPACES[way][1:], PATHS[way], strict=True)
    for at, step in beside:
        if step.kind == "pair":
            boxes = [SQUARE_BOXES[square] for square in step.groups[0]]
        else:
            boxes = [area_box(SQUARES[group[0]].area) for group in step.groups]
        for box in boxes:
            assert SPACE / 2 <= distance(*at, box) <= (SPINE if at[0] == MIDDLE else LANE) / 2 + 1
        for area in AREAS:
            if area_box(area) not in boxes and step.kind != "pair":
                assert distance(*at, area_box(area)) > SPINE / 2 + 1


@pytest.mark.parametrize("way", PATHS)
def test_a_path_passes_its_spaces_in_order_and_no_square(way: tuple[str, str]) -> None:
    line = road(*way)
    corners = [at for at in line if at in SPACES[way]]
    assert tuple(corners) == SPACES[way]
    for (x0, y0), (x1, y1) in pairwise(line):
        assert x0 == x1 or y0 == y1
        for k in range(11):
            x, y = x0 + (x1 - x0) * k / 10, y0 + (y1 - y0) * k / 10
            assert all(distance(x, y, box) > 5 for box in SQUARE_BOXES.values())


def test_paths_share_the_spaces_between_sectors() -> None:
    spaces = [at for path in SPACES.values() for at in path]
    assert len(set(spaces)) == 3 * (1 + 1 + 2 * 2) + 3 * 2 + 1


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("number", [*range(WORKSHOP_PLACES + 1), len(WORKSHOP_TILES)])
def test_however_many_workshops_have_room(number: int, fixed: bool) -> None:
    boxes = workshop_boxes(number, fixed)
    assert len(boxes) == number
    for box in boxes:
        assert within(box, WORKSHOPS)
        assert within(workplace(box), box)
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)


def test_few_workshops_are_drawn_larger_unless_their_size_is_fixed() -> None:
    sizes = [workshop_boxes(number, False)[0] for number in range(1, WORKSHOP_PLACES + 1)]
    assert [box.w * box.h for box in sizes] == sorted((box.w * box.h for box in sizes), reverse=True)
    assert sizes[2].w * sizes[2].h > 3 * sizes[-1].w * sizes[-1].h
    every = [workshop_boxes(number, True) for number in range(WORKSHOP_PLACES + 1)]
    assert all(boxes == every[-1][: len(boxes)] for boxes in every)


@pytest.mark.parametrize("tile", WORKSHOP_TILES)
def test_what_a_workshop_yields_can_be_read_among_twelve(tile: str) -> None:
    box = workshop_boxes(WORKSHOP_PLACES, True)[0]
    wide, high = yield_room(box)
    gain, size = workshop_gain(tile, wide, high)
    assert gain.size[0] <= wide
    assert gain.size[1] <= high
    assert size >= 24


def test_huts_and_scrolls_hold_what_lies_on_them() -> None:
    for box in HUT_BOXES.values():
        one, two = hut_slots(box)
        assert within(one, box)
        assert within(two, box)
        assert within(hut_yield(box), box)
        assert not any(overlap(*pair) for pair in combinations((one, two, hut_yield(box)), 2))
    for tile in HUT_TILES.values():
        whole = sum(amount(word, 34).size[0] for word in words(tile.gain)) + 8
        assert whole <= hut_yield(HUT_BOXES["hut1"]).w
    for track in range(len(SCROLLS)):
        cells = scroll_cells(track)
        assert len(cells) == len(SCROLLS[track].levels) + 1
        assert all(within(cell, scroll_box(track)) for cell in cells)
        assert not any(overlap(*pair) for pair in combinations(cells, 2))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_whole_and_numbers_large_enough_for_a_phone(lang: str) -> None:
    for place in LIEUTENANTS:
        size, text = lieutenants_label(place, lang)
        assert text == WORDS[place][lang]
        assert size >= LABEL - 3
    assert WORDS["left"][lang] != WORDS["right"][lang]
    for size in (NUMBER, COUNT, LEVEL, STEP):
        assert capital(TITLE, size) * PHONE / WIDTH >= 7


@pytest.mark.parametrize("steps", [0, 4, 6])
def test_overseers_on_one_space_stand_side_by_side(steps: int) -> None:
    overseers = {
        "craftsman": OverseerView(steps, "left", False),
        "aristocrat": OverseerView(steps, "right", False),
        "nun": OverseerView(6, "left", True),
    }
    places = overseer_places(estate(overseers=overseers))
    for one, other in combinations(places.values(), 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) >= (one[2] + other[2]) / 2 - 4


CHANGES: dict[str, Callable[[PlayerView], PlayerView]] = {
    "points": lambda p: replace(p, points=24),
    "coin": lambda p: replace(p, tokens={**p.tokens, "coin": 3}),
    "timber": lambda p: replace(p, tokens={**p.tokens, "timber": 2}),
    "fire": lambda p: replace(p, tokens={**p.tokens, "fire": 1}),
    "big fire": lambda p: replace(p, tokens={**p.tokens, "big_fire": 0}),
    "rats": lambda p: replace(p, rats=2),
    "ready": lambda p: replace(p, home=2),
    "recalled": lambda p: replace(p, recalled=0),
    "sent": lambda p: replace(p, home=0, recalled=2),
    "lying": lambda p: replace(p, lying=[]),
    "standing": lambda p: replace(p, standing=["h1", "nw"]),
    "supply": lambda p: replace(p, supply=0),
    "box": lambda p: replace(p, box=1),
    "square": lambda p: replace(p, squares={**p.squares, "al1": CitizenView("aristocrat", "normal")}),
    "upgraded citizen": lambda p: replace(p, squares={**p.squares, "nr3": GOLD_NUN}),
    "hut's space": lambda p: replace(p, huts=[replace(p.huts[0], space=2), *p.huts[1:]]),
    "hut's citizen": lambda p: replace(p, huts=[replace(p.huts[0], citizen=GOLD_NUN), *p.huts[1:]]),
    "hut's upgrade": lambda p: replace(p, huts=[*p.huts[:3], replace(p.huts[3], upgrade="q5")]),
    "workshop": lambda p: replace(p, workshops=p.workshops[:1]),
    "another workshop": lambda p: replace(p, workshops=[p.workshops[0], WorkshopView("b27", None, False)]),
    "workshop's citizen": lambda p: replace(p, workshops=[replace(p.workshops[0], citizen=None), p.workshops[1]]),
    "paid": lambda p: replace(p, workshops=[p.workshops[0], replace(p.workshops[1], paid=True)]),
    "wagon used": lambda p: replace(p, wagons=[replace(p.wagons[0], used=True), p.wagons[1]]),
    "wagon": lambda p: replace(p, wagons=[*p.wagons, WagonView("c4-1", False)]),
    "step": lambda p: with_overseer(p, "craftsman", OverseerView(4, "left", False)),
    "branch": lambda p: with_overseer(p, "craftsman", OverseerView(3, "right", False)),
    "upgraded overseer": lambda p: with_overseer(p, "nun", OverseerView(1, "", True)),
    "scroll": lambda p: replace(p, scrolls=[1, 1, 2]),
    "ship": lambda p: replace(p, ships=["gems1", "spices2"]),
    "tiles": lambda p: replace(p, tiles=3),
    "price": lambda p: replace(p, step_price=4),
    "deferred": lambda p: replace(p, deferred=["city-7"]),
    "waiting": lambda p: replace(p, waiting=["build"]),
}


def with_overseer(player: PlayerView, name: str, one: OverseerView) -> PlayerView:
    return replace(player, overseers={**player.overseers, name: one})


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_happens_is_seen(what: str) -> None:
    assert apart(drawn(estate()), drawn(CHANGES[what](estate()))) is not None


def test_waiting_and_deferred_look_different() -> None:
    assert apart(drawn(estate(deferred=["city-7"])), drawn(estate(waiting=["lieutenant"]))) is not None


def test_who_it_is_and_who_acts_and_who_has_won_is_seen() -> None:
    view = seen(estate())
    bare = paint_estate(view, 0, NAMES)
    assert apart(bare, paint_estate(view, 0, ("Martha", *NAMES[1:]))) is not None
    assert apart(bare, paint_estate(replace(view, due=[0]), 0, NAMES)) is not None
    assert apart(bare, paint_estate(replace(view, due=[1]), 0, NAMES)) is None
    scores = [Score([points, 1, 1, 1], {}, [0, 1, 2, 3], winners, "") for points, winners in ((23, [1]), (23, [0]))]
    lost, won = (paint_estate(replace(view, score=score), 0, NAMES) for score in scores)
    assert apart(bare, lost) is None
    assert apart(bare, won) is not None
    other = Score([31, 1, 1, 1], {}, [0, 1, 2, 3], [1], "")
    assert apart(lost, paint_estate(replace(view, score=other), 0, NAMES)) is not None


def test_the_same_estate_is_told_apart_by_its_seat() -> None:
    pictures = [drawn(estate(), seat).convert("L") for seat in range(4)]
    view = seen(estate())
    assert len({paint_estate(view, 0, ["X"] * 4).tobytes(), *(one.tobytes() for one in pictures)}) == 5


@pytest.mark.parametrize("points", [-21, 0, 9, 127, 1000])
def test_any_number_of_points_fits_its_seal(points: int) -> None:
    box = apart(drawn(estate()), drawn(estate(points=points)))
    assert box is not None
    assert 400 <= box[0] < box[2] <= 495


@pytest.mark.parametrize("name", ["", "🐀", "W" * 200, "Ж", "a\nb", "Zażółć gęślą jaźń und Öl für Überläufer"])
def test_any_name_fits(name: str) -> None:
    view = seen(crowded())
    box = apart(paint_estate(view, 0, NAMES), paint_estate(view, 0, (name, *NAMES[1:])))
    assert box is not None
    assert box[2] <= 420
    assert box[3] <= HEAD.y + HEAD.h / 2 + 12


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_are_drawn(seats: int, lang: str) -> None:
    view = played(seats)
    for seat in range(seats):
        picture = paint_estate(view, seat, NAMES, lang=lang)
        assert picture.size == (WIDTH, HEIGHT)
        assert picture.mode == "RGB"
        assert HEIGHT <= 850


def test_everything_that_can_wait_has_an_icon() -> None:
    actions = [option for one in (*SQUARES.values(), *HEXES.values()) for option in one.action.options]
    spaces = [f"{name}-{space.space}" for name, track in REGISTER.items() for space in track]
    for effect in {effect for option in actions for effect in option.effects}:
        assert apart(drawn(estate()), drawn(estate(waiting=[effect]))) is not None
    for space in spaces:
        gives = words(REGISTER[space.split("-")[0]][int(space.split("-")[1]) - 1].action)
        if gives:
            assert apart(drawn(estate()), drawn(estate(deferred=[space]))) is not None


TARGETS: dict[Target, Area] = {
    Target("square", "cl2"): SQUARE_BOXES["cl2"],
    Target("square", "nr3"): SQUARE_BOXES["nr3"],
    Target("hut", "hut1"): HUT_BOXES["hut1"],
    Target("hut_upgrade", "q11"): HUT_BOXES["hut3"],
    Target("workshop", "b21"): workshop_boxes(2, False)[1],
    Target("overseer", "aristocrat"): around(*SPACES["aristocrat", "left"][0], SPACE),
    Target("scroll", "2"): scroll_box(1),
    Target("wagon", "c3-2"): WAGONS,
    Target("ship", "silk2"): SHIPS,
    Target("home", "home"): LIEUTENANTS["home"],
}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.kind}-{target.id}")
def test_what_changed_glows_in_its_place(target: Target) -> None:
    box = apart(drawn(estate()), drawn(estate(), changed=[target]))
    area = TARGETS[target]
    assert box is not None
    assert area.x - 12 <= box[0] < box[2] <= area.x + area.w + 12
    assert area.y - 12 <= box[1] < box[3] <= area.y + area.h + 12


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.kind}-{target.id}")
def test_a_choice_is_marked_at_its_place_with_its_letter(target: Target) -> None:
    view = replace(seen(estate()), question="upgrade_overseer")
    bare = paint_estate(view, 0, NAMES)
    one, other = (paint_estate(view, 0, NAMES, [Mark(letter, target)]) for letter in "AB")
    box, letter = apart(bare, one), apart(one, other)
    area = TARGETS[target]
    assert box is not None
    assert letter is not None
    assert overlap(Area(*letter[:2], letter[2] - letter[0], letter[3] - letter[1]), around(*area.middle, area.w + 60))
    assert area.x - 20 <= box[0] < box[2] <= area.x + area.w + 20
    assert area.y - 40 <= box[1] < box[3] <= area.y + area.h + 20


@pytest.mark.parametrize(
    "target",
    [
        Target("square", "xx9"),
        Target("hut", "hut9"),
        Target("workshop", "b1"),
        Target("overseer", "piper"),
        Target("hex", "h1"),
        Target("scroll", "4"),
        Target("ship", "spices1"),
    ],
    ids=lambda target: f"{target.kind}-{target.id}",
)
def test_what_is_not_on_the_estate_is_left_out(target: Target) -> None:
    bare = drawn(estate())
    assert apart(bare, drawn(estate(), marks=[Mark("A", target)], changed=[target])) is None
    assert drawn(estate(), marks=[Mark("A", target)], part=True).size == bare.size


def test_an_overseers_choices_show_where_it_can_go() -> None:
    bare = drawn(estate())
    mark = Mark("A", Target("overseer", "nun"))

    def shown(at: tuple[float, float], letters: str) -> bool:
        picture = drawn(estate(), marks=[mark._replace(letter=letter) for letter in letters])
        place = around(*at, SPACE - 10)
        box = (place.x, place.y, place.x + place.w, place.y + place.h)
        return apart(bare.crop(box), picture.crop(box)) is not None

    left, right = SPACES["nun", "left"], SPACES["nun", "right"]
    assert shown(left[2], "AB")
    assert shown(right[2], "AB")
    assert not shown(left[3], "AB")
    assert shown(left[3], "ABCD"), "with the icon that may skip a step"
    assert not shown(left[4], "ABCD")
    assert not shown(SPACES["aristocrat", "left"][1], "ABCD")


def test_several_letters_of_one_overseer_stand_side_by_side() -> None:
    target = Target("overseer", "nun")
    both = drawn(estate(), marks=[Mark("A", target), Mark("B", target)])
    first = drawn(estate(), marks=[Mark("A", target), Mark("C", target)])
    second = drawn(estate(), marks=[Mark("C", target), Mark("B", target)])
    one, other = apart(both, second), apart(both, first)
    assert one is not None
    assert other is not None
    assert one[2] <= other[0] + 4


@pytest.mark.parametrize(
    ("target", "left", "size"),
    [
        (Target("square", "cl2"), 160, (WIDTH - 160, 586)),
        (Target("hut", "hut1"), 0, (WIDTH, 688)),
        (Target("scroll", "1"), 0, (WIDTH, 688)),
    ],
    ids=["sectors", "with huts", "below"],
)
def test_a_part_is_no_more_than_the_choices_are_on(target: Target, left: int, size: tuple[int, int]) -> None:
    marks = [Mark("A", target)]
    whole, part = drawn(estate(), marks=marks), drawn(estate(), marks=marks, part=True)
    assert part.size[0] == size[0]
    assert abs(part.size[1] - size[1]) <= 10
    top = next(y for y in range(HEIGHT) if apart(whole.crop((left, y, left + size[0], y + part.height)), part) is None)
    area = TARGETS.get(target, scroll_box(0))
    assert top <= area.y
    assert area.y + area.h <= top + part.height


def test_everything_at_once_is_drawn_and_the_empty_estate_is_left_alone() -> None:
    before = empty_estate("en").tobytes()
    marks = [Mark(letter, target) for letter, target in zip("ABCDEFGHIJ", TARGETS, strict=True)]
    for style in (frozenset[str](), frozenset({"fixed"})):
        picture = drawn(crowded(), 3, marks=marks, changed=list(TARGETS), style=style)
        assert picture.size == (WIDTH, HEIGHT)
        picture.paste((255, 0, 255), (0, 0, *picture.size))
    assert empty_estate("en").tobytes() == before


def test_the_edge_of_the_picture_stays_free() -> None:
    picture = drawn(crowded(), 3)
    paper = picture.getpixel((0, 0))
    for box in ((0, 0, WIDTH, 4), (0, HEIGHT - EDGE // 2, WIDTH, HEIGHT), (WIDTH - EDGE // 2, 0, WIDTH, HEIGHT)):
        assert picture.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), paper)]
