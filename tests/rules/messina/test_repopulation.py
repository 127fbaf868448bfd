import pytest

from rules.messina.action.action_step import refuse_repopulation
from rules.messina.events import Gained, Rats, Repopulated, Tribute
from tests.rules.messina.scene import GOLD, Scene, happened


def town(hex_="h1", citizens=("al1", "al2"), timber=1, coin=0, **kw):
    """Give seat 0 a wagon, tokens and citizens, before any move."""
    scene = Scene(**kw)
    for square in citizens:
        scene.settle_citizen(square)
    scene.wagon("c5-1")
    scene[0].timber, scene[0].coin = timber, coin
    return scene


def test_R126_timber_and_two_aristocrats():
    """R126: repopulating h1 costs timber and two aristocrats, and uses up the hex's action."""
    scene = town()
    scene[0].wagons[0].used = True
    scene.wagon("c4-1")
    scene.play("go home h1")
    events = scene.play("repopulate")
    assert (scene[0].timber, sum(scene[0].squares), scene[0].tiles) == (0, 0, 4)
    assert scene[0].wagons[1].used
    assert scene.state.hexes["h1"].owner == 0
    assert happened(events, Repopulated) == [Repopulated(0, "h1", 10)]
    assert scene.state.active == 1  # No hex action is left.


@pytest.mark.parametrize("missing", ["timber", "aristocrat", "wagon"])
def test_R126_each_condition_is_needed(missing):
    """R126: repopulating h1 without timber, an aristocrat or a wagon is refused."""
    scene = town(timber=int(missing != "timber"), citizens=("al1", "al2")[missing == "aristocrat" :])
    scene[0].wagons[0].used = missing == "wagon"
    scene.settle_citizen("nl1")
    scene.play("go home h1")
    assert not scene.moves("repopulate")
    why = {"timber": "costs 1 timber; you have 0 timber", "aristocrat": "aristocrat", "wagon": "wagon"}
    assert scene.refused("repopulate").startswith(("To repopulate", "Repopulating "))
    assert why[missing] in scene.refused("repopulate")


def test_R127_an_upgraded_requirement_takes_only_upgraded():
    scene = town(citizens=("nl1", "cl1"), coin=1)
    scene.play("go home h2")
    assert not scene.moves("repopulate")
    assert "upgraded" in scene.refused("repopulate")
    scene = town(citizens=(), coin=1)
    scene.settle_citizen("nl1", GOLD)
    scene.settle_citizen("cl1", GOLD)
    scene.settle_citizen("cl2")
    scene.play("go home h2", "repopulate")
    assert scene.state.hexes["h2"].owner == 0
    assert [scene[0].squares[one] for one in (0, 1, 6)] == [0, 1, 0]


def test_R127_the_player_chooses_among_matching_citizens():
    scene = town(citizens=("nl1", "nr1"), coin=1)
    scene.workshop("b7", GOLD)
    scene.settle_citizen("cl1", GOLD)
    scene.settle_citizen("cr1", GOLD)
    scene.settle_citizen("cr2")
    scene.play("go home h2", "repopulate")
    assert scene.moves() == ["give cl1", "give cr1"]
    assert "upgraded" in scene.refused("give cr2")
    scene.play("give cr1")
    assert scene.moves() == ["give nl1", "give nr1", "give b7"]
    scene.play("give b7")
    assert scene[0].workshops[0].side == 0
    assert scene.state.hexes["h2"].owner == 0


def lieutenant_town():
    """Set up h10, which needs 2 coins, 2 nuns and a lieutenant."""
    return town(citizens=("nl1", "nl2"), coin=2)


def test_R128_a_used_lieutenant_cannot_be_given_up():
    scene = lieutenant_town()
    scene.stand(0, "h3")
    scene[0].ready, scene[0].used = 1, 1
    scene.play("go home h10")
    assert not scene.moves("repopulate")
    assert "lieutenant" in scene.refused("repopulate")


def test_R129_a_lying_lieutenant_is_given_up_permanently():
    scene = lieutenant_town()
    scene.lie(0, "h10", "h3")
    scene[0].ready, scene[0].used = 0, 1
    before = scene.table.view(0).players[0].step_price
    scene.play("go h10 h10")
    scene.play("repopulate")
    assert (scene[0].box, scene[0].lying, scene[0].ready) == (1, [], 0)
    assert scene.table.view(0).players[0].step_price == before
    scene.end_round(1)
    assert scene[0].box == 1
    assert len(scene[0].lying) + scene[0].ready == 2


def test_R129_the_player_chooses_the_lieutenant():
    scene = lieutenant_town()
    scene.lie(0, "h10", "h3")
    scene.play("go h10 h10", "repopulate")
    assert scene.moves() == ["part h3", "part home"]
    scene.play("part home")  # This is possible even while another lieutenant lies in the city.
    assert (scene[0].box, scene[0].ready, scene[0].lying) == (1, 0, ["h3"])


def test_R130_the_lieutenant_that_chose_the_hex_cannot_be_given_up():
    scene = lieutenant_town()
    scene.lie(0, "h10", "h3")
    scene.play("go h10 h10", "repopulate")
    assert "used this round" in scene.refused("part h10")
    scene = lieutenant_town()
    scene[0].ready, scene[0].used = 1, 2
    scene.play("go home h10")
    assert not scene.moves("repopulate")


def test_R131_quarantine_does_not_count_workshops_do():
    scene = town(citizens=())
    scene.quarantine(1, "aristocrat")
    scene.quarantine(2, "aristocrat", 2)
    scene.play("go home h1")
    assert not scene.moves("repopulate")
    scene = town(citizens=("al3",))
    scene.workshop("b14", 1)
    scene.play("go home h1", "repopulate")
    assert scene.state.hexes["h1"].owner == 0
    assert scene[0].workshops[0].side == 0


def test_R132_the_wagon_is_ready_again_in_the_next_round():
    scene = town()
    scene[0].wagons[0].used = True
    scene.end_round()
    assert not scene[0].wagons[0].used


def test_R133_each_cube_left_gives_a_rat():
    scene = town()
    scene.infect("h1", 2)
    scene.play("go home h1")
    assert scene[0].rats == 2
    events = scene.play("repopulate")
    assert happened(events, Rats) == [Rats(0, 1, "h1", "repopulation")]
    assert scene[0].rats == 3


def test_R134_nobody_repopulates_a_hex_again():
    scene = town()
    scene.state.hexes["h1"].owner = 1
    scene[1].tiles = 4
    scene.play("go home h1")
    assert not scene.moves("repopulate")
    assert "Already repopulated: H1" in scene.refused("repopulate")


def test_R135_the_owner_has_two_points_when_another_chooses_it():
    scene = Scene()
    scene.state.hexes["h13"].owner = 1
    scene[1].tiles = 4
    events = scene.play("go home h13")
    assert happened(events, Tribute) == [Tribute(1, "h13", 0, 2)]
    assert scene[1].points == 2
    assert Gained(0, "h13", {"timber": 2}) in events


def test_R136_the_owner_who_stays_scores_too():
    scene = Scene()
    scene.state.hexes["h13"].owner = 0
    scene[0].tiles = 4
    scene.lie(0, "h13")
    scene.play("go h13 h13")
    assert scene[0].points == 2


def test_R137_a_cube_on_an_own_hex_is_a_rat():
    scene = Scene(round=3)  # The wheel turns twice in the preparation of IV.
    scene.state.wheel = 11
    scene.state.hexes["h13"].owner, scene.state.hexes["h3"].owner = 0, 0
    scene[0].tiles = 3
    scene.end_round()
    assert (scene.state.wheel, scene.state.hexes["h13"].cubes, scene.state.hexes["h3"].cubes) == (1, 1, 1)
    assert scene[0].rats == 2


@pytest.mark.parametrize("where", ["nw", "ship"])
def test_R138_harbours_and_docks_cannot_be_repopulated(where):
    scene = town()
    scene.moor("silk1", "ne")
    scene[0].coin = 9
    scene.play("go home nw" if where == "nw" else "board home silk1")
    assert not scene.moves("repopulate")
    why = {"nw": "can’t repopulate a harbour", "ship": "only the hex you chose this turn"}
    assert why[where] in scene.refused("repopulate")


def test_R139_five_tiles_are_all():
    """R139: a player without tiles left can't repopulate."""
    scene = town()
    for hex_ in ("h2", "h3", "h7", "h8", "h9"):
        scene.state.hexes[hex_].owner = 0
    scene[0].tiles = 0
    scene.play("go home h1")
    assert not scene.moves("repopulate")
    assert "no repopulation tile" in scene.refused("repopulate")


@pytest.mark.parametrize(
    ("hex_", "plain", "gold"),
    [
        ("h20", "workshops: 1 nun;", "upgraded ones: 1 craftsman, 1 aristocrat."),
        ("h13", "workshops: 1 craftsman, 1 aristocrat, 2 nun;", "upgraded ones: nothing."),
    ],
)
def test_R126_all_that_a_hex_needs_is_named_in_the_refusal(hex_, plain, gold):
    """R126: the refusal names each missing class, and upgraded citizens separately."""
    scene = town(citizens=(), timber=9, coin=9, round=6)
    assert hex_ in scene.state.hexes
    text = str(refuse_repopulation(scene.state, 0, hex_))
    assert plain in text
    assert gold in text
