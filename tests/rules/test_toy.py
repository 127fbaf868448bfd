"""The conformance tests for a game of a few lines, whole and near its end: this is all that a third game needs."""

from dataclasses import replace

from rules.game import copy_state
from rules.table import Table
from tests.rules.conformance import Conformance
from tests.rules_service.toy import DICE, GOAL, TOY, new


class TestToy(Conformance):
    game = TOY
    variants = ({}, {"confirm": "on"}, {"start": "1"}, {"start": "0"})
    reasons = 2

    def pieces(self, state):
        return len(state.fields)

    def fields(self, lot, state):
        return {"fields": ["0", "1", "2", "4", "9"]}

    def scramble(self, state, viewer, lot):
        twin = copy_state(state)
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


class TestDice(TestToy):
    """A game in which each turn begins with a throw."""

    game = DICE
    reasons = 3


def test_P122_players_throw_their_own_dice():
    """A throw is asked, though nothing else is legal, and the rules don't give the answer."""
    table = Table(DICE, 2, "seed", {"start": "0"})
    for seat in (0, 1):
        assert [(due.seat, due.question, due.moves) for due in table.due()] == [(seat, "die", ["throw"])]
        assert table.state.fields[seat] == 0
        table.play(seat, "throw")
        assert table.state.fields[seat] in (1, 2, 3)
        assert table.due()[0].question == "turn"
        table.play(seat, "end")
