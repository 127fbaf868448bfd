"""Faults in requests to the simulated Discord and in its responses, beyond those that simcord can inject."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.channel.delivery import FOREVER
from tests.bot.sim import Sim

UPDATE = 7  # This callback type edits the message whose component was pressed.
POST = re.compile(r"/channels/\d+/messages")
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")


@dataclass(frozen=True)
class Request:
    """A request from the bot to Discord."""

    method: str
    path: str
    json: Any
    files: int
    params: Any = None

    @property
    def edits(self) -> bool:
        """Return whether the request edits an existing message."""
        return self.method == "PATCH" or (self.answers and self.json["type"] == UPDATE)

    @property
    def answers(self) -> bool:
        """Return whether this is the initial response to a command or press."""
        return CALLBACK.fullmatch(self.path) is not None


def befall(
    monkeypatch: pytest.MonkeyPatch,
    *,
    before: Callable[[Request], None] = lambda request: None,
    after: Callable[[Request], None] = lambda request: None,
) -> None:
    """Call these hooks before and after Discord carries out each request. A hook's error is raised in the bot."""
    dispatch = router.dispatch

    def beset(backend: Any, method: str, path: str, **how: Any) -> Any:
        request = Request(method, path, how.get("json"), len(how.get("files") or ()), how.get("params"))
        before(request)
        done = dispatch(backend, method, path, **how)
        after(request)
        return done

    monkeypatch.setattr(router, "dispatch", beset)


def refuse_pictures_in_edits(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Make Discord refuse pictures in edits, but not in new messages. Return the growing list of refused requests."""
    refused = []

    def refuse(request: Request) -> None:
        if request.edits and request.files:
            refused.append(request)
            raise BackendError(400, 50035, "the referenced attachment was not found")

    befall(monkeypatch, before=refuse)
    return refused


def lose_next_post(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord create the next post, but lose its response."""
    left = [1]

    def lose(request: Request) -> None:
        if left[0] and request.method == "POST" and POST.fullmatch(request.path):
            left[0] -= 1
            raise aiohttp.ServerDisconnectedError

    befall(monkeypatch, after=lose)


async def killed(*_: object, **__: object) -> None:
    """Raise an error in place of the replaced function, as if the process were killed there."""
    raise SystemError("killed")


def forget_posts(sim: Sim, monkeypatch: pytest.MonkeyPatch, kind: str = "") -> None:
    """From now on, kill the running bot before it can record a post (of this kind, if given)."""
    outbox = sim.bot.app.announcer.outbox
    note = outbox.done

    async def done(ids: Collection[int], *noted: Any) -> None:
        if not kind or {told.kind for told in await outbox.pending(FOREVER) if told.id in ids} == {kind}:
            await killed()
        await note(ids, *noted)

    monkeypatch.setattr(outbox, "done", done)
