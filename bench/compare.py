"""The cost of a turn now and at an earlier commit, measured alternately: ``python -m bench.compare REVISION``.

Milliseconds vary by half between machines and from minute to minute, but alternate measurements in one run can be
compared. Both checkouts run in this virtual environment.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import MEASURED_GAMES, Row, line

ROUNDS = 3
GOAL = 0.7  # share of the earlier commit's CPU time
# Runs in both checkouts: both have `bench.turns.measured_apart`.
MEASURE = """
import asyncio, json, logging, sys, tempfile
from pathlib import Path
from bench.turns import measured_apart
logging.disable(logging.CRITICAL)
with tempfile.TemporaryDirectory() as folder:
    print(json.dumps(asyncio.run(measured_apart(sys.argv[1], Path(folder)))))
"""
HERE = Path(__file__).parents[1]


def cost(checkout: Path, game: str) -> tuple[float, float]:
    """Return the CPU seconds of a turn in a checkout: in the bot, and for drawing."""
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, game], cwd=checkout, check=True, stdout=subprocess.PIPE, text=True
    )
    _, here, there, _ = json.loads(ran.stdout)
    return here, there


def compare(revision: str, rounds: int = ROUNDS) -> list[Row]:
    """Return the ratio of the two commits for each game, with the milliseconds behind it.

    Raises:
        CalledProcessError: there is no such commit here, or its turns can't be measured.
    """
    with TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", earlier, revision], cwd=HERE, check=True)
        try:
            return [measured(game, earlier, rounds, revision) for game in MEASURED_GAMES]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", earlier], cwd=HERE, check=True)


def measured(game: str, earlier: Path, rounds: int, revision: str) -> Row:
    """Return a game's line: the ratio of the medians of alternate measurements."""
    before, now = [], []
    for _ in range(rounds):
        before.append(cost(earlier, game))
        now.append(cost(HERE, game))
    (old_bot, old_drawing), (new_bot, new_drawing) = (
        (median(here for here, _ in found), median(there for _, there in found)) for found in (before, now)
    )
    detail = (
        f"bot {old_bot * 1000:.0f} to {new_bot * 1000:.0f} ms, drawing {old_drawing * 1000:.0f} to"
        f" {new_drawing * 1000:.0f} ms"
    )
    ratio = (new_bot + new_drawing) / (old_bot + old_drawing)
    return f"{game}: CPU of a turn, of that at {revision} ({detail})", ratio, GOAL


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser()
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    for what, ratio, goal in compare(given.revision, given.rounds):
        print(line(what, ratio, "<=", goal), flush=True)


if __name__ == "__main__":
    main()
