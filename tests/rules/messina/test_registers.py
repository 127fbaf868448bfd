import pytest

from rules.messina.action import refuse_effect
from rules.messina.events import Acted, Recruited, Stepped
from rules.messina.moves import Scroll, Step
from tests.rules.messina.scene import Scene, happened


def at_step(coins=0, **spaces):
    """Put seat 0 in its action step on the north-west harbour."""
    scene = Scene()
    for name, space in spaces.items():
        scene.register(name, space, 1, 1)
    scene[0].coin = coins
    scene.play("go home nw")
    return scene


def test_R85_the_price_is_the_lieutenants_ever_owned():
    for gained, price in ((0, 3), (1, 4), (2, 5)):
        scene = Scene()
        scene[0].supply -= gained
        scene[0].ready += gained
        scene[0].coin = 5
        scene.play("go home nw", "pay church")
        assert scene[0].coin == 5 - price
        assert scene.table.view(None).players[0].step_price == price


def test_R86_a_lieutenant_given_up_still_counts():
    scene = Scene(supply=1, box=1, coin=5)
    scene.play("go home nw", "pay church")
    assert scene[0].coin == 1


def test_R87_R92_the_price_rises_with_the_lieutenant_at_once():
    scene = at_step(7, city=3)
    assert happened(scene.play("pay city"), Recruited) == [Recruited(0, 4)]
    assert (scene[0].coin, scene[0].supply, scene[0].ready) == (4, 1, 3)
    scene.play("pay church")
    assert scene[0].coin == 0


def test_R88_popularity_cannot_be_paid_for():
    scene = at_step(9)
    assert scene.moves("pay") == ["pay city", "pay church"]
    assert "can’t pay for them" in scene.refused("pay popularity")


def test_R89_later_arrivals_are_on_top():
    scene = Scene(coin=3)
    scene.register("city", 1, 2, 1)
    scene.play("go home nw", "pay city")
    register = scene.state.registers["city"]
    assert register.spaces[:2] == [2, 2]
    assert register.order() == [0, 1, 2]
    city = next(one for one in scene.table.view(None).registers if one.id == "city")
    assert city.discs[1] == [1, 0]


def test_R90_at_the_end_of_a_register_only_the_stack_changes():
    scene = Scene()
    scene.register("city", 11, 11, 1)
    assert scene.state.registers["city"].order() == [1, 0, 2]
    scene[0].coin = 3
    scene.play("go home nw")
    (stepped,) = happened(scene.play("pay city"), Stepped)
    assert stepped.last
    assert scene.state.registers["city"].order() == [0, 1, 2]
    assert scene[0].coin == 0
    assert scene[0].queue == []


def test_R91_any_action_of_any_hex():
    scene = Scene(coin=3)
    scene.register("city", 9, 1, 1)
    scene.stand(1, "h13")
    scene[0].wagons = []
    scene.play("go home nw", "pay city")
    copies = scene.moves("copy")
    assert {move.split()[1] for move in copies} == set(scene.state.hexes)
    assert "copy sw 1" in copies
    assert "copy sw 2" in copies
    assert "is not a hex" in scene.refused("copy dock-nw 1")
    scene.play("copy h13 1")  # A figure stands there.
    assert scene[0].timber == 2
    assert not scene.state.hexes["nw"].owner


def test_R91_a_harbour_can_be_copied():
    scene = at_step(3, city=9)
    assert Acted(0, "sw", 2, copied=True) in scene.play("pay city", "copy sw 2")
    assert scene[0].big_fire == 1
    scene = at_step(3, city=9)
    scene.play("pay city", "copy se 1", "advance nun on")
    assert scene[0].overseers["nun"].step == 1


def test_R93_upgrade_then_advance_the_same_overseer():
    scene = at_step(3, church=5)
    scene.settle_citizen("nl1")
    scene.settle_citizen("nr1")
    scene.play("pay church")
    assert scene.moves("elevate") == [f"elevate {one} on" for one in ("craftsman", "nun", "aristocrat")]
    scene.play("elevate nun on")
    nun = scene[0].overseers["nun"]
    assert (nun.step, nun.upgraded) == (1, True)
    assert scene[0].fire == 1  # nl1 and nr1 are both activated: fire, and build.
    assert scene.state.pending[0][-1].question == "build"


def test_R93_the_possible_part_happens():
    """R93: if only the upgrade or only the step is possible, it happens without the other."""
    scene = at_step(3, church=5)
    scene[0].overseers["nun"].upgraded = True
    for name in ("craftsman", "nun"):
        scene[0].overseers[name].step, scene[0].overseers[name].branch = 6, "left"
    scene.play("pay church")
    assert scene.moves("elevate") == ["elevate craftsman on", "elevate aristocrat on"]
    scene.play("elevate craftsman on")
    assert (scene[0].overseers["craftsman"].step, scene[0].overseers["craftsman"].upgraded) == (6, True)


def test_R94_activate_citizens_anywhere():
    """R94: citizens on squares of all sectors can be activated, and no others."""
    scene = at_step(3, church=7)
    for square in ("cl2", "nl1", "al3"):
        scene.settle_citizen(square)
    scene.workshop("b7", 1)
    scene.quarantine(1, "nun")
    scene.play("pay church")
    assert scene.moves("activate") == ["activate cl2", "activate nl1", "activate al3"]
    scene.play("activate al3")
    assert (scene[0].coin, scene[0].fire, scene[0].timber) == (2, 0, 0)
    assert not scene.moves("activate")


def test_R94_more_than_one_when_the_space_says_so():
    scene = Scene(queue=["activate:2"], settled="cl2 nl1 al3")
    scene.play("go home nw", "activate al3", "activate nl1")
    assert (scene[0].coin, scene[0].fire, scene[0].timber) == (2, 1, 0)
    assert "no effect now that activates" in scene.refused("activate cl2")


def producer(round=3, space=3):  # noqa: A002
    """Give seat 0 an early workshop that yields a step on the city register, with an upgraded aristocrat in it."""
    scene = Scene(round=round)
    scene.workshop("b15", 2)
    scene.register("city", space, space, 1)
    return scene


def test_R95_the_action_of_a_production_step_waits_for_the_next_action_step():
    scene = producer()
    scene.register("city", 3, 1, 1)
    scene.end_round()
    assert scene.state.registers["city"].spaces[0] == 4
    assert scene[0].deferred == ["city-4"]
    assert scene[0].supply == 2
    scene.turn(0)
    place = scene[0].lying[0]
    scene.play(f"recall {place}")
    assert scene[0].deferred == ["city-4"]  # A recall has no action step.
    scene.turn(0)
    start = scene[0].lying[0]
    scene.play(f"go {start} {start}")
    while scene.state.active == 0 and not scene.state.acting:
        scene.play(next(move for move in scene.moves() if move.split()[0] in ("leave", "rescue")))
    assert (scene[0].supply, scene[0].deferred) == (1, [])


def test_R206_a_lieutenant_from_production_comes_before_anything_can_be_paid():
    scene = producer()
    scene.register("city", 3, 1, 1)
    scene.end_round()
    assert (scene[0].supply, scene[0].deferred) == (2, ["city-4"])  # The lieutenant has not come yet.
    scene = Scene(round=4, deferred=["city-4"], coin=7, fire=1)
    scene.register("city", 4, 1, 1)
    scene.infect("h1")
    scene.play("go home h1")
    assert scene[0].supply == 2  # The plague is fought before the action step begins.
    assert happened(scene.play("leave"), Recruited) == [Recruited(0, 4)]
    assert (scene[0].supply, scene[0].ready, scene[0].deferred, scene[0].queue) == (1, 3, [], [])
    scene.play("pay church")
    assert scene[0].coin == 3


def test_R206_a_ship_begins_an_action_step_too():
    scene = Scene(round=4, deferred=["city-4"], coin=7)
    scene.moor("silk1", "ne", cube=False)
    scene.register("city", 4, 1, 1)
    assert happened(scene.play("board home silk1"), Recruited) == [Recruited(0, 4)]
    coins = scene[0].coin
    scene.play("pay church")
    assert scene[0].coin == coins - 4


@pytest.mark.parametrize("confirm", ["on", "off"])
def test_R205_the_lieutenant_is_taken_before_anything_else_is_asked(confirm):
    scene = Scene(confirm=confirm, coin=12, queue=["overseer:any"])
    scene.register("city", 3, 1, 1)
    scene.play("go home nw")
    ready = scene[0].ready
    events = scene.play("pay city")
    assert [type(event) for event in events] == [Stepped, Recruited]
    assert (scene[0].coin, scene[0].supply, scene[0].ready) == (9, 1, ready + 1)
    assert {move.split()[0] for move in scene.moves()} == {"advance", "pay", "end"}  # There is nothing to decline.
    scene.play("pay church")
    assert scene[0].coin == 5
    scene.register("city", 6, 1, 1)
    assert happened(scene.play("pay city"), Recruited) == [Recruited(0, 5)]
    assert (scene[0].coin, scene[0].supply) == (1, 0)
    assert scene.table.view(0).players[0].step_price == 5


def test_R96_in_VI_the_action_is_lost():
    scene = producer(round=6)
    scene.end_round()
    assert scene.table.over
    assert scene.state.registers["city"].spaces[0] == 4
    assert (scene[0].supply, scene[0].deferred) == (2, [])


def test_R97_a_production_step_goes_on_top_and_counts_for_the_turn_order():
    scene = producer(round=4, space=4)
    scene.register("city", 4, 5, 1)
    scene.end_round()
    assert scene.state.round == 5
    assert scene.state.registers["city"].spaces[:2] == [5, 5]
    assert scene.state.order == [0, 1, 2]


def test_R98_free_steps_cost_nothing():
    """R98: free steps of hexes and of popularity cost nothing."""
    scene = Scene(coin=2)
    scene.play("go home h3", "act 1")
    assert (scene[0].coin, scene.state.registers["city"].spaces[0]) == (2, 2)
    scene.turn(0)
    scene[0].queue = ["register"]
    scene.play("go home nw", "step church")
    assert (scene[0].coin, scene.state.registers["church"].spaces[0]) == (2, 2)


def test_R200_a_late_reward_before_the_move_is_usable_in_this_action_step():
    scene = Scene(round=5, settled="al1")
    scene.workshop("b33")
    scene.register("city", 9, 1, 1)
    scene.play("work al1 b33")
    assert (scene.state.registers["city"].spaces[0], scene[0].deferred, scene[0].points) == (10, ["city-10"], 3)
    scene.play("go home nw")
    assert "copy sw 2" in scene.moves()


def test_R202_copying_a_repopulated_hex_gives_its_owner_nothing():
    scene = Scene()
    scene.state.hexes["h13"].owner, scene.state.hexes["h3"].owner = 1, 0
    scene[0].tiles = scene[1].tiles = 4
    scene.register("city", 9, 1, 1)
    scene[0].coin = 3
    scene.play("go home nw", "pay city", "copy h13 1")
    assert scene[0].timber == 2
    assert scene[1].points == 0
    assert not scene.state.hexes["h13"].taken


def test_a_step_or_scroll_that_nothing_allows_is_refused_with_that_reason():
    """R94: an effect allows only its own kind of move."""
    effects = ("register",)
    scene = Scene()
    assert "You can’t do that right now" in str(refuse_effect(scene.state, 0, Step("city"), ("scroll",)))
    assert "this step only on" in str(refuse_effect(scene.state, 0, Step("popularity"), effects))
    assert "You can’t do that right now" in str(refuse_effect(scene.state, 0, Scroll(1), effects))
