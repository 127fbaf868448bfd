"""Marks of choices appear where they should and nowhere else, and events are visible."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from renderer import Mark
from renderer.canvas.canvas import Point, Sprite
from renderer.rattus import marks as placing
from renderer.rattus.geography import MAP_HEIGHT, MAP_WIDTH, REGION_SPOTS
from renderer.rattus.map import ARROWHEAD, LARGE_NAME, name_box, name_place, name_run, path, region_bounds, region_edge
from renderer.rattus.map import Box as Room
from renderer.rattus.marks import ON_RAT, RIM, SMALL_BADGE_SIZE, mark_place, piece_boxes, standing
from renderer.rattus.panel import QUESTION_HIGH, QUESTION_SIZE, plan_panel, question_areas
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
from rules.game import Event, Target
from rules.rattus.components import CONNECTIONS, NEIGHBOURS, REGIONS, TOKEN_FACES
from rules.rattus.events import (
    CubesMoved,
    FigureMoved,
    Placed,
    PlagueMoved,
    RatMoved,
    RatPlaced,
    Revealed,
    Saved,
    Took,
    WallMoved,
)
from rules.rattus.view import View
from tests.renderer.cold import drawn_by
from tests.renderer.rattus.views import CARD_MARKS, MARKS, NAMES, OUTBREAKS, TURN, WALLS, position, with_pieces
from tests.renderer.scenes import LANGUAGES, amber, apart, painted, words

Box = tuple[int, int, int, int]
NEAR = 90  # Maximum distance in pixels from the middle of the plague piece.


def marked_box(*marks: Mark) -> Box | None:
    """Return the part of the picture where choices are marked."""
    return amber(painted(position(4), NAMES, "part", marks=marks))


def new_box(*events: Event, view: View | None = None) -> Box | None:
    """Return the part of the map that the events change."""
    seen = view or position(4)
    return apart(painted(seen, NAMES, "map"), painted(seen, NAMES, "map", events=events))


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


@pytest.mark.parametrize("region", ["hispania", "polonia", "turcia"])
def test_a_region_is_marked_at_its_name_and_its_border(region: str) -> None:
    box = marked_box(Mark("A", Target("region", region)))
    assert box is not None
    x, y = REGION_SPOTS[region].name
    assert box[0] < x < box[2]
    assert box[1] < y < box[3]
    assert box[3] <= QUESTION_HIGH


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_rat_is_marked_where_it_lies_with_its_letter_in_place_of_its_own(number: int) -> None:
    polonia = next(one for one in position(4).regions if one.id == "polonia")
    mark = Mark("7", polonia.rats[number].handle and Target("rat", polonia.rats[number].handle))
    assert around(marked_box(mark), rat_places(polonia)[number], 48)


def test_different_letters_look_different() -> None:
    target = Target("region", "gallia")
    one, other = (painted(position(2), NAMES[:2], "part", marks=[Mark(letter, target)]) for letter in "AB")
    assert apart(one, other) is not None


@pytest.mark.parametrize(
    "target",
    [Target("rat", "gallia-z"), Target("card", "piper"), Target("region", "atlantis"), Target("ship", "argo")],
)
def test_what_is_not_on_the_board_is_left_out(target: Target) -> None:
    bare = painted(position(4), NAMES, "part")
    assert apart(bare, painted(position(4), NAMES, "part", marks=(Mark("A", target),))) is None


def test_every_letter_a_panel_uses_can_be_a_badge() -> None:
    regions = [Target("region", region) for region in REGION_SPOTS if region != "palace"]
    marks = [Mark(letter, target) for letter, target in zip("QWZ12345678ABC", regions, strict=False)]
    assert isinstance(painted(position(4), NAMES, "part", marks=[*marks, Mark("25", regions[-1])]), Image.Image)


@pytest.mark.parametrize("card", ["peasant", "monk", "king"])
def test_a_card_beside_the_map_is_marked_round_its_edge_and_at_its_corner(card: str) -> None:
    box = amber(painted(position(4), NAMES, "part", marks=[Mark("C", Target("card", card))]))
    area = question_areas(position(4))[card]
    assert box is not None
    assert area.x - 4 <= box[0] <= area.x + 8
    assert area.y - 16 <= box[1] <= area.y
    assert area.x + area.w <= box[2] <= QUESTION_SIZE[0]
    assert area.y + area.h - 2 <= box[3] <= area.y + area.h + 8


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


@pytest.mark.parametrize(("kind", "name"), [("region", "gallia"), ("card", "monk"), ("rat", "gallia-a")])
def test_what_a_question_is_about_is_lit_without_a_letter(kind: str, name: str) -> None:
    lit, named = (painted(position(4), NAMES, "part", marks=[Mark(one, Target(kind, name))]) for one in ("", "Xa"))
    assert amber(lit) is not None
    assert apart(lit, named) is not None


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


def test_cards_beside_the_map_show_whose_they_are() -> None:
    view, region, card = position(4), Mark("A", Target("region", "gallia")), CARD_MARKS[0]
    owners = [*range(4), None]
    pictures = [
        painted(
            replace(view, cards=[replace(one, owner=owner) if one.id == card.target.id else one for one in view.cards]),
            NAMES,
            "part",
            marks=[region, card],
        ).crop((MAP_WIDTH, 0, *QUESTION_SIZE))
        for owner in owners
    ]
    for one, other in combinations(pictures, 2):
        assert apart(one, other) is not None


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


@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_to_be_moved_is_marked_and_edged(wall: str) -> None:
    box = piper_box(Mark("W", Target("wall", wall)))
    assert box is not None
    x = wall_place(wall)[0]
    assert box[0] < x - 15
    assert box[2] > x + 15
    assert max(box[2] - box[0], box[3] - box[1]) > 60


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


@pytest.mark.parametrize(
    "target",
    [Target("wall", "gallia+italia"), Target("nun", "russia"), Target("connection", "gallia+russia")],
)
def test_pieces_that_are_not_there_are_not_marked(target: Target) -> None:
    assert piper_box(Mark("A", target)) is None


def test_a_mark_leaves_the_number_of_a_face_in_sight() -> None:
    view = with_pieces(position(4, plague="gallia"), turned="gallia")
    letters = [painted(view, NAMES, "part", marks=(Mark(letter, Target("rat", "gallia-a")),)) for letter in "AB"]
    box = apart(*letters)
    assert box is not None
    x, y = rat_places(next(region for region in view.regions if region.id == "gallia"))[0]
    assert box[0] > x + 12
    assert box[1] > y + 12


def test_what_the_plague_piece_counts_stands_on_it_and_otherwise_when_it_counts_only_at_the_end() -> None:
    pictures = [
        painted(replace(position(4), neutral=neutral, neutral_at_end=at_end), NAMES, "tall")
        for neutral, at_end in ((False, False), (True, False), (False, True))
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert around(apart(pictures[one], pictures[other]), REGION_SPOTS[position(4).plague].plague, 60)


ROUNDED = 3  # Maximum difference of 255: soft edges are shaded before they are blended.


def gap(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference of two pictures in any pixel."""
    return max(most for _, most in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


def test_what_cannot_be_chosen_is_in_shade_and_what_can_keeps_its_light() -> None:
    bare, marked = (
        painted(position(4), NAMES, "part", marks=some) for some in ((), [Mark("A", Target("region", "russia"))])
    )
    x, y = name_place("turcia", words("en"), LARGE_NAME)
    for at, lit in (((930, 260), True), ((x, y), False), (REGION_SPOTS["palace"].rats, False)):
        spot = (round(at[0]), round(at[1]))
        box = (spot[0] - 20, spot[1] - 20, spot[0] + 20, spot[1] + 20)
        should = bare.crop(box) if lit else shaded(bare.crop(box))
        assert gap(marked.crop(box), should) <= ROUNDED
    box = question_areas(position(4))["monk"].box
    assert gap(marked.crop(box), shaded(bare.crop(box))) <= ROUNDED


def test_others_names_and_pieces_on_chosen_land_stay_whole_in_shade() -> None:
    bare, marked = (
        painted(position(4), NAMES, "part", marks=some) for some in ((), [Mark("A", Target("region", "tartaria"))])
    )
    x, y = map(round, name_place("hungaria", words("en"), LARGE_NAME))
    box = (x - 45, y - 9, x + 45, y + 9)
    ink = shaded(bare.crop(box)).convert("L").point([255 * (value < 60) for value in range(256)])
    light = marked.crop(box).convert("L").point([255 * (value > 110) for value in range(256)])
    assert ImageChops.multiply(light, ink).getbbox() is None, "something lies on the name"


@pytest.mark.parametrize(
    ("event", "place", "far"),
    [
        (Placed(1, "scandia", 2), REGION_SPOTS["scandia"].cubes, 130),
        (CubesMoved(0, "merchant", "gallia", "italia", 1), REGION_SPOTS["italia"].cubes, 130),
        (Saved(0, "italia"), REGION_SPOTS["palace"].cubes, 130),
        (RatPlaced(1, "polonia-a"), REGION_SPOTS["polonia"].rats, 130),
        (RatMoved(1, "monk", "gallia-c", "polonia-b"), REGION_SPOTS["polonia"].rats, 60),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_what_has_come_has_a_line_round_it(event: Event, place: tuple[float, float], far: float) -> None:
    view = position(4, cubes=[2, 2, 2, 2])
    assert around(new_box(event, view=replace(view, palace=[1, 1, 1, 1])), place, far)


@pytest.mark.parametrize(
    ("event", "place"),
    [
        (WallMoved(1, "", "gallia+hispania"), wall_place("gallia+hispania")[:2]),
        (FigureMoved(1, "nun", "turcia", "gallia"), figure_place("nun", "gallia")),
    ],
    ids=["wall", "nun"],
)
def test_figures_and_walls_that_came_have_a_line_round_them(event: Event, place: tuple[float, float]) -> None:
    assert around(new_box(event, view=with_pieces(position(4))), place, 70)


def test_a_card_that_was_taken_has_a_line_round_it() -> None:
    bare, taken = (painted(position(4), NAMES, "tall", events=some) for some in ((), [Took(1, "witch", None)]))
    area = next(place for row in plan_panel(position(4), "tall").rows for one, place in row.cards if one.id == "witch")
    assert around(apart(bare, taken), area.middle, 170)


def test_the_way_of_the_plague_is_drawn_from_where_it_was() -> None:
    box = new_box(PlagueMoved(1, "gallia", "italia"))
    assert box is not None
    for region in ("gallia", "italia"):
        x, y = REGION_SPOTS[region].plague
        assert box[0] < x < box[2] + 60
        assert box[1] - 60 < y < box[3] + 60
    assert new_box(PlagueMoved(1, "hungaria", "italia", "germania")) != new_box(PlagueMoved(1, "hungaria", "italia"))


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


@pytest.mark.parametrize("left", [0, 3])
def test_losses_are_told_where_they_happened(left: int) -> None:
    """They are marked beside the remaining cubes, or beside the outline of the last cube."""
    view = position(4, cubes=[left, 0, 0, 0])
    rat = Revealed("hispania-a", TOKEN_FACES["R36"], 10, True, [1, 0, 0, 0])
    assert around(new_box(rat, view=view), REGION_SPOTS["hispania"].cubes, 130)


def strips(events: Sequence[Event]) -> int:
    """Return the number of strips that show events."""
    bare, told = (painted(position(4), NAMES, "tall", events=some) for some in ((), events))
    return (told.height - bare.height) // 130


def test_the_story_is_told_in_a_strip_for_each_rat_and_never_in_more_than_two() -> None:
    assert strips(TURN[:1]) == 0
    assert strips(TURN) == 1
    assert strips(OUTBREAKS) == 2
    told = [painted(position(4), NAMES, "tall", events=OUTBREAKS[:number]) for number in (3, 4)]
    box = apart(told[0].crop((0, MAP_HEIGHT, *told[0].size)), told[1].crop((0, MAP_HEIGHT, *told[1].size)))
    assert box is not None, "how many more there were"
    assert box[0] > 800


def test_only_the_first_rat_of_a_turn_is_told_with_where_the_plague_came_from() -> None:
    moves = PlagueMoved(1, "gallia", "italia"), PlagueMoved(2, "italia", "hispania")
    rats = [Revealed(rat, TOKEN_FACES["R36"], 10, True, [1, 0, 0, 0]) for rat in ("italia-a", "italia-b", "hispania-a")]
    turned = changes_from([moves[0], *rats[:2], moves[1], rats[2]]).turned
    assert [one.plague_move for one in turned] == [moves[0], None, moves[1]]


def test_the_wide_board_tells_one_story_above_the_map() -> None:
    bare, told = (painted(position(4), NAMES, events=some) for some in ((), OUTBREAKS))
    assert bare.size == told.size
    strip = plan_panel(position(4), "wide").stories[0]
    box = strip.box
    assert apart(bare.crop(box), told.crop(box)) is not None


def test_choices_are_never_mixed_with_what_has_happened() -> None:
    marks = [Mark("A", Target("region", "russia"))]
    bare, told = (painted(position(4), NAMES, "part", marks=marks, events=some) for some in ((), TURN))
    assert apart(bare, told) is None


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_whose_turn_it_is_has_an_arrow_at_its_row(layout: str) -> None:
    view = position(4)
    picture = painted(view, NAMES, layout).convert("L")
    dark = []
    for row in (row for row in plan_panel(view, layout).rows if row.owner is not None):
        x, y, _, h = row.area
        left = picture.crop((x - 8, y + 8, x + 14, y + min(h, 80)))
        dark.append(sum(left.histogram()[:30]))
    assert [one > 80 for one in dark] == [seat in view.due for seat in range(4)], dark
