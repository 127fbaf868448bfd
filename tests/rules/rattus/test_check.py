"""Impossible positions are refused with a reason; what passes can be played to the end."""

import copy
import random
from contextlib import suppress

import msgspec
import pytest

from rules.errors import BadPosition, RulesError
from rules.rattus.components import IN_USE
from rules.table import Table
from tests.rules.games import GAME, before_each_move
from tests.rules.rattus.build import G, R, play, position


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
carry = asking(
    "merchant gallia italia 1", cards={"merchant": R, "wizard": G}, cubes={"gallia": "r2"}, potions={"gallia": "r1"}
)
messenger = asking("messenger gallia 0 0", cards={"messenger": R}, cubes={"gallia": "r2", "italia": "g1 b1"})
MAYOR = {"mayor": R, "peasant": R, "queen": R}
mayor = asking("mayor", cards=MAYOR, cubes={"gallia": "r2", "italia": "r1", "russia": "r1 g1", "polonia": "b1"})
short = asking(
    "mayor", "place italia 1", cards=MAYOR, cubes=dict.fromkeys(("gallia", "italia", "russia"), "r1"), stock="r2"
)
ridden = asking(cards={"knight": R}, cubes={"gallia": "g2"}, rats={"gallia": ["6 ?", "?"]}, ask="final devastation")
at_end = asking(cards={"knight": G, "king": R}, cubes={"gallia": "r1"}, ask="final", neutral_at_end=True)
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
    (expanded, "walls.+", "gallia+italia", "At most 3 walls stand, each on another of"),
    (expanded, "walls.0", "gallia+russia", "At most 3 walls stand"),
    (expanded, "walls", ["anglia+gallia", "gallia+germania", "gallia+hispania", "gallia+italia"], "At most 3 walls"),
    (expanded, "nuns", ["italia"] * 4, "At most 3 nuns stand"),
    (expanded, "nuns.0", "atlantis", "At most 3 nuns stand"),
    (expanded, "bishops", ["italia"] * 3, "At most 2 bishops stand"),
    (expanded, "protected.0.region", "italia", "Potions lie only under cubes"),
    (expanded, "protected.0.region", "atlantis", "Potions lie only under cubes"),
    (expanded, "protected.0.seat", 7, "Potions lie only under cubes"),
    (expanded, "protected.+", {"region": "gallia", "seat": 0, "potions": 1}, "Potions lie only under cubes"),
    (expanded, "protected.0.potions", 0, "Under a protected cube lie"),
    (expanded, "baked", [1, 0], "Seat 0 has 21 cubes"),
    (expanded, "baked", [], "Seat 1 has 18 cubes"),
    (expanded, "baked", [1, 1, 9], "all of one seat"),
    (expanded, "cards.baker", 0, "are those of its owner, until somebody takes it"),
    (expanded, "cards.emperor", None, "There are no walls yet"),
    (expanded, "cards.nun", None, "There are no nuns yet"),
    (expanded, "cards.bishop", None, "There are no bishops yet"),
    (expanded, "cards.wizard", None, "There are no protected yet"),
    (at_end, "cards.knight", None, "There are no neutral_at_end yet"),
    (expanded, "turned", ["gallia-a"], "Rats lie face up only in the plague region"),
    (expanded, "drawn", ["R01"], "At most one token comes back from the box"),
    (base, "walls", ["gallia+italia"], "There are no walls yet, or not in this game"),
    (base, "nuns", ["italia"], "There are no nuns yet"),
    (turned, "turned", ["italia-a"], "Rats lie face up only in the plague region"),
    (turned, "turned.+", "gallia-a", "Rats lie face up only in the plague region"),
    (turned, "pending.0.1.revealed", False, "Rats lie face up only in the plague region"),
    (turned, "pending.0.1.joined", [], "Rats lie face up only in the plague region"),
    (serf, "cards.serf", 1, "“serf” does not fit"),
    (serf, "pending.0.1.revealed", False, "“serf” does not fit"),
    (serf, "pending.0", [{"ask": "turn"}, {"ask": "serf"}], "The question “serf” cannot come after “turn”"),
    (unload, "cards.baker", 1, "“unload” does not fit"),
    (unload, "taken", False, "“unload” does not fit"),
    (unload, "baked", [0, 1], "Seat 0 has 21 cubes"),
    (carry, "pending.0.1.left", 3, "“carry” does not fit"),
    (carry, "pending.0.1.left", 0, "“carry” does not fit"),
    (carry, "pending.0.1.chosen", [2], "“carry” does not fit"),
    (carry, "pending.0.1.to", "russia", "“carry” does not fit"),
    (carry, "pending.0.1.region", "atlantis", "“carry” does not fit"),
    (carry, "used", [], "“carry” does not fit"),
    (messenger, "pending.0.1.region", "polonia", "“messenger” does not fit"),
    (messenger, "pending.0.1.owner", 9, "“messenger” does not fit"),
    (messenger, "pending.0.1.potions", 1, "“messenger” does not fit"),
    (mayor, "pending.0.1.cards", [], "“mayor” does not fit"),
    (mayor, "pending.0.1.cards", ["king"], "“mayor” does not fit"),
    (mayor, "pending.0.1.cards", ["mayor"] * 3, "“mayor” does not fit"),
    (mayor, "pending.0.1.without", ["russia"], "“mayor” does not fit"),
    (mayor, "pending.0.1.regions", [], "“mayor” does not fit"),
    (mayor, "placed", False, "“mayor” does not fit"),
    (mayor, "pending.0.1.cards.+", "queen", "“mayor” does not fit"),
    (mayor, "pending.0.1.cards", ["peasant"], "“mayor” does not fit"),
    (mayor, "pending.0.1.cards", ["mayor", "peasant", "queen", "queen"], "“mayor” does not fit"),
    (mayor, "pending.0.1.regions", ["gallia", "italia", "russia"], "“mayor” does not fit"),
    (mayor, "pending.0.1.regions", ["gallia"], "“mayor” does not fit"),
    (mayor, "pending.0.1.without", ["gallia"], "“mayor” does not fit"),
    (short, "pending.0.1.without", [], "“mayor” does not fit"),
    (short, "pending.0.1.without", ["russia", "gallia"], "“mayor” does not fit"),
    (short, "pending.0.1.without", ["gallia", "gallia"], "“mayor” does not fit"),
    (short, "pending.0.1.cards", ["peasant"], "“mayor” does not fit"),
    (short, "pending.0.1.cards", ["mayor", "mayor"], "“mayor” does not fit"),
    (nun, "pending.0.1.left", 3, "“nun” does not fit"),
    (nun, "nuns", [], "“nun” does not fit"),
    (emperor, "pending.0.1.left", 0, "“emperor” does not fit"),
    (emperor, "walls", [], "“emperor” does not fit"),
    (follow, "pending.0.1.left", 2, "“follow” does not fit"),
    (follow, "pending.0.1.to", "polonia", "“follow” does not fit"),
    (follow, "pending.0.1.region", "italia", "“follow” does not fit"),
    (extra, "cards.soldier", 1, "“extra” does not fit"),
    (join, "pending.0.1.card", "crusader", "“join” does not fit"),
    (join, "used.+", "knight", "“join” does not fit"),
    (join, "pending.0", [{"ask": "join", "card": "knight"}], "cannot stand together"),
    (drawn, "drawn", [], "must lie in exactly one place"),
    (drawn, "discards.+", "R01", "The discards name every token once"),
    (drawn, "drawn.+", "R02", "Token R02 must lie in exactly one place"),
    (base, "seats", 5, "Rattus has no 5 seats"),
    (base, "seats", True, "malformed"),
    (base, "nonsense", 1, "unknown field"),
    (base, "phase", "siesta", "malformed"),
    (base, "chance.seed", "", "printable"),
    (base, "chance.seed", "a\nb", "printable"),
    (base, "chance.draws", -1, "counted from 0"),
    (base, "chance.draws", 10**30, "counted from 0"),
    (base, "chance.luck", 1, "unknown field"),
    (base, "turn", 10**30, "counted from 0"),
    (base, "free", [0, 0, 0, -1], "counted from 0"),
    (base, "free", [0], "free needs an entry for each of 4 seats"),
    (base, "stock", [18, 19, 20], "stock needs an entry"),
    (base, "pending", [[{"ask": "turn"}]], "pending needs an entry"),
    (base, "pending.0", [{"ask": "dance"}], "malformed"),
    (base, "pending.0", [], "The decisions “” cannot stand together"),
    (base, "pending.0", [{"ask": "turn"}, {"ask": "turn"}], "The decisions “turn turn” cannot stand together"),
    (base, "pending.0", [{"ask": "final"}], "cannot stand together"),
    (base, "pending.1", [{"ask": "turn"}], "Only the active seat"),
    (base, "pending.0", [{"ask": "end"}, {"ask": "devastation", "x": 1}], "unknown field"),
    (base, "options.cards", "tarot", "options"),
    (base, "options", {}, "options"),
    (base, "events", [{"event": "x"}], "no events"),
    (base, "start", 4, "start is no seat"),
    (base, "active", -1, "active is no seat"),
    (base, "active", 1, "cannot be this seat's turn"),
    (base, "turn", 0, "counted from 1"),
    (base, "plague", "atlantis", "no region in use"),
    (base, "rats", {}, "rats must name the regions in use"),
    (base, "cubes.gallia", [2, 1], "gallia needs an entry"),
    (base, "cubes.gallia", [3, 1, 0, 0], "Seat 0 has 21 cubes in all, not 20"),
    (base, "palace", [-1, 0, 0, 0], "Seat 0 has 19 cubes"),
    (base, "rats.gallia.1.letter", "a", "different letters"),
    (base, "rats.gallia.1.letter", "d", "different letters"),
    (base, "rats.gallia.1.letter", "", "different letters"),
    (base, "rats.gallia.1.seen", [4], "impossible seats"),
    (base, "rats.gallia.1.seen", [1, 0], "impossible seats"),
    (base, "rats.gallia.1.token", "S01", "must lie in exactly one place"),
    (base, "rats.gallia.1.token", "X99", "must lie in exactly one place"),
    (base, "supply.0", "S99", "must lie in exactly one place"),
    (base, "supply.+", "S99", "There is no token S99"),
    (base, "removed.+", "!", "There is no token !"),
    (base, "cards.king", 4, "The owner of the king is no seat"),
    (base, "cards.nun", None, "not those in play"),
    (base, "used", ["king"], "Only cards of the active seat"),
    (base, "used", ["witch", "witch"], "each once"),
    (base, "trigger", 0, "trigger of the end"),
    (base, "reason", "supply", "trigger of the end"),
    (base, "neutral_at_end", True, "trigger of the end"),
    (base, "order", [0], "not in the order of the rules"),
    (base, "over", True, "When the game is over"),
    (struck, "pending.0.1.joined", ["king"], "“devastation” does not fit"),
    (struck, "pending.0.1.joined", ["knight", "knight"], "“devastation” does not fit"),
    (struck, "plague", "italia", "“devastation” does not fit"),
    (struck, "pending.0", [{"ask": "end"}, {"ask": "spread", "left": 3}], "“spread” does not fit"),
    (struck, "pending.0", [{"ask": "end"}, {"ask": "spread", "left": 0}], "“spread” does not fit"),
    (struck, "pending.0.1.joined", ["knight"], "“devastation” does not fit"),
    (looked, "used", [], "“look” does not fit"),
    (swap, "used", [], "“swap” does not fit"),
    (swap, "pending.0.1.second", "gallia-a", "“swap” does not fit"),
    (ridden, "pending.0.0.rode", False, "“final” does not fit"),
    (ridden, "used", [], "“final” does not fit"),
    (final, "pending.0.0.rode", True, "“final” does not fit"),
    (final, "used", ["knight"], "“final” does not fit"),
    (looked, "pending.0.1.first", "gallia-c", "“look” does not fit"),
    (looked, "pending.0.1.first", "gallia-b", "“look” does not fit"),
    (looked, "pending.0.1.first", "nonsense", "“look” does not fit"),
    (looked, "pending.0.1", {"ask": "swap", "first": "gallia-a", "second": "gallia-a"}, "“swap” does not fit"),
    (setup, "order", [1, 2, 2, 1, 0], ""),
    (setup, "order", [0, 2, 1, 2, 1, 0], ""),
    (setup, "order", [], ""),
    (setup, "stock", [0, 0, 0], "Seat 0 has 0 cubes"),
    (setup, "cards.king", 0, "nobody has taken a card"),
    (setup, "rats.gallia", [], "must lie in exactly one place"),
    (final, "trigger", None, "trigger of the end"),
    (final, "trigger", 9, "cannot be this seat's turn"),
    (final, "reason", "supply", "There is still a supply"),
    (final, "order", [2, 3], "not in the order of the rules"),
    (final, "order", [3, 2], "The active seat is not the one to act"),
]


def put(position, path, value):
    *way, last = path.split(".")
    for word in way:
        position = position[int(word) if isinstance(position, list) else word]
    if last == "+":
        position.append(value)
    elif isinstance(position, list):
        position[int(last)] = value
    else:
        position[last] = value


@pytest.mark.parametrize(("make", "path", "value", "why"), BAD)
def test_an_impossible_position_is_refused(make, path, value, why):
    data = make()
    Table.from_position(GAME, data)
    put(data, path, value)
    with pytest.raises(BadPosition) as refused:
        Table.from_position(GAME, data)
    assert why in str(refused.value)


def test_a_supply_that_ran_out_before_the_turn_is_refused():
    data = base()
    data["discards"] += data["supply"]
    data["supply"] = []
    with pytest.raises(BadPosition, match="“turn” does not fit"):
        Table.from_position(GAME, data)


@pytest.mark.parametrize("size", [11, 13])
def test_with_two_players_exactly_twelve_regular_tokens_are_removed(size):
    data = Table(GAME, 2, "seed").get_position()
    tokens = data["removed"] + [token for token in data["supply"] if token.startswith("R")]
    rest = [token for token in data["supply"] if token.startswith("S")]
    data["removed"], data["supply"] = tokens[:size], tokens[size:] + rest
    with pytest.raises(BadPosition, match="Exactly 12 regular tokens are removed"):
        Table.from_position(GAME, data)


def damage(lot, value):
    """The data with one random thing in it changed to another of any type."""
    if isinstance(value, dict) and value and lot.random() < 0.95:
        key = lot.choice(list(value))
        return {**value, key: damage(lot, value[key])}
    if isinstance(value, list) and value and lot.random() < 0.9:
        place = lot.randrange(len(value))
        return [*value[:place], damage(lot, value[place]), *value[place + 1 :]]
    if isinstance(value, int) and lot.random() < 0.8:
        return value + lot.choice([-3, -2, -1, 1, 2, 3])
    if isinstance(value, str) and lot.random() < 0.6:
        words = [
            "a",
            "b",
            "c",
            "gallia",
            "gallia-b",
            "S01",
            "turn",
            "end",
            "king",
            "on",
            "off",
            "final",
            "spread",
            "setup",
            "russia",
            "gallia+italia",
            "nun",
            "knight",
            "random",
        ]
        return lot.choice(words)
    return lot.choice([None, True, 0, -1, 7, 1.5, "x", [], {}, [[]], [1], {"a": 1}, 10**40])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_damaged_position_is_refused_or_can_be_played_to_the_end(seats):
    lot = random.Random(seats)
    passed = refused = 0
    for seed in range(8):
        cards = ["base", "random", "base", "rat_control", "good_times", "war_in_europe", "random", "one_per_class"][
            seed
        ]
        for number, state in enumerate(before_each_move(seats, seed, confirm=lot.choice(["on", "off"]), cards=cards)):
            if number % 3:
                continue
            data = msgspec.to_builtins(state)
            for _ in range(6):
                harmed = damage(lot, copy.deepcopy(data))
                try:
                    table = Table.from_position(GAME, harmed)
                except BadPosition as error:
                    refused += bool(str(error))
                    continue
                passed += 1
                for _ in range(12):
                    if table.over:
                        break
                    (due,) = table.due()
                    table.play(due.seat, lot.choice(due.moves))
                    for viewer in (None, *range(seats)):
                        table.view(viewer)
                    with suppress(RulesError):
                        table.undo(due.seat)
    assert passed > 20
    assert refused > 1000


def test_regions_in_another_order_are_refused_with_the_right_one():
    data = base()
    data["cubes"] = dict(reversed(data["cubes"].items()))
    with pytest.raises(BadPosition, match="in their order: " + ", ".join(IN_USE[4])):
        Table.from_position(GAME, data)
