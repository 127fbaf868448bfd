"""Wrong person, wrong moment, wrong word, old button: each gets a kind ephemeral answer and changes nothing."""

import random

import pytest

from tests.bot.players import answers, due, game, seat_all
from tests.bot.sim import Sim, buttons, components, message, text


@pytest.fixture
async def table(sim: Sim) -> int:
    """Start a table of two; Alice has the first seat and begins."""
    return await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")


async def test_not_your_turn(sim: Sim, table: int) -> None:
    typed = await sim.command(sim.bob, "rattus place", region="gallia", cubes=2)
    assert message(typed).flags.ephemeral
    assert "not your turn" in text(typed)
    assert "Alice" in text(typed)
    panel = await sim.click(sim.bob, sim.latest(), "Your turn")
    assert not answers(panel)
    assert "Alice" in text(panel)
    assert (await game(sim, table)).number == 0


async def test_illegal_move_names_legal_ones(sim: Sim, table: int) -> None:
    answer = await sim.command(sim.alice, "move", move="place russia 2")
    assert message(answer).flags.ephemeral
    assert "Russia" in text(answer)
    assert "Place 2 cubes in Gallia" in text(answer)
    assert (await game(sim, table)).number == 0


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("castle e1", "is called “castle e1”. Next: `/rattus place`"),
        ("place", "Please be more specific"),
        ("place galia 2", "gallia"),
        ("@everyone", "None of your possible moves is called"),
    ],
)
async def test_unknown_notation_says_what_would_be_right(sim: Sim, table: int, said: str, told: str) -> None:
    answer = await sim.command(sim.alice, "move", move=said)
    assert told in text(answer)
    assert message(answer).flags.ephemeral
    assert not sim.pinged(answer)
    assert (await game(sim, table)).number == 0


async def test_stale_button_brings_the_present_panel(sim: Sim, table: int) -> None:
    board = sim.latest()
    first = message(await sim.click(sim.alice, board, "Your turn"))
    old = sim.again(first)
    await sim.click(sim.alice, first, "Gallia")
    [late] = await sim.race([(sim.alice, old, "Italia")])
    panel = sim.again(first)
    assert "moved on" in text(panel)
    assert "✅ End my turn" in buttons(panel)
    assert late.acknowledged
    assert (await game(sim, table)).entries[-1].move == "place gallia 2"
    assert (await game(sim, table)).number == 1


async def test_second_click_on_the_same_button_plays_once(sim: Sim, table: int) -> None:
    panel = sim.again(message(await sim.click(sim.alice, sim.latest(), "Your turn")))
    await sim.race([(sim.alice, panel, "Gallia"), (sim.alice, panel, "Gallia")])
    assert [entry.move for entry in (await game(sim, table)).entries] == ["place gallia 2"]
    assert "✅ End my turn" in buttons(sim.again(panel))


async def test_an_interaction_sent_twice_counts_once(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    number = (await game(sim, table)).number
    await sim.bot.app.service.play.move(table, sim.bob.id, "place gallia 2", interaction=77)
    again = await sim.bot.app.service.play.move(table, sim.bob.id, "place italia 2", interaction=77)
    assert again.duplicate
    assert (await game(sim, table)).number == number + 1


async def test_two_players_click_at_once(sim: Sim, table: int) -> None:
    board = sim.latest()
    panel = sim.again(message(await sim.click(sim.alice, board, "Your turn")))
    await sim.race([(sim.alice, panel, "Gallia"), (sim.bob, board, "Your turn")])
    assert (await game(sim, table)).number == 1
    assert not answers(sim.panel(sim.bob))
    assert (await due(sim, table)) == sim.alice


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


async def test_joining_twice_is_refused(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.click(sim.alice, sim.latest(), "Join")
    assert "already" in text(sim.panel(sim.alice))
    assert len((await sim.open_tables())[0].seats) == 1


ABOUT_A_TABLE = ["join", "leave", "start", "options", "show"]


@pytest.mark.parametrize(
    "name", ["rattus end", "undo", "log", "board", "view", "turn", "move", *(f"table {name}" for name in ABOUT_A_TABLE)]
)
async def test_command_in_a_channel_without_a_table(sim: Sim, name: str) -> None:
    answer = await sim.command(sim.alice, name, **({"move": "end"} if name == "move" else {}))
    assert message(answer).flags.ephemeral
    assert "no table in this channel" in text(answer)
    assert "/table open" in text(answer)


async def test_a_second_table_in_the_channel_is_refused(sim: Sim, table: int) -> None:
    answer = await sim.command(sim.carol, "table open")
    assert "already" in text(answer) or "open table" in text(answer)
    assert len(await sim.open_tables()) == 1


async def test_strangers_are_told_that_they_have_no_seat(sim: Sim, table: int) -> None:
    panel = await sim.click(sim.carol, sim.latest(), "Your turn")
    assert "don’t have a seat" in text(panel)
    assert message(panel).flags.ephemeral
    typed = await sim.command(sim.carol, "move", move="place gallia 2")
    assert "don’t have a seat" in text(typed)


async def test_only_the_host_starts_and_changes_options(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.bob, sim.latest(), "Start")
    assert "the host of this table, can start the game" in text(sim.panel(sim.bob))
    answer = await sim.click(sim.bob, sim.latest(), "Options")
    assert "Only Alice" in text(answer)
    assert (await sim.open_tables())[0].status == "lobby"


async def test_too_few_players_cannot_start(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.click(sim.alice, sim.latest(), "Start")
    assert "2" in text(sim.panel(sim.alice))
    assert (await sim.open_tables())[0].status == "lobby"


async def test_button_of_an_unknown_version(sim: Sim, table: int) -> None:
    board = sim.latest()
    press = f"m1:{table}:-:0:dance:"
    old = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "Dance", "custom_id": press}]}]
    record = sim.env.press(sim.alice, sim.stored(board), press, old)
    await sim.env.settle()
    assert record.responded
    assert "older version" in text(sim.panel(sim.alice))


async def test_undo_past_a_reveal_is_refused(sim: Sim, table: int) -> None:
    answer = await sim.command(sim.alice, "undo")
    assert "There is nothing to undo" in text(answer)


async def test_a_panel_is_not_for_others(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    press = sim.button(panel, "Gallia")
    record = sim.env.press(sim.bob, sim.stored(panel), press, components(panel))
    await sim.env.settle()
    assert record.responded
    assert (await game(sim, table)).number == 0


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
