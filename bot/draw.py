"""Painting and encoding, which is most of what a turn costs; and a process that does nothing else.

To the process come the names of these functions with what they are given, and back come the bytes, each with its
number: whatever is quick does not wait for a replay. What it cannot draw it says, and the bot tries that itself.
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
from renderer.film import film
from renderer.samples import Sample, sheet
from rules.game import Option
from rules.played import Played
from rules.table import Table
from wording.limits import capital
from wording.players import COLOURS

MOST = 2  # boards that are drawn at the same time, at most; besides them one replay, which takes seconds
HEAD = Struct(">Iq")  # before each question and answer: its number, and how many bytes follow
LAYOUTS = ("tall", "wide")  # of boards in channels (`rules_service.options.PICTURE`)
TIDY = 25  # drawings after which free memory is given back to the system
READY, FAILED = 0, -1  # the number of what is said first; instead of a length: it cannot be drawn


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers() -> int:
    """How many boards are drawn at the same time: no more than there are cores beside the bot's own.

    Two on one core would only take turns with every piece they draw.
    """
    return max(1, min(MOST, cores() - 1))


def draw(game: str, scene: Scene[Any], side: str = "") -> bytes:
    """Paint and encode."""
    pictures = GAMES[game].pictures
    return pictures.png(pictures.side(pictures.paint(scene), side), scene.style)


def draw_replay(game: str, first: Scene[Any], played: Sequence[Played[Any]], moving: bool) -> bytes:
    """Paint and encode a moving picture."""
    return film(GAMES[game].pictures, first, played, moving=moving)


def draw_samples(wanted: Sequence[tuple[Option, str]], words: wording.Words) -> bytes:
    """Paint and encode what these display options do, each on a board of a game."""
    return sheet([sample(option, GAMES[game], words) for option, game in wanted])


def sample(option: Option, game: BotGame, words: wording.Words) -> Sample:
    """A display option on the board of the game's lesson, or on that of a new game."""
    said = game.words.option(option.id)
    values = [(capital(said.value(value, words)), "" if value == option.default else value) for value in option.values]
    table = (
        Table.from_position(game.rules, game.lesson.position)
        if game.lesson
        else Table(game.rules, max(game.rules.seats), "sample")
    )
    scene: Scene[Any] = Scene(table.view(None), [words._(colour) for colour in COLOURS[: table.seats]], "", words)
    return Sample(option.id, words._(said.title), values, game.pictures, scene)


def draw_thing(game: str, name: str, words: wording.Words) -> bytes:
    """Paint and encode one thing; nothing if there is nothing to draw."""
    pictures = GAMES[game].pictures
    image = pictures.thing(name, words)
    return pictures.png(image) if image else b""


def paint_boards(game: BotGame, enough: threading.Event | None = None) -> None:
    """Draw every board of a game once: what lies under them, and most pieces, are remembered from then on.

    ``enough``: who sets it needs no more of it.
    """
    words = wording.words("en")
    for seats in game.rules.seats:
        view = Table(game.rules, seats, "warm").view(None)
        for part in dict.fromkeys(part for layout in LAYOUTS for part in game.pictures.parts(view, layout)):
            if enough is not None and enough.is_set():
                return
            game.pictures.paint(Scene(view, [""] * seats, part, words))


def get_ready() -> None:
    """Draw what lies under all boards once, and let the collector of garbage leave alone what is there then."""
    for game in GAMES.values():
        with suppress(Exception):  # what cannot be drawn now is told of when it is asked for
            paint_boards(game)
    settle()


def settle() -> None:
    """What is there now stays for good: the collector of garbage need not look through it."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Give free memory back to the system, which glibc keeps for itself, up to 100 MiB between what is in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)


def serve(questions: BinaryIO, out: BinaryIO) -> None:
    """Draw until nothing more is asked for, which is so when the bot has ended, too."""
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
        except Exception:  # the bot finds out by itself, and tells its host
            say(number, FAILED)
        else:
            say(number, len(drawn), drawn)
        if next(drawings) % TIDY == 0:
            give_back()

    say(READY, 0)
    while head := questions.read(HEAD.size):
        number, length = HEAD.unpack(head)
        try:
            name, given = pickle.loads(questions.read(length))  # it comes from the bot, which has started this process
        except Exception:  # of a game that is not known here
            say(number, FAILED)
        else:
            (long if name == draw_replay.__name__ else boards).submit(answer, number, works[name], given)


def main() -> None:
    """Draw over standard input and output. Who stops the bot may stop all that it has started: it draws to its end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    get_ready()
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # what is half drawn nobody waits for


if __name__ == "__main__":
    main()
