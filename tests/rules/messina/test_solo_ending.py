import pytest

from rules.messina import events as e
from tests.rules.messina.scene import Scene, happened


def test_R192_the_opponent_leaves_the_city_at_the_end_of_a_round():
    scene = Scene(seats=1, round=4)
    scene.tiles("s1", "s2", "s3", "s5")
    for hex_ in ("nw", "ne", "se"):
        scene.play(f"go home {hex_}")
        events = scene.play("end")
    assert happened(events, e.OpponentLeft) == [e.OpponentLeft(("h1", "h2", "h5", "h4"))]
    assert (scene.state.round, scene.opponent.standing) == (5, [])
    assert not any(place.taken for place in scene.state.hexes.values())
    assert scene[0].lying == ["ne", "nw", "se"]
    assert scene.opponent.ready == 4
    assert len(scene.opponent.stack) == 14


@pytest.mark.parametrize(("mine", "rats", "points"), [(5, 0, 5), (6, 0, 5), (4, 0, 0), (6, 2, 0), (7, 2, 5)])
def test_R193_popularity_against_the_opponent(mine, rats, points):
    scene = Scene(seats=1, round=6)
    scene.opponent.popularity = 5
    scene.register("popularity", mine)
    scene[0].rats = rats
    assert scene.table.score().breakdown["popularity_rank"] == [points]


@pytest.mark.parametrize(("rats", "points"), [(2, 5), (3, 0)])
def test_R193_rats_are_counted_before_and_once(rats, points):
    scene = Scene(seats=1, round=6)
    scene.last_turn(0)
    scene.opponent.popularity = 5
    scene.register("popularity", 7)
    scene[0].rats = rats
    expected = scene.table.score().breakdown["popularity_rank"]
    scene.play("go home nw", "end")
    assert scene.table.over
    assert scene.table.score().breakdown["popularity_rank"] == expected == [points]


@pytest.mark.parametrize(("hexes", "points"), [(0, 0), (1, 0), (2, 3), (3, 7), (4, 10), (5, 10)])
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_R194_repopulated_hexes(hexes, points, variant):
    """R194: one to five repopulated hexes give 0, 3, 7, 10 and 10 points."""
    scene = Scene(seats=1, round=6, variant=variant)
    for hex_ in ("h1", "h2", "h3", "h4", "h5")[:hexes]:
        scene.state.hexes[hex_].owner = 0
    assert scene.table.score().breakdown["repopulation_bonus"] == [points]
    assert scene.table.score().winners == [0]


def test_solo_bonus_scope():
    for variant, points in (("standard", 0), ("advanced", 3), ("b_boards", 3)):
        scene = Scene(seats=1, round=6, variant=variant, solo_bonus_scope="advanced")
        scene.state.hexes["h1"].owner = scene.state.hexes["h2"].owner = 0
        assert scene.table.score().breakdown["repopulation_bonus"] == [points]


@pytest.mark.parametrize(("variant", "good"), [("standard", 130), ("advanced", 140), ("b_scrolls", 140)])
def test_the_result_is_judged(variant, good):
    scene = Scene(seats=1, round=6, variant=variant)
    scene.last_turn(0)
    scene[0].points = 100
    scene.play("go home nw")
    events = scene.play("end")
    (judged,) = happened(events, e.Judged)
    assert (judged.good, judged.points) == (good, scene.table.score().points[0])
    assert judged.points >= 100
    assert scene.table.view(0).opponent.good_score == good


@pytest.mark.parametrize(("rule", "stack"), [("round", 14), ("empty", 11)])
def test_solo_reshuffle(rule, stack):
    scene = Scene(seats=1, round=3, solo_reshuffle=rule)
    scene.tiles("s1", "s2", "s3")
    for hex_ in ("nw", "ne", "se"):
        scene.play(f"go home {hex_}")
        scene.play("end")
    assert scene.state.round == 4
    revealed = len(scene.opponent.shown)  # The opponent begins the round.
    assert len(scene.opponent.stack) == stack - revealed
    assert sorted(scene.table.view(0).opponent.past) == ([] if rule == "round" else ["s1", "s2", "s3"])


def test_a_solo_reshuffle_leaves_out_tiles_shown_this_round():
    scene = Scene(seats=1, round=3, solo_reshuffle="empty")
    scene.opponent.stack, scene.opponent.shown = [], ["s1", "s2"]
    scene[0].coin = 5
    scene.play("go home nw")
    events = scene.play("end")
    assert happened(events, e.TilesShuffled) == [e.TilesShuffled(12)]
    assert not {"s1", "s2"} & {event.tile for event in happened(events, e.TileRevealed)}
