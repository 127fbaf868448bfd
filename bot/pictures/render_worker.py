"""Painting and encoding, which is most of the cost of a turn, and the render worker, which does nothing else.

The worker receives the names of these functions with their arguments, and returns the bytes. Each request has a number,
so quick ones don't wait for a replay. The worker reports what it can't draw, and the bot tries that itself.
"""

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from struct import Struct
from typing import Any, BinaryIO

import wording
from bot.games import GAMES, BotGame
from renderer import Scene
from renderer.previews import OptionPreview, preview_sheet
from renderer.replay import replay_gif
from rules.game import Option
from rules.played import Played
from rules.table import Table
from wording.limits import capital
from wording.players import COLOURS

MOST = 2  # The most boards drawn concurrently; in addition there may be one replay, which takes seconds.
HEAD = Struct(">Iq")  # The header of each request and response: its number, and how many bytes follow.
LAYOUTS = ("tall", "wide")  # The layouts of boards in channels (`rules_service.options.PICTURE`).
TIDY = 25  # After that many drawings, free memory is returned to the system.
# READY is the number of the first message. FAILED replaces the length if something can't be drawn.
READY, FAILED = 0, -1


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers() -> int:
    """Return how many boards are drawn concurrently: at most one per core, without the bot's own core.

    Two on one core would only slow each other down.
    """
    return max(1, min(MOST, cores() - 1))


def draw(game: str, scene: Scene[Any], side: str = "") -> bytes:
    """Paint and encode a picture."""
    pictures = GAMES[game].pictures
    return pictures.png(pictures.side(pictures.paint(scene), side), scene.style)


def draw_replay(game: str, first: Scene[Any], played: Sequence[Played[Any]], moving: bool) -> bytes:
    """Paint and encode an animated picture."""
    return replay_gif(GAMES[game].pictures, first, played, moving=moving)


def draw_samples(wanted: Sequence[tuple[Option, str]], words: wording.Words) -> bytes:
    """Paint and encode samples of these display options, each on a board of a game."""
    return preview_sheet([sample(option, GAMES[game], words) for option, game in wanted])


def sample(option: Option, game: BotGame, words: wording.Words) -> OptionPreview:
    """Return a sample of a display option on the board of the game's lesson, or of a new game."""
    said = game.words.option(option.id)
    values = [(capital(said.value(value, words)), "" if value == option.default else value) for value in option.values]
    table = (
        Table.from_position(game.rules, game.lesson.position)
        if game.lesson
        else Table(game.rules, max(game.rules.seats), "sample")
    )
    scene: Scene[Any] = Scene(table.view(None), [words._(colour) for colour in COLOURS[: table.seats]], "", words)
    return OptionPreview(option.id, words._(said.title), values, game.pictures, scene)


def draw_thing(game: str, name: str, words: wording.Words) -> bytes:
    """Paint and encode one thing; return b"" if there is nothing to draw."""
    pictures = GAMES[game].pictures
    image = pictures.thing(name, words)
    return pictures.png(image) if image else b""


def paint_boards(game: BotGame, enough: threading.Event | None = None) -> None:
    """Draw every board of a game once, which caches the backgrounds and most pieces.

    ``enough``: setting this event stops it.
    """
    words = wording.words("en")
    for seats in game.rules.seats:
        view = Table(game.rules, seats, "warm").view(None)
        for part in dict.fromkeys(part for layout in LAYOUTS for part in game.pictures.parts(view, layout)):
            if enough is not None and enough.is_set():
                return
            game.pictures.paint(Scene(view, [""] * seats, part, words))


def get_ready() -> None:
    """Draw all backgrounds once, and exclude them from garbage collection."""
    for game in GAMES.values():
        with suppress(Exception):  # Whatever can't be drawn is reported when it is requested.
            paint_boards(game)
    settle()


def settle() -> None:
    """Exclude everything that exists now from garbage collection, as it stays for good."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return free memory to the system, of which glibc keeps up to 100 MiB between blocks in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)


def serve(questions: BinaryIO, out: BinaryIO) -> None:
    """Draw until the input ends, as it also does when the bot exits."""
    works = {work.__name__: work for work in (draw, draw_samples, draw_thing, draw_replay)}
    boards, long = ThreadPoolExecutor(workers()), ThreadPoolExecutor(1)
    speaking, drawings = threading.Lock(), count(1)

    def say(number: int, length: int, drawn: bytes = b"") -> None:
        with speaking:
            out.write(HEAD.pack(number, length) + drawn)
            out.flush()

    def answer(number: int, work: Callable[..., bytes], given: Sequence[Any]) -> None:
        try:
            drawn = work(*given)
        except Exception:  # The bot notices the failure and logs it.
            say(number, FAILED)
        else:
            say(number, len(drawn), drawn)
        if next(drawings) % TIDY == 0:
            give_back()

    say(READY, 0)
    while head := questions.read(HEAD.size):
        number, length = HEAD.unpack(head)
        try:
            # The input comes from the bot, which has started this process.
            name, given = pickle.loads(questions.read(length))
        except Exception:  # The request is for a game that is unknown here.
            say(number, FAILED)
        else:
            (long if name == draw_replay.__name__ else boards).submit(answer, number, works[name], given)


def main() -> None:
    """Draw over standard input and output. Stop signals to the process group are ignored: the input's end stops it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    get_ready()
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # Unfinished drawings are not needed any more.


if __name__ == "__main__":
    main()
