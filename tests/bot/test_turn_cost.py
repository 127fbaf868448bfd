"""The transactions and pictures that a turn takes. Benchmarks vary too much to show a few more of them."""

import random
from collections import Counter
from typing import Any

import pytest

from bot.preferences import COACH
from tests.bot.players import answers, due, game, next_panel, seat_all
from tests.bot.sim import Anything, Sim, message

TURNS = 9
# In addition to one transaction for each move: claim an announcement, read what was posted, record the post and retire
# the previous one (two); read the news and the player's next table; store a notification for the next player. In Rattus
# every second turn has another post, of what can't be undone.
MAX_TRANSACTIONS = {"rattus": 12, "messina": 8}


@pytest.fixture
def counted(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return a growing count of the transactions and of the pictures."""
    found = Counter[str]()

    def count(what: str, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counting(*args: Any, **how: Any) -> Any:
            found[what] += 1
            return real(*args, **how)

        monkeypatch.setattr(owner, name, counting)

    for name in ("write", "read", "query"):
        count("transactions", sim.bot.app.storage.database, name)
    count("pictures", sim.bot.app.pictures, "_work")
    return found


async def play_turn(sim: Sim, table: int, chance: random.Random) -> int:
    """Play a turn on the panel. Return the number of presses."""
    who = await due(sim, table)
    panel: Anything = message(await sim.click(who, sim.latest(), "Your turn"))
    presses = 1
    while offered := answers(panel):
        await sim.answer(who, panel, chance.choice(list(offered)))
        panel = next_panel(sim, who, panel)
        presses += 1
    return presses


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("kind", ["rattus", "messina"])
async def test_a_turn_takes_few_transactions_and_no_picture_that_is_not_shown(sim, kind, counted):
    if not sim.bot.app.storage.database.alone:
        pytest.skip("nothing is cached where other processes write")
    people, chance = [sim.alice, sim.bob, sim.carol], random.Random(1347)
    table = await seat_all(sim, people, game=kind)
    for person in people:  # After these games, preferences no longer have to record a person's first games.
        await sim.bot.app.storage.people.prefer(person.id, COACH.option.id, "off")
        await play_turn(sim, table, chance)
    begun = (await game(sim, table)).number
    counted.clear()
    presses = [await play_turn(sim, table, chance) for _ in range(TURNS)]
    await sim.bot.app.announcer.until_shown(table)
    moves = (await game(sim, table)).number - begun
    assert counted["transactions"] <= moves + TURNS * MAX_TRANSACTIONS[kind]
    assert counted["pictures"] <= sum(presses) + TURNS, "one for each question, and two at most for a post"
