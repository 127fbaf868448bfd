import pytest

import computer_players
from rules_service import TableInfo
from tests.bot.players import game
from tests.bot.sim import Sim, buttons, message, text


async def test_a_typed_solo_start_needs_alone_true(sim: Sim) -> None:
    opened = text(await sim.command(sim.alice, "table open", game="messina"))
    assert "Or type: `/table start`" in opened
    asked = text(await sim.command(sim.alice, "table start"))
    assert "Or type: `/table start alone:True`" in asked
    await sim.command(sim.bob, "table join")
    refused = text(await sim.command(sim.alice, "table start", alone=True))
    assert "no longer alone at this table" in refused
    await sim.command(sim.bob, "table leave")
    await sim.command(sim.alice, "table start", alone=True)
    [info] = await sim.open_tables()
    assert (info.status, len(info.seats)) == ("running", 1)


async def test_solo_is_asked_before_it_begins_and_before_it_ends(sim: Sim) -> None:
    """P98: *Start* with one person offers the virtual opponent. Only a second press ends a game for good."""

    async def table() -> TableInfo:
        return await sim.bot.app.service.read.info(info.id)

    await sim.command(sim.alice, "table open", game="messina")
    [info] = await sim.open_tables()
    await sim.click(sim.alice, sim.latest(), "Start")
    question = sim.panel(sim.alice)
    assert "Alone against the virtual opponent?" in text(question)
    assert (await table()).status == "lobby"
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, question, "Play alone")
    assert "no longer alone at this table" in text(sim.panel(sim.alice))
    await sim.click(sim.bob, sim.latest(), "Leave")
    await sim.click(sim.alice, question, "Play alone")
    assert ((await table()).status, len((await table()).seats)) == ("running", 1)
    assert "Leave my seat" not in buttons(await sim.manage(sim.alice))
    asked = message(await sim.command(sim.alice, "table leave"))
    assert "nobody else plays here" in text(asked)
    assert (await table()).status == "running"
    await sim.click(sim.alice, asked, "End the game")
    assert "The table is closed." in text(sim.again(asked))
    assert (await table()).status == "cancelled"


async def test_a_game_for_several_is_not_opened_in_a_private_conversation_if_no_computer_plays_it(sim, monkeypatch):
    monkeypatch.setattr(computer_players, "EVALUATIONS", {})
    answer = text(await sim.command(sim.alice.user, "table open", game="rattus"))
    assert "Rattus can’t be played alone" in answer
    assert not await sim.open_tables()
    await sim.command(sim.alice, "table open", game="rattus")
    [info] = await sim.open_tables()
    assert "stays where it is" in text(await sim.command(sim.alice.user, "table show", table=str(info.id)))


@pytest.mark.deep(one_in=4)
async def test_in_a_private_conversation_one_plays_against_computers(sim: Sim) -> None:
    alice, here = sim.alice.user, sim.alice.user.dm_channel
    await sim.command(alice, "table open", game="rattus", seating="joined")
    lobby = sim.latest(here)
    assert {"Join", "Invite"}.isdisjoint(buttons(lobby)), "nobody else can come"
    assert "more person" not in text(lobby)
    assert "You can play against the computer right away" in text(lobby)
    panel = message(await sim.click(alice, lobby, "Computer players"))
    await sim.click(alice, panel, "Add a casual player")
    await sim.click(alice, sim.again(panel), "Start")
    [info] = await sim.open_tables()
    while all(step.seat == 0 for step in (await game(sim, info.id)).steps):
        await sim.command(alice, "move", move=(await game(sim, info.id)).due()[0].moves[-1])
    assert "**Ugolina**: " in text(sim.latest(here)), "the computer has played"
    assert "Everything is correct" in text(await sim.manage(alice, "verify"))
