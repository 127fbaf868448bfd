from bot.panels.turn import advice_text
from games import GAMES
from tests.bot.players import answers
from tests.bot.sim import Anybody, Anything, Sim, buttons, message, text
from tests.bot.test_typed_moves import turn_at

ADVICE = GAMES["rattus"].words.advice


def advised(panel: Anything) -> list[str]:
    """Return the kinds of question for which the panel shows advice."""
    return [question for question, advice in ADVICE.items() if f"💡 {advice}" in text(panel)]


async def place(sim: Sim, who: Anybody) -> None:
    """Place cubes in the set-up, and end the turn if the panel asks for that."""
    panel = await sim.command(who, "turn")
    while found := answers(sim.again(panel)):
        await sim.answer(who, sim.again(panel), next(iter(found)))


async def test_each_sort_of_question_is_advised_on_once_in_the_first_game(sim: Sim, table: int) -> None:
    panel = message(await sim.command(sim.alice, "turn"))
    assert advised(panel) == ["setup"]
    assert advised(await sim.command(sim.alice, "turn")) == ["setup"], "as long as it is this question"
    await place(sim, sim.alice)
    await place(sim, sim.bob)
    assert advised(await sim.command(sim.bob, "turn")) == []
    await sim.restart()
    await place(sim, sim.bob)
    assert advised(await sim.command(sim.alice, "turn")) == []


async def test_the_end_of_a_turn_needs_advice_only_if_something_would_be_lost(sim: Sim) -> None:
    for number, said in ((170, f"💡 {ADVICE['final']}"), (171, "")):
        turn = turn_at("4_players_supply_confirm", number, "en")
        assert (turn.question, "end" in turn.moves) == ("final", True)
        assert await advice_text(sim.bot.app, sim.alice.id, turn) == said


async def test_advice_is_switched_off_by_a_button_and_on_again_with_the_preferences(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "No more advice")
    assert "`/preferences` turns it on again" in text(sim.again(panel))
    assert "No more advice" not in buttons(sim.again(panel))
    assert advised(await sim.command(sim.alice, "turn")) == []
    preferences = message(await sim.command(sim.alice, "preferences"))
    await sim.click(sim.alice, preferences, "Playing")
    assert "You don’t see any advice." in text(sim.again(preferences))
    await sim.command(sim.alice, "preferences", coach="on")
    assert advised(await sim.command(sim.alice, "turn")) == ["setup"]
