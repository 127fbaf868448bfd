"""What befalls requests on their way to the simulated Discord and back, beyond what simcord makes to happen."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

UPDATE = 7  # the callback that redraws the message that was pressed
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")


@dataclass(frozen=True)
class Request:
    """What the bot asks of Discord."""

    method: str
    path: str
    json: Any
    files: int

    @property
    def edits(self) -> bool:
        """Whether it changes a message that is there."""
        return self.method == "PATCH" or (self.answers and self.json["type"] == UPDATE)

    @property
    def answers(self) -> bool:
        """Whether it is the first answer to a command or press."""
        return CALLBACK.fullmatch(self.path) is not None


def befall(
    monkeypatch: pytest.MonkeyPatch,
    *,
    before: Callable[[Request], None] = lambda request: None,
    after: Callable[[Request], None] = lambda request: None,
) -> None:
    """Let something happen to every request: before Discord does it, or after. What is raised, the bot gets."""
    dispatch = router.dispatch

    def beset(backend: Any, method: str, path: str, **how: Any) -> Any:
        request = Request(method, path, how.get("json"), len(how.get("files") or ()))
        before(request)
        done = dispatch(backend, method, path, **how)
        after(request)
        return done

    monkeypatch.setattr(router, "dispatch", beset)


def refuse_pictures_in_edits(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """No message that is there takes a new picture, as people report of Discord; new messages do.

    Returns what is refused, a list that grows.
    """
    refused = []

    def refuse(request: Request) -> None:
        if request.edits and request.files:
            refused.append(request)
            raise BackendError(400, 50035, "the referenced attachment was not found")

    befall(monkeypatch, before=refuse)
    return refused


def lose_answers(monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception], times: int) -> None:
    """Discord does what it is asked in answer to a press or command, but the first words of that are lost."""
    left = [times]

    def lose(request: Request) -> None:
        if request.answers and left[0]:
            left[0] -= 1
            raise error()

    befall(monkeypatch, after=lose)
