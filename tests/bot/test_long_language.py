"""Discord accepts all messages of whole games in a fifth language, whose catalogue is made by a script."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.message import ID_PATTERN
from games import GAMES
from tests.bot.players import answers, fix_seed, game, leads, next_panel
from tests.bot.sim import Anybody, Anything, Sim, buttons, message, pictures, text
from tests.test_recorded import FILES, read
from tests.wording import long_language
from wording import catalogue, words

PLAYED = {"rattus": "2_players_cubes_plain", "messina": "2_players_plain"}
# "dev" is a part of the version.
SAME = {
    "III", "Miasma", "Discord", "Alice", "Bob", "dev",
    *(part for one in GAMES.values() for part in one.title.split()),
}  # fmt: skip
COMMANDS = ("turn", "preferences", "help", "log", "mygames", "table manage", "view")


@pytest.fixture(autouse=True)
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    long_language.write(tmp_path / "locale")
    monkeypatch.setattr(catalogue, "LOCALE_FOLDER", tmp_path / "locale")
    words.cache_clear()
    yield
    words.cache_clear()


async def press(sim: Sim, who: Anybody, on: Anything, action: str, said: str = "") -> Anything:
    ids = [read for one in buttons(on).values() if (read := re.fullmatch(ID_PATTERN, one))]
    found = [read[0] for read in ids if read["action"] == action and said in read["words"]]
    return await who.click(message(on), custom_id=found[0])


def english(on: Anything) -> list[str]:
    """Return the untranslated English words of a message and its answers."""
    said = re.sub(r"`[^`]*`|<[^>]*>|https?:\S+", " ", "\n".join([text(on), *buttons(on), *answers(on)]))
    found = re.findall(r"[^\W\d_]{3,}+(?!…)", said)  # A truncated word has lost the letters that would mark it.
    return [word for word in found if not set(word) & set(long_language.LETTERS) and word not in SAME]


async def play(sim: Sim, table: int, who: Anybody, panel: Anything, move: str) -> Anything:
    """Press on a panel until this move is played, checking the language at each step. Return the panel."""
    before = (await game(sim, table)).number
    while (await game(sim, table)).number == before:
        leading = {prefix: label for label, prefix in answers(panel).items() if leads(prefix, move)}
        if not leading:  # skip the select with the remaining choices
            panel = sim.again(await press(sim, who, panel, "others"))
            leading = {prefix: label for label, prefix in answers(panel).items() if leads(prefix, move)}
        assert leading, f"nothing leads to {move}"
        assert not english(panel)
        await sim.answer(who, panel, leading[max(leading, key=len)])
        panel = next_panel(sim, who, panel)
    return panel


@pytest.mark.deep(one_in=12)
@pytest.mark.parametrize("name", PLAYED)
async def test_a_whole_game_is_played(sim: Sim, name: str) -> None:
    sim.locales = {person.id: long_language.LANG for person in sim.people}
    [recorded] = [read(path) for path in FILES if (path.parent.name, path.stem) == (name, PLAYED[name])]
    opened = await sim.command(sim.alice, "table open", game=name, confirm="off", seating="joined")
    assert long_language.RIGHT_TO_LEFT in text(opened)
    lobby = sim.latest()
    panel = message(await press(sim, sim.alice, lobby, "options"))
    for page in ("1", "2"):
        assert not english(sim.again(panel))
        await press(sim, sim.alice, sim.again(panel), "settings", page)
    await press(sim, sim.bob, lobby, "join")
    table = (await sim.open_tables())[0].id
    await fix_seed(sim, table, recorded.log.seed)
    await press(sim, sim.alice, lobby, "start")
    seat = -1
    for entry in recorded.log.entries:
        who = sim.people[entry.seat]
        if seat != entry.seat:
            panel, seat = message(await sim.command(who, "turn")), entry.seat
        panel = await play(sim, table, who, panel, entry.move)
    await sim.bot.app.announcer.until_shown(table)
    finished = await game(sim, table)
    assert (finished.digest, finished.score().points) == (recorded.digest, recorded.points)
    for post in sim.posts():
        assert not english(post)
    assert pictures(sim.env, sim.latest())
    for command in COMMANDS:
        answer = await sim.command(sim.alice, command)
        assert text(answer)
        assert not english(answer), command
