"""A small run of `make load` reports how fast the bot is with many players, and that nothing went wrong."""

from pathlib import Path

import pytest

from bench.load import crowd
from bot.pictures import usable_cores

pytestmark = pytest.mark.deep


async def test_the_load_of_a_bot_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [told] = await crowd(str(tmp_path / "load.sqlite"), 1, 2, 2.0, 1.0, "--cold")
    assert told["all tables verify"]
    assert told["turns per second"] > 0
    assert told["presses a turn"] >= 2
    assert told["requests a turn"] > told["presses a turn"], "an answer to each, and the board"
    for what in ("acknowledged ms (p50, p95, p99)", "pictures ms", "announced ms"):
        half, most, nearly_all = told[what]
        assert 0 < half <= most <= nearly_all
    assert told["memory MB"] > 0
    assert "tables 2" in capsys.readouterr().out


async def test_a_lean_load_reports_the_memory_of_all_processes(tmp_path: Path) -> None:
    for memory, processes in ((512, 2 if usable_cores() > 1 else 1), (256, 1)):
        path = tmp_path / f"{memory}.sqlite"
        [told] = await crowd(str(path), 1, 2, 2.0, 1.0, "--lean", "--memory", str(memory), "--computers", "1")
        assert told["all tables verify"]
        assert told["processes"] in (processes, processes + 1), "and the one of the computer player, once it thinks"
        assert told["requests a turn"] > told["presses a turn"]
        assert 50 < told["memory MB"] <= memory
