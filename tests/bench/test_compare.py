import pytest

from bench.compare import compare


@pytest.mark.deep
def test_two_checkouts_of_one_commit_play_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.compare.MEASURED_GAMES", ("rattus",))
    [(told, ratio, _)] = compare("HEAD", rounds=1, turns=1)
    assert told.startswith("rattus: CPU of a turn, of that at HEAD (bot ")
    assert 0.2 < ratio < 5
