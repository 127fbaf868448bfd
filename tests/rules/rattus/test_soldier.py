import pytest

from rules.rattus.components import REMOVED_TOKENS, TOKENS
from rules.rattus.events import RatPlaced, TurnEnded
from tests.rules.rattus.build import G, R, face, moves, play, position, refused


@pytest.mark.parametrize(("rats", "least"), [(1, 1), (2, 2), (3, 2)])
def test_R74_the_soldier_adds_one_rat_to_those_due(rats, least):
    for more in (0, 1):
        table = position(cards={"soldier": R}, rats={"italia": ["?"] * rats}, cubes={"italia": "g1"})
        play(table, "plague italia", *["spread turcia"] * least)
        assert table.due()[0].question == "extra"
        events = play(table, "soldier turcia" if more and least < 3 else "skip")
        assert any(isinstance(event, RatPlaced) for event in events) is bool(more)
        assert table.due()[0].question == ("turn" if rats == 1 else "devastation")
        assert len(table.state.rats["turcia"]) == least + more


def test_R74_the_soldier_adds_no_rat_to_a_region_without_rats():
    table = position(cards={"soldier": R}, rats={"gallia": ["?"]})
    events = play(table, "plague italia")
    assert TurnEnded(R) in events


def test_the_soldier_keeps_to_the_limits_and_to_the_supply():
    table = position(cards={"soldier": R}, rats={"italia": ["?"], "turcia": ["?", "?"]})
    play(table, "plague italia", "spread turcia")
    assert "soldier turcia" not in moves(table)
    for text, why in (
        ("soldier turcia", "Turcia has no room for another rat"),
        ("soldier russia", "Russia is not a neighbour of Italia"),
        ("plague gallia", "First decide about the extra rat"),
    ):
        assert why in refused(table, text)
    table = position(cards={"soldier": R}, rats={"italia": ["?"]}, supply=1)
    play(table, "plague italia", "spread turcia")
    assert table.state.phase == "final"
    table = position(cards={"soldier": R}, rats={"italia": ["?"]})
    assert "The Soldier adds a rat only when new rats spread" in refused(table, "soldier gallia")


def final(**more):
    return position(ask="final", cards={"soldier": R, **more.pop("cards", {})}, plague="gallia", **more)


def test_R117_in_the_final_round_the_soldier_places_one_rat_and_the_piece_stays():
    table = final(
        cards={"bishop": G, "emperor": G}, rats={"germania": ["?", "?", "?"]}, bishops=["hispania"],
        walls=["anglia+gallia"],
    )  # fmt: skip
    assert moves(table) == ["soldier italia", "end"]
    for text, why in (
        ("soldier germania", "Germania has no room for another rat"),
        ("soldier hispania", "A bishop keeps rats out of Hispania"),
        ("soldier anglia", "A wall stands between Gallia and Anglia"),
        ("plague italia", "only a card moves the plague piece, and you have none that does"),
    ):
        assert why in refused(table, text)
    left = len(table.state.supply)
    events = play(table, "soldier italia")
    assert events[0] == RatPlaced(R, "italia-a", "soldier", "supply")
    assert (table.state.plague, len(table.state.supply)) == ("gallia", left - 1)


def from_the_box(draws=0, seats=4, **more):
    table = final(seats=seats, supply=0, reason="supply", **more)
    table.state.chance.draws += draws
    before = table.view(None)
    events = play(table, "soldier italia")
    return table, before, events


def test_R118_with_an_empty_supply_a_random_token_comes_from_the_box():
    seen = set()
    for draws in range(60):
        table, _, events = from_the_box(draws, seats=2)
        assert events[0] == RatPlaced(R, "italia-a", "soldier", "box")
        for viewer in (None, R, G):
            assert all(rat.face is None for region in table.view(viewer).regions for rat in region.rats)
        seen.add(table.state.drawn[0])
    assert len(seen) > 25
    assert seen & set(table.state.removed)  # Tokens never used in this game are included.
    assert len(table.state.removed) == REMOVED_TOKENS[2]


def test_R118_the_same_token_comes_from_the_box_after_an_undo():
    table = final(supply=0, reason="supply", cards={"king": R}, cubes={"russia": "r1"})
    before = table.digest
    play(table, "soldier italia")
    token = table.state.drawn[0]
    table.undo(R)
    assert (table.digest, table.state.drawn) == (before, [])
    play(table, "soldier germania")
    assert table.state.drawn == [token]


def test_R147_the_public_lists_stay_as_they_are():
    for draws in range(20):
        table, before, _ = from_the_box(draws, seats=2, cards={"king": R}, cubes={"polonia": "r1"})
        after = table.view(None)
        assert (after.discards, after.removed, after.supply) == (before.discards, before.removed, before.supply)


def test_a_token_from_the_box_is_listed_once_when_it_is_turned_over():
    for draws in range(12):
        table, before, _ = from_the_box(
            draws, seats=2, cards={"knight": R}, cubes={"italia": "g1"}, rats={"hispania": ["?"]}
        )
        token = table.state.drawn[0]
        play(table, "plague italia")
        while not table.over:
            play(table, table.due()[0].moves[-1], seat=table.due()[0].seat)
        assert table.state.drawn == []
        listed = [face(TOKENS[one]) for one in table.state.discards]
        assert listed.count(face(TOKENS[token])) == 1
        assert len(table.state.discards) - len(before.discards) == (token in table.state.removed)
        assert sorted({*table.state.discards, *table.state.removed, *rats_of(table)}) == sorted(TOKENS)


def rats_of(table):
    return [rat.token for rats in table.state.rats.values() for rat in rats]
