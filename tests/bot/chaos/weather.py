"""What Discord, the network and the machine do to the bot: requests fail before or after they took effect, and the
process dies in the middle of anything.

Whether something goes wrong is drawn for each request by itself, from the seed, the step of the game and the number
of requests of its kind in that step: two requests that change places do not change what befalls the others.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from discord import Permissions
from simcord import _runtime
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.http import client, router

from bot.channel.delivery import MISSING_PERMISSIONS, THREAD_IS_ARCHIVED, THREAD_IS_LOCKED
from bot.ui.custom_id import PATTERN
from tests.bot.sim import Sim
from tests.storage.truth import truth_of

SLOW = 8  # turns of the event loop at most that a request takes on its way, and again its answer
STORY, WIDE = 400, 120  # lines that are shown of a game that fails, and their width
POST = re.compile(r"/channels/(\d+)/messages")
ONE = re.compile(r"/channels/(\d+)/messages/(\d+)")
CALLBACK = re.compile(r"/interactions/(\d+)/([^/]+)/callback")
WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+)(/.*)?")
TOUCHED = ("/channels/", "/interactions/", "/webhooks/")  # of which requests any may fail
UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_FORM, ACKNOWLEDGED, NO_PRIVATE = 10062, 10015, 50035, 40060, 50007


def refused(status: int, code: int = 0) -> Callable[[], Exception]:
    """An answer of Discord's that is no success."""
    return lambda: BackendError(status, code, "by chance")


NO_ANSWER: list[Callable[[], Exception]] = [
    aiohttp.ServerDisconnectedError,
    lambda: ConnectionResetError(104, "by chance"),
    TimeoutError,
]
NOT_DONE = [refused(500), refused(502), refused(503), refused(429), *NO_ANSWER]
DONE = [refused(500), refused(502), refused(504), *NO_ANSWER]


@dataclass(frozen=True)
class Made:
    """A public message of the bot as it came into being."""

    id: int
    step: int
    pinged: frozenset[int]  # users


@dataclass
class Asked:
    """An interaction, and what befell its answers."""

    id: int
    step: int
    what: str
    failed: list[str] = field(default_factory=list)


class Weather:
    """Stands between the bot and the simulated Discord, and between the bot and its database."""

    def __init__(self, sim: Sim, seed: str, patch: pytest.MonkeyPatch) -> None:
        self.sim = sim
        self.seed = seed
        self.backend = sim.env.backend
        self.rate = 0.0  # of requests that fail
        self.deadly = 0.0  # of requests, and of transactions, in the middle of which the process dies
        self.no_picture_edits = False  # every edit that brings a picture is refused
        self.blocked = False  # the private conversation takes nothing from the bot
        self.step = 0
        self.made: dict[int, Made] = {}
        self.asked: dict[int, Asked] = {}
        self.story: list[str] = []
        self._fresh: list[Asked] = []
        self.faults: Counter[str] = Counter()
        self._tokens: dict[str, int] = {}
        self._seen: Counter[tuple[int, str]] = Counter()
        self._dead: set[int] = set()  # generations of the bot
        self._dispatch = router.dispatch
        self._truth = truth_of(sim.bot.app.settings.games)
        self.truth = self._truth.ask  # what is committed at this moment
        self._install(patch)
        self.backend.subscribers.insert(0, self._interaction)

    def _install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(router, "dispatch", self._request)
        for sender in (client.FakeHTTPClient, client.FakeWebhookAdapter):
            patch.setattr(sender, "request", self._slowly(sender.request))
        database = type(self.sim.bot.app.storage.database)
        patch.setattr(database, "_transaction", self._mortal(vars(database)["_transaction"]))

    # --- what is known

    @property
    def dead(self) -> bool:
        """Whether the process of the running bot has died."""
        return self.sim.env._generation in self._dead

    def tell(self, what: str) -> None:
        """A line of the story that is shown when the game fails its examination."""
        self.story.append(f"{self.step:4} {self.sim.env.now():%d %H:%M:%S} {what}")

    def chance(self, what: str) -> random.Random:
        """What is drawn for this in this step."""
        self._seen[self.step, what] += 1
        return random.Random(f"{self.seed} {self.step} {what} {self._seen[self.step, what]}")

    def news(self) -> list[Asked]:
        """The interactions since this was last asked."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def close(self) -> str:
        """Let the database go. Returns the end of the story, and of what is stored."""
        lines = [*self.story[-STORY:], f"what failed: {dict(self.faults)}"]
        for what in ("moves", "announcements", "posts"):
            rows = self.truth(f"SELECT * FROM {what} ORDER BY table_id DESC, number DESC LIMIT {STORY // 10}")
            lines += [what, *("     " + " ".join(map(str, row))[:WIDE] for row in rows)]
        self._truth.close()
        return "\n".join(lines)

    def forgive(self) -> None:
        """What the strict log has noted and chance has brought about: lost answers, and a machine that is slow."""
        bad = [one for one in self.sim.strict.forgive() if " was answered after " not in one and "locked" not in one]
        self.sim.strict.bad = bad

    # --- life and death

    def die(self, where: str) -> None:
        """From here on the process does nothing more, to Discord or to its database."""
        self.tell(f"KILLED {where}")
        self.deadly = 0.0
        self._dead.add(self.sim.env._generation)

    def _breathe(self, where: str) -> None:
        """Go no further if the process is dead, or dies here."""
        scope = _runtime._BOT_SCOPE.get()
        if scope is None:
            return  # it is not the bot that does this
        if scope[1] not in self._dead and self.deadly and self.chance(where).random() < self.deadly:
            self.die(where)
        if scope[1] in self._dead:
            raise asyncio.CancelledError

    def _mortal(self, real: Any) -> Any:
        async def transaction(database: Any, *how: Any) -> Any:
            *on, begin, work = how
            here = copy_context()  # the work may be done in a thread, which knows not whose it is

            async def worked(db: Any) -> Any:
                result = await work(db)
                here.run(self._breathe, f"before the end of {begin}")
                return result

            self._breathe(f"before {begin}")
            result = await real(database, *on, begin, worked)
            self._breathe(f"after {begin}")
            return result

        return transaction

    def _slowly(self, real: Any) -> Any:
        async def request(sender: Any, route: Any, *args: Any, **how: Any) -> Any:
            chance = self.chance(f"way of {route.method} {route.path}") if self.rate else None
            try:
                for _ in range(chance.randrange(SLOW) if chance else 0):
                    await asyncio.sleep(0)
                return await real(sender, route, *args, **how)
            finally:
                for _ in range(chance.randrange(SLOW) if chance else 0):
                    await asyncio.sleep(0)

        return request

    # --- requests

    def _interaction(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            number, data = int(payload["id"]), payload.get("data") or {}
            what = data.get("custom_id") or " ".join(_words(data))
            self.asked[number] = Asked(number, self.step, what)
            self._fresh.append(self.asked[number])
            self._tokens[payload["token"]] = number
            who = (payload.get("member") or payload)["user"]["username"]
            self.tell(f"{who}: {what}")

    def _request(self, backend: Any, method: str, path: str, **how: Any) -> Any:
        body = how.get("json") if isinstance(how.get("json"), dict) else {}
        shape = re.sub(r"\d{5,}|/[^/]{20,}/?", "*", path)
        self._breathe(f"before {method} {shape}")
        self._innocent(method, path, body)
        chance = self.chance(f"{method} {shape}")
        error, done = self._befalls(chance, method, path, bool(how.get("files")))
        self.tell(f"     {method} {path[:60]} {body.get('nonce') or ''} {_gist(error, done)}")
        if error is not None:
            self.faults[_gist(error, done)] += 1
            self._failed(path, _gist(error, done))
        if error is not None and not done:
            raise error
        try:
            self._asleep(method, path)
            self._without_files(path, bool(how.get("files")))
            result = self._carried_out(backend, method, path, body, how)
        except BackendError as refusal:
            self._failed(path, f"refused {refusal.status}/{refusal.code}")
            self.tell(f"          refused {refusal.status}/{refusal.code}")
            raise
        self._breathe(f"after {method} {shape}")
        if error is not None:
            raise error
        return result

    def _failed(self, path: str, what: str) -> None:
        found = CALLBACK.fullmatch(path)
        token = found[2] if found else (hook[1] if (hook := WEBHOOK.fullmatch(path)) else "")
        if token in self._tokens:
            self.asked[self._tokens[token]].failed.append(f"{'answer' if found else 'more'} {what}")

    def _befalls(self, chance: random.Random, method: str, path: str, uploads: bool) -> tuple[Exception | None, bool]:
        """What goes wrong with a request, and whether Discord has done by then what was asked."""
        edits = method == "PATCH" and uploads
        if self.blocked and path.startswith("/channels/"):
            return BackendError(403, NO_PRIVATE, "by choice"), False
        if edits and self.no_picture_edits:
            return BackendError(400, INVALID_FORM, "by rule"), False
        if chance.random() >= self.rate or not path.startswith(TOUCHED):
            return None, False
        kinds = [*NOT_DONE, *[refused(400, INVALID_FORM)] * 3 * edits, *[refused(413)] * uploads]
        after = list(DONE)
        if CALLBACK.fullmatch(path):
            kinds += [refused(404, UNKNOWN_INTERACTION)]
            after += [refused(400, ACKNOWLEDGED)] * 3
        elif WEBHOOK.fullmatch(path):
            kinds += [refused(404, UNKNOWN_WEBHOOK)]
        elif method != "GET" and chance.random() < 0.1 and (found := ONE.fullmatch(path)):
            channel, message = int(found[1]), int(found[2])
            if message in self.backend.messages[channel]:
                self.tell(f"     somebody deletes {message}")
                self.backend.delete_message(channel, message)  # and the request finds nothing
                return None, False
        done = chance.random() < 0.5
        return chance.choice(after if done else kinds)(), done

    def _asleep(self, method: str, path: str) -> None:
        """A thread that is archived wakes when something is posted, and takes no edits; a locked one takes nothing."""
        found = POST.fullmatch(path) or ONE.fullmatch(path)
        channel = self.backend.channels.get(int(found[1])) if found else None
        state = channel.thread_metadata if channel else None
        if state is None or method == "GET" or channel is None:
            return
        if state.locked:
            raise BackendError(400, THREAD_IS_LOCKED, "locked")
        if state.archived and method == "POST":
            self.backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
        elif state.archived:
            raise BackendError(400, THREAD_IS_ARCHIVED, "archived")

    def _without_files(self, path: str, uploads: bool) -> None:
        """Where files may not be attached no message with one is taken."""
        found = POST.fullmatch(path) or ONE.fullmatch(path)
        channel = self.backend.channels.get(int(found[1])) if found and uploads else None
        if channel is not None and channel.guild_id is not None:
            bot = self.backend.bot_user.id
            if not Permissions(self.backend.compute_permissions(channel.guild_id, bot, channel.id)).attach_files:
                raise BackendError(403, MISSING_PERMISSIONS, "no files")

    def _carried_out(self, backend: Any, method: str, path: str, body: Any, how: dict[str, Any]) -> Any:
        """What Discord does; the public messages that come into being by it are noted."""
        result = self._dispatch(backend, method, path, **how)
        posted = POST.fullmatch(path) if method == "POST" else None
        if posted is not None and int(result["id"]) in self.made:
            self.tell("          the nonce is known")
        elif posted is not None:
            stored = self.backend.get_message(int(posted[1]), int(result["id"]))
            made = Made(stored.id, self.step, frozenset(stored.ping_user_ids))
            self.made[made.id] = made
            pings = " ".join(self.backend.get_user(user).name for user in made.pinged)
            self.tell(f"          is {made.id}{' pings ' if pings else ''}{pings}")
        return result

    def _innocent(self, method: str, path: str, body: Any) -> None:
        """No request tells the seed of a game that goes on, or of a line of the log that is not stored."""
        said = json.dumps(body, default=str)
        numbers: dict[int, int] = {}
        for table in self.truth("SELECT id, number, seed, status FROM tables"):
            numbers[table["id"]] = table["number"]
            assert table["status"] in ("over", "cancelled") or table["seed"] not in said, "the seed is told"
        for press in re.finditer(PATTERN, said):
            assert int(press["number"]) <= numbers.get(int(press["table"]), 0), f"{press[0]} is ahead of the log"


def _words(data: Any) -> list[str]:
    """A command as it was typed, more or less."""
    found = [str(data.get("name", "")), *([str(data["value"])] if "value" in data else [])]
    return [*found, *(word for option in data.get("options") or [] for word in _words(option))]


def _gist(error: Exception | None, done: bool) -> str:
    if error is None:
        return ""
    what = f"{error.status}/{error.code}" if isinstance(error, BackendError) else type(error).__name__
    return f"{'done, but' if done else 'not done:'} {what}"


def presses(message: Message) -> dict[str, str]:
    """The id of every button of a stored message that can be pressed -> what its press does."""
    found = {}
    for part in walk_components(message.components):
        press = re.fullmatch(PATTERN, part.get("custom_id") or "")
        if press and part["type"] == 2 and not part.get("disabled"):
            found[press[0]] = press["action"]
    return found


def options(message: Message) -> list[tuple[str, str]]:
    """Every answer that a select of a stored message offers: the id of the select, and the value."""
    menus = [part for part in walk_components(message.components) if ":pick:" in str(part.get("custom_id"))]
    return [(menu["custom_id"], option["value"]) for menu in menus for option in menu.get("options", ())]
