"""Wrong person, wrong moment, wrong word, old button: each gets a kind ephemeral answer and changes nothing."""

import random

import pytest

from tests.bot.players import game, seat_all
from tests.bot.sim import Sim, buttons, components, message, text


async def test_an_old_a_second_and_another_persons_press_play_nothing(sim: Sim, table: int) -> None:
    panel = sim.again(message(await sim.click(sim.alice, sim.latest(), "Your turn")))
    record = sim.env.press(sim.bob, sim.stored(panel), sim.button(panel, "Gallia"), components(panel))
    await sim.env.settle()
    assert record.responded
    assert (await game(sim, table)).number == 0
    await sim.race([(sim.alice, panel, "Gallia"), (sim.alice, panel, "Gallia")])
    [late] = await sim.race([(sim.alice, panel, "Italia")])
    assert late.acknowledged
    assert "moved on" in text(sim.again(panel))
    assert "✅ End my turn" in buttons(sim.again(panel))
    assert [entry.move for entry in (await game(sim, table)).entries] == ["place gallia 2"]


async def test_the_last_seat_goes_to_one_of_two(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    for person in (sim.bob, sim.carol):
        await sim.click(person, sim.latest(), "Join")
    dave = sim.world.guild.add_member(sim.env.create_user("dave"))
    lobby = sim.latest()
    await sim.race([(sim.dora, lobby, "Join"), (dave, lobby, "Join")])
    table = (await sim.open_tables())[0]
    people = [seat.user_id for seat in table.seats]
    assert len(people) == 4
    assert (sim.dora.id in people) != (dave.id in people)
    assert "All seats are taken (4)" in text(sim.panel(dave if sim.dora.id in people else sim.dora))


async def test_a_command_about_a_table_in_a_channel_without_one(sim: Sim) -> None:
    of_tables = [f"table {name}" for name in ("join", "leave", "start", "options", "show")]
    for name in ("rattus end", "undo", "log", "board", "view", "turn", "move", *of_tables):
        answer = await sim.command(sim.alice, name, **({"move": "end"} if name == "move" else {}))
        assert message(answer).flags.ephemeral, name
        assert "no table in this channel" in text(answer), name
        assert "/table open" in text(answer), name


@pytest.mark.deep
async def test_a_panel_plays_for_nobody_but_its_seat(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several decide at the same time, an answer on one player's panel may be legal for another, too."""
    monkeypatch.setattr("secrets.token_hex", lambda size=16: "b" * 2 * size)
    table = await seat_all(sim, sim.people[:3], game="messina", seating="joined")
    chance, service = random.Random(7), sim.bot.app.service
    shared: set[str] = set()
    while not shared:
        now, info = await game(sim, table), await service.read.info(table)
        if len(now.due()) > 1:
            one, other = now.due()[:2]
            shared = {move for move in one.moves if move in other.moves}
        if not shared:
            [*_, last] = now.due()
            await service.play.move(table, info.seats[last.seat].user_id or 0, chance.choice(last.moves))
    await sim.command(sim.alice, "table show")
    person = {seat: next(who for who in sim.people if who.id == info.seats[seat].user_id) for seat in range(3)}
    panel = message(await sim.click(person[one.seat], sim.latest(), "Your turn"))
    press = next(press for press in buttons(panel).values() if press.rsplit(":", 1)[1] in shared)
    record = sim.env.press(person[other.seat], sim.stored(panel), press, components(panel))
    await sim.env.settle()
    assert record.responded
    assert [entry.move for entry in (await game(sim, table)).entries] == [entry.move for entry in now.entries]
    assert "moved on" in text(sim.again(panel))
