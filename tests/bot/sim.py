"""People, presses and accidents on the simulated Discord, through a short interface for tests."""

import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle, UserHandle
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

from bot.client import MiasmaBot
from bot.settings import Settings
from bot.ui.message import read_id
from local_table.simulation import SimulatedDiscord
from local_table.world import World
from rules_service import TableInfo
from storage import Address
from storage.engine import Connection
from storage.records import maybe_moment, stamp
from tests.bot.strict import Strict

BUTTON, STRING_SELECT, USER_SELECT, GALLERY = 2, 3, 5, 12
LOOK = 45.0  # seconds within which every loop of the bot checks for due work
# The next stored moment at which something is due.
COMING = """SELECT min(at) AS at FROM (
    SELECT min(next_at) AS at FROM seats UNION ALL SELECT min(next_at) FROM tables
    UNION ALL SELECT min(closes) FROM asks WHERE ended IS NULL
    UNION ALL SELECT min(not_before) FROM notices WHERE done IS NULL
    UNION ALL SELECT min(s.due_since + p.wait) FROM plans p
        JOIN seats s ON s.table_id = p.table_id AND s.player = p.player
    UNION ALL SELECT min(at) FROM redraws UNION ALL SELECT min(due) FROM forgetting
    UNION ALL SELECT min(CASE WHEN c.until > a.next_at THEN c.until ELSE a.next_at END) FROM announcements a
        LEFT JOIN claims c ON c.table_id = a.table_id WHERE a.done_at IS NULL) AS coming"""

Anybody = MemberActor | UserHandle
Anything = discord.Message | ResponseMessage | InteractionResult


class Sim:
    """The simulated Discord with the bot on it, and `alice`, `bob`, `carol`, `dora` in the server's first `channel`."""

    def __init__(
        self,
        env: SimulatedDiscord,
        world: World,
        strict: Strict,
        make_bot: Callable[[], Awaitable[MiasmaBot]],
        log: pytest.LogCaptureFixture,
    ) -> None:
        self.env = env
        self.log = log
        self.world = world
        self.strict = strict
        self.make_bot = make_bot
        self.alice, self.bob, self.carol, self.dora = world.people
        self.people = world.people
        self.channel = world.channels[0]
        self.locales: dict[int, str] = {}
        self.server_locale = "en-US"
        env.backend.subscribers.insert(0, self._interaction)

    @property
    def bot(self) -> MiasmaBot:
        """Return the bot that is running now."""
        assert isinstance(self.env.bot, MiasmaBot)
        return self.env.bot

    def _interaction(self, event: str, payload: Any) -> None:
        # simcord reports en-US for all users and servers, and that nobody has installed the bot.
        if event == "INTERACTION_CREATE":
            user = int((payload.get("member") or payload)["user"]["id"])
            payload["locale"] = self.locales.get(user, "en-US")
            if payload.get("guild_id"):
                payload["guild_locale"] = self.server_locale
            payload["authorizing_integration_owners"] = {"0": payload.get("guild_id") or "0"}

    # --- what people do

    async def command(
        self, who: Anybody, name: str, channel: ChannelHandle | None = None, **options: Any
    ) -> InteractionResult:
        """Send a slash command: ``command(alice, "table open", game="messina")``. The default game is Rattus."""
        if name == "table open":
            options = {"game": "rattus", **options}
        if isinstance(who, UserHandle):
            direct: InteractionResult = await who.slash(name, **options)
            return direct
        return await who.slash(channel or self.channel, name, **options)

    async def manage(
        self, who: Anybody, act: str = "", channel: ChannelHandle | None = None, **options: Any
    ) -> Anything:
        """Press this act ("sleep", "free 1") on the ``/table manage`` panel and confirm it. Return the last message."""
        panel = message(await self.command(who, "table manage", channel, **options))
        name, _, value = act.partition(" ")
        offered = {press.words or press.action: press for press in map(read_id, buttons(panel).values()) if press}
        words = next((one for one in (act, name) if one in offered), "")
        if not words and not value:
            words = next((one for one in offered if act and one.startswith(f"{act} ")), "")
        if not words and name == "free" and "whatnow" in offered:
            asked = message(await who.click(panel, custom_id=str(offered["whatnow"])))
            frees = [one for one in buttons(asked).values() if f":free:{value}" in one]
            return await who.click(asked, custom_id=frees[0]) if frees else asked
        if not words:
            return panel
        result = await who.click(panel, custom_id=str(offered[words]))
        if result.modal is not None or (result.response is not None and result.response.id != panel.id):
            return result
        for part in walk_components(components(self.again(panel))):
            if part["type"] == STRING_SELECT and part["custom_id"].endswith(f":set {name}"):
                await who.select(self.again(panel), [value], custom_id=part["custom_id"])
            elif part["type"] == BUTTON and part["custom_id"].endswith(f":{name} now"):
                await who.click(self.again(panel), custom_id=part["custom_id"])
        return self.again(panel)

    async def note(self, who: Anybody, said: str) -> InteractionResult:
        """Write a note with ``/table manage``."""
        form = await self.manage(who, "note")
        assert isinstance(form, InteractionResult), text(form)
        answer: InteractionResult = await who.submit_modal(form, {"text": said})
        return answer

    async def invite(self, who: Anybody, *people: MemberActor) -> Anything:
        """Invite people with the select of ``/table manage``."""
        panel = message(await self.manage(who, "invite"))
        menu = next(part for part in walk_components(components(panel)) if part["type"] == USER_SELECT)
        return await who.select(panel, people, custom_id=menu["custom_id"])

    async def offers(
        self,
        who: Anybody,
        name: str,
        option: str,
        text: str = "",
        /,
        channel: ChannelHandle | None = None,
        **filled: Any,
    ) -> list[str]:
        """Return the labels offered by an option's autocomplete."""
        if isinstance(who, UserHandle):
            return [choice["name"] for choice in await who.autocomplete(name, option, text, **filled)]
        found = await who.autocomplete(channel or self.channel, name, option, text, **filled)
        return [choice["name"] for choice in found]

    async def click(self, who: Anybody, on: Anything, label: str) -> InteractionResult:
        """Press the button whose label contains this text. If several do, press the one with the shortest label."""
        return await who.click(message(on), custom_id=self.button(on, label))

    async def choose(self, who: Anybody, on: Anything, *labels: str) -> InteractionResult:
        """Choose these labels in the only select that has them."""
        menu, values = self._menu(on, labels)
        return await who.select(message(on), values, custom_id=menu["custom_id"])

    async def answer(self, who: Anybody, on: Anything, label: str) -> InteractionResult:
        """Press the button whose label contains this text. If there is none, choose the option with this label."""
        if any(label in text for text in buttons(on)):
            return await self.click(who, on, label)
        return await self.choose(who, on, label)

    async def race(self, presses: Sequence[tuple[Anybody, Anything, str]]) -> list[InteractionResult]:
        """Press several buttons at the same moment, by one or several people: ``[(alice, post, "Join"), ...]``.

        A message from before an edit is pressed in its old state, as by a client that has not received the edit yet.
        """
        self.env._begin_operation("race")
        try:
            sent = [self._press(who, on, label) for who, on, label in presses]
            await self.env._settle_internal()
        finally:
            self.env._end_operation()
        return [InteractionResult(self.env, record) for record in sent]

    def _press(self, who: Anybody, on: Anything, label: str) -> Any:
        shown = components(on)
        stored = self.stored(on)
        return self.env.press(who, stored, self.button(on, label), shown if shown != stored.components else None)

    async def open_tables(self) -> list[TableInfo]:
        """Return every open table, in its lobby or running, oldest first."""
        return [await self.bot.app.service.read.info(table) for table in await self.bot.app.storage.tables.open_ids()]

    # --- what people see

    def errors(self) -> list[str]:
        """Return the errors logged since the last call, and clear the log: errors left in it fail the test."""
        found = [record.getMessage() for record in self.log.records if record.levelno >= logging.ERROR]
        self.log.clear()
        return found

    def posts(self, channel: ChannelHandle | None = None, viewer: Anybody | None = None) -> list[discord.Message]:
        """Return a channel's messages, oldest first. Ephemeral ones are included only if their reader is the viewer."""
        return (channel or self.channel).history(viewer=viewer)

    def latest(self, channel: ChannelHandle | None = None) -> discord.Message:
        """Return the bot's newest public message in this channel (by default the first)."""
        backend = self.env.backend
        posts = backend.messages.get((channel or self.channel).id, {})
        mine = [
            number for number, post in posts.items() if post.author_id == backend.bot_user.id and post.visible_to(None)
        ]
        assert mine, "the bot has posted nothing"
        return to_discord_message(self.env, posts[max(mine)])

    def offering(self, label: str) -> discord.Message:
        """Return the first channel's newest public post with a button that has exactly this label."""
        return next(post for post in reversed(self.posts()) if label in buttons(post))

    def telling(self, words: str) -> list[discord.Message]:
        """Return the first channel's public posts that contain these words, oldest first."""
        return [post for post in self.posts() if words in text(post)]

    def panel(self, who: Anybody, channel: ChannelHandle | None = None) -> discord.Message:
        """Return the person's ephemeral message in this channel that was sent or edited last."""
        seen = [post for post in self.posts(channel, viewer=who) if post.flags.ephemeral]
        assert seen, f"{who.name} sees no private answer"
        return max(seen, key=lambda post: (post.edited_at or post.created_at, post.id))

    def again(self, on: Anything) -> discord.Message:
        """Return the message in its current state."""
        return to_discord_message(self.env, self.stored(on))

    def stored(self, on: Anything) -> Message:
        """Return simcord's own record of a message, with `ping_user_ids`."""
        found = message(on)
        channel = found.channel_id if isinstance(found, ResponseMessage) else found.channel.id
        return self.env.backend.get_message(channel, found.id)

    def pinged(self, on: Anything) -> set[str]:
        """Return the names of the users that a message pinged."""
        return {self.env.backend.get_user(user).name for user in self.stored(on).ping_user_ids}

    def button(self, on: Anything, label: str) -> str:
        """Return the id of the button whose label contains this text. If several do, choose the shortest label."""
        fitting = [text for text in buttons(on) if label in text]
        assert fitting, f"no button {label!r} among {list(buttons(on))}"
        return buttons(on)[min(fitting, key=len)]

    def _menu(self, on: Anything, labels: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        menus = [part for part in walk_components(components(on)) if part["type"] == STRING_SELECT]
        for menu in menus:
            values = {option["label"]: option["value"] for option in menu["options"]}
            if all(label in values for label in labels):
                return menu, [values[label] for label in labels]
        raise AssertionError(f"no select offers {labels}; there are {[menu['options'] for menu in menus]}")

    # --- accidents

    async def restart(self) -> None:
        """Stop the bot cleanly and start a new one."""
        await self.bot.close()
        await self.env.replace_bot(await self.make_bot())

    async def kill(self, away: float = 0.0) -> None:
        """Start a new bot this many seconds after ``kill -9``. The old bot's unfinished work stays undone."""
        if vars(self.bot.app.storage.heartbeat).get("beat"):
            await self._alive(self.bot.clock.now())
        await self.bot.app.storage.close()  # the lock on the file ends with a process
        self.jump(away, alive=False)
        await self.env.replace_bot(await self.make_bot())

    def jump(self, seconds: float, *, alive: bool = True) -> None:
        """Advance the clock at once. Meanwhile the bot only sends heartbeats, or does nothing if it isn't ``alive``."""
        clock = self.env.backend.clock
        clock._epoch += timedelta(seconds=seconds)
        heartbeat = self.bot.app.storage.heartbeat
        if not alive or vars(heartbeat).get("beat"):
            return
        beat = heartbeat.beat

        async def beats(now: datetime, gap: timedelta) -> timedelta:
            del vars(heartbeat)["beat"]
            await self._alive(now)
            return await beat(now, gap)

        vars(heartbeat)["beat"] = beats

    async def _alive(self, until: datetime) -> None:
        """Set the last heartbeat to this time."""

        async def work(db: Connection) -> None:
            await db.run("UPDATE heartbeat SET at = ?", (stamp(until),))

        await self.bot.app.storage.database.write(work)

    async def pass_time(self, seconds: float) -> None:
        """Let this many seconds pass, while the bot does all its work."""
        await self.env.advance_time(seconds)

    async def wait_out(self, seconds: float) -> None:
        """Let this much time pass like `pass_time`, but skip periods in which nothing stored is due.

        Checking for due work four times a minute for an hour takes as long as some fifty clicks. The hourly work on old
        posts is done at the end.
        """
        end = self.env.now() + timedelta(seconds=seconds)
        while (left := (end - self.env.now()).total_seconds()) > 0:
            coming = await self._coming()
            quiet = left if coming is None else (coming - self.env.now()).total_seconds()
            if (leap := min(quiet, left) - LOOK) > 0:
                self.jump(leap)
            await self.pass_time(min(LOOK, left))
        with self.env.as_bot():
            await self.bot.app.announcer.tidy()
        await self.env.settle()

    async def _coming(self) -> datetime | None:
        """Return when the bot next has something to do, or None if never."""
        [row] = await self.bot.app.storage.database.query(COMING, (), list)
        return maybe_moment(row["at"])

    async def sweep(self, runs: int = 1) -> None:
        """Run the scheduler, as the bot does twice a minute. A second run sends messages caused by the first run."""
        for _ in range(runs):
            await self.bot.app.notifier.sweep()

    def fail(self, method: str, path: str, status: int = 500, times: int | None = 1) -> None:
        """Make the next requests (``times=None``: all) to a path fail: ``fail("POST", "/channels/*/messages")``."""
        self.env.inject_error(method, path, status=status, times=times)

    def forbid(self, *permissions: str, channel: ChannelHandle | None = None) -> None:
        """Revoke these permissions of the bot in a channel. Without arguments, restore the revoked ones."""
        forbid(self.env, (channel or self.channel).id, *permissions)

    def delete(self, on: Anything) -> None:
        """Delete a message."""
        stored = self.stored(on)
        self.env.backend.delete_message(stored.channel_id, stored.id)

    def delete_channel(self, channel: ChannelHandle) -> None:
        """Delete a channel or thread."""
        self.env.backend.delete_channel(channel.id)

    def thread(
        self, name: str, channel: ChannelHandle | None = None, owner: MemberActor | None = None
    ) -> ChannelHandle:
        """Open a thread."""
        parent = channel or self.channel
        thread = self.env.backend.create_thread(parent.id, name, (owner or self.alice).id)
        return ChannelHandle(self.env, parent.guild, thread)


def engine(number: int = 1) -> str:
    """Return the database engine for the test with this number: PostgreSQL for one in four (``POSTGRES=1``: all)."""
    return "sqlite" if number % 4 and not os.environ.get("POSTGRES") else "postgres"


def settings_of(games: Path | Address) -> Settings:
    """Return settings for a bot with this database, whose computer players' moves are posted without a pause."""
    return Settings(database=games, pause=0) if isinstance(games, Path) else Settings(address=games, pause=0)


def forbid(env: SimulatedDiscord, channel: int, *permissions: str) -> None:
    """Revoke these permissions of the bot in a channel, whatever its roles allow. Without arguments, restore all."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True))
    overwrite = Overwrite(env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied.value)
    env.backend.set_overwrite(channel, overwrite)


def message(on: Anything) -> discord.Message | ResponseMessage:
    """Return this message, or the message with which the bot answered this command or press."""
    if not isinstance(on, InteractionResult):
        return on
    found = on.response or (on.followups[-1] if on.followups else None)
    assert found is not None, "the bot answered with no message"
    return found


def components(on: Anything) -> list[dict[str, Any]]:
    """Return a message's components in Discord's JSON form."""
    found = message(on)
    if isinstance(found, ResponseMessage):
        return found.components
    return [component.to_dict() for component in found.components]  # type: ignore[misc]


def buttons(on: Anything) -> dict[str, str]:
    """Return the ids of all enabled buttons by their labels, or emoji if a button has no label."""
    found = {}
    for part in walk_components(components(on)):
        if part["type"] == BUTTON and part.get("custom_id") and not part.get("disabled"):
            emoji = (part.get("emoji") or {}).get("name") or ""
            found[part.get("label") or emoji] = part["custom_id"]
    return found


def lasting(said: str) -> str:
    """Return the text of a post that remains when it is no longer the newest: all except whose turn it is."""
    lines = said.split("\n")
    now = next(at for at, line in enumerate(lines) if line.startswith("To act: "))
    # A post that pings somebody begins with it.
    return "\n".join(lines[:now] if now else lines[1:])


def alts(on: Anything) -> list[str]:
    """Return the descriptions of a message's pictures, in the order shown."""
    galleries = [part for part in walk_components(components(on)) if part["type"] == GALLERY]
    return [item.get("description") or "" for part in galleries for item in part["items"]]


def text(on: Anything) -> str:
    """Return all texts of a message (content and text displays, without labels)."""
    found = message(on)
    lines = [found.content]
    lines += [part["content"] for part in walk_components(components(on)) if isinstance(part.get("content"), str)]
    return "\n".join(line for line in lines if line)


def pictures(env: simcord.Env, on: Anything) -> list[bytes]:
    """Return the bytes of a message's attached pictures."""
    found = []
    for attachment in message(on).attachments:
        data = env.backend.cdn.get(attachment.url)
        assert data is not None, f"{attachment.filename} is not on the content network"
        found.append(data)
    return found
