"""The whole bot on a clock that jumps from event to event: weeks pass in seconds, and all messages are kept.

Bot, discord.py, service and database are real. Discord is replaced by the few requests with which the bot posts, edits
and deletes. No pictures are drawn and no buttons pressed: people call the service.
"""

import asyncio
import itertools
import random
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

import rules
from bot.channel.delivery import Delivery
from bot.client import MiasmaBot
from bot.ui.message import Picture
from games import GAMES
from rules_service.clock import Clock
from storage import Address, Storage
from storage.records import moment, stamp
from tests.bot.sim import COMING, settings_of
from tests.bot.toy import BOT_GAME
from tests.bot.year.one_thread import Killed, Life, in_one_thread
from tests.rules_service.toy import TOY
from tests.storage.truth import truth_of

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)  # a Monday
SWEEP = timedelta(seconds=30)
NONCES = timedelta(minutes=3)  # how long Discord remembers a nonce
NO_PRIVATE = 50007
CALL = re.compile(r"<@(\d+)>")


class LeapingClock(Clock):
    """A clock that moves only when it is set."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        return self.time


@dataclass
class Sent:
    """A message of the bot in its current state, and how it was sent."""

    id: int
    channel: int
    at: datetime
    called: frozenset[int]  # pinged users
    payload: dict[str, Any]
    nonce: str
    private: int | None = None  # the recipient, if it is a DM
    before: list[tuple[datetime, str]] = field(default_factory=list)  # earlier texts, each with the time of its edit

    @property
    def text(self) -> str:
        return words_of(self.payload)

    def said(self, at: datetime) -> str:
        """Return the message's text just before this moment."""
        return next((text for until, text in self.before if until >= at), self.text)

    @property
    def reached(self) -> frozenset[int]:
        """Return the users whom the message pinged or reached by DM."""
        return self.called if self.private is None else frozenset([self.private])


def words_of(payload: dict[str, Any]) -> str:
    """Return all text of a message."""
    found = [payload.get("content") or ""]

    def look(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            if isinstance(part.get("content"), str):
                found.append(part["content"])
            look(part.get("components") or [])

    look(payload.get("components") or [])
    return "\n".join(text for text in found if text)


class Wire:
    """Handles the bot's requests to Discord, and stores everything that Discord would store."""

    def __init__(self, clock: Clock, life: Life) -> None:
        self.clock, self.life = clock, life
        self.sent: list[Sent] = []
        self.there: dict[int, Sent] = {}
        self.closed: set[int] = set()  # users with closed DMs
        self.down = False  # whether all requests fail
        self.witness: Callable[[Sent], None] = lambda sent: None  # called for every message as it is sent
        self._ids = itertools.count()

    async def request(self, route: discord.http.Route, *, form: Any = None, **how: Any) -> Any:
        """Answer a request that discord.py would send over the network."""
        payload = how.get("json") or {}
        if form:  # with files
            [payload] = [discord.utils._from_json(part["value"]) for part in form if part["name"] == "payload_json"]
        path = route.url.removeprefix(discord.http.Route.BASE)
        if self.down:
            raise discord.HTTPException(Answer(503), {"code": 0, "message": "by chance"})
        self.life.step(done=False)
        await asyncio.sleep(0)
        answer = self._answer(route.method, path, payload, how)
        self.life.step(done=True)
        return answer

    def _answer(self, method: str, path: str, payload: dict[str, Any], how: dict[str, Any]) -> Any:
        match method, path.strip("/").split("/"):
            case "POST", ["users", "@me", "channels"]:
                user = int(payload["recipient_id"])
                return {"id": str(-user % 2**63), "type": 1, "recipients": [self.user(user)]}
            case "POST", ["channels", channel, "messages"]:
                return self._post(int(channel), payload)
            case "PATCH", ["channels", _, "messages", number]:
                return self._edit(int(number), payload)
            case "GET", ["channels", _, "messages", number]:
                return self._shown(self._known(int(number)))
            case "GET", ["channels", channel, "messages"]:
                after = int(how["params"]["after"])
                found = [one for one in self.there.values() if (one.channel, one.id > after) == (int(channel), True)]
                return [self._shown(one) for one in reversed(found[: int(how["params"]["limit"])])]
            case "DELETE", ["channels", _, "messages", number]:
                del self.there[self._known(int(number)).id]
                return None
        raise AssertionError(f"{method} {path} is not known here")

    @staticmethod
    def user(number: int) -> dict[str, Any]:
        return {"id": str(number), "username": f"user {number}", "discriminator": "0", "avatar": None}

    def _known(self, number: int) -> Sent:
        if number not in self.there:
            raise discord.NotFound(Answer(404), {"code": 10008, "message": "Unknown Message"})
        return self.there[number]

    def _post(self, channel: int, payload: dict[str, Any]) -> dict[str, Any]:
        now, nonce = self.clock.now(), str(payload.get("nonce", ""))
        private = 2**63 - channel if channel > 2**62 else None
        if private in self.closed:
            raise discord.Forbidden(Answer(403), {"code": NO_PRIVATE, "message": "Cannot send messages to this user"})
        for known in reversed(self.sent):
            if known.at + NONCES < now:
                break
            if nonce and (known.channel, known.nonce) == (channel, nonce):
                return self._shown(known)
        named = {int(user) for user in CALL.findall(words_of(payload))}
        called = named & {int(user) for user in payload["allowed_mentions"].get("users", ())}
        assert not payload["allowed_mentions"].get("parse"), "everyone of a kind is called"
        made = Sent(
            discord.utils.time_snowflake(now) + next(self._ids),
            channel, now, frozenset(called), payload, nonce, private,
        )  # fmt: skip
        self.sent.append(made)
        self.there[made.id] = made
        self.witness(made)
        return self._shown(made)

    def _edit(self, number: int, payload: dict[str, Any]) -> dict[str, Any]:
        known = self._known(number)
        known.before.append((self.clock.now(), known.text))
        known.payload = {**known.payload, **payload, "flags": known.payload.get("flags", 0)}
        return self._shown(known)

    def _shown(self, sent: Sent) -> dict[str, Any]:
        return {
            "id": str(sent.id), "channel_id": str(sent.channel), "author": self.user(1), "content": "",
            "timestamp": sent.at.isoformat(), "edited_timestamp": None, "tts": False, "mention_everyone": False,
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")},
            "pinned": False,
            "type": 0,
            "components": [with_files(part) for part in sent.payload.get("components", [])],
        }  # fmt: skip


def with_files(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a message as Discord shows it, with an attachment id for each picture."""
    shown = [{**item, "media": {**item["media"], "attachment_id": "1"}} for item in part.get("items", ())]
    inner = [with_files(one) for one in part.get("components", ())]
    return {**part, **({"items": shown} if shown else {}), **({"components": inner} if inner else {})}


class Answer:
    """The part of an HTTP error response used by discord.py's errors."""

    def __init__(self, status: int) -> None:
        self.status, self.reason = status, "by chance"


class World:
    """The bot with its clock and the Discord that answers it."""

    def __init__(self, games: Path | Address, life: Life) -> None:
        self.games, self.life = games, life
        self.clock = LeapingClock()
        self.wire = Wire(self.clock, life)
        self.heard: dict[int, None] = {}  # tables with pending posts
        self.changed: set[int] = set()  # tables with new posts, until the next visit
        self.boards = True  # Whether boards are posted; otherwise people only get other notices.

    async def begin(self) -> None:
        """Start the bot, or restart it."""
        self.bot = MiasmaBot(settings_of(self.games), await Storage.open(self.games), self.clock)
        self.bot.http.request = self.wire.request  # type: ignore[method-assign]
        self.bot._connection.user = discord.ClientUser(state=self.bot._connection, data=self.wire.user(1))
        self.storage, self.service = self.bot.app.storage, self.bot.app.service
        self.announcer, self.notifier = self.bot.app.announcer, self.bot.app.notifier
        self.service.repository.on_announce = lambda table: self.heard.update({table: None})
        self._truth = truth_of(self.games)
        self.truth = self._truth.ask  # reads what is committed now
        self.everything = self._truth.everything

    async def end(self) -> None:
        """Stop the bot cleanly."""
        self._truth.close()
        await self.bot.app.pictures.close()
        await self.storage.close()

    def coming(self) -> datetime | None:
        """Return when the bot next has something to do, or None for never."""
        [[at]] = self.truth(COMING)
        return None if at is None else moment(at)

    async def tell(self) -> None:
        """Post everything pending. If boards are switched off, mark pending board posts as done instead."""
        if not self.boards:
            self.heard.clear()
            self.truth("UPDATE announcements SET done_at = next_at WHERE done_at IS NULL")
        while self.heard:
            table = next(iter(self.heard))
            del self.heard[table]
            self.changed.add(table)
            await self.announcer.announce(table)
            await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == f"table {table}"))

    async def sweep(self) -> None:
        """Run the scheduler until nothing is due, or once if Discord is down."""
        for _ in range(20):
            await self.notifier.sweep()
            for table in await self.storage.outbox.due_tables(self.clock.now(), 200):
                self.heard[table] = None
            await self.tell()
            if self.wire.down or not await self.storage.anything_due(self.clock.now()):
                return
            self.clock.time += SWEEP
        raise AssertionError("the bot does not come to rest")

    async def busy(self) -> bool:
        """Return whether the bot has something to do now."""
        now = self.clock.now()
        return await self.storage.anything_due(now) or bool(await self.storage.outbox.due_tables(now, 1))

    def leap(self, to: datetime, *, alive: bool = True) -> None:
        """Set the clock, but never back. If ``alive``, store a recent heartbeat, as if the bot had been running."""
        self.clock.time = max(to, self.clock.time)
        if alive:
            self.truth("UPDATE heartbeat SET at = ?", stamp(self.clock.time - SWEEP))

    async def again(self, away: timedelta) -> None:
        """Stop the bot, and restart it this much later."""
        await self.end()
        self.leap(self.clock.now() + away, alive=False)
        await self.begin()
        await self.storage.outbox.retry_all(self.clock.now())  # as the announcer does when it starts
        await self.sweep()

    async def survive(
        self, work: Callable[[], Awaitable[Any]], away: timedelta, steps: Callable[[], int | None] = lambda: None
    ) -> bool:
        """Do the work. If the process dies, restart it this much later, for ``steps()`` more steps, until it survives.

        Return whether it did not die.
        """
        try:
            await work()
            return True
        except Killed:
            dead = True
        while dead:
            tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith("table ")]
            await asyncio.gather(*tasks, return_exceptions=True)
            self.life.spare(steps(), after=self.life.after)
            try:
                await self.again(away)
                dead = False
            except Killed:
                pass
        return False

    async def until(self, end: datetime) -> None:
        """Let time pass until ``end``, and let the bot work whenever something is due."""
        while (at := self.coming()) is not None and at <= end:
            self.leap(at)
            await self.sweep()
        self.leap(end)


@asynccontextmanager
async def world(games: Path | Address, monkeypatch: pytest.MonkeyPatch, seed: str = "") -> AsyncIterator[World]:
    """Yield a world whose bot also knows the toy game and draws nothing. The seed makes its deals reproducible."""

    async def blank(*what: Any) -> list[Picture]:
        return [Picture(b"", "a board", "board.png")]

    life = Life()
    in_one_thread(monkeypatch, life)
    monkeypatch.setitem(rules.GAMES, "toy", TOY)
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)
    monkeypatch.setattr(Delivery, "pictures_of", blank)
    chance = random.Random(seed)
    monkeypatch.setattr(secrets, "token_hex", lambda size=16: chance.randbytes(size).hex())
    made = World(games, life)
    await made.begin()
    try:
        yield made
    finally:
        await made.end()
