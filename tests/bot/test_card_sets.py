"""Which six class cards are in play: set with the command, picked in the lobby or drawn at random."""

from simcord.components import walk_components

from rules.rattus.components import PRINTED_NAMES
from tests.bot.players import game, seat_all
from tests.bot.sim import Anything, Sim, components, message, pictures, text

AGREED = ("🌾 Baker", "💰 Messenger", "⛪ Nun", "⛪ Bishop", "🔮 Wizard", "👑 Emperor")
IDS = ["baker", "messenger", "nun", "bishop", "wizard", "emperor"]


async def cards(sim: Sim, table: int) -> list[str]:
    """Return the ids of the cards in play."""
    return [card.id for card in (await game(sim, table)).view(None).cards]


async def test_a_named_set_is_shown_with_its_cards_before_anybody_joins(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", cards="war_in_europe")
    lobby = text(sim.latest())
    assert "War in Europe (Knight, Crusader, Soldier, Messenger, Merchant, Pied Piper)" in lobby
    assert "No card of Chivalry" not in lobby


async def test_the_host_picks_six_cards_and_all_see_them(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    lobby = sim.latest()
    panel = await sim.click(sim.alice, lobby, "Options")
    await sim.choose(sim.alice, panel, *AGREED)
    now = text(sim.again(lobby))
    assert "Messenger, Emperor, Baker, Nun, Bishop, Wizard" in now
    assert "Messenger, Emperor, Baker, Nun, Bishop, Wizard" in str(components(sim.panel(sim.alice)))
    others = await sim.click(sim.bob, lobby, "Options")
    assert "Messenger, Emperor, Baker, Nun, Bishop, Wizard" in text(others)
    assert "Only Alice" in text(others)
    await sim.click(sim.bob, lobby, "Join")
    await sim.click(sim.alice, lobby, "Start")
    [info] = await sim.open_tables()
    assert sorted(await cards(sim, info.id)) == sorted(IDS)
    assert "No card of Chivalry" in text(sim.latest())


def selects(panel: Anything) -> set[str]:
    """Return the custom ids by which a client recognises a message's selects."""
    return {part["custom_id"] for part in walk_components(components(panel)) if part["type"] == 3}


async def test_a_choice_makes_its_selects_new_so_that_no_client_shows_what_was_chosen_before(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    before = selects(await sim.click(sim.alice, sim.latest(), "Options"))
    await sim.choose(sim.alice, sim.panel(sim.alice), *AGREED)
    after = selects(sim.panel(sim.alice))
    assert len(before) == len(after) == 5
    assert len(before - after) == 2, "both selects of the cards; whoever is choosing elsewhere loses nothing"


async def test_a_set_can_be_chosen_again_after_a_pick(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    panel = await sim.click(sim.alice, sim.latest(), "Options")
    await sim.choose(sim.alice, panel, *AGREED)
    await sim.choose(sim.alice, sim.panel(sim.alice), "Pied Piper: Good Times")
    [info] = await sim.open_tables()
    assert info.options["cards"] == "good_times"
    assert "Pied Piper: Good Times (Peasant" in text(sim.latest())


async def test_the_lobby_warns_while_fewer_than_four_sit_at_a_table_without_chivalry(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", cards="rat_control")
    lobby = sim.latest()
    for person in (sim.bob, sim.carol):
        assert "No card of Chivalry" in text(sim.again(lobby))
        await sim.click(person, lobby, "Join")
    assert "No card of Chivalry" in text(sim.again(lobby))
    await sim.click(sim.dora, lobby, "Join")
    assert "No card of Chivalry" not in text(sim.again(lobby))
    await sim.click(sim.alice, lobby, "Start")
    assert "No card of Chivalry" not in text(sim.latest())


async def test_play_with_too_few_and_without_chivalry_is_possible(sim: Sim) -> None:
    """R130: two players without a Chivalry card are warned, and play."""
    table = await seat_all(sim, [sim.alice, sim.bob], cards="rat_control")
    assert "No card of Chivalry" in text(sim.latest())
    assert (await game(sim, table)).due()


async def test_cards_drawn_by_lot_are_told_when_the_game_begins(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], cards="one_per_class")
    assert "one of each class, Pied Piper’s too, drawn at random" in text(sim.posts()[0])
    drawn = await cards(sim, table)
    told = text(sim.latest())
    assert "The class cards, drawn at random:" in told
    names = {"piper": "Pied Piper"}
    assert all(names.get(card, card.capitalize()) in told for card in drawn)


async def test_my_view_leads_to_the_cards_in_play_explained(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], cards="good_times")
    answer = await sim.click(sim.bob, sim.latest(), "My view")
    [board] = pictures(sim.env, answer)
    await sim.choose(sim.bob, answer, "Cards in play")
    shown = sim.panel(sim.bob)
    assert shown.id == message(answer).id
    [explained] = pictures(sim.env, shown)
    assert explained != board
    told = str(components(shown))
    assert all(PRINTED_NAMES[card] in told for card in await cards(sim, table))
    assert "Place one more cube" in told
    await sim.choose(sim.bob, shown, "The whole board")
    assert pictures(sim.env, sim.panel(sim.bob)) == [board]


async def test_play_again_keeps_the_agreed_cards(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    await sim.choose(sim.alice, await sim.click(sim.alice, sim.latest(), "Options"), *AGREED)
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    await sim.manage(sim.alice, "close")
    await sim.manage(sim.bob, "close")
    await sim.click(sim.bob, sim.latest(), "Play again")
    assert "Messenger, Emperor, Baker, Nun, Bishop, Wizard" in text(sim.latest())
