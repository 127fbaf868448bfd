"""T11: data that other players can fetch does not reveal steps that a player can still undo."""

import random
import re

import pytest
from simcord.actors import MemberActor
from simcord.components import walk_components

from games import GAMES
from tests.bot.players import game, seat_all
from tests.bot.sim import Sim, alts, buttons, components, message, text

MOMENTS = 2  # per game
FETCHED: tuple[tuple[str, dict[str, bool]], ...] = (
    *((command, {}) for command in ("board", "log", "table list", "table manage", "mygames", "view", "turn", "replay")),
    *((command, {"text": True}) for command in ("board", "view")),
)
TIME = re.compile(r"<t:\d+:\w>")
ATTACHMENT = re.compile(r"attachments/\d+/\d+")  # an attachment's ID, which differs in each post


async def fetched(sim: Sim, who: MemberActor) -> list[object]:
    """Return everything that a person can fetch about this channel's table during another player's turn."""
    found: list[object] = []
    for command, more in FETCHED:
        result = await sim.command(who, command, **more)
        answer = message(result)
        told = [answer, *result.followups]
        found += [command, [TIME.sub("", text(one)) for one in told], [at.filename for at in answer.attachments]]
        found += alts(answer)
        items = [item for one in told for item in walk_components(components(one))]
        found.append([item["custom_id"] for item in items if "custom_id" in item])
    found += [await sim.offers(who, "move", "move")]
    for act in ("score", "verify"):
        found.append(text(await sim.manage(who, act)))
    live = next(post for post in reversed(sim.posts()) if "Your turn" in buttons(post))
    return [*found, TIME.sub("", text(live)), ATTACHMENT.sub("", str(components(live))), alts(live)]


async def posted_again(sim: Sim, who: MemberActor) -> object:
    """Ask for a new post of the board as this person. Return the post's buttons."""
    await sim.command(who, "table show")
    return buttons(next(post for post in reversed(sim.posts()) if "Your turn" in buttons(post)))


@pytest.mark.deep(one_in=6)
@pytest.mark.parametrize("name", list(GAMES))
async def test_T11_nobody_sees_another_seats_step_that_can_be_undone(sim: Sim, name: str) -> None:
    """T11, P81: nothing that others can see or fetch shows a step while it can be undone, or after it was undone."""
    luck = random.Random(name)
    table = await seat_all(sim, [sim.alice, sim.bob], game=name, seating="joined")
    people = {sim.alice.id: sim.alice, sim.bob.id: sim.bob}
    compared = 0
    for _ in range(60):
        now = await game(sim, table)
        [due, *_] = luck.sample(now.due(), len(now.due()))
        info = await sim.bot.app.service.read.info(table)
        mover = info.seats[due.seat].user_id
        other = next(person for number, person in people.items() if number != mover)
        trial, move = now.fork(), luck.choice(due.moves)
        trial.play(due.seat, move)
        free = trial.undoable(due.seat) > now.undoable(due.seat)
        compare = free and luck.random() < 0.4
        shown = await posted_again(sim, other) if compare else None
        before = [await fetched(sim, who) for who in (other, sim.dora)] if compare else None
        assert mover is not None
        await sim.bot.app.service.play.move(table, mover, move)
        await sim.bot.app.announcer.until_shown(table)
        if before is not None:
            assert [await fetched(sim, who) for who in (other, sim.dora)] == before, move
            assert await posted_again(sim, other) == shown, "a step can be undone"
            await sim.bot.app.service.play.undo(table, mover)
            assert await posted_again(sim, other) == shown, "a step was undone"
            assert [await fetched(sim, who) for who in (other, sim.dora)] == before, f"{move}, undone"
            await sim.bot.app.service.play.move(table, mover, move)
            compared += 1
            if compared == MOMENTS:
                return
    raise AssertionError("there was hardly a step that can be taken back")
