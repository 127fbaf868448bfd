"""``make bench``: run the benchmarks, and print each result as a ratio, beside its goal if it has one."""

import logging

from bench import line
from bench.append import append
from bench.drawing import drawing
from bench.games import games, reviews
from bench.growth import growth
from bench.loop import loop, sweep
from bench.memory import memory
from bench.panels import panels
from bench.posts import posts
from bench.turns import turns


def main() -> None:
    """Run the benchmarks and print their lines."""
    logging.disable(logging.CRITICAL)
    print(f"{'ratio':>8}  {'goal':>8}  what")
    for measure, sign in (
        (drawing, "<="),
        (memory, "<="),
        (append, "<="),
        (games, "<="),
        (loop, "<="),
        (turns, ""),
        (sweep, "<="),
        (growth, "<="),
        (reviews, "<="),
        (panels, ">="),
        (posts, ">="),
    ):
        for what, ratio, goal in measure():
            better = sign or (">=" if "second" in what else "<=")
            print(line(what, ratio, better, goal), flush=True)


if __name__ == "__main__":
    main()
