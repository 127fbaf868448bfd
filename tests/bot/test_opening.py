import pytest

from tests.bot import forge
from tests.bot.sim import Sim, buttons, message, text
from wording import words

LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "Polski", "hu": "Magyar"}


async def start(sim: Sim, who, *where):
    return message(await who.slash(*where, "table open"))


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_the_start_panel_asks_for_the_language_and_is_then_in_it(sim: Sim, lang: str) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    assert [label for label in buttons(panel) if label in LANGUAGES.values()] == list(buttons(panel))[:4]
    await sim.click(sim.alice, panel, LANGUAGES[lang])
    w = words(lang)
    offered = buttons(sim.again(panel))
    for label in ("Learn", "Play against the computer", "Play with friends", "Help"):
        assert w._(label) in offered
    assert lang == "en" or "Learn" not in offered
    assert not sim.posts(), "only the person who asked sees it"
    again = await start(sim, sim.alice, sim.channel)
    assert w._("Learn") in buttons(again), "it is remembered"


async def test_against_the_computer_the_game_begins_at_once(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    await sim.click(sim.alice, panel, "Play against the computer")
    assert "How strong should it be?" in text(sim.again(panel))
    await sim.click(sim.alice, sim.again(panel), "Steady")
    info = await sim.bot.app.service.read.table_in(sim.channel.id)
    assert info.status == "running"
    assert [seat.computer for seat in info.seats if seat.computer] == ["steady"]
    assert info.alone
    assert info.seat_of(sim.alice.id) is not None


async def test_a_forged_press_on_the_start_panel_changes_nothing(sim: Sim) -> None:
    panel = await start(sim, sim.alice, sim.channel)
    for words_ in ("klingon", "", "xx learn chess"):
        await forge.press(sim, sim.alice, panel, f"m1:0:-:0:speak:{words_}")
    await forge.press(sim, sim.alice, panel, "m1:0:-:0:welcome:computer chess")
    await forge.press(sim, sim.alice, panel, "m1:0:-:0:open:chess steady")
    assert "Learn" in buttons(await start(sim, sim.alice, sim.channel))
