"""Views show everything except face-down stacks and chance."""

import msgspec

from rules.messina.components import LAYOUTS
from rules.messina.events import Boarded, Went
from rules.table import Table
from tests.rules.messina.games import GAME, SEATS, rich_game
from tests.rules.messina.scene import Scene, happened


def test_a_view_is_plain_json_and_names_no_secret():
    for seats in SEATS:
        for state in rich_game(seats, "view"):
            seen = GAME.view(state, 0)
            text = msgspec.json.encode(seen).decode()
            assert msgspec.json.decode(text, type=type(seen)) == seen
            words = set(text.replace('"', " ").replace(",", " ").replace(":", " ").split())
            covered = [
                *state.hex_stack,
                *state.ship_stack,
                *(tile for stack in state.hut_stacks for tile in stack[:-1]),
            ]
            covered += [tile for table in (state.early, state.late) for stack in table.values() for tile in stack[:-1]]
            covered += [tile for stack in state.wagon_stacks for tile in stack[:-1]]
            if state.opponent is not None:
                covered += state.opponent.stack
            assert not words & set(covered)
            assert state.chance.seed not in words


def test_the_city_lies_where_the_layout_says():
    scene = Scene(seats=4, round=3)
    view = scene.table.view(None)
    layout = LAYOUTS[4]
    at = {one.id: one.at for one in view.hexes}
    assert [at[hex_] for hex_ in ("h1", "h2", "h14")] == [layout.places[0], layout.places[1], layout.places[12]]
    assert at["nw"] == layout.harbours["nw"]
    assert len(at) == 13 + 4 + 2
    assert len(view.free_places) == 4
    assert not set(view.free_places) & set(at.values())
    assert [dock.at for dock in view.docks] == [layout.docks[corner] for corner in ("nw", "ne", "se", "sw")]


def test_what_a_question_is_about():
    scene = Scene()
    scene.people("h8", "nun", "craftsman")
    scene.infect("h8")
    scene.upgrade_hut(1, "q3")
    scene[0].fire = 1
    assert (scene.table.view(0).question, scene.table.view(0).about) == ("turn", "")
    scene.play("go home h8")
    view = scene.table.view(0)
    assert (view.question, view.about, view.remaining) == ("rescue", "h8", 2)
    scene.play("rescue nun hut1")
    view = scene.table.view(1)  # The craftsman went to the only kind of hut left.
    assert (view.question, view.about, view.remaining) == ("fight", "h8", 0)
    scene.play("leave")
    assert (scene.table.view(0).question, scene.table.view(0).about) == ("act", "h8")
    scene.settle_citizen("nl1")
    scene.settle_citizen("nr1")
    scene.play("act 1", "advance nun on")
    view = scene.table.view(0)
    assert (view.question, view.remaining) == ("activation", 1)


def test_figures_stand_or_lie():
    scene = Scene()
    scene.lie(1, "h8", "dock-nw")
    scene.stand(2, "h3", "dock-nw")
    view = scene.table.view(None)
    hexes = {one.id: one.figures for one in view.hexes}
    assert [(one.seat, one.standing) for one in hexes["h8"]] == [(1, False)]
    assert [(one.seat, one.standing) for one in hexes["h3"]] == [(2, True)]
    assert [(one.seat, one.standing) for one in view.docks[0].figures] == [(1, False), (2, True)]


def test_where_who_is_asked_to_go_can_go_and_for_how_much():
    """R29, R31, R32."""
    scene = Scene()
    scene.lie(0, "h1", "dock-nw")
    scene.moor("silk1", "ne")
    scene[0].coin = 2
    scene.stand(1, "h2")
    scene.turn(0)
    view = scene.table.view(0)
    assert set(view.reach) == {"h1", "dock-nw"}
    docks = {ship.id: dock.id for dock in view.docks for ship in dock.ships}
    legal = [move.split() for move in scene.moves() if move.split()[0] in ("go", "board")]
    reached = {(start, to) for start, places in view.reach.items() for to in places}
    assert reached == {(start, docks.get(to, to)) for _, start, to in legal}
    assert "h2" not in view.reach["h1"]
    assert view.reach["h1"]["h1"] == view.reach["dock-nw"]["nw"] == 0
    assert max(max(places.values()) for places in view.reach.values()) == 2
    for verb, start, to in legal:
        again = Table.from_position(GAME, scene.table.get_position())
        [went] = happened(again.play(0, f"{verb} {start} {to}"), Went if verb == "go" else Boarded)
        assert view.reach[start][docks.get(to, to)] == went.coins
    assert scene.table.view(1).reach == view.reach, "everything of it is public"
    scene.play("recall h1")
    assert scene.table.view(None).reach == {"home": scene.table.view(1).reach["home"]}


def test_who_may_but_need_not_do_something_is_not_waited_for():
    scene = Scene(workshop_moves="always")
    scene.workshop("b7", seat=0)
    scene.settle_citizen("nl1", 2, 0)
    scene.turn(1)
    assert scene.due == [0, 1]
    assert (scene.table.view(None).due, scene.table.view(None).question) == ([1], "turn")
    assert (scene.table.view(0).due, scene.table.view(0).question) == ([1], "idle")
