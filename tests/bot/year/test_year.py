"""More than a year of a hundred people at fifty tables: nobody is woken, hurried, stuck or loses a seat unfairly.

A number determines everything that happens. ``make years`` simulates other years with twice as many people, and prints
how to reproduce each of them.
"""

import os
from pathlib import Path

import pytest

from storage import Storage, backup
from storage.people import OWN
from tests.bot.sim import engine
from tests.bot.year.people import USERS, Year
from tests.bot.year.records import Records
from tests.bot.year.world import World, world

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "1"))
PEOPLE = 200 if "SEEDS" in os.environ else 100


@pytest.mark.deep
@pytest.mark.parametrize(
    ("number", "games"), [(one, engine(one)) for one in range(FIRST, FIRST + SEEDS)], indirect=["games"]
)
async def test_T1_T3_T4_T6_T7_T8_T9_T12_in_a_year(games, tmp_path, monkeypatch, number):
    """T1, T3, T4, T6, T7, T8, T9: each message is checked when it is sent, and each wait from beginning to end.

    T12: in the end all people are forgotten.
    """
    async with world(games, monkeypatch, f"year {number}") as lived:
        year = Year(lived, f"year {number}", PEOPLE)
        found = Records(year)
        await year.live()
        found.check()
        assert not found.faults, "\n".join([*found.faults[:20], f"again: make years FIRST={number} SEEDS=1"])
        # Check that the situations occurred in which errors could have been found.
        assert found.prompt() == 0, "who plays promptly is reminded"
        assert len(found.waits) > 3 * PEOPLE
        assert min(found.compared[text] for text in ("late fro", "goes to ")) >= 3, found.compared
        assert sum(wait.late is not None for wait in found.waits.values()) > PEOPLE / 10
        kinds = {row["kind"] for row in lived.truth("SELECT kind FROM moves")}
        assert {"late", "free", "sleep", "wake", "here", "more", "rest", "away", "cancel", "pace"} <= kinds
        await forget_everybody(lived, tmp_path / "backup.sqlite")


async def forget_everybody(lived: World, copy: Path) -> None:
    """T12: forget everybody. No row keeps an id or name, every game replays, and the exports list every deleted row.

    With a file, check that no id or name comes back when an older backup is restored.
    """
    if isinstance(lived.games, Path):
        backup(lived.games, copy)
    people = lived.storage.people
    known = [row["user_id"] for row in lived.truth("SELECT user_id FROM players WHERE user_id >= ?", USERS)]
    assert len(known) > PEOPLE / 2
    for user in known:
        player = await people.find(user)
        before = {table: lived.truth(f"SELECT count(*) AS n FROM {table}")[0]["n"] for table in OWN}
        named = await people.export(user)
        assert await lived.service.people.forget(user)
        for table in OWN:
            gone = before[table] - lived.truth(f"SELECT count(*) AS n FROM {table}")[0]["n"]
            assert gone <= len(named[table]), f"{table}: {gone} rows have gone, {len(named[table])} were named"
        assert await people.export(user) == {}
        assert lived.truth("SELECT user_id, name FROM players WHERE id = ?", player)[0]["name"] == f"#{player}"
    assert (
        lived.truth("SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id WHERE vacant = 0 AND ended IS NULL") == []
    )
    assert nothing_left(lived)
    for row in lived.truth("SELECT id FROM tables WHERE started IS NOT NULL"):
        assert (await lived.service.read.verify(row["id"])).ok, row["id"]
    if not isinstance(lived.games, Path):
        return
    await lived.end()
    for beside in lived.games.parent.glob(f"{lived.games.name}-*"):
        beside.unlink()
    copy.replace(lived.games)
    async with await Storage.open(lived.games):
        pass
    await lived.begin()
    assert nothing_left(lived)


def nothing_left(lived: World) -> bool:
    """Return whether no table of the database has an id or name of the simulated people."""
    stored = lived.everything()
    return not [word for word in (str(USERS)[:12], "Player ") if word in stored]
