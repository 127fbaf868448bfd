"""Choices and changes show where they should and nowhere else."""

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer import Mark
from renderer.choices import shaded
from renderer.rattus.layout import SPOTS
from renderer.rattus.regions import rat_places, wall_place
from rules.game import Target
from rules.rattus.components import CONNECTIONS
from tests.renderer.rattus.views import NAMES, WALLS, position, with_pieces
from tests.renderer.scenes import amber, apart, painted


def marked_box(*marks: Mark) -> tuple[int, int, int, int] | None:
    """The part of the picture where choices are marked."""
    return amber(painted(position(4), NAMES, marks=marks))


def changed_box(*changed: Target) -> tuple[int, int, int, int] | None:
    """The part of the picture that is other than without changes."""
    return apart(painted(position(4), NAMES), painted(position(4), NAMES, changed=changed))


@pytest.mark.parametrize("region", ["hispania", "polonia", "turcia"])
def test_a_region_is_marked_at_its_name_and_its_border(region: str) -> None:
    box = marked_box(Mark("A", Target("region", region)))
    assert box is not None
    x, y = SPOTS[region].name
    assert box[0] < x < box[2]
    assert box[1] < y < box[3]
    assert box[2] <= 1000


def test_a_rat_is_marked_where_it_lies() -> None:
    box = marked_box(Mark("7", Target("rat", "polonia-a")))
    assert box is not None
    x, y = SPOTS["polonia"].rats
    assert x - 110 < box[0] < box[2] < x + 110
    assert y - 40 < box[1] < box[3] < y + 40


@pytest.mark.parametrize("card", ["peasant", "monk", "king"])
def test_a_card_is_marked_in_the_panel(card: str) -> None:
    box = marked_box(Mark("C", Target("card", card)))
    assert box is not None
    assert box[0] > 1000
    assert box[2] - box[0] < 190
    assert box[3] - box[1] < 60


def test_different_letters_look_different() -> None:
    target = Target("region", "gallia")
    one, other = (painted(position(2), NAMES[:2], marks=[Mark(letter, target)]) for letter in "AB")
    assert ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("kind", ["region", "rat", "card"])
def test_what_changed_is_seen(kind: str) -> None:
    target = {"region": Target("region", "italia"), "rat": Target("rat", "polonia-a"), "card": Target("card", "monk")}
    box = changed_box(target[kind])
    assert box is not None
    assert (box[0] > 1000) == (kind == "card")


@pytest.mark.parametrize(
    "target",
    [Target("rat", "gallia-z"), Target("card", "piper"), Target("region", "atlantis"), Target("ship", "argo")],
)
def test_what_is_not_on_the_board_is_left_out(target: Target) -> None:
    bare = painted(position(4), NAMES)
    assert apart(bare, painted(position(4), NAMES, marks=(Mark("A", target),), changed=(target,))) is None


def test_marks_show_in_the_tall_layout_too() -> None:
    marks = [Mark("A", Target("card", "monk")), Mark("B", Target("region", "scandia"))]
    box = amber(painted(position(3), NAMES[:3], "tall", marks=marks))
    assert box is not None
    assert box[1] < 150
    assert box[3] > 900


def test_every_letter_a_panel_uses_can_be_a_badge() -> None:
    regions = [Target("region", region) for region in SPOTS if region != "palace"]
    marks = [Mark(letter, target) for letter, target in zip("QWZ12345678ABC", regions, strict=False)]
    assert isinstance(painted(position(4), NAMES, marks=[*marks, Mark("25", regions[-1])]), Image.Image)


@pytest.mark.parametrize(("kind", "thing", "height"), [("region", "gallia", 892), ("card", "monk", None)])
def test_a_part_is_the_map_alone_unless_a_choice_is_beside_it(kind: str, thing: str, height: int | None) -> None:
    marks = [Mark("A", Target(kind, thing))]
    part = painted(position(2), NAMES[:2], "part", marks=marks)
    tall = painted(position(2), NAMES[:2], "tall", marks=marks)
    assert part.size == (1000, height or tall.height)
    assert ImageChops.difference(part, tall.crop((0, 0, *part.size))).getbbox() is None


def piper_box(*marks: Mark) -> tuple[int, int, int, int] | None:
    """The part of the picture with pieces of Pied Piper where choices are marked."""
    return amber(painted(with_pieces(position(4)), NAMES, marks=marks))


@pytest.mark.parametrize("way", CONNECTIONS[4])
def test_a_connection_is_marked_where_a_wall_would_stand(way: str) -> None:
    box = piper_box(Mark("W", Target("connection", way)))
    assert box is not None
    x, y, _ = wall_place(way)
    assert abs((box[0] + box[2]) / 2 - x) <= 3
    assert abs((box[1] + box[3]) / 2 - y) <= 3
    assert box[2] - box[0] < 56


@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_to_be_moved_is_marked_and_edged(wall: str) -> None:
    box = piper_box(Mark("W", Target("wall", wall)))
    assert box is not None
    x = wall_place(wall)[0]
    assert box[0] < x - 15
    assert box[2] > x + 15
    assert max(box[2] - box[0], box[3] - box[1]) > 60


@pytest.mark.parametrize(("kind", "region"), [("bishop", "italia"), ("nun", "germania")])
def test_a_figure_is_marked_at_its_feet_and_its_head_stays_free(kind: str, region: str) -> None:
    box = piper_box(Mark("F", Target(kind, region)))
    assert box is not None
    x, y = SPOTS[region].figures
    assert x - 60 < box[0] < box[2] < x + 40
    assert y - 12 < box[1]


@pytest.mark.parametrize(
    ("target", "place"),
    [
        (Target("connection", "anglia+scandia"), (308, 168)),
        (Target("nun", "turcia"), SPOTS["turcia"].name),
        (Target("bishop", "gallia"), SPOTS["gallia"].name),
    ],
)
def test_where_a_piece_went_or_came_from_is_seen(target: Target, place: tuple[float, float]) -> None:
    view = with_pieces(position(4))
    box = apart(painted(view, NAMES), painted(view, NAMES, changed=(target,)))
    assert box is not None
    assert box[0] < place[0] < box[2]
    assert box[1] - 30 < place[1] < box[3]


@pytest.mark.parametrize(
    "target",
    [Target("wall", "gallia+italia"), Target("nun", "russia"), Target("connection", "gallia+russia")],
)
def test_pieces_that_are_not_there_are_not_marked(target: Target) -> None:
    assert piper_box(Mark("A", target)) is None


def test_a_mark_leaves_the_number_and_the_signs_of_a_face_in_sight() -> None:
    view = with_pieces(position(4, plague="gallia"), turned="gallia")
    letters = [painted(view, NAMES, marks=(Mark(letter, Target("rat", "gallia-a")),)) for letter in "AB"]
    box = apart(*letters)
    assert box is not None
    x, y = rat_places(next(region for region in view.regions if region.id == "gallia"))[0]
    assert box[3] < y
    assert box[0] > x


def test_what_the_plague_piece_counts_stands_on_it_and_otherwise_when_it_counts_only_at_the_end() -> None:
    bare, now, later = (
        painted(replace(position(4), neutral=neutral, neutral_at_end=at_end), NAMES)
        for neutral, at_end in ((False, False), (True, False), (False, True))
    )
    x, y = SPOTS[position(4).plague].plague
    for one, other in ((bare, now), (bare, later), (now, later)):
        box = ImageChops.difference(one, other).getbbox()
        assert box is not None
        assert x - 60 < box[0] < box[2] < x + 60
        assert y - 60 < box[1] < box[3] < y + 60


def test_what_cannot_be_chosen_is_in_shade_and_what_can_keeps_its_light() -> None:
    bare, marked = (painted(position(4), NAMES, marks=some) for some in ((), [Mark("A", Target("region", "russia"))]))
    x, y = SPOTS["turcia"].name
    for spot, lit in (((930, 260), True), ((x, y), False), ((1200, 400), False)):
        box = (round(spot[0]) - 20, round(spot[1]) - 20, round(spot[0]) + 20, round(spot[1]) + 20)
        should = bare.crop(box) if lit else shaded(bare.crop(box))
        assert apart(marked.crop(box), should) is None
