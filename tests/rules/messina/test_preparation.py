import random

import pytest

from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.messina.components import CITY_LAYOUTS, DISTRICTS, ROUNDS, WHEEL
from rules.messina.events import (
    CitizensCame,
    CitizensLost,
    DockDrawn,
    HexAdded,
    PlagueFailed,
    PlaguePlaced,
    RoundBegan,
    ShipArrived,
    WheelTurned,
)
from rules.messina.setup import place_citizens, turn_wheel
from tests.rules.messina.scene import GAME, Scene, happened


def closing(scene):
    """Play the last turn of the round and return the events up to the next round."""
    scene.last_turn(0)
    events = scene.play("go home nw")
    if scene.state.acting:
        events += scene.play("end")
    return events


def test_R148_all_figures_lie_and_block_nothing():
    scene = Scene()
    scene.moor("silk1", "ne")
    scene.play("board home silk1")
    scene.end_round(1)
    assert scene.state.round == 4
    assert all(not player.standing for player in scene.state.players)
    assert not any(place.taken for place in scene.state.hexes.values())
    assert sum(len(player.lying) for player in scene.state.players) == 9
    assert "dock-ne" in scene[0].lying


def test_R149_citizens_beside_plague_are_lost():
    scene = Scene(round=5)  # The wheel does not turn in the preparation of VI.
    scene.people("h8", "nun", "aristocrat")
    scene.infect("h8")
    scene.people("h5", "nun")
    for player in scene.state.players:
        player.ready, player.box = 1, 2
    scene.stand(0, "h3")
    scene[0].ready = 1
    scene[0].box = 1
    scene.stand(1, "h1")
    scene.stand(2, "h2")
    scene.turn(0)
    scene.play("go home nw")
    events = scene.play("end")
    assert happened(events, CitizensLost) == [CitizensLost("h8", ("nun", "aristocrat"))]
    assert scene.state.hexes["h8"].citizens == []
    assert scene.state.hexes["h5"].citizens == ["nun"]


def test_R150_priorities_of_the_rounds():
    """R150: the priorities of rounds II to VI are church, popularity, score, city, church."""
    assert [ROUNDS[number].priority for number in range(2, 7)] == ["church", "popularity", "score", "city", "church"]
    for number, name in enumerate(("church", "popularity", None, "city", "church"), 2):
        if name:
            scene = Scene(round=number - 1)
            scene.register(name, 1, 3, 2)
            (began,) = happened(closing(scene), RoundBegan)
            assert (began.round, began.priority, began.order) == (number, name, [1, 2, 0])


def test_R151_level_discs_the_top_one_first():
    scene = Scene(round=4)
    scene.register("city", 2, 2, 2)
    scene.state.registers["city"].arrivals = [1, 0, 2]
    closing(scene)
    assert scene.state.order == [2, 0, 1]


def test_R152_the_score_track_in_IV():
    for owners in ((0, 1), (1, 0)):
        scene = Scene(round=3)
        scene[0].points, scene[1].points, scene[2].points = 10, 10, 7
        for hex_, owner in zip(("h13", "h3"), owners, strict=True):
            scene.state.hexes[hex_].owner = owner
            scene[owner].tiles -= 1
            scene.turn(2)
            scene.play(f"go home {hex_}", seat=2)  # Its owner gets 2 points, and reaches 12.
            scene.end()
        assert [scene[seat].points for seat in (0, 1)] == [12, 12]
        (began,) = happened(closing(scene), RoundBegan)
        assert (began.priority, began.order) == ("score", [*reversed(owners), 2])


def test_R153_two_ships_come_to_the_same_dock():
    scene = Scene(round=3)
    events = closing(scene)
    (drawn,) = happened(events, DockDrawn)
    ships = happened(events, ShipArrived)
    assert [(ship.dock, ship.cube) for ship in ships] == [(f"dock-{drawn.harbour}", True)] * 2
    assert len(scene.state.docks[ships[0].dock]) == 2


@pytest.mark.parametrize(("left", "cubes"), [(0, [False, False]), (1, [True, False]), (2, [True, True])])
def test_R153_each_ship_gets_a_plague_cube_while_there_are_any(left, cubes):
    scene = Scene(seats=3, round=5)
    scene.infect("h3", scene.state.plague - left)
    assert [ship.cube for ship in happened(closing(scene), ShipArrived)] == cubes
    assert scene.state.plague == left - sum(cubes)


@pytest.mark.parametrize(("there", "second"), [(2, "ne"), (3, "ne"), (1, "nw")])
def test_R154_a_full_dock_passes_ships_on_clockwise(there, second):
    scene = Scene(round=3)
    for ship in ("silk1", "gems1", "spices1")[:there]:
        scene.moor(ship, "nw")
    scene.state.dock_tiles = ["se", "nw"]
    ships = happened(closing(scene), ShipArrived)
    assert [ship.dock for ship in ships] == [f"dock-{'nw' if there < 3 else 'ne'}", f"dock-{second}"]
    assert len(scene.state.docks["dock-nw"]) == min(3, there + 2)


def test_R155_after_the_last_dock_tile_all_four_are_shuffled():
    orders = set()
    for draws in range(30):
        scene = Scene(round=2)
        scene.state.dock_tiles, scene.state.chance.draws = ["se"], draws
        (drawn,) = happened(closing(scene), DockDrawn)
        assert (drawn.harbour, drawn.reshuffled) == ("se", True)
        assert sorted(scene.state.dock_tiles) == ["ne", "nw", "se", "sw"]
        assert scene.table.view(None).dock_tiles == 4
        orders.add(tuple(scene.state.dock_tiles))
    assert {order[-1] for order in orders} == {"ne", "nw", "se", "sw"}, "the next one may be any"
    assert len(orders) > 10


def test_R156_the_new_hex_lies_on_the_first_free_place_clockwise():
    for seats in (2, 3, 4):
        layout = CITY_LAYOUTS[seats]
        for corner in ("nw", "ne", "se", "sw"):
            scene = Scene(seats=seats, round=1)
            scene.state.dock_tiles = [next(one for one in layout.harbours if one != corner), corner]
            (added,) = happened(closing(scene), HexAdded)
            ring = [*layout.ring, *layout.ring]
            expected = next(word for word in ring[ring.index(corner) :] if word.isdigit())
            assert added.place == layout.first + int(expected) - 1
            assert added.hex == "h16"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R157_five_hexes_are_added_in_a_game(seats):
    lot = random.Random(seats)
    options = {option.id: option.default for option in GAME.options(seats)}
    state, events = start_game(GAME, seats, "five", options)
    while not state.over:
        seat = lot.choice(due_seats(state))
        events += apply_move(GAME, state, seat, lot.choice(legal_moves(state, seat)))
    assert len(happened(events, HexAdded)) == 5
    assert len(state.hexes) == CITY_LAYOUTS[seats].first + 4 + 5
    assert len({event.place for event in happened(events, HexAdded)}) == 5
    assert [event.round for event in happened(events, RoundBegan)] == [1, 2, 3, 4, 5, 6]


def plague_scene(supply, seats=4):
    """Set up round I (by default with four players, and so three "left" hexes) with this many cubes in the supply."""
    scene = Scene(seats=seats, round=1)
    scene.state.wheel = 11
    scene.infect("h1", scene.state.plague - supply)
    scene.state.events = []
    return scene


def left_hexes(scene):
    return [hex_ for hex_ in scene.state.hexes if getattr(DISTRICTS.get(hex_), "rat", "") == "left"]


def test_R158_with_too_few_cubes_none_is_placed():
    scene = plague_scene(0)
    number = len(left_hexes(scene))
    for supply, placed in ((number - 1, False), (number, True)):
        scene = plague_scene(supply)
        turn_wheel(scene.state)
        assert scene.state.plague == (0 if placed else supply)
        assert bool(happened(scene.state.events, PlaguePlaced)) == placed
        assert happened(scene.state.events, PlagueFailed) == ([] if placed else [PlagueFailed(number, supply)])
        assert all(scene.state.hexes[hex_].cubes == placed for hex_ in left_hexes(scene))


def test_R159_the_second_placement_may_fail_after_the_first():
    scene = Scene(seats=3, round=3)
    scene.state.wheel = 11
    scene.state.hex_stack[-1] = "h20"
    on_left, on_right = (
        [hex_ for hex_ in [*scene.state.hexes, "h18"] if getattr(DISTRICTS.get(hex_), "rat", "") == rat]
        for rat in ("left", "right")
    )
    scene.state.hex_stack[-1] = "h18"
    supply = len(on_left) + 2 + len(on_right) - 1  # Two cubes go to the ships.
    scene.infect("h8", scene.state.plague - supply)
    events = closing(scene)
    placed = happened(events, PlaguePlaced)
    assert [sorted(event.hexes) for event in placed] == [sorted(on_left)]
    assert happened(events, PlagueFailed) == [PlagueFailed(len(on_right), len(on_right) - 1)]
    assert scene.state.plague == len(on_right) - 1


def test_R160_in_a_double_round_citizens_come_once_by_the_last_position():
    scene = Scene(seats=3, round=3)
    scene.state.wheel = 11
    events = closing(scene)
    assert [event.position for event in happened(events, WheelTurned)] == [1, 2]
    wheel = WHEEL[1]
    assert scene.state.wheel == 1
    came = {event.citizen: set(event.hexes) for event in happened(events, CitizensCame)}
    for citizen in ("craftsman", "nun", "aristocrat"):
        colour = getattr(wheel, citizen)
        assert came[citizen] == {h for h in scene.state.hexes if getattr(DISTRICTS.get(h), "colour", "") == colour}
    assert sum(len(place.citizens) for place in scene.state.hexes.values()) == sum(map(len, came.values()))


def test_R161_no_plague_and_no_citizens_in_VI():
    scene = Scene(seats=3, round=5)
    wheel = scene.state.wheel
    events = closing(scene)
    assert scene.state.round == 6
    assert scene.state.wheel == wheel
    assert not happened(events, WheelTurned)
    assert not happened(events, CitizensCame)
    assert not any(place.cubes or place.citizens for place in scene.state.hexes.values())
    assert [ship.cube for ship in happened(events, ShipArrived)] == [True, True]
    assert len(happened(events, HexAdded)) == 1


def test_R162_a_hex_may_hold_two_citizens():
    scene = Scene(seats=4, round=1)
    scene.state.wheel = 0
    place_citizens(scene.state)
    scene.state.wheel = 4  # The wheel shows the same colours again.
    place_citizens(scene.state)
    assert scene.state.hexes["h1"].citizens == ["nun", "nun"]


def test_R204_a_colour_on_no_hex_brings_no_citizen():
    scene = Scene(seats=4, round=1)
    for hex_ in [hex_ for hex_ in scene.state.hexes if getattr(DISTRICTS.get(hex_), "colour", "") == "orange"]:
        del scene.state.hexes[hex_]
    scene.state.wheel, scene.state.events = 0, []
    place_citizens(scene.state)
    assert {event.citizen for event in scene.state.events} == {"craftsman", "aristocrat"}
    assert not any("nun" in place.citizens for place in scene.state.hexes.values())


def test_a_ship_comes_without_a_cube_when_the_supply_is_empty():
    scene = Scene(seats=3, round=1)
    scene.infect("h8", scene.state.plague)
    events = closing(scene)
    (ship,) = happened(events, ShipArrived)
    assert not ship.cube
    seat = scene.due[0]
    scene[seat].coin = 9
    rats = scene[seat].rats
    move = next(m for m in scene.moves("board"))
    scene.play(move, seat=seat)
    assert ship.ship in scene[seat].ships
    assert scene[seat].rats == rats
