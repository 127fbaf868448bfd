"""The conformance tests for a game of a few lines: this is all that a third game needs."""

from rules.game import copy
from tests.rules.conformance import Conformance
from tests.rules_service.toy import TOY


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
