"""More than a year of two hundred people at a hundred tables: nobody is woken, hurried, robbed of a seat or stuck.

Everything is drawn from a number; ``make years`` lives other years, and says how one is lived again.
"""

import os
from pathlib import Path

import pytest

from tests.bot.year.people import Year
from tests.bot.year.records import Records
from tests.bot.year.world import world

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(FIRST, FIRST + SEEDS))
async def test_T1_T3_T4_T6_T7_T8_T9_in_a_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """T1, T3, T4, T6, T7, T8, T9: each message is looked at as it comes, each wait from its beginning to its end."""
    async with world(tmp_path / "games.sqlite", monkeypatch, f"year {number}") as lived:
        year = Year(lived, f"year {number}")
        found = Records(year)
        await year.live()
        found.check()
        assert not found.faults, "\n".join([*found.faults[:20], f"again: make years FIRST={number} SEEDS=1"])
        # What was looked for has happened, so that it could have been found wrong.
        assert found.prompt() == 0, "who plays promptly is reminded"
        assert len(found.waits) > 600
        assert min(found.compared[text] for text in ("late fro", "goes to ")) >= 3, found.compared
        assert sum(wait.late is not None for wait in found.waits.values()) > 20
        kinds = {row["kind"] for row in lived.truth("SELECT kind FROM moves")}
        assert {"late", "free", "sleep", "wake", "here", "more", "rest", "away", "cancel", "pace"} <= kinds
