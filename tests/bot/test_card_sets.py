from tests.bot.players import game, seat_all, selects
from tests.bot.sim import Anything, Sim, components, text

AGREED = ("🌾 Baker", "💰 Messenger", "⛪ Nun", "⛪ Bishop", "🔮 Wizard", "👑 Emperor")
IDS = ["baker", "messenger", "nun", "bishop", "wizard", "emperor"]


async def cards(sim: Sim, table: int) -> list[str]:
    """Return the ids of the cards in play."""
    return [card.id for card in (await game(sim, table)).view(None).cards]


def ids_of_selects(panel: Anything) -> set[str]:
    """Return the custom ids of a message's selects, which a client uses to recognise them."""
    return {menu["custom_id"] for menu in selects(panel)}


async def test_the_host_picks_six_cards_that_everybody_sees(sim: Sim) -> None:
    """Each choice gives the selects new ids, so that no client keeps showing the previous choice."""
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    panel = await sim.click(sim.alice, lobby, "Options")
    before = ids_of_selects(panel)
    about = {one["label"]: one.get("description", "") for menu in selects(panel) for one in menu["options"]}
    assert about["Pied Piper: Rat Control"] == "Pied Piper, Wizard, Bishop, Nun, Monk, Emperor"
    assert about["💰 Messenger"].startswith("Pied Piper: ")
    assert not about["⚔️ Knight"].startswith("Pied Piper")
    await sim.choose(sim.alice, panel, *AGREED)
    after = ids_of_selects(sim.panel(sim.alice))
    assert len(before) == len(after) == 5
    assert len(before - after) == 2, "both selects of the cards; whoever is choosing elsewhere loses nothing"
    others = await sim.click(sim.bob, lobby, "Options")
    for shown in (text(sim.again(lobby)), str(components(sim.panel(sim.alice))), text(others)):
        assert "Messenger, Emperor, Baker, Nun, Bishop, Wizard" in shown
    assert "Only Alice" in text(others)
    await sim.click(sim.bob, lobby, "Join")
    await sim.click(sim.alice, lobby, "Start")
    [info] = await sim.open_tables()
    assert sorted(await cards(sim, info.id)) == sorted(IDS)
    assert "No card of Chivalry" in text(sim.latest())


async def test_cards_drawn_at_random_are_announced_at_the_start(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], cards="one_per_class")
    assert "one of each class (Pied Piper included), drawn at random at the start" in text(sim.posts()[0])
    drawn = await cards(sim, table)
    told = text(sim.latest())
    assert "The class cards, drawn at random:" in told
    names = {"piper": "Pied Piper"}
    assert all(names.get(card, card.capitalize()) in told for card in drawn)
