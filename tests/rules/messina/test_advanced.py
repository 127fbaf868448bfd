import pytest

from rules.messina.components import SQUARE_IDS
from rules.messina.events import Activated, RoundBegan, SquareSpent
from tests.rules.messina.scene import Scene, happened


def beside(square, board="yellow", effect="overseer:craftsman", step=1):
    """Return a scene where seat 0, once it has moved, can step an overseer beside the citizen on this square."""
    scene = Scene(variant="advanced")
    scene.boards(0, board)
    scene.settle_citizen(square)
    overseer = scene[0].overseers["craftsman"]
    overseer.step = step
    scene[0].queue = [effect]
    scene[0].coin = 1
    return scene


def test_R176_a_square_that_works_once():
    scene = beside("cl3")
    scene.play("go home h8")
    scene.play("advance craftsman left")
    assert scene.moves() == ["activate cl3", "done"]  # The square may be kept for later, so it stays optional.
    events = scene.play("activate cl3")
    assert happened(events, Activated) == [Activated(0, "cl3", "craftsman")]
    assert happened(events, SquareSpent) == [SquareSpent(0, "cl3")]
    assert (scene[0].timber, scene[0].points, scene[0].spent) == (3, 2, ["cl3"])
    scene[0].queue += ["overseer:craftsman", "activate:1"]
    assert not scene.moves("activate")
    assert "works once" in scene.refused("activate cl3")
    events = scene.play("advance craftsman on")  # It is beside the same squares, with no other citizens.
    assert happened(events, Activated) == []
    assert scene[0].timber == 3


def test_R176_its_citizen_can_still_go_to_a_workshop_or_repopulate():
    scene = beside("cl3")
    scene[0].spent = ["cl3"]
    scene.workshop("b3")
    scene.play("go home h8")
    assert "work cl3 b3" in scene.moves()
    scene = beside("cl3")
    scene[0].spent = ["cl3"]
    scene.settle_citizen("al1")
    scene.settle_citizen("ar1")
    scene.wagon("c5-1")
    scene.play("go home h7", "repopulate")  # h7 needs an aristocrat and a craftsman.
    scene.play("give al1")
    assert scene.state.hexes["h7"].owner == 0
    assert scene[0].squares[SQUARE_IDS.index("cl3")] == 0


def test_R176_a_later_citizen_on_a_used_square_is_not_activated():
    scene = beside("cl2")
    scene[0].spent = ["cl3"]
    scene.people("h8", "craftsman")
    scene.play("go home h8", "rescue craftsman cl3")
    events = scene.play("advance craftsman left")
    assert [event.square for event in happened(events, Activated)] == ["cl2"]
    assert scene[0].squares[SQUARE_IDS.index("cl3")] == 1


@pytest.mark.parametrize(
    ("hexes", "points"),
    [
        (["h1 h2 h3", "h7 h10", "h5", ""], [10, 7, 3, 0]),
        (["h1 h2", "", ""], [10, 0, 0]),
        (["h7", "h5", "h1 h2"], [3, 7, 10]),  # 7 and 19 points
        (["h2", "h9", ""], [8, 8, 0]),  # 11 points each
        (["h5 h1", "h2", "h9", ""], [10, 5, 5, 0]),
        (["h1", "h7"], [7, 0]),
        (["", ""], [0, 0]),
    ],
)
def test_R177_R178_R179_R180_the_bonus_for_most_repopulated_hexes(hexes, points):
    """R178: the bonus requires a hex. R179: ties go to the higher total of the hexes, then are shared.

    R180: two players get 7 and 0.
    """
    scene = Scene(seats=len(hexes), round=6, variant="advanced")
    for seat, own in enumerate(hexes):
        for hex_ in own.split():
            scene.state.hexes[hex_].owner = seat
    assert scene.table.score().breakdown["repopulation_bonus"] == points


def test_only_the_advanced_variant_has_the_bonus():
    assert "repopulation_bonus" not in Scene(round=6).table.score().breakdown
    assert "repopulation_bonus" in Scene(round=6, variant="b_scrolls").table.score().breakdown


def track(scroll_board, column, level, **options):
    """Give seat 0 this scroll board, with a track at this level. Return the scene, and a function for its points."""
    scene = Scene(round=6, variant="advanced", **options)
    scene.boards(0, scroll_board=scroll_board)
    scene[0].scrolls[column - 1] = level
    return scene, lambda: scene.table.score().breakdown[f"scroll_{column}"][0]


@pytest.mark.parametrize(("level", "value"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8)])
def test_R181_the_goods_you_have_most_of(level, value):
    scene, points = track("scroll-b1", 1, level)
    assert points() == 0
    scene.own_ships(0, "gems1", "gems2", "spices1", "spices2", "spices3", "silk1")
    assert points() == 3 * value


def test_R182_workshops_at_most_five():
    scene, points = track("scroll-b1", 2, 4)
    for number in range(1, 8):
        scene.workshop(f"b{number}")
    assert points() == 5 * 5


def test_R182_timber_at_most_six():
    scene, points = track("scroll-b2", 1, 3)
    scene[0].timber = 8
    assert points() == 6 * 3
    assert scene.table.score().breakdown["leftovers"][0] == 8 // 3  # Timber on a track also counts as left over.


def test_R182_coins_at_most_nine():
    scene, points = track("scroll-b3", 2, 4)
    scene[0].coin = 12
    assert points() == 9 * 3


def test_R182_hut_upgrades():
    """R182: four upgraded huts score the track's value each."""
    scene, points = track("scroll-b4", 2, 3)
    for hut, tile in enumerate(("q1", "q2", "q3", "q4"), 1):
        scene.upgrade_hut(hut, tile)
    scene.workshop("b1")
    assert points() == 4 * 4


@pytest.mark.parametrize(("coins", "value"), [(0, 0), (1, 0), (2, 1), (7, 3), (9, 4), (12, 4)])
def test_R183_half_a_point_a_coin(coins, value):
    scene, points = track("scroll-b3", 2, 1)
    scene[0].coin = coins
    assert points() == value


@pytest.mark.parametrize(("space", "value"), [(1, 0), (7, 0), (8, 4), (9, 4), (10, 8), (11, 8)])
@pytest.mark.parametrize(("scroll_board", "register"), [("scroll-b2", "city"), ("scroll-b3", "church")])
def test_R184_beyond_the_bars_of_a_register(scroll_board, register, space, value):
    scene, points = track(scroll_board, 3, 3)
    scene.register(register, space, 1, 1)
    assert points() == value


@pytest.mark.parametrize(("space", "value"), [(10, 0), (11, 6), (12, 6), (13, 12), (14, 12)])
def test_R184_popularity_after_the_rat_penalty(space, value):
    scene, points = track("scroll-b1", 3, 4)
    scene.register("popularity", space, 1, 1)
    assert points() == value
    scene[0].rats = 3
    assert points() == (6 if space == 14 else 0)


@pytest.mark.parametrize(
    ("steps", "points"),
    [((6, 4, 2), 8 + 3), ((6, 5, 4), 8 + 5), ((3, 2, 1), 0), ((4, 1, 0), 3), ((6, 6, 6), 16), ((4, 4, 5), 5 + 3)],
)
def test_R185_the_two_farthest_overseers(steps, points):
    """R185: the two best amounts for steps 4 to 6 count."""
    scene, scored_points = track("scroll-b2", 2, 3)
    for overseer, step in zip(scene[0].overseers.values(), steps, strict=True):
        overseer.step, overseer.branch = step, "left" if step > 1 else ""
    assert scored_points() == points


@pytest.mark.parametrize(
    ("into", "tile", "order", "priority"),
    [
        *((3, "off", [0, 1, 2], "popularity"), (3, "on", [2, 0, 1], "city"), (4, "off", [1, 0, 2], "score")),
        *((4, "on", [0, 1, 2], "popularity"), (5, "on", [2, 0, 1], "city"), (6, "on", [2, 1, 0], "church")),
    ],
)
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_R186_the_register_priority_tile(into, tile, order, priority, variant):
    """R186: the turn order follows the tile's row."""
    scene = Scene(round=into - 1, priority_tile=tile, variant=variant)
    scene.register("popularity", 4, 3, 2)
    scene.register("city", 3, 2, 5)
    scene.register("church", 1, 2, 4)
    for seat, points in enumerate((5, 9, 2)):
        scene[seat].points = points
    scene.last_turn(0)
    scene.play("go home nw")
    (began,) = happened(scene.play("end"), RoundBegan)
    assert (began.order, began.priority) == (order, priority)
    view = scene.table.view(None)
    assert view.priorities[into - 1] == priority
    assert view.options["priority_tile"] == tile


def test_a_track_of_the_advanced_board_ends_where_its_levels_do():
    scene = Scene(variant="advanced", scrolls=[4, 3, 4], queue=["scroll"], coin=1)
    scene.play("go home h8")
    assert scene.moves("scroll") == ["scroll 2"]
