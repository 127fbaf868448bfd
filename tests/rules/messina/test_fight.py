import itertools

import pytest

from rules.messina.events import Fought, Rats
from rules.messina.turn import near_cubes, payments
from tests.rules.messina.scene import Scene, happened


def scene_at(round, here, fire=0, big=0, big_fire="clarified", **near):  # noqa: A002
    """Put seat 0 on h8 with `here` cubes. `near` gives the cubes on its neighbours."""
    scene = Scene(round=round, big_fire=big_fire)
    if here:
        scene.infect("h8", here)
    for hex_, cubes in near.items():
        scene.infect(hex_, cubes)
        assert near_cubes(scene.state, "h8")[hex_] == cubes
    scene[0].fire, scene[0].big_fire = fire, big
    scene.play("go home h8")
    return scene


def popularity(scene):
    return scene.state.registers["popularity"].spaces[0]


def test_R50_one_fire_removes_one_cube():
    scene = scene_at(3, 1, fire=1)
    scene.play("fight 1 1 0 -")
    assert (scene.state.hexes["h8"].cubes, scene[0].fire, popularity(scene)) == (0, 0, 2)
    assert (scene[0].rats, scene[0].points) == (0, 0)


def test_R51_a_cube_left_is_a_rat():
    scene = scene_at(3, 2, fire=1)
    (rats,) = happened(scene.play("fight 1 1 0 -"), Rats)
    assert (scene.state.hexes["h8"].cubes, scene[0].rats) == (1, 1)
    assert (rats.rats, rats.cause) == (1, "plague")


def test_R52_three_cubes_unfought_are_three_rats():
    scene = scene_at(3, 3)
    assert (scene.state.hexes["h8"].cubes, scene[0].rats) == (3, 3)
    scene = scene_at(3, 3, fire=2)
    scene.play("leave")
    assert (scene.state.hexes["h8"].cubes, scene[0].rats, scene[0].fire) == (3, 3, 2)


def test_R53_a_big_fire_removes_two_cubes_here():
    scene = scene_at(3, 2, big=1)
    scene.play("fight 2 0 1 -")
    assert (scene.state.hexes["h8"].cubes, popularity(scene), scene[0].big_fire, scene[0].rats) == (0, 3, 0, 0)


def test_R54_a_big_fire_removes_one_here_and_one_beside():
    scene = scene_at(3, 1, big=1, h7=1)
    (fought,) = happened(scene.play("fight 1 0 1 h7"), Fought)
    assert fought.also == ("h7",)
    assert (scene.state.hexes["h8"].cubes, scene.state.hexes["h7"].cubes, popularity(scene)) == (0, 0, 3)


def test_R55_a_big_fire_as_a_plain_one():
    scene = scene_at(3, 2, big=1, h7=1)
    assert scene.moves() == ["fight 1 0 1 -", "fight 1 0 1 h7", "fight 2 0 1 -", "leave"]
    scene.play("fight 1 0 1 -")
    assert (scene.state.hexes["h8"].cubes, scene.state.hexes["h7"].cubes, popularity(scene)) == (1, 1, 2)


def test_R56_without_a_cube_here_no_fire_is_spent():
    scene = scene_at(3, 0, big=1, h7=1)
    assert not scene.moves("fight")
    assert "over" in scene.refused("fight 0 0 1 h7")
    scene = scene_at(3, 1, big=1, h7=1)
    assert "at least one cube here" in scene.refused("fight 0 0 1 h7")


def test_R57_two_big_fires_as_one_and_one_each():
    """R57: one of two big fires can be used as a plain one."""
    scene = scene_at(3, 2, big=2, h7=1, h11=1)
    scene.play("fight 2 0 2 h7+h11")
    assert [scene.state.hexes[one].cubes for one in ("h8", "h7", "h11")] == [0, 0, 0]
    assert popularity(scene) == 5
    scene = scene_at(3, 2, big=2, h7=2)
    scene.play("fight 2 0 2 h7+h7")
    assert (scene.state.hexes["h7"].cubes, popularity(scene)) == (0, 5)


def test_R58_from_V_on_a_cube_costs_two_fires_and_gives_two_points():
    scene = scene_at(5, 1, fire=1)
    assert scene[0].rats == 1  # There is nothing to choose.
    scene = scene_at(5, 1, fire=2)
    assert scene.refused("fight 1 1 0 -").startswith("Removing these cubes costs 1 big fire or 2 fire.")
    scene.play("fight 1 2 0 -")
    assert (scene[0].fire, scene[0].points, scene.state.hexes["h8"].cubes, popularity(scene)) == (0, 2, 0, 2)


@pytest.mark.parametrize(
    ("rule", "round", "move", "prices"),
    [
        ("clarified", 3, "fight 1 2 0 -", "1 big fire or 1 fire"),
        ("clarified", 3, "fight 2 1 0 -", "1 big fire, 2 big fire, 1 fire + 1 big fire or 2 fire"),
        ("clarified", 3, "fight 1 1 0 h7", "1 big fire"),
        ("clarified", 5, "fight 1 1 0 -", "1 big fire or 2 fire"),
        ("clarified", 5, "fight 1 0 1 h7", "2 big fire"),
        ("printed", 5, "fight 1 1 0 -", "2 big fire, 1 fire + 1 big fire or 2 fire"),
        ("clarified", 3, "fight 1 9 0 -", "1 big fire or 1 fire"),
    ],
)
def test_a_wrong_price_is_answered_with_the_right_ones(rule, round, move, prices):  # noqa: A002
    scene = scene_at(round, 2, fire=2, big=1, h7=1, big_fire=rule)
    assert scene.refused(move) == f"Removing these cubes costs {prices}. You have 2 fire, 1 big fire."


def test_other_faults_of_a_fight_have_their_own_words():
    scene = scene_at(3, 2, fire=2, big=2, h7=1, h11=1)
    assert "at least one cube here" in scene.refused("fight 0 0 1 h7")
    assert "no more cubes on adjacent hexes than here" in scene.refused("fight 1 0 2 h7+h11")
    assert scene.refused("fight 2 0 2 h7+h7") == "There aren’t that many cubes on H7, only 1."


def test_R59_from_V_on_a_big_fire_removes_one():
    scene = scene_at(5, 1, big=1)
    scene.play("fight 1 0 1 -")
    assert (scene[0].big_fire, scene[0].points, popularity(scene)) == (0, 2, 2)


def test_R60_from_V_on_only_two_big_fires_reach_beside():
    scene = scene_at(5, 1, big=1, h7=1)
    assert scene.moves() == ["fight 1 0 1 -", "leave"]
    assert "Removing these cubes costs 2 big fire." in scene.refused("fight 1 0 1 h7")
    scene = scene_at(5, 1, big=2, h7=1)
    scene.play("fight 1 0 2 h7")
    assert (scene[0].big_fire, scene[0].points, popularity(scene)) == (0, 4, 3)


def test_R61_two_fires_and_a_big_one_do_not_reach_beside():
    scene = scene_at(5, 1, fire=2, big=1, h7=1)
    assert scene.moves() == ["fight 1 0 1 -", "fight 1 2 0 -", "leave"]
    assert "Removing these cubes costs 2 big fire." in scene.refused("fight 1 2 1 h7")


def test_R62_two_big_fires_may_remove_two_here():
    scene = scene_at(5, 2, big=2, h7=1)
    assert scene.moves() == ["fight 1 0 1 -", "fight 1 0 2 h7", "fight 2 0 2 -", "leave"]
    scene.play("fight 2 0 2 -")
    assert (scene.state.hexes["h8"].cubes, scene[0].points) == (0, 4)


def test_R63_the_cube_of_a_ship_is_never_adjacent():
    scene = Scene(round=3)
    scene.moor("silk1", "nw")
    scene.state.hexes["nw"].cubes, scene.state.plague = 1, scene.state.plague - 1
    scene[0].big_fire = 1
    scene.play("go home nw")
    assert scene.moves() == ["fight 1 0 1 -", "leave"]
    assert "is not a hex with a cube next to" in scene.refused("fight 1 0 1 dock-nw")
    scene.play("fight 1 0 1 -")
    assert scene.state.docks["dock-nw"][0].cube


def test_R64_each_cube_is_a_space_of_its_own():
    scene = scene_at(3, 2, fire=2)
    scene.play("fight 2 2 0 -")
    assert popularity(scene) == 3  # The second space gives a coin and the third a register step.
    assert scene[0].coin == 1
    assert scene.moves("step") == ["step city", "step church"]


def test_R65_cubes_beside_give_no_rat():
    scene = scene_at(3, 1, fire=1, h7=2)
    scene.play("fight 1 1 0 -")
    assert (scene[0].rats, scene.state.hexes["h7"].cubes) == (0, 2)


def test_R66_removed_cubes_go_back_to_the_supply():
    scene = scene_at(3, 2, big=1, fire=1, h7=1)
    supply = scene.state.plague
    scene.play("fight 2 1 1 h7")
    assert scene.state.plague == supply + 3


def by_uses(rule, price, fire, big):
    """Return all payments (here, fire, big, beside) that combine the single uses listed in the rule."""
    cheap = {
        "clarified": [(1, 1, 0, 0), (1, 0, 1, 0), (2, 0, 1, 0), (1, 0, 1, 1)],
        "printed": [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 1, 1)],
    }
    dear = {
        "clarified": [(1, 2, 0, 0), (1, 0, 1, 0), (1, 0, 2, 1)],
        "printed": [(1, 2, 0, 0), (1, 1, 1, 0), (1, 0, 2, 0), (1, 0, 2, 1)],
    }
    uses = (cheap if price == 1 else dear)[rule]
    found = set()
    for number in range(1, 5):
        for chosen in itertools.combinations_with_replacement(uses, number):
            total = tuple(map(sum, zip(*chosen, strict=True)))
            if total[1] <= fire and total[2] <= big:
                found.add(total)
    return found


@pytest.mark.parametrize("rule", ["clarified", "printed"])
@pytest.mark.parametrize("price", [1, 2])
def test_all_payments_are_exactly_the_sums_of_single_uses(rule, price):
    for cubes, fire, big, near in itertools.product(range(1, 5), range(6), range(5), range(4)):
        expected = {one for one in by_uses(rule, price, fire, big) if one[0] <= cubes and one[3] <= near}
        assert set(payments(rule, price, cubes, fire, big, near)) == expected
