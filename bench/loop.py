"""How long the event loop is blocked while the boards of twenty tables are drawn."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import wording
from bench import MEASURED_GAMES, Row
from bench.games import half_played
from bot.pictures.painter import Painter
from games import GAMES
from renderer import Scene
from rules.table import Table

TABLES = 20
TICK = 0.002
T = TypeVar("T")


async def longest_block(work: Coroutine[Any, Any, T]) -> tuple[float, float, T]:
    """Return the longest block of the event loop during the work, its total time (both in seconds), and its result."""
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            longest = max(longest, time.perf_counter() - before - TICK)

    ticker = asyncio.create_task(tick())
    began = time.perf_counter()
    result = await work
    took = time.perf_counter() - began
    ticker.cancel()
    return longest, took, result


async def drawn(tables: list[Table]) -> tuple[float, float]:
    """Return the same two times for drawing all boards."""
    painter = Painter()
    names = ["Anna", "Bob", "Cleo", "Dóra"]

    async def board(table: Table) -> Any:
        scene = Scene(table.view(None), names[: table.seats], words=wording.words("en"))
        return await painter.board(table.game.id, scene, GAMES[table.game.id].pictures.parts(scene.view, "tall"))

    async def boards() -> list[Any]:
        return await asyncio.gather(*map(board, tables))

    await asyncio.sleep(0.1)
    longest, took, pictures = await longest_block(boards())
    await painter.close()
    if not all(pictures):
        raise RuntimeError("a board could not be drawn")
    return longest, took


def loop() -> list[Row]:
    """Measure the longest block as a share of Discord's 3 second limit for an answer."""
    rows: list[Row] = []
    for game_id in MEASURED_GAMES:
        longest, took = asyncio.run(drawn([half_played(game_id, f"loop {n}")[0] for n in range(TABLES)]))
        detail = f"{longest * 1000:.0f} ms; {TABLES} boards in {took:.2f} s"
        rows.append((f"{game_id}: longest event loop block / 3 s ({detail})", longest / 3, 0.02))
    return rows
