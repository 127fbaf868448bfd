"""A fifth language, which is one file made by a script: panels, posts and pictures in it are such as Discord takes."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.custom_id import PATTERN
from tests.bot.players import answers, due
from tests.bot.sim import Anybody, Anything, Sim, buttons, message, pictures, text
from tests.wording import long_language
from wording import catalogue, words

TURNS = 2


@pytest.fixture(autouse=True)
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    long_language.write(tmp_path / "locale")
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path / "locale")
    words.cache_clear()
    yield
    words.cache_clear()


async def press(sim: Sim, who: Anybody, on: Anything, action: str, said: str = "") -> Anything:
    """Press the button of this action, whatever it is called."""
    ids = [read for one in buttons(on).values() if (read := re.fullmatch(PATTERN, one))]
    found = [read[0] for read in ids if read["action"] == action and said in read["words"]]
    return await who.click(message(on), custom_id=found[0])


@pytest.mark.parametrize("game", ["rattus", "messina"])
async def test_a_table_is_opened_and_played_at(sim: Sim, game: str) -> None:
    sim.locales = {person.id: long_language.LANG for person in sim.people}
    assert long_language.RIGHT_TO_LEFT in text(await sim.command(sim.alice, "table open", game=game))
    lobby = sim.latest()
    panel = message(await press(sim, sim.alice, lobby, "options"))
    for page in ("1", "2"):
        await press(sim, sim.alice, sim.again(panel), "settings", page)
    await press(sim, sim.bob, lobby, "join")
    await press(sim, sim.alice, lobby, "start")
    table, chance = (await sim.open_tables())[0].id, random.Random(game)
    for _ in range(TURNS):
        who = await due(sim, table)
        panel = message(await sim.command(who, "turn"))
        while offered := answers(panel):
            assert long_language.LETTERS in text(panel)
            await sim.answer(who, panel, chance.choice(list(offered)))
            panel = sim.again(panel)
    await sim.bot.app.announcer.heard(table)
    post = sim.latest()
    assert long_language.LETTERS in text(post)
    assert pictures(sim.env, post)
    for command in ("preferences", "help", "log", "mygames", "table score"):
        assert long_language.LETTERS in text(await sim.command(sim.alice, command)), command
