import itertools
import math
import random

import pytest

from rules.messina.city import DOCK_PLACES, UNREACHABLE, distances, travel_price
from rules.messina.events import Went
from rules.table import Table
from tests.rules.messina.scene import CITY_LAYOUTS, GAME, Scene, happened, spots


def test_R21_in_round_I_everybody_takes_three_turns_in_turn_order():
    for seats in (2, 3, 4):
        table = Table(GAME, seats, "turns")
        lot = random.Random(1)
        order, turns = table.state.order, []
        while table.state.round == 1 and table.state.phase == "turns":
            (due,) = table.due()
            if due.question == "turn":
                turns.append(due.seat)
            table.play(due.seat, lot.choice([move for move in due.moves if not move.startswith("pay")]))
        assert turns == order * 3


def test_R22_a_player_without_lieutenants_is_skipped():
    scene = Scene(seats=3)
    scene.stand(0, "h1", "h2")
    scene.stand(1, "h3", "h5", "h7")
    scene.play("go home ne", "end")
    assert scene.due == [2]
    scene.play("go home h8", "end")
    assert scene.due == [2]


def test_R23_the_round_ends_at_once_when_all_are_used():
    scene = Scene(seats=2, round=1)
    scene.last_turn(0)
    assert scene.state.round == 1
    free = spots([move for move in scene.moves("go") if move.split()[1] == "home"])
    scene.play(f"go home {next(hex_ for hex_ in ('se', 'nw', 'ne') if hex_ in free)}")
    assert scene.state.round == 1
    scene.end()
    assert scene.state.round == 2


@pytest.mark.parametrize("lying", [(), ("h8",)])
def test_R22_with_a_single_move_left_there_is_nothing_to_choose(lying):
    """R22: the last free hex, or calling home the only lieutenant, which has nowhere to go, is no choice."""
    scene = Scene()
    for hex_, place in scene.state.hexes.items():
        place.taken = hex_ != "h1" or bool(lying)
    scene.lie(0, *lying)
    assert scene.moves() == (["recall h8"] if lying else ["go home h1"])
    assert not scene.state.pending[0][-1].must_ask(scene.state, 0)


def test_R24_home_only_after_all_in_the_city():
    scene = Scene()
    scene.lie(0, "h8")
    why = scene.refused("go home h1")
    assert "H8" in why
    assert all(move.split()[1] == "h8" for move in scene.moves("go"))


def test_R25_with_all_city_lieutenants_used_home_ones_go_anywhere_free():
    scene = Scene()
    scene.stand(0, "h8")
    scene.stand(1, "h1")
    free = [hex_ for hex_ in scene.state.hexes if hex_ not in ("h8", "h1")]
    assert spots(scene.moves("go")) == free
    for hex_ in free:
        assert travel_price(scene.state, "home", hex_) == 0


def test_R26_a_new_lieutenant_waits_for_those_in_the_city():
    scene = Scene(seats=2)
    scene.lie(0, "ne", "h3")
    scene[0].ready = 0
    scene[0].box = 1
    scene.register("city", 3, 1)
    scene[0].coin = 3
    scene.play("go ne ne", "pay city", "end")
    assert scene[0].ready == 1
    scene.turn(0)
    assert all(move.split()[1] == "h3" for move in scene.moves("go"))
    assert "First use the one on H3" in scene.refused("go home h1")
    scene.play("go h3 h3")
    scene.end()
    scene.turn(0)
    assert all(move.split()[1] == "home" for move in scene.moves("go"))


def test_R27_no_lieutenant_twice_in_a_round():
    scene = Scene(seats=2)
    scene.play("go home ne")
    scene.turn(0)
    assert "NE" not in scene.refused("go h1 h2")
    assert "has already been used this round" in scene.refused("go ne h1")
    assert "has already been used this round" in scene.refused("recall ne")


def test_R28_a_lieutenant_gained_in_the_last_turn_gives_another_turn():
    scene = Scene(seats=2)
    scene.last_turn(0)
    scene.register("city", 3, 1)
    scene[0].coin = 3
    corner = spots([move for move in scene.moves("go") if move.split()[2] in ("nw", "ne", "se")])[0]
    scene.play(f"go home {corner}", "pay city", "end")
    assert scene.state.phase == "turns"
    assert scene.due == [0]
    assert scene.moves("go")


@pytest.mark.parametrize("hex_", ["h7", "h8", "h11", "nw", "h2", "h10"])
def test_R29_staying_and_one_step_are_free(hex_):
    scene = Scene(round=2)
    scene.lie(0, "h7")
    assert travel_price(scene.state, "h7", hex_) == 0
    scene.play(f"go h7 {hex_}")
    assert scene[0].coin == 0
    assert hex_ in scene[0].standing


def test_R30_distance_four_costs_three():
    """R30: moving a distance of four costs three, as the first step is free."""
    scene = Scene(round=2, coin=3)
    scene.lie(0, "h10")
    (went,) = happened(scene.play("go h10 h5"), Went)
    assert went.coins == 3
    assert scene[0].coin == 0


def test_R31_distance_two_costs_one_and_without_coins_is_refused():
    scene = Scene(round=2)
    scene.lie(0, "h7")
    why = scene.refused("go h7 h3")
    assert "1. You have 0" in why
    scene[0].coin = 1
    scene.play("go h7 h3")
    assert scene[0].coin == 0


@pytest.mark.parametrize("hex_", ["h8", "sw"])
def test_R32_R39_a_place_visited_this_round_is_closed(hex_):
    """R32, R39: nobody may go where a lieutenant of any player went this round, not even to a harbour."""
    scene = Scene()
    scene.play(f"go home {hex_}")
    scene.end()
    for seat in (1, 2, 0):
        assert scene.due == [seat]
        assert hex_ not in spots(scene.moves("go"))
        assert "A lieutenant has already chosen " in scene.refused(f"go home {hex_}")
        scene.play("go home " + {1: "nw", 2: "ne", 0: "se"}[seat])
        scene.end()


def test_R33_a_lying_figure_does_not_block():
    scene = Scene()
    scene.lie(1, "h3")
    scene.play("go home h3")
    figures = next(one.figures for one in scene.table.view(None).hexes if one.id == "h3")
    assert [(one.seat, one.standing) for one in figures] == [(0, True), (1, False)]


def test_R34_the_way_leads_past_standing_figures():
    scene = Scene(round=2, coin=3)
    scene.lie(0, "h10")
    scene.stand(1, "h7", "h11", "h8")
    assert travel_price(scene.state, "h10", "h3") == 2
    scene.play("go h10 h3")
    assert scene[0].coin == 1


def test_R35_from_a_hex_beside_a_harbour_the_dock_costs_one():
    scene = Scene()
    scene.moor("silk1", "nw")
    scene.lie(0, "h7")
    assert "costs 1. You have 0" in scene.refused("board h7 silk1")
    scene[0].coin = 1
    scene.play("board h7 silk1")
    assert scene[0].standing == ["dock-nw"]


def test_R36_from_a_dock_its_harbour_is_free_and_a_district_beside_it_costs_one():
    scene = Scene(round=2)
    scene.lie(0, "dock-nw")
    assert spots(scene.moves("go")) == ["nw"]
    scene[0].coin = 1
    assert set(spots(scene.moves("go"))) == {"nw", "h2", "h7", "h16"}
    scene.play("go dock-nw h7")
    assert scene[0].coin == 0


def test_R36_dock_to_dock_costs_two_more_than_between_their_harbours():
    scene = Scene(round=2, coin=9)
    scene.moor("silk1", "ne")
    scene.lie(0, "dock-nw")
    between = travel_price(scene.state, "nw", "ne") + 1
    assert travel_price(scene.state, "dock-nw", "dock-ne") == between + 2 - 1
    scene.play("board dock-nw silk1")
    assert scene[0].coin == 9 - (between + 1) + 2  # The ship brings 2 coins.


def test_R37_a_standing_figure_does_not_block_a_dock():
    scene = Scene()
    scene.moor("silk1", "nw")
    scene.stand(0, "dock-nw")
    scene.stand(1, "dock-nw")
    scene.play("board home silk1")
    assert scene[0].standing == ["dock-nw", "dock-nw"]


def test_R38_a_dock_without_ships_cannot_be_chosen():
    scene = Scene()
    assert not scene.moves("board")
    assert "not at any dock" in scene.refused("board home silk1")


def test_R40_going_from_home_to_any_hex_or_ship_is_free():
    scene = Scene()
    scene.moor("silk1", "se")
    scene.moor("gems1", "nw")
    assert spots(scene.moves("go")) == list(scene.state.hexes)
    assert spots(scene.moves("board")) == ["gems1", "silk1"]
    scene.play("board home silk1")
    assert scene[0].coin == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_city_is_connected_and_distances_are_symmetric(seats):
    layout = CITY_LAYOUTS[seats]
    places = len(layout.places)
    first = (1 << layout.first) - 1
    harbours = 0b1111 << places
    for new in range(2**6):
        filled = first | new << layout.first | harbours
        table = distances(seats, filled)
        inside = [place for place in range(places + 4) if filled >> place & 1] + [*DOCK_PLACES[seats].values()]
        assert all(table[a][b] == table[b][a] < UNREACHABLE for a in inside for b in inside)
        assert all(table[a][a] == 0 for a in inside)
        if not new:
            for place in range(layout.first, places):
                assert all(far >= UNREACHABLE for far in table[place])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ring_goes_clockwise_round_the_city(seats):
    layout = CITY_LAYOUTS[seats]
    angles = []
    for word in layout.ring:
        q, r = layout.harbours[word] if word in layout.harbours else layout.places[layout.first + int(word) - 1]
        angles.append(math.atan2(r * 1.5, (q + r / 2) * 3**0.5) % (2 * math.pi))
    turns = sum((b - a) % (2 * math.pi) for a, b in itertools.pairwise([*angles, angles[0]]))
    assert turns == pytest.approx(2 * math.pi)
    assert sorted(layout.ring) == sorted([*layout.harbours, *"123456"])
