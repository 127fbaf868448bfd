"""Two commits are measured alternately, and the earlier one's checkout goes when that is done."""

import subprocess
from pathlib import Path

import pytest

from bench import compare

COSTS = {"earlier": [(0.02, 0.04), (0.03, 0.05), (0.9, 0.9)], "now": [(0.01, 0.02), (0.02, 0.02), (0.9, 0.9)]}


def worktrees() -> str:
    return subprocess.run(
        ["git", "worktree", "list"], cwd=compare.HERE, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


@pytest.mark.deep
@pytest.mark.skipif(not (compare.HERE / ".git").exists(), reason="no history here")
def test_medians_of_both_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    left = {name: list(costs) for name, costs in COSTS.items()}
    asked: list[str] = []

    def cost(checkout: Path, game: str) -> compare.Cost:
        asked.append("now" if checkout == compare.HERE else "earlier")
        assert (checkout / "bench" / "turns.py").exists()
        return *left[asked[-1]].pop(0), ["a", "b"]

    monkeypatch.setattr(compare, "cost", cost)
    monkeypatch.setattr(compare, "MEASURED_GAMES", ("rattus",))
    before = worktrees()
    [(what, ratio, goal)] = compare.compare("HEAD", rounds=3)
    assert asked == ["earlier", "now"] * 3
    assert ratio == pytest.approx((0.02 + 0.02) / (0.03 + 0.05))
    assert goal == 0.7
    assert what == "rattus: CPU of a turn, of that at HEAD (bot 30 to 20 ms, drawing 50 to 20 ms)"
    assert worktrees() == before


def test_costs_of_different_moves_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "cost", lambda checkout, _: (0.01, 0.02, ["a", f"{checkout}"]))
    with pytest.raises(RuntimeError, match="the moves differ"):
        compare.measured("rattus", Path("earlier"), 2, "HEAD")


@pytest.mark.skipif(not (compare.HERE / ".git").exists(), reason="no history here")
def test_a_commit_that_is_not_there_is_refused() -> None:
    before = worktrees()
    with pytest.raises(subprocess.CalledProcessError):
        compare.compare("no-such-commit")
    assert worktrees() == before
