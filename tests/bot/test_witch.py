import json
import logging
import random

import pytest
from simcord.components import walk_components

from rules.rattus.events import Saw
from tests.bot.players import by_buttons, seat_all
from tests.bot.sim import Anything, Sim, components, message, pictures, text

GALLERY = 12  # component type


async def test_a_face_seen_with_the_witch_is_shown_only_to_its_viewer(
    sim: Sim, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    for person, region in ((sim.alice, "gallia"), (sim.bob, "gallia"), (sim.bob, "italia"), (sim.alice, "italia")):
        await sim.command(person, "rattus place", region=region)
        if person is sim.alice or region == "italia":
            await sim.command(person, "rattus end")
    await sim.command(sim.alice, "rattus take", card="witch")
    before = len(sim.env.http_requests)
    answer = await sim.command(sim.alice, "rattus card witch", rat="gallia-a")
    [saw] = [event for event in (await sim.bot.app.service.read.snapshot(table)).events(0) if isinstance(event, Saw)]
    face = f"**{saw.face.number} {saw.face.letter}".rstrip()
    assert text(answer).lower().count("the rat in gallia") == 1
    assert face in text(answer)
    assert "Only you see this" in text(answer)
    public = told_in_public(sim, before)
    assert "used the Witch" in public, "that somebody looked can no longer be taken back"
    assert face not in public
    own = await sim.command(sim.alice, "view")
    others: list[Anything] = [await sim.command(sim.bob, "view"), await sim.command(sim.carol, "board"), sim.latest()]
    for found in others:
        assert pictures(sim.env, found)[0] != pictures(sim.env, own)[0]
        assert alt(found) != alt(own)
        assert message(found).attachments[0].filename == message(own).attachments[0].filename
    assert alt(others[0]) == alt(others[1]) == alt(others[2])
    for person, name, options in (
        (sim.bob, "log", {}),
        (sim.carol, "board", {"text": True}),
        (sim.bob, "view", {"text": True}),
    ):
        told = text(await sim.command(person, name, **options))
        assert face not in told
        assert "Only you" not in told
    assert face in text(await sim.command(sim.alice, "view", text=True))
    assert await sim.offers(sim.bob, "rattus card witch", "rat") == ["Alice’s turn"]
    assert f"{saw.face}" not in caplog.text
    await sim.command(sim.alice, "rattus keep")
    await by_buttons(sim, sim.alice, random.Random(1))
    assert "used the Witch" in told_in_public(sim, before)
    assert "Only you see" not in told_in_public(sim, before)


def told_in_public(sim: Sim, since: int) -> str:
    """Return everything sent to channels, without ephemeral answers, from request ``since`` on."""
    requests = [entry.json for entry in sim.env.http_requests[since:] if entry.path.startswith("/channels/")]
    return json.dumps(requests, ensure_ascii=False, default=str)


def alt(on: Anything) -> str:
    """Return the alt text of a message's first picture."""
    [gallery] = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    return str(gallery["items"][0]["description"])
