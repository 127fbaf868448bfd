"""Queen and Emperor: R84, R85, R86, R87, R88, R89, R90, R91 and R144. The King is with the base cards."""

import pytest

from rules.errors import IllegalMove
from rules.rattus.cards.ability import largest_area
from rules.rattus.components import CONNECTIONS
from rules.rattus.events import Placed, PlagueMoved, PlagueStuck, TurnEnded, WallMoved
from tests.rules.rattus.build import B, G, R, Y, moves, play, position, rats_in, refused

AREAS = {
    "anglia": "r1", "gallia": "r1", "hispania": "r1 y1", "russia": "b1", "tartaria": "b1", "italia": "y1",
    "polonia": "y1", "germania": "g1", "turcia": "g1",
}  # fmt: skip


def test_R84_the_worked_example():
    """R84: with areas of 3, 2, 2 and 1 regions, only the owner of the largest area may place extra cubes."""
    table = position(cards={"queen": R}, cubes=AREAS, rats={"scandia": ["?"]})
    assert [largest_area(table.state, seat) for seat in (R, B, Y, G)] == [3, 2, 2, 1]
    assert "place scandia 3" in moves(table)
    for seat in (G, B, Y):
        other = position(cards={"queen": seat}, cubes=AREAS, rats={"scandia": ["?"]}, active=seat)
        assert [move for move in moves(other, seat, "place") if "scandia" in move] == ["place scandia 1"]


def test_R85_a_tie_gives_nothing_to_either():
    for seat in (R, G):
        table = position(cards={"queen": seat}, cubes={"gallia": "r5 g1"}, rats={"italia": ["?"]}, active=seat)
        assert moves(table, seat, "place") == ["place italia 1"]


def test_R86_the_queen_places_two_more_cubes_even_without_rats():
    """R86: the player may place two more cubes, even in a region without rats."""
    table = position(cards={"queen": R}, cubes={"gallia": "r1"})
    assert {"place italia 1", "place italia 2"} <= set(moves(table))
    assert play(table, "place italia 2") == [Placed(R, "italia", 2, "queen")]
    table = position(cards={"queen": R, "peasant": R}, cubes={"gallia": "r1"}, rats={"polonia": ["?"]})
    assert [move for move in moves(table, verb="place") if "polonia" in move] == [
        f"place polonia {cubes}" for cubes in (1, 2, 3, 4)
    ]
    assert play(table, "place italia 3") == [Placed(R, "italia", 3, "peasant", "queen")]


@pytest.mark.parametrize(("cubes", "card"), [(1, "peasant"), (2, "queen")])
def test_the_fewest_cards_that_are_enough_are_named(cubes, card):
    table = position(cards={"queen": R, "peasant": R}, cubes={"gallia": "r1"})
    assert play(table, f"place italia {cubes}") == [Placed(R, "italia", cubes, card)]


def test_walls_and_the_palace_do_not_matter_to_the_area():
    table = position(
        cards={"queen": R, "emperor": G}, cubes={"gallia": "r1", "italia": "r1 g1"}, walls=["gallia+italia"],
        palace="g5",
    )  # fmt: skip
    assert (largest_area(table.state, R), largest_area(table.state, G), largest_area(table.state, B)) == (2, 1, 0)


def test_R87_the_owner_sets_up_to_three_walls_and_moves_them_later():
    table = position(seats=2, cards={"emperor": R}, plague="hispania")
    assert len(moves(table, verb="emperor")) == len(CONNECTIONS[2])
    assert play(table, "emperor reserve gallia+italia") == [WallMoved(R, "", "gallia+italia")]
    assert (table.due()[0].question, table.view(None).left) == ("emperor", 2)
    assert "skip" in moves(table)
    assert "First finish with the walls" in refused(table, "plague gallia")
    play(table, "emperor reserve anglia+gallia", "emperor reserve gallia+germania")
    assert table.view(None).walls == ["gallia+italia", "anglia+gallia", "gallia+germania"]
    play(table, "plague gallia")
    events = play(table, "take emperor", "emperor gallia+italia hungaria+italia", "skip", seat=G)
    assert WallMoved(G, "gallia+italia", "hungaria+italia") in events
    assert sorted(table.state.walls) == ["anglia+gallia", "gallia+germania", "hungaria+italia"]
    assert "You have already used the Emperor" in refused(table, "emperor hungaria+italia gallia+italia", G)


def walled(**more):
    return position(cards={"emperor": Y, **more.pop("cards", {})}, walls=["gallia+hispania"], **more)


@pytest.mark.parametrize(("region", "to"), [("gallia", "hispania"), ("hispania", "gallia")])
def test_R88_nothing_crosses_a_wall(region, to):
    """R88: plague piece, rats and cubes can't cross a wall, in either direction."""
    table = walled(
        cards=dict.fromkeys(("merchant", "monk", "piper"), R), cubes={region: "r2"}, rats={region: ["?"]}, plague=region
    )
    for text in (f"plague {to}", f"merchant {region} {to} 1", f"monk {region}-a {to}", f"piper {region} {to} 0"):
        assert text not in moves(table)
        with pytest.raises(IllegalMove, match=r"[Ww]all"):
            table.play(R, text)
    assert f"monk {region}-a italia" in moves(table)
    table = walled(cards={"soldier": R}, rats={region: ["?"]}, plague="italia")
    play(table, f"plague {region}")
    if region == "gallia":
        assert f"spread {to}" not in moves(table)
        with pytest.raises(IllegalMove, match=r"A wall stands between .* and "):
            table.play(R, f"spread {to}")
        play(table, "spread italia")
    assert table.due()[0].question == "extra"
    assert f"soldier {to}" not in moves(table)
    assert not rats_in(table, to)


def test_R88_two_steps_go_around():
    """R88: a neighbour behind a wall is reached through a third region."""
    table = walled(cards={"knight": R}, plague="gallia")
    assert play(table, "plague hispania")[0] == PlagueMoved(R, "gallia", "hispania", "italia")


def test_R89_the_other_way_into_a_region_stays_open():
    table = position(cards={"emperor": G}, walls=["anglia+gallia"], rats={"germania": ["?"]}, plague="italia")
    play(table, "plague germania")
    assert "spread anglia" in moves(table)


ENCLOSED = ["gallia+hispania", "hispania+italia"]


def test_R90_the_end_of_the_turn_is_all_that_is_left_of_a_turn_walled_in():
    table = position(cards={"emperor": G}, walls=ENCLOSED, plague="hispania", rats={"hispania": ["?"]})
    assert TurnEnded(R) in play(table, "take peasant", "place hispania 1")


def test_R90_a_plague_piece_walled_in_stays():
    table = position(
        cards={"emperor": G}, walls=ENCLOSED, plague="hispania", rats={"hispania": ["?"]}, cubes={"hispania": "g1"}
    )
    assert {"place hispania 1", "end"} <= set(moves(table))
    assert not moves(table, verb="plague")
    for text in ("plague gallia", "plague russia"):
        assert "Walls close every way out of Hispania" in refused(table, text)
    before = len(table.state.supply)
    events = play(table, "place hispania 1", "end")
    assert events == [Placed(R, "hispania", 1), PlagueStuck(R, "hispania"), TurnEnded(R)]
    assert (table.state.plague, len(table.state.supply)) == ("hispania", before)
    assert rats_in(table, "hispania")


def test_with_a_way_out_the_turn_cannot_simply_end():
    table = position(cards={"emperor": G}, walls=ENCLOSED[:1], plague="hispania")
    assert moves(table, verb="plague") == ["plague italia"]
    assert "You can’t end the turn before the plague piece has moved" in refused(table, "end")


def test_R91_cubes_and_figures_come_into_a_walled_region():
    table = position(
        cards={"emperor": G, "nun": R, "bishop": R}, walls=ENCLOSED, rats={"hispania": ["?"]}, plague="russia"
    )
    play(table, "place hispania 1", "nun reserve hispania", "skip", "bishop reserve hispania")
    assert table.state.cubes["hispania"] == [1, 0, 0, 0]
    assert table.state.nuns + table.state.bishops == ["hispania", "hispania"]


@pytest.mark.parametrize(
    ("seats", "text", "why"),
    [
        (3, "emperor reserve polonia+russia", "Russia is not used with 3 players"),
        (4, "emperor reserve gallia+russia", "Gallia and Russia are not neighbours"),
        (4, "emperor reserve gallia+gallia", "Gallia and Gallia are not neighbours"),
        (4, "emperor reserve gallia+hispania", "There is already a wall between Gallia and Hispania"),
        (4, "emperor reserve hispania+gallia", "Write this connection as gallia+hispania"),
        (4, "emperor gallia+italia germania+italia", "There is no such wall to move"),
        (4, "emperor reserve gallia", "“Gallia” is not a connection"),
    ],
)
def test_R144_impossible_walls_are_refused(seats, text, why):
    """R144: walls are refused at unused regions, between regions that aren't neighbours, and where one already is."""
    table = position(seats=seats, cards={"emperor": R}, walls=["gallia+hispania"])
    assert why in refused(table, text)


def test_R144_connections_are_those_between_regions_in_use():
    assert [len(CONNECTIONS[seats]) for seats in (2, 3, 4)] == [14, 17, 24]
    table = position(cards={"emperor": R}, walls=["gallia+hispania", "anglia+gallia", "gallia+italia"])
    assert "All walls are on the board; you must move one of them" in refused(table, "emperor reserve russia+tartaria")
    assert len(moves(table, verb="emperor")) == 3 * 21
