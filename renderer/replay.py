"""Replay a game: an animation of its positions, with the pieces moving between them.

Each game knows what moves in an event (`Pictures.keyframes`); other changes fade in. If a replay would be too
long or too large, it takes larger steps: events without motion, then ends of turns, then only some of those.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import PAPER
from renderer.canvas.palette import encode_gif, reduce_colours
from renderer.canvas.text import PLAIN, Text
from renderer.pictures import Pictures, SpritePath
from renderer.scene import Scene
from rules.game import Event, Target
from rules.log import Played

T = TypeVar("T")
V = TypeVar("V")

REPLAY_WIDTHS = (640, 480, 360)  # px; a replay takes the first width at which its file is small enough
MAX_BYTES = 1_000_000
MAX_FRAMES = 80
MAX_POSITIONS_WITHIN_TURNS = 40  # a longer replay shows only the ends of turns
FRAMES_PER_PATH, FRAMES_PER_FADE = (12, 8, 6, 4, 0), (5, 4, 3, 2, 0)  # tried in this order
PATH_MS, FADE_MS = 600, 300
HOLD_MS, SHORT_HOLD_MS, LAST_HOLD_MS = 700, 350, 2500  # positions: normally, when there are many, the last one
# Height and font size (px at the first width) of the strip under the picture that names the turn.
TITLE_HIGH, TITLE_SIZE = 30, 18
ALL_HOLDS_MS = 12_000  # the target for all positions together; `SHORT_HOLD_MS` is the lower bound of each


@dataclass(frozen=True)
class Shot(Generic[V]):
    """A position, the title of its turn, and the pieces that fly there over another picture of it, if any."""

    scene: Scene[V]
    title: str
    under: Scene[V] | None = None
    paths: Sequence[SpritePath] = ()


class Still(NamedTuple):
    """A shot drawn in its largest size: the position, and the board beneath the moving pieces."""

    board: Image.Image
    title: str
    under: Image.Image | None
    paths: Sequence[SpritePath]  # in coordinates of a picture of this size


class Stopped(Exception):
    """A replay is not drawn to its end, because the process is about to leave."""


ENOUGH = ContextVar[threading.Event | None]("ENOUGH", default=None)  # of this thread: when to stop drawing


def stoppable(enough: threading.Event, draw: Callable[..., T], *arguments: Any) -> T:
    """Return what a function draws. If it is a replay, Stopped is raised soon after ``enough`` is set."""
    before = ENOUGH.set(enough)
    try:
        return draw(*arguments)
    finally:
        ENOUGH.reset(before)


def replay_gif(pictures: Pictures[V], first: Scene[V], played: Sequence[Played[V]], *, moving: bool) -> bytes:
    """Return the moves as a GIF file of at most `MAX_BYTES` bytes; with ``moving``, pieces fly."""
    shots = list(_events(pictures, first, played))
    if len(shots) > (MAX_POSITIONS_WITHIN_TURNS if sum(one.ends for one in played) > 1 else MAX_FRAMES):
        shots = list(_turns(first, played))
    while len(shots) > MAX_FRAMES:
        shots = thinner(shots)
    stills = list(_until_enough(_stills(pictures, shots)))
    while True:
        for width in REPLAY_WIDTHS:
            for flying, fading in zip(FRAMES_PER_PATH, FRAMES_PER_FADE, strict=True) if moving else ((0, 0),):
                if sum(1 + (flying if one.under else fading) for one in stills) > MAX_FRAMES and flying:
                    continue
                frames = list(_until_enough(_frames(pictures, stills, width, flying, fading)))
                made = encode_gif(frames, pictures.palette, contrast="high" in first.style)
                if len(made) <= MAX_BYTES:
                    return made
        stills = thinner(stills)


def _until_enough(drawn: Iterator[T]) -> Iterator[T]:
    """Yield what is drawn, one by one. Raise Stopped if it is enough."""
    enough = ENOUGH.get()
    for one in drawn:
        if enough is not None and enough.is_set():
            raise Stopped
        yield one


def thinner(all_of_them: Sequence[T]) -> list[T]:
    """Return every other item, always keeping the last."""
    return [one for at, one in enumerate(reversed(all_of_them)) if at % 2 == 0][::-1]


def _events(pictures: Pictures[V], first: Scene[V], played: Sequence[Played[V]]) -> Iterator[Shot[V]]:
    """Yield a shot for each visible event, and after each move one of the board at that time."""
    yield Shot(first, played[0].title if played else "")
    view, happened, touched = first.view, list[Event](), list[Target]()
    for move in played:
        for event in move.events:
            for keyframe in pictures.keyframes(view, event, first):
                under, lifted = keyframe.under or keyframe.view, keyframe.lifted
                before = replace(first, view=under, events=tuple(happened), lifted=lifted)
                if keyframe.event_done:
                    happened.append(event)
                view = keyframe.view
                yield Shot(replace(first, view=view, events=tuple(happened)), move.title, before, keyframe.paths)
            if not happened or happened[-1] is not event:
                happened.append(event)
        touched += move.touched
        view = move.view
        yield Shot(replace(first, view=view, events=tuple(happened), changed=tuple(touched)), move.title)
        if move.ends:
            happened, touched = [], []


def _turns(first: Scene[V], played: Sequence[Played[V]]) -> Iterator[Shot[V]]:
    """Yield the board at the end of each turn, with what happened in it."""
    yield Shot(first, played[0].title if played else "")
    happened, touched = list[Event](), list[Target]()
    for move in played:
        happened += move.events
        touched += move.touched
        if move.ends or move is played[-1]:
            yield Shot(replace(first, view=move.view, events=tuple(happened), changed=tuple(touched)), move.title)
            happened, touched = [], []


def _stills(pictures: Pictures[V], shots: Sequence[Shot[V]]) -> Iterator[Still]:
    """Draw the shots in the game's colours, leaving out those that look like the one before."""
    last = b""
    for shot in shots:
        whole = pictures.image(shot.scene)
        by = REPLAY_WIDTHS[0] / whole.width
        board = reduce_colours(_sized(whole, by), pictures.palette)
        if (now := board.tobytes()) == last:
            continue
        last = now
        if shot.paths and shot.under:
            under = reduce_colours(_sized(pictures.image(shot.under), by), pictures.palette)
            yield Still(board, shot.title, under, [_smaller(path, by) for path in shot.paths])
        else:
            yield Still(board, shot.title, None, ())


def _frames(
    pictures: Pictures[V], stills: Sequence[Still], width: int, flying: int, fading: int
) -> Iterator[tuple[Image.Image, int]]:
    """Yield every frame at this width in pixels, each with its duration in milliseconds."""
    by = width / REPLAY_WIDTHS[0]
    hold = max(SHORT_HOLD_MS, min(HOLD_MS, ALL_HOLDS_MS // len(stills)))
    last: Image.Image | None = None
    for one in stills:
        board = _sized(one.board.convert("RGB"), by)
        if one.under and flying:
            ground = _sized(one.under.convert("RGB"), by)
            paths = [_smaller(path, by) for path in one.paths]
            for step in range(flying):
                frame = _titled(in_the_air(ground, paths, step / flying), one.title)
                yield reduce_colours(frame, pictures.palette), _ms(PATH_MS / flying)
        elif last is not None and fading:
            for step in range(1, fading + 1):
                between = Image.blend(last, board, step / (fading + 1))
                yield reduce_colours(_titled(between, one.title), pictures.palette), _ms(FADE_MS / fading)
        yield reduce_colours(_titled(board, one.title), pictures.palette), LAST_HOLD_MS if one is stills[-1] else hold
        last = board


def _titled(board: Image.Image, title: str) -> Image.Image:
    """Return the picture with a strip under it that names the turn, or unchanged without a title."""
    if not title:
        return board
    by = board.width / REPLAY_WIDTHS[0]
    sheet = Image.new("RGB", (board.width, board.height + round(TITLE_HIGH * by)), PAPER)
    sheet.paste(board)
    text = Text(title, round(TITLE_SIZE * by), PLAIN).fit(round(board.width * 0.96))
    text.put(sheet, board.width / 2, board.height + TITLE_HIGH * by / 2)
    return sheet


def _ms(time: float) -> int:
    """Round a time in milliseconds to the hundredths of a second that GIF files use."""
    return max(20, round(time / 10) * 10)


def _sized(image: Image.Image, by: float) -> Image.Image:
    size = (round(image.width * by), round(image.height * by))
    return image if by == 1 else image.resize(size, Image.Resampling.HAMMING)


def _smaller(path: SpritePath, by: float) -> SpritePath:
    """Return the path scaled to a picture of this relative size."""
    sprites = tuple(Sprite(_sized(one.rgb, by), _sized(one.mask, by)) for one in path.sprites)
    return SpritePath(sprites, tuple((x * by, y * by) for x, y in path.points))


def in_the_air(ground: Image.Image, paths: Sequence[SpritePath], time: float) -> Image.Image:
    """Return the board with its pieces in flight, at this fraction of the time."""
    board = ground.copy()
    for path in paths:
        sprite = path.sprites[min(int(time * len(path.sprites)), len(path.sprites) - 1)]
        legs = list(pairwise(path.points))
        way = (1 - cos(pi * time)) / 2 * len(legs)
        leg = min(int(way), len(legs) - 1)
        (x, y), (u, v) = legs[leg]
        sprite.put(board, x + (u - x) * (way - leg), y + (v - y) * (way - leg))
    return board
