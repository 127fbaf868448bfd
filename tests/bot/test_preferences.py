"""Preferences are a panel of selects; changes take effect immediately, and each can also be typed."""

from bot.preferences import offered
from tests.bot import forge
from tests.bot.players import selects
from tests.bot.sim import Anything, Sim, message, text


def chosen(panel: Anything) -> list[str]:
    """Return the selected values of the panel's selects."""
    return [entry["label"] for menu in selects(panel) for entry in menu["options"] if entry.get("default")]


async def test_every_preference_is_a_select_that_says_what_each_value_means(sim: Sim) -> None:
    panel: Anything = message(await sim.command(sim.carol, "preferences"))
    pages = [(selects(panel), text(panel))]
    for page in ("Pictures", "Playing", "Privacy"):
        await sim.click(sim.carol, sim.again(panel), page)
        pages.append((selects(sim.again(panel)), text(sim.again(panel))))
    shown = [(menu, said) for menus, said in pages for menu in menus]
    for (menu, said), one in zip(shown, offered(), strict=True):
        assert [entry["value"] for entry in menu["options"]] == list(one.option.values)
        assert [entry["description"] for entry in menu["options"]] == [one.means[value] for value in one.option.values]
        assert [entry["value"] for entry in menu["options"] if entry.get("default")] == [one.option.default]
        assert f"**{one.words.title}**\n-# {one.means[one.option.default]}" in said


async def test_a_choice_holds_at_once_and_is_remembered(sim: Sim) -> None:
    panel: Anything = message(await sim.command(sim.carol, "preferences"))
    await sim.click(sim.carol, panel, "Pictures")
    await sim.choose(sim.carol, sim.again(panel), "Wide, for a computer")
    assert chosen(sim.again(panel))[0] == "Wide, for a computer"
    await sim.choose(sim.carol, sim.again(panel), "In full colour")
    await sim.restart()
    panel = await sim.command(sim.carol, "preferences", areas="fixed")
    assert "I’ll remember that." in text(panel)
    assert {"Wide, for a computer", "In full colour", "Always the same"} < set(chosen(panel))
    assert chosen(await sim.command(sim.dora, "preferences", size="large"))[0] == "Same as the table"


async def test_a_forged_choice_is_refused(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "preferences"))
    answer = await forge.press(sim, sim.carol, panel, "m1:0:-:0:prefer:theme", values=["dark"])
    assert "is not a value of theme" in text(answer)
    assert await sim.bot.app.storage.people.preferences(sim.carol.id) == {}
