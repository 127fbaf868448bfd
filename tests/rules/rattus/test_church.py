"""Nuns and bishops: R97, R98, R99, R100 and R140. The Monk is with the base cards."""

import pytest

from rules.rattus.events import FigureMoved, TurnEnded
from tests.rules.rattus.build import G, R, moves, play, position, rats_in, refused, revealed


def scandia(table):
    return next(region for region in table.view(None).regions if region.id == "scandia")


@pytest.mark.parametrize(("number", "outbreak"), [(1, True), (2, False), (3, False)])
def test_R97_three_cubes_and_two_nuns_leave_a_population_of_one(number, outbreak):
    table = position(
        cards={"nun": G}, cubes={"scandia": "r3"}, nuns=["scandia", "scandia"],
        rats={"scandia": [f"{number} ?", "6 ?"]}, plague="scandia", ask="devastation",
    )  # fmt: skip
    event = revealed(play(table, "reveal scandia-a"))[0]
    assert (event.population, event.outbreak) == (1, outbreak)


def test_R98_more_nuns_than_cubes_leave_none():
    table = position(
        cards={"nun": G}, cubes={"scandia": "r1"}, nuns=["scandia"] * 3, rats={"scandia": ["1 A", "1 M"]},
        plague="scandia", ask="devastation",
    )  # fmt: skip
    events = revealed(play(table, "reveal scandia-a"))
    assert [(event.population, event.outbreak) for event in events] == [(0, False)] * 2


@pytest.mark.parametrize(("cubes", "nuns", "population"), [("g2", 1, 3), ("g1", 3, 0)])
def test_nuns_lower_the_population_that_neutral_cubes_raise(cubes, nuns, population):
    table = position(
        cards={"nun": G, "knight": R}, cubes={"gallia": cubes}, nuns=["gallia"] * nuns, rats={"gallia": ["6 ?", "5 ?"]},
        ask="devastation",
    )  # fmt: skip
    play(table, "neutral")
    assert revealed(play(table, "reveal gallia-a"))[0].population == population


def test_up_to_three_nuns_are_set_or_moved_in_one_use():
    table = position(cards={"nun": R}, nuns=["gallia"])
    assert play(table, "nun gallia scandia") == [FigureMoved(R, "nun", "gallia", "scandia")]
    assert (table.due()[0].question, table.view(None).left) == ("nun", 2)
    assert play(table, "nun reserve scandia") == [FigureMoved(R, "nun", "", "scandia")]
    assert "First finish with the nuns: place another one, or stop" in refused(table, "plague italia")
    play(table, "nun reserve italia")
    assert table.due()[0].question == "turn"
    assert (table.state.nuns, scandia(table).nuns) == (["scandia", "scandia", "italia"], 2)
    assert "You have already used the Nun" in refused(table, "nun italia gallia")


def test_nuns_may_be_left_and_stay_with_the_next_owner():
    table = position(cards={"nun": R})
    play(table, "nun reserve gallia", "skip", "plague italia")
    play(table, "take nun", "nun gallia polonia", "nun reserve polonia", "nun reserve polonia", seat=G)
    assert table.state.nuns == ["polonia"] * 3


@pytest.mark.parametrize(
    ("nuns", "text", "why"),
    [
        (["gallia", "italia", "italia"], "nun reserve polonia", "All nuns are on the board: Gallia, Italia"),
        (["gallia"], "nun gallia gallia", "The nun is already in Gallia"),
        (["gallia"], "nun italia gallia", "There is no nun in Italia"),
        ([], "nun reserve atlantis", "“atlantis” is not possible here"),
    ],
)
def test_impossible_nuns_are_refused(nuns, text, why):
    table = position(cards={"nun": R}, nuns=nuns)
    with pytest.raises(Exception, match=why):
        table.play(R, text)


def test_R140_a_nun_moved_in_between_two_tokens_counts_for_the_next():
    table = position(
        cards={"nun": R}, cubes={"gallia": "g3"}, nuns=["italia"], rats={"gallia": ["6 ?", "3 Pe Kn", "5 ?"]},
        ask="devastation",
    )  # fmt: skip
    play(table, "reveal gallia-a", "nun italia gallia", "skip")
    event = revealed(play(table, "reveal gallia-b"))[0]
    assert (event.population, event.outbreak) == (2, False)


def test_R99_no_rat_enters_a_region_with_a_bishop_by_the_spread():
    table = position(cards={"bishop": G}, bishops=["italia"], rats={"hispania": ["?"], "italia": ["?", "?"]})
    events = play(table, "plague hispania")
    assert rats_in(table, "gallia")  # The only target left is taken without a question.
    assert TurnEnded(R) in events
    table = position(
        cards={"bishop": G}, bishops=["italia"], rats={"gallia": ["?"], "italia": ["?", "?"]}, plague="hispania"
    )
    play(table, "plague gallia")
    assert moves(table) == ["spread anglia", "spread germania", "spread hispania"]
    assert "A bishop keeps rats out of Italia" in refused(table, "spread italia")


def test_R99_nor_by_the_monk_but_they_may_leave():
    table = position(cards={"bishop": G, "monk": R}, bishops=["italia"], rats={"gallia": ["?"], "italia": ["?"]})
    assert "monk gallia-a italia" not in moves(table)
    assert "A bishop keeps rats out of Italia" in refused(table, "monk gallia-a italia")
    play(table, "monk italia-a hispania")
    assert not table.state.rats["italia"]


def test_R100_both_bishops_are_set_before_one_is_moved():
    table = position(cards={"bishop": R}, bishops=["gallia"])
    assert [move.split()[1] for move in moves(table, verb="bishop")] == ["reserve"] * 12
    assert "You can move a bishop only when all are on the board" in refused(table, "bishop gallia italia")
    assert play(table, "bishop reserve gallia") == [FigureMoved(R, "bishop", "", "gallia")]
    table = position(cards={"bishop": R}, bishops=["gallia", "italia"])
    assert {move.split()[1] for move in moves(table, verb="bishop")} == {"gallia", "italia"}
    for text, why in (
        ("bishop reserve russia", "All bishops are on the board: Gallia, Italia"),
        ("bishop gallia gallia", "The bishop is already in Gallia"),
        ("bishop polonia gallia", "There is no bishop in Polonia"),
    ):
        assert why in refused(table, text)
    play(table, "bishop gallia italia")
    assert table.state.bishops == ["italia", "italia"]
    assert [region.bishops for region in table.view(None).regions if region.bishops] == [2]


def test_a_bishop_hinders_neither_cubes_nor_the_plague_piece():
    table = position(cards={"bishop": G, "merchant": R}, bishops=["italia"], cubes={"gallia": "r1"})
    play(table, "merchant gallia italia 1", "plague italia")
    assert table.state.plague == "italia"
