"""Games of people with the worst possible names: Discord accepts every request."""

import random
from collections.abc import Sequence

import pytest
from simcord.actors import MemberActor

from tests.bot.players import by_buttons, by_commands, due, seat_all
from tests.bot.sim import Sim, buttons, components, message, text

TURNS = 10  # per game
LONGEST = 32  # maximum characters of a name on Discord
WORST = {
    "wide": ["𒐫" * LONGEST, "𝕬𝖑𝖊𝖝" * 8, "漢" * LONGEST, "﷽" * LONGEST],
    "signs": [
        "👩‍👩‍👧‍👦" * 4,
        "*_~`|>#-" * 4,
        "\u202e" + "ישראל مرحبا " * 2 + "\u202e",
        "discord.gg/a https://x.yz <@1>@e",
    ],
}


def christen(sim: Sim, names: Sequence[str]) -> None:
    for person, name in zip(sim.people, names, strict=True):
        assert 0 < len(name) <= LONGEST
        sim.env.backend.users[person.id].global_name = name


async def look_around(sim: Sim, who: MemberActor) -> None:
    """Send every request that a person may make other than moves."""
    for command, options in (
        ("view", {}), ("board", {"text": True}), ("log", {}), ("mygames", {}), ("table list", {}), ("table show", {}),
    ):  # fmt: skip
        await sim.command(who, command, **options)
    view = "My view" if "My view" in buttons(sim.latest()) else "Boards"
    await sim.click(who, sim.latest(), view)
    await sim.click(who, message(await sim.click(who, sim.latest(), "Log")), "Help")
    await sim.offers(who, "move", "move")
    await sim.offers(who, "table show", "table")


@pytest.mark.deep(one_in=8)
@pytest.mark.parametrize("names", WORST)
@pytest.mark.parametrize("played", ["rattus", "messina"])
async def test_a_long_game_of_the_worst_names(sim: Sim, played: str, names: str) -> None:
    christen(sim, WORST[names])
    chance = random.Random(played + names)
    table = await seat_all(sim, sim.people, game=played)
    for turn in range(TURNS):
        who = await due(sim, table)
        if turn % 3 == 2:
            await by_commands(sim, table, who, chance)
        else:
            await by_buttons(sim, who, chance)
        if turn % 5 == 0:
            await look_around(sim, chance.choice(sim.people))
    assert sim.strict.bad == []
    assert any(name[:20] in text(post) for post in sim.posts() for name in WORST["wide"]) == (names == "wide")


async def test_a_lobby_and_its_options_with_the_worst_names(sim: Sim) -> None:
    for played in ("rattus", "messina"):
        for names in WORST.values():
            christen(sim, names)
            await sim.command(sim.alice, "table open", game=played)
            for person in sim.people[1:]:
                await sim.click(person, sim.latest(), "Join")
            for person in (sim.alice, sim.bob):
                panel = message(await sim.click(person, sim.latest(), "Options"))
                assert components(panel)
                for label in [label for label in buttons(panel) if label.startswith(("◀", "▶"))]:
                    await sim.click(person, panel, label)
            await sim.click(sim.alice, sim.latest(), "Help")
            await sim.click(sim.alice, sim.latest(), "Leave")
            await sim.manage(sim.bob, "close")
            assert not buttons(sim.latest())
    assert sim.strict.bad == []
