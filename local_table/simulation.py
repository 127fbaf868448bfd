"""The simulated Discord on which the bot runs at the local table and in the end-to-end tests.

simcord is patched here where it differs from Discord in a way that the bot would notice. simcord's private names are
used in this file only, except for those of its page, which `preview` changes.
"""

import asyncio
import marshal
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from copy import deepcopy
from dataclasses import replace as replaced
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import discord
from discord import AppCommandType
from simcord import Env, _dpy_internals, _runtime, components, gateway, interactions, results
from simcord._clock import Clock as Ticks
from simcord._runtime import _attach_bot
from simcord._settlement import (
    _active_callbacks,
    _callback_is_parked,
    _park_reason,
    _run_due_virtual_callbacks,
    _virtualize_recognized_waits,
)
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message
from simcord.backend.state import Backend
from simcord.builders import GuildHandle, UserHandle
from simcord.http import router
from simcord.http._helpers import message_response

from bot.periodic import Loop
from rules.notation import read_number
from rules_service.clock import Clock

SECONDS_TO_START = 5.0
BUTTON_TYPE, SELECT_TYPE = 2, 3
APPLICATION_COMMAND, COMPONENT_INTERACTION = 2, 3
NONCE_LIFETIME = timedelta(minutes=3)  # Discord's documentation only says "a few minutes".
THREAD_IS_ARCHIVED, UNKNOWN_COMMAND = 50083, 10063
NO_LIMIT = 10**9
THREAD_CREATOR_MAY_CHANGE = {"name", "archived", "auto_archive_duration"}
IDLE_TURNS_WHEN_DONE = 2  # The bot is idle after this many turns of the event loop without work.
IN_BACKGROUND = "reviews"  # The name of the bot's task that goes on for minutes: no press waits for it.
# simcord's reasons for considering a task parked. They stay valid as long as the task waits for the same thing.
PARKED = {
    IN_BACKGROUND,
    "discord Client.wait_for listener",
    "discord View/Modal completion",
    "discord View/Modal expiry timer",
    "discord.ext.tasks loop interval",
}

# Immediate callbacks of these modules only wake tasks, so their only errors are the tasks' own.
PASSED_ON = {"asyncio.futures", "asyncio.tasks", "simcord._runtime"}
TRACK = _runtime._track_callback
TASKS_LOOP_SLEEP = _dpy_internals.tasks_loop_sleep
TIME, REAL_TIME = _dpy_internals._clock_monotonic, _dpy_internals._REAL_MONOTONIC
Handler = Callable[[router.RequestContext], Any]
# By channel and nonce: when it was sent, and the message.
SENT: WeakKeyDictionary[Backend, dict[tuple[int, str], tuple[datetime, int]]] = WeakKeyDictionary()


class SimulatedClock(Clock):
    """The bot's clock, which shows the time of the simulated Discord."""

    def __init__(self) -> None:
        self.ticks = Ticks()
        # The latest moment of an earlier run, which may be ahead of real time because time was skipped.
        self.reached: datetime | None = None

    def now(self) -> datetime:
        """Return the simulated time as an aware datetime in UTC."""
        return self.ticks.now()

    def set(self, moment: datetime) -> None:
        """Set the time. Call this only before the bot starts, because timers count from then."""
        self.ticks._epoch = moment.astimezone(UTC) - timedelta(seconds=self.ticks.elapsed)


class SimulatedDiscord(Env):
    """simcord's Discord with our clock, made fast enough for play.

    It always starts at the same time, so everything created before the clock is set has the same ids in every run.
    """

    def __init__(
        self, bot: discord.Client, clock: SimulatedClock, *, settle_timeout: float = 30.0, shards: int = 1
    ) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient)
        super().__init__(bot, settle_timeout=settle_timeout, shard_count=shards if sharded else None)
        self.backend.clock = clock.ticks
        self._patience: float | None = None  # While a bot starts: how long to wait for it.
        self._parked: dict[asyncio.Task[Any], Any] = {}  # By task: the awaitable for which it is parked.

    def show_emoji(self, files: Mapping[int, bytes]) -> None:
        """Make the page show the application's emoji with these ids, because simcord keeps only their names."""
        for number, data in files.items():
            self.backend.cdn._blobs[f"{CDN_BASE}/emojis/{number}.png"] = data

    async def start(self, *, patience: float = SECONDS_TO_START) -> None:
        """Start the bot and wait up to ``patience`` seconds for its start-up work, which continues after that."""
        self._patience = patience
        try:
            await super().start()
        finally:
            self._patience = None

    async def _settle_internal(self, *, idle: float = 0.005, **options: Any) -> None:
        # By default, simcord checks the bot every 50 ms, which would slow down every click.
        assert self._loop is not None
        known, patience = options.pop("_deadline", None), options.get("timeout")
        if self._patience is not None:
            known, patience = None, self._patience
        deadline = known or self._loop.time() + (self.settle_timeout if patience is None else patience)
        if await self._is_done(idle, deadline):
            return
        # simcord also gives up a start after 5 s, but on a busy machine the first boards take longer.
        with nullcontext() if self._patience is None else suppress(TimeoutError):
            await super()._settle_internal(idle=idle, _deadline=deadline, **options)

    async def _is_done(self, idle: float, deadline: float) -> bool:
        """Wait until the bot has nothing left to do. Return False if simcord has to find out whether that is so.

        Each check of simcord inspects why every task waits, which for most presses takes longer than the bot's own
        work. Here it is done only once for each thing that a task waits for.
        """
        assert self._loop is not None
        self._parked = {task: waiter for task, waiter in self._parked.items() if not task.done()}
        quiet = 0
        for task in self._work.tasks:
            if task.get_name() == IN_BACKGROUND:
                self._work.external_waits.setdefault(task, IN_BACKGROUND)
        while quiet < IDLE_TURNS_WHEN_DONE:
            if not self._loop._ready:  # type: ignore[attr-defined]
                _run_due_virtual_callbacks(self._settlement_state(), deadline)
            await asyncio.sleep(0)
            others = {self._advance_task, self._real_advance_task} - {None, asyncio.current_task()}
            if others or self._loop.time() >= deadline:
                return False
            if self._loop._ready:  # type: ignore[attr-defined]
                quiet = 0
                continue  # While something is running, it is too early to check what waits for what.
            # Tasks that were parked before, the loops, will soon be parked again. The others are checked only when
            # nothing ends.
            if not self._park([task for task in self._busy() if task in self._parked], deadline):
                return False
            state, busy = self._settlement_state(), self._busy()
            self._cancel_timers()
            timers = [one for one in _active_callbacks(state) if not _callback_is_parked(state, one, deadline)]
            quiet = 0 if busy or timers or self._work.executors else quiet + 1
            if busy or self._work.executors:
                # Work in threads ends by itself. Without any, possibly nothing will end.
                patience = deadline - self._loop.time() if self._work.executors else idle
                # The loops are parked again and again and never end, so wait for what they are waiting for.
                ends = [(task in self._parked and task._fut_waiter) or task for task in busy]  # type: ignore[attr-defined]
                ended, _ = await asyncio.wait(
                    (*ends, *self._work.executors), timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                if not ended and not self._park(busy, deadline):
                    return False
            elif any(one.when is not None for one in timers):
                await asyncio.sleep(idle)
        return True

    def _cancel_timers(self) -> None:
        """Remove the many timers left by the time limits of past requests, because simcord goes through all timers."""
        for timer in self._work.callbacks:
            if timer.real_handle is not None and timer.handle is not None and timer.handle.cancelled():
                timer.real_handle.cancel()

    def _busy(self) -> list[asyncio.Task[Any]]:
        """Return the bot's tasks, except those still waiting where they were found parked."""
        return [
            task
            for task in self._work.tasks
            if not task.done()
            and ((waiter := self._parked.get(task)) is None or waiter.done() or waiter is not task._fut_waiter)  # type: ignore[attr-defined]
        ]

    def _park(self, tasks: list[asyncio.Task[Any]], deadline: float) -> bool:
        """Find out which of these tasks are parked. Return False if one is parked for a reason that may not last."""
        state = self._settlement_state()
        tasks = [task for task in tasks if not task.done()]
        _virtualize_recognized_waits(state, tasks)
        reasons = {task: _park_reason(state, task, deadline) for task in tasks}
        self._parked |= {task: task._fut_waiter for task in tasks if reasons[task] in PARKED}  # type: ignore[attr-defined]
        return set(reasons.values()) <= {None, *PARKED}

    async def replace_bot(self, bot: discord.Client) -> None:
        """Replace the running bot, interrupting its work at once."""
        self._begin_operation("replace_bot")
        self._patience = SECONDS_TO_START
        try:
            await self._detach_bot()
            await _attach_bot(self, bot)
        finally:
            self._patience = None
            self._end_operation()

    def as_bot(self) -> AbstractContextManager[None]:
        """Attribute everything done in this block to the bot instead of a person."""
        return self._bot_scope()

    @asynccontextmanager
    async def operation(self, name: str, event: str) -> AsyncIterator[None]:
        """Run a block in which a person acts, and at its end wait until the bot has reacted.

        ``event``: the gateway event by which the bot learns about the act.
        """
        self._begin_operation(name)
        try:
            yield
            await self._settle_internal(dispatch=event)
        finally:
            self._end_operation()

    def forget_files(self, used: Collection[str]) -> None:
        """Delete all attached files except those at these addresses."""
        files = self.backend.cdn._blobs
        for url in [url for url in files if "/attachments/" in url and url not in used]:
            del files[url]

    def press(
        self,
        who: MemberActor | UserHandle,
        message: Message,
        custom_id: str,
        components: list[Any] | None = None,
        values: Sequence[str] = (),
    ) -> Interaction:
        """Send the bot a press of a button or, with ``values``, a choice in a select, as Discord does.

        This doesn't wait, so several presses in a row reach the bot at the same moment. To press a button that has
        since been removed, pass the message's ``components`` from that time.
        """
        guild = getattr(who, "guild", None)
        data = {"custom_id": custom_id, "component_type": SELECT_TYPE if values else BUTTON_TYPE}
        record, payload = interactions.base_payload(
            self.backend,
            type=COMPONENT_INTERACTION,
            channel_id=message.channel_id,
            guild_id=guild.id if guild is not None else None,
            user_id=who.id,
            data=data | ({"values": list(values)} if values else {}),
        )
        payload["message"] = dict(serializers.message_payload(self.backend, message))
        if components is not None:
            payload["message"]["components"] = components
        record.source_message_id = message.id
        self.backend.emit("INTERACTION_CREATE", payload)
        return record

    def choose(self, who: MemberActor | UserHandle, message: Message, name: str) -> Interaction:
        """Send the bot a context-menu command on a message. Raise BackendError if there is no such command."""
        kind, guild = AppCommandType.message.value, getattr(who, "guild", None)
        command = self.backend.find_command(name, None, kind)
        if command is None:
            raise BackendError(404, UNKNOWN_COMMAND, f"{name} is not in this menu")
        about = {"messages": {str(message.id): dict(serializers.message_payload(self.backend, message))}}
        record, payload = interactions.base_payload(
            self.backend,
            type=APPLICATION_COMMAND,
            channel_id=message.channel_id,
            guild_id=guild.id if guild is not None else None,
            user_id=who.id,
            data={"id": command["id"], "name": name, "type": kind, "target_id": str(message.id), "resolved": about},
        )
        self.backend.emit("INTERACTION_CREATE", payload)
        return record


def grant_permissions(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot exactly these permissions in the server; simcord gives it nearly all."""
    stored = env.backend.guilds[guild.id]
    for role in stored.members[env.backend.bot_user.id].role_ids:
        if role != guild.id:
            stored.roles[role].permissions = permissions.value
            payload = {"guild_id": str(guild.id), "role": dict(serializers.role_payload(stored.roles[role]))}
            env.backend.emit("GUILD_ROLE_UPDATE", payload)


def track(work: Any, schedule: Callable[..., asyncio.Handle], callback: Any, args: Any, **how: Any) -> asyncio.Handle:
    """Let simcord record a callback, unless it is due at once and belongs to a task.

    Nearly all callbacks belong to tasks: they are steps of tasks, which simcord checks anyway, or are made for tasks by
    asyncio and simcord.
    """
    if how["when"] is not None:
        return TRACK(work, schedule, callback, args, **how)
    context = how["context"]
    if isinstance(getattr(callback, "__self__", None), asyncio.Task) or (
        getattr(callback, "__module__", None) in PASSED_ON
        and (context is None or context.get(_runtime._BOT_SCOPE) == _runtime._BOT_SCOPE.get())
    ):
        return schedule(callback, *args, context=context)
    return TRACK(work, schedule, callback, args, **how)


def monotonic() -> float:
    """Return the time of the bot's clock. Outside of the bot, return real time, which the event loop needs."""
    return REAL_TIME() if _runtime._BOT_SCOPE.get() is None else TIME()


def loop_sleeps(task: asyncio.Task[Any], waiter: Any) -> bool:
    """Return whether a task is one of the bot's loops and waits for its next run. Other tasks are left to simcord."""
    coro: Any = task.get_coro()
    if waiter is None or waiter.done() or getattr(coro, "cr_code", None) is not Loop._repeat.__code__:
        return TASKS_LOOP_SLEEP(task, waiter)
    return getattr(coro.cr_await, "cr_code", None) is asyncio.sleep.__code__


def copied(sent: Any) -> Any:
    """Copy a payload ten times as fast as `deepcopy`, because nearly all of it is plain data."""
    try:
        return marshal.loads(marshal.dumps(sent))
    except ValueError:  # The kind of an interaction is an enum.
        if type(sent) is dict:
            return {key: copied(value) for key, value in sent.items()}
        return [copied(value) for value in sent] if type(sent) is list else deepcopy(sent)


def replace(method: str, path: str, handler: Callable[[Handler, router.RequestContext], Any]) -> None:
    """Replace the handler for this method and path with another, which gets the old one as its first argument."""
    routes = router._ROUTES[method]
    place = next(number for number, (known, _) in enumerate(routes) if known == path.split("/"))
    routes[place] = routes[place][0], partial(handler, routes[place][1])


def post_once(post: Handler, ctx: router.RequestContext) -> Any:
    """Post a message, or return the message posted before if its nonce has just been used."""
    body = ctx.body()
    if not body.get("nonce") or not body.get("enforce_nonce"):
        return post(ctx)
    known, now = SENT.setdefault(ctx.backend, {}), ctx.backend.clock.now()
    key = ctx.int_arg("channel_id"), str(body["nonce"])
    at, number = known.get(key, (now, 0))
    if now - at < NONCE_LIFETIME and number in ctx.backend.messages.get(key[0], {}):
        return message_response(ctx, ctx.backend.get_message(key[0], number))
    made = post(ctx)
    known[key] = now, int(made["id"])
    return made


def read_onwards(read: Handler, ctx: router.RequestContext) -> Any:
    """Return the messages right after the one that the request names or, if it names none, the newest messages."""
    if "after" not in ctx.params:
        return read(ctx)
    limit = read_number(str(ctx.params.get("limit", 50))) or 50
    return read(replaced(ctx, params={**ctx.params, "limit": NO_LIMIT}))[-limit:]


def edit_own(edit: Handler, ctx: router.RequestContext) -> Any:
    """Let the bot rename and archive its own threads without more permissions. Archived ones can only be reopened."""
    body, backend = ctx.body(), ctx.backend
    channel = backend.channels.get(ctx.int_arg("channel_id"))
    if channel is None or not channel.is_thread or channel.owner_id != backend.bot_user.id:
        return edit(ctx)
    if not set(body) <= THREAD_CREATOR_MAY_CHANGE:
        return edit(ctx)
    if channel.thread_metadata and channel.thread_metadata.archived and body.get("archived", True):
        raise BackendError(400, THREAD_IS_ARCHIVED, "Thread is archived")
    name = {key: value for key, value in body.items() if key == "name"}
    rest = {key: value for key, value in body.items() if key != "name"}
    return dict(serializers.channel_payload(backend, backend.edit_channel(channel.id, name, thread_metadata=rest)))


# This changes simcord's routes, callback tracking and copying for every simulated Discord in this process.
_runtime._track_callback = track  # type: ignore[assignment]
_dpy_internals._clock_monotonic = monotonic
_dpy_internals.tasks_loop_sleep = loop_sleeps
# Each record is unique, and is searched for in a list at every callback; comparing all its fields would be slow.
_runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
for module in (components, results):
    vars(module)["deepcopy"] = copied
for module in (gateway, router):
    vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
replace("POST", "channels/{channel_id}/messages", post_once)
replace("GET", "channels/{channel_id}/messages", read_onwards)
replace("PATCH", "channels/{channel_id}", edit_own)
