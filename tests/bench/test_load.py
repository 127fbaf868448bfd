"""A small `make load`: it reports how fast the bot is when many play, and that nothing went wrong."""

from pathlib import Path

import pytest

from bench.load import crowd

pytestmark = pytest.mark.deep


async def test_the_load_that_a_bot_carries_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [told] = await crowd(str(tmp_path / "load.sqlite"), processes=1, tables=2, rate=2.0, seconds=1.0, warm=False)
    assert told["all tables verify"]
    assert told["turns per second"] > 0
    assert told["presses a turn"] >= 2
    assert told["requests a turn"] > told["presses a turn"], "an answer to each, and the board"
    for what in ("acknowledged ms (p50, p95, p99)", "pictures ms", "announced ms"):
        half, most, nearly_all = told[what]
        assert 0 < half <= most <= nearly_all
    assert told["memory MiB"] > 0
    assert "tables 2" in capsys.readouterr().out
