"""Play games with the worst possible player names, and check that Discord accepts every request."""

from collections.abc import Sequence

from tests.bot.sim import Sim, buttons, components, message

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
