"""Faults of Discord, the network and the machine.

Requests fail before or after they take effect, and the process can die at any point.

Each request's fault is drawn separately, from the seed, the step and the number of similar requests in the step. So if
two requests swap places, the faults of the others stay the same.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable
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

from bot.discord_api.refusals import MISSING_PERMISSIONS, THREAD_IS_ARCHIVED, THREAD_IS_LOCKED
from bot.ui.message import ID_PATTERN
from storage.engine import Engine
from tests.bot.sim import Sim
from tests.storage.truth import truth_of

SLOW = 8  # the maximum number of event loop iterations for a request, and again for its answer
STORY, WIDE = 400, 120  # lines shown of a failed game, and their width
POST = re.compile(r"/channels/(\d+)/messages")
ONE = re.compile(r"/channels/(\d+)/messages/(\d+)")
CALLBACK = re.compile(r"/interactions/(\d+)/([^/]+)/callback")
WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+)(/.*)?")
TOUCHED = ("/channels/", "/interactions/", "/webhooks/")  # Only requests to these paths may fail.
UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_FORM, ACKNOWLEDGED, NO_PRIVATE = 10062, 10015, 50035, 40060, 50007


def refused(status: int, code: int = 0) -> Callable[[], Exception]:
    """Return a factory for an error response from Discord."""
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
    """A public message of the bot as it was first posted."""

    id: int
    step: int
    pinged: frozenset[int]  # user ids


@dataclass
class Asked:
    """An interaction, and the faults of its responses."""

    id: int
    step: int
    what: str
    failed: list[str] = field(default_factory=list)


class FaultInjection:
    """A layer between the bot, the simulated Discord and the bot's database, which makes requests fail."""

    def __init__(self, sim: Sim, seed: str, patch: pytest.MonkeyPatch) -> None:
        self.sim = sim
        self.seed = seed
        self.backend = sim.env.backend
        self.rate = 0.0  # share of failing requests
        self.deadly = 0.0  # share of requests and transactions during which the process dies
        self.no_picture_edits = False  # Refuse every edit that uploads a picture.
        self.blocked = False  # The user's DMs refuse messages from the bot.
        self.step = 0
        self.made: dict[int, Made] = {}
        self.asked: dict[int, Asked] = {}
        self.story: list[str] = []
        self._fresh: list[Asked] = []
        self.faults: Counter[str] = Counter()
        self._tokens: dict[str, int] = {}
        self._seen: Counter[tuple[int, str]] = Counter()
        self._dead: set[int] = set()  # bot generations
        self._dispatch = router.dispatch
        self._truth = truth_of(sim.bot.app.settings.games)
        self.truth = self._truth.ask  # reads the committed state
        self._install(patch)
        self.backend.subscribers.insert(0, self._interaction)

    def _install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(router, "dispatch", self._request)
        for sender in (client.FakeHTTPClient, client.FakeWebhookAdapter):
            patch.setattr(sender, "request", self._slowly(sender.request))
        for way in ("write", "read"):
            patch.setattr(Engine, way, self._mortal(getattr(Engine, way), way))
        patch.setattr(Engine, "query", self._mortal_query(Engine.query))

    # --- records

    @property
    def dead(self) -> bool:
        """Return whether the running bot's process has died."""
        return self.sim.env._generation in self._dead

    def tell(self, what: str) -> None:
        """Add a line to the story, which is printed if the game fails."""
        self.story.append(f"{self.step:4} {self.sim.env.now():%d %H:%M:%S} {what}")

    def chance(self, what: str) -> random.Random:
        """Return a new random generator for the next event of this kind in this step."""
        self._seen[self.step, what] += 1
        return random.Random(f"{self.seed} {self.step} {what} {self._seen[self.step, what]}")

    def news(self) -> list[Asked]:
        """Return the interactions recorded since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def close(self) -> str:
        """Return the end of the story and the newest moves, announcements and posts. Close the database."""
        lines = [*self.story[-STORY:], f"what failed: {dict(self.faults)}"]
        for what in ("moves", "announcements", "posts"):
            rows = self.truth(f"SELECT * FROM {what} ORDER BY table_id DESC, number DESC LIMIT {STORY // 10}")
            lines += [what, *("     " + " ".join(map(str, row))[:WIDE] for row in rows)]
        self._truth.close()
        return "\n".join(lines)

    def forgive(self) -> None:
        """Drop the strict log's complaints that the faults explain: slow or missing answers and locked threads."""
        bad = [one for one in self.sim.strict.forgive() if " was answered after " not in one and "locked" not in one]
        self.sim.strict.bad = bad

    # --- life and death

    def die(self, where: str) -> None:
        """Kill the process and note ``where`` in the story. Then it sends nothing to Discord or its database."""
        self.tell(f"KILLED {where}")
        self.deadly = 0.0
        self._dead.add(self.sim.env._generation)

    def _breathe(self, where: str) -> None:
        """Raise CancelledError if the bot's process is dead or dies at this point."""
        scope = _runtime._BOT_SCOPE.get()
        if scope is None:
            return  # This call comes from code outside the bot.
        if scope[1] not in self._dead and self.deadly and self.chance(where).random() < self.deadly:
            self.die(where)
        if scope[1] in self._dead:
            raise asyncio.CancelledError

    def _mortal(self, real: Any, way: str) -> Any:
        async def transaction(database: Engine, work: Any, **how: Any) -> Any:
            async def worked(db: Any) -> Any:
                result = await work(db)
                self._breathe(f"before the end of a {way}")
                return result

            self._breathe(f"before a {way}")
            result = await real(database, worked, **how)
            self._breathe(f"after a {way}")
            return result

        return transaction

    def _mortal_query(self, real: Any) -> Any:
        async def query(*how: Any) -> Any:
            self._breathe("before a query")
            result = await real(*how)
            self._breathe("after a query")
            return result

        return query

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
        """Return the request's error, or None, and whether Discord acts first. Sometimes delete the message instead."""
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
                self.backend.delete_message(channel, message)  # Then the request does not find its message.
                return None, False
        done = chance.random() < 0.5
        return chance.choice(after if done else kinds)(), done

    def _asleep(self, method: str, path: str) -> None:
        """Treat archived threads as Discord does: a post reopens a thread, edits fail, a locked thread refuses both."""
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
        """Refuse a message with a file if the bot may not attach files."""
        found = POST.fullmatch(path) or ONE.fullmatch(path)
        channel = self.backend.channels.get(int(found[1])) if found and uploads else None
        if channel is not None and channel.guild_id is not None:
            bot = self.backend.bot_user.id
            if not Permissions(self.backend.compute_permissions(channel.guild_id, bot, channel.id)).attach_files:
                raise BackendError(403, MISSING_PERMISSIONS, "no files")

    def _carried_out(self, backend: Any, method: str, path: str, body: Any, how: dict[str, Any]) -> Any:
        """Let Discord carry out the request, and record the public messages that it creates."""
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
        """Check that the request contains no unfinished table's seed, and no custom id ahead of the stored log."""
        said = json.dumps(body, default=str)
        numbers: dict[int, int] = {}
        for table in self.truth("SELECT id, number, seed, status FROM tables"):
            numbers[table["id"]] = table["number"]
            assert table["status"] in ("over", "cancelled") or table["seed"] not in said, "the seed is told"
        for press in re.finditer(ID_PATTERN, said):
            assert int(press["number"]) <= numbers.get(int(press["table"]), 0), f"{press[0]} is ahead of the log"


def _words(data: Any) -> list[str]:
    """Return an approximation of the typed words of a command."""
    found = [str(data.get("name", "")), *([str(data["value"])] if "value" in data else [])]
    return [*found, *(word for option in data.get("options") or [] for word in _words(option))]


def _gist(error: Exception | None, done: bool) -> str:
    if error is None:
        return ""
    what = f"{error.status}/{error.code}" if isinstance(error, BackendError) else type(error).__name__
    return f"{'done, but' if done else 'not done:'} {what}"


def presses(message: Message) -> dict[str, str]:
    """Return the id and action of every enabled button of a stored message."""
    found = {}
    for part in walk_components(message.components):
        press = re.fullmatch(ID_PATTERN, part.get("custom_id") or "")
        if press and part["type"] == 2 and not part.get("disabled"):
            found[press[0]] = press["action"]
    return found


def options(message: Message) -> list[tuple[str, str]]:
    """Return the select id and value of every answer in a stored message's selects."""
    menus = [
        part for part in walk_components(message.components) if re.search(":[pt]?pick:", str(part.get("custom_id")))
    ]
    return [(menu["custom_id"], option["value"]) for menu in menus for option in menu.get("options", ())]
