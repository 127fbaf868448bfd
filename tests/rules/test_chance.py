from collections import Counter
from hashlib import blake2b

import pytest

from rules import GAMES
from rules.chance import Chance
from rules.table import Table


def test_a_draw_is_the_hash_of_seed_and_number():
    chance = Chance("plague", 7)
    key = int.from_bytes(blake2b(b"plague/7", digest_size=8).digest(), "big")
    assert chance.below(49) == key * 49 // 2**64
    assert chance.draws == 8


def test_known_draws_never_change():
    chance = Chance("seed")
    assert [chance.below(100) for _ in range(8)] == [58, 46, 8, 27, 33, 53, 99, 71]


def test_drawing_from_zero_items_is_an_error():
    with pytest.raises(ValueError, match="cannot draw one of 0"):
        Chance("x").below(0)


def test_a_shuffle_keeps_everything_and_reaches_every_order():
    chance = Chance("shuffle")
    orders = Counter()
    for _ in range(1200):
        items = [1, 2, 3]
        chance.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(140 < count < 260 for count in orders.values())


def test_p155_each_round_of_a_challenge_draws_from_its_own_seed():
    """P155: decisions of a round affect later draws in every other game, but not in a challenge."""

    def stacks(seed, choice):
        table, found = Table(GAMES["messina"], 1, seed), {}
        while not table.over:
            found.setdefault(table.state.round, list(table.state.opponent.stack))
            legal = table.legal(0)
            table.play(0, legal[choice % len(legal)].text, in_place=True)
        assert table.state.chance.round == (6 if "round" in seed else 0)
        return found

    assert len(stacks("x/round 0", 0)) == 6
    assert stacks("x/round 0", 0) == stacks("x/round 0", 4)
    assert stacks("x", 0) != stacks("x", 4)
