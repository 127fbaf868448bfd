"""Draw pictures off the event loop, a few at a time, and manage the application's own emoji.

The emoji are drawings from the boards: icons on buttons, and signs in texts. `miasma sync` uploads the missing ones.
The name of an emoji depends on its file, so a changed drawing is uploaded under a new name. The old emoji is deleted.
"""

import asyncio
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from typing import Any

import discord
import msgspec
from cachetools import LRUCache

import wording
from bot.fair_queue import Ask, FairQueue, Work
from bot.metrics import METRICS, measure_time
from bot.ui.message import SIGN_EMOJI, Picture
from bot.ui.reply import DISCORD_FAILED, Refusal, failure_reason
from games import GAMES
from games.drawing import (
    draw_chart,
    draw_picture,
    draw_previews,
    draw_replay,
    draw_replay_samples,
    draw_thing,
    prepare_boards,
)
from renderer import ChangedTargets, Mark, Scene
from renderer.art import DRAWING_ROOM, emoji_png
from renderer.canvas.canvas import Sprite
from renderer.canvas.memory import use_less
from renderer.replay import Stopped, stoppable
from renderer.review_chart import ReviewChart
from renderer.seats import SEAT_LOOKS, seat_sign
from rules.game import Event
from rules.log import Played
from rules_service.options import PICTURE_OPTION, TABLE_OPTIONS
from storage.failures import format_traceback
from wording import Speaker
from wording.text_limits import MAX_ALT_TEXT, whole_sentences
from workers.program import REPLIES_PER_TRIM, freeze_objects, return_memory, return_memory_at_once
from workers.worker import RequestFailed, Worker, WorkerUnavailable, command_of, usable_cores

log = logging.getLogger(__name__)

MAX_CACHED_BOARDS = 64  # Each has about 100 KB.
MAX_CACHED_REPLAYS = 8  # Each has at most 1.5 MB.
MAX_BOARDS_AT_ONCE = 2
MAX_REPLAYS_AT_ONCE = 1  # Replays take seconds. Boards are drawn beside them and don't wait.
MAX_TRIES = 3  # Another request's picture may have killed the render worker.
MAX_WAIT = 30.0  # Seconds to wait for a restart of the render worker. After that, boards are posted without a picture.
MAX_SECONDS_TO_DRAW = 60.0  # The longest replay takes a few seconds, and shares the worker with boards.
RENDER_WORKER = command_of("games.drawing")
MAX_PICTURES_OF_CHOICES = 2  # With 25 buttons a message has no room for more.
# The signs that are drawn, with the names of their drawings: those of the seats, and those of each game.
DRAWN_SIGNS: Mapping[str, tuple[str, Callable[[int], Sprite]]] = {
    mark: (f"seat_{look.name}", partial(seat_sign, look, letter=False))
    for mark, look in zip(wording.SEAT_MARKS, SEAT_LOOKS, strict=True)
} | {sign: drawing for game in GAMES.values() for sign, drawing in game.pictures.signs.items()}
# The name of an emoji of ours contains the name of its drawing and a digest of the file.
EMOJI_NAME = re.compile(r"([a-z_]{2,23})_[0-9a-f]{8}")


def boards_at_once() -> int:
    """Return how many boards to draw at once: up to `MAX_BOARDS_AT_ONCE`, leaving one core for the bot if possible."""
    return max(1, min(MAX_BOARDS_AT_ONCE, usable_cores() - 1))


class Painter:
    """Draws pictures. A picture that is cached, or is already being drawn, is not drawn again."""

    def __init__(self, *, small: bool = False) -> None:
        """Create the painter. ``small``: keep fewer pictures in memory, and draw in threads of this process."""
        self._small = small
        if small:
            use_less()
            return_memory_at_once()
        self._threads = ThreadPoolExecutor(thread_name_prefix="drawing")
        self._board_slots = asyncio.Semaphore(1 if small else boards_at_once())
        self._cached: LRUCache[bytes, bytes] = LRUCache(MAX_CACHED_BOARDS // (4 if small else 1))
        self.replays = FairQueue(range(MAX_REPLAYS_AT_ONCE), MAX_CACHED_REPLAYS // (4 if small else 1))
        self._closed = threading.Event()
        self._asked = 0  # The number of requested pictures.
        self._drawn: dict[bytes, asyncio.Future[bytes]] = {}
        self.worker: Worker | None = None  # The render worker, if there is one, draws in place of the threads.
        self._late: Worker | None = None  # A render worker that did not start in time, which is tried again.

    async def prepare(self) -> None:
        """Get ready to draw: in a render worker if there is enough memory and a core for it, otherwise in threads."""
        if usable_cores() > 1 and not self._small:
            self._late = Worker(*RENDER_WORKER)
            await self.heal()
            if self.worker is not None:
                freeze_objects()
                return
        await warm_up_in_thread()

    async def heal(self) -> None:
        """Try to start the render worker, if there should be one and it hasn't started yet."""
        if (worker := self._late) is None:
            return
        try:
            await worker.start()
        except WorkerUnavailable as error:
            log.warning("the render worker does not start (%s); boards are drawn in threads", error)
        else:
            self.worker, self._late = worker, None

    def fallbacks(self) -> list[str]:
        """Return a description of the fallback in use if the render worker did not start, otherwise an empty list."""
        return ["boards are drawn in the bot, because the render worker did not start"] if self._late else []

    async def _work(self, function: Callable[..., bytes], *arguments: Any) -> bytes:
        """Draw in the render worker, or in a thread if there is none.

        Pictures wait while a render worker that died is restarted. The bot doesn't draw them itself, because that would
        need twice the memory just when memory is scarce. Raises WorkerUnavailable if the worker failed to draw this
        picture, died repeatedly, or can't be restarted soon.
        """
        self._asked += 1
        if self._asked % REPLIES_PER_TRIM == 0:
            await asyncio.get_running_loop().run_in_executor(self._threads, return_memory)
        if (worker := self.worker) is None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, stoppable, self._closed, function, *arguments)
        for _ in range(MAX_TRIES - 1):
            try:
                return await worker.call(function, MAX_SECONDS_TO_DRAW, *arguments)
            except RequestFailed:
                raise
            except WorkerUnavailable:
                if worker.pause > MAX_WAIT:
                    raise
            await asyncio.sleep(worker.pause)
        return await worker.call(function, MAX_SECONDS_TO_DRAW, *arguments)

    async def board(
        self,
        game: str,
        scene: Scene[Any],
        parts: Sequence[str],
        changed: Callable[[str], ChangedTargets] = lambda part: (),
    ) -> list[Picture]:
        """Return pictures of these parts of a scene, with the changes on each, or none if one of them can't be drawn.

        ``parts``: as in `renderer.Pictures.parts`; ``changed``: returns the changes to mark on a part (default: none).
        In the large style, each part that shows the main board is drawn as two halves.
        """
        # Only this part is cut in two; the others have rows that belong together.
        first, *_ = GAMES[game].pictures.parts(scene.view, "large")
        whole = first, GAMES[game].pictures.replay_part, GAMES[game].parts.turn
        cut = whole if "large" in scene.style else ()
        drawn = [(part, replace(scene, part=part, changed=changed(part))) for part in parts]
        asked = [(part, one, side) for part, one in drawn for side in (("left", "right") if part in cut else ("",))]
        return await self._pictures(game, asked)

    async def choices(self, game: str, scene: Scene[Any]) -> list[Picture]:
        """Return pictures of the parts of the board with the most marked choices, or none if one can't be drawn.

        There are at most `MAX_PICTURES_OF_CHOICES`. Without marked choices, there is one, of the part that
        replays show.
        """
        pictures = GAMES[game].pictures
        places: dict[str, list[Mark]] = {}
        for mark in scene.marks:
            places.setdefault(pictures.place(scene.view, mark.target), []).append(mark)
        if not places:
            places[pictures.replay_part] = []
        # Choices on several parts get a picture for each part, up to a limit: those with the most choices.
        most = sorted(places, key=lambda place: -len(places[place]))[:MAX_PICTURES_OF_CHOICES]
        part = replace(scene, part="part")
        asked = [(place, replace(part, marks=marks), "") for place, marks in places.items() if place in most]
        return await self._pictures(game, asked)

    async def thing(self, game: str, name: str, lang: str, alt: str) -> list[Picture]:
        """Return the picture of a thing from the help, or none if it can't be drawn. ``alt``: its alternative text."""
        png = await self._draw(f"{name} of {game}", draw_thing, game, name, wording.words(lang))
        return [Picture(png, alt, "thing.png")] if png else []

    async def previews(self, options: Sequence[str], games: Sequence[str], lang: str) -> list[Picture]:
        """Return a sheet with previews of these picture options, each on a board of the first game that has it.

        Return none if no game has any of them, or the sheet can't be drawn.
        """
        known = {
            option: game
            for option in options
            for game in reversed(games)
            if option == PICTURE_OPTION.id or (option in GAMES[game].display and GAMES[game].pictures.preview(option))
        }
        wanted, words = [(TABLE_OPTIONS[option], game) for option, game in known.items()], wording.words(lang)
        png = await self._draw("previews", draw_previews, wanted, words) if wanted else None
        alt = words._("Shows what each display option does to the pieces of a board.")
        return [Picture(png, alt, f"{options[0]}.png")] if png else []

    async def replay_samples(self, title: str, labels: Sequence[str], lang: str) -> list[Picture]:
        """Return a sheet of labelled samples of replays, or none if it can't be drawn."""
        game, words = next(iter(GAMES)), wording.words(lang)
        png = await self._draw("samples of replays", draw_replay_samples, game, title, list(labels), words)
        alt = words._("Shows the same move in each kind of replay.")
        return [Picture(png, alt, "replays.png")] if png else []

    async def chart(self, game: str, chart: ReviewChart, alt: str) -> list[Picture]:
        """Return the chart of a review, or none if it can't be drawn. ``alt``: its alternative text."""
        png = await self._draw(f"a review of {game}", draw_chart, game, chart)
        return [Picture(png, alt, "review.png")] if png else []

    async def replay(
        self, game: str, first: Scene[Any], played: Sequence[Played[Any]], asker: int, *, moving: bool
    ) -> list[Picture]:
        """Return an animation of the moves after this scene, or none if it can't be drawn. One is drawn at a time.

        ``asker``: the Discord id of the person who wants it. Raises Refusal while another replay for them is waiting.
        ``moving``: whether pieces move from place to place; otherwise one position follows another.
        """
        arguments = game, first, played, moving
        ask = Ask(Work.REPLAY, asker, digest(arguments))

        async def draw(place: int) -> bytes:
            return await self._work(draw_replay, *arguments)

        gif = await unless_it_fails(f"a replay of {game}", self.replays.ask(ask, draw))
        if gif is None:
            return []
        last = replace(first, view=played[-1].view if played else first.view)
        board = speaker_of(game, last).describe(first.part)
        w = wording.words(first.words.lang)
        alt = w._("An animation of these moves. Last frame: {board}", board=board)
        return [Picture(gif, whole_sentences(alt, MAX_ALT_TEXT, ""), "replay.gif")]

    async def _pictures(self, game: str, asked: Sequence[tuple[str, Scene[Any], str]]) -> list[Picture]:
        """Return pictures of these parts of the board, or none if one of them can't be drawn.

        ``asked``: for each picture the part, its scene, and the side to show ("left" or "right", or "" for the whole
        part).
        """
        found = await asyncio.gather(*(self._draw(game, draw_picture, game, scene, side) for _, scene, side in asked))
        made = []
        for number, (png, (part, scene, side)) in enumerate(zip(found, asked, strict=True), 1):
            if png is None:  # The board is then posted without a picture.
                return []
            name = "board.png" if len(asked) == 1 else f"board-{number}.png"
            speaker = speaker_of(game, scene)
            alt = speaker._("The right half of the picture above.") if side == "right" else speaker.describe(part)
            if part and part == GAMES[game].parts.round:
                told = " ".join(speaker.headlines(since_round_end(game, scene.events))).replace("**", "")
                alt = whole_sentences(f"{told} {alt}", MAX_ALT_TEXT, speaker._("For the rest, see the board as text."))
            made.append(Picture(png, alt, name))
        return made

    async def _draw(self, what: str, function: Callable[..., bytes], *arguments: Any) -> bytes | None:
        """Draw a picture, or return an identical one from the cache or from a drawing in progress.

        If it can't be drawn, log the failure and return None. Everything is described in words, too.
        """
        key = digest((function.__name__, arguments))
        if (known := self._cached.get(key)) is not None:
            return known
        if key not in self._drawn:
            self._drawn[key] = asyncio.ensure_future(self._draw_now(function, *arguments))
        try:
            with measure_time(METRICS.pictures) if function is draw_picture else nullcontext():
                made = await unless_it_fails(what, asyncio.shield(self._drawn[key]))
        finally:
            self._drawn.pop(key, None)
        if made is not None:
            self._cached[key] = made
        return made

    async def _draw_now(self, function: Callable[..., bytes], *arguments: Any) -> bytes:
        async with self._board_slots:
            return await self._work(function, *arguments)

    async def close(self) -> None:
        """Cancel all replays, and shut down the threads and the render worker."""
        self._closed.set()
        await self.replays.close()
        workers, self.worker, self._late = (self.worker, self._late), None, None
        for worker in workers:
            if worker is not None:
                await worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


async def unless_it_fails(what: str, drawing: Awaitable[bytes]) -> bytes | None:
    """Return a picture, or None if it can't be drawn or drawing was stopped. Log failures, but raise a Refusal."""
    try:
        return await drawing
    except Refusal:
        raise
    except Stopped:
        return None
    except Exception as error:
        log.error("cannot draw %s: %s\n%s", what, type(error).__name__, format_traceback(error))
        return None


def since_round_end(game: str, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events since the last round ended, beginning with its end, or all events if no round has ended."""
    ends = [at for at, event in enumerate(events) if isinstance(event, GAMES[game].parts.round_ends[:1])]
    return events[ends[-1] :] if ends else events


def speaker_of(game: str, scene: Scene[Any]) -> Speaker[Any]:
    """Return the speaker that describes a scene in words."""
    return Speaker(GAMES[game].words, wording.words(scene.words.lang), scene.names, scene.view, colours=scene.colours)


def digest(asked: object) -> bytes:
    """Return the cache key of a picture: a digest of everything it depends on, including the language of its words."""
    packed = msgspec.msgpack.encode(asked, enc_hook=lambda words: words.lang, order="deterministic")
    return blake2b(packed, digest_size=16).digest()


async def warm_up_in_thread() -> None:
    """Run `warm_up` in a thread, and make it end early if this task is cancelled."""
    enough = threading.Event()
    try:
        await asyncio.to_thread(warm_up, enough)
    finally:
        enough.set()


def warm_up(enough: threading.Event | None = None) -> None:
    """Draw every board once, or until ``enough`` is set, and log failures.

    This takes seconds of Python, which would delay the event loop, so it is done before anybody can press.
    """

    def report(game: str, error: Exception) -> None:
        log.error("cannot draw %s: %s\n%s", game, type(error).__name__, format_traceback(error))

    prepare_boards(enough, report)


async def drawn_emoji() -> dict[str, bytes]:
    """Return all emoji by name. Each is drawn in a thread, so that a stopping bot waits for at most one drawing."""
    return dict([await asyncio.to_thread(emoji_file, *sign) for sign in DRAWN_SIGNS.values()])


def emoji_file(name: str, draw: Callable[[int], Sprite]) -> tuple[str, bytes]:
    """Draw an emoji. Return its name, which contains a digest of the file, and the file's bytes."""
    data = emoji_png(draw(DRAWING_ROOM))
    return f"{name}_{blake2b(data, digest_size=4).hexdigest()}", data


async def recall_emoji(client: discord.Client) -> bool:
    """Fetch the emoji from Discord. If that fails, messages show standard emoji. Return whether it succeeded."""
    try:
        known = await client.fetch_application_emojis()
    except DISCORD_FAILED as error:
        log.warning("could not fetch the application emoji: %s", failure_reason(error))
        SIGN_EMOJI.clear()
        return False
    found = [(match[1], one) for one in known if (match := EMOJI_NAME.fullmatch(one.name))]
    there = {name: discord.PartialEmoji(name=one.name, id=one.id) for name, one in found}
    SIGN_EMOJI.clear()
    SIGN_EMOJI.update({sign: there[name] for sign, (name, _) in DRAWN_SIGNS.items() if name in there})
    return True


async def upload_emoji(client: discord.Client, files: Mapping[str, bytes]) -> dict[int, bytes]:
    """Upload new files from `drawn_emoji`, delete outdated emoji, and fetch all. Return the new files by emoji id."""
    known = await client.fetch_application_emojis()
    there = {one.name for one in known}
    new = {}
    for name in sorted(files.keys() - there):
        made = await client.create_application_emoji(name=name, image=files[name])
        new[made.id] = files[name]
    # Emoji that were added by hand stay.
    names = {name for name, _ in DRAWN_SIGNS.values()}
    for one in known:
        match = EMOJI_NAME.fullmatch(one.name)
        if match and match[1] in names and one.name not in files:
            await one.delete()
    await recall_emoji(client)
    return new
