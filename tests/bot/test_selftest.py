"""The self-test passes on the simulated Discord, reports exactly the refused features, and always cleans up."""

import asyncio
import dataclasses
import logging
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.results import InteractionResult

from bot.discord_api.permissions import Capabilities, account_link
from bot.discord_api.refusals import AUTOMOD
from bot.hosting import selftest
from bot.hosting.selftest import CHECKS, MARKS, THREAD_NAME
from bot.hosting.selftest_texts import CHECK_TEXTS
from bot.pictures import DRAWN_SIGNS
from bot.ui.message import SIGN_EMOJI
from bot.version import full_version
from local_table import simulation
from tests.bot.faults import Request, befall
from tests.bot.sim import Sim, buttons, text
from tests.kept import kept

OWN = "**Self-test.**"
UPDATE = 7


@pytest.fixture(autouse=True)
def owner(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Alice the owner of the bot and of the server. Discord has a latency of 30 ms."""
    monkeypatch.setattr(type(sim.bot), "latency", 0.03)
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    sim.bot.owner_id = sim.alice.id
    emoji = {sign: discord.PartialEmoji(name="rat", id=1000 + at) for at, sign in enumerate(sorted(DRAWN_SIGNS))}
    for sign, one in emoji.items():
        monkeypatch.setitem(SIGN_EMOJI, sign, one)


async def examine(sim: Sim, presses: int = 2) -> str:
    """Run the self-test, press this many of its buttons, and let its time pass. Return its report."""
    answer = await sim.command(sim.alice, "admin selftest")
    for _ in range(presses):
        await sim.click(sim.alice, sim.again(answer), next(iter(buttons(sim.again(answer)))))
    await sim.pass_time(selftest.SECONDS_UNTIL_REPEATED + 1)
    await sim.pass_time(selftest.SECONDS_FOR_PRESSES + 1)
    return text(sim.again(answer))


def marked(told: str, holds: bool | None) -> list[str]:
    """Return the checks whose lines have this mark."""
    lines = [line for line in told.splitlines() if line.startswith(MARKS[holds])]
    found = []
    for name in CHECKS:
        sentence = CHECK_TEXTS[name].failed if holds is False else CHECK_TEXTS[name].passed
        found += [name for line in lines if sentence.split("{")[0].rstrip(" (:") in line]
    assert len(found) == len(lines), told
    return found


def leftovers(sim: Sim) -> list[str]:
    """Return the ids of messages of the self-test that are left in any channel or DM. Threads don't count."""
    channels = [channel for channel in sim.env.backend.channels.values() if not channel.is_thread]
    return [
        str(number)
        for channel in channels
        for number, stored in sim.env.backend.messages[channel.id].items()
        if OWN in str(stored.components)
    ]


Match = Callable[[str, str, Any, int], bool]


def refuse(monkeypatch: pytest.MonkeyPatch, wanted: Match, skip: int = 0, status: int = 400, code: int = 50035) -> None:
    """Make Discord refuse matching requests, except for the first ``skip`` of them."""
    dispatch, left = router.dispatch, [skip]

    def beset(backend: Any, method: str, path: str, **how: Any) -> Any:
        if wanted(method, path, how.get("json"), len(how.get("files") or ())):
            left[0] -= 1
            if left[0] < 0:
                raise BackendError(status, code, "no")
        return dispatch(backend, method, path, **how)

    monkeypatch.setattr(router, "dispatch", beset)
    monkeypatch.setattr("simcord.http.client.dispatch", beset, raising=False)


def answers(kind: int) -> Match:
    return lambda method, path, json, files: path.endswith("/callback") and json["type"] == kind and files > 0


def to(method: str, *, of: str, end: str, files: bool | None = None) -> Match:
    return lambda verb, path, json, sent: (
        verb == method and path.startswith(of) and path.endswith(end) and (files is None or bool(sent) == files)
    )


def of_post(method: str) -> Match:
    """Return a condition that matches requests about a message in a channel."""
    return lambda verb, path, json, files: verb == method and path.startswith("/channels/") and "/messages/" in path


async def test_the_simulation_passes_and_nothing_is_left(sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
    before = len(sim.posts())
    caplog.set_level(logging.INFO, "bot.hosting.selftest")
    answer = await sim.command(sim.alice, "admin selftest")
    assert leftovers(sim), "it is under way"
    assert "press the button below" in text(sim.again(answer))
    assert marked(text(sim.again(answer)), True), "it shows its status"
    told = await finish(sim, answer)
    assert marked(told, True) == list(CHECKS)
    assert not marked(told, False)
    assert not marked(told, None)
    assert len(sim.posts()) == before
    assert leftovers(sim) == []
    [thread] = [channel for channel in sim.env.backend.channels.values() if channel.is_thread]
    assert thread.thread_metadata.archived
    assert f"Miasma {full_version()}, discord.py {discord.__version__}" in told
    assert THREAD_NAME in told, "a thread stays, archived, and the owner is told"
    assert f"[add me to your account](<{account_link(sim.bot.application_id or 0)}>)" in told
    assert not buttons(sim.again(answer))
    assert not any(sim.stored(post).ping_user_ids for post in sim.posts())
    deleted = [one.path for one in sim.env.http_requests if one.method == "DELETE"]
    assert len(deleted) == len(set(deleted)) > 3, "a post that was sent again is one message"
    told_host = [line for line in caplog.messages if line.startswith("selftest: ")]
    assert len(told_host) == len(CHECKS)


def abridged(sim: Sim, request: Request, ids: dict[str, str]) -> str:
    """Return a request in one line: its path (with ids numbered as they first appear), its content, and its files."""
    places = {str(sim.channel.id): "channel", "@me": "me", "@original": "answer"}
    steps = [places.get(step) or (ids.setdefault(step, f"#{len(ids) + 1}") if step.isdecimal() else step)
             for step in request.path.split("/")[1:] if not step.startswith("simcord_")]  # fmt: skip
    json = request.json if isinstance(request.json, dict) else {}
    data = json.get("data") or json
    texts = {selftest.HEAD: "head", selftest.WHAT: "what", selftest.PRESS: "press", selftest.DONE: "done",
             selftest.versions(): "versions"}  # fmt: skip
    shown = []
    for part in walk_components(data.get("components") or []):
        if part["type"] == 10 and len(part["content"]) > 3000:
            shown.append(f"{len(part['content'])} characters")
        elif part["type"] == 10:
            lines = part["content"].splitlines()
            passed = sum(line.startswith(MARKS[True]) for line in lines)
            name = f"{passed} passed" if passed == len(lines) else "; ".join(line.split(":")[0] for line in lines)
            shown.append(texts.get(part["content"], name))
        elif part["type"] == 12:
            shown.append("picture")
        elif part["type"] == 2:
            shown.append(f"[{part['label']}]" + " disabled" * part["disabled"])
    kept = [file for file in data.get("attachments") or [] if "url" in file]
    more = {
        "type": json.get("type"), "files": request.files, "keeps": len(kept),
        "private": bool(data.get("flags", 0) & 64), "archived": json.get("archived"),
        "minutes": json.get("auto_archive_duration"), "repeated": len(str(data.get("nonce", ""))) == 16,
    }  # fmt: skip
    shown = [f"{number} × {one}" if number > 1 else one for one, number in Counter(shown).items()]
    told = ", ".join([*shown, *(f"{key} {value}" for key, value in more.items() if value)])
    return f"{request.method} {'/'.join(steps)}" + (f": {told}" if told else "")


@pytest.mark.kept
async def test_the_selftest_sends_exactly_these_requests_in_order(sim, monkeypatch):
    """Each group of checks is reported before the next begins. Posts are deleted at the end, newest first."""
    requests, ids = list[str](), dict[str, str]()
    befall(monkeypatch, before=lambda request: requests.append(abridged(sim, request, ids)))
    await finish(sim, await sim.command(sim.alice, "admin selftest"))
    now = "".join(f"{request}\n" for request in requests)
    assert now == kept(Path(__file__).with_name("kept") / "selftest.txt", now)


async def finish(sim: Sim, answer: InteractionResult) -> str:
    """Press the two buttons and wait for the rest of the self-test. Return the report."""
    await sim.click(sim.alice, sim.again(answer), "Press me")
    await sim.click(sim.alice, sim.again(answer), "Press me again")
    await sim.pass_time(selftest.SECONDS_UNTIL_REPEATED + 1)
    return text(sim.again(answer))


async def test_findings_are_remembered_until_an_update(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, answers(UPDATE))
    sim.bot.capabilities.pictures_stay = False  # as if a failed edit during play had suggested this
    await examine(sim)
    assert sim.bot.capabilities == Capabilities(pictures_in_edits=False, pictures_stay=True)
    await sim.restart()
    assert sim.bot.capabilities == Capabilities(pictures_in_edits=False, pictures_stay=True)
    monkeypatch.setattr("bot.discord_api.permissions.VERSION", "miasma 99, discord.py 2.7")
    await sim.restart()
    assert sim.bot.capabilities == Capabilities()


REFUSALS: list[tuple[Match, int, list[str], list[str]]] = [
    (to("POST", of="/users/@me", end="/channels"), 0, ["direct"], []),  # The DM channel is requested only once.
    (answers(4), 0, ["answer"], []),
    (to("PATCH", of="/webhooks/", end="@original", files=True), 0, ["again", "promised"], []),
    (to("POST", of="/webhooks/", end="", files=True), 0, ["follow", "largest"], []),
    (to("POST", of="/webhooks/", end="", files=True), 1, ["largest"], []),
    (to("POST", of="/channels/", end="/messages", files=True), 0, ["post", "direct"], ["read", "edit", "retire"]),
    (
        to("POST", of="/channels/", end="/messages", files=False),
        0,
        ["nonce", "emoji", "thread"],
        ["minute", "archived", "speed"],
    ),
    (to("GET", of="/channels/", end="/messages"), 0, ["read"], []),
    (of_post("PATCH"), 0, ["edit", "retire", "archived", "direct"], []),
    (of_post("PATCH"), 1, ["retire", "archived", "direct"], []),
    (of_post("PATCH"), 3, ["direct"], []),
    (to("POST", of="/channels/", end="/threads"), 0, ["thread"], ["archived"]),
    (to("GET", of="/applications/", end="/commands"), 0, ["commands", "accounts"], []),
    (answers(UPDATE), 0, ["panel"], []),
    (to("PATCH", of="/webhooks/", end="@original", files=True), 1, ["promised"], []),
    (
        lambda verb, path, json, files: verb == "PATCH" and json and "archived" in json,
        0,
        ["thread", "clean"],
        ["archived"],
    ),
    (of_post("DELETE"), 0, ["clean"], []),
]


@pytest.mark.deep(one_in=4)
async def test_the_report_names_exactly_what_is_refused(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    for match, skip, failed, untried in REFUSALS:
        sim.bot.capabilities.pictures_in_edits = sim.bot.capabilities.pictures_stay = True
        with monkeypatch.context() as here:
            refuse(here, match, skip)
            told = await examine(sim)
        assert marked(told, False) == failed
        assert marked(told, None) == untried
        assert marked(told, True) == [name for name in CHECKS if name not in {*failed, *untried}]
        assert "400/50035" in told
        assert sim.bot.capabilities.pictures_in_edits == (not {"again", "edit", "panel", "promised"} & set(failed))
        assert sim.bot.capabilities.pictures_stay == ("retire" not in failed)
        if failed != ["clean"]:
            assert leftovers(sim) == []
        sim.strict.forgive()


async def test_a_missing_permission_is_named_and_what_needs_it_is_not_tried(sim: Sim) -> None:
    for permission, untried in (
        ("attach_files", ["post", "read", "edit", "retire"]),
        ("read_message_history", ["read"]),
        ("create_public_threads", ["thread", "archived"]),
        (
            "send_messages",
            ["post", "read", "edit", "retire", "nonce", "minute", "emoji", "thread", "archived", "speed"],
        ),
    ):
        sim.forbid(permission)
        told = await examine(sim)
        assert marked(told, False) == ["permissions"]
        assert permission.replace("_", " ").title() in told
        assert marked(told, None) == untried
        assert leftovers(sim) == []


async def test_a_discord_that_forgets_nonces_too_soon_is_reported(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    for remembered, failed in ((0, ["nonce"]), (30, ["minute"])):
        monkeypatch.setattr(simulation, "NONCE_LIFETIME", timedelta(seconds=remembered))
        told = await examine(sim)
        assert marked(told, False) == failed
        assert "posted twice" in told
        assert leftovers(sim) == []


async def test_a_picture_that_vanishes_silently_is_noticed(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(url: str) -> bytes:
        raise discord.NotFound(type("Answer", (), {"status": 404, "reason": ""})(), "gone")

    monkeypatch.setattr(sim.bot.http, "get_from_cdn", nothing)
    told = await examine(sim)
    assert marked(told, False) == ["retire"]
    assert "the picture was missing" in told
    assert not sim.bot.capabilities.pictures_stay


async def test_the_selftest_ends_without_presses(sim: Sim) -> None:
    for presses, untried in ((0, ["panel", "promised"]), (1, ["promised"])):
        told = await examine(sim, presses)
        assert marked(told, None) == untried
        assert not marked(told, False)
        assert "the button was not pressed" in told
        assert leftovers(sim) == []


async def test_temporary_failures_are_reported_but_not_stored(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    for status, code in ((503, 0), (400, AUTOMOD)):
        with monkeypatch.context() as here:
            refuse(here, of_post("PATCH"), status=status, code=code)
            assert marked(await examine(sim), False) == ["edit", "retire", "archived", "direct"]
        assert sim.bot.capabilities == Capabilities()
        known = await sim.bot.app.storage.capabilities.known("")
        assert not {"pictures_in_edits", "pictures_stay"} & known.keys()


def run_instead(monkeypatch: pytest.MonkeyPatch, check: str, run: Callable[[Any], Any]) -> None:
    monkeypatch.setitem(CHECKS, check, dataclasses.replace(CHECKS[check], run=run))


async def test_the_selftest_ends_while_its_answer_can_still_be_edited(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def for_ever(self: Any) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(selftest, "MAX_SECONDS_PER_CHECK", 3600.0)
    run_instead(monkeypatch, "thread", for_ever)
    answer = await sim.command(sim.alice, "admin selftest")
    await sim.pass_time(selftest.MAX_SECONDS + 1)
    told = text(sim.again(answer))
    assert marked(told, None) == ["minute", *list(CHECKS)[12:19]]
    assert "ran out of time" in told
    assert leftovers(sim) == []


async def test_the_selftest_runs_once_at_a_time_and_in_text_channels_only(sim: Sim) -> None:
    answer = await sim.command(sim.alice, "admin selftest")
    assert "already running" in text(await sim.command(sim.alice, "admin selftest", sim.world.channels[1]))
    await finish(sim, answer)
    assert "text channel" in text(await sim.command(sim.alice, "admin selftest", sim.thread("a thread")))
    assert "text channel" in text(await sim.command(sim.alice.user, "admin selftest"))
    sim.bot.owner_id = sim.bob.id
    assert "Only the bot’s host" in text(await sim.command(sim.alice, "admin selftest"))


async def test_an_account_that_cannot_have_the_bot_is_reported_with_what_to_do(sim, monkeypatch):
    about = await sim.bot.application_info()
    about._integration_types_config = {"0": {}}  # type: ignore[typeddict-item]

    async def configured() -> discord.AppInfo:
        return about

    monkeypatch.setattr(sim.bot, "application_info", configured)
    told = await examine(sim)
    assert "accounts" in marked(told, False)
    assert "Enable it in the developer portal, on the Installation page, and run `miasma sync`." in told
    assert "add me to your account" not in told


async def test_missing_commands_and_emoji_are_reported(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    known = sim.env.backend.commands[None]
    [play] = [one for one in known.values() if one["name"] == "play"]
    play["integration_types"] = [0]
    [gone] = [number for number, one in known.items() if one["name"] == "Board as text"]
    del known[gone]
    monkeypatch.delitem(SIGN_EMOJI, next(iter(SIGN_EMOJI)))
    told = await examine(sim)
    assert marked(told, False) == ["emoji", "commands", "accounts"]
    assert f"1 of {len(SIGN_EMOJI) + 1} are missing" in told
    assert "not registered (Board as text). Run `miasma sync`." in told
    assert "(not there: play)" in told


async def test_a_bot_with_moderator_rights_deletes_its_thread_silently(sim: Sim) -> None:
    # simcord takes the permission for channels; Discord takes that for threads.
    allowed = discord.Permissions(manage_threads=True, manage_channels=True).value
    overwrite = Overwrite(sim.env.backend.bot_user.id, OverwriteType.MEMBER, allow=allowed)
    sim.env.backend.set_overwrite(sim.channel.id, overwrite)
    others = [
        sim.thread("a game").id,
        sim.env.backend.create_message(sim.channel.id, sim.bob.id, content=THREAD_NAME).id,
    ]
    before = [post.id for post in sim.posts()]
    told = await examine(sim)
    assert marked(told, True) == list(CHECKS)
    assert THREAD_NAME not in told
    assert [channel.id for channel in sim.env.backend.channels.values() if channel.is_thread] == others[:1]
    assert [post.id for post in sim.posts()] == before, "what only looks like it stays"
    assert others[1] in before
    assert leftovers(sim) == []


@pytest.mark.parametrize(
    ("took", "beat", "speed", "gateway"),
    [
        ([0.1, 0.2, 5.0], 0.05, (True, "200 ms"), (True, "50 ms")),
        ([1.0], 30.002, (True, "1000 ms"), (False, "30002 ms")),
        ([0.1, 1.1, 1.2], 1.0, (False, "1100 ms"), (True, "1000 ms")),
        ([1.0], float("nan"), (True, "1000 ms"), (None, selftest.NO_HEARTBEAT)),
        ([], float("inf"), (None, selftest.NO_BASIS), (None, selftest.NO_HEARTBEAT)),
    ],
)
def test_each_figure_has_its_verdict(took, beat, speed, gateway):
    app: Any = SimpleNamespace(client=SimpleNamespace(latency=beat))
    examination = selftest.Examination(app, app, app)
    examination.took = took
    examination._measure()
    assert examination.results == {"speed": selftest.Result(*speed), "gateway": selftest.Result(*gateway)}
