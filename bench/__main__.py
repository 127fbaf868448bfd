"""``make bench``: print speeds as ratios, and the share of panels that fit on one screen, each beside its goal."""

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
    """Run every benchmark and print its lines."""
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
