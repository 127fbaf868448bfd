"""A whole game of Messina 1347 on Discord, and what those see who decide at the same time."""

import json
import random
from typing import Any

import pytest

import bot.pictures
from renderer import Scene
from rules.messina.components import LAST_ROUND
from rules_service import TableInfo
from tests.bot.players import answers, by_buttons, by_commands, certain_seed, due, game, seat_all
from tests.bot.sim import Sim, alts, buttons, message, pictures, text


@pytest.mark.deep
@pytest.mark.usefixtures("undrawn")
async def test_a_whole_game_of_three_with_a_restart_in_each_round(sim: Sim) -> None:
    table = await seat_all(sim, sim.people[:3], game="messina")
    seed = (await game(sim, table)).seed
    chance = random.Random(1347)
    rounds, turns, checked = [1], 0, 0
    while (await sim.bot.app.service.read.info(table)).open:
        who = await due(sim, table)
        if turns % 2:
            await by_commands(sim, table, who, chance)
        else:
            await by_buttons(sim, who, chance)
        turns += 1
        now = await game(sim, table)
        if not now.over:
            waiting = {
                info.name.lower() for info in (await sim.bot.app.service.read.info(table)).seats if info.due_since
            }
            assert sim.pinged(sim.latest()) <= waiting
            assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]
            assert seed not in json.dumps([e.json for e in sim.env.http_requests[checked:]], default=str)
            checked = len(sim.env.http_requests)
            if now.view(None).round > rounds[-1]:
                rounds.append(now.view(None).round)
                who = await due(sim, table)
                panel = message(await sim.click(who, sim.latest(), "Your turn"))
                await sim.restart()
                await sim.answer(who, panel, next(iter(answers(panel))))
                assert sim.panel(who).id == panel.id
    assert rounds == list(range(1, LAST_ROUND + 1))
    finished, last = await game(sim, table), text(sim.latest())
    winner = (await sim.bot.app.service.read.info(table)).seats[finished.score().winners[0]].name
    assert winner in last
    assert str(max(finished.score().points)).replace("-", "−") in last, "with a sign of minus where it is one"
    assert seed not in last
    assert len(pictures(sim.env, sim.latest())) == len(alts(sim.latest())) == 1
    assert seed in text(await sim.click(sim.dora, sim.latest(), "Log"))
    verified = text(await sim.manage(sim.alice, "verify"))
    assert "Everything is correct" in verified
    assert seed in verified


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
    """Return text, pictures and answers of a new panel of the seat."""
    person = next(one for one in sim.people if one.id == info.seats[seat].user_id)
    shown = await sim.command(person, "turn")
    return text(shown), pictures(sim.env, shown), answers(shown)
