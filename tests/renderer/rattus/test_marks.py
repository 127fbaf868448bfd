"""Marks of choices appear where they should and nowhere else, and events are visible."""

from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from renderer import Mark
from renderer.canvas.canvas import Point, Sprite
from renderer.rattus import marks as placing
from renderer.rattus.geography import MAP_WIDTH, REGION_SPOTS
from renderer.rattus.map import ARROWHEAD, LARGE_NAME, name_box, name_place, name_run, path, region_bounds, region_edge
from renderer.rattus.map import Box as Room
from renderer.rattus.marks import ON_RAT, RIM, SMALL_BADGE_SIZE, mark_place, piece_boxes, standing
from renderer.rattus.panel import QUESTION_HIGH, QUESTION_SIZE, question_areas
from renderer.rattus.pictures import _question_ground
from renderer.rattus.regions import (
    FIGURE,
    NOTHING,
    SLIM,
    changes_from,
    cubes_of,
    figure_places,
    on_connection,
    rat_places,
    row_places,
    row_width,
    wall_place,
)
from renderer.signs import shaded
from rules.game import Target
from rules.rattus.components import CONNECTIONS, NEIGHBOURS, REGIONS, TOKEN_FACES
from rules.rattus.events import PlagueMoved, Revealed
from tests.renderer.cold import drawn_by
from tests.renderer.rattus.views import CARD_MARKS, MARKS, NAMES, TURN, position, with_pieces
from tests.renderer.scenes import LANGUAGES, amber, apart, painted, words

Box = tuple[int, int, int, int]
NEAR = 90  # Maximum distance in pixels from the middle of the plague piece.


def marked_box(*marks: Mark) -> Box | None:
    """Return the part of the picture where choices are marked."""
    return amber(painted(position(4), NAMES, "part", marks=marks))


def around(box: Box | None, at: tuple[float, float], far: float) -> bool:
    """Return whether there is a box, and all of it is near the place."""
    x, y = at
    return box is not None and x - far < box[0] < box[2] < x + far and y - far < box[1] < box[3] < y + far


def hidden(one: Room, other: Room) -> float:
    """Return how far a box must move to be clear of another, in pixels."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, min(wide, high))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_letter_of_a_region_stands_beside_its_name_or_right_above_it_and_on_the_map(lang: str) -> None:
    for region in REGIONS:
        place = mark_place(Target("region", region), position(4), words(lang), [])
        assert place is not None
        x, y, size = place
        beside = (
            abs(x - name_place(region, words(lang), LARGE_NAME)[0])
            >= name_run(region, words(lang), LARGE_NAME).width / 2 + size / 2
        )
        assert beside or y + size / 2 == name_box(region, words(lang), LARGE_NAME)[1], region
        assert size / 2 < x < MAP_WIDTH - size / 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_letter_of_a_region_or_figure_covers_no_name_of_another(lang: str) -> None:
    view = with_pieces(position(4), bishops=tuple(REGIONS), nuns=())
    taken = standing(view, words(lang))
    for target in (Target(kind, region) for kind in ("region", "bishop") for region in REGIONS):
        place = mark_place(target, view, words(lang), taken)
        assert place is not None
        x, y, half = place[0], place[1], place[2] / 2
        for left, top, right, bottom in (name_box(one, words(lang), LARGE_NAME) for one in REGIONS if one != target.id):
            assert x + half <= left or right <= x - half or y + half <= top or bottom <= y - half, target


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_rat_is_marked_where_it_lies_with_its_letter_in_place_of_its_own(number: int) -> None:
    polonia = next(one for one in position(4).regions if one.id == "polonia")
    mark = Mark("7", polonia.rats[number].handle and Target("rat", polonia.rats[number].handle))
    assert around(marked_box(mark), rat_places(polonia)[number], 48)


@pytest.mark.parametrize(
    "target", [Target("rat", "gallia-z"), Target("card", "piper"), Target("region", "atlantis"), Target("ship", "argo")]
)
def test_what_is_not_on_the_board_is_left_out(target: Target) -> None:
    bare = painted(position(4), NAMES, "part")
    assert apart(bare, painted(position(4), NAMES, "part", marks=(Mark("A", target),))) is None


def test_the_picture_of_a_question_has_map_and_cards_and_always_the_same_low_shape() -> None:
    view, names = position(4), NAMES
    region, card, rat = Mark("A", Target("region", "gallia")), CARD_MARKS[0], Mark("Aa", Target("rat", "gallia-a"))
    for marks in ((), [region], [card], [rat], [region, card]):
        picture = painted(view, names, "part", marks=marks)
        assert picture.size == QUESTION_SIZE
        assert picture.height <= 0.66 * picture.width
    both = painted(view, names, "part", marks=[region, card])
    for box in ((0, 0, MAP_WIDTH, QUESTION_HIGH), (MAP_WIDTH, 0, *both.size)):
        assert amber(both.crop(box)) is not None


def test_the_map_under_questions_is_drawn_once_and_left_alone() -> None:
    view = position(4)
    some = [Mark(one.id[:1].upper(), Target("region", one.id)) for one in view.regions]
    first = painted(view, NAMES, "part", marks=some)
    grounds = drawn_by(_question_ground)
    assert apart(first, painted(view, NAMES, "part", marks=[*some, CARD_MARKS[0]])) is not None
    assert apart(first, painted(view, NAMES, "part", marks=some)) is None
    assert apart(first, painted(view, NAMES, "part", marks=some[1:])) is not None
    assert drawn_by(_question_ground) == grounds
    assert {key[1:] for key in grounds} >= {(4, False), (4, True)}, "in the light and in shade"


def test_in_a_question_what_cannot_be_chosen_is_in_shade_and_the_rest_as_it_was() -> None:
    view = position(4)
    bare, asked = (painted(view, NAMES, "part", marks=some) for some in ((), [Mark("1", Target("card", "monk"))]))
    in_shade = shaded(bare)
    boxes = {"map": (0, 0, MAP_WIDTH, QUESTION_HIGH)}
    for card, area in question_areas(view).items():  # The letter on the upper half moves the name.
        boxes[card] = (area.x + 20, area.y + area.h // 2, area.x + area.w - 20, area.y + area.h - 20)
    for name, box in boxes.items():
        like = bare if name == "monk" else in_shade
        gap = ImageChops.difference(asked.crop(box), like.crop(box))
        assert max(high for _, high in gap.getextrema()) <= 4, name


def test_letters_of_rats_do_not_cover_each_other_however_large() -> None:
    for region in position(4, rats=3).regions:
        middles = rat_places(region)
        assert all(abs(one[0] - other[0]) >= ON_RAT for one, other in combinations(middles, 2))
    view = position(4, rats=3)
    marks = [Mark(f"X{letter}", Target("rat", f"gallia-{letter}")) for letter in "abc"]
    lettered = painted(view, NAMES, "part", marks=marks)
    others = painted(view, NAMES, "part", marks=[one._replace(letter=f"Y{one.letter[1]}") for one in marks])
    assert apart(lettered, others) is None  # A rat shows its own letter alone.
    place = mark_place(Target("region", "gallia"), view, words("en"), standing(view, words("en")))
    assert place is not None
    plain = painted(view, NAMES, "part", marks=[Mark("Xa", Target("rat", "italia-a"))])
    changed = apart(lettered.crop(around_place(place)), plain.crop(around_place(place)))
    assert changed is not None  # Its region shows its letter beside its name.


def around_place(place: tuple[float, float, int]) -> Box:
    x, y, size = place
    return round(x - size / 2), round(y - size / 2), round(x + size / 2), round(y + size / 2)


def piper_box(*marks: Mark) -> Box | None:
    """Return the part of the map with pieces of Pied Piper where choices are marked."""
    return amber(painted(with_pieces(position(4)), NAMES, "part", marks=marks))


@pytest.mark.parametrize("way", CONNECTIONS[4])
def test_a_connection_is_marked_where_a_wall_would_stand_if_nothing_is_there(way: str) -> None:
    x, y, _ = wall_place(way)
    bare = position(4, cubes=[0] * 4, rats=0)
    assert mark_place(Target("connection", way), bare, words("en"), []) == (x, y, SMALL_BADGE_SIZE)
    box = amber(painted(with_pieces(position(4)), NAMES, "part", marks=[Mark("W", Target("connection", way))]))
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) <= SMALL_BADGE_SIZE + 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_of_connections_cover_neither_names_nor_each_other_and_hardly_a_piece(lang: str) -> None:
    """Walls, figures and rats are all over the map. Each letter is on its connection or right beside it."""
    view = with_pieces(position(4), bishops=("italia", "polonia", "hungaria"))
    taken = standing(view, words(lang))
    names = [name_box(region, words(lang), LARGE_NAME) for region in REGIONS]
    places: dict[str, Room] = {}
    for way in CONNECTIONS[4]:
        place = mark_place(Target("connection", way), view, words(lang), taken)
        assert place is not None
        assert place[:2] in on_connection(way)
        x, y, _ = place
        places[way] = box = (
            x - SMALL_BADGE_SIZE / 2,
            y - SMALL_BADGE_SIZE / 2,
            x + SMALL_BADGE_SIZE / 2,
            y + SMALL_BADGE_SIZE / 2,
        )
        assert all(hidden(box, name) <= 8 for name in names), way
        assert all(hidden(box, one) <= 16 for one in taken), way
    for one, other in combinations(places, 2):
        assert hidden(places[one], places[other]) <= 6, f"{one} and {other}"


def figure_place(kind: str, region: str) -> tuple[float, float]:
    """Return the place of a figure among pieces of Pied Piper."""
    return figure_places(next(one for one in with_pieces(position(4)).regions if one.id == region))[kind]


@pytest.mark.parametrize(("kind", "region"), [("bishop", "italia"), ("nun", "germania")])
def test_a_figure_is_marked_at_its_feet_or_beside_it_and_its_head_stays_free(kind: str, region: str) -> None:
    view = with_pieces(position(4))
    x, y = figure_place(kind, region)
    assert around(piper_box(Mark("F", Target(kind, region))), (x, y), 70)
    letters = [painted(view, NAMES, "part", marks=[Mark(letter, Target(kind, region))]) for letter in "AB"]
    box = apart(*letters)
    assert box is not None
    assert hidden(box, (x - SLIM / 2, y - FIGURE / 2, x + SLIM / 2, y + 8)) == 0


def gap(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference of two pictures in any pixel."""
    return max(most for _, most in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


def test_the_way_of_the_plague_ends_beside_it_and_shows_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full map, from every region to each neighbour, it avoids regions on the way and pieces."""
    drawn: list[tuple[Point, ...]] = []

    def watched(points: tuple[Point, ...]) -> tuple[Sprite, Point]:
        drawn.append(points)
        return path(points)

    monkeypatch.setattr(placing, "path", watched)
    view, short, under = position(4), [], []
    names = [name_box(region, words("en")) for region in REGIONS]
    pieces = [(a + RIM, b + RIM, c - RIM, d - RIM) for a, b, c, d in piece_boxes(view, NOTHING)]
    for region in REGIONS:
        for to in NEIGHBOURS[4][region]:
            drawn.clear()
            painted(view, NAMES, "map", events=[PlagueMoved(1, region, to), TURN[-1]])
            for way in drawn:
                (x, y), far = way[-1], ARROWHEAD / 2 - 4
                box = (x - far, y - far, x + far, y + far)
                if any(hidden(box, other) for other in (*names, *pieces)):
                    under.append((region, to))
                if dist(way[-1], REGION_SPOTS[to].plague) > NEAR:
                    short.append((region, to))
    assert (short, under) == ([("tartaria", "russia")], [("scandia", "polonia")]), "but where there is no room"


def test_the_way_of_the_plague_crosses_no_number_of_cubes() -> None:
    """On a full map, from every region to each neighbour, the numbers beside the cubes stay unchanged."""
    view = position(4)
    rows = [
        (left, y, left + row_width(row), y)
        for region in view.regions
        for left, y, row in row_places(REGION_SPOTS[region.id], cubes_of(region))
    ]
    for region in REGIONS:
        for to in NEIGHBOURS[4][region]:
            still, moved = (
                painted(replace(view, plague=to), NAMES, "map", events=some)
                for some in ((), [PlagueMoved(1, region, to)])
            )
            was = REGION_SPOTS[region].plague  # A faint plague piece is there.
            for left, y, right, _ in rows:
                if max(abs(left - was[0]), abs(right - was[0]), abs(y - was[1])) > 2 * NEAR:
                    box = (round(left), round(y - 20), round(right), round(y + 20))
                    assert apart(still.crop(box), moved.crop(box)) is None, (region, to)


@pytest.mark.parametrize("region", REGIONS)
def test_a_black_line_is_round_the_region_of_the_plague_but_where_one_chooses(region: str) -> None:
    elsewhere = "gallia" if region != "gallia" else "turcia"
    edge = region_edge(region, 2)
    for marks, lined in (((), True), (MARKS, False)):
        here, gone = (
            painted(position(4, plague=one), NAMES, "part", marks=marks).crop(region_bounds(region).box).convert("L")
            for one in (region, elsewhere)
        )
        darker = ImageStat.Stat(gone, edge).mean[0] - ImageStat.Stat(here, edge).mean[0]
        assert (darker > 20) == lined, darker


def test_only_the_first_rat_of_a_turn_is_told_with_where_the_plague_came_from() -> None:
    moves = PlagueMoved(1, "gallia", "italia"), PlagueMoved(2, "italia", "hispania")
    rats = [Revealed(rat, TOKEN_FACES["R36"], 10, True, [1, 0, 0, 0]) for rat in ("italia-a", "italia-b", "hispania-a")]
    turned = changes_from([moves[0], *rats[:2], moves[1], rats[2]]).turned
    assert [one.plague_move for one in turned] == [moves[0], None, moves[1]]


def test_choices_are_never_mixed_with_what_has_happened() -> None:
    marks = [Mark("A", Target("region", "russia"))]
    bare, told = (painted(position(4), NAMES, "part", marks=marks, events=some) for some in ((), TURN))
    assert apart(bare, told) is None
