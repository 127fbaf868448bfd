"""``make bench``: speeds as ratios measured in this one run, beside their goals."""

from bench.drawing import drawing
from bench.games import games
from bench.loop import loop
from bench.memory import memory
from bench.sweep import sweep
from bench.turns import turns


def main() -> None:
    """Measure everything and print a line for each."""
    print(f"{'ratio':>8}  {'goal':>8}  what")
    for measure, sign in ((drawing, "<="), (memory, "<="), (games, ""), (loop, "<="), (turns, ""), (sweep, "<=")):
        for what, ratio, goal in measure():
            better = sign or (">=" if "second" in what else "<=")
            print(f"{ratio:8.3f}  {better} {goal:5.2f}  {what}", flush=True)


if __name__ == "__main__":
    main()
