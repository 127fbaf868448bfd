"""Discord refuses each part of messages in turn. Answers and posts arrive without that part."""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.components import walk_components

from bot.metrics import METRICS
from bot.pictures import DRAWN_SIGNS
from bot.ui.message import SIGN_EMOJI, Id, Picture, button, layout, select, select_option
from bot.ui.simpler import FAILURES, STEPS, accepted, has_emoji, has_long_alt_texts
from tests.bot.faults import CALLBACK, Request, befall
from tests.bot.players import due, turn
from tests.bot.sim import alts, buttons, components, message, pictures, text

TEXT, GALLERY = 10, 12
# Discord's responses after a failure and to a refused message.
FAILED: Any = SimpleNamespace(status=500, reason="Internal Server Error")
BAD: Any = SimpleNamespace(status=400, reason="Bad Request")
Refuses = Callable[[Mapping[str, Any]], bool]


def parts_of(body: Mapping[str, Any]) -> list[Any]:
    return list(walk_components((body.get("data") or body).get("components") or []))


def with_emoji(body: Mapping[str, Any]) -> bool:
    parts = parts_of(body)
    options = [option for part in parts for option in part.get("options") or []]
    return any((one.get("emoji") or {}).get("id") for one in [*parts, *options])


REFUSED: Mapping[str, Refuses] = {
    "emoji": with_emoji,
    "pictures": lambda body: any(part["type"] == GALLERY for part in parts_of(body)),
    "all but text": lambda body: any(part["type"] != TEXT for part in parts_of(body)),
}


@pytest.fixture(autouse=True)
def emoji() -> Iterator[None]:
    """Reset the counts of simplified messages before the test, and the bot's emoji after it."""
    METRICS.simpler.clear()
    yield
    SIGN_EMOJI.clear()


def know_emoji() -> None:
    """Give the bot emoji for all signs, as if Discord had had them when the bot started."""
    for number, sign in enumerate(DRAWN_SIGNS):
        SIGN_EMOJI[sign] = discord.PartialEmoji(name=f"sign{number}_00000000", id=990000000000000000 + number)


def refuse(monkeypatch: pytest.MonkeyPatch, refuses: Refuses) -> None:
    def before(request: Request) -> None:
        if request.method in ("POST", "PATCH") and isinstance(request.json, Mapping) and refuses(request.json):
            raise BackendError(400, 50035, "Invalid Form Body")

    befall(monkeypatch, before=before)


def test_every_step_is_tried_in_turn() -> None:
    assert [step.name for step in STEPS] == [*REFUSED]


@pytest.mark.parametrize("what", REFUSED)
async def test_answers_and_posts_arrive_without_refused_parts(sim, table, monkeypatch, what):
    for _ in range(4):  # until actions, whose buttons have signs
        await turn(sim, "gallia", table=table)
    know_emoji()
    who, board = await due(sim, table), sim.latest()
    refuse(monkeypatch, REFUSED[what])
    opened = message(await sim.click(who, board, "Your turn"))
    assert text(opened), "a new panel"
    answered = [entry for entry in sim.env.http_requests if CALLBACK.fullmatch(entry.path)]
    assert answered
    lobby = await sim.command(sim.carol, "table open", sim.world.channels[1])
    assert text(lobby) or "Carol" in text(sim.latest(sim.world.channels[1])), "a post, or why there is none"
    assert "Carol" in text(sim.latest(sim.world.channels[1]))
    await sim.click(who, board, "Log")
    if what != "all but text":
        assert buttons(opened), "it can be used"
        edited = await sim.click(who, board, "My view")
        assert text(edited)
    await sim.bot.app.announcer.show(table)
    assert "Rattus" in text(sim.latest()) or "Alice" in text(sim.latest()), "a board"
    assert not any(REFUSED[what]({"components": components(one)}) for one in (opened, sim.latest()))
    assert METRICS.simpler[what]
    assert (what == "emoji") == (not SIGN_EMOJI), "emoji are forgotten only if they were to blame"


async def tried_until_taken(*others: bool, keep_pictures: bool = False) -> list[str]:
    """Try several times to send a message that Discord never accepts. Return the `parts` of each attempt.

    ``others``: whether Discord accepts another message before each attempt.
    """
    tried: list[str] = []

    async def send(view: discord.ui.LayoutView, pictures: object) -> None:
        if view is not other:
            tried.append(parts(view))
            raise discord.DiscordServerError(FAILED, "")

    know_emoji()
    other, label = layout(["another"]), f"{next(iter(SIGN_EMOJI))} Act"
    for taken in others:
        if taken:
            await accepted(send, other)
        view = layout(["a text"], [Picture(b"", "a picture " * 20)], [[button(Id(1, "act"), label)]])
        with pytest.raises(discord.HTTPException):
            await accepted(send, view, keep_pictures=keep_pictures, message="this one")
    return tried


def parts(view: discord.ui.LayoutView) -> str:
    """Return those letters of "paeb" whose parts the message has: picture, long alt text, emoji, button."""
    found = {type(part) for part in view.walk_children()}
    has = {"p": discord.ui.MediaGallery in found, "a": has_long_alt_texts(view), "e": has_emoji(view)}
    return "".join(letter for letter, there in (has | {"b": discord.ui.Button in found}).items() if there)


async def test_a_message_at_which_discord_fails_gets_simpler_while_it_takes_others() -> None:
    """The message loses one part at a time, never its buttons. If Discord takes no other message, it stays whole."""
    tried = await tried_until_taken(*[True] * 8)
    assert tried == ["paeb", "paeb", "paeb", "peb", "pb", "b", "b", "b"]
    assert SIGN_EMOJI
    FAILURES.forget("this one")
    assert {*await tried_until_taken(True, *[False] * 8, True)} == {"paeb"}
    FAILURES.forget("this one")
    tried = await tried_until_taken(*[True] * 7, keep_pictures=True)
    assert tried == ["paeb", "paeb", "paeb", "peb", "pb", "paeb"], "the caller had its way, and may start anew"
    FAILURES.forget("this one")


async def test_a_board_at_which_discord_fails_arrives_smaller(sim, table, monkeypatch):
    """Discord fails as if the alt texts were too long, first in a post, then in an edit."""
    elsewhere = sim.world.channels[1]
    await sim.command(sim.carol, "table open", elsewhere)

    def fail(request: Request) -> None:
        shown = [item for part in parts_of(request.json or {}) for item in part.get("items") or []]
        heavy = any(len(item.get("description") or "") > 150 for item in shown)
        if heavy and request.method in ("POST", "PATCH") and request.path.startswith("/channels/"):
            raise BackendError(500, 0, "Internal Server Error")

    async def others(seconds: int) -> None:
        for label in ("Join", "Leave") * 3:
            await sim.click(sim.dora, sim.latest(elsewhere), label)
            await sim.pass_time(seconds)

    with monkeypatch.context() as failing:
        befall(failing, before=fail)
        await turn(sim, "gallia", table=table)
        assert "2 cubes in Gallia" not in text(sim.latest())
        await others(40)
        assert "2 cubes in Gallia" in text(sim.latest())
        assert len(pictures(sim.env, sim.latest())) == 1
        assert alts(sim.latest())[0].endswith("…")
    await turn(sim, "italia", "anglia", table=table)
    assert len(alts(sim.latest())[0]) > 150, "the next post is whole again"
    befall(monkeypatch, before=fail)
    await sim.command(sim.alice, "away begin", days=3)
    await others(40)
    assert "is away until" in text(sim.latest())
    assert len(pictures(sim.env, sim.latest())) == 1


@pytest.mark.parametrize("code", [50083, 200000, 50013])
async def test_messages_are_not_simplified_after_unrelated_errors(code: int) -> None:
    tried = []

    async def send(view: discord.ui.LayoutView, pictures: object) -> None:
        tried.append(view)
        raise discord.HTTPException(BAD, {"code": code, "message": "no"})

    options = [select_option("1", "one"), select_option("2", "two")]
    view = layout(["a text"], [Picture(b"", "a picture")], [[select(Id(1, "act"), "which", options)]])
    with pytest.raises(discord.HTTPException):
        await accepted(send, view)
    assert len(tried) == 1
