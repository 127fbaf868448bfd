"""Plans: the seat's next turn on a copy of the current position (slow-play.md, 12)."""

from dataclasses import replace

import pytest

from rules.errors import IllegalMove
from rules.plan import Course, follow, has_turn_left, rest_of_course, start_of_turn
from rules.table import Table
from tests.rules.messina.scene import Scene
from tests.rules.rattus.build import B, G, R, Y, position

RATS = {"gallia": ["?", "?"], "italia": ["?"]}


def planned(table: Table, seat: int, *moves: str) -> Course:
    """Return the seat's plan with these moves."""
    start = start_of_turn(table.settled(seat), seat)
    assert start is not None
    return follow(start, seat, moves)


def test_p131_rattus_the_next_turn_is_any_seats_own():
    """P131: the other seats' turns, and their uses of cards, count as over."""
    table = position(rats=RATS, cards={"monk": B}, active=R)
    table.play(R, "take monk")
    for seat in (G, B, Y):
        state = planned(table, seat).table.state
        assert (state.active, state.taken, state.used) == (seat, False, [])
    assert planned(table, B, "take king", "place gallia 2").table.state.cubes["gallia"][B] == 2


def test_p131_rattus_in_the_set_up_it_is_the_next_region_and_after_that_the_first_turn():
    """P131: a seat plans its next region, or its first turn after all its cubes are placed."""
    table = Table(position().game, 2, "set-up", {"start": "0", "confirm": "on"})
    for move in ("place gallia 2", "end"):
        assert planned(table, 1).question == "setup"
        table.play(0, move)
    for move in ("place italia 2", "place gallia 2"):
        table.play(1, move)
    assert planned(table, 0).question == "setup"
    table.play(1, "end")
    for move in ("place italia 2", "end"):
        assert planned(table, 1).question == "turn"
        table.play(0, move)


def test_p131_rattus_without_a_supply_it_is_the_final_round_and_then_nothing():
    """P131: the seat that ended the normal turns has no turn left, nor does a seat that has played its part."""
    table = position(supply=0, ask="end", active=G, cards={"peasant": R})
    assert planned(table, R).question == "final"
    table = position(ask="final", active=G, trigger=B, cards={"peasant": R, "king": G}, cubes={"gallia": "g1"})
    assert start_of_turn(table, B) is None
    assert planned(table, R).question == "final"
    table.play(G, "end")
    assert start_of_turn(table, G) is None


def test_p131_rattus_rats_that_lie_face_up_do_not_stop_a_plan():
    """P131: the devastation in another seat's turn counts as over."""
    table = position(rats=RATS, cubes={"gallia": "r2 g1"}, ask="devastation", active=R)
    table.state.turned = ["gallia-a"]
    assert planned(table, G).question == "turn"


def test_p131_messina_the_next_lieutenant_and_at_the_end_of_the_round_ones_own_production():
    """P131: a seat without lieutenants plans the end of the round, but not the next round, which is unknown."""
    scene = Scene(seats=3)
    assert planned(scene.table, 2, "go home h8").table.state.players[2].standing == ["h8"]
    scene.stand(2, "h1", "h2", "h3")
    assert not has_turn_left(scene.table, 2), "nothing to decide there"
    assert start_of_turn(scene.table, 2) is None
    scene.workshop("b1", seat=2)
    scene.settle_citizen("cl1", seat=2)
    assert planned(scene.table, 2).question == "production"


def test_p131_messina_no_plan_leads_into_the_next_round():
    """P131: a seat that has finished the end of a round must see new ships, hexes and plague before it plans."""
    scene = Scene(seats=2)
    scene.state.phase = "round end"
    assert start_of_turn(scene.table, 1) is None


def test_p130_a_plan_stops_where_something_is_revealed():
    """P130: the reveal itself can be planned, because the player chooses it, but nothing after it can."""
    table = position(rats={"gallia": ["?"], "italia": ["?"]}, cubes={"italia": "g1 b1"}, confirm="on")
    course = planned(table, G, "plague italia", "spread gallia")
    assert not course.ended
    course = planned(table, G, "plague italia", "spread gallia", "reveal italia-a", "end")
    assert [move.text for move in course.moves][-1] == "reveal italia-a"
    assert course.ended
    assert course.left == ("end",)
    assert course.refused is None
    assert not course.whole
    assert "Revealed" not in str([move.events for move in course.moves])


def test_p134_moves_before_an_illegal_one_are_kept_with_its_reason():
    """P134: a plan keeps the moves before the first that is illegal."""
    table = position(rats=RATS)
    course = planned(table, G, "take king", "place gallia 1", "take monk")
    assert [move.text for move in course.moves] == ["take king"]
    assert course.left == ("place gallia 1", "take monk")
    assert isinstance(course.refused, IllegalMove)
    assert "exactly" in str(course.refused)


def test_p147_the_rest_of_a_plan_begins_with_its_first_unchanged_move():
    """P147: moves already made, a card that somebody else took, and the end of the turn are left out."""
    before, now = (position(rats=RATS, cards=cards) for cards in ({}, {"king": B}))
    course = planned(before, G, "take king", "place gallia 2", "plague italia")
    start = start_of_turn(now.settled(G), G)
    assert start is not None
    then, rest = rest_of_course(course, start, [])
    assert [move.text for move in then.moves] == ["place gallia 2", "plague italia"]
    assert [move.text for move in rest.moves] == ["place gallia 2", "plague italia"]
    then, rest = rest_of_course(course, start, ["place gallia 2"])
    assert [move.text for move in rest.moves] == ["plague italia"]
    assert rest_of_course(replace(course, moves=course.moves[:1]), start, [])[1].moves == ()


@pytest.mark.parametrize(
    ("then", "now", "same", "untouched"),
    [
        ({}, {}, True, True),
        ({}, {"cubes": {"italia": "r1"}}, True, True),
        ({}, {"cubes": {"gallia": "r1"}}, True, False),
        ({"cards": {}}, {"cards": {"king": B}}, False, False),
        ({}, {"plague": "italia"}, True, True),
    ],
    ids=["nothing", "elsewhere", "a target", "what is taken", "the plague elsewhere"],
)
def test_p135_which_changes_affect_a_plan(then, now, same, untouched):
    """P135: prices, gains and taken things are effects of a move. Things named in it are compared in the views."""
    moves = ("take king", "place gallia 2")
    courses = [planned(position(**{"rats": RATS, "plague": "scandia", **given}), G, *moves) for given in (then, now)]
    pairs = list(zip(*(course.moves for course in courses), strict=True))
    assert all(one.does_the_same(other) for one, other in pairs) == same
    assert all(one.is_untouched(other) for one, other in pairs) == untouched


def test_p135_a_plan_is_whole_if_all_its_moves_are_legal_and_nothing_is_lost_at_its_end():
    """P135: a plan is whole even if it ends before the turn or where a rat is turned over. Then the player is asked."""
    table = position(rats=RATS, plague="scandia", confirm="on")
    moves = ["take king", "place gallia 2", "plague anglia"]
    start = start_of_turn(table, G)
    assert not follow(start, G, ()).whole
    while not (course := follow(start, G, moves)).ended:
        assert (course.whole, course.asks_then) == (True, True), course.refused
        moves.append(course.table.due()[0].moves[0])
    assert (course.whole, course.asks_then) == (True, False)
    assert follow(start, G, moves[:-1]).only_end_left
    assert not follow(start, G, moves[:-2]).only_end_left
    assert not follow(start, G, [*moves, "end"]).whole
    scene = Scene(seats=3, confirm="on")
    course = planned(scene.table, 1, "go home h8", "end")
    assert course.ended
    assert course.table.lost_on_end_turn(1)
    assert not course.whole
