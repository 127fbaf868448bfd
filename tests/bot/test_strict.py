"""The strict log notices every problem that it should, and accepts correct requests."""

import io
import os
import subprocess
import sys
import time
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.types import HttpLogEntry

from bot.discord_api.permissions import NEEDED_PERMISSIONS
from local_table.simulation import SimulatedClock, SimulatedDiscord
from local_table.world import build_world
from tests.bot import strict as limits
from tests.bot.cores import TASKS, kept_waiting, lost
from tests.bot.message_limits import EPHEMERAL, V2
from tests.bot.sim import forbid
from tests.bot.strict import Strict

Part = dict[str, Any]
SEND = "/channels/1/messages"
GOOD = {"allowed_mentions": {"parse": []}}
COMMAND = {"name": "open", "type": 1, "description": "Open a table", "options": []}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "a"}
SECTION = {"type": 9, "components": [{"type": 10, "content": "a"}], "accessory": BUTTON}
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


def box(*parts: Part) -> Part:
    return {"type": 17, "components": list(parts)}


def words(text: str) -> Part:
    return {"type": 10, "content": text}


def button(**changes: Any) -> HttpLogEntry:
    return message(row({**BUTTON, **changes}))


def options(count: int, **changes: Any) -> list[Part]:
    return [{"label": f"{n}", "value": f"{n}", **changes} for n in range(count)]


def select(entries: list[Part] | None = None, **changes: Any) -> HttpLogEntry:
    entries = options(3) if entries is None else entries
    return message(row({"type": 3, "custom_id": "a", "options": entries, **changes}))


def gallery(*items: Part, attachments: Any = ATTACHED) -> HttpLogEntry:
    return message({"type": 12, "items": list(items)}, attachments=attachments)


def commands(**changes: Any) -> HttpLogEntry:
    return HttpLogEntry("PUT", "/applications/1/commands", {}, [{**COMMAND, **changes}], None)


def several(*all_of: Part) -> HttpLogEntry:
    return HttpLogEntry("PUT", "/applications/1/commands", {}, [{**COMMAND, **one} for one in all_of], None)


def option(**changes: Any) -> HttpLogEntry:
    return commands(options=[{"name": "seats", "type": 4, "description": "How many", **changes}])


def within(*found: Part, **outer: Any) -> HttpLogEntry:
    return commands(options=[{"name": f"a{n}", "description": "b", **one} for n, one in enumerate(found)], **outer)


def answer(kind: int, **data: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", "/interactions/7/token/callback", {}, {"type": kind, "data": data}, None)


def thread(**body: Any) -> HttpLogEntry:
    return HttpLogEntry("POST", "/channels/1/threads", {}, {"name": "A table", **body}, None)


MESSAGES = [
    (HttpLogEntry("POST", SEND, {}, {"content": "a"}, None), "no allowed_mentions"),
    (HttpLogEntry("PATCH", SEND + "/2", {}, {}, None), "no allowed_mentions"),
    (HttpLogEntry("POST", "/webhooks/1/token", {}, {}, None), "no allowed_mentions"),
    (HttpLogEntry("PATCH", "/webhooks/1/token/messages/@original", {}, {}, None), "no allowed_mentions"),
    (answer(4, content="hello"), "no allowed_mentions in callback"),
    (answer(7, content="hello"), "no allowed_mentions in callback"),
    (plain(content="a", allowed_mentions={"parse": ["all"]}), "allowed_mentions of ['all']"),
    (plain(content="a", allowed_mentions={"parse": ["users"], "users": ["1"]}), "of all users and of some"),
    (plain(content="a", allowed_mentions={"users": ["1"] * 2}), "twice the same"),
    (plain(content="a", allowed_mentions={"users": [str(n) for n in range(101)]}), "of 101 users"),
    (plain(content="a" * 2001), "2001 characters of content"),
    (plain(), "an empty message"),
    (plain(embeds=[{"description": "a"}] * 11), "embeds that are too many"),
    (plain(embeds=[{"fields": [{"name": "a" * 3000, "value": "b" * 3001}]}]), "too long"),
    (plain(content="a", components=[box(words("a"))]), "a container on top"),
    (plain(content="a", components=[row(BUTTON)] * 6), "6 rows"),
    (message(words("a"), content="a"), "content beside components"),
    (message(words("a"), embeds=[{"title": "a"}]), "embeds beside components"),
    (message(words("a"), flags=V2 | EPHEMERAL), "a DM that answers nobody"),
    (message(words("a"), method="PATCH", path="/webhooks/1/token/messages/2", flags=V2 | EPHEMERAL), "answers nobody"),
    (message(words("a"), nonce="a" * 26), "a nonce of 26"),
    (message(words("a"), enforce_nonce=True), "a nonce that is to be enforced"),
    (message(*[words("a")] * 36), "36 components in /channels/1/messages, which leaves little room"),
    (message(*[words("a")] * 41), "41 components"),
    (message(box(*[{**SECTION, "accessory": {**BUTTON, "custom_id": f"{n}"}} for n in range(14)])), "43 components"),
    (message(words("a" * 2000), words("b" * 2001)), "4001 characters of text"),
    (message(row(BUTTON, BUTTON)), "2 components with the custom_id 'a'"),
    (message({**words("a"), "id": 5}, {**words("b"), "id": 5}), "2 components with the id 5"),
    (message({**words("a"), "id": 2**31}), "the number 2147483648"),
    (message(box()), "an empty container"),
    (message(box(box(words("a")))), "a container in a container"),
    (message(box(BUTTON)), "a button in a container"),
    (message(BUTTON), "a button on top"),
    (message({**box(words("a")), "accent_color": 2**24}), "the colour"),
    (message(row()), "an empty row"),
    (message(row(*[{**BUTTON, "custom_id": f"{n}"} for n in range(6)])), "a row of 6"),
    (message(row(BUTTON, {"type": 3, "custom_id": "b", "options": options(1)})), "a row of 2, 1 of them selects"),
    (message(row(words("a"))), "a text in a row"),
    (message({**SECTION, "accessory": None}), "a section without accessory"),
    (message({**SECTION, "accessory": words("a")}), "a text beside a section"),
    (message({**SECTION, "components": [words("a")] * 4}), "a section of 4 texts"),
    (message({**SECTION, "components": [BUTTON]}), "a button in a section"),
    (message(words(" \n")), "an empty text"),
    (button(label=" "), "neither label nor emoji"),
    (button(label="a" * 81), "81 characters"),
    (button(custom_id=None), "a button without id"),
    (button(custom_id="a" * 101), "101 characters"),
    (button(style=7), "a button of style 7"),
    (button(style=5), "an address and an id"),
    (button(url="https://example.org"), "an address and an id"),
    (button(style=5, custom_id=None, url="https://" + "a" * 512), "an address of 520"),
    (select(custom_id=None), "a select without id"),
    (select(options(26)), "26 options"),
    (select([]), "0 options"),
    (select(placeholder="a" * 151), "a placeholder of 151"),
    (select(min_values=2), "a select of 2 to 1"),
    (select(min_values=-1), "a select of -1 to 1"),
    (select(max_values=26, entries=options(25)), "a select of 1 to 26"),
    (select(min_values=0, max_values=0), "a select of 0 to 0"),
    (select(max_values=4), "a select of up to 4 with 3 options"),
    (select(options(2, default=True)), "more chosen than may be"),
    (select(options(2, value="a")), "2 options with the value 'a'"),
    (select(options(1, label="")), "an option with the label ''"),
    (select(options(1, label="a" * 101)), "an option with the label"),
    (select(options(1, value="a" * 101)), "an option with the value"),
    (select(options(1, description="")), "an option described as ''"),
    (select(options(1, description="a" * 101)), "an option described as"),
    (gallery({"media": {"url": "attachment://a.png"}}), "without alt text"),
    (gallery({**PICTURE, "description": "a" * 1025}), "alt text of 1025"),
    (gallery({**PICTURE, "media": {"url": "a.png"}}), "a picture at 'a.png'"),
    (gallery(), "a gallery of 0"),
    (gallery(*[PICTURE] * 11), "a gallery of 11"),
    (gallery(PICTURE, attachments=[]), "a.png shown and not attached"),
    (gallery(PICTURE, attachments=None), "a.png shown and not attached"),
    (message(words("a"), attachments=ATTACHED), "a.png attached and not shown"),
    (gallery(PICTURE, attachments=ATTACHED * 2), "2 attachments called a.png"),
    (gallery(PICTURE, attachments=[{"id": 0, "filename": "ä b.png"}]), "an attachment called 'ä b.png'"),
    (gallery(PICTURE, attachments=[{**ATTACHED[0], "description": "a" * 1025}]), "a description of 1025"),
    (message(words("a"), attachments=[{"id": n, "filename": f"{n}.png"} for n in range(11)]), "11 attachments"),
    (message({"type": 13, "file": {"url": "https://example.org/a"}}), "a file that is not attached"),
    (message({**SECTION, "accessory": {"type": 11, "media": {"url": "https://a"}}}), "without alt text"),
]
OTHERS = [
    (thread(name="a" * 101), "a thread called"),
    (thread(name=""), "a thread called ''"),
    (thread(auto_archive_duration=5), "archived after 5 minutes"),
    (HttpLogEntry("PATCH", "/channels/1", {}, {"name": ""}, None), "a thread called ''"),
    (several(*[{"name": f"a{n}"} for n in range(101)]), "101 commands"),
    (several(*[{"name": f"a{n}", "type": 2, "description": ""} for n in range(16)]), "16 commands"),
    (several({}, {}), "2 commands called open"),
    (commands(type=2), "a context menu with a wrong name, or with a description"),
    (commands(name="Open"), "the name 'Open'"),
    (commands(name="a" * 33), "the name"),
    (commands(name="two words"), "the name 'two words'"),
    (commands(name_localizations={"de": "zwei Worte"}), "zwei Worte"),
    (commands(description=""), "the description ''"),
    (commands(description_localizations={"de": "a" * 101}), "the description"),
    (option(description="a" * 101), "the description"),
    (option(choices=[{"name": "a" * 101, "value": 1}]), "the choice"),
    (option(choices=[{"name": "", "value": 1}]), "the choice ''"),
    (option(type=3, choices=[{"name": "a", "value": "a" * 101}]), "the value"),
    (option(choices=[{"name": "a", "value": 2**53 + 1}]), "the value"),
    (option(choices=[{"name": "a", "value": "a"}]), "of another kind"),
    (option(choices=[{"name": f"{n}", "value": n} for n in range(26)]), "26 choices"),
    (option(choices=[{"name": "a", "value": 1}] * 2), "2 choices with the name 'a'"),
    (option(choices=[{"name": "a", "value": 1}], autocomplete=True), "choices and autocomplete"),
    (option(type=3, min_length=3, max_length=2), "the length of seats"),
    (option(min_value=3, max_value=2), "the range of seats"),
    (within(*[{"type": 1}] * 26), "26 options"),
    (within({"type": 3}, {"type": 3, "required": True}), "a required option after others"),
    (within({"type": 3, "name": "a"}, {"type": 3, "name": "a"}), "2 options called 'a'"),
    (within({"type": 1}, {"type": 3}), "subcommands beside options"),
    (within({"type": 2, "options": [{"type": 2, "name": "a", "description": "b"}]}), "subcommands too deep"),
    (within({"type": 1, "options": [{"type": 1, "name": "a", "description": "b"}]}), "subcommands too deep"),
    (within(*[{"type": 3, "description": "b" * 99, "choices": [{"name": "c" * 99, "value": f"{m}"} for m in range(3)]}
              for n in range(25)]), "characters"),
    (answer(8, choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)]), "26 choices"),
    (answer(8, choices=[{"name": "a" * 101, "value": "a"}]), "choice"),
    (answer(8, choices=[{"name": "", "value": "a"}]), "choice"),
    (answer(8, choices=[{"name": "a", "value": "a" * 101}]), "value"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "complaint"), MESSAGES + OTHERS)
def test_what_discord_refuses_is_noted(entry: HttpLogEntry, complaint: str) -> None:
    strict = watched()
    strict.append(entry)
    assert complaint in "\n".join(strict.bad)
    with pytest.raises(AssertionError):
        strict.check()


@pytest.mark.parametrize(
    "entry",
    [
        plain(content="a" * 2000, components=[row(BUTTON)]),
        plain(content="a", allowed_mentions={"parse": [], "users": ["1"]}),
        message(words("a" * 4000)),
        message(box(SECTION, row({**BUTTON, "custom_id": "a" * 100})), nonce="a" * 25, enforce_nonce=True),
        message(*[words("a")] * 35),
        button(style=5, custom_id=None, url="https://example.org"),
        button(label=None, emoji={"name": "🐀"}),
        button(label="a" * 80),
        select(options(25), min_values=0, max_values=25, placeholder="a" * 150),
        gallery(PICTURE),
        message({"type": 12, "items": [PICTURE]}, attachments=[{"id": 1234, "filename": "a.png"}], method="PATCH",
                path=SEND + "/2"),
        message(words("a"), path="/webhooks/1/token", flags=V2 | EPHEMERAL),
        commands(name_localizations={"pl": "otwórz"}, options=[]),
        commands(options=[{"name": "a", "type": 2, "description": "b",
                           "options": [{"name": "c", "type": 1, "description": "d"}]}]),
        commands(name="Look", type=2, description=""),
        option(choices=[{"name": f"{n}" + "a" * 97, "value": n} for n in range(25)]),
        within({"type": 3, "required": True}, {"type": 3, "autocomplete": True}),
        answer(6),
        answer(7, **GOOD, components=[words("a")], flags=V2),
        answer(4, **GOOD, content="a", flags=EPHEMERAL),
        HttpLogEntry("GET", SEND, {}, None, None),
        thread(auto_archive_duration=10080),
    ],
)  # fmt: skip
def test_what_is_right_is_not_noted(entry: HttpLogEntry) -> None:
    strict = watched()
    strict.append(entry)
    strict.answered.add("7")
    strict.check()


@pytest.mark.parametrize(("asked", "kind"), [(2, 7), (2, 6), (2, 8), (3, 8), (4, 4), (4, 6)])
def test_an_answer_of_the_wrong_kind_is_noted(asked: int, kind: int) -> None:
    strict = watched()
    strict._event("INTERACTION_CREATE", {"id": "7", "type": asked})
    strict.append(answer(kind, **GOOD, choices=[], content="a"))
    assert strict.bad == [f"an answer of kind {kind} to an interaction of kind {asked}"]


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
def test_what_a_busy_machine_took_is_not_held_against_the_bot(
    monkeypatch: pytest.MonkeyPatch, thread: float, core: float, late: bool
) -> None:
    strict, now, waited = watched(), [0.0], {"thread 1": 7.0, "thread 2": 0.0, "cpu0": 3.0}
    monkeypatch.setattr(limits.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(limits, "kept_waiting", lambda: dict(waited))
    strict._event("INTERACTION_CREATE", {"id": "7"})
    now[0] = limits.SECONDS + 0.1
    waited |= {"thread 2": thread, "thread 3": thread / 2, "cpu0": 3.0 + core}
    strict.append(answer(6))
    assert bool(strict.bad) is late


@pytest.mark.skipif(not TASKS.is_dir(), reason="only Linux tells how long others had the cores")
def test_who_sleeps_is_not_kept_waiting_and_who_runs_beside_many_is() -> None:
    before = kept_waiting()
    time.sleep(0.2)
    assert lost(before, kept_waiting()) < 0.2
    ends = time.perf_counter() + 0.6
    busy = [sys.executable, "-Sc", f"import time\nwhile time.perf_counter() < {ends}: pass"]
    others = [subprocess.Popen(busy) for _ in range(2 * (os.cpu_count() or 1))]
    before = kept_waiting()
    while time.perf_counter() < ends:
        pass
    assert lost(before, kept_waiting()) > 0.1
    assert not any(other.wait() for other in others)


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


def test_the_files_of_a_request_are_measured_together() -> None:
    strict = watched()
    for number in range(3):
        strict.append(plain(content="a"))
        strict.env.backend.cdn.store_attachment(number, 1, "a.txt", bytes(9 * 2**20), None)
    assert strict.bad == []
    for number in range(2):
        strict.env.backend.cdn.store_attachment(9 + number, 1, "a.txt", bytes(9 * 2**20), None)
    assert [problem for problem in strict.bad if "in one request" in problem] == [
        f"{27 * 2**20} bytes of files in one request"
    ]


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
