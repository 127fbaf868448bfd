"""What Discord refuses and simcord lets pass, and the three seconds in real time, noted for every request."""

import io
import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord
from PIL import Image
from simcord import Env
from simcord.components import walk_components

SECONDS = 3.0  # in which an interaction must be answered
CHOICES = 25
ATTACHMENTS = 10
ATTACHMENT_BYTES = 10 * 2**20
PICTURE_BYTES = 1_000_000  # ours, not Discord's
PICTURE_RATIO = 11 / 7  # wider ones jump while they load
ALT_TEXT = 1024
NAME = 100  # of threads and choices
CUSTOM_ID = 100
SUBCOMMANDS = 25
COMMANDS = 100
COMMAND_CHARACTERS = 8000
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
ROW, BUTTON, STRING_SELECT, SECTION, GALLERY, CONTAINER = 1, 2, 3, 9, 12, 17
LINK, PREMIUM = 5, 6

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
SEND = re.compile(r"/channels/(\d+)/messages")
MESSAGES = (
    SEND,
    re.compile(r"/channels/(\d+)/messages/\d+"),
    re.compile(r"/webhooks/\d+/[^/]+"),
    re.compile(r"/webhooks/\d+/[^/]+/messages/[^/]+"),
)
MESSAGE_CALLBACKS = {4, 7}  # a new message, an edit; the others carry none
AUTOCOMPLETE = 8


class Strict(list):  # type: ignore[type-arg]
    """Takes the place of simcord's list of requests; `bad` says what Discord would not have taken."""

    def __init__(self, env: Env) -> None:
        super().__init__()
        self.env = env
        self.bad: list[str] = []
        self.began: dict[str, float] = {}
        self.answered: set[str] = set()
        env.backend.http_requests = self
        env.backend.subscribers.insert(0, self._event)
        self._store = env.backend.cdn.store_attachment
        env.backend.cdn.store_attachment = self._attachment  # type: ignore[method-assign, assignment]

    def check(self) -> None:
        """Fail the test if there was anything bad."""
        unanswered = self.began.keys() - self.answered
        bad = self.bad + [f"interaction {number} was never answered" for number in sorted(unanswered)]
        assert not bad, "Discord would have refused:\n" + "\n".join(bad)

    def forgive(self) -> list[str]:
        """Take note of what was bad so far, because the test provoked it."""
        bad, self.bad = self.bad, []
        self.answered |= self.began.keys()
        return bad

    def _event(self, name: str, payload: Mapping[str, Any]) -> None:
        if name == "INTERACTION_CREATE":
            self.began[payload["id"]] = time.perf_counter()

    def append(self, entry: Any) -> None:
        super().append(entry)
        body = entry.json
        if found := CALLBACK.fullmatch(entry.path):
            self._callback(found[1], body)
        elif entry.method in {"POST", "PATCH"} and any(path.fullmatch(entry.path) for path in MESSAGES):
            self._message(body or {}, entry.path)
            if entry.method == "POST" and (sent := SEND.fullmatch(entry.path)):
                self._channel(int(sent[1]), body or {})
        elif entry.method == "POST" and entry.path.endswith("/threads"):
            self._limit(body.get("name", ""), NAME, f"thread name {body.get('name')!r}")
        elif entry.method == "PUT" and entry.path.endswith("/commands"):
            self._commands(body)

    def _limit(self, text: str, most: int, what: str) -> None:
        if not 1 <= len(text) <= most:
            self.bad.append(f"{what} has {len(text)} characters, not 1 to {most}")

    def _callback(self, number: str, body: Mapping[str, Any]) -> None:
        self.answered.add(number)
        if (took := time.perf_counter() - self.began[number]) > SECONDS:
            self.bad.append(f"interaction {number} was answered after {took:.1f} s")
        data = body.get("data") or {}
        if body["type"] in MESSAGE_CALLBACKS:
            self._message(data, "callback")
        elif body["type"] == AUTOCOMPLETE:
            if len(data["choices"]) > CHOICES:
                self.bad.append(f"autocomplete offers {len(data['choices'])} choices")
            for choice in data["choices"]:
                self._limit(choice["name"], NAME, f"choice {choice['name']!r}")
                self._limit(str(choice["value"]), NAME, f"value {choice['value']!r}")

    def _message(self, body: Mapping[str, Any], where: str) -> None:
        if "allowed_mentions" not in body:
            self.bad.append(f"no allowed_mentions in {where}")
        if len(body.get("attachments") or []) > ATTACHMENTS:
            self.bad.append(f"{len(body['attachments'])} attachments in {where}")
        for component in walk_components(body.get("components") or []):
            self.bad += [f"{problem} in {where}" for problem in component_problems(component)]

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
        if len(description or "") > ALT_TEXT:
            self.bad.append(f"the description of {filename} has {len(description or '')} characters")
        if filename.endswith(".png"):
            with Image.open(io.BytesIO(data)) as picture:
                if picture.width / picture.height > PICTURE_RATIO:
                    self.bad.append(f"{filename} is {picture.width} x {picture.height}, wider than 11:7")
            if len(data) > PICTURE_BYTES:
                self.bad.append(f"{filename} has {len(data)} bytes")
        return self._store(number, channel, filename, data, description)

    def _commands(self, commands: list[dict[str, Any]]) -> None:
        if len(commands) > COMMANDS:
            self.bad.append(f"{len(commands)} commands")
        for command in commands:
            self.bad += command_problems(command)


def component_problems(component: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with one component of a message."""
    kind = component["type"]
    if kind in {ROW, CONTAINER} and not component.get("components"):
        yield "an empty row or container"
    if kind == SECTION and not component.get("accessory"):
        yield "a section without accessory"
    if kind == BUTTON and component.get("style") != PREMIUM:
        if not component.get("label") and not component.get("emoji"):
            yield "a button with neither label nor emoji"
        if component.get("style") != LINK and not component.get("custom_id"):
            yield "a button without id"
    if len(component.get("custom_id") or "") > CUSTOM_ID:
        yield f"the id {component['custom_id']!r} of {len(component['custom_id'])} characters"
    if kind == STRING_SELECT and not 1 <= len(component.get("options") or []) <= CHOICES:
        yield f"a select with {len(component.get('options') or [])} options"
    if kind == GALLERY:
        for item in component.get("items") or []:
            if not item.get("description"):
                yield "a picture without alt text"
            elif len(item["description"]) > ALT_TEXT:
                yield f"an alt text of {len(item['description'])} characters"


def command_problems(command: Mapping[str, Any]) -> list[str]:
    """What is wrong with a command, its options and its subcommands."""
    name = command["name"]
    bad = [f"/{name}: {problem}" for node in _nodes(command) for check in _CHECKS for problem in check(node)]
    if (size := characters(command)) > COMMAND_CHARACTERS:
        bad.append(f"/{name} has {size} characters")
    return bad


def characters(node: Mapping[str, Any]) -> int:
    """What Discord counts of a command: names, descriptions and values, each in its longest language."""
    texts = [
        max(map(len, [node.get(key, ""), *(node.get(f"{key}_localizations") or {}).values()]))
        for key in ("name", "description")
    ]
    within = [*(node.get("options") or []), *(node.get("choices") or [])]
    return sum(texts) + len(str(node.get("value", ""))) + sum(map(characters, within))


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for option in node.get("options") or []:
        yield from _nodes(option)


def _names(node: Mapping[str, Any]) -> Iterator[str]:
    if node.get("type", 1) not in {2, 3} or "options" in node or "required" in node:  # context menus are named freely
        for name in [node["name"], *(node.get("name_localizations") or {}).values()]:
            if not COMMAND_NAME.fullmatch(name) or name != name.lower():
                yield f"the name {name!r}"


def _descriptions(node: Mapping[str, Any]) -> Iterator[str]:
    texts = [node["description"]] if "description" in node else []
    for text in [*texts, *(node.get("description_localizations") or {}).values()]:
        if not 1 <= len(text) <= NAME:
            yield f"the description {text!r} of {node['name']}"


def _counts(node: Mapping[str, Any]) -> Iterator[str]:
    if len(node.get("options") or []) > SUBCOMMANDS:
        yield f"{len(node['options'])} options or subcommands"
    if len(node.get("choices") or []) > CHOICES:
        yield f"{len(node['choices'])} choices of {node['name']}"
    for choice in node.get("choices") or []:
        for name in [choice["name"], *(choice.get("name_localizations") or {}).values()]:
            if not 1 <= len(name) <= NAME:
                yield f"the choice {name!r} of {node['name']}"


_CHECKS: tuple[Callable[[Mapping[str, Any]], Iterator[str]], ...] = (_names, _descriptions, _counts)
