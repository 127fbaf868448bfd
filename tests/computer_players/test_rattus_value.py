"""The value of positions of Rattus: whose turn it is."""

from itertools import islice

from computer_players.rattus import features
from rules import GAMES
from rules.rattus.turn import Turn
from tests.rules.games import RandomGames

UNTIL, IS_NEXT = -10, -9  # places of the number of turns until the seat's, and of whether there are none


def test_how_long_a_seat_waits_for_its_turn_is_counted_clockwise():
    states = RandomGames(GAMES["rattus"]).before_each_move(4, "waiting")
    turns = (one for one in states if one.phase == "turns" and isinstance(one.pending[one.active][-1], Turn))
    for state in islice(turns, 6):
        waiting = [features(state, (state.active + ahead) % 4) for ahead in range(4)]
        assert [each[UNTIL] for each in waiting] == [0.0, 1.0, 2.0, 3.0]
        assert [each[IS_NEXT] for each in waiting] == [1.0, 0.0, 0.0, 0.0]
