"""The conformance tests for a game of a few lines, played whole and near its end. A third game needs no more code."""

from dataclasses import replace

import pytest

from rules import GAMES
from rules.game import copy_state
from rules.table import Table
from tests.rules.conformance import Conformance, confirms
from tests.rules_service.toy import DICE, GOAL, TOY, Die, Threw, Toy, Turn, new


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
    """Return a game in which all players except one win with their first step."""
    state = new(seats, seed, options)
    state.fields = [state.chance.below(2), *[GOAL - 1] * (seats - 1)]
    return state


class TestShortToy(TestToy):
    """Run the tests on games of only a few moves, which must still offer enough positions."""

    game = replace(TOY, new=new_near_the_end)


class TestDice(TestToy):
    """Test a game in which each turn begins with a throw."""

    game = DICE
    reasons = 3


def test_P122_players_throw_their_own_dice():
    """P122: a player is asked to throw although that is the only legal move. The rules never throw for players."""
    table = Table(DICE, 2, "seed", {"start": "0"})
    for seat in (0, 1):
        assert [(due.seat, due.question, due.moves) for due in table.due()] == [(seat, "die", ["throw"])]
        assert table.state.fields[seat] == 0
        table.play(seat, "throw")
        assert table.state.fields[seat] in (1, 2, 3)
        assert table.due()[0].question == "turn"
        table.play(seat, "end")


class LoadedDie(Die, tag="loaded"):
    """A die whose player knows the result before throwing."""

    def apply(self, state, seat, move):
        state.emit(Threw(seat, 2))
        state.barrier()
        state.pending[seat][-1] = Turn(begun=True)


class LoadedToy(Toy):
    pending: list[list[Turn | LoadedDie]]


def test_P122_a_single_answer_that_reveals_nothing_is_not_asked():
    """P122: the conformance class finds a game that asks for such an answer, and names the decision."""

    def new_loaded(seats, seed, options):
        toy = new(seats, seed, options)
        return LoadedToy(**{name: getattr(toy, name) for name in toy.__struct_fields__})

    def advance_loaded(state):
        state.pending[state.turn].append(LoadedDie())

    class Loaded(TestDice):
        game = replace(DICE, state_type=LoadedToy, new=new_loaded, advance=advance_loaded)

    with pytest.raises(AssertionError, match="`must_ask` of the decision loaded is True for the single answer throw"):
        Loaded().test_every_decision_has_a_real_choice_or_is_its_players_to_make(2)


def test_P122_an_end_is_asked_only_while_something_can_be_undone():
    """P122: at a table that confirms turns, the end is asked for only while there is something to undo."""
    table = Table(GAMES["rattus"], 2, "seed", {"start": "0", "confirm": "on"})
    table.play(0, "place gallia 2")
    assert table.due()[0].moves == ["end"]
    assert confirms(table.game, table.state, 0)
    table.state.undoable[0] = 0
    assert not confirms(table.game, table.state, 0)
