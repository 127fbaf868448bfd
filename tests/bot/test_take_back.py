import random

import pytest
from simcord.actors import MemberActor

from bot.channel.table_words import speaker_of
from bot.panels.table_acts import what_goes
from rules.table import Table
from rules_service.consent_undo import UndoRequest
from tests.bot.forge import press
from tests.bot.players import DAY, by_commands, certain_seed, due, game, seat_all
from tests.bot.sim import Sim, buttons, text
from tests.bot.test_panel_height import turns

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.


@pytest.fixture
async def table(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> int:
    """Start a table where Alice and Bob have placed once each, Carol twice, and Bob is next to place."""
    certain_seed(monkeypatch, "taken back")
    number = await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="0", seating="joined")
    await place(sim, sim.alice, "gallia")
    await place(sim, sim.bob, "italia")
    await sim.command(sim.carol, "move", move="place polonia 2")
    await place(sim, sim.carol, "hispania")
    return number


async def whole_turn(sim: Sim, table: int, who: MemberActor) -> None:
    """Play on until this person has had a turn."""
    chance = random.Random(1)
    while await due(sim, table) is not who:
        await by_commands(sim, table, await due(sim, table), chance)
    while await due(sim, table) is who:
        await by_commands(sim, table, who, chance)


async def place(sim: Sim, who: MemberActor, region: str) -> None:
    await sim.command(who, "move", move=f"place {region} 2")
    await sim.command(who, "move", move="end")


async def asks(sim: Sim, who: MemberActor) -> None:
    """Open the person's offer to undo, and ask the others."""
    offer = await sim.click(who, await sim.command(who, "undo"), "Ask to undo")
    await sim.click(who, offer, "Ask the others")
    assert "I’ve asked the others" in text(sim.again(offer))
    assert not buttons(sim.again(offer)), "what is done is not done again"


async def moves_of(sim: Sim, table: int) -> list[str]:
    return [step.move for step in (await game(sim, table)).steps]


def test_p73_the_list_of_undone_effects_has_the_last_eight() -> None:
    """P73: the list has each player's number of steps, and the effects as far as the reader knows them."""
    *_, turn = turns("rattus", "4_players_supply_plain")
    snapshot, counts = turn.snapshot, list[int]()
    speaks = speaker_of(snapshot.info, snapshot.view(turn.seat), "en")
    for line in snapshot.numbers[-40:]:
        told = speaks.summary(snapshot.events(turn.seat, line))
        first, *shown = what_goes(snapshot, UndoRequest(line, {0: 1, 2: 3}), turn.seat, turn.words)
        assert first == "🔴 **Alice**: 1 step and 🟩 **Carol**: 3 steps"
        assert shown == ["-# Earlier turns: *Log*."] * (len(told) > 8) + [f"-# {one}" for one in told[-8:]]
        counts.append(len(told))
    assert {8, 9} <= set(counts)


async def test_p74_p78_p79_an_undo_by_consent_restores_the_position(sim: Sim, table: int) -> None:
    """P74, P77 to P79: the position before Bob's turn is restored, the log stays, timers restart, and Bob is pinged."""
    before = await sim.bot.app.service.read.verify(table)
    digest = (await game(sim, table)).digest
    await asks(sim, sim.bob)
    assert "asks to undo their last turn and 3 moves of others since" in text(sim.latest())
    looked = await sim.click(sim.carol, sim.latest(), "What would be undone")
    assert "Polonia" in text(looked)
    await sim.click(sim.alice, sim.latest(), "Yes")
    assert (await game(sim, table)).digest == digest, "Carol has not agreed yet"
    sim.jump(3600)
    await sim.click(sim.carol, sim.latest(), "Yes")
    assert await moves_of(sim, table) == ["place gallia 2", "end"]
    assert await due(sim, table) is sim.bob
    [info] = await sim.open_tables()
    assert info.seats[1].due_since == sim.bot.app.clock.now()
    assert sim.pinged(sim.latest()) == {"bob"}, "he asked an hour ago"
    assert "Bob has undone a turn" in text(sim.latest())
    told = text(await sim.command(sim.dora, "log"))
    assert "-# Everyone agreed: Bob has undone a turn." in told
    assert told.count("-# ~~") == 2
    assert "Polonia" in told
    after = await sim.bot.app.service.read.verify(table)
    assert (before.ok, before.moves, after.ok, after.moves) == (True, 7, True, 2), "moves taken back don't count"
    await sim.restart()
    assert await moves_of(sim, table) == ["place gallia 2", "end"]
    await place(sim, sim.bob, "germania")
    assert (await due(sim, table)) is sim.carol


async def test_R132_faces_seen_with_the_witch_stay_known_after_an_undo(sim: Sim) -> None:
    """R132, P77: only the player who looked still sees the rat's face, even after a restart."""
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined", cards="base")
    for _ in range(4):
        await place(sim, await due(sim, table), "gallia")
    for move in ("take witch", "witch hispania-a", "keep"):
        await sim.command(sim.alice, "move", move=move)
    [face] = seen_faces(await game(sim, table), 0)
    while await due(sim, table) is sim.alice:
        await by_commands(sim, table, sim.alice, random.Random(1))
    await asks(sim, sim.alice)
    await sim.click(sim.bob, sim.latest(), "Yes")
    for _ in range(2):
        now = await game(sim, table)
        assert "take witch" in [move for one in now.due() for move in one.moves], "the turn begins again"
        assert [seen_faces(now, seat) for seat in (0, 1, None)] == [[face], [], []]
        await sim.restart()


def seen_faces(table: Table, seat: int | None) -> list[str]:
    """Return the rats whose faces a seat (or the public) sees, with the faces."""
    rats = [rat for region in table.view(seat).regions for rat in region.rats]
    return [f"{rat.handle} {rat.face}" for rat in rats if rat.face]


async def test_p75_p76_one_no_or_silence_refuses_an_undo(sim: Sim, table: int) -> None:
    """P75, P76: no answer within 24 hours counts as no. Play goes on, and the person can't ask again for that turn."""
    await asks(sim, sim.carol)
    await sim.click(sim.alice, sim.latest(), "No")
    assert (await sim.open_tables())[0].votes == ()
    assert "-# Alice voted no." in text(sim.latest()), "who asked reads its result"
    assert "Ask to undo" not in buttons(await sim.command(sim.carol, "undo"))
    answer = await press(sim, sim.carol, sim.latest(), f"m1:{table}:-:0:back:")
    assert "You can’t ask again" in text(answer)
    await asks(sim, sim.bob)
    for seconds, votes in ((DAY - 60, 1), (61, 0)):
        sim.jump(seconds)
        await sim.sweep()
        assert len((await sim.open_tables())[0].votes) == votes
    assert "place polonia 2" in await moves_of(sim, table)


async def test_p72_an_undo_offer_is_checked_again_when_pressed(sim: Sim, table: int) -> None:
    """P72, P73: a press on an outdated offer doesn't ask to undo something else."""
    offer = await sim.click(sim.carol, await sim.command(sim.carol, "undo"), "Ask to undo")
    await whole_turn(sim, table, sim.carol)
    again = await sim.click(sim.carol, offer, "Ask the others")
    assert "The game has moved on" in text(again)
    assert (await sim.open_tables())[0].votes == ()


async def test_p80_no_press_leads_behind_a_barrier_without_consent(sim: Sim, table: int) -> None:
    """P80: neither the asker nor others can undo past a barrier with forged presses."""
    moves = await moves_of(sim, table)
    post = sim.latest()
    for who in (sim.bob, sim.dora):
        for words in ("back:", "askback:6", "askback:0", "undo:all", "undo:9"):
            await press(sim, who, post, f"m1:{table}:1:6:{words}")
    number = (await sim.open_tables())[0].votes
    for yes in ("1", "0"):
        await press(sim, sim.dora, post, f"m1:{table}:-:0:say:{number[0].number if number else 7} {yes}")
    assert await moves_of(sim, table) == moves
