import pytest

from rules.messina.events import Activated, Unused
from tests.rules.messina.scene import Scene, happened


def walking(step=0, branch="", upgraded=False, effect="overseer:any", squares=(), overseer="nun"):
    """Put seat 0 in its action step with a free step for an overseer."""
    scene = Scene()
    one = scene[0].overseers[overseer]
    one.step, one.branch, one.upgraded = step, branch, upgraded
    for square in squares:
        scene.settle_citizen(square)
    scene[0].queue = [effect]
    scene[0].coin = 1
    scene.play("go home h8")
    return scene


def test_R99_left_or_right_on_the_second_step_and_never_again():
    scene = walking(step=1)
    assert [move for move in scene.moves("advance") if "nun" in move] == ["advance nun left", "advance nun right"]
    assert "one of the two areas" in scene.refused("advance nun on")
    scene.play("advance nun right")
    assert (scene[0].overseers["nun"].step, scene[0].overseers["nun"].branch) == (2, "right")
    scene = walking(step=2, branch="right")
    assert [move for move in scene.moves("advance") if "nun" in move] == ["advance nun on"]
    assert "already chosen its branch" in scene.refused("advance nun left")


def test_R100_an_overseer_at_the_end_of_its_path_cannot_advance():
    scene = walking(step=6, branch="left")
    assert not [move for move in scene.moves("advance") if "nun" in move]
    assert "end of the path" in scene.refused("advance nun on")


def test_R101_a_skip_activates_only_the_last_space():
    scene = walking(step=2, branch="left", effect="overseer:any_skip", squares=["nl1", "cr3"])
    assert [m for m in scene.moves("advance") if "nun" in m] == ["advance nun on", "advance nun skip"]
    events = scene.play("advance nun skip")
    assert scene[0].overseers["nun"].step == 4
    assert [event.square for event in happened(events, Activated)] == [
        "nl1",
        "cr3",
    ]  # step 4: nun left, craftsman right


def test_R101_a_skip_is_kept_while_something_else_allows_the_advance():
    for effects in (["overseer:any_skip", "overseer:any"], ["overseer:any_skip", "overseer:any", "overseer:nun"]):
        scene = walking(step=2, branch="left", effect=effects[0])
        scene[0].queue += effects[1:]
        scene.play("advance nun on")
        assert scene[0].queue == effects[:-1]
        assert "advance nun skip" in scene.moves("advance")


@pytest.mark.parametrize(
    ("step", "branch", "without", "more"),
    [
        (0, "", ["on"], ["skip-left", "skip-right"]),
        (1, "", ["left", "right"], ["skip-left", "skip-right"]),
        (2, "left", ["on"], ["skip"]),
        (3, "right", ["on"], ["skip"]),
        (4, "left", ["on"], ["skip"]),  # to the very end of the path
        (5, "right", ["on"], []),
        (6, "left", [], []),
    ],
)
def test_R99_R100_R101_all_ways_from_each_step(step, branch, without, more):
    for effect, expected in (("overseer:any", without), ("overseer:any_skip", without + more)):
        scene = walking(step, branch, effect=effect)
        found = [move.split()[2] for move in scene.moves("advance") if move.split()[1] == "nun"]
        assert found == expected


@pytest.mark.parametrize("upgraded", [False, True])
def test_R102_pair(upgraded):
    """R102: a pair activates one of two citizens, or both if the overseer is upgraded."""
    scene = walking(upgraded=upgraded, squares=["nl1", "nr1"])
    scene.play("advance nun on")
    if upgraded:
        assert scene[0].fire == 1  # The citizen is activated automatically, followed by the build.
        assert scene.state.pending[0][-1].question == "build"
        scene.play("done")
    else:
        assert scene.moves() == ["activate nl1", "activate nr1", "done"]
        scene.play("activate nl1")
        assert scene[0].fire == 1
        assert not scene.moves("activate")


@pytest.mark.parametrize("upgraded", [False, True])
def test_R103_area(upgraded):
    """R103: an area activates one of its citizens, or all if the overseer is upgraded."""
    scene = walking(step=1, upgraded=upgraded, squares=["nr1", "nr3"])
    scene.play("advance nun right")
    if upgraded:
        assert scene[0].big_fire == 1
        assert scene.state.pending[0][-1].effect == "build"
    else:
        assert scene.moves("activate") == ["activate nr1", "activate nr3"]
        scene.play("activate nr3")
        assert scene[0].big_fire == 1
        assert not scene.moves("activate")


@pytest.mark.parametrize("upgraded", [False, True])
def test_R104_a_space_between_two_areas_activates_citizens_of_both(upgraded):
    """R104: one citizen of each area is activated, or all of an upgraded overseer's own area."""
    scene = walking(step=3, branch="left", upgraded=upgraded, squares=["nl1", "nl2", "cr3"])
    scene.play("advance nun on")
    if upgraded:
        assert (scene[0].fire, scene[0].timber) == (1, 1)  # Both only give tokens; then nl2 upgrades a citizen.
        assert scene.state.pending[0][-1].effect == "upgrade"
    else:
        assert scene.moves("activate") == ["activate nl1", "activate nl2", "activate cr3"]
        scene.play("activate nl1")
        assert scene[0].timber == 1  # The craftsman is alone in the other area.
        assert not scene.moves("activate")


def test_R104_only_one_citizen_of_the_foreign_area_is_activated():
    scene = walking(step=3, branch="left", upgraded=True, squares=["cr2", "cr3"])
    scene.play("advance nun on", "activate cr3")
    assert not scene.moves("activate")


@pytest.mark.parametrize("upgraded", [False, True])
def test_R105_centre(upgraded):
    """R105: the centre activates three of five citizens, whether the overseer is upgraded or not."""
    scene = walking(step=5, branch="left", upgraded=upgraded, squares=["cl2", "cr3", "nl1", "nr3", "al3"])
    scene.play("advance nun on")
    assert len(scene.moves("activate")) == 5
    scene.play("activate cl2", "activate cr3")
    assert len(scene.moves("activate")) == 3
    scene.play("activate nr3")
    assert (scene[0].timber, scene[0].coin, scene[0].big_fire) == (2, 3, 1)
    assert not scene.moves("activate")


def test_R105_up_to_three():
    """R105: a player may activate fewer than three citizens."""
    scene = walking(step=5, branch="left", squares=["cl2", "cr3", "nl1", "nr3", "al3"])
    scene.play("advance nun on", "activate cl2", "done")
    assert not scene.moves("activate")


def test_R105_a_citizen_too_expensive_now_may_be_chosen_later():
    scene = walking(step=5, branch="left", squares=["cl2", "nl1", "al3", "nl3", "ar2"])
    scene[0].coin = 0
    scene.play("advance nun on")
    assert scene.moves("activate") == ["activate cl2", "activate nl1", "activate al3"]
    scene.play("activate al3", "activate nl3", "activate ar2")
    assert scene.state.registers["church"].spaces[0] == scene.state.registers["city"].spaces[0] == 2
    assert (scene[0].timber, scene[0].fire, scene[0].coin) == (0, 0, 0)


def test_R106_no_citizen_is_activated_twice_in_one_advance():
    scene = walking(step=5, branch="left", squares=["cl2", "cr3", "nl1", "nr3"])
    scene.play("advance nun on", "activate cl2")
    assert "already" in scene.refused("activate cl2")


def test_R106_the_next_advance_activates_a_citizen_again():
    scene = walking(step=5, branch="left", squares=["cl2"])
    scene[0].queue = ["overseer:any", "overseer:craftsman"]
    scene[0].overseers["craftsman"].step = 1
    scene.play("advance nun on", "advance craftsman left")
    assert scene[0].timber == 2


def test_R107_overseers_share_a_space():
    """R107: an overseer may end on a space where another overseer stands."""
    scene = walking(step=3, branch="left")
    scene[0].overseers["craftsman"].step, scene[0].overseers["craftsman"].branch = 4, "right"
    scene.play("advance nun on")
    assert scene[0].overseers["nun"].step == scene[0].overseers["craftsman"].step == 4


def test_R108_only_citizens_on_squares():
    """R108: citizens in workshops and huts beside the path are not activated."""
    scene = walking(step=1)
    scene.workshop("b7", 1)
    scene.quarantine(1, "nun")
    events = scene.play("advance nun left")
    assert not happened(events, Activated)
    assert scene[0].fire == 0


def test_R109_a_particular_overseer():
    """R109: this harbour advances only the nun overseer."""
    scene = Scene()
    scene.play("go home se")
    assert scene.moves("advance") == ["advance nun on"]
    assert "nun" in scene.refused("advance craftsman on")
    scene = Scene(queue=["overseer:any"])
    scene.play("go home se")
    assert len(scene.moves("advance")) == 3
    scene.play("advance nun on")  # This spends the harbour's icon, which works for the nun overseer only.
    assert scene.moves("advance") == [
        "advance craftsman on", "advance nun left", "advance nun right", "advance aristocrat on",
    ]  # fmt: skip


def test_a_square_with_a_price_is_only_activated_by_choice():
    scene = walking(step=1, squares=["nl3"])
    scene.play("advance nun left")
    assert scene.moves() == ["activate nl3", "done"]
    scene.play("activate nl3")
    assert scene[0].coin == 0
    assert scene.state.registers["church"].spaces[0] == 2
    scene = walking(step=1, squares=["nl3"])
    scene[0].coin = 0
    scene.play("advance nun left")
    assert scene.state.registers["church"].spaces[0] == 1
    assert scene.table.view(0).question == "act"


@pytest.mark.parametrize(("coins", "timber"), [(0, 0), (9, 9)])
def test_A54_a_build_that_cannot_be_used_is_reported(coins, timber):
    """A54: if no build or restack is affordable, the build lapses with a message. Otherwise the player is asked."""
    scene = walking(effect="activate:1", squares=["cl3", "ar1"])
    scene[0].coin, scene[0].timber, scene[0].points = coins, timber, 0
    events = scene.play("activate cl3")
    if coins:
        assert not happened(events, Unused)
        assert scene.moves("wagon")
        return
    assert happened(events, Unused) == [Unused(0, "build")]
