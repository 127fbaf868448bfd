"""The benchmarks of storage run to their end, and their ratios are plausible."""

from pathlib import Path

import pytest

from bench import append, growth


@pytest.mark.deep
def test_storing_a_move_in_one_call_needs_less_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "ROUNDS", 2)
    monkeypatch.setattr(append, "MOVES", 20)
    [(_, ratio, _)] = append.append()
    assert 1 < ratio < 5


@pytest.mark.deep
async def test_costs_of_a_few_tables_are_those_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "TABLES", 5)
    found = dict(await growth.with_tables(tmp_path))
    assert "a move and its undo" in found
    assert all(0.2 < ratio < 5 for ratio in found.values())
