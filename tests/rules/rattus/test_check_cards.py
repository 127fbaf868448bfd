"""Positions with impossible pieces or questions of cards are refused with a reason."""

import pytest

from tests.rules.rattus.build import G, R, play, position
from tests.rules.rattus.test_check import refused


def expanded():
    return position(
        cards={"emperor": R, "nun": G, "bishop": R, "wizard": G, "baker": G, "crusader": R},
        cubes={"gallia": "r2 g1"},
        rats={"gallia": ["1 A", "5 ?"], "italia": ["6 ?"]},
        walls=["gallia+italia"],
        nuns=["italia", "italia"],
        bishops=["russia"],
        potions={"gallia": "r2 r1"},
        baked="g2",
    ).get_position()


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
join = asking("plague italia", cards={"knight": R, "crusader": R}, ask="final")
drawn = asking(
    "soldier italia", cards={"soldier": R, "king": R}, cubes={"russia": "r1"}, ask="final", supply=0, reason="supply"
)

BAD = [
    (expanded, "walls.+", "gallia+italia", "There can be at most 3 walls, on different ones of"),
    (expanded, "walls.0", "gallia+russia", "at most 3 walls"),
    (expanded, "walls", ["anglia+gallia", "gallia+germania", "gallia+hispania", "gallia+italia"], "at most 3 walls"),
    (expanded, "nuns", ["italia"] * 4, "at most 3 nuns"),
    (expanded, "nuns.0", "atlantis", "at most 3 nuns"),
    (expanded, "protected.0.region", "atlantis", "Potions can only be under cubes"),
    (expanded, "protected.0.seat", 7, "Potions can only be under cubes"),
    (expanded, "protected.+", {"region": "gallia", "seat": 0, "potions": 1}, "Potions can only be under cubes"),
    (expanded, "protected.0.potions", 0, "A protected cube must have"),
    (expanded, "baked", [], "Seat 1 has 18 cubes"),
    (unbaked, "baked", [9], "all belong to one seat"),
    (expanded, "cards.baker", 0, "must belong to its owner until another seat takes it"),
    (expanded, "cards.wizard", None, "There cannot be any protected yet"),
    (expanded, "turned", ["gallia-a"], "Rats can be face up only in the plague region"),
    (expanded, "drawn", ["R01"], "At most one token can return from the box"),
    (turned, "turned.+", "gallia-a", "Rats can be face up only in the plague region"),
    (turned, "pending.0.1.revealed", False, "Rats can be face up only in the plague region"),
    (turned, "pending.0.1.joined", [], "Rats can be face up only in the plague region"),
    (serf, "cards.serf", 1, "“serf” does not fit"),
    (serf, "pending.0.1.revealed", False, "“serf” does not fit"),
    (serf, "pending.0", [{"ask": "turn"}, {"ask": "serf"}], "The decision “serf” cannot come after “turn”"),
    (unload, "cards.baker", 1, "“unload” does not fit"),
    (unload, "taken", False, "“unload” does not fit"),
    (carry, "pending.0.1.left", 3, "“carry” does not fit"),
    (carry, "pending.0.1.left", 0, "“carry” does not fit"),
    (carry, "pending.0.1.chosen", [2], "“carry” does not fit"),
    (carry, "pending.0.1.to", "russia", "“carry” does not fit"),
    (carry, "pending.0.1.region", "atlantis", "“carry” does not fit"),
    (carry, "used", [], "“carry” does not fit"),
    (messenger, "pending.0.1.region", "atlantis", "“messenger” does not fit"),
    (messenger, "pending.0.1.owner", 9, "“messenger” does not fit"),
    (messenger, "pending.0.1.potions", 1, "“messenger” does not fit"),
    (mayor, "pending.0.1.cards", ["peasant"], "“mayor” does not fit"),
    (mayor, "placed", False, "“mayor” does not fit"),
    (mayor, "pending.0.1.regions", ["gallia"], "“mayor” does not fit"),
    (mayor, "pending.0.1.without", ["gallia"], "“mayor” does not fit"),
    (short, "pending.0.1.without", ["gallia", "gallia"], "“mayor” does not fit"),
    (nun, "pending.0.1.left", 3, "“nun” does not fit"),
    (nun, "nuns", [], "“nun” does not fit"),
    (emperor, "pending.0.1.left", 0, "“emperor” does not fit"),
    (emperor, "walls", [], "“emperor” does not fit"),
    (follow, "pending.0.1.left", 2, "“follow” does not fit"),
    (follow, "pending.0.1.region", "italia", "“follow” does not fit"),
    (extra, "cards.soldier", 1, "“extra” does not fit"),
    (join, "used.+", "knight", "“join” does not fit"),
    (drawn, "discards.+", "R01", "Every token can be in the discards only once"),
    (drawn, "drawn.+", "R02", "Token R02 must be in exactly one place"),
    (swap, "used", [], "“swap” does not fit"),
    (swap, "pending.0.1.second", "gallia-a", "“swap” does not fit"),
]


@pytest.mark.parametrize(("make", "path", "value", "why"), BAD)
def test_what_cannot_have_come_about_with_the_cards_is_refused(make, path, value, why):
    assert why in refused(make, path, value)


def test_all_pieces_of_the_cards_may_be_on_the_board():
    """Three walls, three nuns and two bishops are the most."""
    table = position(
        cards={"emperor": R, "nun": G, "bishop": R},
        walls=["gallia+italia", "gallia+hispania", "gallia+germania"],
        nuns=["italia", "italia", "russia"],
        bishops=["russia", "gallia"],
    )
    assert not table.over
