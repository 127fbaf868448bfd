"""What Discord does and simcord does otherwise: its routes are replaced where the bot would notice."""

from collections.abc import Callable
from dataclasses import replace as replaced
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.state import Backend
from simcord.http import router
from simcord.http._helpers import message_response

NONCES = timedelta(minutes=3)  # how long a nonce is remembered; Discord says no more than "a few minutes"
ARCHIVED = 50083  # Discord's code for what cannot be done in an archived thread
ALL = 10**9  # as many as there are
OWN = {"name", "archived", "auto_archive_duration"}  # what may be changed of a thread by whoever opened it

Handler = Callable[[router.RequestContext], Any]
Sent = dict[tuple[int, str], tuple[datetime, int]]  # by channel and nonce: when, and which message


def mend() -> None:
    """Replace the routes, for every simulated Discord of this process."""
    replace("POST", "channels/{channel_id}/messages", once)
    replace("GET", "channels/{channel_id}/messages", onwards)
    replace("PATCH", "channels/{channel_id}", by_who_opened_it)


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
