"""A game is the same in any process."""

import os
import subprocess
import sys

LAST = """
from rules.game import digest
from tests.rules.games import KNOWN_GAMES, RandomGames
from rules import GAMES
for name in KNOWN_GAMES:
    for state, *_ in RandomGames(GAMES[name]).random_game(4, "same"):
        pass
    print(digest(state))
"""


def test_games_are_the_same_in_every_process():
    one, other = (
        subprocess.run(
            [sys.executable, "-c", LAST], env={**os.environ, "PYTHONHASHSEED": salt}, capture_output=True, text=True,
            check=True,
        ).stdout.split()
        for salt in ("0", "1")
    )  # fmt: skip
    assert one == other
    assert [len(digest) for digest in one] == [16, 16]
