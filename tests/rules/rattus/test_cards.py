import pytest

from rules.errors import NotYourTurn
from rules.rattus.events import CubesMoved, Placed, RatMoved, TurnEnded
from tests.rules.rattus.build import B, G, R, moves, play, position, rats_in, refused, revealed


def test_R53_the_peasant_adds_a_cube():
    table = position(cards={"peasant": R}, rats={"gallia": ["?", "?", "?"]})
    assert {"place gallia 4", "place italia 1"} <= set(moves(table))
    assert play(table, "place gallia 4") == [Placed(R, "gallia", 4, "peasant")]
    assert table.state.cubes["gallia"][R] == 4


def test_R54_the_extra_cube_may_be_left_out():
    table = position(cards={"peasant": R}, rats={"gallia": ["?", "?", "?"]})
    assert [move for move in moves(table, verb="place") if "gallia" in move] == ["place gallia 3", "place gallia 4"]
    assert play(table, "place gallia 3") == [Placed(R, "gallia", 3)]
    assert "You can place cubes once a turn" in refused(table, "place gallia 1")


def test_R55_the_monk_moves_a_rat_and_the_cubes_stay():
    table = position(cards={"monk": R}, rats={"gallia": ["?", "?", "?"]})
    events = play(table, "place gallia 3", "monk gallia-b italia")
    assert events[-1] == RatMoved(R, "monk", "gallia-b", "italia-a")
    assert len(table.state.rats["gallia"]) == 2
    assert table.state.cubes["gallia"][R] == 3


def test_R56_the_monk_cannot_fill_a_full_region():
    table = position(cards={"monk": R}, rats={"gallia": ["?"], "italia": ["?", "?", "?"]})
    assert "monk gallia-a italia" not in moves(table)
    assert "Italia has no room for another rat" in refused(table, "monk gallia-a italia")


def test_R57_the_monk_is_refused_once_the_plague_piece_has_moved():
    table = position(cards={"monk": R}, rats={"italia": ["?", "?"]}, cubes={"italia": "g1"})
    play(table, "plague italia", "spread gallia", "spread gallia")
    assert table.due()[0].question == "devastation"
    assert "The Monk can be used only before the plague piece moves" in refused(table, "monk italia-a gallia")


def test_R58_the_merchant_moves_one_to_three_own_cubes_to_one_neighbour():
    table = position(cards={"merchant": R}, cubes={"gallia": "r4 g2", "italia": "g1", "germania": "r2"})
    assert [move for move in moves(table, verb="merchant") if "hispania" in move] == [
        f"merchant gallia hispania {n}" for n in (1, 2, 3)
    ]
    for text, why in (
        ("merchant gallia hispania 4", "moves 1 to 3 cubes at once"),
        ("merchant gallia hispania 0", "moves 1 to 3 cubes at once"),
        ("merchant germania italia 3", "only 2 of your cubes in Germania"),
        ("merchant italia gallia 1", "You have no cubes in Italia. You have some in Gallia, Germania"),
        ("merchant gallia russia 1", "Russia is not a neighbour of Gallia"),
    ):
        assert why in refused(table, text)
    assert play(table, "merchant gallia hispania 3") == [CubesMoved(R, "merchant", "gallia", "hispania", 3)]
    assert "You have already used the Merchant" in refused(table, "merchant gallia italia 1")
    assert table.state.cubes["gallia"] == [1, 2, 0, 0]
    assert table.state.cubes["hispania"] == [3, 0, 0, 0]


def test_R59_the_merchant_can_take_the_last_cubes_out_before_the_first_reveal():
    table = position(cards={"merchant": R}, cubes={"gallia": "r2"}, rats={"gallia": ["1 A"]}, plague="italia")
    play(table, "plague gallia", "spread hispania")
    events = play(table, "merchant gallia italia 2")
    assert not revealed(events)
    assert events[-1] == TurnEnded(R)
    assert rats_in(table, "gallia") == ["1 A"]


def test_R60_the_knight_goes_two_steps():
    table = position(cards={"knight": R}, plague="italia")
    assert "plague scandia" in moves(table)
    play(table, "plague scandia")
    assert table.state.plague == "scandia"


@pytest.mark.parametrize("number", [3, 4])
def test_R61_neutral_cubes_raise_the_population(number):

    def turn(*before):
        table = position(
            cards={"knight": R},
            cubes={"scandia": "g2"},
            rats={"scandia": [f"{number} ?"]},
            plague="germania",
            confirm="on",  # Otherwise the only rat would turn over automatically.
        )
        play(table, "plague scandia", "spread anglia")
        return revealed(play(table, *before, "reveal scandia-a"))[0]

    assert turn("neutral").outbreak
    assert not turn().outbreak


def test_R62_neutral_cubes_are_never_removed():
    table = position(
        cards={"knight": R}, cubes={"gallia": "g2"}, rats={"gallia": ["4 M Kn Ro", "3 ?"]}, ask="devastation"
    )
    play(table, "neutral")
    one, two = revealed(play(table, "reveal gallia-a"))
    assert (one.population, one.lost) == (4, [0, 1, 0, 0])
    assert two.population == 3


def test_R63_the_declaration_comes_before_the_first_reveal():
    table = position(
        cards={"knight": R}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "6 ?", "5 ?"]}, ask="devastation"
    )
    play(table, "reveal gallia-a")
    assert not moves(table, verb="neutral")
    assert "before the first rat is turned over" in refused(table, "neutral")


def test_the_declaration_is_made_once_and_only_by_the_knight():
    table = position(cards={"knight": R}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "6 ?"]}, ask="devastation")
    play(table, "neutral")
    assert not moves(table, verb="neutral")
    assert "You have already used the Knight" in refused(table, "neutral")
    table = position(cards={"knight": G}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "6 ?"]}, ask="devastation")
    assert not moves(table, verb="neutral")
    assert "The Knight belongs to seat 1" in refused(table, "neutral")


def faces_seen(table, seat):
    return {
        rat.handle: rat.face.number
        for region in table.view(seat).regions
        for rat in region.rats
        if rat.face is not None
    }


def test_R64_only_the_witch_learns_the_faces_and_the_exchange_is_optional():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"], "russia": ["6 ?"]})
    events = play(table, "witch gallia-a")
    assert table.due()[0].question == "look"
    events += play(table, "witch russia-a")
    assert faces_seen(table, R) == {"gallia-a": 1, "russia-a": 6}
    assert all(faces_seen(table, seat) == {} for seat in (None, 1, 2, 3))
    assert [event.reader() for event in events] == [None, R, None, R]
    assert table.due()[0].moves == ["exchange", "keep"]
    assert play(table, "keep") == []
    assert faces_seen(table, R) == {"gallia-a": 1, "russia-a": 6}


def test_R65_after_one_look_the_witch_may_stop_without_an_exchange():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"], "russia": ["6 ?"]})
    play(table, "witch gallia-a")
    assert table.due()[0].moves == ["witch russia-a", "keep"]
    assert "First finish with the Witch" in refused(table, "exchange")
    assert "You have just looked at Gallia a" in refused(table, "witch gallia-a")
    play(table, "keep")
    assert table.due()[0].question == "turn"
    assert "There is nothing to exchange yet" in refused(table, "exchange")
    assert "You have already used the Witch" in refused(table, "witch russia-a")


def test_R66_a_player_who_saw_a_rat_sees_it_wherever_it_moves():
    table = position(cards={"witch": R, "monk": G}, rats={"gallia": ["1 A", "5 ?"], "russia": ["6 ?"]})
    play(table, "witch gallia-a", "keep", "plague germania")
    play(table, "monk gallia-a hispania", seat=G)
    assert faces_seen(table, R) == {"hispania-a": 1}
    assert faces_seen(table, G) == {}


def test_R67_two_players_may_have_seen_the_same_rat():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"], "russia": ["6 ?"]})
    play(table, "witch gallia-a", "keep", "plague germania")
    play(table, "take witch", "witch gallia-a", "witch russia-a", "exchange", seat=G)
    assert faces_seen(table, R) == {"russia-a": 1}
    assert faces_seen(table, G) == {"russia-a": 1, "gallia-a": 6}
    assert faces_seen(table, B) == {}


def test_R68_the_king_saves_a_cube_where_there_are_no_rats():
    table = position(cards={"king": R}, cubes={"gallia": "r2", "italia": "r1", "russia": "g1"}, rats={"italia": ["?"]})
    assert moves(table, verb="king") == ["king gallia"]
    assert "There are rats in Italia" in refused(table, "king italia")
    assert "You have no cubes in Russia" in refused(table, "king russia")
    play(table, "king gallia")
    assert table.state.palace[R] == 1
    assert table.state.cubes["gallia"][R] == 1


def test_R69_once_a_turn_and_again_in_the_next():
    table = position(seats=2, cards={"king": R}, cubes={"gallia": "r2"})
    play(table, "king gallia")
    assert "You have already used the King this turn" in refused(table, "king gallia")
    play(table, "plague italia")
    play(table, "plague gallia", seat=G)
    play(table, "king gallia")
    assert table.state.palace[R] == 2


def test_R70_two_cards_in_one_turn():
    table = position(cards={"king": R, "merchant": R}, cubes={"gallia": "r2"})
    play(table, "merchant gallia italia 1", "king italia")
    assert table.state.palace[R] == 1


def test_R71_cards_of_others_do_nothing_in_my_turn():
    table = position(cards={"king": G, "merchant": G}, cubes={"gallia": "r1 g2"})
    assert not moves(table, seat=G)
    with pytest.raises(NotYourTurn) as early:
        table.play(G, "king gallia")
    assert early.value.due == (R,)
    assert "The King belongs to seat 1" in refused(table, "king gallia")


def test_R137_a_rat_exchanged_into_the_plague_region_is_resolved_in_place_of_the_other():
    table = position(
        cards={"witch": R}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "5 ?", "4 ?"], "russia": ["1 A"]},
        ask="devastation",
    )  # fmt: skip
    play(table, "reveal gallia-a", "witch gallia-b", "witch russia-a", "exchange")
    (event,) = revealed(play(table, "reveal gallia-b"))[:1]
    assert (event.rat, event.face.number, event.outbreak) == ("gallia-b", 1, True)
    assert rats_in(table, "russia")[0].startswith("5")
