"""A whole game of four through real commands and buttons, with a restart in the middle; and what stays secret."""

import json
import logging
import random
import re
from hashlib import sha256

import pytest
from simcord.components import walk_components

from bot.ui.message import MAX_ID
from rules.rattus.events import Saw
from tests.bot.faults import Request
from tests.bot.players import answers, by_buttons, by_commands, due, game, seat_all
from tests.bot.sim import Anything, Sim, buttons, components, message, pictures, text

ROW, TEXT, GALLERY = 1, 10, 12  # component types


def sent(sim: Sim, since: int = 0) -> str:
    """Return everything the bot has sent since a request."""
    return json.dumps([entry.json for entry in sim.env.http_requests[since:]], ensure_ascii=False, default=str)


@pytest.mark.deep(one_in=8)
@pytest.mark.usefixtures("undrawn")
async def test_a_whole_game_of_four(sim: Sim, caplog: pytest.LogCaptureFixture, refused: list[Request]) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    table = await seat_all(sim, sim.people)
    seed = (await game(sim, table)).seed
    chance = random.Random(4)
    turns = checked = 0
    while (await sim.bot.app.service.read.info(table)).open:
        who = await due(sim, table)
        assert sim.pinged(sim.latest()) <= {who.name}
        if turns % 2:
            await by_commands(sim, table, who, chance)
        else:
            await by_buttons(sim, who, chance)
        turns += 1
        if turns == 12:
            panel = message(await sim.click(await due(sim, table), sim.latest(), "Your turn"))
            await sim.restart()
            await sim.click(await due(sim, table), panel, next(iter(answers(panel))))
            assert (await game(sim, table)).number > 12
        if (await sim.bot.app.service.read.info(table)).open:
            assert seed not in sent(sim, checked)
            checked = len(sim.env.http_requests)
            assert [post.id for post in sim.posts() if buttons(post)] == [sim.latest().id]
    finished = await game(sim, table)
    assert finished.over
    last = text(sim.latest())
    assert seed not in last
    assert last.split("\n")[1].startswith("🏆"), "the winner comes first, after who is called"
    parts = [part["type"] for part in walk_components(components(sim.latest()))]
    assert parts.index(TEXT) < parts.index(GALLERY) < parts.index(ROW), "winner and points, picture, buttons"
    assert parts.count(TEXT) == 1
    sealed = sha256(seed.encode()).hexdigest()
    for found in (await sim.click(sim.carol, sim.latest(), "Log"), await sim.manage(sim.carol, "verify")):
        assert seed in text(found)
        assert sealed in text(found)
    assert sealed[:8] in text(sim.posts()[0])  # It was public before the start.
    winner = (await sim.bot.app.service.read.info(table)).seats[finished.score().winners[0]].name
    assert f"{winner}** wins" in last
    assert f"**{max(finished.score().points)}**" in last
    assert len(pictures(sim.env, sim.latest())) == 1
    assert sim.pinged(sim.latest()) == {who.name for who in sim.people}, "the end is told to everybody, once"
    assert "Everything is correct" in text(await sim.manage(sim.alice, "verify"))
    assert seed not in caplog.text
    everything = sent(sim)
    ids = re.findall(r'"custom_id": "([^"]*)"', everything)
    assert len(ids) > 100
    assert max(map(len, ids)) <= MAX_ID
    allowed = re.findall(r'"allowed_mentions": {"parse": (\[[^\]]*\])', everything)
    assert len(allowed) > 100
    assert set(allowed) == {"[]"}
    assert len([request for request in refused if request.answers]) <= 2, "tried once by each of two processes"


async def test_what_the_witch_saw_stays_with_who_looked(sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
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
    assert face in text(answer)
    assert "Only you see this" in text(answer)
    public = told_in_public(sim, before)
    assert "used Witch" in public, "that somebody looked can no longer be taken back"
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
    assert await sim.offers(sim.bob, "rattus card witch", "rat") == ["Alice's turn"]
    assert f"{saw.face}" not in caplog.text
    await sim.command(sim.alice, "rattus keep")
    await by_buttons(sim, sim.alice, random.Random(1))
    assert "used Witch" in told_in_public(sim, before)
    assert "Only you see" not in told_in_public(sim, before)


def told_in_public(sim: Sim, since: int) -> str:
    """Return what was sent to channels, not to one person, since a request."""
    requests = [entry.json for entry in sim.env.http_requests[since:] if entry.path.startswith("/channels/")]
    return json.dumps(requests, ensure_ascii=False, default=str)


def alt(on: Anything) -> str:
    """Return the alt text of a message's picture."""
    [gallery] = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    return str(gallery["items"][0]["description"])
