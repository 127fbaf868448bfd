import pytest

from rules.errors import GameOver
from rules.rattus.events import FinalDevastation, FinalRound, FinalTurnEnded, GameEnded, Placed, PlagueMoved, Revealed
from tests.rules.rattus.build import B, G, R, Y, last, moves, play, position, rats_in, refused, revealed


def final_round(events):
    return [event for event in events if isinstance(event, FinalRound)]


def test_R110_an_empty_supply_ends_the_normal_turns_after_this_one():
    table = position(
        active=G, cards={"king": R, "merchant": Y, "witch": B}, rats={"italia": ["?"]}, cubes={"russia": "r1 g1 b1 y1"},
        supply=1,
    )  # fmt: skip
    events = play(table, "plague italia", "spread turcia", seat=G)
    assert final_round(events) == [FinalRound(G, "supply", [R, Y, B])]
    order = []
    while not table.over:
        (due,) = table.due()
        assert due.question == "final"
        order.append(due.seat)
        table.play(due.seat, "end")
    assert order == [R, Y, B]


def test_R111_all_cubes_in_regions_and_palace_end_the_game():

    def turn(stock):
        table = position(cubes={"russia": "r4"}, stock=f"r{stock}", supply=10)
        return final_round(play(table, "plague italia"))

    assert turn(0) == [FinalRound(R, "cubes", [Y, B, G])]
    assert turn(1) == []


def test_R111_only_the_active_player_counts():
    table = position(active=G, stock="r0", supply=10)
    assert final_round(play(table, "plague italia", seat=G)) == []


def test_R112_a_cube_lost_in_the_same_turn_prevents_the_end():

    def turn(token):
        table = position(cubes={"italia": "r1"}, stock="r1", rats={"italia": [token]}, supply=10)
        return final_round(play(table, "place italia 1", "plague hispania"))

    def struck(token):
        table = position(cubes={"italia": "r1"}, stock="r1", rats={"italia": [token]}, supply=10)
        return final_round(play(table, "place italia 1", "plague italia", "spread turcia"))

    assert turn("1 A")  # Elsewhere no cubes are lost.
    assert struck("6 ?")
    assert not struck("1 A")


def test_R113_the_final_round_has_no_taking_placing_or_plague_moves():
    table = position(ask="final", cards={"king": R}, cubes={"gallia": "r1"}, rats={"italia": ["?"]})
    assert moves(table) == ["king gallia", "end"]
    for text, why in (
        ("take monk", "You can’t take cards in the final round"),
        ("place italia 1", "In the final round you place cubes only with cards"),
        ("plague italia", "only a card moves the plague piece, and you have none that does"),
        ("spread italia", "No new rats are placed in the final round"),
        ("reveal italia-a", "In the final round you turn rats over only where"),
        ("neutral", "The Knight is on the table"),
    ):
        assert why in refused(table, text)


def test_R114_the_peasant_puts_one_cube_into_any_region():
    table = position(ask="final", cards={"peasant": R}, rats={"italia": ["?", "?"]})
    assert len(moves(table, verb="peasant")) == 12
    assert play(table, "peasant russia")[0] == Placed(R, "russia", 1, "peasant")


def test_R114_only_in_the_final_round_only_once_and_only_from_the_stock():
    table = position(cards={"peasant": R})
    assert "you use it on its own only in the final round" in refused(table, "peasant russia")
    table = position(ask="final", cards={"peasant": R, "king": R}, cubes={"gallia": "r1"})
    play(table, "peasant russia")
    assert "In the final round each card works once" in refused(table, "peasant russia")
    table = position(ask="final", cards={"peasant": R, "king": R}, cubes={"gallia": "r1"}, stock="r0")
    assert not moves(table, verb="peasant")
    assert "stock is empty" in refused(table, "peasant russia")


def test_R119_the_knight_moves_one_or_two_steps_and_strikes_at_once():
    table = position(
        ask="final", cards={"knight": R}, cubes={"scandia": "g2"}, rats={"scandia": ["4 M Kn Ro", "6 ?"]},
        plague="italia",
    )  # fmt: skip
    assert {"plague gallia", "plague scandia"} <= set(moves(table))
    assert play(table, "plague scandia") == [PlagueMoved(R, "italia", "scandia", "germania")]
    assert moves(table) == ["neutral", "reveal scandia-a", "reveal scandia-b"]
    play(table, "neutral")
    events = play(table, "reveal scandia-a")
    assert [(event.population, event.lost) for event in revealed(events)[:1]] == [(4, [0, 1, 0, 0])]
    assert FinalTurnEnded(R) in events


def test_R119_the_neutral_cubes_are_optional_and_the_region_may_be_empty():
    table = position(
        ask="final", cards={"knight": R}, cubes={"gallia": "g2"}, rats={"gallia": ["4 M Kn Ro"]}, plague="italia"
    )
    play(table, "plague gallia")
    (event,) = revealed(play(table, "reveal gallia-a"))
    assert event.population == 2
    table = position(ask="final", cards={"knight": R, "king": R}, cubes={"russia": "r1"}, plague="italia")
    events = play(table, "plague turcia")
    assert events == [PlagueMoved(R, "italia", "turcia")]
    assert "plague piece has already moved" in refused(table, "plague gallia")
    assert "each card works once, and you have used the Knight" in refused(table, "neutral")


def test_R119_the_piece_must_move_and_the_declaration_follows_it():
    table = position(ask="final", cards={"knight": R}, plague="italia")
    assert "must leave Italia" in refused(table, "plague italia")
    assert "Move the plague piece first" in refused(table, "neutral")


def test_R122_nothing_spreads_in_the_final_round():
    table = position(
        ask="final", cards={"knight": R}, cubes={"italia": "g1"}, rats={"italia": ["6 ?", "6 ?", "5 ?"]}, supply=9
    )
    play(table, "plague italia")
    assert table.due()[0].question == "devastation"
    assert len(table.state.supply) == 9
    assert sum(len(rats) for rats in table.state.rats.values()) == 3


def test_R124_every_region_is_struck_in_the_fixed_order_and_cannot_be_taken_back():
    table = last(
        cards={"king": G},
        cubes={"tartaria": "g1", "gallia": "g1 b1", "anglia": "y1", "italia": "g1"},
        rats={"tartaria": ["1 A"], "gallia": ["6 ?", "6 ?"], "anglia": ["5 ?"], "russia": ["5 ?"]},
    )
    events = play(table, "end", seat=G)
    kinds = [type(event) for event in events]
    assert kinds == [FinalTurnEnded, FinalDevastation, *[Revealed] * 4, GameEnded]
    assert [event.rat.split("-")[0] for event in revealed(events)] == ["anglia", "gallia", "gallia", "tartaria"]
    assert len(rats_in(table, "russia")) == 1  # Without cubes there, it stays hidden.
    assert table.over
    assert table.undoable(G) == 0
    with pytest.raises(GameOver):
        table.play(G, "end")


def test_R124_the_order_within_a_region_is_drawn():

    def first(seed_draws):
        table = last(cards={"king": G}, cubes={"gallia": "g1", "russia": "g1"}, rats={"gallia": ["6 ?", "5 ?", "4 ?"]})
        table.state.chance.draws += seed_draws
        return [event.rat for event in revealed(play(table, "end", seat=G))]

    assert len({tuple(first(draws)) for draws in range(40)}) == 6


def test_R125_the_trigger_players_knight_does_nothing():
    table = position(
        cards={"knight": R, "monk": G}, cubes={"gallia": "b2", "russia": "g1"}, rats={"hispania": ["4 M Kn Ro"]},
        plague="italia", stock="r0",
    )  # fmt: skip
    events = play(table, "plague gallia")  # There are no rats there until green brings one.
    assert final_round(events) == [FinalRound(R, "cubes", [Y, B, G])]
    (event,) = revealed(play(table, "monk hispania-a gallia", seat=G))
    assert (event.rat, event.population, event.outbreak) == ("gallia-a", 2, False)


def test_R126_ties_are_won_by_the_seat_whose_turn_would_come_first():
    # Seats 1 to 4 of the rules are 0 to 3 here. The trigger player is seat 1, so the order is 2, 3, 0, 1.
    table = position(ask="final", active=B, trigger=G, order=[B], cards={"king": B}, cubes={"gallia": "r7 g9 b9 y5"})
    events = play(table, "end", seat=B)
    assert events[-1] == GameEnded([7, 9, 9, 5], [B, G, R, Y])
    result = table.score()
    assert result.points == [7, 9, 9, 5]
    assert result.winners == [B]
    assert result.ranking == [B, G, R, Y]


def test_R127_all_tied_go_round_from_the_left_of_the_trigger_player():
    table = last(cards={"king": G}, cubes={"gallia": "r3 g3 b3 y3"})
    play(table, "end", seat=G)
    assert table.score().ranking == [G, B, Y, R]


def test_R128_cubes_in_stock_do_not_score_and_those_in_the_palace_do():
    table = last(cards={"king": G}, cubes={"gallia": "g3"}, palace="r2 g1")
    play(table, "end", seat=G)
    result = table.score()
    assert result.points == [2, 4, 0, 0]
    assert result.breakdown == {"regions": [0, 3, 0, 0], "palace": [2, 1, 0, 0]}
    assert result.reason == "cubes"
    assert table.state.stock == [18, 16, 20, 20]


def test_R141_population_four_with_two_cubes():
    table = last(
        cards={"knight": G, "monk": G}, cubes={"gallia": "b2"}, rats={"hispania": ["4 M Kn Ro"]}, plague="italia"
    )
    play(table, "plague gallia", seat=G)  # There are no rats there yet.
    events = play(table, "monk hispania-a gallia", seat=G)
    (event,) = revealed(events)
    assert (event.population, event.lost) == (4, [0, 0, 1, 0])


def test_R141_the_knight_counts_even_where_a_later_player_moves_the_plague_piece():
    table = position(
        ask="final", trigger=G, cards={"knight": R, "serf": Y, "monk": Y}, cubes={"gallia": "b2"},
        rats={"hispania": ["4 M Kn Ro"]}, plague="turcia",
    )  # fmt: skip
    play(table, "plague italia")
    play(table, "plague gallia", seat=Y)
    events = play(table, "monk hispania-a gallia", seat=Y)
    (event,) = revealed(events)
    assert (event.population, event.lost) == (4, [0, 0, 1, 0])


def test_R142_without_the_knight_the_plague_piece_counts_nothing():
    table = last(
        cards={"knight": G, "monk": G}, cubes={"gallia": "b2"}, rats={"hispania": ["4 M Kn Ro"]}, plague="gallia"
    )
    events = play(table, "monk hispania-a gallia", "end", seat=G)
    (event,) = revealed(events)
    assert (event.population, event.outbreak) == (2, False)


def test_R143_with_two_players_only_the_other_one_acts():
    table = position(seats=2, stock="r0", cards={"king": G}, cubes={"gallia": "g1"}, supply=5)
    assert final_round(play(table, "plague italia")) == [FinalRound(R, "cubes", [G])]
    assert [due.seat for due in table.due()] == [G]
    play(table, "end", seat=G)
    assert table.over


def test_a_player_without_a_usable_card_is_skipped():
    table = position(cards={"king": B}, cubes={"gallia": "b1"}, stock="r0", supply=5)
    events = play(table, "plague italia")
    assert FinalTurnEnded(Y) in events
    assert [due.seat for due in table.due()] == [B]
    events = play(table, "end", seat=B)
    assert FinalTurnEnded(G) in events
    assert table.over


def test_some_cards_work_in_the_strike_of_the_final_round_and_others_wait():
    table = position(
        ask="final", cards={"knight": R, "king": R, "monk": R}, cubes={"italia": "g1", "gallia": "r1"},
        rats={"italia": ["6 ?", "6 ?", "5 ?"]}, plague="turcia",
    )  # fmt: skip
    play(table, "plague italia")
    assert "king gallia" in moves(table)
    assert "The Monk must wait until Italia has been struck" in refused(table, "monk italia-a gallia")
    assert "plague piece has already moved" in refused(table, "plague gallia")
    play(table, "reveal italia-a", "king gallia")
    assert table.state.palace[R] == 1
