"""The strict log notices every problem that it should notice, and accepts correct requests."""

import io
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.types import HttpLogEntry

from bot.discord_api.permissions import NEEDED_PERMISSIONS
from local_table.simulation import SimulatedClock, SimulatedDiscord
from local_table.world import build_world
from tests.bot import strict as limits
from tests.bot.message_limits import EPHEMERAL, V2
from tests.bot.sim import forbid
from tests.bot.strict import Strict

Part = dict[str, Any]
SEND = "/channels/1/messages"
GOOD = {"allowed_mentions": {"parse": []}}
COMMAND = {"name": "open", "description": "Open a table"}
SEATS = {"name": "seats", "type": 4, "description": "How many"}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "a"}
WORDS = {"type": 10, "content": "a"}
PICTURE = {"media": {"url": "attachment://a.png"}, "description": "The board"}
ATTACHED = [{"id": 0, "filename": "a.png"}]


def watched() -> Strict:
    strict = Strict(SimulatedDiscord(discord.Client(intents=discord.Intents.none()), SimulatedClock()))
    strict.began["7"] = float("inf"), {}
    return strict


def message(*components: Part, method: str = "POST", path: str = SEND, **more: Any) -> HttpLogEntry:
    return HttpLogEntry(method, path, {}, {**GOOD, "flags": V2, "components": list(components), **more}, None)


def plain(**body: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", SEND, {}, {**GOOD, **body}, None)


def row(*parts: Part) -> Part:
    return {"type": 1, "components": list(parts)}


def select(count: int = 2, *, chosen: int = 1, **changes: Any) -> HttpLogEntry:
    entries = [{"label": f"{n}", "value": f"{n}", "default": True, **changes} for n in range(count)]
    return message(row({"type": 3, "custom_id": "a", "options": entries, "max_values": chosen}))


def gallery(*items: Part, attachments: Any = ATTACHED) -> HttpLogEntry:
    return message({"type": 12, "items": list(items)}, attachments=attachments)


def commands(**changes: Any) -> HttpLogEntry:
    return HttpLogEntry("PUT", "/applications/1/commands", {}, [{**COMMAND, **changes}], None)


def option(**changes: Any) -> HttpLogEntry:
    return commands(options=[{**SEATS, **changes}])


def answer(kind: int, **data: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", "/interactions/7/token/callback", {}, {"type": kind, "data": data}, None)


def thread(**body: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", "/channels/1/threads", {}, {"name": "A table", **body}, None)


REFUSED = [
    (HttpLogEntry("POST", SEND, {}, {"content": "a"}, None), "no allowed_mentions"),
    (HttpLogEntry("PATCH", "/webhooks/1/token/messages/@original", {}, {}, None), "no allowed_mentions"),
    (answer(4, content="hello"), "no allowed_mentions in callback"),
    (plain(content="a", allowed_mentions={"users": [str(n) for n in range(101)]}), "more than 100 users"),
    (message(WORDS, flags=V2 | EPHEMERAL), "a DM that answers nobody"),
    (message(WORDS, nonce="a" * 26), "a nonce"),
    (message(WORDS, enforce_nonce=True), "a nonce that is to be enforced"),
    (message(*[WORDS] * 36), "36 components in /channels/1/messages, which leaves little room"),
    (message(*[{"type": 10, "content": "ä" * 760}] * 6), "texts of 9192 bytes"),
    (message({"type": 17, "components": []}), "an empty container"),
    (message({"type": 10, "content": " \n"}), "an empty text"),
    (message(row({**BUTTON, "label": " "})), "neither label nor emoji"),
    (select(chosen=3), "a select of up to 3 with 2 options"),
    (select(), "more chosen than may be"),
    (select(1, label=" "), "an option with an empty text"),
    (gallery({"media": {"url": "attachment://a.png"}}), "without alt text"),
    (gallery({**PICTURE, "media": {"url": "a.png"}}), "a picture at"),
    (gallery(PICTURE, attachments=[]), "a.png shown and not attached"),
    (message(WORDS, attachments=ATTACHED), "a.png attached and not shown"),
    (gallery(PICTURE, attachments=ATTACHED * 2), "2 attachments called a.png"),
    (gallery(PICTURE, attachments=[{"id": 0, "filename": "ä b.png"}]), "an attachment called 'ä b.png'"),
    (gallery(PICTURE, attachments=[{**ATTACHED[0], "description": "a"}]), "a.png described, as in its gallery"),
    (message(WORDS, attachments=[{"id": n, "filename": f"{n}.png"} for n in range(11)]), "11 attachments"),
    (thread(name="a" * 101), "a thread called"),
    (thread(auto_archive_duration=5), "archived after 5 minutes"),
    (HttpLogEntry("PUT", "/applications/1/commands", {}, [{"name": "a" * 33, "type": 3}], None), "the name"),
    (commands(description=""), "the description ''"),
    (option(choices=[{"name": "a", "value": "a" * 101}]), "the value"),
    (option(choices=[{"name": f"{n}", "value": n} for n in range(26)]), "26 choices"),
    (option(choices=[{"name": "a", "value": 1}] * 2), "2 choices with the name 'a'"),
    (commands(options=[SEATS] * 26), "26 options"),
    (commands(options=[SEATS, {**SEATS, "required": True}]), "a required option after others"),
    (commands(options=[{**SEATS, "description": "b" * 99, "choices": [
        {"name": f"{m}" + "c" * 98, "value": m} for m in range(3)]}] * 25), "characters"),
    (answer(8, choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)]), "26 choices"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "complaint"), REFUSED)
def test_requests_that_discord_would_refuse_are_noted(entry: HttpLogEntry, complaint: str) -> None:
    strict = watched()
    strict.append(entry)
    assert complaint in "\n".join(strict.bad)
    with pytest.raises(AssertionError):
        strict.check()


@pytest.mark.parametrize(("asked", "kind"), [(2, 7), (2, 6), (2, 8), (3, 8), (4, 4), (4, 6)])
def test_an_answer_of_the_wrong_kind_is_noted(asked: int, kind: int) -> None:
    strict = watched()
    strict._event("INTERACTION_CREATE", {"id": "7", "type": asked})
    strict.append(answer(kind, **GOOD, choices=[], content="a"))
    assert strict.bad == [f"an answer of kind {kind} to an interaction of kind {asked}"]


@pytest.mark.parametrize(("kind", "value", "bad"), [(3, "1", 0), (4, 1, 0), (3, 1, 1), (4, "1", 1)])
def test_a_value_of_another_type_than_the_typed_option_is_noted(kind: int, value: object, bad: int) -> None:
    strict, typed = watched(), {"name": "cubes", "type": kind, "focused": True}
    data = {"options": [{"name": "place", "type": 1, "options": [typed]}]}
    strict._event("INTERACTION_CREATE", {"id": "7", "type": limits.TYPING, "data": data})
    strict.append(answer(limits.OFFER, choices=[{"name": "a", "value": value}]))
    assert len(strict.bad) == bad


def test_a_late_answer_and_no_answer_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    strict = watched()
    now = [0.0]
    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(limits, "kept_waiting", dict)
    strict._event("INTERACTION_CREATE", {"id": "7"})
    strict._event("INTERACTION_CREATE", {"id": "8"})
    now[0] = limits.SECONDS + 0.1
    strict.append(answer(6))
    with pytest.raises(AssertionError, match=r"(?s)7 was answered after 3.1 s.*8 was never answered"):
        strict.check()
    strict.forgive()
    strict.check()


@pytest.mark.parametrize(("thread", "core", "late"), [(0.05, 0.0, True), (0.2, 0.0, False), (0.06, 0.06, False)])
def test_time_lost_to_a_busy_machine_does_not_count(monkeypatch, thread, core, late):
    strict, now, waited = watched(), [0.0], {"thread 1": 7.0, "thread 2": 0.0, "cpu0": 3.0}
    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(limits, "kept_waiting", lambda: dict(waited))
    strict._event("INTERACTION_CREATE", {"id": "7"})
    now[0] = limits.SECONDS + 0.1
    waited |= {"thread 2": thread, "thread 3": thread / 2, "cpu0": 3.0 + core}
    strict.append(answer(6))
    assert bool(strict.bad) is late


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
    world = build_world(env, NEEDED_PERMISSIONS)
    strict = Strict(env)
    path = f"/channels/{world.channels[0].id}/messages"
    picture = {**GOOD, "content": "a", "attachments": ATTACHED}
    strict.append(HttpLogEntry("POST", path, {}, picture, None))
    assert strict.bad == []
    forbid(env, world.channels[0].id, "attach_files")
    strict.append(HttpLogEntry("POST", path, {}, {**GOOD, "content": "a"}, None))
    assert strict.bad == []
    strict.append(HttpLogEntry("POST", path, {}, picture, None))
    assert strict.bad == ["a picture without the permission to attach files"]
