import random
from typing import Any

import pytest

import bot.pictures
from renderer import Scene
from rules_service import TableInfo
from tests.bot.forge import press
from tests.bot.players import answers, certain_seed, game, seat_all
from tests.bot.sim import Sim, buttons, pictures, text


@pytest.mark.deep(one_in=10)
async def test_simultaneous_decisions_hide_the_others_free_steps(sim, monkeypatch):
    """P82: question, picture and answers hide others' moves until the moves can't be undone."""
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
        await sim.bot.app.announcer.until_shown(table)  # Until then the panel has news that no post shows yet.
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


@pytest.mark.usefixtures("undrawn")
async def test_the_second_of_two_simultaneous_answers_counts(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """When two players decide at once, a panel becomes outdated by its own player's step, but not by the other's."""
    certain_seed(monkeypatch, "b" * 32)
    table = await seat_all(sim, sim.people[:2], game="messina", seating="joined")
    service, chance = sim.bot.app.service, random.Random(8)
    while len((info := await service.read.info(table)).due) == 1:
        moves = (await game(sim, table)).due()[0].moves
        await service.play.move(table, info.seats[info.due[0]].user_id or 0, chance.choice(moves))
    panel = await sim.command(sim.bob, "turn")
    old = buttons(panel)[next(iter(answers(panel)))]
    while 0 in (await service.read.info(table)).due:
        moves = next(one.moves for one in (await game(sim, table)).due() if one.seat == 0)
        await service.play.move(table, sim.alice.id, "end" if "end" in moves else chance.choice(moves))
    before = (await game(sim, table)).number
    for moved_on in (False, True):
        await press(sim, sim.bob, panel, old)
        assert ("The game has moved on" in text(sim.panel(sim.bob))) == moved_on
        assert (await game(sim, table)).number == before + 1
