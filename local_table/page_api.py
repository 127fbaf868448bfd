"""The page's own requests, unlike those of Discord: channels and seats, presses of buttons, the clock, a restart."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

from simcord.backend.access import can_access_channel
from simcord.backend.errors import BackendError
from simcord.builders import UserHandle
from simcord.results import InteractionResult

from bot.context import App
from bot.preferences import SPEECH
from bot.ui.message import Id
from games import GAMES
from local_table.cleanup import hide
from local_table.pings import Pings
from local_table.preview import ID_MARK, Page, TablePreview
from local_table.problems import Problems
from local_table.repost import Reposter
from local_table.simulation import SimulatedDiscord
from local_table.world import World
from rules_service.options import PICTURE
from wording import languages, words
from wording.catalogue import language_name
from wording.text_limits import capital

log = logging.getLogger(__name__)
LONGEST_SKIP = timedelta(days=30)
# Discord shows this text under a button that the bot left unanswered.
NO_ANSWER = "This interaction failed."
STILL_AT_WORK = "The bot is still busy. Wait a while, then look again."


class Refused(Exception):
    """An outdated request; the text is shown on the page."""


class PageApi:
    """Answers the page's own requests. Requests that change the world are handled one at a time."""

    def __init__(
        self,
        env: SimulatedDiscord,
        world: World,
        preview: TablePreview,
        reposter: Reposter,
        skip_time: Callable[[timedelta], Awaitable[None]],
        restart: Callable[[], Awaitable[None]],
    ) -> None:
        self.env = env
        self.world = world
        self.preview = preview
        self.reposter = reposter
        self.skip_time = skip_time
        self.restart = restart
        self.pings = Pings(env, world)
        self.problems = Problems(env)
        self._spoken: dict[int, str] = {}  # By person: the language they have chosen.
        self._does: dict[str, Callable[[Page, Mapping[str, Any]], Awaitable[None]]] = {
            "table.state": self._nothing,
            "table.show": self._show,
            "table.press": self._press,
            "table.open": self._open,
            "table.learn": self._learn,
            "table.start": self._start,
            "table.dismiss": self._dismiss,
            "table.thread": self._thread,
            "table.skip_time": self._skip_time,
            "table.restart": self._restart,
            "table.forget": self._forget,
        }

    async def answer(self, page: Page, request: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a request of the page and return the state: always with "ok", and with "error" if "ok" is false."""
        does = self._does.get(str(request["kind"]))
        error = None
        try:
            if does is None:
                raise Refused("This page is out of date. Reload it.")
            await does(page, request)
        except (Refused, BackendError) as refused:
            error = str(refused)
        except TimeoutError:
            error = STILL_AT_WORK
        except Exception as failed:
            log.exception("error at the local table")
            error = f"{type(failed).__name__}: {failed}"
        if page.viewer.id not in self._spoken:
            self._spoken[page.viewer.id] = await self._language(page)
        return {"ok": error is None, "error": error, **self._state(page)}

    async def _language(self, page: Page) -> str:
        """Return the language chosen by the person at the page, or English; a test bot stores no people."""
        app: App | None = getattr(self.env.bot, "app", None)
        known = await app.storage.people.preferences(page.viewer.id) if app else {}
        return words(known.get(SPEECH.option.id, "")).lang

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
        }

    def _greeting(self, page: Page) -> list[dict[str, str]]:
        """Return the greeting of an empty channel in the language of the page's viewer: texts, and buttons by kind."""
        w = words(self._spoken.get(page.viewer.id, ""))
        return [
            {"hello": " · ".join(words(lang)._("Language") for lang in languages())},
            *({"kind": "start", "id": f"speak {lang}", "title": capital(language_name(lang))} for lang in languages()),
            {"hello": w._("New to the games? A lesson takes a few minutes, and only you see it.")},
            *(
                {"kind": "learn", "id": name, "title": w._("Learn {game}", game=game.title)}
                for name, game in GAMES.items()
                if game.lesson
            ),
            {"hello": w._("Alone? The computer is ready right away.")},
            {"kind": "start", "id": "welcome computer", "title": w._("Play against the computer")},
            {"hello": w._("Play alone") if self._alone(page) else w._("Play with friends: open a table here.")},
            *({"kind": "open", **game} for game in self._games(page)),
        ]

    def _games(self, page: Page) -> list[dict[str, str]]:
        """Return the games that can be played in the page's channel; in a DM only those for one player."""
        alone = self._alone(page)
        return [{"id": name, "title": game.title} for name, game in GAMES.items() if not alone or 1 in game.rules.seats]

    def _alone(self, page: Page) -> bool:
        """Return whether the page shows the person's DM with the bot."""
        return self.env.backend.get_channel(page.channel_id).guild_id is None

    def _channels(self, page: Page) -> list[dict[str, Any]]:
        backend = self.env.backend
        seat = page.viewer.id
        member = self._person(seat)
        found = []
        for channel in backend.channels.values():
            if channel.guild_id is None:
                if channel.id != backend.dm_channels.get(seat):
                    continue
            elif not can_access_channel(self.env, channel.id, member, history=True):
                continue
            found.append(
                {
                    "id": str(channel.id),
                    "name": channel.name or backend.bot_user.name,
                    "kind": "direct" if channel.guild_id is None else "thread" if channel.is_thread else "channel",
                    "parent": str(channel.parent_id) if channel.is_thread else None,
                    "pings": len(self.pings.unread(seat, channel.id)),
                    "fresh": self.pings.fresh(seat, channel.id),
                }
            )
        return found

    def _person(self, seat: Any) -> Any:
        for person in self.world.people:
            if str(person.id) == str(seat):
                return person
        raise Refused("There is no player with that name here.")

    async def _nothing(self, page: Page, request: Mapping[str, Any]) -> None:
        pass

    async def _show(self, page: Page, request: Mapping[str, Any]) -> None:
        person = self._person(request.get("seat", page.viewer.id))
        wanted = int(request.get("channel") or page.channel_id)
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

    async def _press(self, page: Page, request: Mapping[str, Any]) -> None:
        place, _, custom_id = str(request.get("key")).partition(ID_MARK)
        message = self.preview.stored(page, place.split(":")[1] if ":" in place else None)
        if message is None:
            raise Refused("That message no longer exists.")
        components = self.preview.buttons.get((message.id, custom_id))
        if components is None:
            raise Refused(NO_ANSWER)
        who = page.viewer
        async with self.preview.turn, self.env.operation("press", "INTERACTION_CREATE"):
            pressed = self.env.press(who, message, custom_id, components)
        self._spoken.pop(who.id, None)  # The press may have changed the language.
        result = InteractionResult(self.env, pressed)
        if result.modal is not None and page.viewer is who:
            page.modal, page.modal_handle = result, "m_" + secrets.token_urlsafe(12)
        self.preview.age += 1
        if not result.acknowledged:
            raise Refused(NO_ANSWER)

    async def _open(self, page: Page, request: Mapping[str, Any]) -> None:
        """Open a table in an empty channel, with pictures that suit the screen."""
        looks = {PICTURE.id: "wide"} if request.get("wide") else {}
        await self._command(page, "table open", game=str(request.get("game")), **looks)

    async def _learn(self, page: Page, request: Mapping[str, Any]) -> None:
        """Start or continue a game's lesson in an empty channel."""
        await self._command(page, "learn", game=str(request.get("game")))

    async def _start(self, page: Page, request: Mapping[str, Any]) -> None:
        """Open the bot's start panel in an empty channel, and press one of its buttons."""
        action, _, said = str(request.get("game")).partition(" ")
        answer = (await self._command(page, "table open")).response
        if answer is None:
            raise Refused(NO_ANSWER)
        panel = self.env.backend.get_message(page.channel_id, answer.id)
        async with self.preview.turn, self.env.operation("press", "INTERACTION_CREATE"):
            self.env.press(page.viewer, panel, str(Id(0, action, words=said)))
        self._spoken.pop(page.viewer.id, None)
        self.preview.age += 1

    async def _command(self, page: Page, name: str, **options: str) -> InteractionResult:
        """Run a command for a person who doesn't need to know it."""
        who = page.viewer
        async with self.preview.turn:
            where = () if isinstance(who, UserHandle) else (self.preview.channel_of(page),)
            result: InteractionResult = await who.slash(*where, name, **options)
        self.preview.age += 1
        return result

    async def _dismiss(self, page: Page, request: Mapping[str, Any]) -> None:
        message = self.preview.stored(page, request.get("message"))
        if message is not None and message.is_ephemeral:
            hide(message)
            self.preview.age += 1

    async def _thread(self, page: Page, request: Mapping[str, Any]) -> None:
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

    async def _skip_time(self, page: Page, request: Mapping[str, Any]) -> None:
        seconds = request.get("seconds")
        if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_SKIP.total_seconds():
            raise Refused("You can only skip forward, and at most a month.")
        await self.skip_time(timedelta(seconds=seconds))

    async def _restart(self, page: Page, request: Mapping[str, Any]) -> None:
        async with self.preview.turn:
            await self.restart()
        self.preview.age += 1

    async def _forget(self, page: Page, request: Mapping[str, Any]) -> None:
        self.problems.clear()
