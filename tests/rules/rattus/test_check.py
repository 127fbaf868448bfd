from pathlib import Path

import pytest

from rules.errors import BadPosition
from rules.table import Table
from tests.rules.games import assert_limit, assert_refusals, limits
from tests.rules.rattus.build import G, R, play, position
from tests.rules.rattus.games import GAME


def base():
    return position(
        cards={"witch": R, "knight": G}, cubes={"gallia": "r2 g1"}, rats={"gallia": ["1 A", "5 ?"], "italia": ["6 ?"]}
    ).get_position()


def struck():
    return position(
        cards={"knight": R}, cubes={"gallia": "g1"}, rats={"gallia": ["?", "?"]}, ask="devastation"
    ).get_position()


def looked():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A", "5 ?"], "italia": ["6 ?"]})
    play(table, "witch gallia-a")
    return table.get_position()


def setup():
    return Table(GAME, 3, "seed", {"start": "0"}).get_position()


def final():
    return position(ask="final", cards={"knight": R, "king": R}, cubes={"gallia": "r1"}).get_position()


def expanded():
    return position(
        cards={"emperor": R, "nun": G, "bishop": R, "wizard": G, "baker": G, "crusader": R},
        cubes={"gallia": "r2 g1"}, rats={"gallia": ["1 A", "5 ?"], "italia": ["6 ?"]}, walls=["gallia+italia"],
        nuns=["italia", "italia"], bishops=["russia"], potions={"gallia": "r2 r1"}, baked="g2",
    ).get_position()  # fmt: skip


def asking(*texts, **more):
    def make():
        table = position(**more)
        play(table, *texts)
        return table.get_position()

    return make


RATS = {"gallia": ["1 A", "5 ?", "?"], "italia": ["6 ?", "?"]}
turned = asking("crusader", cards={"crusader": R}, cubes={"gallia": "g5"}, rats=RATS, ask="devastation")
serf = asking("reveal gallia-a", cards={"serf": R}, cubes={"gallia": "g5"}, rats=RATS, ask="devastation")
unload = asking("take baker", cards={"baker": G}, baked="g2")
unbaked = asking(cards={"baker": G})
parting = asking(cards={"baker": G}, baked="g1", ask="final")
carry = asking(
    "merchant gallia italia 1", cards={"merchant": R, "wizard": G}, cubes={"gallia": "r2"}, potions={"gallia": "r1"}
)
messenger = asking("messenger gallia 0 0", cards={"messenger": R}, cubes={"gallia": "r2", "italia": "g1 b1"})
MAYOR = {"mayor": R, "peasant": R, "queen": R}
mayor = asking("mayor", cards=MAYOR, cubes={"gallia": "r2", "italia": "r1", "russia": "r1 g1", "polonia": "b1"})
short = asking(
    "mayor", "place italia 1", cards=MAYOR, cubes=dict.fromkeys(("gallia", "italia", "russia"), "r1"), stock="r2"
)
swap = asking("witch gallia-a", "witch gallia-b", cards={"witch": R}, rats={"gallia": ["1 A", "5 ?"]})
nun = asking("nun reserve gallia", cards={"nun": R})
emperor = asking("emperor reserve gallia+italia", cards={"emperor": R})
follow = asking("piper gallia italia 0", cards={"piper": R}, cubes={"gallia": "r2"}, rats=RATS)
extra = asking("plague gallia", "spread anglia", cards={"soldier": R}, rats={"gallia": ["?"]}, plague="italia")
join = asking("plague italia", cards={"knight": R, "serf": R}, ask="final")
drawn = asking(
    "soldier italia", cards={"soldier": R, "king": R}, cubes={"russia": "r1"}, ask="final", supply=0, reason="supply"
)


@pytest.mark.parametrize(("make", "limit", "beyond", "why"), limits(Path(__file__).with_name("impossible.txt")))
def test_an_impossible_position_is_refused(make, limit, beyond, why):
    assert_limit(GAME, globals()[make](), limit, beyond, why)


def test_a_refused_move_says_why():
    assert_refusals(GAME, globals(), Path(__file__).with_name("refusals.txt"))


@pytest.mark.parametrize("size", [11, 13])
def test_with_two_players_exactly_twelve_regular_tokens_are_removed(size):
    data = Table(GAME, 2, "seed").get_position()
    tokens = data["removed"] + [token for token in data["supply"] if token.startswith("R")]
    rest = [token for token in data["supply"] if token.startswith("S")]
    data["removed"], data["supply"] = tokens[:size], tokens[size:] + rest
    with pytest.raises(BadPosition, match="Exactly 12 regular tokens must be removed"):
        Table.from_position(GAME, data)


def test_during_the_set_up_one_rat_lies_in_every_region():
    """An extra or a missing rat is refused, even in the last region, and so is a discarded token."""
    data = setup()
    last = [*data["rats"]][-1]
    lying, supply = data["rats"][last], data["supply"]
    for rats, left, discards in (
        ([*lying, {"letter": "b", "token": supply[-1]}], supply[:-1], []),
        ([], [*supply, lying[0]["token"]], []),
        (lying, supply[:-1], supply[-1:]),
    ):
        data |= {"rats": {**data["rats"], last: rats}, "supply": left, "discards": discards}
        with pytest.raises(BadPosition, match="During the set-up there must be one rat in every region"):
            Table.from_position(GAME, data)
    data |= {"rats": {**data["rats"], last: lying}, "supply": supply, "discards": []}
    assert Table.from_position(GAME, data)


def test_an_ended_game_has_no_decisions():
    """No decision and no part of the final round is left, and the final round has begun."""
    ended = final() | {"over": True, "pending": [[]] * 4, "order": []}
    assert Table.from_position(GAME, ended).over
    turn = {"phase": "turns", "trigger": None, "reason": "", "active": 1}
    for wrong in ({"pending": [[{"ask": "end"}], [], [], []]}, {"order": [0, 3, 2]}, turn):
        with pytest.raises(BadPosition, match="When the game is over, no seat can have a decision to make"):
            Table.from_position(GAME, ended | wrong)


def test_tokens_on_the_board_may_be_remembered_and_at_most_one_is_from_the_box():
    """A rat comes from the box only in the final round, when the supply is empty. The discards still list it."""
    data = base()
    assert Table.from_position(GAME, data | {"recalled": {"R05": [1, 3]}})

    def drawn(place="discards", **more):
        found = position(cards={"soldier": R}, **more).get_position()
        token = found[place][0]
        return found | {"rats": found["rats"] | {"gallia": [{"letter": "a", "token": token}]}, "drawn": [token]}

    ended = drawn(ask="final", supply=0)
    assert Table.from_position(GAME, ended)
    token = data["rats"]["gallia"][0]["token"]
    for wrong in (
        ended | {"supply": ended["discards"][-1:], "discards": ended["discards"][:-1]},
        ended | {"discards": ended["discards"][1:]},
        data | {"drawn": [token], "discards": [*data["discards"], token]},
        drawn("removed", ask="final", seats=3),
        drawn(ask="devastation", plague="italia", rats={"italia": ["?", "?"]}, cubes={"italia": "g1"}, supply=0),
    ):
        with pytest.raises(BadPosition, match="At most one token can return from the box"):
            Table.from_position(GAME, wrong)


def test_tokens_of_the_start_are_never_removed():
    data = Table(GAME, 2, "seed").get_position()
    place = next(place for place, token in enumerate(data["supply"]) if token.startswith("S"))
    data["supply"][place], data["removed"][-1] = data["removed"][-1], data["supply"][place]
    with pytest.raises(BadPosition, match="Exactly 12 regular tokens must be removed"):
        Table.from_position(GAME, data)


def test_all_pieces_of_the_cards_may_be_on_the_board():
    """The maximum is three walls, three nuns and two bishops."""
    table = position(
        cards={"emperor": R, "nun": G, "bishop": R}, walls=["gallia+italia", "gallia+hispania", "gallia+germania"],
        nuns=["italia", "italia", "russia"], bishops=["russia", "gallia"],
    )  # fmt: skip
    assert not table.over
