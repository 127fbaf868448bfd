"""What one bot has drawn no other of this process draws again: most tests begin with the same deals."""

from collections.abc import Callable
from threading import Lock
from typing import Any

import pytest
from cachetools import LRUCache
from PIL import Image

import bot.pictures
import renderer
from bot.games import GAMES

MOST = 300  # pictures that are remembered, of up to 480 KB each: those of last use
FUNCTIONS = ("draw", "draw_thing", "draw_samples", "draw_replay")
# By all that a picture depends on, with the function that paints: a test may put another in its place.
REMEMBERED: LRUCache[tuple[bytes, Callable[..., Any]], bytes] = LRUCache(MOST)
LOCK = Lock()  # several threads draw


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this test have what was drawn before."""
    for name in FUNCTIONS:
        monkeypatch.setattr(bot.pictures, name, remembering(name, getattr(bot.pictures, name)))


def leave_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this test post one small picture in the place of all boards."""
    small = GAMES["rattus"].pictures.png(Image.new("RGB", (11, 7)))
    monkeypatch.setattr(bot.pictures, "draw", lambda *asked: small)


def remembering(name: str, draw: Callable[..., bytes]) -> Callable[..., bytes]:
    """The function, which draws only what is new."""

    def drawn(*asked: Any) -> bytes:
        key = bot.pictures.digest((name, asked)), renderer.Pictures.paint
        with LOCK:
            picture = REMEMBERED.get(key)
        if picture is None:
            picture = draw(*asked)
            with LOCK:
                REMEMBERED[key] = picture
        return picture

    return drawn


def forget(painter: bot.pictures.Painter) -> None:
    """Let a bot draw everything anew."""
    painter._cached.clear()
    REMEMBERED.clear()
