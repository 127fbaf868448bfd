"""Moving citizens to workshops during another player's turn: the table doesn't wait for that or ping anybody for it."""

import random
import re

import pytest

from rules.game import blocking_seats, due_seats
from rules_service import Person, acts
from tests.bot.players import answers, certain_seed, game
from tests.bot.sim import text


@pytest.mark.deep(one_in=10)
async def test_P123_an_optional_action_has_a_panel_and_no_ping(sim, monkeypatch):
    """P123: an optional action starts no wait, keeps no table awake, and lapses with the turn that offers it."""
    certain_seed(monkeypatch, "1" * 32)
    await sim.command(sim.alice, "table open", game="messina", seating="joined")
    [opened] = await sim.open_tables()
    host = Person(sim.alice.id, "Alice")
    await sim.bot.app.service.act(acts.set_options({"workshop_moves": "always"}), opened.id, host)
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    people, chance = [sim.alice, sim.bob], random.Random(1)
    while True:
        now = await game(sim, opened.id)
        info = await sim.bot.app.service.read.info(opened.id)
        assert list(info.due) == blocking_seats(now.state)
        idle = set(due_seats(now.state)) - set(info.due)
        if idle:
            break
        seat = info.due[0]
        moves = next(asked.moves for asked in now.due() if asked.seat == seat)
        free = [move for move in moves if not move.startswith(("work ", "recall"))] or moves
        wanted = [move for move in free if move.startswith(("workshop", "rescue", "act", "go home sw", "restack"))]
        await sim.command(people[seat], "move", move=chance.choice(wanted or free))
    [seat] = idle
    [other] = info.due
    assert sim.pinged(sim.latest()) == {people[other].name}
    assert people[seat].name.capitalize() not in re.findall("To act: .*", text(sim.latest()))[-1]
    assert "someone else’s turn" in text(await sim.command(people[seat], "mygames"))
    posts = len(sim.posts())
    panel = await sim.click(people[seat], sim.latest(), "Your turn")
    [first, *_] = answers(panel)
    assert all(press.startswith("work ") for press in answers(panel).values())
    await sim.click(people[seat], panel, first)
    assert "turn is done" not in text(sim.again(panel))
    assert (await game(sim, opened.id)).entries[-1].move.startswith("work ")
    assert len(sim.posts()) == posts, "nobody waits for it, so it is told with the turn"
    assert list((await sim.bot.app.service.read.info(opened.id)).due) == [other]
