"""The strict log notices what it is there to notice, and is content with what is right."""

import io
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.types import HttpLogEntry

from bot.local_table.simulation import SimulatedClock, SimulatedDiscord
from bot.local_table.world import build
from bot.permissions import NEEDED
from tests.bot import strict as limits
from tests.bot.sim import forbid
from tests.bot.strict import Strict

SEND = "/channels/1/messages"
GOOD = {"allowed_mentions": {"parse": []}}
COMMAND = {"name": "open", "type": 1, "description": "Open a table", "options": []}


def watched() -> Strict:
    return Strict(SimulatedDiscord(discord.Client(intents=discord.Intents.none()), SimulatedClock()))


def message(*components: dict[str, Any], **more: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", SEND, {}, {**GOOD, "components": list(components), **more}, None)


def commands(**changes: Any) -> HttpLogEntry:
    return HttpLogEntry("PUT", "/applications/1/commands", {}, [{**COMMAND, **changes}], None)


def option(**changes: Any) -> HttpLogEntry:
    return commands(options=[{"name": "seats", "type": 4, "description": "How many", **changes}])


def answer(kind: int, **data: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", "/interactions/7/token/callback", {}, {"type": kind, "data": data}, None)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (HttpLogEntry("POST", SEND, {}, {}, None), "no allowed_mentions"),
        (HttpLogEntry("PATCH", SEND + "/2", {}, {}, None), "no allowed_mentions"),
        (HttpLogEntry("POST", "/webhooks/1/token", {}, {}, None), "no allowed_mentions"),
        (HttpLogEntry("PATCH", "/webhooks/1/token/messages/@original", {}, {}, None), "no allowed_mentions"),
        (message(attachments=[{}] * 11), "11 attachments"),
        (message({"type": 17, "components": []}), "empty row or container"),
        (message({"type": 2, "style": 1, "custom_id": "a"}), "neither label nor emoji"),
        (message({"type": 2, "style": 1, "label": "Go"}), "without id"),
        (message({"type": 2, "style": 1, "label": "Go", "custom_id": "a" * 101}), "101 characters"),
        (message({"type": 3, "custom_id": "a", "options": [{}] * 26}), "26 options"),
        (message({"type": 3, "custom_id": "a", "options": []}), "0 options"),
        (message({"type": 12, "items": [{"media": {}}]}), "without alt text"),
        (message({"type": 12, "items": [{"media": {}, "description": "a" * 1025}]}), "alt text of 1025"),
        (message({"type": 17, "components": [{"type": 1, "components": []}]}), "empty row"),
        (HttpLogEntry("POST", "/channels/1/threads", {}, {"name": "a" * 101}, None), "thread name"),
        (commands(name="Open"), "the name 'Open'"),
        (commands(name_localizations={"de": "zwei Worte"}), "zwei Worte"),
        (commands(description=""), "the description ''"),
        (option(description="a" * 101), "the description"),
        (option(choices=[{"name": "a" * 101, "value": 1}]), "the choice"),
        (option(choices=[{"name": "a", "value": 1}] * 26), "26 choices"),
        (commands(options=[{"name": "a", "type": 1, "description": "b"}] * 26), "26 options"),
        (
            commands(options=[{"name": f"a{n}", "type": 1, "description": "b" * 99} for n in range(25)] * 4),
            "characters",
        ),
        (answer(8, choices=[{"name": "a", "value": "a"}] * 26), "26 choices"),
        (answer(8, choices=[{"name": "a" * 101, "value": "a"}]), "choice"),
        (answer(8, choices=[{"name": "a", "value": "a" * 101}]), "value"),
        (answer(4, content="hello"), "no allowed_mentions in callback"),
    ],
)
def test_what_discord_refuses_is_noted(entry: HttpLogEntry, complaint: str) -> None:
    strict = watched()
    strict.began["7"] = float("inf")
    strict.append(entry)
    assert complaint in "\n".join(strict.bad)
    with pytest.raises(AssertionError):
        strict.check()


@pytest.mark.parametrize(
    "entry",
    [
        message({"type": 2, "style": 1, "label": "Go", "custom_id": "a" * 100}),
        message({"type": 2, "style": 5, "label": "Go", "url": "https://example.org"}),
        commands(name_localizations={"pl": "otwórz"}, options=[]),
        option(choices=[{"name": "a" * 100, "value": 1}] * 25),
        answer(6),
        answer(7, **GOOD),
        HttpLogEntry("GET", SEND, {}, None, None),
        HttpLogEntry("POST", "/channels/1/threads", {}, {"name": "A table"}, None),
    ],
)
def test_what_is_right_is_not_noted(entry: HttpLogEntry) -> None:
    strict = watched()
    strict.began["7"] = float("inf")
    strict.append(entry)
    strict.answered.add("7")
    strict.check()


def test_a_late_answer_and_no_answer_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    strict = watched()
    now = [0.0]
    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    strict._event("INTERACTION_CREATE", {"id": "7"})
    strict._event("INTERACTION_CREATE", {"id": "8"})
    now[0] = limits.SECONDS + 0.1
    strict.append(answer(6))
    with pytest.raises(AssertionError, match=r"(?s)7 was answered after 3.1 s.*8 was never answered"):
        strict.check()
    strict.forgive()
    strict.check()


@pytest.mark.parametrize(
    ("size", "description", "padding", "complaint"),
    [
        ((1101, 700), "", 0, "wider than 11:7"),
        ((700, 700), "a" * 1025, 0, "description"),
        ((700, 700), "", 1_000_001, "bytes"),
        ((1100, 700), "The board", 0, None),
    ],
)
def test_pictures_are_measured(size: tuple[int, int], description: str, padding: int, complaint: str | None) -> None:
    strict = watched()
    data = io.BytesIO()
    Image.new("1", size).save(data, "PNG")
    stored = strict.env.backend.cdn.store_attachment(5, 1, "board.png", data.getvalue() + b"\0" * padding, description)
    assert stored["filename"] == "board.png"
    assert ("" if complaint is None else complaint) in "\n".join(strict.bad)
    assert bool(strict.bad) == (complaint is not None)


def test_a_picture_needs_its_permission() -> None:
    client = discord.Client(intents=discord.Intents.none())
    env = SimulatedDiscord(client, SimulatedClock())
    world = build(env, NEEDED)
    strict = Strict(env)
    path = f"/channels/{world.channels[0].id}/messages"
    strict.append(HttpLogEntry("POST", path, {}, {**GOOD, "attachments": [{}]}, None))
    assert strict.bad == []
    forbid(env, world.channels[0].id, "attach_files")
    strict.append(HttpLogEntry("POST", path, {}, GOOD, None))
    assert strict.bad == []
    strict.append(HttpLogEntry("POST", path, {}, {**GOOD, "attachments": [{}]}, None))
    assert strict.bad == ["a picture without the permission to attach files"]
