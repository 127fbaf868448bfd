"""Impossible positions are refused with a reason."""

import pytest

from rules.errors import BadPosition
from rules.table import Table
from tests.rules.games import put
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


BAD = [
    (base, "seats", 5, "cannot be played with 5 seats"),
    (base, "chance.seed", "", "printable"),
    (base, "chance.seed", "a\nb", "printable"),
    (base, "free", [0, 0, 0, -1], "must be 0 to"),
    (base, "free", [0], "free needs an entry for each of 4 seats"),
    (base, "stock", [18, 19, 20], "stock needs an entry"),
    (base, "pending", [[{"ask": "turn"}]], "pending needs an entry"),
    (base, "pending.0", [], "The decisions “” cannot be pending together"),
    (base, "pending.1", [{"ask": "turn"}], "Only the active seat"),
    (base, "options.cards", "tarot", "options"),
    (base, "events", [{"event": "x"}], "must not contain events"),
    (base, "start", 4, "start is not a seat"),
    (base, "active", 1, "cannot be this seat's turn"),
    (base, "turn", 0, "turn must be 0 during"),
    (base, "plague", "atlantis", "not in a region in use"),
    (base, "rats", {}, "rats must list the regions in use"),
    (base, "cubes.gallia", [2, 1], "gallia needs an entry"),
    (base, "rats.gallia.1.letter", "a", "different letters"),
    (base, "rats.gallia.1.letter", "bc", "different letters"),
    (base, "rats.gallia.1.seen", [0, 4], "seats that do not exist"),
    (base, "recalled", {"R05": []}, "seats that do not exist"),
    (base, "recalled", {"S01": [0]}, "remembered token is not on the board"),
    (base, "recalled", {"R05": [1, 0]}, "seats that do not exist"),
    (base, "removed.+", "!", "Token ! does not exist"),
    (base, "cards.king", 4, "The owner of the king is not a seat"),
    (base, "cards.nun", None, "do not match those in play"),
    (base, "used", ["king"], "Only cards of the active seat"),
    (base, "used", ["witch", "witch"], "each only once"),
    (base, "trigger", 0, "trigger of the end"),
    (base, "reason", "supply", "trigger of the end"),
    (base, "neutral_at_end", True, "trigger of the end"),
    (struck, "plague", "italia", "“devastation” does not fit"),
    (struck, "pending.0", [{"ask": "end"}, {"ask": "spread", "left": 0}], "“spread” does not fit"),
    (struck, "pending.0.1.joined", ["knight"], "“devastation” does not fit"),
    (looked, "used", [], "“look” does not fit"),
    (looked, "pending.0.1.first", "nonsense", "“look” does not fit"),
    (looked, "pending.0.1", {"ask": "swap", "first": "gallia-a", "second": "gallia-c"}, "“swap” does not fit"),
    (setup, "order", [0, 2, 1, 2, 1, 0], ""),
    (setup, "cards.king", 0, "no seat can have taken a card"),
    (setup, "taken", True, "no seat can have taken a card or a turn"),
    (setup, "placed", True, "no seat can have taken a card or a turn"),
    (final, "reason", "supply", "The supply is not empty"),
    (final, "order", [3, 2], "The active seat is not the next to act"),
    (final, "pending.0", [{"ask": "end"}], "The final round is not over yet"),
]


def refused(make, path, value):
    """Return why a possible position is refused once it has this value."""
    data = make()
    Table.from_position(GAME, data)
    put(data, path, value)
    with pytest.raises(BadPosition) as error:
        Table.from_position(GAME, data)
    return str(error.value)


@pytest.mark.parametrize(("make", "path", "value", "why"), BAD)
def test_an_impossible_position_is_refused(make, path, value, why):
    assert why in refused(make, path, value)


@pytest.mark.parametrize("size", [11, 13])
def test_with_two_players_exactly_twelve_regular_tokens_are_removed(size):
    data = Table(GAME, 2, "seed").get_position()
    tokens = data["removed"] + [token for token in data["supply"] if token.startswith("R")]
    rest = [token for token in data["supply"] if token.startswith("S")]
    data["removed"], data["supply"] = tokens[:size], tokens[size:] + rest
    with pytest.raises(BadPosition, match="Exactly 12 regular tokens must be removed"):
        Table.from_position(GAME, data)


def test_during_the_set_up_one_rat_lies_in_every_region():
    """One more, one less or one turned over is refused, also in the last region."""
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


def test_when_the_game_is_over_nobody_has_anything_to_do():
    """No decision and no part of the final round is left, and the final round has begun."""
    ended = final() | {"over": True, "pending": [[]] * 4, "order": []}
    assert Table.from_position(GAME, ended).over
    turn = {"phase": "turns", "trigger": None, "reason": "", "active": 1}
    for wrong in ({"pending": [[{"ask": "end"}], [], [], []]}, {"order": [0, 3, 2]}, turn):
        with pytest.raises(BadPosition, match="When the game is over, no seat can have a decision to make"):
            Table.from_position(GAME, ended | wrong)


def test_in_the_set_up_a_seat_may_still_have_to_confirm_its_part():
    """It is the last one that placed, not the next one."""
    table = Table(GAME, 3, "seed", {"start": "0", "confirm": "on"})
    table.play(0, "place gallia 2")
    data = table.get_position()
    assert data["pending"] == [[{"ask": "end"}], [], []]
    assert Table.from_position(GAME, data).due()[0].seat == 0
    with pytest.raises(BadPosition, match="The active seat is not the next to act"):
        Table.from_position(GAME, data | {"active": 1, "pending": [[], [{"ask": "end"}], []]})


def test_tokens_on_the_board_may_be_remembered_and_at_most_one_is_from_the_box():
    """It comes only in the final round, with an empty supply, and is still named by the discards."""
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
