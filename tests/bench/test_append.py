"""The benchmark of storing a move runs to its end, and its ratio of CPU times is plausible."""

import pytest

from bench import append


@pytest.mark.deep
def test_storing_a_move_in_one_call_needs_less_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "ROUNDS", 2)
    monkeypatch.setattr(append, "MOVES", 20)
    [(_, ratio, _)] = append.append()
    assert 1 < ratio < 5
