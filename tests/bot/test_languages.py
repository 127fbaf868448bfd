from tests.bot.players import due, seat_all
from tests.bot.sim import Sim, buttons, message, text
from wording import words

GERMAN, POLISH, HUNGARIAN = map(words, ("de", "pl", "hu"))


async def test_a_table_has_its_hosts_language_and_each_player_their_own(sim: Sim) -> None:
    sim.locales = {sim.alice.id: "de", sim.bob.id: "pl"}
    opened = await sim.command(sim.alice, "table open")
    assert GERMAN._("Your table is open.") in text(opened)
    assert GERMAN._("Join") in buttons(sim.latest())
    refused = await sim.command(sim.bob, "table start")
    assert POLISH._("Only {host}, the host of this table, can do this.", host="Alice") in text(refused)


async def test_the_language_of_a_community_is_that_of_its_tables(sim: Sim) -> None:
    sim.locales = {sim.alice.id: "de"}
    guild = sim.bot.get_guild(sim.world.guild.id)
    guild.features = ["COMMUNITY"]
    sim.server_locale = "hu"
    await sim.command(sim.alice, "table open")
    assert HUNGARIAN._("Join") in buttons(sim.latest())


async def test_the_host_chooses_the_language_and_later_whoever_plays(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob])
    assert (await sim.open_tables())[0].language == "en"
    panel = await sim.command(sim.carol, "table open", sim.world.channels[1])
    lobby = sim.latest(sim.world.channels[1])
    shown = message(await sim.click(sim.carol, lobby, "Options"))
    await sim.choose(sim.carol, shown, "Deutsch")
    await sim.bot.app.announcer.until_shown(table + 1)
    assert GERMAN._("Join") in buttons(sim.again(lobby)), panel
    refused = await sim.command(sim.dora, "table options", option="language", value="pl")
    assert "You don’t have a seat at this table." in text(refused)
    shown = message(await sim.command(sim.bob, "table options"))
    await sim.choose(sim.bob, shown, "Deutsch")
    said = await sim.command(sim.bob, "table options", option="language", value="polski")
    assert "**Language:** polski" in text(said)
    await sim.bot.app.announcer.until_shown(table)
    post = sim.latest()
    assert POLISH._("Your turn") in buttons(post)
    assert POLISH._("{player} set this table’s language to {language}.", player="Bob", language="polski") in text(post)
    await sim.restart()
    assert (await sim.bot.app.service.read.info(table)).language == "pl"


async def test_typed_text_matches_english_words_too(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob])
    sim.locales = {person.id: "de" for person in sim.people}
    who = await due(sim, table)
    offered = await sim.offers(who, "move", "move", "cubes")
    assert offered == await sim.offers(who, "move", "move", "Würfel")
    assert offered
    page = GERMAN._("Undoing moves")
    assert await sim.offers(who, "help", "topic", "moves undoing") == [page]
