import pytest

from rules.messina.components import DISTRICTS
from rules.messina.ending import rat_points
from rules.messina.events import GameEnded, RatPenalty
from tests.rules.messina.scene import Scene, happened


def final(seats=3, **options):
    """Set up round VI, in which nobody owns anything except the last seat, which has all the ships."""
    return Scene(seats=seats, round=6, **options)


def finished(scene):
    scene.last_turn(0)
    events = scene.play("go home nw", "end")
    assert scene.table.over
    return events


def breakdown(scene, category):
    return scene.table.score().breakdown[category]


@pytest.mark.parametrize(
    ("rats", "points"),
    [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 7), (6, 10), (7, 13), (8, 16), (9, 18), (10, 21), (12, 21)],
)
def test_R163_points_for_rats(rats, points):
    """R163: one rat costs nothing, and ten or more cost 21 points."""
    assert rat_points(rats) == points
    scene = final()
    scene[0].rats = rats
    assert breakdown(scene, "rats") == [-points, 0, 0]


def test_R164_rats_go_back_on_popularity_but_not_below_the_first_space():
    scene = final()
    scene[0].rats, scene[1].rats = 3, 2
    scene.register("popularity", 3, 7, 1)
    assert breakdown(scene, "popularity") == [0, 0, 0]
    events = finished(scene)
    assert happened(events, RatPenalty) == [RatPenalty(0, 3, -2, 2), RatPenalty(1, 2, -1, 2)]
    assert scene.state.registers["popularity"].spaces == [1, 5, 1]


def test_R164_one_space_ahead_counts_as_ahead():
    """R164: rats don't move a disc below the first space, so a disc on the second space is ahead of one there."""
    scene = final()
    scene.register("popularity", 2, 1, 1)
    scene[2].rats = 3
    first, *others = breakdown(scene, "popularity_rank")
    assert first > others[0] == others[1]


def test_R165_points_may_become_negative():
    """R165: 5 points minus 13 for 7 rats are -8 before final scoring."""
    scene = final()
    scene[0].points, scene[0].rats = 5, 7
    before = scene.table.score().points[0]
    finished(scene)
    assert scene[0].points == -8
    result = scene.table.score()
    assert (result.breakdown["played"][0], result.breakdown["rats"][0]) == (5, -13)
    assert result.points[0] == before == -8 + result.breakdown["popularity_rank"][0]


@pytest.mark.parametrize(
    ("spaces", "points"),
    [
        *(([4, 5], [0, 5]), ([5, 5], [2, 2]), ([4, 7, 5, 6], [0, 10, 3, 7])),
        *(([6, 6, 4, 4], [8, 8, 1, 1]), ([4, 4, 4, 4], [5, 5, 5, 5])),
    ],
)
def test_R166_R167_R169_popularity_scores_and_ties_share(spaces, points):
    """R166, R167, R169: with two players, only the leader in popularity scores. Tied players share the points."""
    scene = final(seats=len(spaces))
    scene.register("popularity", *spaces)
    assert breakdown(scene, "popularity_rank") == points


def test_R168_ties_on_popularity_by_fire():
    scene = final()
    scene.register("popularity", 4, 4, 2)
    scene[0].big_fire, scene[1].fire = 1, 1
    assert breakdown(scene, "popularity_rank") == [10, 7, 3]
    scene[1].fire = 2
    assert breakdown(scene, "popularity_rank") == [8, 8, 3]


def test_R170_at_most_six_buildings_and_no_wagons():
    scene = final()
    scene[0].scrolls = [2, 0, 0]
    for hut, tile in enumerate(("q1", "q2", "q3"), 1):
        scene.upgrade_hut(hut, tile)
    for tile in ("b1", "b2", "b3", "b4"):
        scene.workshop(tile)
    scene.wagon("c5-1")
    assert breakdown(scene, "scroll_buildings")[0] == 2 * 6
    scene.workshop("b5")
    assert breakdown(scene, "scroll_buildings")[0] == 2 * 6
    scene[0].workshops = []
    assert breakdown(scene, "scroll_buildings")[0] == 2 * 3


def test_R171_the_middle_track():
    """R171: the middle track gives its value for each ship."""
    scene = final()
    scene[0].scrolls = [0, 3, 0]
    scene.own_ships(0, "gems1", "silk1", "spices1", "gems2")
    assert breakdown(scene, "scroll_ships")[0] == 16
    scene[0].scrolls = [0, 0, 0]
    assert breakdown(scene, "scroll_ships")[0] == 0


def repopulated(scene, seat, *hexes):
    for hex_ in hexes:
        scene.state.hexes[hex_].owner = seat
        scene[seat].tiles -= 1


def test_R172_the_right_track_counts_tiles_in_addition_to_hexes():
    scene = final()
    scene[0].scrolls = [0, 0, 3]
    repopulated(scene, 0, "h1", "h2", "h3")
    assert breakdown(scene, "scroll_repopulated")[0] == 5 * 3
    assert breakdown(scene, "hexes")[0] == sum(DISTRICTS[hex_].points for hex_ in ("h1", "h2", "h3"))


def test_R173_leftovers():
    """R173: a player scores a point for every three tokens left."""
    scene = final()
    scene[0].coin, scene[0].fire, scene[0].big_fire, scene[0].timber = 4, 2, 1, 1
    assert breakdown(scene, "leftovers") == [2, 0, 0]


def level(scene, points):
    """Give all seats the same total."""
    for seat, total in enumerate(scene.table.score().points):
        scene[seat].points += points - total


def test_R174_ties_go_to_more_hexes_then_the_better_hex():
    """R174: ties go to more repopulated hexes, then to the better hex."""
    scene = final()
    repopulated(scene, 0, "h13")  # 15
    repopulated(scene, 1, "h7", "h3")  # 7 and 8
    level(scene, 60)
    result = scene.table.score()
    assert result.points == [60, 60, 60]
    assert (result.ranking, result.winners) == ([1, 0, 2], [1])
    scene = final()
    repopulated(scene, 0, "h2", "h3")  # 11 and 8
    repopulated(scene, 2, "h8", "h7")  # 12 and 7
    level(scene, 60)
    result = scene.table.score()
    assert (result.ranking, result.winners) == ([2, 0, 1], [2])  # The best single hex decides, not the total.


def test_R207_level_in_the_best_hex_too_the_victory_is_shared():
    scene = final()
    repopulated(scene, 0, "h2", "h3")  # 11 and 8
    repopulated(scene, 1, "h1", "h9")  # 10 and 11: the same best hex, and a higher total
    level(scene, 60)
    assert scene.table.score().winners == [0, 1]
    (ended,) = happened(finished(scene), GameEnded)
    assert (ended.winners, ended.ranking) == ([0, 1], [0, 1, 2])
    scene = final()
    level(scene, 60)
    assert scene.table.score().winners == [0, 1, 2]
    (ended,) = happened(finished(scene), GameEnded)
    assert (ended.points, ended.winners) == ([60, 60, 60], [0, 1, 2])


def test_R175_tributes_are_not_scored_again():
    scene = final()
    repopulated(scene, 1, "h13")
    scene.play("go home h13")
    assert scene[1].points == 2
    result = scene.table.score().breakdown
    assert (result["played"][1], result["hexes"][1]) == (2, 15)


def test_registers_count_the_points_of_their_spaces():
    scene = final()
    scene.register("popularity", 14, 7, 1)
    scene.register("city", 11, 10, 6)
    scene.register("church", 8, 7, 5)
    assert breakdown(scene, "popularity") == [8, 1, 0]
    assert breakdown(scene, "city") == [17, 12, 1]
    assert breakdown(scene, "church") == [5, 3, 0]
