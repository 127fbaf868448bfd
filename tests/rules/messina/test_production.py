import pytest

from rules.errors import CannotUndo
from rules.messina.events import Gained, Housed, InQuarantine, Produced, RoundBegan
from tests.rules.messina.scene import GOLD, NORMAL, Scene, happened


def test_R140_huts_produce_with_a_citizen_and_an_upgrade():
    scene = Scene()
    scene.quarantine(1, "craftsman")
    scene.upgrade_hut(1, "q11")
    scene.upgrade_hut(2, "q1")
    scene.quarantine(3, "aristocrat")
    scene.end_round()
    player = scene[0]
    assert (player.fire, player.points, player.timber, player.coin, player.big_fire) == (1, 1, 0, 0, 0)


@pytest.mark.parametrize(("side", "fire", "points"), [(GOLD, 2, 1), (NORMAL, 1, 0)])
def test_R141_a_workshop_with_two_levels(side, fire, points):
    scene = Scene()
    scene.workshop("b10", side)
    scene.end_round()
    assert (scene[0].fire, scene[0].points) == (fire, points)


def test_R142_an_upgraded_citizen_in_a_used_late_workshop():
    scene = Scene(round=5)
    scene.workshop("b24", GOLD, paid=True)
    scene.end_round()
    assert (scene[0].fire, scene[0].points) == (0, 1)


def test_R143_an_upgraded_citizen_in_a_hut_gives_no_point():
    scene = Scene()
    scene.quarantine(1, "nun", side=GOLD)
    scene.upgrade_hut(1, "q3")
    scene.end_round()
    assert (scene[0].fire, scene[0].points) == (1, 0)


def in_production(scene, seat=0):
    """Bring the scene to production, with something for the seat to decide."""
    scene.end_round(seat)
    assert scene.state.phase == "round end"
    return scene


def test_R144_a_citizen_moved_in_during_production_produces():
    scene = Scene(settled="nl1")
    scene.workshop("b7")
    in_production(scene)
    assert scene.moves() == ["work nl1 b7", "produce"]
    scene.play("work nl1 b7")
    assert scene[0].fire == 1
    assert scene.state.round == 4


def test_A24_an_upgrade_that_is_produced_can_come_first_or_last():
    for first in ("gild b10", "produce"):
        scene = Scene()
        scene.quarantine(1, "craftsman")
        scene.upgrade_hut(1, "q9")
        scene.workshop("b10", NORMAL)
        in_production(scene)
        assert scene.moves() == ["gild hut1", "gild b10", "produce"]
        assert Produced(0, "q9") in scene.play(first)
        if first == "produce":
            assert scene.moves() == ["gild hut1", "gild b10"]
            scene.play("gild b10")
        assert scene[0].fire == (2 if first == "gild b10" else 1)
        assert scene[0].points == (1 if first == "gild b10" else 0)
        assert scene[0].workshops[0].side == GOLD


def test_A24_only_an_upgrade_can_come_before_production():
    scene = Scene(settled="nl1")
    for tile, side in (("b4", GOLD), ("b9", GOLD), ("b7", 0)):
        scene.workshop(tile, side)
    in_production(scene)
    assert scene.moves() == ["work nl1 b7", "produce"]
    events = scene.play("produce")
    assert happened(events, Produced) == [Produced(0, "b4"), Produced(0, "b9")]


def test_A24_without_workshops_an_upgrade_is_asked_for_once():
    scene = Scene(settled="nl1")
    scene.quarantine(1, "craftsman")
    scene.upgrade_hut(1, "q9")
    in_production(scene)
    assert scene.moves() == ["gild nl1", "gild hut1"]
    scene.play("gild hut1")
    assert (scene[0].huts[0].space, scene[0].huts[0].side) == (2, GOLD)
    assert scene.state.round == 4


def test_R145_quarantine_lasts_two_productions():
    """R145: a citizen goes to space I, then to space II, then out of the hut."""
    scene = Scene(round=2)
    scene.people("h8", "nun")
    scene.infect("h8")
    scene.upgrade_hut(1, "q3")
    scene.play("go home h8", "rescue nun hut1")
    scene.end()
    scene.end_round()
    assert (scene[0].huts[0].space, scene[0].fire) == (2, 1)
    scene.end_round()
    assert scene[0].fire == 2
    assert scene.moves() == [f"house hut1 {one}" for one in ("nl1", "nl2", "nl3", "nr1", "nr2", "nr3")]
    scene.play("house hut1 nr2")
    assert (scene[0].huts[0].space, scene[0].huts[0].citizen) == (0, "")
    assert scene.table.view(0).players[0].squares["nr2"].citizen == "nun"


def test_R146_a_citizen_leaves_quarantine_for_a_free_square_or_a_matching_workshop():
    scene = Scene(settled="nl1")
    scene.quarantine(2, "nun", 2, GOLD)
    scene.workshop("b7", NORMAL)
    scene.workshop("b10")
    scene.workshop("b14")
    in_production(scene).play("produce")
    assert scene.moves("house") == [f"house hut2 {one}" for one in ("nl2", "nl3", "nr1", "nr2", "nr3", "b10")]
    assert "only for one class" in scene.refused("house hut2 b14")
    assert "Occupied" in scene.refused("house hut2 b7")
    assert scene.refused("house hut2 hut1") == (
        "From quarantine a citizen goes to a square or a workshop, not to a hut: nun."
    )
    assert scene.refused("house hut2 h3") == "“H3” is not a workshop."
    scene.play("house hut2 b10")
    assert scene[0].workshops[1].side == GOLD


def test_R146_with_too_little_room_the_player_chooses_which_citizen_stays():
    scene = Scene(settled="nl1 nl2 nl3 nr1 nr2")
    scene.quarantine(1, "nun", 2)
    scene.quarantine(3, "nun", 2, GOLD)
    in_production(scene)
    assert scene.moves() == ["house hut1 nr3", "house hut3 nr3"]
    scene.play("house hut3 nr3")
    assert scene[0].squares[11] == GOLD
    assert all(not hut.space for hut in scene[0].huts)


def test_R146_with_room_for_a_whole_class_there_is_no_choice():
    scene = Scene(settled="nl1 nl2 nl3 nr1")
    scene.quarantine(1, "nun", 2)
    scene.quarantine(2, "craftsman", 2)
    scene.quarantine(3, "nun", 2, GOLD)
    in_production(scene)
    assert scene.moves() == ["house hut1 nr2", "house hut1 nr3"]


def test_R146_identical_citizens_are_no_choice():
    scene = Scene(settled="nl1 nl2 nl3 nr1 nr2")
    scene.quarantine(1, "nun", 2)
    scene.quarantine(3, "nun", 2)
    scene.last_turn(0)
    events = scene.play("go home nw", "end")
    assert happened(events, Housed) == [Housed(0, "nun", "hut1", "nr3"), Housed(0, "nun", "hut3", "")]


def test_R147_no_quarantine_step_after_VI():
    scene = Scene(round=6)
    scene.quarantine(1, "nun", 1)
    scene.quarantine(2, "nun", 2)
    scene.last_turn(0)
    events = scene.play("go home nw", "end")
    assert scene.table.over
    assert not happened(events, InQuarantine)
    assert not happened(events, Housed)
    assert [hut.space for hut in scene[0].huts] == [1, 2, 0, 0]


def test_R201_from_quarantine_to_a_late_workshop_pays_at_once():
    scene = Scene(round=5)
    scene.quarantine(1, "nun", 2)
    scene.workshop("b24")
    in_production(scene)
    events = scene.play("house hut1 b24")
    assert Gained(0, "b24", {"fire": 1, "points": 3}) in events
    assert (scene[0].fire, scene[0].points) == (1, 3)


def rivals(**options):
    """Give each of three seats an aristocrat, and a workshop that produces a step on the city register."""
    scene = Scene(seats=3, round=4, **options)
    for seat, tile in enumerate(("b14", "b15", "b17")):
        scene.workshop(tile, seat=seat)
        scene.settle_citizen("al1", GOLD, seat)
    return scene


def test_seats_decide_at_the_same_time():
    scene = in_production(rivals())
    assert scene.due == [0, 1, 2]
    scene.play("work al1 b17", seat=2)
    assert scene.due == [0, 1]
    scene.play("produce", seat=1)
    assert scene.state.round == 4
    scene.play("work al1 b14", seat=0)
    assert scene.state.round == 5


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("earlier", "later"), [(0, 1), (1, 0)])
def test_stacks_are_ordered_as_if_in_turn_order(earlier, later, first):
    """Two seats reach the same space of the city register. The later in turn order is on top, whoever answers first."""
    scene = Scene(seats=3, round=4)
    scene.state.order = [earlier, later, 2]
    scene.workshop("b15", seat=0)
    scene.workshop("b30", seat=1)  # A late workshop: two steps on city, and 2 points.
    for seat in (0, 1):
        scene.settle_citizen("al1", GOLD, seat)
    scene.register("city", 2, 1, 1)
    in_production(scene)
    moves = {0: "work al1 b15", 1: "work al1 b30"}
    for seat in (first, 1 - first):
        scene.play(moves[seat], seat=seat)
    assert scene.state.round == 5
    assert scene.state.registers["city"].spaces == [3, 3, 1]
    assert scene.state.order == [later, earlier, 2]
    assert scene.state.scored[-2:] == [earlier, later]


def test_an_answer_can_be_taken_back_while_others_decide():
    scene = in_production(rivals())
    scene.fix()
    before = scene.table.digest
    scene.play("work al1 b17", seat=2)
    scene.play("produce", seat=1)
    assert scene.table.undoable(2) == 1
    scene.table.undo(2)
    assert scene.due == [0, 2]
    scene.table.undo(1)
    assert scene.table.digest == before
    scene.play("work al1 b17", seat=2)
    scene.play("produce", seat=1)
    scene.play("produce", seat=0)
    assert scene.state.round == 5
    with pytest.raises(CannotUndo):
        scene.table.undo(2)


def test_with_confirm_each_seat_confirms_the_end_of_its_production():
    scene = rivals(confirm="on")
    scene.last_turn(0)
    scene.play("go home nw")
    scene.play("end")
    assert scene.due == [0, 1, 2]
    scene.play("produce", seat=0)
    assert scene.moves(seat=0) == ["end", "work al1 b14"]  # The workshop has already produced without him.
    scene.play("end", seat=0)
    assert scene.table.undoable(0) == 0
    scene.play("work al1 b17", "end", seat=2)
    scene.play("produce", seat=1)
    assert scene.state.round == 4
    (began,) = happened(scene.play("end", seat=1), RoundBegan)
    assert began.round == 5
