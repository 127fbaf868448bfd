"""Questions in another player's turn: the time taken to answer must not reveal what only that player knows."""

import random

import pytest

from rules import GAMES
from rules.table import Table

OFF_TURN = {
    "rattus": {"unload"},
    "messina": {"quarantine", "production", "upgrade", "turn", "act", "fight", "ship_fight", "idle"},
}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("rattus", {"cards": "base"}), ("rattus", {"cards": "random"}), ("rattus", {"cards": "rat_control"})),
        *(("messina", {}), ("messina", {"workshop_moves": "always"})),
    ],
)
def test_p126_no_question_off_turn_depends_on_one_seats_secret(game, options):
    """P126: no question in another's turn depends on facts that only one seat knows.

    So an automatic or instant answer reveals nothing. If a question did depend on them, it would have to be answered
    after a delay.
    """
    asked = set()
    for seed in range(3):
        table, lot, turn, owner = Table(GAMES[game], 3, f"off turn {seed}", options), random.Random(seed), 0, None
        while not table.over:
            due = lot.choice(table.due())
            if table.turn != turn:
                turn, owner = table.turn, due.seat
            elif turn and due.seat != owner:
                asked.add(due.question)
            table.play(due.seat, lot.choice(due.moves))
    assert asked <= OFF_TURN[game]
