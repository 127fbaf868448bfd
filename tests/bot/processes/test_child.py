"""One process of many, tested without the others."""

import random
from pathlib import Path

from storage import Storage
from tests.bot.processes.child import Process


async def test_a_game_that_another_process_has_just_ended_is_left_alone(tmp_path: Path) -> None:
    """The game was open when the process looked for something to do."""
    async with await Storage.open(tmp_path / "games.sqlite") as storage:
        process = Process(storage, first_click=0, tables=1, lease=60)
        while len(await process.storage.tables.open_ids()) == 0:
            await process.act()
        [table] = await process.storage.tables.open_ids()
        while (info := await process.service.read.info(table)).open:
            await process.act()
        assert info.status == "over"
        random.seed(1347)  # With this seed the process wants to move.
        assert await process.go_on(info, click=10**6) == info
