import random
from collections import Counter

import pytest

from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.messina import events as s
from rules.messina.components import OPPONENT_SEAT, REGISTER, SOLO_TILES
from rules.messina.events import HexAdded, RoundBegan, RoundEnded, ShipArrived, TurnEnded
from rules.table import Table
from tests.rules.messina.games import GAME, options
from tests.rules.messina.scene import Scene, happened


def whole_game(seed, **chosen):
    """Return all events of a random solo game, each with its round."""
    lot = random.Random(seed)
    state, events = start_game(GAME, 1, str(seed), options(1, **chosen))
    told, number = [], 0
    while True:
        for event in events:
            number = event.round if isinstance(event, RoundBegan) else number
            told.append((number, event))
        if state.over:
            return told
        (seat,) = due_seats(state)
        events = apply_move(GAME, state, seat, lot.choice(legal_moves(state, seat)))


@pytest.mark.parametrize("seed", range(5))
def test_R187_lieutenants_and_start_player_of_the_opponent(seed):
    told = whole_game(seed)
    turns = [number for number, event in told if isinstance(event, s.OpponentWent | s.OpponentPassed)]
    assert [turns.count(number) for number in range(1, 7)] == [3, 3, 3, 4, 4, 5]
    for _, event in told:
        if isinstance(event, RoundBegan):
            assert event.order == ([OPPONENT_SEAT, 0] if event.round in (2, 4, 6) else [0, OPPONENT_SEAT])
            assert event.priority == ("setup" if event.round == 1 else "solo")
    first = {}
    for number, event in told:
        if type(event).__name__ in ("Went", "Boarded", "Recalled", "OpponentWent", "OpponentPassed"):
            first.setdefault(number, type(event).__name__.startswith("Opponent"))
    assert first == {1: False, 2: True, 3: False, 4: True, 5: False, 6: True}


def test_R187_turns_alternate_and_a_side_without_lieutenants_is_skipped():
    scene = Scene(seats=1, round=4)  # The opponent has 4 lieutenants, the player 3.
    scene.tiles("s1", "s2", "s3", "s5")
    for turn, hex_ in enumerate(("nw", "ne"), 1):
        scene.play(f"go home {hex_}")
        scene.end()
        assert (len(scene.opponent.standing), scene.opponent.ready) == (turn, 4 - turn)
    scene.play("go home se")
    events = scene.play("end")
    assert [event.left for event in happened(events, s.OpponentWent)] == [1, 0]
    assert happened(events, RoundEnded)


def test_R187_the_side_with_lieutenants_left_continues():
    scene = Scene(seats=1, round=3, ready=5, supply=0)
    scene.tiles("s1", "s2", "s3")
    for hex_ in ("nw", "ne", "se"):
        scene.play(f"go home {hex_}")
        scene.end()
    assert (scene.opponent.ready, scene[0].ready) == (0, 2)
    scene.play("go home sw")
    events = scene.play("end")
    assert (events, scene.state.round, scene.due) == ([TurnEnded(0, ())], 3, [0])


def test_a_solo_game_has_the_layout_the_ships_and_the_new_hexes_of_two():
    view = Table(GAME, 1, "two").view(None)
    two = Table(GAME, 2, "two").view(None)
    assert sorted(one.at for one in view.hexes) == sorted(one.at for one in two.hexes)
    assert (view.free_places, [one.at for one in view.docks]) == (two.free_places, [one.at for one in two.docks])
    told = whole_game(2)
    for kind, rounds in ((ShipArrived, [1, 2, 3, 4, 5, 6]), (HexAdded, [2, 3, 4, 5, 6])):
        happens = [number for number, event in told if isinstance(event, kind)]
        assert [number + 1 for number in happens] == rounds  # These events come before the round starts.


def standing_on(hex_, *tiles, round=3):  # noqa: A002
    """Put the player on a hex, and let the opponent draw these tiles next."""
    scene = Scene(seats=1, round=round)
    scene.tiles(*tiles)
    scene[0].coin = 5  # Without coins the turn would offer no choice and end automatically.
    scene.play(f"go home {hex_}")
    return scene


def test_R188_tiles_whose_hex_is_taken_or_not_in_the_city_are_passed_over():
    scene = standing_on("h1", "s1", "s13", "s3")  # h1 is the player's, and h18 is still in the stack.
    events = scene.play("end")
    assert happened(events, s.TileRevealed) == [
        s.TileRevealed("s1", "h1", "taken"),
        s.TileRevealed("s13", "h18", "absent"),
        s.TileRevealed("s3", "h5", ""),
    ]
    assert happened(events, s.OpponentWent) == [s.OpponentWent("h5", 2)]
    assert (scene.opponent.standing, scene.opponent.shown) == (["h5"], ["s1", "s13", "s3"])
    assert scene.state.hexes["h5"].taken
    assert "A lieutenant has already chosen H5 this round" in scene.refused("go home h5")
    view = scene.table.view(0)
    assert view.opponent.shown == ["s1", "s13", "s3"]
    assert view.opponent.stack == 11
    figures = {one.id: [(figure.seat, figure.standing) for figure in one.figures] for one in view.hexes}
    assert figures["h5"] == [(OPPONENT_SEAT, True)]
    assert figures["h1"] == [(0, True)]


def test_R188_without_any_tile_left_the_lieutenant_does_nothing():
    scene = standing_on("h1", "s1", "s13")
    gone = [tile for tile in SOLO_TILES if tile not in ("s1", "s13")]
    scene.opponent.stack = ["s13", "s1"]
    scene.opponent.shown = gone
    events = scene.play("end")
    assert happened(events, s.OpponentPassed) == [s.OpponentPassed(2)]
    assert scene.opponent.standing == []
    assert scene.due == [0]


def test_R189_the_opponent_rescues_and_fights():
    scene = standing_on("nw", "s3")
    scene.people("h5", "nun", "craftsman")
    scene.infect("h5", 3)
    supply, popularity = scene.state.plague, scene.opponent.popularity
    before = scene.table.get_position()["players"]
    events = scene.play("end")
    assert scene.state.hexes["h5"].citizens == []
    assert (scene.state.hexes["h5"].cubes, scene.state.plague) == (2, supply + 1)
    assert scene.opponent.popularity == popularity + 1
    assert happened(events, s.OpponentRescued) == [s.OpponentRescued("h5", ("nun", "craftsman"))]
    assert happened(events, s.OpponentFought) == [s.OpponentFought("h5", popularity + 1)]
    assert scene.table.get_position()["players"] == before  # No seat gains points, rats or tokens.
    discs = scene.table.view(None).registers[0].discs
    assert discs[popularity] == [OPPONENT_SEAT]


def test_R189_a_late_fight_costs_nothing_and_gives_no_points():
    scene = standing_on("nw", "s3", round=5)
    scene.infect("h5")
    space = scene.opponent.popularity = len(REGISTER["popularity"])
    before = scene.table.get_position()["players"]
    events = scene.play("end")
    assert scene.state.hexes["h5"].cubes == 0
    assert happened(events, s.OpponentFought) == [s.OpponentFought("h5", space)]  # already on the last space
    assert scene.table.get_position()["players"] == before


def test_R189_a_hex_without_citizens_and_cubes():
    scene = standing_on("nw", "s3")
    events = scene.play("end")
    assert happened(events, s.OpponentRescued) == happened(events, s.OpponentFought) == []
    assert scene.opponent.popularity == 1


def test_R190_a_ship_of_the_nearest_dock():
    scene = standing_on("sw", "s2")  # h2 is next to the north-western harbour.
    for ship, corner in (("silk1", "se"), ("spices1", "nw")):
        scene.moor(ship, corner)
    supply = scene.state.plague
    events = scene.play("end")
    assert happened(events, s.OpponentTook) == [
        s.OpponentTook("ship", ("spices1",), (), "dock-nw", True, 2, ("dock-nw",))
    ]
    assert scene.state.docks["dock-nw"] == []
    assert [one.ship for one in scene.state.docks["dock-se"]] == ["silk1"]
    assert scene.state.plague == supply + 1  # The ship's cube is back in the supply, and popularity has not moved.
    assert scene.opponent.popularity == 1
    assert "spices1" in scene.opponent.taken


def test_R190_ships_that_are_equally_near_are_drawn_by_lot_each_as_likely_as_another():
    taken = Counter()
    for draws in range(180):
        scene = standing_on("sw", "s9")
        scene.state.hexes["h14"].place, scene.state.hexes["h5"].place = 4, 8  # as far from each dock
        for ship, corner in (("silk1", "nw"), ("spices1", "se"), ("silk2", "se")):
            scene.moor(ship, corner)
        scene.state.chance.draws = draws
        (took,) = happened(scene.play("end"), s.OpponentTook)
        assert (took.steps, took.near) == (3, ("dock-nw", "dock-se", "dock-se"))
        assert took.dock == ("dock-nw" if took.tiles == ("silk1",) else "dock-se")
        taken[took.tiles] += 1
    # The draw is among ships rather than docks: each has a third, and the one alone at its dock does not have a half.
    assert taken.keys() == {("silk1",), ("spices1",), ("silk2",)}
    assert all(40 <= count <= 80 for count in taken.values()), taken


def test_R190_the_nearest_dock_is_one_with_a_ship():
    scene = standing_on("sw", "s2")  # h2 is next to the north-western harbour.
    scene.moor("silk1", "se", cube=False)
    supply = scene.state.plague
    events = scene.play("end")
    assert happened(events, s.OpponentTook) == [
        s.OpponentTook("ship", ("silk1",), (), "dock-se", False, 4, ("dock-se",))
    ]
    assert scene.state.plague == supply


def test_R190_without_a_ship_the_opponent_does_nothing():
    scene = standing_on("sw", "s2")
    assert happened(scene.play("end"), s.OpponentIdle) == [s.OpponentIdle("ship")]


def test_R191_all_hut_upgrades():
    """R191: the opponent takes all three face-up hut upgrades, and the next ones are revealed."""
    scene = standing_on("nw", "s8")
    tops = tuple(stack[-1] for stack in scene.state.hut_stacks)
    then = tuple(stack[-2] for stack in scene.state.hut_stacks)
    events = scene.play("end")
    assert happened(events, s.OpponentTook) == [s.OpponentTook("huts", tops, then, "", False)]
    assert tuple(stack[-1] for stack in scene.state.hut_stacks) == then
    assert set(tops) <= set(scene.opponent.taken)


@pytest.mark.parametrize(
    ("round", "tile", "citizen"), [(3, "s1", "nun"), (5, "s5", "aristocrat"), (5, "s6", "craftsman")]
)
def test_R191_the_workshop_of_the_class(round, tile, citizen):  # noqa: A002
    scene = standing_on("nw", tile, round=round)
    offer = {one: list(stack) for one, stack in scene.state.offer.items()}
    top, then = offer[citizen][-1], offer[citizen][-2]
    events = scene.play("end")
    assert happened(events, s.OpponentTook) == [s.OpponentTook("workshop", (top,), (then,), "", False)]
    assert {one for one, stack in scene.state.offer.items() if stack != offer[one]} == {citizen}


def test_R191_an_empty_stack_and_a_tile_without_an_action():
    scene = standing_on("nw", "s4", round=5)
    (stack,) = scene.state.wagon_stacks
    scene.opponent.taken += stack
    stack.clear()
    assert happened(scene.play("end"), s.OpponentIdle) == [s.OpponentIdle("wagon")]
    assert happened(standing_on("nw", "s3").play("end"), s.OpponentIdle) == [s.OpponentIdle("none")]


def test_R199_a_lying_figure_does_not_keep_the_opponent_away():
    scene = Scene(seats=1, round=3, coin=5)
    scene.lie(0, "h5", "h1")
    scene.tiles("s3")
    scene.play("go h1 nw")
    events = scene.play("end")
    assert happened(events, s.OpponentWent) == [s.OpponentWent("h5", 2)]
    figures = next(one for one in scene.table.view(None).hexes if one.id == "h5").figures
    assert [(figure.seat, figure.standing) for figure in figures] == [(0, False), (OPPONENT_SEAT, True)]
