"""Change one value of a position, as a person or a faulty disk might."""

import msgspec
import pytest

from rules import GAMES
from rules.chance import Chance
from rules.errors import RulesError
from rules.table import Table
from tests.rules.games import KNOWN_GAMES, RandomGames, damage, pick

TABLES = [(game, seats) for game in KNOWN_GAMES for seats in GAMES[game].seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_damaged_position_is_refused_or_can_be_played_on(game: str, seats: int) -> None:
    lot, accepted, refused = Chance(f"damage {seats}"), 0, 0
    games = RandomGames(GAMES[game])
    for position in [msgspec.to_builtins(state) for seed in "ab" for state in games.before_each_move(seats, seed)]:
        damage(position, lot)
        try:
            again = Table.from_position(GAMES[game], position)
        except RulesError:
            refused += 1
            continue
        accepted += 1
        for _ in range(20):
            if not again.over:
                turn = pick(lot, again.due())
                again.play(turn.seat, pick(lot, turn.moves))
            again.view(None)
            again.score()
    assert accepted > 5
    assert refused > accepted
