"""Check every request for problems that Discord refuses and simcord accepts, and every answer for the 3-second limit.

The limit is measured in real time, without the time in which the bot was ready to run but other processes had the
cores.
"""

import io
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from PIL import Image
from simcord import Env
from simcord.components import walk_components

from tests.bot.command_limits import all_problems, autocomplete_problems
from tests.bot.cores import kept_waiting, lost
from tests.bot.message_limits import ALT, V2, message_problems

SECONDS = 3.0  # limit for answering an interaction
ATTACHMENT_BYTES = 10 * 2**20
REQUEST_BYTES = 25 * 2**20  # for all files of a message
PICTURE_BYTES = 1_000_000  # our limit, not Discord's
COMPONENTS = 35  # our limit per message: Discord takes 40, but another language or option may need a few more
PICTURE_RATIO = 11 / 7  # Wider pictures jump while they load.
THREAD_NAME = 100
ARCHIVED_AFTER = {60, 1440, 4320, 10080}  # minutes after which Discord can archive a thread

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
SEND = re.compile(r"/channels/(\d+)/messages")
EDIT = re.compile(r"/channels/(\d+)/messages/(\d+)")
FOLLOW = re.compile(r"/webhooks/\d+/[^/]+")
CHANGE = re.compile(r"/webhooks/\d+/[^/]+/messages/[^/]+")
THREAD = re.compile(r"/channels/\d+(/messages/\d+)?/threads")
CHANNEL = re.compile(r"/channels/(\d+)")
PRESS, TYPING, FORM = 3, 4, 5  # sources of interactions: a button, a command option, a form
NEW, UPDATE_LATER, UPDATE, OFFER = 4, 6, 7, 8  # initial responses
VALUES = {3: str, 4: int}  # what may be offered for an option of this type


class Strict(list):  # type: ignore[type-arg]
    """A replacement for simcord's list of requests. `bad` lists everything that Discord would not have accepted."""

    def __init__(self, env: Env) -> None:
        super().__init__()
        self.env = env
        self.bad: list[str] = []
        # by interaction: the time of its start, and how long others had used the cores by then
        self.began: dict[str, tuple[float, dict[str, float]]] = {}
        self.answered: set[str] = set()
        self.asked: dict[str, int] = {}  # the source of each interaction
        self.typed: dict[str, int] = {}  # the type of the option that a person is typing
        self.sent = 0  # bytes of the current request's files
        env.backend.http_requests = self
        env.backend.subscribers.insert(0, self._event)
        self._store = env.backend.cdn.store_attachment
        env.backend.cdn.store_attachment = self._attachment  # type: ignore[method-assign, assignment]

    @property
    def waiting(self) -> set[str]:
        """Return the interactions that have no response yet."""
        return self.began.keys() - self.answered

    def check(self) -> None:
        """Fail the test if Discord would have refused anything, or if an interaction was never answered."""
        bad = self.bad + [f"interaction {number} was never answered" for number in sorted(self.waiting)]
        assert not bad, "Discord would have refused:\n" + "\n".join(bad)

    def forgive(self) -> list[str]:
        """Return the problems so far, and forget them and unanswered interactions, because the test provoked them."""
        bad, self.bad = self.bad, []
        self.answered |= self.began.keys()
        return bad

    def _event(self, name: str, payload: Mapping[str, Any]) -> None:
        if name == "INTERACTION_CREATE":
            self.began[payload["id"]] = time.perf_counter(), kept_waiting()
            if "type" in payload:
                self.asked[payload["id"]] = payload["type"]
            options = list((payload.get("data") or {}).get("options") or [])
            for option in options:
                options += option.get("options") or []
                if option.get("focused"):
                    self.typed[payload["id"]] = option["type"]

    def append(self, entry: Any) -> None:
        super().append(entry)
        self.sent = 0
        body, method, path = entry.json or {}, entry.method, entry.path
        if isinstance(body, Mapping):
            self._spare((body.get("data") or body).get("components") or [], path)
        if found := CALLBACK.fullmatch(path):
            self._callback(found[1], body)
        elif method == "POST" and (found := SEND.fullmatch(path)):
            self._note(message_problems(body), path)
            self._channel(int(found[1]), body)
        elif method == "PATCH" and (found := EDIT.fullmatch(path)):
            stored = self.env.backend.messages.get(int(found[1]), {}).get(int(found[2]))
            known = [file["filename"] for file in stored.attachments] if stored else []
            v2 = bool(stored and int(stored.flags) & V2)
            self._note(message_problems(body, attached=known, v2=v2, edit=True), path)
        elif method == "POST" and FOLLOW.fullmatch(path):
            self._note(message_problems(body, private=True), path)
        elif method == "PATCH" and CHANGE.fullmatch(path):
            self._note(message_problems(body, private=True, edit=True), path)
        elif (method == "POST" and THREAD.fullmatch(path)) or (method == "PATCH" and CHANNEL.fullmatch(path)):
            self._thread(body, new=method == "POST")
        elif method == "PUT" and path.endswith("/commands"):
            self._note(all_problems(entry.json), path)

    def _spare(self, components: list[Any], where: str) -> None:
        if (count := len(list(walk_components(components)))) > COMPONENTS:
            self.bad.append(f"{count} components in {where}, which leaves little room")

    def _note(self, problems: Iterable[str], where: str) -> None:
        self.bad += [f"{problem} in {where}" for problem in problems]

    def _callback(self, number: str, body: Mapping[str, Any]) -> None:
        self.answered.add(number)
        began, waited = self.began[number]
        took = time.perf_counter() - began
        if took > SECONDS and (took := took - lost(waited, kept_waiting())) > SECONDS:
            self.bad.append(f"interaction {number} was answered after {took:.1f} s")
        data, kind, asked = body.get("data") or {}, body["type"], self.asked.get(number)
        if asked is not None and (
            (kind == OFFER) != (asked == TYPING) or (kind in {UPDATE, UPDATE_LATER} and asked not in {PRESS, FORM})
        ):
            self.bad.append(f"an answer of kind {kind} to an interaction of kind {asked}")
        if kind in {NEW, UPDATE}:
            self._note(message_problems(data, private=True, edit=kind == UPDATE), "callback")
        elif kind == OFFER:
            self._note(autocomplete_problems(data["choices"]), "callback")
            wanted = VALUES.get(self.typed.get(number, 0), (str, int))
            others = [one["value"] for one in data["choices"] if not isinstance(one["value"], wanted)]
            self._note((f"the value {value!r} for an option of another type" for value in others), "callback")

    def _thread(self, body: Mapping[str, Any], *, new: bool) -> None:
        if (new or "name" in body) and not 1 <= len(body.get("name") or "") <= THREAD_NAME:
            self.bad.append(f"a thread called {body.get('name')!r}")
        if body.get("auto_archive_duration") not in {None, *ARCHIVED_AFTER}:
            self.bad.append(f"a thread that is archived after {body['auto_archive_duration']} minutes")

    def _channel(self, number: int, body: Mapping[str, Any]) -> None:
        channel = self.env.backend.channels.get(number)
        if channel is None or channel.guild_id is None:
            return
        bot = self.env.backend.bot_user.id
        permissions = discord.Permissions(self.env.backend.compute_permissions(channel.guild_id, bot, number))
        if body.get("attachments") and not permissions.attach_files:
            self.bad.append("a picture without the permission to attach files")
        state = channel.thread_metadata
        if state is not None and state.locked and not permissions.manage_threads:
            self.bad.append("a message in a locked thread")

    def _attachment(self, number: int, channel: int, filename: str, data: bytes, description: str | None) -> Any:
        if len(data) >= ATTACHMENT_BYTES:
            self.bad.append(f"{filename} has {len(data)} bytes")
        self.sent += len(data)
        if self.sent > REQUEST_BYTES:
            self.bad.append(f"{self.sent} bytes of files in one request")
        if len(description or "") > ALT:
            self.bad.append(f"the description of {filename} has {len(description or '')} characters")
        if filename.endswith(".png"):
            with Image.open(io.BytesIO(data)) as picture:
                if picture.width / picture.height > PICTURE_RATIO:
                    self.bad.append(f"{filename} is {picture.width} x {picture.height}, wider than 11:7")
            if len(data) > PICTURE_BYTES:
                self.bad.append(f"{filename} has {len(data)} bytes")
        return self._store(number, channel, filename, data, description)
