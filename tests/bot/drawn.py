"""What one bot has drawn no other of this process draws again: most tests begin with the same deals."""

from collections.abc import Callable
from typing import Any

import pytest

import bot.pictures
import renderer

MOST = 300  # pictures that are remembered, of up to 480 KB each
FUNCTIONS = ("draw", "draw_thing", "draw_samples", "draw_replay")
# By all that a picture depends on, with the function that paints: a test may put another in its place.
REMEMBERED: dict[tuple[bytes, Callable[..., Any]], bytes] = {}


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of this test have what was drawn before."""
    for name in FUNCTIONS:
        monkeypatch.setattr(bot.pictures, name, remembering(name, getattr(bot.pictures, name)))


def remembering(name: str, draw: Callable[..., bytes]) -> Callable[..., bytes]:
    """The function, which draws only what is new."""

    def drawn(*asked: Any) -> bytes:
        key = bot.pictures.digest((name, asked)), renderer.Pictures.paint
        if key not in REMEMBERED:
            if len(REMEMBERED) >= MOST:
                REMEMBERED.clear()
            REMEMBERED[key] = draw(*asked)
        return REMEMBERED[key]

    return drawn


def forget(painter: bot.pictures.Painter) -> None:
    """Let a bot draw everything anew."""
    painter._cached.clear()
    REMEMBERED.clear()
