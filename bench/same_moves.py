"""Measure the cost of a turn with moves that depend only on the position, so that two commits play the same games.

`bench.compare` runs this file in both checkouts, so it uses only code that both have.
"""

import asyncio
import gc
import json
import logging
import random
import secrets
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bench.turns
from bench.turns import start as begin
from rules import GAMES
from rules.table import Table

try:
    from miasma.__main__ import OBJECTS_TO_COLLECT
    from rules_service.loaded import replay_game
except ImportError:  # The other commit may be too old to have this module.
    from bot.__main__ import OBJECTS_TO_COLLECT  # type: ignore[attr-defined, no-redef]
    from rules_service.loaded import replay as replay_game  # type: ignore[attr-defined, no-redef]

ANY = "*"  # the word of an answer that leaves a field open
TWICE = "spread "  # the beginning of moves that are often made twice in a row
SEED_BYTES = 16

played: list[str] = []  # all moves, in order


def fix_seeds() -> None:
    """Make tables open with the same seeds each time. Nonces stay random."""
    numbers, draw = count(1), secrets.token_hex
    secrets.token_hex = lambda size=None: f"{next(numbers):032x}" if size == SEED_BYTES else draw(size)  # type: ignore[assignment]


async def position(env: Any, custom_id: str) -> Table:
    """Return the current game at the table of a button with this custom id."""
    tables, table_id = env.bot.app.storage.tables, int(custom_id.split(":")[1])
    row = await tables.get(table_id)
    return replay_game(GAMES[row.game], row, await tables.log(table_id)).table


def next_move(table: Table, seat: int) -> str:
    """Return a legal move of the seat that depends only on the position."""
    [moves] = [due.moves for due in table.due() if due.seat == seat]
    if moves[0].startswith(TWICE):  # Later commits ask for both moves at once, and list them in the order of the moves.
        return moves[0]
    return random.Random(f"{table.seed} {table.number}").choice(sorted(moves))


def ended_turns(table: Table) -> int:
    """Return how many turns have ended."""
    return sum(step.ends for step in table.steps)


def agreement(answer: tuple[str, list[str]], move: str) -> int:
    """Return how many words of the move are set by an answer, or -1 if it leads to other moves."""
    custom_id, values = answer
    first, _, _ = (values or [custom_id.split(":")[-1]])[0].partition(" + ")
    said, words = first.split(), move.split()
    fits = len(said) <= len(words) and all(one in (ANY, word) for one, word in zip(said, words, strict=False))
    return sum(one != ANY for one in said) if fits else -1


async def play_turn(env: Any, who: Any, channel: Any, *how: Any) -> None:
    """Play a whole turn: press the answers that lead to the moves that `next_move` returns."""

    async def press(message: Any, custom_id: str, values: list[str]) -> None:
        async with env.operation("press", bench.turns.PRESSED):
            env.press(who, message, custom_id, values=values)

    def newest(private: bool) -> Any:
        posts = env.backend.messages[channel.id].values()
        return [post for post in posts if post.is_ephemeral == private and post.visible_to(who.id)][-1]

    [begin, *_] = bench.turns.presses(newest(False), "turn")
    await press(newest(False), *begin)
    panel, table = newest(True), await position(env, begin[0])
    ended = ended_turns(table)
    while ended_turns(table) == ended and (answers := bench.turns.presses(panel, "pick")):
        seat = int(answers[0][0].split(":")[2])
        move = next_move(table, seat)
        answer = max(answers, key=lambda one: agreement(one, move))
        if agreement(answer, move) < 0:
            raise RuntimeError(f"no answer leads to {move}: {[one[0] for one in answers]}")
        await press(panel, *answer)
        number, table = table.number, await position(env, begin[0])
        played.extend(entry.move for entry in table.entries[number:])


async def start(*parts: Any) -> None:
    """Start the timed bot. The garbage collector skips the objects made so far, and runs as rarely as in the bot."""
    await begin(*parts)
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_TO_COLLECT)


async def main(game: str, turns: int) -> None:
    """Print the CPU seconds of a turn in the bot and for drawing, and all moves.

    ``turns`` is the number of turns at each table.
    """
    logging.disable(logging.CRITICAL)
    fix_seeds()
    bench.turns.TURNS = turns
    bench.turns.play_turn, bench.turns.start = play_turn, start  # type: ignore[assignment]
    with TemporaryDirectory() as folder:
        _, here, there, _ = await bench.turns.measured_apart(game, Path(folder))
    print(json.dumps([here, there, played]))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
