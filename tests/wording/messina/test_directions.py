import pytest

from renderer.messina.estate.layout import ESTATE_PLANS, Plan
from rules.messina.components import OVERSEER_PATHS, SQUARES
from wording import words
from wording.messina.name_tables import AREAS
from wording.messina.names import branch_area, square, way

ENGLISH = words("en")


def side(area: str, plan: Plan) -> str:
    """Return the direction of the area as seen from the other area of its sector."""
    (other,) = (one for one in AREAS if one[0] == area[0] and one != area)
    (x, y), (far_x, far_y) = plan.area(area).middle, plan.area(other).middle
    if x != far_x:
        return "left" if x < far_x else "right"
    return "upper" if y < far_y else "lower"


@pytest.mark.parametrize("plan", ESTATE_PLANS.values(), ids=ESTATE_PLANS)
def test_areas_and_their_squares_are_called_by_where_they_are_in_the_picture(plan: Plan) -> None:
    assert set(AREAS) == {one.area for one in SQUARES.values()}
    for area, name in AREAS.items():
        assert name.split()[1] == side(area, plan)
    for word, printed in SQUARES.items():
        assert square(word, ENGLISH).endswith(f" ({side(printed.area, plan)})")


def test_a_way_is_called_by_the_area_that_it_passes_first() -> None:
    for overseer, branch in OVERSEER_PATHS:
        first = SQUARES[OVERSEER_PATHS[overseer, branch][1].groups[0][0]].area
        assert first == branch_area(overseer, branch)
        assert way(overseer, branch, ENGLISH) == f"to {AREAS[first]}"
        assert way(overseer, f"skip-{branch}", ENGLISH) == f"skip a step, to {AREAS[first]}"
