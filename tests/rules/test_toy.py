"""The conformance tests for a game of a few lines, whole and near its end: this is all that a third game needs."""

from dataclasses import replace

from rules.game import copy
from tests.rules.conformance import Conformance
from tests.rules_service.toy import GOAL, TOY, new


class TestToy(Conformance):
    game = TOY
    variants = ({}, {"confirm": "on"}, {"start": "1"}, {"start": "0"})
    reasons = 2

    def pieces(self, state):
        return len(state.fields)

    def fields(self, lot, state):
        return {"fields": ["0", "1", "2", "4", "9"]}

    def scramble(self, state, viewer, lot):
        twin = copy(state)
        twin.weather = [lot.randrange(40) for _ in twin.weather]
        twin.chance.seed = str(lot.random())
        return twin


def new_near_the_end(seats, seed, options):
    """Return a game in which all but one player win with the first step."""
    state = new(seats, seed, options)
    state.fields = [state.chance.below(2), *[GOAL - 1] * (seats - 1)]
    return state


class TestShortToy(TestToy):
    """A game of a few moves has enough positions for every test, too."""

    game = replace(TOY, new=new_near_the_end)
