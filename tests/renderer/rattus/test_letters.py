"""Every thing on the pictures of Rattus has a letter of its own, in the order of reading."""

import pytest

from renderer.rattus.geography import REGION_SPOTS
from renderer.rattus.pictures import ROW, letter
from rules.game import Target
from tests.renderer.rattus.views import position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_regions_have_letters_row_by_row_and_from_left_to_right(seats: int) -> None:
    view = position(seats)
    found = {letter(view, Target("region", one.id)): REGION_SPOTS[one.id].name for one in view.regions}
    assert len(found) == len(view.regions)
    places = [(y // ROW, x) for x, y in (found[one] for one in sorted(found))]
    assert places == sorted(places)
    assert min(found) == "A"
