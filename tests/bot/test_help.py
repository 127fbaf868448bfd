import re

import pytest

from bot.panels.help_panel import look_up
from bot.version import VERSION
from games import GAMES
from tests.bot.players import seat_all
from tests.bot.sim import Sim, buttons, message, text
from wording import words
from wording.help_pages import OLD_WORDS


@pytest.mark.parametrize(
    ("said", "found"),
    [
        *((said, ("messina", "h5")) for said in ("hex 5", "5 HEX", "h5")),
        ("monk", ("rattus", "monk")),
        ("gallia", ("rattus", "gallia")),
        ("hut upgrade (1 fire) for 1 timber", ("messina", "q3")),
        ("big fire", ("messina", "icon-big_fire")),
        ("city register space 8", ("messina", "city-8")),
        ("silk 1", ("messina", "silk1")),
        ("quarantine hut", ("messina", "icon-hut")),
        *((said, ("rattus", "undo")) for said in ("take back", "Taking moves back")),
        *((said, ("rattus", "pace")) for said in ("private message", "rest", "pause")),
        *((said, ("rattus", "leaving")) for said in ("begin again", "lay to sleep")),
        ("board in words", ("rattus", "secrets")),
    ],
)
def test_a_thing_or_page_is_looked_up_by_any_words_of_either_game_and_of_earlier_versions(said, found):
    assert look_up(said, "rattus", words("en"), elsewhere=True) == [found]


async def test_autocomplete_offers_things_of_the_chosen_game_first(sim: Sim) -> None:
    assert "Messina 1347: Hex 5 · 1 timber and 1 fire" in await sim.offers(sim.carol, "help", "topic", "hex 5")
    assert await sim.offers(sim.carol, "help", "topic", "hex 5", game="rattus") == []
    offered = await sim.offers(sim.carol, "help", "topic", "hex 5", game="messina")
    assert offered[0] == "Hex 5 · 1 timber and 1 fire"
    assert (await sim.offers(sim.carol, "help", "topic", "nun"))[0].startswith("Nun · ")
    assert await sim.offers(sim.carol, "help", "topic", "take bac", game="rattus") == ["Undoing moves"]


def test_every_old_word_leads_where_its_new_one_does() -> None:
    english = words("en")
    for old, new in OLD_WORDS.items():
        [found] = look_up(old, "rattus", english, elsewhere=False)
        assert found in look_up(new, "rattus", english, elsewhere=False)


async def test_at_a_table_help_describes_its_rules(sim: Sim) -> None:
    channel, other = sim.world.channels[:2]
    await sim.command(sim.alice, "table open", channel, game="messina")
    for option, value in (("big_fire", "printed"), ("priority_tile", "on")):
        await sim.command(sim.alice, "table options", channel, option=option, value=value)
    fight = text(await sim.command(sim.bob, "help", channel, topic="fight"))
    assert "it never removes two on your hex" in fight
    assert "This table’s option *Big fire* decides that." in fight
    assert "the register priority tile sets it" in text(await sim.command(sim.bob, "help", channel, topic="round"))
    elsewhere = text(await sim.command(sim.bob, "help", other, topic="fight", game="messina"))
    assert "1 big fire removes two cubes there" in elsewhere
    assert "A table can change this with *Big fire*: “the same as a fire, plus one cube next to the hex”." in elsewhere
    of_rattus = [text(await sim.command(sim.bob, "help", at, topic="turn", game="rattus")) for at in (channel, other)]
    assert of_rattus[0] == of_rattus[1], "the options are those of another game"


@pytest.mark.parametrize(("game", "topic"), [("rattus", "Signs and symbols"), ("messina", "Icons and signs")])
async def test_every_sign_of_a_question_is_two_presses_away(sim: Sim, game: str, topic: str) -> None:
    """*Help* on the board leads to a page that explains the signs in words, and to the legend with their pictures."""
    await seat_all(sim, [sim.alice, sim.bob], game=game)
    panel = message(await sim.click(sim.alice, sim.latest(), "Help"))
    assert GAMES[game].parts.legend in buttons(panel)
    await sim.choose(sim.alice, panel, topic)
    told = text(sim.again(panel))
    assert "**On buttons:**" in told
    for move in GAMES[game].words.moves.values():
        assert re.search(rf"{re.escape(move.sign)} [^·]*{re.escape(move.text)}", told), move.text


async def test_P121_everybody_sees_the_version_and_since_when_it_runs(sim: Sim) -> None:
    """P121: `/help` shows the version and when the bot was last started."""
    told = text(await sim.command(sim.carol, "help"))
    assert f"-# Miasma {VERSION}, started <t:{int(sim.bot.app.since.timestamp())}:R>" in told
    before = sim.bot.app.since
    sim.jump(3600)
    await sim.restart()
    assert (sim.bot.app.since - before).total_seconds() >= 3600
