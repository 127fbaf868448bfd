"""Speeds, as ratios measured in one run: `make bench`."""

Row = tuple[str, float, float]  # what, measured ratio, goal
