"""``make bench``: speeds as ratios, and panels as shares on one screen, measured in this one run beside their goals."""

from bench import line
from bench.drawing import drawing
from bench.games import games
from bench.loop import loop
from bench.memory import memory
from bench.panels import panels
from bench.posts import posts
from bench.sweep import sweep
from bench.turns import turns


def main() -> None:
    """Measure everything and print a line for each."""
    print(f"{'ratio':>8}  {'goal':>8}  what")
    for measure, sign in (
        (drawing, "<="),
        (memory, "<="),
        (games, ""),
        (loop, "<="),
        (turns, ""),
        (sweep, "<="),
        (panels, ">="),
        (posts, ">="),
    ):
        for what, ratio, goal in measure():
            better = sign or (">=" if "second" in what else "<=")
            print(line(what, ratio, better, goal), flush=True)


if __name__ == "__main__":
    main()
