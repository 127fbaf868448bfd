"""Choices and changes on the score board, each in its place."""

import pytest
from PIL import ImageChops

from renderer import Mark
from renderer.canvas.text import Text
from renderer.messina.score import sections
from renderer.messina.score.layout import REGISTER_AREAS, offer_areas
from rules.game import Target
from tests.renderer.messina.score.positions import NAMES, middle, within
from tests.renderer.scenes import amber, apart, painted


@pytest.mark.parametrize("kind", ["register", "hut_upgrade", "workshop", "wagon"])
@pytest.mark.parametrize("as_choice", [True, False])
def test_choices_and_changes_are_marked_in_their_place(kind: str, as_choice: bool) -> None:
    view = middle(4)
    offers = sections.stacks(view)
    ids = list(REGISTER_AREAS) if kind == "register" else [stack.top for stack in offers[kind]]
    areas = list(REGISTER_AREAS.values()) if kind == "register" else offer_areas(2)[kind]
    bare = painted(view, NAMES, "score")
    for id_, area in zip(ids, areas, strict=True):
        target = Target(kind, id_)
        if as_choice:
            marked = painted(view, NAMES, "score", marks=[Mark("A", target)])
            other = painted(view, NAMES, "score", marks=[Mark("B", target)])
            assert within(ImageChops.difference(marked, other).getbbox(), area), "the letter is seen"
            box = amber(marked)
        else:
            box = apart(bare, painted(view, NAMES, "score", changed=[target]))
        assert within(box, area, slack=12)


@pytest.mark.parametrize(
    "target",
    [Target("hex", "h1"), Target("workshop", "b99"), Target("register", "taxes"), Target("square", "c_left_1")],
)
def test_what_is_not_on_the_score_board_is_left_out(target: Target) -> None:
    bare = painted(middle(3), NAMES, "score")
    marked = painted(middle(3), NAMES, "score", marks=[Mark("A", target)], changed=[target])
    assert ImageChops.difference(bare, marked).getbbox() is None


@pytest.mark.parametrize("letters", [("A", "B"), ("W", "M")])
def test_badges_leave_orders_and_prices_free(letters: tuple[str, str]) -> None:
    def letter_box(target: Target) -> tuple[int, int, int, int]:
        one, other = (painted(middle(4), NAMES, "score", marks=[Mark(letter, target)]) for letter in letters)
        box = ImageChops.difference(one, other).getbbox()
        assert box is not None
        return box

    for register, area in REGISTER_AREAS.items():
        assert letter_box(Target("register", register))[3] <= area.y + 52
    for stack, area in zip(middle(4).wagons, offer_areas(2)["wagon"], strict=True):
        box = letter_box(Target("wagon", stack.top))
        assert box[1] >= area.y + area.h - sections.FOOT - 4, "no more than its shadow is above the foot"
        assert box[2] <= area.x + area.w - 8 - Text("×5", 28).width, "the number of tiles stays free"
