"""The cost of a turn now and at an earlier commit, measured alternately: ``python -m bench.compare REVISION``.

Milliseconds vary by half between machines and from minute to minute, but alternate measurements in one run can be
compared. Both checkouts play the same moves from the same seeds, and run in this virtual environment.
"""

import json
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import MEASURED_GAMES, Row, line

ROUNDS, TURNS = 3, 10  # turns at each table in each round
GOALS = {"rattus": 0.9, "messina": 0.7}  # goals as shares of the CPU time at commit f62f06d7
HERE = Path(__file__).parents[1]
MEASURE = Path(__file__).with_name("same_moves.py").read_text("utf-8")  # this source runs in both checkouts

Cost = tuple[float, float, list[str]]  # CPU seconds of a turn in the bot and for drawing, and the moves played


def cost(checkout: Path, game: str, turns: int) -> Cost:
    """Return the cost of a turn in a checkout, measured over this many turns at each table."""
    command = [sys.executable, "-c", MEASURE, game, str(turns)]
    ran = subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.PIPE, text=True)
    here, there, played = json.loads(ran.stdout)
    return here, there, played


def compare(revision: str, rounds: int = ROUNDS, turns: int = TURNS) -> list[Row]:
    """Return the ratio of the two commits' costs for each game, with the milliseconds behind it.

    Raise CalledProcessError if there is no such commit here or its turns can't be measured, and RuntimeError if the
    commits did not play the same moves.
    """
    with TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", earlier, revision], cwd=HERE, check=True)
        # The earlier commit may have another distribution name than the installed one, and reads its version by that
        # name.
        name = tomllib.loads((earlier / "pyproject.toml").read_text("utf-8"))["project"]["name"]
        (earlier / f"{name}.egg-info").mkdir()
        (earlier / f"{name}.egg-info/PKG-INFO").write_text(f"Name: {name}\nVersion: 0\n", "utf-8")
        try:
            return [measured(game, earlier, rounds, turns, revision) for game in MEASURED_GAMES]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", earlier], cwd=HERE, check=True)


def measured(game: str, earlier: Path, rounds: int, turns: int, revision: str) -> Row:
    """Return the line of a game: the ratio of the medians of alternate measurements.

    Raise RuntimeError if the moves differ.
    """
    costs = [cost(checkout, game, turns) for _ in range(rounds) for checkout in (earlier, HERE)]
    if any(played != costs[0][2] for _, _, played in costs):
        raise RuntimeError(f"{game}: the moves differ, so the costs can't be compared")
    (old_bot, new_bot), (old_drawing, new_drawing) = (
        (median(times[::2]) * 1000, median(times[1::2]) * 1000)
        for times in ([here for here, _, _ in costs], [there for _, there, _ in costs])
    )
    bot, drawing = f"{old_bot:.0f} to {new_bot:.0f}", f"{old_drawing:.0f} to {new_drawing:.0f}"
    ratio = (new_bot + new_drawing) / (old_bot + old_drawing)
    return f"{game}: CPU of a turn, of that at {revision} (bot {bot} ms, drawing {drawing} ms)", ratio, GOALS[game]


def main() -> None:
    """Print a line for each game."""
    parser = ArgumentParser()
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--turns", type=int, default=TURNS, help="number of turns at each table in each round")
    given = parser.parse_args()
    for what, ratio, goal in compare(given.revision, given.rounds, given.turns):
        print(line(what, ratio, "<=", goal), flush=True)


if __name__ == "__main__":
    main()
