"""Share drawings between the bots of this process, because most tests start with the same positions."""

from collections.abc import Callable
from threading import Lock
from typing import Any

import pytest
from cachetools import LRUCache
from PIL import Image

import bot.pictures
import renderer
from games import GAMES

MOST = 300  # remembered pictures of up to 480 KB each; the least recently used go first
FUNCTIONS = ("draw_picture", "draw_thing", "draw_previews", "draw_replay", "draw_replay_samples")
# The key covers everything a picture depends on, and the painting function, because a test may replace it.
REMEMBERED: LRUCache[tuple[bytes, Callable[..., Any]], bytes] = LRUCache(MOST)
LOCK = Lock()  # Several threads draw at the same time.


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this test's bots reuse earlier drawings."""
    for name in FUNCTIONS:
        monkeypatch.setattr(bot.pictures, name, remembering(name, getattr(bot.pictures, name)))


def leave_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this test's bots post a small picture instead of each board, with a digest of the board appended."""
    small = GAMES["rattus"].pictures.png(Image.new("RGB", (11, 7)))
    monkeypatch.setattr(bot.pictures, "draw_picture", lambda *asked: small + bot.pictures.digest(asked))


def remembering(name: str, draw: Callable[..., bytes]) -> Callable[..., bytes]:
    """Wrap a drawing function so that it draws each thing only once."""

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
    """Make a bot draw everything again."""
    painter._cached.clear()
    REMEMBERED.clear()
