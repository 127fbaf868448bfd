"""Pied Piper and Wizard, R135 for all cards, and R136 for the Witch."""

import pytest

from rules.errors import IllegalMove
from rules.rattus.events import CubesMoved, PotionPlaced, RatMoved, Saved
from rules.rattus.state import Protected
from tests.rules.rattus.build import B, G, R, moves, play, position, rats_in, refused, revealed


def piper(**more):
    return position(cards={"piper": R, **more.pop("cards", {})}, **more)


def rats(table, *regions):
    return [len(table.state.rats[region]) for region in regions]


def test_R101_only_one_rat_follows_if_only_one_has_room():
    table = piper(cubes={"gallia": "r2"}, rats={"gallia": ["1 A", "1 M", "6 ?"], "italia": ["?", "?"]})
    events = play(table, "piper gallia italia 0")
    assert events == [CubesMoved(R, "piper", "gallia", "italia", 1)]
    assert (table.due()[0].question, table.view(None).about, table.view(None).left) == (
        "follow",
        ["gallia", "italia"],
        1,
    )
    assert moves(table) == ["follow gallia-a", "follow gallia-b", "follow gallia-c"]
    for text, why in (
        ("follow italia-a", "Only rats from Gallia follow the Pied Piper"),
        ("follow russia-a", "There are no rats in Russia"),
        ("plague italia", "First choose the rats that follow to Italia; still to choose: 1"),
    ):
        assert why in refused(table, text)
    assert play(table, "follow gallia-b") == [RatMoved(R, "piper", "gallia-b", "italia-c")]
    assert rats_in(table, "italia")[2] == "1 M"
    assert rats(table, "gallia", "italia") == [2, 3]
    assert table.due()[0].question == "turn"


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"rats": {"gallia": ["?", "?"]}, "bishops": ["italia"]}, 2),
        ({"rats": {"gallia": ["?", "?"], "italia": ["?", "?", "?"]}}, 2),
        ({"rats": {}}, 0),
    ],
)
def test_R102_the_cube_moves_even_if_no_rat_can_follow(more, left):
    table = piper(cards={"bishop": G}, cubes={"gallia": "r1"}, **more)
    assert play(table, "piper gallia italia 0") == [CubesMoved(R, "piper", "gallia", "italia", 1)]
    assert rats(table, "gallia") == [left]
    assert table.state.cubes["italia"] == [1, 0, 0, 0]


def test_R103_all_follow_where_there_is_room_for_all():
    table = piper(cubes={"gallia": "r1"}, rats={"gallia": ["1 A", "6 ?"]})
    events = play(table, "piper gallia italia 0")
    assert events[1:] == [RatMoved(R, "piper", "gallia-a", "italia-a"), RatMoved(R, "piper", "gallia-b", "italia-b")]
    assert rats(table, "gallia", "italia") == [0, 2]


def test_R104_a_wall_stops_the_pied_piper():
    table = piper(cards={"emperor": G}, cubes={"gallia": "r1"}, walls=["gallia+italia"])
    assert "piper gallia italia 0" not in moves(table)
    for text, why in (
        ("piper gallia italia 0", "A wall stands between Gallia and Italia"),
        ("piper gallia russia 0", "Russia is not a neighbour of Gallia"),
        ("piper italia gallia 0", "You have no cubes in Italia"),
        ("piper gallia anglia 1", "There is no cube with that many potions in Gallia: 1"),
    ):
        assert why in refused(table, text)
    assert "No rats are following now" in refused(table, "follow gallia-a")


def test_the_pied_piper_can_lead_the_rats_out_of_the_plague_region():
    table = piper(cubes={"gallia": "r1 g1"}, rats={"gallia": ["1 A", "6 ?"]}, ask="devastation")
    events = play(table, "piper gallia italia 0")
    assert not revealed(events)
    assert table.due()[0].seat == G
    table = piper(cubes={"gallia": "r1"}, rats={"gallia": ["1 A", "6 ?"], "italia": ["?", "?"]}, ask="devastation")
    play(table, "piper gallia italia 0", "follow gallia-a")
    assert (table.due()[0].seat, rats(table, "gallia", "italia")) == (G, [1, 3])


def wizard(cubes, potions, *faces, cards=None, **more):
    return position(
        cards={"wizard": B, **(cards or {})}, cubes={"gallia": cubes}, potions={"gallia": potions},
        rats={"gallia": list(faces)}, ask="devastation", **more,
    )  # fmt: skip


def left(table):
    return table.state.cubes["gallia"][R], sorted(cube.potions for cube in table.state.protected)


# Red's cubes and potions, red's debt, and what is left. The debt is paid one by one, potions first. Potions are used
# even if there are fewer cubes than the debt.
PAID = [
    pytest.param("r2", "r2 r1", 2, (2, [1]), id="R105 from the cube that has most, then from either"),
    pytest.param("r2", "r1 r3", 2, (2, [1, 1]), id="R105 twice from the cube that has most"),
    pytest.param("r2", "r4 r1", 2, (2, [1, 2]), id="R105 never from the other"),
    pytest.param("r2", "r2 r1", 1, (2, [1, 1]), id="R105 the cube with two loses one"),
    pytest.param("r2", "r1", 1, (2, []), id="R106 a potion before a cube"),
    pytest.param("r2", "r1", 2, (1, []), id="R106 and then a cube"),
    pytest.param("r1", "r3", 2, (1, [1]), id="R151 one cube with three potions"),
    pytest.param("r1", "r1", 2, (0, []), id="R151 one cube with one potion"),
    pytest.param("r2", "r1", 3, (0, []), id="R152 two cubes with one potion"),
    pytest.param("r1", "r2", 3, (0, []), id="a debt of all"),
    pytest.param("r1", "r1", 3, (0, []), id="a debt of more than all"),
    pytest.param("r3", "r1", 2, (2, []), id="a potion and a cube"),
]
TOKEN = {1: "1 Pe Ro", 2: "3 Pe Kn", 3: "3 A Pe Ch Kn"}  # by red's debt with the Peasant and the Knight


@pytest.mark.parametrize(("cubes", "potions", "debt", "rest"), PAID)
def test_R105_R106_R151_R152_a_debt_is_paid_one_by_one_potions_first(cubes, potions, debt, rest):
    table = wizard(f"{cubes} g2", potions, TOKEN[debt], "6 ?", cards={"peasant": R, "knight": R})
    event = revealed(play(table, "reveal gallia-a"))[0]
    brewed = sum(int(cube[1:]) for cube in potions.split())
    assert (event.lost[R], event.potions[R]) == (int(cubes[1:]) - rest[0], brewed - sum(rest[1]))
    assert event.causes[R]
    assert left(table) == rest
    assert table.state.stock[R] == 20 - rest[0]


def test_potions_of_others_protect_nobody_else():
    table = wizard("r1 g1", "g1", "1 A", "6 ?", "6 ?")
    event = revealed(play(table, "reveal gallia-a"))[0]
    assert (event.lost, event.potions) == ([1, 0, 0, 0], [0, 1, 0, 0])


def test_R107_there_is_always_a_potion():
    table = position(cards={"wizard": R}, cubes={"gallia": "r4", "italia": "g2"}, potions={"gallia": "r3 r3 r4"})
    assert moves(table, verb="wizard") == ["wizard gallia 0", "wizard gallia 3", "wizard gallia 4"]
    assert play(table, "wizard gallia 4") == [PotionPlaced(R, "gallia", 5)]
    assert sum(cube.potions for cube in table.state.protected) == 11
    (gallia,) = [region for region in table.view(None).regions if region.id == "gallia"]
    assert [(cube.seat, cube.potions) for cube in gallia.potions] == [(R, 5), (R, 3), (R, 3)]
    assert "You have already used the Wizard" in refused(table, "wizard gallia 0")


def test_the_wizard_needs_an_own_cube_on_the_map():
    table = position(cards={"wizard": R}, cubes={"gallia": "r1", "italia": "g2"})
    for text, why in (
        ("wizard italia 0", "You have no cubes in Italia"),
        ("wizard gallia 2", "There is no cube with that many potions in Gallia: 2. Possible: 0"),
    ):
        assert why in refused(table, text)


@pytest.mark.parametrize(("potions", "lost", "rest"), [("r1 r2", 0, [1, 2]), ("r1 r2 r3", 1, [2, 3])])
def test_R108_the_king_takes_the_cube_with_the_fewest_potions(potions, lost, rest):
    table = position(cards={"king": R, "wizard": G}, cubes={"gallia": "r3"}, potions={"gallia": potions})
    assert play(table, "king gallia") == [Saved(R, "gallia", lost)]
    assert left(table) == (2, rest)
    assert table.state.palace[R] == 1


def test_R109_potions_move_with_their_cube():
    table = position(cards={"wizard": G, "merchant": R, "piper": R}, cubes={"gallia": "r1"}, potions={"gallia": "r2"})
    play(table, "merchant gallia italia 1")
    assert table.state.protected == [Protected("italia", R, 2)]
    assert play(table, "piper italia hispania 2") == [CubesMoved(R, "piper", "italia", "hispania", 1, 2)]
    assert table.state.protected == [Protected("hispania", R, 2)]


def test_R136_the_witch_exchanges_across_walls_and_with_a_bishop():
    table = position(
        cards={"witch": R, "bishop": G, "emperor": G}, rats={"gallia": ["1 A"], "italia": ["6 ?"]}, bishops=["italia"],
        walls=["gallia+italia"],
    )  # fmt: skip
    play(table, "witch italia-a", "witch gallia-a", "exchange")
    assert rats_in(table, "italia") == ["1 A"]


ANY_TIME = {
    "merchant": "merchant italia gallia 1", "witch": "witch italia-a", "king": "king russia",
    "messenger": "messenger italia 0 0", "emperor": "emperor reserve gallia+italia", "baker": "baker",
    "nun": "nun reserve gallia", "bishop": "bishop reserve gallia", "piper": "piper italia gallia 0",
    "wizard": "wizard italia 0",
}  # fmt: skip


@pytest.mark.parametrize("card", list(ANY_TIME))
def test_R135_without_late_abilities_cards_work_only_before_the_plague_piece_moves(card):
    def arrive(late):
        table = position(
            cards={card: R}, cubes={"italia": "r2", "russia": "r1 g1"}, rats={"italia": ["6 ?", "6 ?"]},
            late_abilities=late,
        )  # fmt: skip
        assert ANY_TIME[card] in moves(table)
        play(table, "plague italia", "spread gallia", "spread gallia")
        return table

    assert ANY_TIME[card] in moves(arrive("on"))
    table = arrive("off")
    assert moves(table) == ["reveal italia-a", "reveal italia-b"]
    with pytest.raises(IllegalMove, match=r"At this table the .* can be used only before the plague piece moves"):
        table.play(R, ANY_TIME[card])
