"""The requests to Discord that answer a press: their order and content, and the reaction if one fails."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO

import aiohttp
import discord
import pytest
from discord import app_commands
from PIL import Image
from simcord.backend.errors import BackendError
from simcord.components import walk_components

from bot import handling
from bot.context import Request
from bot.handling import explain
from bot.metrics import METRICS
from bot.panels.dispatch import ACTIONS, Action
from bot.ui import reply
from bot.ui.message import Id, Picture, button, layout
from bot.ui.reply import HAS_ANSWER, Refusal
from storage.engine import DatabaseError, DiskFull, Unavailable, Unwritable
from storage.failures import log_failure
from tests.bot import faults
from tests.bot.cores import BUSY
from tests.bot.sim import Anything, Sim, components, message, pictures, text
from wording import words

NEW, PROMISE, QUIET_PROMISE, UPDATE = "answer 4", "answer 5", "answer 6", "answer 7"
GALLERY = 12
Handler = Callable[[Request], Awaitable[object]]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent responses from being deferred on a slow machine, except where a test wants that."""
    monkeypatch.setattr(handling, "DEFER_AFTER", BUSY)
    monkeypatch.setattr(reply, "DEADLINE", BUSY)


@dataclass
class Pressed:
    """The results of Alice's press: its requests to Discord, the panel, and her new ephemeral messages."""

    requests: list[str]
    panel: discord.Message
    news: list[discord.Message]


async def press(
    sim: Sim,
    monkeypatch: pytest.MonkeyPatch,
    handler: Handler,
    *fates: Exception | None,
    opens: bool = False,
    panel: Anything | None = None,
    arrive: bool = False,
) -> Pressed:
    """Press a button with this handler. ``fates``: errors of its requests, raised after they ``arrive``, or before."""
    panel = panel or message(await sim.command(sim.alice, "preferences"))
    before = {post.id for post in sim.posts(viewer=sim.alice)}
    asked, left = list[str](), list(fates)

    def note(request: faults.Request) -> None:
        if request.answers or request.path.startswith("/webhooks/"):
            name = f"answer {request.json['type']}" if request.answers else request.method
            asked.append(f"{name} +{request.files}" if request.files else name)
            if not arrive:
                fail(request)

    def fail(request: faults.Request) -> None:
        if request.method == "DELETE":
            return
        fate = left.pop(0) if left and (request.answers or request.path.startswith("/webhooks/")) else None
        if fate is not None:
            raise fate

    with monkeypatch.context() as here:
        here.setitem(ACTIONS, "preferences", Action(handler, new_message=opens))  # type: ignore[arg-type]
        faults.befall(here, before=note, after=fail if arrive else lambda request: None)
        await sim.click(sim.alice, panel, "Pictures")
    assert not left, "each fault was met"
    seen = [post for post in sim.posts(viewer=sim.alice) if post.id not in before]
    assert all(post.flags.ephemeral for post in seen)
    return Pressed(asked, panel if "DELETE" in asked else sim.again(panel), seen)


def picture(name: str) -> Picture:
    """Return a picture whose bytes depend on the length of its name."""
    png = BytesIO()
    Image.new("RGB", (110, 80), (len(name), 0, 0)).save(png, "PNG")
    return Picture(png.getvalue(), f"Picture {name}", name)


TWO = [picture("board.png"), picture("board-2.png")]


def shown(sim: Sim, on: Anything) -> int:
    """Return the number of pictures in the message, after checking that it has no other files."""
    galleries = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    files = pictures(sim.env, on)
    assert files == [one.data for one in TWO[: len(galleries)]]
    return len(galleries)


async def at_once(request: Request) -> None:
    """Do nothing, for routes that answer at once."""


async def promise(request: Request) -> None:
    await request.reply.defer()


async def move_down(request: Request) -> None:
    request.reply.move_down()


@dataclass(frozen=True)
class Route:
    """A way to answer a press: in a new message or not, after which step, with which requests, as an edit or not."""

    opens: bool
    first: Handler
    before: list[str]
    request: str
    edits: bool


ROUTES = [
    Route(True, at_once, [], NEW, False), Route(False, at_once, [], UPDATE, True),
    Route(True, promise, [PROMISE], "PATCH", True), Route(False, promise, [QUIET_PROMISE], "PATCH", True),
    Route(False, move_down, [QUIET_PROMISE], "POST", False),
]  # fmt: skip


@pytest.mark.parametrize("route", ROUTES, ids=["new", "edit", "deferred", "deferred edit", "below"])
async def test_pictures_come_with_the_answer_or_right_after_it(sim, monkeypatch, caplog, route):
    """Only a refused edit proves that Discord refuses pictures in edits. A picture that is too large proves nothing."""
    skipped: list[None] = [None] * len(route.before)
    refused, large = BackendError(400, 50035, "no"), BackendError(413, 40005, "too large")
    whole, bare, alone = f"{route.request} +2", route.request, "POST +2"
    apart = [bare, alone] if route.edits else [whole]
    for allowed, fates, requests, arrives, still_allowed in (
        (True, [], [whole], True, True),
        (False, [], apart, True, False),
        (True, [refused], [whole, bare, alone], True, not route.edits),
        (True, [large], [whole, bare, alone], True, True),
        (True, [large, None, large], [whole, bare, alone], False, True),
    ):
        sim.bot.capabilities.pictures_in_edits = allowed
        arrived: list[bool] = []

        async def handler(request: Request, arrived: list[bool] = arrived) -> None:
            await route.first(request)
            arrived.append(await request.show(layout(["Here it is."], TWO), TWO))

        caplog.clear()
        done = await press(sim, monkeypatch, handler, *skipped, *fates, opens=route.opens)
        below = route.first is move_down
        assert [one for one in done.requests if one != "DELETE"] == [*route.before, *requests]
        assert done.requests.count("DELETE") == below, "the pressed panel, once the answer is there"
        assert arrived == [arrives]
        assert sim.bot.capabilities.pictures_in_edits == still_allowed
        posts = done.news if route.opens or below else [done.panel, *done.news]
        answer, *after = posts
        assert text(answer) == "Here it is."
        assert [shown(sim, post) for post in (answer, *after)] == (
            [2] if requests == [whole] else [0, 2] if arrives else [0]
        )
        codes = [f"{fate.status}/{fate.code}" for fate in fates if fate]
        pressed = f"m1:0:-:0:preferences:pictures in channel {sim.channel.id}"
        assert caplog.messages == [
            f"{pressed}: Discord refused the pictures{again}, {code}"
            for again, code in zip(("", " again"), codes, strict=False)
        ]
    sim.bot.capabilities.pictures_in_edits = True


@pytest.mark.parametrize("first", [at_once, promise])
async def test_an_answer_without_pictures_takes_away_those_of_its_panel(sim, monkeypatch, first):
    """Removing the pictures takes a single edit, even if Discord refuses pictures in edits."""
    again = [[button(Id(0, "preferences"), "Pictures")]]

    async def show(request: Request) -> None:
        await request.show(layout([], TWO, again), TWO)

    async def hide(request: Request) -> None:
        await first(request)
        assert await request.show(layout(["None."]))

    for allowed in (True, False):
        sim.bot.capabilities.pictures_in_edits = True
        panel = (await press(sim, monkeypatch, show)).panel
        assert shown(sim, panel) == 2
        sim.bot.capabilities.pictures_in_edits = allowed
        done = await press(sim, monkeypatch, hide, panel=panel)
        assert (done.requests, done.news) == ([UPDATE] if first is at_once else [QUIET_PROMISE, "PATCH"], [])
        assert (text(done.panel), shown(sim, done.panel)) == ("None.", 0)


DOWN = "Discord didn’t accept my answer. Your move is safe if you made one. Please try again."


@pytest.mark.parametrize(
    ("fates", "requests", "logged"),
    [
        ([BackendError(400, 50035, "no")], [UPDATE, UPDATE], []),
        ([BackendError(413, 0, "no")], [UPDATE, UPDATE], []),  # The reply is sent as plain text.
        ([BackendError(499, 0, "no")], [UPDATE, NEW], ["request to Discord failed, 499/0"]),
        ([BackendError(500, 0, "no")], [UPDATE, UPDATE], ["retrying the response, 500/0"]),
        ([TimeoutError()], [UPDATE, UPDATE], ["retrying the response, TimeoutError"]),
        (
            [BackendError(500, 0, "no"), ConnectionResetError()],
            [UPDATE, UPDATE, NEW],
            ["retrying the response, 500/0", "request to Discord failed, ConnectionResetError"],
        ),
        (
            [BackendError(404, 10062, "gone"), BackendError(404, 10062, "gone")],
            [UPDATE, NEW, QUIET_PROMISE],
            ["request to Discord failed, 404/10062", "could not send the error message, 404/10062"],
        ),
    ],
)
async def test_only_an_answer_that_may_have_arrived_is_sent_again_and_only_once(
    sim: Sim,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fates: list[Exception],
    requests: list[str],
    logged: list[str],
) -> None:
    """If an answer can't be delivered, the person gets a message about that below the panel."""
    caplog.set_level(logging.INFO, "bot.ui.reply")

    async def handler(request: Request) -> None:
        await request.show(layout(["Done."]))

    done = await press(sim, monkeypatch, handler, *fates)
    assert done.requests == requests
    pressed = f"m1:0:-:0:preferences:pictures in channel {sim.channel.id}"
    assert caplog.messages == [f"{pressed}: {one}" for one in logged]
    assert [text(post) for post in done.news] == ([DOWN] if requests[-1] == NEW else [])
    assert (text(done.panel) == "Done.") == (requests == [UPDATE, UPDATE])
    assert 0 < METRICS.answers[-1] < BUSY


LOST = [BackendError(400, HAS_ANSWER, "done already"), BackendError(500, 0, "lost"), TimeoutError()]


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize(("at", "allowed"), [(0, True), (1, True), (2, True), (2, False)])
async def test_a_response_that_discord_has_without_our_knowledge_is_edited(sim, monkeypatch, lost, at, allowed):
    """The answer edits the response that is in the channel, even after a lost deferral, so that it appears once."""
    route = ROUTES[at]

    async def handler(request: Request) -> None:
        await route.first(request)
        await request.show(layout(["Here it is."], TWO), TWO)

    sim.bot.capabilities.pictures_in_edits = allowed
    done = await press(sim, monkeypatch, handler, lost, opens=route.opens, arrive=True)
    tried = (route.before or [f"{route.request} +2"]) * (1 if lost is LOST[0] else 2)
    assert done.requests == [*tried, *(["PATCH +2"] if allowed else ["PATCH", "POST +2"])]
    posts = done.news if route.opens else [done.panel, *done.news]
    assert [shown(sim, post) for post in posts] == ([2] if allowed else [0, 2])


@pytest.mark.parametrize(("opens", "promise"), [(True, PROMISE), (False, QUIET_PROMISE)])
async def test_a_failure_after_deferring_is_shown_below_the_panel(sim, monkeypatch, caplog, opens, promise):
    async def handler(request: Request) -> None:
        await request.reply.defer()
        raise ValueError

    done = await press(sim, monkeypatch, handler, opens=opens)
    assert done.requests == [promise, "POST"]
    assert ["give my host the code" in text(post) for post in done.news] == [True]
    assert text(done.panel).startswith("## "), "the panel stays"
    caplog.clear()


async def test_a_response_that_cannot_be_deferred_is_logged_and_still_given(sim, monkeypatch, caplog):
    async def handler(request: Request) -> None:
        await request.reply.defer()
        await request.show(layout(["Done."]))

    done = await press(sim, monkeypatch, handler, BackendError(400, 0, "no"))
    assert (done.requests, text(done.panel)) == ([QUIET_PROMISE, UPDATE], "Done.")
    pressed = f"m1:0:-:0:preferences:pictures in channel {sim.channel.id}"
    assert caplog.messages == [f"{pressed}: deferring the response failed, 400/0"]


@pytest.mark.parametrize("opens", [True, False])
@pytest.mark.parametrize("first", [at_once, promise])
async def test_a_text_is_a_message_of_its_own_with_its_files_and_is_cut_to_fit(sim, monkeypatch, opens, first):
    """The files are complete even if the first request is lost. The panel stays as it is."""
    promised = [PROMISE if opens else QUIET_PROMISE] if first is promise else []
    for length, fates, requests in (
        (2000, [], ["POST +2" if promised else f"{NEW} +2"]),
        (2001, [] if promised else [TimeoutError()], ["POST +2"] if promised else [f"{NEW} +2"] * 2),
    ):

        async def handler(request: Request, said: str = "x" * length) -> None:
            await first(request)
            await request.reply.say(said, {"game.txt": b"the moves", "more.txt": b"more"})

        done = await press(sim, monkeypatch, handler, *fates, opens=opens)
        assert done.requests == [*promised, *requests]
        [post] = done.news
        assert text(post) == ("x" * 2000 if length == 2000 else "x" * 1999 + "…")
        assert [file.filename for file in post.attachments] == ["game.txt", "more.txt"]
        assert pictures(sim.env, post) == [b"the moves", b"more"]
        assert text(done.panel).startswith("## ")


async def test_failures_are_logged_with_the_name_of_the_command(sim, caplog, monkeypatch):
    """An expected refusal isn't logged: it is answered in words and counted by its code."""
    sim.fail("POST", "/interactions/*/callback", 400, times=2)
    await sim.command(sim.alice, "mygames")
    assert caplog.messages == [f"mygames in channel {sim.channel.id}: request to Discord failed, 400/0"]
    presses, refusals = METRICS.presses, METRICS.refusals.copy()

    async def refuse(request: Request) -> None:
        raise Refusal("X" * 2001)

    done = await press(sim, monkeypatch, refuse)
    assert [text(post) for post in done.news] == ["X" * 1999 + "…"]
    assert METRICS.presses == presses + 2, "the command that opened the panel, and the press"
    assert (METRICS.refusals - refusals).total() == 1


async def test_a_command_that_is_gone_is_answered_too(sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
    """Even a failure before any of our code runs gets an ephemeral answer."""
    sim.bot.tree.remove_command("mygames")
    answer = await sim.command(sim.alice, "mygames")
    assert message(answer).flags.ephemeral
    told = "My commands have changed since Discord last loaded them. My host can fix that with `/admin sync`."
    assert text(answer) == told
    assert caplog.messages == [f"? in channel {sim.channel.id}: {OUTDATED}"]


async def test_answers_go_on_for_several_pages(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    done = await press(sim, monkeypatch, lambda request: request.show_pages(["One.", "Two.", "Three."]), opens=True)
    assert done.requests == [NEW, "POST", "POST"]
    assert [text(post) for post in done.news] == ["One.", "Two.", "Three."]


class Response:
    """The part of an HTTP response that discord.py's errors need."""

    status = 403
    reason = "Forbidden"


FORBIDDEN = discord.Forbidden(Response(), {"code": 50013, "message": "secret"})
OUTDATED = "Discord has outdated commands; run `make sync`"
LATE = "What did not work failed. It can be tried again."


@pytest.mark.parametrize(
    ("error", "level", "logged", "told"),
    [
        (app_commands.CommandNotFound("x", []), "WARNING", OUTDATED, "`/admin sync`"),
        (FORBIDDEN, "WARNING", "request to Discord failed, 403/50013", "check my permissions"),
        (aiohttp.ClientError("secret"), "WARNING", "request to Discord failed, ClientError", DOWN),
        (OSError("secret"), "WARNING", "request to Discord failed, OSError", DOWN),
        (TimeoutError("secret"), "WARNING", "request to Discord failed, TimeoutError", DOWN),
        (Unavailable(LATE), "WARNING", LATE, "I can’t reach my database right now"),
        (DiskFull("games"), "ERROR", str(DiskFull("games")), "because my disk is full"),
        (Unwritable(LATE), "ERROR", LATE, "I can’t save this right now"),
        (DatabaseError(LATE), "ERROR", LATE, "I can no longer read the stored game"),
    ],
)  # fmt: skip
def test_a_failure_that_is_expected_has_a_sentence_and_a_line_in_the_log(caplog, error, level, logged, told):
    """An expected failure doesn't count as an unexpected error."""
    before = METRICS.unexpected
    assert told in explain(error, words("en"), "view in channel 5")
    assert [(one.levelname, one.getMessage()) for one in caplog.records] == [(level, f"view in channel 5: {logged}")]
    assert METRICS.unexpected == before


def test_an_unexpected_error_is_counted_and_logged_with_its_places_but_without_its_text(caplog):
    """Only database errors are logged with their text, which quotes nothing stored."""
    before = METRICS.unexpected
    for error in (KeyError("secret"), Unavailable(LATE), Unwritable(LATE)):
        try:
            raise error
        except Exception as raised:
            log_failure(logging.getLogger("bot"), "posting", raised)
            if isinstance(raised, KeyError):
                told = explain(raised, words("en"), "view in channel 5")
    code = METRICS.errors[-1].removesuffix(" KeyError")
    assert len(code) == 6
    assert f"give my host the code {code}." in told
    assert METRICS.unexpected == before + 1
    first, second, *others = caplog.messages
    places = first.partition("\n")[2]
    assert places.startswith(f'  File "{__file__}", line ')
    assert "raise error" in places
    assert first == f"posting failed, retrying later: KeyError\n{places}"
    assert second == f"view in channel 5: unexpected KeyError, code {code}\n{places}"
    assert others == [f"posting failed, retrying later: {name}\n{LATE}" for name in ("Unavailable", "Unwritable")]
    assert "secret" not in caplog.text
    assert {one.levelname for one in caplog.records} == {"ERROR"}


def test_failed_requests_may_have_taken_effect_but_refused_ones_have_not() -> None:
    class Failed(Response):
        def __init__(self, status: int) -> None:
            self.status = status

    for status, may in ((499, False), (500, True), (503, True)):
        assert reply.may_have_arrived(discord.HTTPException(Failed(status), "")) == may
    assert reply.may_have_arrived(OSError())
