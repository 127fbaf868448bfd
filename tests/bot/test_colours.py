"""P97: the button *Colour* under a lobby, the command, the preference, and the colour as others then see it."""

from collections.abc import Sequence
from typing import Any

from bot import pictures
from renderer import Scene
from rules_service.membership import FAVOURITE_COLOUR_KEY
from tests.bot.sim import Sim, text


async def lobby(sim: Sim, game: str = "rattus") -> int:
    await sim.command(sim.alice, "table open", game=game)
    await sim.click(sim.bob, sim.latest(), "Join")
    return (await sim.open_tables())[-1].id


async def test_P97_texts_and_pictures_have_the_chosen_colours(sim, monkeypatch):
    """P97: the chosen colours are used in the post, its alt text, the panels, refusals and the log."""
    table = await lobby(sim)
    await sim.click(sim.alice, await sim.manage(sim.alice, "colour"), "Yellow")
    await sim.command(sim.bob, "preferences", colour="green")
    seen: list[object] = []
    draw, draw_replay = pictures.draw_picture, pictures.draw_replay

    def drawn(game: str, scene: Scene[Any], side: str = "") -> bytes:
        seen.append(scene.colours)
        return draw(game, scene, side)

    def drawn_again(game: str, first: Scene[Any], played: Sequence[Any], moving: bool) -> bytes:
        seen.append(first.colours)
        return draw_replay(game, first, played, moving)

    monkeypatch.setattr(pictures, "draw_picture", drawn)
    monkeypatch.setattr(pictures, "draw_replay", drawn_again)
    await sim.click(sim.alice, sim.latest(), "Start")
    info = await sim.bot.app.service.read.info(table)
    own = {seat.name: colour for seat, colour in zip(info.seats, info.colours, strict=True)}
    assert own == {"Alice": 3, "Bob": 2}
    assert seen == [info.colours]
    due = next(seat.name for seat in info.seats if seat.due_since)
    assert f"{'🌟' if due == 'Alice' else '🟩'} **{due}**" in text(sim.latest())
    assert (await sim.bot.app.storage.people.preferences(sim.bob.id))[FAVOURITE_COLOUR_KEY] == "green"
    other = sim.bob if due == "Alice" else sim.alice
    refused = text(await sim.command(other, "move", move="end"))
    assert f"{'🌟' if due == 'Alice' else '🟩'} **{due}**" in refused
    mover = sim.alice if due == "Alice" else sim.bob
    for look in ("view", "turn", "board"):
        await sim.command(other if look == "view" else mover, look)
    await sim.bot.app.service.play.move(table, mover.id, "place gallia 2")
    await sim.bot.app.service.play.move(table, mover.id, "end")
    before = len(seen)
    await sim.command(mover, "replay")
    assert len(seen) > before
    assert len(seen) > 4
    assert set(seen) == {info.colours}
