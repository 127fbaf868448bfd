"""The page's own requests to the local table: channels and seats, presses of buttons, commands, the clock, a restart.

The method `_do_KIND` handles requests of a kind. The page also shows unread pings, and errors.
"""

import asyncio
import logging
import secrets
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

from discord import AppCommandType
from discord.ext import commands
from simcord import Env
from simcord.backend.access import can_access_channel
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Interaction
from simcord.builders import UserHandle
from simcord.results import InteractionResult

from bot.context import App
from bot.preferences import SPEECH
from bot.ui.message import Id
from games import GAMES
from local_table.preview import ID_MARK, Page, TablePreview
from local_table.simulation import SimulatedDiscord
from local_table.typed_line import read_line
from local_table.world import Reposter, World, hide_message, trim_data
from rules.notation import read_number
from rules_service.options import PICTURE_OPTION
from wording import languages, words
from wording.catalogue import language_name
from wording.text_limits import capital

log = logging.getLogger(__name__)
Bot = commands.Bot | commands.AutoShardedBot
SECONDS_PER_TICK = 0.5
MAX_TIME_STEP = timedelta(minutes=10)  # Clicks are handled between two steps.
SECONDS_BETWEEN_TRIMS = 60.0
READING = ("state", "show")  # Requests that only read.
CHOOSING_LANGUAGE = ("press", "start")  # Requests in which a person may choose another language.
MAX_ERRORS_SHOWN = 20
LONGEST_SKIP = timedelta(days=30)
# Discord shows this text under a button that the bot left unanswered.
NO_ANSWER = "This interaction failed."
STILL_AT_WORK = "The bot is still busy. Wait a while, then look again."


class Refused(Exception):
    """A request that is not possible. The page shows the text."""


class LocalTable:
    """A running local table. It answers its page's requests; those that change the world are handled one at a time.

    It also keeps the clock: simulated time follows real time, and can skip ahead on request.
    """

    def __init__(
        self, env: SimulatedDiscord, world: World, preview: TablePreview, make_bot: Callable[[], Awaitable[Bot]]
    ) -> None:
        self.env, self.world, self.preview, self.make_bot = env, world, preview, make_bot
        self.pings, self.problems, self.reposter = Pings(env, world), Problems(env), Reposter(env, preview.turn)
        self._spoken: dict[int, str] = {}  # By person: the language they have chosen.
        self._last = self._trimmed = time.monotonic()
        self._due = timedelta()  # The time that has yet to pass on the clock.

    async def keep_time(self) -> None:
        """Keep the clock running forever."""
        while True:
            await asyncio.sleep(SECONDS_PER_TICK)
            try:
                now = time.monotonic()
                self._due += timedelta(seconds=now - self._last)
                self._last = now
                await self._catch_up()
                if now - self._trimmed > SECONDS_BETWEEN_TRIMS:
                    self._trimmed = now
                    self.preview.age += trim_data(self.env)
            except TimeoutError:
                seconds = self.env.settle_timeout
                log.warning("The simulated Discord has waited %.0f s for the bot; it is still busy.", seconds)
            except Exception:
                log.exception("error while advancing the clock")

    async def _catch_up(self) -> None:
        """Advance the simulated clock by the outstanding time, in steps, and handle everything that becomes due."""
        while self._due > timedelta():
            async with self.preview.turn:
                stride = min(self._due, MAX_TIME_STEP)
                self._due -= stride
                await self.env.advance_time(stride.total_seconds())

    async def answer(self, page: Page, request: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a request of the page. Return the state, whether it succeeded ("ok"), and the "error" or None."""
        kind, error = str(request["kind"]).removeprefix("table."), None
        does = getattr(self, f"_do_{kind}", None)
        try:
            if does is None:
                raise Refused("This page is out of date. Reload it.")
            await does(page, request)
        except (Refused, BackendError, SetupError) as refused:
            error = str(refused)
        except TimeoutError:
            error = STILL_AT_WORK
        except Exception as failed:
            log.exception("error at the local table")
            error = f"{type(failed).__name__}: {failed}"
        if kind not in READING:
            self.preview.age += 1
        if kind in CHOOSING_LANGUAGE:
            self._spoken.pop(page.viewer.id, None)
        if page.viewer.id not in self._spoken:
            # The person's language, or English; a test bot stores no people.
            app: App | None = getattr(self.env.bot, "app", None)
            known = await app.storage.people.preferences(page.viewer.id) if app else {}
            self._spoken[page.viewer.id] = words(known.get(SPEECH.option.id, "")).lang
        return {"ok": error is None, "error": error, **self._state(page)}

    def _state(self, page: Page) -> dict[str, Any]:
        self.pings.read(page.viewer.id, page.channel_id)
        return {
            "mark": self.preview.mark(page),
            "now": self.env.now().isoformat(),
            "seat": str(page.viewer.id),
            "channel": str(page.channel_id),
            "seats": [
                {"id": str(person.id), "name": person.name.capitalize(), "pings": self.pings.waiting(person.id)}
                for person in self.world.people
            ],
            "channels": self._channels(page),
            "pinged": self.pings.in_channel(page.channel_id, page.viewer.id),
            "problems": self.problems.texts(),
            "news": self.reposter.progress(),
            "why": self.preview.why.get(page.id, ""),
            "greeting": self._greeting(page),
            "menu": self._menu(page),
        }

    def _menu(self, page: Page) -> list[dict[str, str]]:
        """Return the context-menu commands for messages: their names, and their titles in the viewer's language."""
        commands = self.env.backend.visible_commands(
            user_id=page.viewer.id, channel_id=page.channel_id, type=AppCommandType.message.value
        )
        spoken = self._spoken.get(page.viewer.id, "")
        return [
            {"name": one["name"], "title": (one.get("name_localizations") or {}).get(spoken, one["name"])}
            for one in commands
        ]

    def _greeting(self, page: Page) -> list[dict[str, str]]:
        """Return the greeting of an empty channel in the language of the page's viewer: texts, and buttons by kind.

        In a DM with the bot it offers only the games that can be played alone.
        """
        w = words(self._spoken.get(page.viewer.id, ""))
        alone = self.env.backend.get_channel(page.channel_id).guild_id is None
        games = {name: game for name, game in GAMES.items() if not alone or 1 in game.rules.seats}
        taught = {name: game for name, game in GAMES.items() if game.lesson}
        return [
            {"hello": " · ".join(words(lang)._("Language") for lang in languages())},
            *({"kind": "start", "id": f"speak {lang}", "title": capital(language_name(lang))} for lang in languages()),
            {"hello": w._("New to the games? A lesson takes a few minutes, and only you see it.")},
            *({"kind": "learn", "id": name, "title": w._("Learn {game}", game=taught[name].title)} for name in taught),
            {"hello": w._("Alone? The computer is ready right away.")},
            {"kind": "start", "id": "welcome computer", "title": w._("Play against the computer")},
            {"hello": w._("Play alone") if alone else w._("Play with friends: open a table here.")},
            *({"kind": "open", "id": name, "title": game.title} for name, game in games.items()),
        ]

    def _channels(self, page: Page) -> list[dict[str, Any]]:
        backend, seat = self.env.backend, page.viewer.id
        member = self._person(seat)

        def shown(channel: Any) -> bool:
            if channel.guild_id is None:
                return bool(channel.id == backend.dm_channels.get(seat))
            return can_access_channel(self.env, channel.id, member, history=True)

        return [
            {
                "id": str(channel.id),
                "name": channel.name or backend.bot_user.name,
                "kind": "direct" if channel.guild_id is None else "thread" if channel.is_thread else "channel",
                "parent": str(channel.parent_id) if channel.is_thread else None,
                "pings": len(self.pings.unread(seat, channel.id)),
                "fresh": self.pings.fresh(seat, channel.id),
            }
            for channel in filter(shown, backend.channels.values())
        ]

    def _person(self, seat: Any) -> Any:
        found = {str(person.id): person for person in self.world.people}.get(str(seat))
        if found is None:
            raise Refused("There is no player with that name here.")
        return found

    async def _do_state(self, page: Page, request: Mapping[str, Any]) -> None:
        pass

    async def _do_show(self, page: Page, request: Mapping[str, Any]) -> None:
        person = self._person(request.get("seat", page.viewer.id))
        wanted = read_number(str(request.get("channel") or page.channel_id)) or 0
        if request.get("pinged"):
            wanted = self.pings.where(person.id) or wanted
        channel = self.env.backend.channels.get(wanted)
        if channel is None:
            raise Refused("That channel no longer exists.")
        direct = channel.guild_id is None
        if direct:  # In a DM, each person has their own conversation with the bot.
            wanted = self.env.backend.dm_channels[person.id]
        elif not can_access_channel(self.env, wanted, person, history=True):
            wanted = self.world.channels[0].id
        async with self.preview.turn:
            self.preview.show(page, person.user if direct else person, wanted)

    async def _do_press(self, page: Page, request: Mapping[str, Any]) -> None:
        place, _, custom_id = str(request.get("key")).partition(ID_MARK)
        message = self.preview.stored(page, place.split(":")[1] if ":" in place else None)
        if message is None:
            raise Refused("That message no longer exists.")
        components = self.preview.buttons.get((message.id, custom_id))
        if components is None:
            raise Refused(NO_ANSWER)
        who = page.viewer
        result = await self._interact(lambda: self.env.press(who, message, custom_id, components))
        if result.modal is not None and page.viewer is who:
            page.modal, page.modal_handle = result, "m_" + secrets.token_urlsafe(12)

    async def _do_menu(self, page: Page, request: Mapping[str, Any]) -> None:
        """Run a context-menu command on a message. Raise Refused if the message no longer exists."""
        message = self.preview.stored(page, request.get("message"))
        if message is None:
            raise Refused("That message no longer exists.")
        await self._interact(lambda: self.env.choose(page.viewer, message, str(request.get("name"))))

    async def _do_line(self, page: Page, request: Mapping[str, Any]) -> None:
        """Run a command typed as one line. Raise Refused if there is no such command."""
        commands = self.env.backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
        read = read_line(str(request.get("line")), commands)
        if read is None:
            raise Refused("There is no such command. Type / for a list.")
        name, options = read
        await self._command(page, name, **options)

    async def _interact(self, send: Callable[[], Interaction]) -> InteractionResult:
        """Send an interaction to the bot and wait until it has nothing left to do.

        Raise Refused if it didn't answer.
        """
        busy, sent = "", None
        try:
            async with self.preview.turn, self.env.operation("press", "INTERACTION_CREATE"):
                sent = send()
        except TimeoutError:
            busy = STILL_AT_WORK
        if sent is None or not (result := InteractionResult(self.env, sent)).acknowledged:
            raise Refused(busy or NO_ANSWER)
        return result  # The bot's message about its progress is the result, even if the work goes on.

    async def _do_open(self, page: Page, request: Mapping[str, Any]) -> None:
        """Open a table in an empty channel, with pictures that suit the screen."""
        looks = {PICTURE_OPTION.id: "wide"} if request.get("wide") else {}
        await self._command(page, "table open", game=str(request.get("game")), **looks)

    async def _do_learn(self, page: Page, request: Mapping[str, Any]) -> None:
        """Start or continue a game's lesson in an empty channel."""
        await self._command(page, "learn", game=str(request.get("game")))

    async def _do_start(self, page: Page, request: Mapping[str, Any]) -> None:
        """Open the bot's start panel in an empty channel, and press one of its buttons.

        Raise Refused if the bot doesn't answer.
        """
        action, _, said = str(request.get("game")).partition(" ")
        answer = (await self._command(page, "table open")).response
        if answer is None:
            raise Refused(NO_ANSWER)
        panel = self.env.backend.get_message(page.channel_id, answer.id)
        async with self.preview.turn, self.env.operation("press", "INTERACTION_CREATE"):
            self.env.press(page.viewer, panel, str(Id(0, action, words=said)))

    async def _command(self, page: Page, name: str, **options: Any) -> InteractionResult:
        """Run a command with these options for the page's viewer, and return its result."""
        who = page.viewer
        async with self.preview.turn:
            where = () if isinstance(who, UserHandle) else (self.preview.channel_of(page),)
            result: InteractionResult = await who.slash(*where, name, **options)
        return result

    async def _do_dismiss(self, page: Page, request: Mapping[str, Any]) -> None:
        message = self.preview.stored(page, request.get("message"))
        if message is not None and message.is_ephemeral:
            hide_message(message)

    async def _do_thread(self, page: Page, request: Mapping[str, Any]) -> None:
        name = str(request.get("name") or "").strip()
        if not 1 <= len(name) <= 100:
            raise Refused("A thread name must have 1 to 100 characters.")
        channel = self.env.backend.get_channel(page.channel_id)
        if channel.guild_id is None:
            raise Refused("You can't create threads in DMs.")
        async with self.preview.turn:
            async with self.env.operation("thread", "THREAD_CREATE"):
                parent = channel.permission_channel_id()
                thread = self.env.backend.create_thread(parent, name, page.viewer.id)
            self.preview.show(page, page.viewer, thread.id)

    async def _do_skip_time(self, page: Page, request: Mapping[str, Any]) -> None:
        seconds = request.get("seconds")
        if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_SKIP.total_seconds():
            raise Refused("You can only skip forward, and at most a month.")
        self._due += timedelta(seconds=seconds)
        await self._catch_up()

    async def _do_restart(self, page: Page, request: Mapping[str, Any]) -> None:
        async with self.preview.turn:
            await self.env.bot.close()
            again = await self.make_bot()
            again.owner_id = self.world.people[0].id
            await self.env.replace_bot(again)

    async def _do_forget(self, page: Page, request: Mapping[str, Any]) -> None:
        self.problems.clear()


class Pings:
    """The unread pings of each person, found by recording the last message that the person has read in each channel."""

    def __init__(self, env: Env, world: World) -> None:
        self.env = env
        self.names = {person.id: person.name.capitalize() for person in world.people}
        self._read: dict[tuple[int, int], int] = {}

    def read(self, seat: int, channel: int) -> None:
        """Mark the channel as read by the person."""
        self._read[seat, channel] = max(self.env.backend.messages.get(channel, {}), default=0)

    def unread(self, seat: int, channel: int) -> list[int]:
        """Return the IDs of the unread messages that pinged the person. In a DM, all do except ephemeral ones."""
        direct = self.env.backend.dm_channels.get(seat) == channel
        news = self._news(seat, channel)
        return [one.id for one in news if seat in one.ping_user_ids or (direct and not one.is_ephemeral)]

    def fresh(self, seat: int, channel: int) -> bool:
        """Return whether the channel has an unread message for the person. Ephemeral ones don't count."""
        return any(not message.is_ephemeral for message in self._news(seat, channel))

    def waiting(self, seat: int) -> int:
        """Return the number of the person's unread pings in all channels."""
        return sum(len(self.unread(seat, channel)) for channel in self.env.backend.messages)

    def where(self, seat: int) -> int | None:
        """Return the channel with the person's latest unread ping, or None."""
        waiting = [
            (max(unread), channel) for channel in self.env.backend.messages if (unread := self.unread(seat, channel))
        ]
        return max(waiting)[1] if waiting else None

    def in_channel(self, channel: int, viewer: int) -> dict[str, list[str]]:
        """Return the names of the people pinged in the channel, by the id of each message that this person can see."""
        return {
            str(message.id): [self.names[user] for user in message.ping_user_ids if user in self.names]
            for message in self.env.backend.messages.get(channel, {}).values()
            if message.ping_user_ids and message.visible_to(viewer)
        }

    def _news(self, seat: int, channel: int) -> list[Any]:
        backend = self.env.backend
        known = backend.channels.get(channel)
        if known is None or (known.guild_id is None and backend.dm_channels.get(seat) != channel):
            return []
        since = self._read.get((seat, channel), 0)
        news = [message for message in backend.messages[channel].values() if message.id > since]
        return [message for message in news if message.author_id != seat and message.visible_to(seat)]


class Problems(logging.Handler):
    """A log handler that keeps the latest errors of the whole program as texts with tracebacks."""

    def __init__(self, env: Env) -> None:
        super().__init__(logging.ERROR)
        self.env = env
        self._texts: deque[str] = deque(maxlen=MAX_ERRORS_SHOWN)
        self._reported: deque[BaseException] = deque(maxlen=MAX_ERRORS_SHOWN)
        self._seen = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Record a logged error."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._reported.append(error)
        self._texts.append(self.format(record))

    def texts(self) -> list[str]:
        """Return the errors as texts, oldest first, including those of the simulated Discord that weren't logged."""
        for error in self.env.errors_since(self._seen):
            if not any(error is one for one in self._reported):
                self._reported.append(error)
                self._texts.append("".join(traceback.format_exception(error)))
        self._seen = self.env.error_cursor
        return list(self._texts)

    def clear(self) -> None:
        """Delete all errors."""
        self.texts()
        self._texts.clear()
