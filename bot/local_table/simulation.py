"""The simulated Discord that the bot runs on at the local table and in the end-to-end tests.

What Discord does and simcord does otherwise is mended here where the bot would notice. But for those of its page, which
`preview` changes, simcord's private names stand in this file alone.
"""

import asyncio
import marshal
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from copy import deepcopy
from dataclasses import replace as replaced
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import discord
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

from rules_service.clock import Clock

START = 5.0  # seconds that a starting bot is waited for
BUTTON, SELECT = 2, 3
PRESSED = 3  # the type of an interaction that comes from a button or a select
NONCES = timedelta(minutes=3)  # how long a nonce is remembered; Discord says no more than "a few minutes"
ARCHIVED = 50083  # Discord's code for what cannot be done in an archived thread
ALL = 10**9  # as many as there are
OWN = {"name", "archived", "auto_archive_duration"}  # what may be changed of a thread by whoever opened it
LOOKS = 2  # after each of so many turns of the event loop nothing is to be done: then nothing is
# Why simcord calls a task parked, where that holds as long as the task waits for the same, however late it gets.
PARKED = {
    "discord Client.wait_for listener",
    "discord View/Modal completion",
    "discord View/Modal expiry timer",
    "discord.ext.tasks loop interval",
}

# Whose callbacks of this moment only wake tasks: no error comes of them that is not a task's.
PASSED_ON = {"asyncio.futures", "asyncio.tasks", "simcord._runtime"}
TRACK = _runtime._track_callback
TIME, REAL_TIME = _dpy_internals._clock_monotonic, _dpy_internals._REAL_MONOTONIC
Handler = Callable[[router.RequestContext], Any]
Sent = dict[tuple[int, str], tuple[datetime, int]]  # by channel and nonce: when, and which message


class SimulatedClock(Clock):
    """The bot's clock, which shows the time of the simulated Discord."""

    def __init__(self) -> None:
        self.ticks = Ticks()
        self.reached: datetime | None = None  # the latest moment of an earlier run: leaps led beyond the real time

    def now(self) -> datetime:
        """The simulated moment, aware, in UTC."""
        return self.ticks.now()

    def set(self, moment: datetime) -> None:
        """Let it be this moment. Only before the bot starts: timers count from the start."""
        self.ticks._epoch = moment.astimezone(UTC) - timedelta(seconds=self.ticks.elapsed)


class SimulatedDiscord(Env):
    """simcord's Discord with a clock of ours, and with waits short enough to play on.

    Its first moment is always the same, so whatever is made before the clock is set has the same ids in every run.
    """

    def __init__(
        self, bot: discord.Client, clock: SimulatedClock, *, settle_timeout: float = 30.0, shards: int = 1
    ) -> None:
        sharded = isinstance(bot, discord.AutoShardedClient)
        super().__init__(bot, settle_timeout=settle_timeout, shard_count=shards if sharded else None)
        self.backend.clock = clock.ticks
        self._patience: float | None = None  # while a bot starts: how long to wait for what it does then
        self._parked: dict[asyncio.Task[Any], Any] = {}  # tasks with nothing to do until this comes that they wait for

    def show_emoji(self, files: Mapping[int, bytes]) -> None:
        """Let the page show the emoji of the application with these ids: simcord keeps their names alone."""
        for number, data in files.items():
            self.backend.cdn._blobs[f"{CDN_BASE}/emojis/{number}.png"] = data

    async def start(self, *, patience: float = START) -> None:
        """Start the bot and wait so many seconds for what it does then; what is not done by then goes on by itself."""
        self._patience = patience
        try:
            await super().start()
        finally:
            self._patience = None

    async def _settle_internal(self, *, idle: float = 0.005, **options: Any) -> None:
        # simcord looks at the bot again every 50 ms by default, which every click would pay.
        assert self._loop is not None
        known, patience = options.pop("_deadline", None), options.get("timeout")
        if self._patience is not None:
            known, patience = None, self._patience
        deadline = known or self._loop.time() + (self.settle_timeout if patience is None else patience)
        if await self._is_done(idle, deadline):
            return
        # And it gives up a start after 5 s, though on a busy machine the first boards take longer.
        with nullcontext() if self._patience is None else suppress(TimeoutError):
            await super()._settle_internal(idle=idle, _deadline=deadline, **options)

    async def _is_done(self, idle: float, deadline: float) -> bool:
        """Wait for all that the bot has in hand; false where simcord itself has to find out what is left, and why.

        At each look simcord finds out anew of every task why it waits. That takes longer than most of what a press
        brings the bot to do, so here it is asked once for each thing that a task waits for.
        """
        assert self._loop is not None
        self._parked = {task: waiter for task, waiter in self._parked.items() if not task.done()}
        quiet = 0
        while quiet < LOOKS:
            if not self._loop._ready:  # type: ignore[attr-defined]
                _run_due_virtual_callbacks(self._settlement_state(), deadline)
            await asyncio.sleep(0)
            others = {self._advance_task, self._real_advance_task} - {None, asyncio.current_task()}
            if others or self._loop.time() >= deadline:
                return False
            if self._loop._ready:  # type: ignore[attr-defined]
                quiet = 0
                continue  # something goes on at this moment: to look what waits for what is too early
            # Those that were parked before soon are again: the loops. Of the rest it is asked when nothing else ends.
            if not self._park([task for task in self._busy() if task in self._parked], deadline):
                return False
            state, busy = self._settlement_state(), self._busy()
            self._cancel_timers()
            timers = [one for one in _active_callbacks(state) if not _callback_is_parked(state, one, deadline)]
            quiet = 0 if busy or timers or self._work.executors else quiet + 1
            if busy or self._work.executors:
                # What runs in a thread ends by itself; else it may be that nothing does.
                patience = deadline - self._loop.time() if self._work.executors else idle
                # Tasks that are parked time and again, the loops, never end: of them the next thing they wait for.
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
        """Cancel what stands in the event loop for timers that were cancelled: simcord looks through all that is there.

        Each question to a server has a time limit, so there are very many of them.
        """
        for timer in self._work.callbacks:
            if timer.real_handle is not None and timer.handle is not None and timer.handle.cancelled():
                timer.real_handle.cancel()

    def _busy(self) -> list[asyncio.Task[Any]]:
        """The bot's tasks but for those that still wait for what they waited for when they were found parked."""
        return [
            task
            for task in self._work.tasks
            if not task.done()
            and ((waiter := self._parked.get(task)) is None or waiter.done() or waiter is not task._fut_waiter)  # type: ignore[attr-defined]
        ]

    def _park(self, tasks: list[asyncio.Task[Any]], deadline: float) -> bool:
        """Find out which of the tasks have nothing to do; false if there is one of which that may change by itself."""
        state = self._settlement_state()
        tasks = [task for task in tasks if not task.done()]
        _virtualize_recognized_waits(state, tasks)
        reasons = {task: _park_reason(state, task, deadline) for task in tasks}
        self._parked |= {task: task._fut_waiter for task in tasks if reasons[task] in PARKED}  # type: ignore[attr-defined]
        return set(reasons.values()) <= {None, *PARKED}

    async def replace_bot(self, bot: discord.Client) -> None:
        """Put another bot in place of the running one, whose work ends wherever it happens to be."""
        self._begin_operation("replace_bot")
        self._patience = START
        try:
            await self._detach_bot()
            await _attach_bot(self, bot)
        finally:
            self._patience = None
            self._end_operation()

    @contextmanager
    def as_bot(self) -> Iterator[None]:
        """What is done here the bot does, not a person."""
        with self._bot_scope():
            yield

    @asynccontextmanager
    async def operation(self, name: str, event: str) -> AsyncIterator[None]:
        """Something that a person does, of which the bot is told by the event; it has done its part at the end."""
        self._begin_operation(name)
        try:
            yield
            await self._settle_internal(dispatch=event)
        finally:
            self._end_operation()

    @property
    def generation(self) -> int:
        """Which bot it is, counted from the first."""
        return self._generation

    def forget_files(self, used: Collection[str]) -> None:
        """Let go of attached files that are not among these addresses."""
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
        """Send the bot the press of a button, or what is chosen in a select, as Discord does.

        Nothing is waited for; several presses sent one after the other meet in the bot at the same moment. A press
        of a button that has gone meanwhile comes with the components that the message had then.
        """
        guild = getattr(who, "guild", None)
        record, payload = interactions.base_payload(
            self.backend,
            type=PRESSED,
            channel_id=message.channel_id,
            guild_id=guild.id if guild is not None else None,
            user_id=who.id,
            data={
                "custom_id": custom_id,
                "component_type": SELECT if values else BUTTON,
                **({"values": list(values)} if values else {}),
            },
        )
        payload["message"] = dict(serializers.message_payload(self.backend, message))
        if components is not None:
            payload["message"]["components"] = components
        record.source_message_id = message.id
        self.backend.emit("INTERACTION_CREATE", payload)
        return record


def grant(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot these permissions in the server and no others; simcord gives it nearly all."""
    stored = env.backend.guilds[guild.id]
    for role in stored.members[env.backend.bot_user.id].role_ids:
        if role != guild.id:
            stored.roles[role].permissions = permissions.value
            env.backend.emit(
                "GUILD_ROLE_UPDATE",
                {"guild_id": str(guild.id), "role": dict(serializers.role_payload(stored.roles[role]))},
            )


def track(work: Any, schedule: Callable[..., asyncio.Handle], callback: Any, args: Any, **how: Any) -> asyncio.Handle:
    """Take down what is to be called soon, as simcord does; but for the steps of tasks, which it looks at themselves,
    and for what asyncio and simcord pass on at once on behalf of tasks.

    They are nearly all of it.
    """
    if how["when"] is not None:
        return TRACK(work, schedule, callback, args, **how)
    context = how["context"]
    if isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return schedule(callback, *args, context=context)
    if getattr(callback, "__module__", None) in PASSED_ON and (
        context is None or context.get(_runtime._BOT_SCOPE) == _runtime._BOT_SCOPE.get()
    ):
        return schedule(callback, *args, context=context)
    return TRACK(work, schedule, callback, args, **how)


def monotonic() -> float:
    """The time that the bot is told, or outside of it the real one, for which the event loop asks at each turn."""
    return REAL_TIME() if _runtime._BOT_SCOPE.get() is None else TIME()


def mend() -> None:
    """Replace the routes, and what is done at each step and copied, for every simulated Discord of this process."""
    _runtime._track_callback = track  # type: ignore[assignment]
    _dpy_internals._clock_monotonic = monotonic
    # Each is one of a kind, and is looked for in a list for every callback: not by comparing all that it holds.
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
    for module in (components, results):
        vars(module)["deepcopy"] = copied
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    replace("POST", "channels/{channel_id}/messages", once)
    replace("GET", "channels/{channel_id}/messages", onwards)
    replace("PATCH", "channels/{channel_id}", by_who_opened_it)


def copied(sent: Any) -> Any:
    """A copy of what is sent, at a tenth of the price: nearly all of it is plain data."""
    try:
        return marshal.loads(marshal.dumps(sent))
    except ValueError:  # the kind of an interaction is a number with a name
        if type(sent) is dict:
            return {key: copied(value) for key, value in sent.items()}
        return [copied(value) for value in sent] if type(sent) is list else deepcopy(sent)


def replace(method: str, path: str, change: Callable[[Handler], Handler]) -> None:
    """Put another handler in the place of the one for this path; it is given that one."""
    routes = router._ROUTES[method]
    place = next(number for number, (known, _) in enumerate(routes) if known == path.split("/"))
    routes[place] = routes[place][0], change(routes[place][1])


def once(post: Handler) -> Handler:
    """A nonce that has just been seen is answered with the message that was posted then."""
    sent: WeakKeyDictionary[Backend, Sent] = WeakKeyDictionary()

    def post_once(ctx: router.RequestContext) -> Any:
        body = ctx.body()
        if not body.get("nonce") or not body.get("enforce_nonce"):
            return post(ctx)
        known, now = sent.setdefault(ctx.backend, {}), ctx.backend.clock.now()
        key = ctx.int_arg("channel_id"), str(body["nonce"])
        at, number = known.get(key, (now, 0))
        if now - at < NONCES and number in ctx.backend.messages.get(key[0], {}):
            return message_response(ctx, ctx.backend.get_message(key[0], number))
        made = post(ctx)
        known[key] = now, int(made["id"])
        return made

    return post_once


def onwards(read: Handler) -> Handler:
    """Messages after one are those that follow it, not the newest."""

    def read_on(ctx: router.RequestContext) -> Any:
        if "after" not in ctx.params:
            return read(ctx)
        limit = int(ctx.params.get("limit", 50))
        return read(replaced(ctx, params={**ctx.params, "limit": ALL}))[-limit:]

    return read_on


def by_who_opened_it(edit: Handler) -> Handler:
    """Whoever opened a thread may name and archive it with no further permission; not while it is archived."""

    def edit_own(ctx: router.RequestContext) -> Any:
        body, backend = ctx.body(), ctx.backend
        channel = backend.channels.get(ctx.int_arg("channel_id"))
        if channel is None or not channel.is_thread or channel.owner_id != backend.bot_user.id or not set(body) <= OWN:
            return edit(ctx)
        if channel.thread_metadata and channel.thread_metadata.archived and body.get("archived", True):
            raise BackendError(400, ARCHIVED, "Thread is archived")
        name = {key: value for key, value in body.items() if key == "name"}
        rest = {key: value for key, value in body.items() if key != "name"}
        return dict(serializers.channel_payload(backend, backend.edit_channel(channel.id, name, thread_metadata=rest)))

    return edit_own


mend()
