"""A game does not depend on the process that plays it."""

import os
import subprocess
import sys

import pytest

LAST = """
from {games} import random_game
from rules.game import digest
for state, *_ in random_game(4, "same"):
    pass
print(digest(state))
"""


@pytest.mark.parametrize("games", ["tests.rules.rattus.games", "tests.rules.messina.games"])
def test_games_are_the_same_in_every_process(games):
    seen = {
        subprocess.run(
            [sys.executable, "-c", LAST.format(games=games)],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("0", "1", "2")
    }
    assert len(seen) == 1
    assert len(seen.pop().strip()) == 16
