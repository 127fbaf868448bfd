import pytest

from rules.messina.components import WORKSHOPS
from rules.messina.events import Built, Gained, Gilded, Restacked, Unused
from tests.rules.messina.scene import GOLD, NORMAL, Scene, happened


def building(seats=3, round=3, coin=9, timber=9, **options):  # noqa: A002
    """Put seat 0 on h7 (build) with plenty of tokens."""
    scene = Scene(seats=seats, round=round, **options)
    scene[0].coin, scene[0].timber = coin, timber
    scene.play("go home h7")
    return scene


@pytest.mark.parametrize("spot", ["nl1", "hut1", "b7"])
def test_R110_upgrading_leaves_the_citizen_where_it_is(spot):
    scene = Scene(settled="nl1")
    scene.quarantine(1, "craftsman")
    scene.workshop("b7", NORMAL)
    scene.play("go home h1")
    assert scene.moves("gild") == ["gild nl1", "gild hut1", "gild b7"]
    (gilded,) = happened(scene.play(f"gild {spot}"), Gilded)
    assert gilded.spot == spot
    player = scene.table.view(None).players[0]
    sides = {
        "nl1": player.squares["nl1"].side,
        "hut1": player.huts[0].citizen.side,
        "b7": player.workshops[0].citizen.side,
    }
    assert sides == {**dict.fromkeys(sides, "normal"), spot: "gold"}


def test_R197_one_icon_upgrades_exactly_one():
    scene = Scene(coin=9, settled="nl1 nl2")
    scene.play("go home h1", "gild nl1")
    assert not scene.moves("gild")
    assert "You can’t do that right now: upgrade" in scene.refused("gild nl2")
    scene = Scene(settled="nl2")
    scene.settle_citizen("nl1", GOLD)
    scene.play("go home h1")
    assert scene.moves("gild") == ["gild nl2"]
    assert "already" in scene.refused("gild nl1")


def test_R111_restacking_hut_upgrades():
    """R111: for a coin, each stack's top hut upgrade goes to the bottom; workshops stay."""
    scene = building()
    before = [list(stack) for stack in scene.state.hut_stacks]
    shops = [stack.top for stack in scene.table.view(0).workshops]
    (restacked,) = happened(scene.play("restack huts coin"), Restacked)
    after = scene.state.hut_stacks
    assert scene[0].coin == 8
    for old, new in zip(before, after, strict=True):
        assert new == [old[-1], *old[:-1]]
    assert restacked.tiles == [stack[-1] for stack in after]
    assert [stack.top for stack in scene.table.view(0).workshops] == shops


def test_R112_only_one_kind_can_be_restacked():
    scene = building()
    assert {move.split()[1] for move in scene.moves("restack")} == {"huts", "workshops"}
    scene.play("restack huts coin")
    assert not scene.moves("restack")
    assert "one kind" in scene.refused("restack workshops coin")


def test_R113_a_rat_pays_no_restack():
    scene = building()
    scene[0].rats, scene[0].fire, scene[0].big_fire, scene[0].points = 3, 1, 1, 1
    tokens = {move.split()[2] for move in scene.moves("restack")}
    assert tokens == {"coin", "timber", "fire", "big_fire", "points"}
    assert "one of these: coin, timber, fire, big fire or points" in scene.refused("restack huts rats")
    scene.play("restack huts points")
    assert scene[0].points == 0


def test_R113_no_point_is_paid_at_zero():
    scene = building()
    assert "points" not in {move.split()[2] for move in scene.moves("restack")}
    assert "You have none of these tokens" in scene.refused("restack huts points")


def dear(scene):
    """Make only wagon c4-2 (1 timber) affordable. Tiles revealed later cost more."""
    scene.on_top("b4", "b9", "b15", "c4-2")
    for stack in scene.state.early.values():
        stack.insert(-1, stack.pop(next(i for i, tile in enumerate(stack) if "coin" in WORKSHOPS[tile].cost)))
    scene[0].coin, scene[0].timber, scene[0].fire = 0, 1, 1
    for hut in range(1, 5):
        scene.upgrade_hut(hut, f"q{hut}")


def test_R114_after_a_restack_the_affordable_wagon_must_be_built():
    scene = Scene()
    dear(scene)
    scene.play("go home h7", "restack workshops fire")
    assert scene[0].wagons[0].tile == "c4-2"  # This wagon is the only possible build.
    assert scene[0].timber == 0


def test_R114_building_after_a_restack_cannot_be_declined():
    """R114: after a restack, something affordable must be built."""
    scene = Scene()
    dear(scene)
    scene.on_top("c5-2")
    scene[0].timber = 2
    scene.state.early["nun"].remove("b7")
    scene.state.early["nun"].insert(-1, "b7")
    scene[0].coin = 1
    scene.play("go home h7", "restack workshops fire")
    assert not scene.moves("done")
    assert "you must build something" in scene.refused("done")
    assert "you must build something" in scene.refused("end")


def test_R115_after_a_restack_with_nothing_affordable_the_build_ends():
    scene = Scene(fire=1)
    scene.play("go home h7")
    assert scene.moves() == ["restack huts fire", "restack workshops fire", "end"]
    events = scene.play("restack huts fire")
    assert happened(events, Unused) == [Unused(0, "build")]
    assert scene.state.active == 1
    assert (scene[0].fire, scene[0].workshops, scene[0].wagons) == (0, [], [])


def test_without_a_restack_building_is_optional():
    scene = building()
    scene.play("end")
    assert scene[0].workshops == []
    assert scene.state.active == 1


def test_R116_a_hut_upgrade():
    """R116: a built hut upgrade is put on one of the player's huts, and the next one is revealed."""
    scene = building()
    tile, under = scene.state.hut_stacks[1][-1], scene.state.hut_stacks[1][-2]
    scene.quarantine(2, "nun")
    assert [move for move in scene.moves("hut") if tile in move] == [f"hut {tile} hut1", f"hut {tile} hut2"]
    (built,) = happened(scene.play(f"hut {tile} hut2"), Built)
    assert (built.kind, built.hut, built.next) == ("hut", "hut2", under)
    assert scene.state.hut_stacks[1][-1] == under
    assert scene[0].huts[1].upgrade == tile


def test_R116_four_upgrades_are_all():
    scene = Scene()
    for hut, tile in enumerate(("q1", "q2", "q3", "q4"), 1):
        scene.upgrade_hut(hut, tile)
    scene[0].coin = scene[0].timber = 9
    scene.play("go home h7")
    assert not scene.moves("hut")
    top = next(stack[-1] for stack in scene.state.hut_stacks if stack)
    assert "already" in scene.refused(f"hut {top} hut1")


def test_R117_unaffordable_tiles_cannot_be_built():
    scene = Scene(coin=1)
    scene.on_top("b3", "b8", "b15")
    scene.play("go home h7")
    assert scene.moves("workshop") == ["workshop b3"]
    assert "costs" in scene.refused("workshop b8")
    scene.play("workshop b3")
    assert scene[0].coin == 0


def test_R118_a_seventh_workshop():
    scene = Scene()
    for tile in ("b1", "b2", "b4", "b9", "b12", "b18"):
        scene.workshop(tile)
    scene.on_top("b3")
    scene[0].coin = 1
    scene.play("go home h7", "workshop b3")
    assert len(scene[0].workshops) == 7


def test_R119_only_the_class_of_the_workshop():
    scene = Scene(settled="nl1 al1")
    scene.workshop("b14")
    scene.settle_citizen("al2", GOLD)
    assert scene.moves("work") == ["work al1 b14", "work al2 b14"]
    assert "only for one class" in scene.refused("work nl1 b14")
    scene.play("work al2 b14")
    assert scene[0].workshops[0].side == GOLD


def test_R120_an_early_workshop_that_needs_an_upgraded_citizen():
    scene = Scene()
    scene.workshop("b8", NORMAL)
    scene.end_round()
    assert (scene[0].big_fire, scene[0].coin, scene[0].points) == (0, 0, 0)
    scene[0].workshops[0].side = GOLD
    scene.end_round()
    assert (scene[0].big_fire, scene[0].coin, scene[0].points) == (1, 1, 1)
    scene.end_round()
    assert (scene[0].big_fire, scene[0].coin, scene[0].points) == (2, 2, 2)


@pytest.mark.parametrize("side", [NORMAL, GOLD])
def test_R121_a_late_workshop_pays_once(side):
    scene = Scene(round=5)
    scene.workshop("b24")
    scene.settle_citizen("nl1", side)
    (gained,) = happened(scene.play("work nl1 b24"), Gained)
    assert (gained.source, gained.gains) == ("b24", {"fire": 1, "points": 3})
    work = scene.table.view(None).players[0].workshops[0]
    assert (work.paid, work.citizen.citizen) == (True, "nun")
    scene.end_round()
    assert (scene[0].fire, scene[0].points) == (1, 3 + (side == GOLD))


def test_R122_a_late_workshop_pays_when_its_citizen_is_upgraded():
    scene = Scene(round=5, settled="al1 nl1")
    scene.workshop("b31")
    scene.play("work al1 b31")
    assert scene[0].points == 0
    scene.play("go home h1", "gild b31")
    assert scene[0].points == 6


def test_R123_citizens_in_huts_and_workshops_cannot_move_to_a_workshop():
    scene = Scene()
    scene.workshop("b7", NORMAL)
    scene.workshop("b10")
    scene.quarantine(1, "nun")
    assert not scene.moves("work")
    assert "not a square" in scene.refused("work b7 b10")
    assert "not a square" in scene.refused("work hut1 b10")


def test_R124_two_wagons_on_offer():
    """R124: a taken wagon scores at once and uncovers the next."""
    scene = building()
    first, second = (stack[-1] for stack in scene.state.wagon_stacks)
    assert scene.moves("wagon") == [f"wagon {first}", f"wagon {second}"]
    under = scene.state.wagon_stacks[0][-2]
    events = scene.play(f"wagon {first}")
    points = {"c1-1": 6, "c1-2": 5}
    assert scene[0].points == points[first]
    assert Gained(0, first, {"points": points[first]}) in events
    assert [stack.top for stack in scene.table.view(1).wagons] == [under, second]


def test_R125_early_workshops_go_in_the_preparation_of_V():
    scene = Scene(round=4)
    scene.workshop("b3", NORMAL)
    early = {stack[-1] for stack in scene.state.early.values()}
    scene.end_round()
    assert scene.state.round == 5
    assert scene[0].timber == 1
    shown = [stack.top for stack in scene.table.view(None).workshops]
    assert all(WORKSHOPS[tile].late for tile in shown)
    scene.turn(0)
    scene[0].coin = scene[0].timber = 9
    start = scene[0].lying[0]
    scene.play(f"go {start} h7")
    while scene.state.pending[0][-1].question != "act":
        scene.play(next(move for move in scene.moves() if move.split()[0] in ("leave", "rescue")))
    assert [move.split()[1] for move in scene.moves("workshop")] == shown
    assert "not on offer" in scene.refused(f"workshop {early.pop()}")
    scene.end()
    scene.end_round()
    assert scene[0].workshops[0].tile == "b3"
    assert scene[0].timber == 10


def test_R198_a_late_workshop_built_without_a_citizen_pays_later_and_once():
    scene = Scene(round=5)
    scene.on_top("b24")
    scene[0].coin = scene[0].timber = 2
    scene.play("go home h7", "workshop b24")
    assert (scene[0].fire, scene[0].points) == (0, 0)
    scene.turn(0)
    scene.settle_citizen("nr2")
    scene.play("work nr2 b24")
    assert (scene[0].fire, scene[0].points) == (1, 3)
    scene[0].workshops[0].side = 0  # The citizen leaves for a repopulation and another one comes.
    scene.settle_citizen("nr2")
    scene.play("work nr2 b24")
    assert (scene[0].fire, scene[0].points) == (1, 3)
