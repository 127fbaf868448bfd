"""From a view to the bytes of a picture, off the event loop: at most two at a time, and no picture drawn twice."""

import asyncio
import gc
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import msgspec
from cachetools import LRUCache

import wording
from bot.games import GAMES
from bot.ui.errors import steps
from bot.ui.picture import Picture
from renderer import Changes, Mark, Scene
from rules.game import Event
from rules.table import Table
from rules_service.options import PICTURE
from wording import Speaker

log = logging.getLogger(__name__)

WORKERS = 2
CHOICES = 2  # pictures beside choices: with 25 buttons a message has no room for more

Asked = tuple[str, Scene[Any]]  # which part of the board it is, and what to draw


class Painter:
    """Draws boards. A picture that was just drawn, or is being drawn, is not drawn again."""

    def __init__(self, cache: int = 64) -> None:
        """``cache``: how many pictures are kept in memory; a board is about 100 KB."""
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="drawing")
        self._cached: LRUCache[bytes, bytes] = LRUCache(cache)
        self._drawn: dict[bytes, asyncio.Future[bytes]] = {}

    async def board(
        self,
        game: str,
        view: Any,
        names: Sequence[str],
        lang: str,
        *,
        parts: Sequence[str],
        changed: Callable[[str], Changes] = lambda part: (),
        events: Sequence[Event] = (),
        style: frozenset[str] = frozenset(),
    ) -> list[Picture]:
        """Parts of the board as its viewer sees them (`renderer.Pictures.parts`), with what has changed on each.

        ``events`` is what has happened since, as far as everybody knows of it.

        All of them, or none if one cannot be drawn: that is logged.
        """
        words = wording.words(lang)
        asked = [
            (part, Scene(view, names, part, words, changed=changed(part), style=style, events=events)) for part in parts
        ]
        return await self._pictures(game, asked)

    async def choices(
        self,
        game: str,
        view: Any,
        names: Sequence[str],
        lang: str,
        *,
        marks: Sequence[Mark],
        style: frozenset[str] = frozenset(),
    ) -> list[Picture]:
        """As much of the board as the choices are on, with their letters; none if it cannot be drawn.

        Where they are on several parts each gets a picture, but only those with most of them.
        """
        places: dict[str, list[Mark]] = {}
        for mark in marks:
            places.setdefault(GAMES[game].pictures.place(view, mark.target), []).append(mark)
        most = sorted(places, key=lambda place: -len(places[place]))[:CHOICES]
        scene = Scene(view, names, "part", wording.words(lang), style=style)
        asked = [(place, replace(scene, marks=some)) for place, some in places.items() if place in most]
        return await self._pictures(game, asked)

    async def thing(self, game: str, name: str, lang: str, alt: str) -> list[Picture]:
        """One thing that help tells of, with its description; none if there is nothing to draw, or it cannot be."""
        key = f"{game} {name} {lang}".encode()
        png = self._cached.get(key)
        if png is None:
            loop = asyncio.get_running_loop()
            try:
                png = await loop.run_in_executor(self._threads, draw_thing, game, name, wording.words(lang))
            except Exception as error:  # a page without its picture is still a page
                log.error("cannot draw %s of %s: %s\n%s", name, game, type(error).__name__, steps(error))
                return []
            self._cached[key] = png
        return [Picture(png, alt, "thing.png")] if png else []

    async def _pictures(self, game: str, asked: Sequence[Asked]) -> list[Picture]:
        found = await asyncio.gather(
            *(self._cached_or_drawn(game, scene) for _, scene in asked), return_exceptions=True
        )
        made = []
        for number, (png, (place, scene)) in enumerate(zip(found, asked, strict=True), 1):
            if isinstance(png, Exception):  # a board without a picture is still a board
                log.error("cannot draw %s: %s\n%s", game, type(png).__name__, steps(png))
                return []
            if isinstance(png, BaseException):
                raise png
            name = "board.png" if len(asked) == 1 else f"board-{number}.png"
            speaker = Speaker(GAMES[game].words, wording.words(scene.words.lang), scene.names, scene.view)
            made.append(Picture(png, speaker.describe(place), name))
        return made

    async def _cached_or_drawn(self, game: str, scene: Scene[Any]) -> bytes:
        """The bytes, drawn if nobody has asked for the same lately: if all that the scene holds is the same."""
        packed = msgspec.msgpack.encode((game, scene), enc_hook=language, order="deterministic")
        key = blake2b(packed, digest_size=16).digest()
        png = self._cached.get(key)
        if png is None:
            png = self._cached[key] = await self._draw(key, game, scene)
        return png

    async def _draw(self, key: bytes, game: str, scene: Scene[Any]) -> bytes:
        """Draw, or wait for whoever draws the same."""
        if key not in self._drawn:
            self._drawn[key] = asyncio.get_running_loop().run_in_executor(self._threads, draw, game, scene)
        try:
            return await asyncio.shield(self._drawn[key])
        finally:
            self._drawn.pop(key, None)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def language(words: wording.Words) -> str:
    """What words are told from others by."""
    return words.lang


def draw(game: str, scene: Scene[Any]) -> bytes:
    """Paint and encode, in a thread."""
    pictures = GAMES[game].pictures
    return pictures.png(pictures.paint(scene))


def draw_thing(game: str, name: str, words: wording.Words) -> bytes:
    """Paint and encode one thing, in a thread; nothing if there is nothing to draw."""
    pictures = GAMES[game].pictures
    image = pictures.thing(name, words)
    return pictures.png(image) if image else b""


def warm_up() -> None:
    """Draw every game once, in a thread: what lies under all boards, and most pieces, are remembered from then on.

    That is seconds of Python, beside which the event loop would come to its turn late. So it is done before anybody can
    press. What cannot be drawn is logged. What is there by then stays for good: the collector of garbage, which else
    stops everything for a tenth of a second to look through it, is told so.
    """
    words = wording.words("en")
    for name, game in GAMES.items():
        try:
            for seats in game.rules.seats:
                view = Table(game.rules, seats, "warm").view(None)
                for part in dict.fromkeys(
                    part for layout in PICTURE.values for part in game.pictures.parts(view, layout)
                ):
                    game.pictures.paint(Scene(view, [""] * seats, part, words))
        except Exception as error:
            log.error("cannot draw %s: %s\n%s", name, type(error).__name__, steps(error))
    gc.collect()
    gc.freeze()
