"""Choices and changes on the picture of an estate, the part cropped to the choices, and what stays unchanged."""

import pytest

from renderer import Mark
from renderer.canvas.layout import MAX_RATIO, Area
from renderer.messina.crops import crop_around, crosses
from renderer.messina.estate.draw_estate import things
from renderer.messina.estate.layout import (
    ESTATE_HEIGHT,
    ESTATE_WIDTH,
    LIEUTENANTS,
    SHIPS,
    SPACE,
    WAGONS,
    workshop_boxes,
)
from renderer.messina.estate.pieces import scroll_box
from rules.game import Target
from tests.renderer.messina.estate.positions import LEFT, WORKSHOPS, around, cut, drawn, estate
from tests.renderer.scenes import amber, apart

TARGETS: dict[Target, Area] = {
    Target("square", "cl2"): LEFT.squares["cl2"],
    Target("square", "nr3"): LEFT.squares["nr3"],
    Target("hut", "hut1"): LEFT.huts["hut1"],
    Target("hut_upgrade", "q11"): LEFT.huts["hut3"],
    Target("workshop", "b21"): workshop_boxes(WORKSHOPS, 2, False)[1],
    Target("overseer", "aristocrat"): around(*LEFT.spaces["aristocrat", "left"][0], SPACE),
    Target("scroll", "2"): scroll_box("a", 1),
    Target("wagon", "c3-2"): WAGONS,
    Target("ship", "silk2"): SHIPS,
    Target("home", "home"): LIEUTENANTS["home"],
}


def test_an_overseers_choices_show_where_it_can_go() -> None:
    left, right = LEFT.spaces["nun", "left"], LEFT.spaces["nun", "right"]
    others = LEFT.spaces["aristocrat", "left"]

    def shown(*targets: Target) -> list[bool]:
        picture = drawn(estate(), marks=[Mark("A", target) for target in targets])
        places = [around(*at, SPACE) for at in (left[2], right[2], left[3], right[3], left[4], others[1])]
        boxes = [place.box for place in places]
        return [amber(picture.crop(box)) is not None for box in boxes]

    assert shown(Target("overseer", "nun")) == [True, True, False, False, False, False]
    assert shown(Target("way", "nun-left"))[:2] == [True, False]
    assert shown(Target("way", "nun-right"))[:2] == [False, True]
    assert shown(Target("way", "nun-skip-left"))[1:4] == [False, True, False]
    assert shown(Target("way", "nun-left"), Target("way", "aristocrat-left"))[5]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.kind}-{target.id}")
def test_a_part_shows_whole_things_only(target: Target) -> None:
    area = TARGETS[target]
    box = crop_around((ESTATE_WIDTH, ESTATE_HEIGHT), things(estate()), [area])
    assert box[0] <= area.x < area.x + area.w <= box[2]
    assert box[1] <= area.y < area.y + area.h <= box[3]
    assert not any(crosses(box, one) for one in things(estate()))
    assert 5 / 4 - 0.01 <= (box[2] - box[0]) / (box[3] - box[1]) <= MAX_RATIO
    marks = [Mark("A", target)]
    assert apart(drawn(estate(), marks=marks).crop(box), cut(estate(), marks)) is None
