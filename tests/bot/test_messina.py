"""What those see of each other who decide at the same time in Messina 1347."""

import random
from typing import Any

import pytest

import bot.pictures
from renderer import Scene
from rules_service import TableInfo
from tests.bot.players import answers, certain_seed, game, seat_all
from tests.bot.sim import Sim, pictures, text


@pytest.mark.deep(one_in=10)
async def test_who_decides_at_once_sees_the_others_as_they_were_before_their_free_steps(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P82: in the question, its picture and answers, until the other players' moves can no longer be undone."""
    certain_seed(monkeypatch, "b" * 32)
    table = await seat_all(sim, sim.people[:3], game="messina", seating="joined")
    service, chance, compared, drawn = sim.bot.app.service, random.Random(8), 0, []

    def draw(name: str, scene: Scene[Any], side: str) -> bytes:
        drawn.append(scene.view)
        return original(name, scene, side)

    original = bot.pictures.draw_picture
    for person in sim.people[:3]:
        await sim.command(person, "preferences", coach="off")
    monkeypatch.setattr("bot.pictures.draw_picture", draw)
    while compared < 4:
        await sim.bot.app.announcer.until_shown(table)  # Until then a panel has the news that no post has.
        now, info = await game(sim, table), await service.read.info(table)
        mover = chance.choice(info.due)
        others = [other for other in info.due if other != mover]
        seen = [await panel_of(sim, info, other) for other in others]
        moves = next(asked.moves for asked in now.due() if asked.seat == mover)
        move = chance.choice([move for move in moves if move != "end"] or moves)
        outcome = await service.play.move(table, info.seats[mover].user_id or 0, move)
        after = await game(sim, table)
        assert outcome.snapshot.table.view(mover) == after.settled(mover).view(mover)
        if others and after.undoable(mover) > now.undoable(mover):
            assert [await panel_of(sim, info, other) for other in others] == seen
            assert not any(after.view(other) in drawn for other in others)
            compared += 1


async def panel_of(sim: Sim, info: TableInfo, seat: int) -> tuple[str, list[bytes], dict[str, str]]:
    person = next(one for one in sim.people if one.id == info.seats[seat].user_id)
    shown = await sim.command(person, "turn")
    return text(shown), pictures(sim.env, shown), answers(shown)
