import pytest

from rules.messina.components import DISTRICTS, HUT_TILES, SHIPS, WAGONS, WHEEL, WORKSHOPS
from rules.messina.events import CitizensCame, DockDrawn, PlaguePlaced, Rats, ShipArrived, WheelTurned
from rules.messina.setup import place_citizens, turn_wheel
from rules.table import Table
from tests.rules.messina.scene import GAME, Scene, happened

SEEDS = range(12)


def tables(seats):
    return [Table(GAME, seats, str(seed)) for seed in SEEDS]


@pytest.mark.parametrize(("seats", "cubes"), [(1, 16), (2, 16), (3, 18), (4, 24)])
def test_R1_the_plague_supply(seats, cubes):
    """R1: the plague supply has 16, 18 or 24 cubes, depending on the number of players."""
    for table in tables(seats):
        state = table.state
        on_hexes = sum(place.cubes for place in state.hexes.values())
        on_ships = sum(one.cube for ships in state.docks.values() for one in ships)
        assert state.plague + on_hexes + on_ships == cubes
        assert on_ships == 1


@pytest.mark.parametrize(("seats", "number"), [(1, 6), (2, 6), (3, 9), (4, 9)])
def test_R2_ships_without_gems_for_two(seats, number):
    """R2: one or two players use only the ships without gems."""
    for table in tables(seats):
        moored = [one.ship for ships in table.state.docks.values() for one in ships]
        ships = table.state.ship_stack + moored
        assert len(ships) == len(set(ships)) == number
        assert any(SHIPS[ship].goods == "gems" for ship in ships) == (seats > 2)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_R3_ships_come_by_number(seats):
    """R3: ships come in the order of their numbers 1, 2, 3."""
    for table in tables(seats):
        first = [one.ship for ships in table.state.docks.values() for one in ships]
        numbers = [SHIPS[ship].number for ship in first + table.state.ship_stack[::-1]]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize(("seats", "stacks"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_R4_wagon_stacks_in_the_order_of_their_numbers(seats, stacks):
    for table in tables(seats):
        state = table.state
        assert [[WAGONS[tile].pair for tile in stack[::-1]] for stack in state.wagon_stacks] == [
            [1, 2, 3, 4, 5]
        ] * stacks
        assert [stack.top for stack in table.view(None).wagons] == [stack[-1] for stack in state.wagon_stacks]
    assert len({tuple(map(tuple, table.state.wagon_stacks)) for table in tables(seats)}) > 1


def test_R5_three_stacks_of_five_hut_upgrades():
    for table in tables(3):
        stacks = table.state.hut_stacks
        assert [len(stack) for stack in stacks] == [5, 5, 5]
        assert sorted(tile for stack in stacks for tile in stack) == sorted(HUT_TILES)
        assert [(one.top, one.tiles) for one in table.view(None).huts] == [(stack[-1], 5) for stack in stacks]


def test_R6_early_workshops_of_each_class_and_no_late_one():
    for table in tables(3):
        shown = [stack.top for stack in table.view(0).workshops]
        assert [WORKSHOPS[tile].citizen for tile in shown] == ["craftsman", "nun", "aristocrat"]
        assert not any(WORKSHOPS[tile].late for tile in shown)


@pytest.mark.parametrize(("seats", "number"), [(1, 8), (2, 8), (3, 10), (4, 12)])
def test_R7_the_city_is_all_A_hexes_and_one_B_and_four_harbours(seats, number):
    for table in tables(seats):
        kinds = [DISTRICTS[hex_].kind for hex_ in table.state.hexes if hex_ in DISTRICTS]
        assert sorted(kinds) == ["A"] * number + ["B"]
        assert [hex_ for hex_ in table.state.hexes if hex_ not in DISTRICTS] == ["nw", "ne", "se", "sw"]
    assert len({tuple(table.state.hexes) for table in tables(seats)}) > 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_R8_the_B_hex_left_comes_before_the_C_hexes(seats):
    for table in tables(seats):
        assert [DISTRICTS[hex_].kind for hex_ in table.state.hex_stack[::-1]] == ["B", "C", "C", "C", "C"]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_R9_hexes_for_four_only_are_out(seats):
    for table in tables(seats):
        everywhere = [*table.state.hexes, *table.state.hex_stack]
        assert not {"h12", "h15"} & set(everywhere)
        assert all(seats in DISTRICTS[hex_].players for hex_ in everywhere if hex_ in DISTRICTS)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_R10_the_starting_pieces_of_a_player(seats):
    for player in Table(GAME, seats, "start").state.players:
        assert (player.ready, player.supply, player.used, player.box, player.lying, player.standing) == (
            3, 2, 0, 0, [], [],
        )  # fmt: skip
        assert [(one.step, one.upgraded) for one in player.overseers.values()] == [(0, False)] * 3
        assert (player.scrolls, player.tiles) == ([0, 0, 0], 5)
        assert (player.fire, player.big_fire, player.timber, player.rats) == (0, 0, 0, 0)


def test_the_turn_order_is_drawn():
    assert len({tuple(Table(GAME, 3, f"{seed}").state.order) for seed in range(30)}) == 6


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_R11_compensation_by_turn_order(seats):
    """R11: in turn order, seats are compensated with 0, 1, 0, 1 points and 0, 0, 1, 1 coins."""
    for table in tables(seats):
        players = [table.state.players[seat] for seat in table.state.order]
        assert [player.points for player in players] == [0, 1, 0, 1][:seats]
        assert [player.coin for player in players] == [0, 0, 1, 1][:seats]


@pytest.mark.parametrize(("seats", "front"), [(2, [2, 1]), (3, [2, 3, 1]), (4, [4, 2, 3, 1])])
def test_R12_order_on_the_score_track(seats, front):
    """R12: the set-up determines the order on the score track."""
    for table in tables(seats):
        assert table.state.score_order() == [table.state.order[number - 1] for number in front]
        assert table.view(None).score_order == table.state.score_order()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R13_stacks_on_the_registers(seats):
    for table in tables(seats):
        for register in table.view(None).registers:
            assert register.discs[0] == table.state.order
            assert not any(register.discs[1:])


def test_R14_nobody_moved_on_church_so_round_II_runs_backwards():
    scene = Scene(seats=4, round=1)
    scene.end_round()
    assert scene.state.round == 2
    assert scene.state.order == [3, 2, 1, 0]


def test_R15_one_ship_with_a_cube_at_the_dock_drawn():
    for table in tables(4):
        (drawn,) = happened(table.opening, DockDrawn)
        (ship,) = happened(table.opening, ShipArrived)
        assert ship.dock == f"dock-{drawn.harbour}"
        assert [len(ships) for ships in table.state.docks.values()].count(0) == 3
        (moored,) = table.state.docks[ship.dock]
        assert moored.cube


def test_R16_the_wheel_is_turned_before_it_is_used():
    for table in tables(4):
        (turned,) = happened(table.opening, WheelTurned)
        wheel = WHEEL[turned.position - 1]
        assert table.state.wheel == turned.position - 1
        (placed,) = happened(table.opening, PlaguePlaced)
        assert list(placed.hexes) == [
            hex_ for hex_ in table.state.hexes if getattr(DISTRICTS.get(hex_), "rat", "") == wheel.rat
        ]
    assert len({table.state.wheel for table in tables(4)}) > 4


def wheel_scene(seats=4):
    scene = Scene(seats=seats, round=1)
    scene.state.wheel = len(WHEEL) - 1  # The next position is the one in the rulebooks' example.
    scene.state.events = []
    return scene


def test_R17_plague_and_citizens_by_the_wheel_of_the_example():
    scene = wheel_scene()
    turn_wheel(scene.state)
    place_citizens(scene.state)
    assert (WHEEL[0].rat, WHEEL[0].nun, WHEEL[0].craftsman, WHEEL[0].aristocrat) == ("left", "orange", "white", "blue")
    who = {"orange": ["nun"], "white": ["craftsman"], "blue": ["aristocrat"], "red": []}
    for hex_, place in scene.state.hexes.items():
        district = DISTRICTS.get(hex_)
        assert place.cubes == (district is not None and district.rat == "left")
        assert place.citizens == (who[district.colour] if district else [])


def test_R18_a_hex_may_get_both():
    scene = wheel_scene()
    turn_wheel(scene.state)
    place_citizens(scene.state)
    assert (DISTRICTS["h2"].rat, DISTRICTS["h2"].colour) == ("left", "blue")
    assert (scene.state.hexes["h2"].cubes, scene.state.hexes["h2"].citizens) == (1, ["aristocrat"])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_R19_docks_get_no_cubes_and_docks_and_harbours_no_citizens(seats):
    scene = wheel_scene(seats)
    scene.moor("silk1", "nw", cube=False)
    for _ in WHEEL:
        turn_wheel(scene.state)
        place_citizens(scene.state)
    assert all(not scene.state.hexes[corner].citizens for corner in ("nw", "ne", "se", "sw"))
    assert [one.cube for ships in scene.state.docks.values() for one in ships] == [False]
    named = {hex_ for event in happened(scene.state.events, CitizensCame) for hex_ in event.hexes}
    assert named <= set(DISTRICTS)
    assert not happened(scene.state.events, Rats)


def test_R20_only_plague_cubes_run_out():
    scene = Scene(seats=2, round=3, fire=16, big_fire=6, timber=20, rats=15)
    for square in range(18):
        scene[1].squares[square] = 1
    scene.infect("h1", 1)
    scene.people("h2", "nun", "nun", "nun", "nun", "nun", "nun")
    scene.play("go home h1", "leave")
    assert scene[0].rats == 16
    scene.turn(0)
    scene.play("go home h5")
    assert (scene[0].timber, scene[0].fire) == (21, 17)
    scene.turn(0)
    scene.state.plague = 16 - 1
    while scene.state.plague:
        scene.infect("h3", 1)
    turn_wheel(scene.state)
    assert scene.state.plague == 0
