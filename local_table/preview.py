"""The page of the local table: simcord's preview, but with a channel for each tab, live updates, and our own API.

simcord's own page shows one channel, shows moves made in other tabs only when reloaded, and rejects a click if the
world has changed since. Here a page always gets the current state, and the world is changed by one request at a time.
"""

import asyncio
import json
import re
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from aiohttp import web
from cachetools import LRUCache
from simcord.backend.access import can_access_channel
from simcord.backend.errors import BackendError, SetupError
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.preview import Preview, _commands, _markdown, _messages, _queries, _snapshot
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from local_table.simulation import BUTTON_TYPE, SimulatedDiscord
from local_table.world import World, hide_old_answers
from rules.notation import read_number

ASSETS = Path(__file__).parent / "assets"
STOCK = PreviewServer._STATIC_FILES
OURS = (
    "stock_page.js",
    "table.js",
    "page_api.js",
    "presses.js",
    "reads.js",
    "messages.js",
    "choices.js",
    "pictures.js",
    "table.css",
)
# The stock page loads its start and its style from addresses that are ours; the stock ones have other addresses.
FILES = {
    **STOCK,
    **{path: str(ASSETS / "no_grammar.js") for path in STOCK if "/highlight/es/languages/" in path},
    **{f"/table/{name}": str(ASSETS / name) for name in OURS},
    "/app.js": str(ASSETS / "app.js"),
    "/stock_app.js": STOCK["/app.js"],
    "/preview.css": str(ASSETS / "preview.css"),
    "/stock_preview.css": STOCK["/preview.css"],
}
STYLES = {file: "text/css" for file in FILES.values() if file.endswith(".css")}
FONT_CACHE_CONTROL = "private, max-age=31536000, immutable"  # The name of a font contains its version.
# On the page a button's key ends with the id that it had when it was drawn.
ID_MARK = "~"
CHANNEL = re.compile(r"<#([0-9]{1,20})>")  # a mention of a channel
REMEMBERED_BUTTONS = 5000
# A PNG file begins with these bytes, and has its width and height at that offset.
PNG, SIZE = b"\x89PNG\r\n\x1a\n", 16
# The response header with the mark of the state that the page gets.
MARK = "X-Table-Mark"
# The stock page lists all messages in a sidebar, which costs as much as the channel itself. A search without results
# empties it.
NO_MESSAGE = "0"
LOOPBACK = "127.0.0.1"

STILL_WORKING = "action-timeout"
ANSWERED = ("acknowledged", "deferred")
MESSAGE_CHANGED = "This message has changed since you loaded it. Look again, then choose again."
UNANSWERED = "The bot did not respond in time. Check the channel before you try again."
FAILED = "The bot failed with an error. Press ⚠ at the top for details."
REASONS = {
    "busy": "Your last action is still running. Wait a moment, then choose again.",
    "commands-unsynced": "The bot is still starting. Wait a moment, then try again.",
    "command-unavailable": "This command does not exist here.",
    "command-changed": "The command has changed since you started typing. Type it again.",
    "command-option-invalid": "One of the command's options has an invalid value. Choose one from the list.",
    "autocomplete-unanswered": "No suggestions for what you typed. Try other words.",
    "action-callback-error": FAILED,
    STILL_WORKING: UNANSWERED,
    "action-cancelled": "The bot was stopped before it could respond. Try again.",
}

Page = _Page
Answer = Callable[[Page, Mapping[str, Any]], Awaitable[dict[str, Any]]]

_build_parser = _markdown._markdown_parser
_describe = _commands.entry_for_leaf
_names = _messages._markdown_context
_shown: ContextVar[ChannelHandle | None] = ContextVar("shown", default=None)


class TableServer(PreviewServer):
    """simcord's server, with our script and style around those of the stock page."""

    _STATIC_FILES: ClassVar[dict[str, str]] = FILES
    _STATIC_CONTENT_TYPES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_CONTENT_TYPES, **STYLES}

    def __init__(self, preview: "TablePreview", host: str, port: int) -> None:
        super().__init__(preview, port)
        self._host = host

    async def start(self) -> None:
        """Listen at our address, because simcord's server listens only at the loopback address.

        Raise SetupError if this machine doesn't have the address, or the port is taken.
        """
        await super().start()
        if self._host == LOOPBACK:
            return
        await self.site.stop()
        try:
            await web.TCPSite(self.runner, self._host, self.port).start()
        except OSError as error:
            raise SetupError(f"{self._host} is no address of this machine") from error

    async def _state(self, request: Any) -> Any:
        response = await super()._state(request)
        if response.status == HTTPStatus.OK:
            response.headers[MARK] = mark_of(json.loads(response.text))
        return response

    async def _static(self, request: Any) -> Any:
        response = await super()._static(request)
        if request.path.startswith("/fonts/"):
            response.headers["Cache-Control"] = FONT_CACHE_CONTROL
        return response


class Pictures(MediaWorker):
    """A replacement for simcord's check of pictures that accepts the bot's boards as they are.

    simcord starts a process for each picture on each page to compress it again. That takes longer than drawing it, and
    the page waits for it. On this page only the bot shows pictures.
    """

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(PNG):
            return await super()._decode(key, blob, media_time)
        width, height = struct.unpack_from(">II", blob, SIZE)
        # Only the header is read here, without a process that needs a memory limit.
        return MediaInfo("PNG", width, height, 1, width * height * 4, blob, "image/png", memory_limited=True)


class TablePreview(Preview):
    """simcord's preview of a local table, with one lock for everything that changes its world."""

    _MAX_PAGES = 64
    _MAX_MEDIA_BYTES = 512 * 1024 * 1024
    _PAGE_LEASE_SECONDS = 12 * 3600.0  # A laptop may sleep through the night.
    env: SimulatedDiscord
    answer: Answer  # This handles the page's own requests.

    def __init__(self, env: SimulatedDiscord, world: World, host: str, port: int) -> None:
        self._home = world.channels[0]
        self.turn = asyncio.Lock()  # This serialises all changes to the world.
        # By page: the reason why its last action failed.
        self.why: LRUCache[str, str] = LRUCache(self._MAX_PAGES)
        self._drawn: LRUCache[str, int] = LRUCache(self._MAX_PAGES)  # By page: the world's age when it was last drawn.
        # By message and button id: the message's components when the button was last drawn.
        self.buttons: LRUCache[tuple[int, str], list[Any]] = LRUCache(REMEMBERED_BUTTONS)
        look: dict[str, Any] = {"layout": "channel", "display": "responsive", "width": 960, "height": 720}
        look |= {"locale": "en-US", "timezone": "UTC", "presentation_time": None, "assets": None}
        super().__init__(env, self._home, world.people, port=port, **look)
        self._server = TableServer(self, host, port)
        self.capability = "table"  # The address is the same in every run, so that open tabs and bookmarks keep working.
        self.age = 0
        self._media_worker = Pictures()

    @property
    def channel(self) -> ChannelHandle:
        """Return the channel of the page being served, or the first channel."""
        return _shown.get() or self._home

    @channel.setter
    def channel(self, _: ChannelHandle) -> None:
        pass  # The base class sets it once, for all pages.

    def channel_of(self, page: Page) -> ChannelHandle:
        """Return the channel that a page shows."""
        channel = self.env.backend.get_channel(page.channel_id)
        guild = self.env.backend.guilds.get(channel.guild_id) if channel.guild_id is not None else None
        return ChannelHandle(self.env, GuildHandle(self.env, guild) if guild is not None else None, channel)

    def show(self, page: Page, viewer: Any, channel: int) -> None:  # type: ignore[override]
        """Show this channel on a page, as this person sees it."""
        page.viewer, page.channel_id = viewer, channel
        page.target_id = page.window_end_id = page.modal = page.modal_handle = None
        page.status = "current"
        page.generation += 1
        self._reset_queries(page)
        self._clear_page_assets(page)
        self._publish(page, reason="navigation")

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        page = self._get_page(context_id)
        if not isinstance(body, Mapping):
            return await super()._action(context_id, body)
        if str(body.get("kind")).startswith("table."):
            return await self.answer(page, body)
        async with self.turn:
            if body.get("sequence") == page.last_sequence + 1:
                # The page may be slightly behind the world or the bot; its request is validated anyway.
                body = {**body, "published_revision": page.revision, "bot_generation": self.env._generation}
            token = _shown.set(self.channel_of(page))
            try:
                done = await super()._action(context_id, body)
            finally:
                _shown.reset(token)
        self.why[page.id] = failure_text(done)
        return done

    def _page_payload(self, page: Page) -> dict[str, Any]:
        if self._drawn.get(page.id) != self.world_age():
            self._publish(page, reason="refresh")
        return super()._page_payload(page)

    def mark(self, page: Page) -> str:
        """Return an ETag for the page's current content, which changes whenever the content does."""
        return mark_of(self._page_payload(page))

    def world_age(self) -> int:
        """Return a number that grows with every event in the world."""
        return self.age + len(self.env.backend.transcript)

    def _publish(self, page: Page, **options: Any) -> None:
        if page.channel_id not in self.env.backend.channels:
            page.channel_id = self._home.id  # The channel was deleted.
        self._drawn[page.id] = self.world_age()
        hide_old_answers(self.env, page.channel_id, page.viewer.id)
        self._advance_presentation_time()
        page.navigation_query = NO_MESSAGE
        super()._publish(page, **options)
        for number, message in page.snapshot["messages"].items():
            components = self.env.backend.get_message(page.channel_id, int(number)).components
            for component in walk_components(message["components"]):
                if component.get("type") == BUTTON_TYPE and component.get("custom_id"):
                    component["control_key"] += ID_MARK + component["custom_id"]
                    self.buttons[int(number), component["custom_id"]] = components

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Page:
        browsers = [page for page in self._pages.values() if page is not self._python]
        if len(browsers) >= self._MAX_PAGES:
            self._close_page(min(browsers, key=lambda page: page.last_activity).id)
        return super()._open_page(viewer_id, target_id)

    def stored(self, page: Page, message: Any) -> Any:
        """Return the message with this id in the page's channel, or None if the page's viewer can't see it."""
        try:
            found = self.env.backend.get_message(page.channel_id, read_number(str(message)) or 0)
        except BackendError:
            return None
        return found if found.visible_to(page.viewer.id) else None


def mark_of(payload: Mapping[str, Any]) -> str:
    """Return a short digest that differs for payloads that a page shows differently.

    It ignores details that no page shows: the time and number of publications, and details that a picture gets once it
    is viewed.
    """
    shown = {name: value for name, value in payload.items() if name not in {"publication", "publishedRevision"}}
    shown["profile"] = {**payload["profile"], "presentationTime": None}
    shown["assets"] = {asset: found["available"] for asset, found in payload["assets"].items()}
    return blake2b(json.dumps(shown).encode(), digest_size=9).hexdigest()


def failure_text(done: Mapping[str, Any]) -> str:
    """Return the reason why an action failed, in words for the person who tried it, or "" if it succeeded."""
    codes = [str(found.get("code")) for found in done.get("diagnostics") or ()]
    if codes == [STILL_WORKING] and done.get("acknowledgement") in ANSWERED:
        return ""  # The bot has answered, so what it says about its work is true.
    if not done.get("rejected") and done.get("settlement") in (None, "settled") and not codes:
        return UNANSWERED if done.get("acknowledgement") == "unacknowledged" else ""
    return next((REASONS[code] for code in codes if code in REASONS), MESSAGE_CHANGED)


@lru_cache(maxsize=256)
def _cached_parser(policy: str, context: str) -> Any:
    return _build_parser(json.loads(policy), json.loads(context))


@lru_cache(maxsize=1024)
def _parsed(policy: str, context: str, way: str, text: str) -> Any:
    return getattr(_cached_parser(policy, context), way)(text, {"context": json.loads(context)})


def _parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    known = json.dumps(policy, sort_keys=True), json.dumps(context, sort_keys=True)
    return SimpleNamespace(
        parse=lambda text, _: _parsed(*known, "parse", text),
        parseInline=lambda text, _: _parsed(*known, "parseInline", text),
    )


def _context(preview: Preview, page: Page, message: Any, channel: Any, *, content: str = "") -> dict[str, Any]:
    """Return the names of everything mentioned in a text, by kind and id.

    In a DM, include the mentioned channels that its reader can see, as Discord does.
    """
    found = _names(preview, page, message, channel, content=content)
    if channel.guild_id is not None:
        return found
    channels = dict[str, str]()
    for number in CHANNEL.findall(" ".join(_messages._message_texts(message, content))):
        if can_access_channel(preview.env, int(number), page.viewer):
            channels[number] = preview.env.backend.get_channel(int(number)).name or number
    return {**found, "channels": channels, "channel_ids": list(channels)}


Leaf = Mapping[str, Any]  # A command without subcommands.
_entries: LRUCache[tuple[int, str], tuple[Leaf, Leaf, dict[str, Any]]] = LRUCache(1024)


def _entry(command: Leaf, path: list[str], leaf: Leaf) -> dict[str, Any]:
    key = id(command), " ".join(path)
    known = _entries.get(key)
    if known is None or known[0] is not command or known[1] is not leaf:
        known = _entries[key] = command, leaf, _describe(command, path, leaf)
    return known[2]


# simcord builds a parser for every single text, which takes longer than everything else on the page. Most texts need
# the same parser, and each page parses all its messages again at every event.
_markdown._markdown_parser = _parser
# Each page requests all commands, nearly a hundred, twice a second, which took a third of all its work.
_commands.entry_for_leaf = _entry
for _module in (_messages, _queries, _snapshot):
    setattr(_module, "_markdown_context", _context)  # noqa: B010, the name is private
