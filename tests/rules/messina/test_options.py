"""The options of section 11.4. Each changes exactly what its description says."""

import pytest

from rules.messina.city import dock_with_room
from rules.messina.events import Employed, HexAdded, PriorityChosen, RoundBegan, ShipArrived, TurnEnded, Unused
from rules.messina.setup import options
from tests.rules.messina.scene import CITY_LAYOUTS, GOLD, Scene, happened


def test_with_the_priority_tile_nobody_chooses_the_order_of_round_IV():
    chosen = {option.id: option.default for option in options(3)}
    every = {option.id: option for option in options(3)}
    assert all(option.matters(chosen) for option in every.values())
    with_tile = {**chosen, "priority_tile": "on"}
    assert [name for name, option in every.items() if not option.matters(with_tile)] == ["round4_order"]


def into_IV(**chosen):
    scene = Scene(round=3, **chosen)
    for seat, points in enumerate((5, 9, 2)):
        scene[seat].points = points
    scene.register("city", 2, 3, 4)
    scene.last_turn(0)
    scene.play("go home nw", "end")
    return scene


@pytest.mark.parametrize(("rule", "chooser"), [("leader_chooses", 1), ("last_chooses", 2)])
def test_round4_order_chosen(rule, chooser):
    scene = into_IV(round4_order=rule)
    assert (scene.state.phase, scene.state.round, scene.due) == ("priority", 4, [chooser])
    assert scene.moves() == ["priority popularity", "priority city", "priority church"]
    events = scene.play("priority city")
    assert happened(events, PriorityChosen) == [PriorityChosen(chooser, "city")]
    (began,) = happened(events, RoundBegan)
    assert (began.order, began.priority) == ([2, 1, 0], "city")
    assert scene.due == [2]


def test_round4_order_of_the_score_track():
    scene = into_IV()
    assert (scene.state.phase, scene.state.order) == ("turns", [1, 0, 2])


@pytest.mark.parametrize("third", ["3", "4"])
def test_popularity_third(third):
    scene = Scene(round=6, popularity_third=third)
    scene.register("popularity", 4, 5, 3)
    assert scene.table.score().breakdown["popularity_rank"] == [7, 10, int(third)]


@pytest.mark.parametrize("duty", ["any", "restacked"])
def test_restack_duty(duty):
    scene = Scene(restack_duty=duty, coin=9, timber=9, fire=1)
    scene.play("go home h7", "restack huts fire")
    kinds = {move.split()[0] for move in scene.moves()}
    assert kinds == ({"hut", "workshop", "wagon"} if duty == "any" else {"hut"})
    if duty == "restacked":
        wagon = scene.state.wagon_stacks[0][-1]
        assert "just turned up" in scene.refused(f"wagon {wagon}")


def test_restack_duty_is_over_when_none_of_the_tiles_can_be_built():
    scene = Scene(restack_duty="restacked")
    for hut in range(1, 5):
        scene.upgrade_hut(hut, f"q{hut}")
    scene[0].coin, scene[0].timber, scene[0].fire = 9, 9, 1
    scene.play("go home h7", "restack huts fire")
    assert {move.split()[0] for move in scene.moves()} == {"workshop", "wagon", "done"}
    assert not happened(scene.play("done"), Unused), "it was declined, not impossible"
    assert scene[0].workshops == []


def test_after_a_strict_restack_that_leaves_nothing_to_build_the_log_says_so():
    scene = Scene(restack_duty="restacked", coin=0, timber=0, fire=1)
    scene.play("go home h7")
    assert happened(scene.play("restack huts fire"), Unused) == [Unused(0, "build")]


@pytest.mark.parametrize("allowed", ["yes", "no"])
def test_restack_token_coin(allowed):
    scene = Scene(restack_token_coin=allowed, coin=2, timber=1)
    scene.play("go home h7")
    tokens = {move.split()[2] for move in scene.moves("restack")}
    assert tokens == ({"coin", "timber"} if allowed == "yes" else {"timber"})
    if allowed == "no":
        assert "one of" in scene.refused("restack huts coin")


@pytest.mark.parametrize("rule", ["tile", "ship"])
def test_new_hex_start(rule):
    scene = Scene(round=3, new_hex_start=rule)
    for ship in ("silk1", "gems1", "spices1"):
        scene.moor(ship, "ne")
    scene.state.dock_tiles = ["nw", "ne"]
    assert dock_with_room(scene.state, "ne") == "dock-se"
    scene.last_turn(0)
    (added,) = happened(scene.play("go home nw", "end"), HexAdded)
    ring = CITY_LAYOUTS[3].ring
    expected = next(word for word in ring[ring.index("ne" if rule == "tile" else "se") :] if word.isdigit())
    assert added.place == CITY_LAYOUTS[3].first + int(expected) - 1
    assert expected == ("3" if rule == "tile" else "4")


def test_with_two_ships_at_different_docks_the_new_hex_starts_from_the_first():
    scene = Scene(round=3, new_hex_start="ship")
    for ship in ("silk1", "gems1"):
        scene.moor(ship, "ne")
    scene.state.dock_tiles = ["nw", "ne"]
    scene.last_turn(0)
    events = scene.play("go home nw", "end")
    assert [ship.dock for ship in happened(events, ShipArrived)] == ["dock-ne", "dock-se"]
    (added,) = happened(events, HexAdded)
    ring = CITY_LAYOUTS[3].ring
    expected = next(word for word in ring[ring.index("ne") :] if word.isdigit())
    assert added.place == CITY_LAYOUTS[3].first + int(expected) - 1


@pytest.mark.parametrize("rule", ["best", "total"])
def test_win_tiebreak_2(rule):
    scene = Scene(round=6, win_tiebreak_2=rule)
    for seat, hexes in enumerate((("h8", "h7"), ("h1", "h9"))):  # The hexes are worth 12 and 7, and 10 and 11.
        for hex_ in hexes:
            scene.state.hexes[hex_].owner = seat
            scene[seat].tiles -= 1
    for seat, total in enumerate(scene.table.score().points):
        scene[seat].points += 50 - total
    assert scene.table.score().ranking == ([0, 1, 2] if rule == "best" else [1, 0, 2])


@pytest.mark.parametrize(("rule", "offered"), [("stuck", False), ("always", True), ("never", False)])
def test_recall_from_home(rule, offered):
    scene = Scene(recall_from_home=rule)
    assert bool(scene.moves("recall")) == offered
    if offered:
        scene.play("recall home")
        assert (scene[0].coin, scene[0].ready, scene[0].used) == (1, 2, 1)


@pytest.mark.parametrize("rule", ["stuck", "never"])
def test_recall_from_home_without_any_target(rule):
    scene = Scene(seats=4, round=1, recall_from_home=rule)
    for seat in range(4):
        scene[seat].supply, scene[seat].ready = 0, 5
    places = list(scene.state.hexes)
    for seat in (1, 2, 3):
        scene.stand(seat, *[places.pop() for _ in range(5)])
    scene.stand(0, *places)
    assert scene[0].ready == 3
    scene.turn(0)  # The rest happens automatically.
    assert scene.state.round == 2
    assert scene[0].coin == (3 if rule == "stuck" else 0)
    assert scene[0].ready == 3


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_recall_action_step(rule):
    scene = Scene(recall_action_step=rule, coin=3, deferred=["city-4"])
    scene.lie(0, "h3")
    scene.register("city", 4, 1, 1)
    scene.play("recall h3")
    if rule == "yes":
        scene.play("pay church")  # The step costs 4 coins: the lieutenant comes before any payment.
        assert (scene[0].coin, scene[0].supply, scene[0].deferred) == (0, 1, [])
    else:
        assert scene.state.active == 1
        assert (scene[0].coin, scene[0].supply, scene[0].deferred) == (4, 2, ["city-4"])


def test_workshop_moves_always():
    scene = Scene(workshop_moves="always")
    scene.workshop("b7", seat=1)
    scene.settle_citizen("nl1", GOLD, 1)
    scene.turn(0)
    assert scene.due == [0, 1]
    assert scene.moves(seat=1) == ["work nl1 b7"]
    assert "another player’s turn" in scene.refused("go home h1", seat=1)
    (employed,) = happened(scene.play("work nl1 b7", seat=1), Employed)
    assert employed.seat == 1
    assert scene.due == [0]
    scene = Scene(workshop_moves="always")
    scene.workshop("b7", seat=1)
    scene.settle_citizen("nl1", GOLD, 1)
    scene.turn(0)
    scene.play("go home h13", seat=0)
    assert scene.state.active == 1  # The game did not wait for the seat.
    assert scene.due == [1]


def test_workshop_moves_of_others_with_a_late_reward():
    scene = Scene(round=5, workshop_moves="always")
    scene.workshop("b20", seat=1)
    scene.workshop("b33", seat=2)
    scene.settle_citizen("cl1", 1, 1)
    scene.settle_citizen("al1", 1, 2)
    scene.register("city", 3, 3, 9)
    scene.turn(0)
    scene.play("work cl1 b20", seat=1)
    assert scene.moves("scroll", seat=1) == ["scroll 1", "scroll 2", "scroll 3"]
    scene.play("work al1 b33", seat=2)
    assert scene[2].deferred == ["city-10"]  # The action does not happen in another player's action step.
    scene.play("go home h13", seat=0)
    assert scene.due == [1]  # The scroll step comes first.
    scene.play("scroll 2", seat=1)
    assert scene.state.active == 1
    assert scene[1].scrolls == [0, 1, 0]


def test_workshop_moves_of_others_that_give_a_lieutenant():
    scene = Scene(round=5, workshop_moves="always")
    scene.workshop("b33", seat=2)
    scene.settle_citizen("al1", 1, 2)
    scene.register("city", 1, 1, 3)
    scene.turn(0)
    scene.play("work al1 b33", seat=2)
    assert (scene[2].supply, scene[2].ready, scene[2].deferred) == (1, 4, [])  # Taken when the space is entered.


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_payment_inside_benefit(rule):
    scene = Scene(payment_inside_benefit=rule, coin=4)
    scene[0].overseers["nun"].step = 1
    for square in ("nl1", "nl2", "cl2"):
        scene.settle_citizen(square)
    scene.play("go home se", "advance nun left")
    assert bool(scene.moves("pay")) == (rule == "yes")
    if rule == "yes":
        scene.play("pay city", "activate nl2")
        assert scene.state.registers["city"].spaces[0] == 2
        assert scene[0].coin == 1
    else:
        assert "First finish" in scene.refused("pay city")


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_payment_between_restack_and_build(rule):
    scene = Scene(payment_inside_benefit=rule, coin=3, fire=1)
    scene.state.wagon_stacks = [["c5-1", "c4-1", "c3-1", "c2-1", "c1-1"], ["c5-2", "c4-2", "c3-2", "c2-2", "c1-2"]]
    scene.play("go home h7", "restack workshops fire")
    assert scene.moves("pay") == (["pay city", "pay church"] if rule == "yes" else [])
    if rule == "yes":
        events = scene.play("pay city")
        assert scene.state.registers["city"].spaces[0] == 2
        assert happened(events, TurnEnded)  # Nothing can be built any more, so there is no duty to build.
    else:
        assert "First finish" in scene.refused("pay city")


def test_big_fire_printed():
    scene = Scene(big_fire="printed")
    scene[0].big_fire = 1
    scene.infect("h8", 2)
    scene.infect("h7", 1)
    scene.play("go home h8")
    assert scene.moves() == ["fight 1 0 1 -", "fight 1 0 1 h7", "leave"]
    scene = Scene(round=5, big_fire="printed", fire=1)
    scene[0].big_fire = 2
    scene.infect("h8", 1)
    scene.infect("h7", 1)
    scene.play("go home h8")
    assert scene.moves() == ["fight 1 0 2 -", "fight 1 0 2 h7", "fight 1 1 1 -", "leave"]
