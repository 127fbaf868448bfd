import pytest

from rules.rattus.events import TurnEnded
from tests.rules.rattus.build import B, G, R, Y, moves, play, position, rats_in, refused, revealed


def strike(cubes, *rats, cards=None, **more):
    """Set up Gallia just before its rats are turned over. Red is active and has no cubes there."""
    return position(
        cubes={"gallia": cubes}, rats={"gallia": list(rats)}, cards=cards, ask="devastation", confirm="on", **more
    )


def first(table, letter="a"):
    """Turn over one rat of Gallia. Return the result."""
    return revealed(play(table, f"reveal gallia-{letter}"))[0]


def gallia(table):
    return table.state.cubes["gallia"]


def test_R34_an_outbreak_needs_as_many_cubes_as_the_number():
    event = first(strike("g2 y1", "1 Bo Ch"))
    assert (event.population, event.outbreak) == (3, True)


def test_R34_exactly_as_many_are_enough():
    assert first(strike("g2 y1", "3 Pe Kn")).outbreak
    assert not first(strike("g2 y1", "4 Pe Bo Kn")).outbreak


def test_R35_without_outbreak_nobody_loses_and_the_token_is_discarded():
    table = strike("g1 y1", "3 A Pe Ch Kn", supply=20)
    before = table.view(None).discards
    event = first(table)
    assert (event.outbreak, event.lost) == (False, [0, 0, 0, 0])
    assert gallia(table) == [0, 1, 0, 1]
    assert table.view(None).discards == [*before, event.face]
    assert not table.state.rats["gallia"]


def test_R36_the_worked_example():
    """R36: the rulebook's example has three rats, three owners of six cards, and two tied players."""
    table = position(
        cubes={"gallia": "g2 y1"},
        rats={"gallia": ["1 Bo Ch", "3 ?", "2 M Bo Ch"]},
        cards={"knight": Y, "peasant": G, "merchant": G, "monk": B, "witch": B, "king": B},
        plague="germania",
    )
    play(table, "plague gallia", "spread hispania", "spread hispania")
    assert len(table.state.rats["hispania"]) == 2
    event = first(table, "a")
    assert (event.outbreak, event.lost) == (True, [0, 1, 0, 0])
    assert gallia(table) == [0, 1, 0, 1]
    events = play(table, "reveal gallia-b")  # The third token is then the only one left, and turns over automatically.
    none, last = revealed(events)
    assert (none.outbreak, none.population) == (False, 2)
    assert (last.outbreak, last.lost) == (True, [0, 1, 0, 1])
    assert gallia(table) == [0, 0, 0, 0]
    assert not table.state.rats["gallia"]
    assert events[-1] == TurnEnded(R)


def test_R37_majority_and_symbol_add_up():
    event = first(strike("g3 y2", "2 M Bo Ch", cards={"merchant": G, "monk": Y}))
    assert event.lost == [0, 2, 0, 1]
    assert event.causes == [[], ["M", "merchant"], [], ["monk"]], "why each has lost: the letter, then the own cards"


def test_R36_a_player_who_loses_nothing_has_no_cause():
    event = first(strike("g3", "2 M Bo Ch", cards={"merchant": Y}))
    assert (event.lost, event.causes) == ([0, 1, 0, 0], [[], ["M"], [], []])
    assert first(strike("g1", "3 M Bo Ch", cards={"merchant": G})).causes == []


def test_R38_all_who_tie_for_the_majority_pay():
    assert first(strike("g2 y2 b1", "1 M")).lost == [0, 1, 0, 1]


def test_R39_the_majority_is_judged_before_the_symbols_are_paid():
    # If two cubes were paid for the symbols first, yellow would have the majority.
    assert first(strike("g3 y2", "2 M Kn Ma", cards={"knight": G, "witch": G})).lost == [0, 3, 0, 0]


def test_R40_all_strikes_everybody_with_a_cube():
    table = strike("g1 y3", "1 A")
    assert first(table).lost == [0, 1, 0, 1]
    assert gallia(table) == [0, 0, 0, 2]


def test_R41_nobody_pays_more_than_is_there():
    table = strike("g1 y1", "4 A Bo Kn Ro", cards={"king": Y, "knight": R})
    play(table, "neutral")
    event = first(table)
    assert (event.population, event.lost) == (4, [0, 1, 0, 1])


def test_R42_a_card_on_the_table_strikes_nobody():
    assert first(strike("g2 y1", "1 Bo Ch")).lost == [0, 0, 0, 0]


def test_R43_an_owner_without_a_cube_there_loses_nothing_anywhere():
    table = position(
        cubes={"gallia": "g1", "italia": "b3"}, rats={"gallia": ["1 Bo Ch"]}, cards={"merchant": B}, ask="devastation",
        confirm="on",
    )  # fmt: skip
    assert first(table).lost == [0, 0, 0, 0]
    assert table.state.cubes["italia"] == [0, 0, 3, 0]


def test_R46_without_cubes_the_other_rats_stay_face_down():
    table = strike("g1", "1 A", "2 M Bo Ch", "3 Ch Kn Ro")
    events = play(table, "reveal gallia-a")
    assert len(revealed(events)) == 1
    assert rats_in(table, "gallia") == ["2 M Bo Ch", "3 Ch Kn Ro"]
    assert events[-1] == TurnEnded(R)


def test_R47_three_rats_without_outbreak_are_all_discarded():
    table = strike("g1", "6 A Pe Bo Ro", "5 ?", "4 ?")
    events = play(table, "reveal gallia-a", "reveal gallia-b")  # The last one turns over automatically.
    assert [event.outbreak for event in revealed(events)] == [False] * 3
    assert gallia(table) == [0, 1, 0, 0]
    assert not table.state.rats["gallia"]


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_R48_the_active_player_chooses_the_order(letter):
    table = strike("g1", "1 A", "2 M Bo Ch", "3 Ch Kn Ro")
    assert moves(table, verb="reveal") == ["reveal gallia-a", "reveal gallia-b", "reveal gallia-c"]
    wanted = {"a": 1, "b": 2, "c": 3}[letter]
    assert first(table, letter).face.number == wanted


def test_R49_the_next_rat_meets_the_remaining_cubes():
    table = strike("g1 y1 b3", "5 A Ma Ro", "4 A Pe Bo Ma")
    one, two = revealed(play(table, "reveal gallia-a"))
    assert (one.population, one.lost) == (5, [0, 1, 1, 1])
    assert (two.population, two.outbreak) == (2, False)


def test_R50_a_removed_cube_is_in_stock_and_can_be_placed_again():
    table = position(
        cubes={"gallia": "g1"}, rats={"gallia": ["1 A"], "italia": ["?"]}, ask="devastation", confirm="on", stock="g0"
    )
    assert table.state.stock[G] == 0
    first(table)
    assert table.state.stock[G] == 1
    assert "place italia 1" in moves(table, seat=G)


def test_R51_cubes_in_the_palace_are_safe_and_no_population():
    table = strike("g1", "2 M Bo Ch", palace="g5")
    event = first(table)
    assert (event.population, event.outbreak) == (1, False)
    table = strike("g1", "1 Bo Ch", palace="g5", cards={"merchant": G, "monk": G})
    assert first(table).lost == [0, 1, 0, 0], "of a debt of two"
    assert table.state.palace[G] == 5


def test_R52_the_plague_piece_alone_is_no_population():
    table = position(cards={"knight": R}, rats={"gallia": ["?"], "italia": ["?"]}, plague="gallia")
    events = play(table, "plague italia", "spread turcia")
    assert not revealed(events)
    assert events[-1] == TurnEnded(R)
    assert len(table.state.rats["italia"]) == 1


def test_only_rats_of_the_plague_region_are_turned_over():
    table = position(
        cubes={"gallia": "g1"}, rats={"gallia": ["?", "?"], "italia": ["?"]}, ask="devastation", late_abilities="off"
    )
    assert "Italia a is not in the plague region; only rats in Gallia" in refused(table, "reveal italia-a")
    assert "There are: Gallia a, Gallia b" in refused(table, "reveal gallia-c")
    assert "First turn over the rats in Gallia" in refused(table, "end")
