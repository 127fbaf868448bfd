import pytest

from rules.errors import IllegalMove
from rules.game import begins_turn
from rules.rattus.components import CARDS, REGIONS, REGIONS_IN_USE
from rules.table import Table
from tests.rules.rattus.build import GAME, B, G, R, moves, play, position, refused


def test_R11_a_card_from_the_table_is_usable_in_the_same_turn():
    table = position(rats={"gallia": ["?"]})
    play(table, "take monk")
    assert table.state.cards["monk"] == R
    play(table, "monk gallia-a italia")
    assert len(table.state.rats["italia"]) == 1


def test_R12_a_card_taken_from_another_player_is_lost_to_that_player():
    table = position(cards={"monk": B}, rats={"gallia": ["?"]})
    assert not moves(table, verb="monk")
    (event,) = play(table, "take monk")
    assert event.owner == B
    assert table.state.cards["monk"] == R
    assert moves(table, verb="monk")


def test_R13_a_second_card_is_refused():
    table = position()
    play(table, "take monk")
    assert not moves(table, verb="take")
    assert "You can take one card a turn" in refused(table, "take king")


def test_R14_an_own_card_cannot_be_taken_again():
    table = position(cards={"monk": R})
    assert "take monk" not in moves(table)
    assert "The Monk is already yours" in refused(table, "take monk")


def test_R15_action_a_may_be_left_out():
    table = position(rats={"germania": ["?"]})
    play(table, "place germania 1", "plague italia")
    assert table.due()[0].seat == G


@pytest.mark.parametrize("order", [["take king", "place germania 1"], ["place germania 1", "take king"]])
def test_R16_a_and_b_in_either_order_but_not_after_c(order):
    table = position(rats={"germania": ["?"], "italia": ["?", "?"]}, cubes={"italia": "g1"})
    play(table, *order)
    table = position(rats={"germania": ["?"], "italia": ["?", "?"]}, cubes={"italia": "g1"})
    play(table, "plague italia", "spread gallia", "spread gallia")
    for text, why in (
        ("take king", "You can take cards only before"),
        ("place germania 1", "You can place cubes only before"),
    ):
        assert why in refused(table, text)


@pytest.mark.parametrize(
    ("ask", "text"),
    [("turn", "take monk"), ("turn", "place gallia 1"), ("turn", "king italia"), ("final", "king italia")],
)
def test_a_turn_begins_with_its_first_move(ask, text):
    table = position(cards={"king": R, "knight": R}, cubes={"italia": "r1"}, rats={"gallia": ["?"]}, ask=ask)
    assert begins_turn(table.state, R)
    play(table, text)
    assert not begins_turn(table.state, R)


def test_R17_as_many_cubes_as_rats():
    table = position(rats={"gallia": ["?", "?", "?"], "germania": ["?"]})
    assert moves(table, verb="place") == ["place gallia 3", "place germania 1"]
    with pytest.raises(IllegalMove, match=r"Italia has no rats.*Regions with rats: Gallia, Germania"):
        table.play(R, "place italia 1")
    assert "No region has rats" in refused(position(rats={}), "place italia 1")
    play(table, "place germania 1")
    assert table.state.cubes["germania"] == [1, 0, 0, 0]
    assert table.state.stock[R] == 19


def test_R18_a_short_stock_is_placed_whole():
    table = position(rats={"gallia": ["?", "?", "?"], "italia": ["?"]}, stock="r2")
    assert moves(table, verb="place") == ["place gallia 2", "place italia 1"]
    for cubes in (1, 3):
        assert "so place all of them in Gallia: 2" in refused(table, f"place gallia {cubes}")
    assert "You must place exactly 1 in Italia now" in refused(table, "place italia 2")
    play(table, "place gallia 2")
    assert table.state.stock[R] == 0
    assert not moves(table, verb="place")


def test_R18_an_empty_stock_places_nothing():
    table = position(rats={"gallia": ["?"]}, stock="r0")
    assert not moves(table, verb="place")
    assert "stock is empty" in refused(table, "place gallia 1")


def test_R19_a_second_placement_is_refused():
    table = position(rats={"gallia": ["?"], "italia": ["?"]})
    play(table, "place gallia 1")
    assert "You can place cubes once a turn" in refused(table, "place italia 1")


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("six", range(0, len(CARDS), 6))
def test_R20_a_region_not_in_use_is_never_a_target(seats, six):
    everything = dict.fromkeys(list(CARDS)[six : six + 6], R)
    rats = {region: ["?"] for region in REGIONS_IN_USE[seats] if region != "anglia"}
    cubes = dict.fromkeys(REGIONS_IN_USE[seats], "r1")
    unused = [region for region in REGIONS if region not in REGIONS_IN_USE[seats]]
    tables = [
        Table(GAME, seats, "seed"),
        position(seats=seats, rats=rats, cubes=cubes, cards=everything),
        position(seats=seats, rats=rats, cubes=cubes, cards=everything, ask="devastation"),
        position(seats=seats, rats=rats, cubes=cubes, cards=everything, ask="final"),
        position(seats=seats, rats=rats, plague="hungaria", ask="spread"),
    ]
    for table in tables:
        (due,) = table.due()
        assert due.moves
        assert not [move for move in due.moves for region in unused if region in move]
        with pytest.raises(IllegalMove):
            table.play(due.seat, "place tartaria 2")
    with pytest.raises(IllegalMove, match=f"Tartaria is not used with {seats} players"):
        tables[1].play(R, "place tartaria 1")


def test_R21_action_b_may_be_left_out():
    table = position(rats={"gallia": ["?"]})
    play(table, "plague italia")
    assert table.state.stock[R] == 20
    assert table.due()[0].seat == G


def test_a_turn_must_move_the_plague_piece():
    table = position()
    assert "You can’t end the turn before the plague piece has moved" in refused(table, "end")
