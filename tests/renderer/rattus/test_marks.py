from itertools import combinations
from math import dist

import pytest

from renderer import Mark
from renderer.canvas.canvas import Point, Sprite
from renderer.rattus import marks as placing
from renderer.rattus.geography import MAP_WIDTH, REGION_SPOTS
from renderer.rattus.map import ARROWHEAD, LARGE_NAME, Box, name_box, path
from renderer.rattus.marks import RIM, SMALL_BADGE_SIZE, mark_place, piece_boxes, standing
from renderer.rattus.panel import QUESTION_HIGH, QUESTION_SIZE
from renderer.rattus.regions import NOTHING, on_connection
from rules.game import Target
from rules.rattus.components import CONNECTIONS, NEIGHBOURS, REGIONS
from rules.rattus.events import PlagueMoved
from tests.renderer.rattus.views import CARD_MARKS, NAMES, TURN, position, with_pieces
from tests.renderer.scenes import LANGUAGES, amber, apart, painted, words

NEAR = 90  # Maximum distance in pixels from the middle of the plague piece.


def hidden(one: Box, other: Box) -> float:
    """Return by how many pixels a box must move to clear another."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, min(wide, high))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_letter_of_a_region_or_figure_covers_no_name_of_another(lang: str) -> None:
    view = with_pieces(position(4), bishops=tuple(REGIONS), nuns=())
    taken = standing(view, words(lang))
    for target in (Target(kind, region) for kind in ("region", "bishop") for region in REGIONS):
        place = mark_place(target, view, words(lang), taken)
        x, y, half = place[0], place[1], place[2] / 2
        for left, top, right, bottom in (name_box(one, words(lang), LARGE_NAME) for one in REGIONS if one != target.id):
            assert x + half <= left or right <= x - half or y + half <= top or bottom <= y - half, target


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_of_connections_cover_neither_names_nor_each_other_and_hardly_a_piece(lang: str) -> None:
    """The map is full of walls, figures and rats. Each letter is on its connection or beside it."""
    view = with_pieces(position(4), bishops=("italia", "polonia", "hungaria"))
    taken = standing(view, words(lang))
    names = [name_box(region, words(lang), LARGE_NAME) for region in REGIONS]
    places: dict[str, Box] = {}
    for way in CONNECTIONS[4]:
        place = mark_place(Target("connection", way), view, words(lang), taken)
        assert place[:2] in on_connection(way)
        x, y, _ = place
        places[way] = box = (
            x - SMALL_BADGE_SIZE / 2, y - SMALL_BADGE_SIZE / 2, x + SMALL_BADGE_SIZE / 2, y + SMALL_BADGE_SIZE / 2,
        )  # fmt: skip
        assert all(hidden(box, name) <= 8 for name in names), way
        assert all(hidden(box, one) <= 16 for one in taken), way
    for one, other in combinations(places, 2):
        assert hidden(places[one], places[other]) <= 6, f"{one} and {other}"


def test_the_path_of_the_plague_ends_beside_it_and_shows_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full map, an arrowhead is near its goal and covers no name or piece, unless there is no room (two paths)."""
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


def test_choices_far_from_a_strike_are_not_mixed_with_it() -> None:
    marks = [Mark("A", Target("region", "russia"))]
    bare, told = (painted(position(4), NAMES, "part", marks=marks, events=some) for some in ((), TURN))
    assert apart(bare, told) is None
