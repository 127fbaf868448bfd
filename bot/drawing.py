"""From a view to the bytes of a picture, off the event loop: at most two at a time, and no picture drawn twice."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any

import msgspec

import renderer
from bot import wording
from bot.errors import steps
from bot.posts import Picture
from renderer import Mark
from rules.game import Target

log = logging.getLogger(__name__)

KEPT = 64  # pictures; a board is about 100 KB
WORKERS = 2


class Drawing:
    """Draws boards. A picture that was just drawn, or is being drawn, is not drawn again."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="drawing")
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._drawn: dict[bytes, asyncio.Future[bytes]] = {}

    async def board(
        self,
        game: str,
        view: Any,
        names: Sequence[str],
        lang: str,
        *,
        layout: renderer.Layout = "wide",
        marks: Sequence[Mark] = (),
        changed: Sequence[Target] = (),
    ) -> Picture | None:
        """The board as its viewer sees it, with letters at the choices; None if it cannot be drawn (that is logged)."""
        lang = wording.words(lang).lang  # a language there is, for whatever Discord calls the reader's
        asked = (game, view, list(names), lang, layout, list(marks), list(changed))
        key = blake2b(msgspec.msgpack.encode(asked), digest_size=16).digest()
        png = self._kept.get(key)
        if png is None:
            try:
                png = await self._draw(key, view, names, lang, layout, marks, changed)
            except Exception as error:  # a board without a picture is still a board
                log.error("cannot draw %s: %s\n%s", game, type(error).__name__, steps(error))
                return None
        self._kept[key] = png
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return Picture(png, wording.describe(game, view, names, lang))

    async def _draw(self, key: bytes, *how: Any) -> bytes:
        """Draw, or wait for whoever draws the same."""
        if key not in self._drawn:
            self._drawn[key] = asyncio.get_running_loop().run_in_executor(self._threads, draw, *how)
        try:
            return await asyncio.shield(self._drawn[key])
        finally:
            self._drawn.pop(key, None)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def draw(
    view: Any,
    names: Sequence[str],
    lang: str,
    layout: renderer.Layout,
    marks: Sequence[Mark],
    changed: Sequence[Target],
) -> bytes:
    """Paint and encode, in a thread."""
    image = renderer.paint(view, names=names, lang=lang, layout=layout, marks=marks, changed=changed)
    return renderer.png(image, view.game)
