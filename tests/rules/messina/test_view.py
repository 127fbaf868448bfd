from rules.game import Target
from rules.messina.action.overseers import Activation
from rules.messina.events import Boarded, Went
from rules.messina.state import Overseer
from rules.messina.turn import Rescuing
from rules.table import Table
from tests.rules.messina.games import GAME
from tests.rules.messina.scene import GOLD, NORMAL, Scene, happened


def test_the_view_shows_the_subject_of_a_question():
    scene = Scene(fire=1)
    scene.people("h8", "nun", "craftsman")
    scene.infect("h8")
    scene.upgrade_hut(1, "q3")
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


def test_a_question_is_about_the_last_hex_that_came_up():
    scene = Scene()
    scene.people("h3", "nun", "craftsman")
    scene.people("h8", "nun", "nun", "craftsman")
    scene.state.pending[0] += [Rescuing("h8"), Rescuing("h3")]
    view = scene.table.view(0)
    assert (view.about, view.remaining) == ("h3", 2)
    scene.state.pending[0].append(Activation([["nl1", "nl2"], ["nr1"]], left=[2, 1]))
    view = scene.table.view(0)
    assert (view.about, view.remaining) == ("h3", 3)


def test_the_view_shows_where_the_player_can_go_at_what_price():
    """R29, R31, R32: the view has each reachable place with its price, and no blocked place."""
    scene = Scene(coin=2)
    scene.lie(0, "h1", "dock-nw")
    scene.moor("silk1", "ne")
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


def test_the_game_does_not_wait_for_optional_actions():
    scene = Scene(workshop_moves="always")
    scene.workshop("b7", seat=0)
    scene.settle_citizen("nl1", 2, 0)
    scene.turn(1)
    assert scene.due == [0, 1]
    assert scene.table.view(None).active == 1
    assert (scene.table.view(None).due, scene.table.view(None).question) == ([1], "turn")
    assert (scene.table.view(0).due, scene.table.view(0).question) == ([1], "idle")


def busy_scene():
    """Return a scene in which seat 1 has something in every place, and no two counts are equal."""
    scene = Scene()
    scene.people("h8", "nun", "craftsman")
    scene.infect("h8", 2)
    scene.state.hexes["h8"].owner = 2
    scene.moor("silk1", "ne")
    scene.moor("silk2", "ne", cube=False)
    scene.lie(1, "h8", "dock-nw")
    scene.stand(1, "h3")
    scene.settle_citizen("nl1", GOLD, 1)
    scene.settle_citizen("cl2", NORMAL, 1)
    scene.upgrade_hut(2, "q3", 1)
    scene.quarantine(2, "nun", 2, GOLD, 1)
    scene.quarantine(1, "craftsman", 2, NORMAL, 1)
    scene.workshop("b7", GOLD, paid=True, seat=1)
    scene.workshop("b3", seat=1)
    scene.wagon("c1-1", used=True, seat=1)
    scene.own_ships(1, "silk3")
    player = scene[1]
    player.points, player.coin, player.timber, player.fire, player.big_fire = 11, 1, 2, 3, 4
    player.rats, player.ready, player.used, player.supply, player.box, player.tiles = 5, 6, 7, 8, 9, 10
    player.overseers["nun"] = Overseer(3, "left", upgraded=True)
    player.scrolls, player.deferred, player.queue = [1, 2, 3], ["city-4"], ["rat"]
    player.spent = ["nl2"]
    scene.state.wheel = 4
    scene.register("city", 3, 5, 3)
    return scene


def solo_scene():
    """Return a solo game in which the opponent has a bit of everything."""
    scene = Scene(seats=1)
    rival = scene.opponent
    rival.popularity, rival.ready, rival.next = 5, 2, True
    rival.standing, rival.shown, rival.stack, rival.taken = ["h5", "h1", "h5"], ["s4", "s2"], ["s1", "s3"], ["q3"]
    return scene


def test_the_view_finds_the_things_named_by_moves():
    view = busy_scene().table.view(None)
    hexes, docks = ({one.id: one for one in things} for things in (view.hexes, view.docks))
    for kind, thing, shown in (
        ("hex", "h8", hexes["h8"]),
        ("dock", "dock-nw", docks["dock-nw"]),
        ("ship", "silk1", docks["dock-ne"]),
        ("ship", "silk3", None),
        ("workshop", "b6", True),
        ("wagon", "c2-2", True),
        ("hut_upgrade", "q14", True),
        ("workshop", "b7", False),
        ("register", "city", view.registers[1].discs),
        ("square", "nl1", None),
    ):
        assert GAME.seen(view, Target(kind, thing)) == shown, thing


def test_the_opponents_past_tiles_are_empty_before_the_first_one():
    scene = solo_scene()
    scene.opponent.stack, scene.opponent.shown = [], []
    assert scene.table.view(0).opponent.past == [], "none has been shown yet"
