import pytest

from rules.rattus.events import Placed
from rules.table import Table
from tests.bot.players import certain_seed, game, seat_all
from tests.bot.sim import Sim, buttons, text

DONE = "your turn ended by itself"


async def test_p124_a_turn_ends_by_itself_where_nothing_else_is_left(sim: Sim, table: int) -> None:
    """P124: turns can end automatically, by a preference that is off by default. The ephemeral message then says so."""
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    await sim.command(sim.bob, "preferences", ending="itself")
    await sim.click(sim.alice, panel, "Gallia")
    assert "✅ End my turn" in buttons(sim.again(panel)), "Alice did not ask for it"
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert DONE not in text(await sim.command(sim.bob, "move", move="place hispania 2")), "Bob places last and first"
    panel = await sim.click(sim.bob, sim.latest(), "Your turn")
    await sim.click(sim.bob, panel, "Italia")
    assert DONE in text(sim.again(panel))
    assert "Your turn is done" in text(sim.again(panel))
    assert [turn.seat for turn in (await game(sim, table)).due()] == [0]


async def test_p124_a_turn_with_something_to_lose_does_not_end_automatically(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P124: a turn ends automatically only if the player loses nothing."""
    await sim.command(sim.alice, "preferences", ending="itself")
    monkeypatch.setattr(Table, "lost_on_end_turn", lambda table, seat: ("take",))
    assert DONE not in text(await sim.command(sim.alice, "move", move="place gallia 2"))


async def test_p124_a_turn_with_a_secret_look_does_not_end_automatically(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P124: a turn in which a player saw a secret does not end automatically."""
    await sim.command(sim.alice, "preferences", ending="itself")
    monkeypatch.setattr(Placed, "reader", lambda event: event.seat)
    assert DONE not in text(await sim.command(sim.alice, "move", move="place gallia 2"))


SINGLE_RAT = "single rat 1"
TO_SINGLE_RAT = """place germania 2, end | place hungaria 2, place gallia 2, end
    | place scandia 2, end, place polonia 1, take knight, plague anglia, spread gallia, end
    | plague scandia, spread germania"""


async def test_p124_a_turn_with_a_reveal_left_does_not_end_automatically(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P122, P124: the player turns over the plague region's only rat themselves, and can undo moves until then."""
    certain_seed(monkeypatch, SINGLE_RAT)
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.command(sim.bob, "preferences", ending="itself")
    for who, part in zip([sim.alice, sim.bob] * 2, TO_SINGLE_RAT.split("|"), strict=True):
        for move in part.split(","):
            if [turn.seat for turn in (await game(sim, table)).due()] == [[sim.alice, sim.bob].index(who)]:
                answer = await sim.command(who, "move", move=move.strip())
    assert [turn.moves for turn in (await game(sim, table)).due()] == [["reveal scandia-a"]]
    assert (await game(sim, table)).undoable(1) == 2
    assert DONE not in text(answer)
