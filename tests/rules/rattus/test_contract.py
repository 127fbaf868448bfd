"""The conformance tests for Rattus, with and without the expansion."""

import random
from collections import Counter

import pytest

from rules.game import apply_move, copy_state, due_seats, legal_moves
from rules.rattus.components import CARDS as DECK
from rules.rattus.components import CONNECTIONS, CUBES, RAT_LETTERS, REGIONS_IN_USE, TOKENS
from tests.rules.conformance import Conformance
from tests.rules.rattus.games import GAME, before_each_move

VARIANTS = [{}, {"confirm": "on"}, {"late_abilities": "off"}, {"confirm": "on", "late_abilities": "off"}]
CARDS = ["random", "one_per_class", "good_times", "rat_control", "war_in_europe"]
SIX = "knight+witch+king+crusader+soldier+piper"
ALL_TOKENS = sorted(TOKENS)
SHOW = ("revealed", "saw", "turnedover", "discarded")  # Events that may reveal something new.


class TestRattus(Conformance):
    game = GAME
    variants = (*VARIANTS, *({**VARIANTS[at % 4], "cards": cards} for at, cards in enumerate([*CARDS, SIX], 1)))
    most_moves = 2000
    reasons = 80
    tries = 150

    def pieces(self, state):
        baked = [state.baked.count(seat) for seat in range(state.seats)]
        cubes = list(zip(state.stock, state.palace, baked, *state.cubes.values(), strict=True))
        assert min(map(min, cubes)) >= 0
        lying = [rat.token for rats in state.rats.values() for rat in rats]
        return list(map(sum, cubes)), sorted([*lying, *state.supply, *state.box()])

    def follow(self, before, state, events):
        pieces = self.pieces(state)
        assert pieces == ([CUBES] * state.seats, ALL_TOKENS)
        assert max(map(len, state.rats.values())) <= len(RAT_LETTERS)
        assert len(state.walls) <= 3
        assert len(set(state.walls)) == len(state.walls)
        assert len(state.bishops) <= 2
        assert len(state.nuns) <= 3
        assert len(state.drawn) <= 1
        for (region, seat), number in Counter((cube.region, cube.seat) for cube in state.protected).items():
            assert number <= state.cubes[region][seat]
        assert all(cube.potions >= 1 for cube in state.protected)
        shown = before or []
        assert state.discards[: len(shown)] == shown  # The public list never shrinks.
        return list(state.discards)

    def fields(self, lot, state):
        regions = [*REGIONS_IN_USE[state.seats], *REGIONS_IN_USE[state.seats], *REGIONS_IN_USE[4]]
        ways = [f"{lot.choice(regions)}+{lot.choice(regions)}" for _ in range(4)] + list(CONNECTIONS[state.seats])
        return {
            "region": regions,
            "to": regions,
            "rat": [f"{region}-{letter}" for region in regions for letter in RAT_LETTERS],
            "card": list(DECK), "cubes": ["-1", "0", "1", "2", "3", "4", "9"],
            "figure": [*regions, "reserve", "reserve"], "wall": [*ways, "reserve"],
            "connection": [*ways, *ways, *regions], "owner": ["-1", "0", "1", "2", "3", "4"],
            "potions": ["0", "0", "0", "1", "2", "-1"],
        }  # fmt: skip

    def scramble(self, state, viewer, lot):
        return scramble(state, viewer, lot)


def scramble(state, viewer, lot):
    """Return a state that the viewer can't tell from this one, with different unseen tokens and future draws."""
    twin = copy_state(state)
    known = [
        rat
        for region, rats in twin.rats.items()
        for rat in rats
        if viewer in rat.seen or f"{region}-{rat.letter}" in twin.turned
    ]
    open_ = set(map(id, known))
    hidden = [rat for rats in twin.rats.values() for rat in rats if id(rat) not in open_]
    from_box = [rat for rat in hidden if rat.token in twin.drawn]
    fixed = {*twin.discards, *(rat.token for rat in known)}
    secret = [token for token in twin.removed if token not in fixed]
    laid = [rat for rat in hidden if rat.token in twin.laid]  # Everybody knows which these are: start tokens.
    tokens = [*(rat.token for rat in hidden if rat.token not in twin.drawn), *twin.supply, *secret]
    lot.shuffle(tokens)
    tokens.sort(key=lambda token: TOKENS[token].start)  # the sort is stable
    twin.laid = [token for token in twin.laid if token in fixed]
    for rat in laid:
        rat.token = tokens.pop()
        twin.laid.append(rat.token)
    twin.removed = [token for token in twin.removed if token in fixed] + tokens[: len(secret)]
    del tokens[: len(secret)]
    lot.shuffle(tokens)
    drawn = [rat for rat in hidden if all(rat is not other for other in (*from_box, *laid))]
    for rat in drawn:
        rat.token = tokens.pop()
    twin.supply = tokens
    for rat in from_box:  # Any token of the box may have been drawn.
        lying = [other.token for rats in twin.rats.values() for other in rats if other is not rat]
        rat.token = lot.choice([token for token in [*twin.discards[: twin.boxed], *twin.removed] if token not in lying])
        twin.drawn = [rat.token]
    twin.chance.seed = str(lot.random())
    twin.chance.draws += lot.randrange(9)
    return twin


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("seats", GAME.seats)
def test_events_reveal_nothing_that_a_seat_may_not_know(seats):
    """Even for a move that is a barrier, events differ only in what the move revealed."""
    lot = random.Random(seats)
    compared = 0
    for seed, variant in enumerate(TestRattus.variants):
        for state in before_each_move(seats, seed, **variant):
            (seat,) = due_seats(state)
            move = lot.choice(legal_moves(state, seat))
            for viewer in (None, *range(seats)):
                told = [
                    [event for event in apply_move(GAME, twin, seat, move) if event.reader() in (None, viewer)]
                    for twin in (copy_state(state), scramble(state, viewer, lot))
                ]
                if not any(event.__struct_config__.tag in SHOW for event in told[0]):
                    assert told[0] == told[1]
                    compared += 1
    assert compared > 500
