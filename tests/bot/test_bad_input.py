"""The wrong person, moment or word, or an old button: each gets a kind ephemeral answer and changes nothing."""

from tests.bot.players import game
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


async def test_a_command_about_a_table_in_a_channel_without_one(sim: Sim) -> None:
    of_tables = [f"table {name}" for name in ("join", "leave", "start", "options", "show")]
    for name in ("rattus end", "undo", "log", "board", "view", "turn", "move", *of_tables):
        answer = await sim.command(sim.alice, name, **({"move": "end"} if name == "move" else {}))
        assert message(answer).flags.ephemeral, name
        assert "no table in this channel" in text(answer), name
        assert "/table open" in text(answer), name
