import random

import pytest

import computer_players
from rules.messina import events as s
from rules.messina.components import LAST_ROUND
from rules_service import TableInfo
from tests.bot.faults import refuse_pictures_in_edits
from tests.bot.players import answers, game, next_panel
from tests.bot.sim import Sim, buttons, message, text
from wording.catalogue import with_minus_sign

OPPONENT = "▲ **The opponent**"
GOES_ON = "turn goes on:"


@pytest.mark.deep(one_in=4)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("discord", ["takes", "refuses"])
async def test_a_whole_solo_game_in_a_private_conversation(sim, discord, monkeypatch):
    """Play a game alone in a DM, where Discord takes new pictures in edits, and where it refuses them."""
    refused = refuse_pictures_in_edits(monkeypatch) if discord == "refuses" else []
    alone, here = sim.alice.user, sim.alice.user.dm_channel
    answer = await sim.command(alone, "table open", game="messina")
    assert "Press **Start**" in text(answer)
    lobby = sim.latest(here)
    assert "Join" not in buttons(lobby)
    assert "free" not in text(lobby)
    assert "The host can start." in text(lobby)
    assert "virtual opponent" in text(lobby)
    await sim.click(alone, lobby, "Start")
    [info] = await sim.open_tables()
    assert info.place.guild_id is None
    chance = random.Random(9)
    rounds: set[int] = set()
    lines: list[str] = []
    while (await sim.bot.app.service.read.info(info.id)).open:
        now = (await game(sim, info.id)).view(None)
        if now.round == 3 and 3 not in rounds:
            await sim.restart()
        rounds.add(now.round)
        before = text(sim.latest(here))
        lines += [] if GOES_ON in before else before.splitlines()
        panel = message(await sim.click(alone, sim.latest(here), "Your turn"))
        while (offered := answers(panel)) and (GOES_ON in (now := text(sim.latest(here))) or now == before):
            await sim.answer(alone, panel, chance.choice(list(offered)))
            panel = next_panel(sim, alone, panel, here)
        assert not sim.pinged(sim.latest(here)), "nobody is called back to the game they are playing"
        assert [post for post in sim.posts(here) if not post.flags.ephemeral] == [sim.latest(here)], "one message"
    lines += text(sim.latest(here)).splitlines()
    assert rounds == set(range(1, LAST_ROUND + 1))
    table = await game(sim, info.id)
    events = [event for step in table.steps for event in step.events] + list(table.opening)
    told = sum(line.startswith(OPPONENT) for line in lines)
    turns = [isinstance(event, s.OpponentWent | s.OpponentPassed) for event in events]
    last_turn = [event for step in table.steps if step.turn == table.steps[-1].turn for event in step.events]
    after = sum(isinstance(event, s.OpponentWent | s.OpponentPassed) for event in last_turn)
    assert told + after == sum(turns) == 22, "what came last is in the log: the last post has the result"
    assert after <= text(await sim.command(alone, "log")).count(OPPONENT)
    last = text(sim.latest(here))
    [points] = table.score().points
    assert f"**{with_minus_sign(points)} point" in last
    assert ("a good result" if points >= 130 else "A good result is 130 or more.") in last
    seed = (await sim.bot.app.service.read.info(info.id)).seed
    assert seed is not None
    assert seed not in last
    assert seed in text(await sim.command(alone, "log"))
    assert "Everything is correct" in text(await sim.manage(alone, "verify"))
    await sim.click(alone, sim.latest(here), "Play again")
    assert "Start" in buttons(sim.latest(here))
    assert len([request for request in refused if request.answers]) <= 2, "tried once by each of two processes"
    assert not sim.posts()


async def test_who_types_says_so_to_play_alone(sim: Sim) -> None:
    opened = text(await sim.command(sim.alice, "table open", game="messina"))
    assert "To type it: `/table start`" in opened
    asked = text(await sim.command(sim.alice, "table start"))
    assert "To type it: `/table start alone:True`" in asked
    await sim.command(sim.bob, "table join")
    refused = text(await sim.command(sim.alice, "table start", alone=True))
    assert "no longer alone at this table" in refused
    await sim.command(sim.bob, "table leave")
    await sim.command(sim.alice, "table start", alone=True)
    [info] = await sim.open_tables()
    assert (info.status, len(info.seats)) == ("running", 1)


async def test_solo_is_asked_before_it_begins_and_before_it_ends(sim: Sim) -> None:
    """P98: *Start* with one person asks about the virtual opponent. Only a press ends the game for good."""

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
    await sim.click(alice, panel, "Add a casual one")
    await sim.click(alice, sim.again(panel), "Start")
    [info] = await sim.open_tables()
    while all(step.seat == 0 for step in (await game(sim, info.id)).steps):
        await sim.command(alice, "move", move=(await game(sim, info.id)).due()[0].moves[-1])
    assert "**Ugolina**: " in text(sim.latest(here)), "the computer has played"
    assert "Everything is correct" in text(await sim.manage(alice, "verify"))
