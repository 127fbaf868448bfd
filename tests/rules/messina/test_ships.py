import pytest

from rules.messina.events import Boarded, CubeLeft, Gained, Rats
from tests.rules.messina.scene import Scene


def aboard(round=3, fire=0, big=0, owned=()):  # noqa: A002
    """Send seat 0 to the ship silk1 (2 coins, 1 point)."""
    scene = Scene(round=round)
    scene.moor("silk1", "nw")
    scene.own_ships(0, *owned)
    scene[0].fire, scene[0].big_fire = fire, big
    scene.play("board home silk1")
    return scene


def test_R67_a_fought_ship():
    """R67: a fight for a ship removes its cube, raises popularity and gives the ship's reward."""
    scene = aboard(fire=1)
    supply = scene.state.plague
    events = scene.play("fight 1 1 0 -")
    assert scene.state.registers["popularity"].spaces[0] == 2
    assert (scene[0].fire, scene[0].rats, scene[0].points) == (0, 0, 1)
    assert scene[0].coin == 2 + 1  # 2 coins come from the ship, and 1 from the second space of popularity.
    assert scene[0].ships == ["silk1"]
    assert scene.state.plague == supply + 1
    assert Gained(0, "silk1", {"coin": 2, "points": 1}) in events


def test_R68_an_unfought_ship_brings_a_rat():
    scene = Scene()
    scene.moor("gems1", "nw")
    supply = scene.state.plague
    events = scene.play("board home gems1")
    assert (scene[0].rats, scene[0].ships) == (1, ["gems1"])
    assert Gained(0, "gems1", {"coin": 3}) in events
    assert scene.state.docks["dock-nw"] == []
    assert scene.state.plague == supply + 1
    assert [type(event) for event in events[:3]] == [Boarded, CubeLeft, Rats]


def test_R69_a_big_fire_removes_only_the_ships_cube():
    scene = Scene(big_fire=1)
    scene.moor("silk1", "nw")
    scene.moor("gems1", "nw")
    scene.infect("h7")
    scene.play("board home silk1")
    assert scene.moves() == ["fight 1 0 1 -", "leave"]
    assert "A ship has no adjacent hexes" in scene.refused("fight 1 0 1 h7")
    assert "Removing these cubes" in scene.refused("fight 1 1 0 -")
    scene.play("fight 1 0 1 -")
    assert scene.state.registers["popularity"].spaces[0] == 2
    assert scene.state.docks["dock-nw"][0].cube
    assert scene.state.hexes["h7"].cubes == 1


@pytest.mark.parametrize(("payment", "left"), [("fight 1 2 0 -", (0, 1)), ("fight 1 0 1 -", (2, 0))])
def test_R70_from_V_on_a_ship_costs_two_fires_or_a_big_one(payment, left):
    scene = aboard(round=5, fire=2, big=1)
    assert "1 big fire or 2 fire" in scene.refused("fight 1 1 0 -")
    scene.play(payment)
    assert (scene[0].fire, scene[0].big_fire) == left
    assert scene[0].points == 2 + 1


@pytest.mark.parametrize("owned", [0, 1, 2, 3])
def test_R71_R203_every_second_ship_may_advance_an_overseer(owned):
    scene = aboard(round=5, owned=("gems1", "spices1", "gems2")[:owned])
    if owned % 2:
        assert scene.moves("advance") == [f"advance {one} on" for one in ("craftsman", "nun", "aristocrat")]
        scene.play("end")
        assert all(one.step == 0 for one in scene[0].overseers.values())
    else:
        assert scene[0].ships[-1] == "silk1"
        assert not scene.moves("advance")


@pytest.mark.parametrize("first", ["pay church", "advance nun on"])
def test_R72_payments_before_or_after_the_overseer_advance(first):
    scene = Scene(coin=1)
    scene.moor("silk1", "nw")
    scene.own_ships(0, "gems1")
    scene.play("board home silk1")
    moves = ["pay church", "advance nun on"]
    scene.play(first)
    scene.play(*(move for move in moves if move != first and scene.state.acting))
    assert scene.state.registers["church"].spaces[0] == 2
    assert scene[0].overseers["nun"].step == 1


def test_R73_the_player_chooses_one_of_two_ships():
    scene = Scene()
    scene.moor("silk1", "nw")
    scene.moor("gems1", "nw")
    assert scene.moves("board") == ["board home silk1", "board home gems1"]
    scene.play("board home gems1")
    (left,) = scene.state.docks["dock-nw"]
    assert (left.ship, left.cube) == ("silk1", True)
    assert scene[0].ships == ["gems1"]


def test_R74_ships_not_taken_stay_with_their_cubes():
    scene = Scene()
    scene.moor("silk1", "se")
    scene.end_round()
    assert scene.state.round == 4
    first = scene.state.docks["dock-se"][0]
    assert (first.ship, first.cube) == ("silk1", True)


def test_R75_a_recalled_lieutenant():
    """R75: a lieutenant recalled for a coin can't be used again this round."""
    scene = Scene(seats=2)
    scene.lie(0, "h3")
    scene.play("recall h3")
    assert (scene[0].coin, scene[0].lying, scene[0].used, scene[0].ready) == (1, [], 1, 2)
    for hex_ in ("h5", "nw"):
        scene.turn(0)
        scene.play(f"go home {hex_}")
        scene.end()
    scene.turn(0)
    assert scene.due == [1], "seat 0 has no lieutenant left"


def test_R75_only_lying_lieutenants_can_be_recalled():
    scene = Scene()
    assert not scene.moves("recall")
    assert "lying" in scene.refused("recall home")


def test_R76_next_round_it_is_ready_after_those_in_the_city():
    scene = Scene()
    scene.lie(0, "h3")
    scene.play("recall h3")
    scene.end_round(1)
    assert scene.state.round == 4
    scene.turn(0)
    assert scene[0].ready == 1
    assert len(scene[0].lying) == 2
    assert all(move.split()[1] != "home" for move in scene.moves())


def test_R77_no_payment_in_a_recall_turn():
    scene = Scene(confirm="on", coin=9, deferred=["city-4"])
    scene.lie(0, "h3")
    scene.register("city", 4, 1, 1)
    scene.play("recall h3")
    assert scene.moves() == ["end"]
    assert "action step" in scene.refused("pay city")
    scene.play("end")
    assert scene[0].deferred == ["city-4"]
    assert scene.due == [1]


def test_a_refusal_about_a_dock_names_its_ships():
    scene = Scene()
    scene.moor("silk1", "nw")
    scene.moor("gems1", "nw")
    for move in ("go home dock-nw", "go h3 dock-nw", "go home silk1", "board home dock-nw"):
        assert scene.refused(move) == (
            "A lieutenant goes to the north-west dock only for a ship; name the ship: silk1, gems1."
        )
    assert scene.refused("go home dock-se") == (
        "There is no ship at the south-east dock to send a lieutenant to. Ships at docks: silk1, gems1."
    )
    assert scene.refused("go home spices1") == "spices1 is not at any dock. Ships at docks: silk1, gems1."
