"""The CPU time of reviewing a game of four, as a share of its budget."""

from bench import MEASURED_GAMES, Row
from computer_players.review_trial import trials

BUDGETS = {"rattus": 60.0, "messina": 120.0}  # seconds


def reviews() -> list[Row]:
    """Return what was measured, the ratio, and its upper bound."""
    rows = []
    for game in MEASURED_GAMES:
        [trial] = trials(game, 4, [0], blunder=False)
        budget = BUDGETS[game]
        what = f"{game}, review of a game of four, CPU ({trial.seconds:.1f} of {budget:.0f} s)"
        rows.append((what, trial.seconds / budget, 1.0))
    return rows
