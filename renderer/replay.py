"""Replay a game: an animation of its positions, with the pieces moving between them.

Each game defines the movements in an event (`Pictures.keyframes`); other changes fade in. A strip under the picture
describes the events, and stays long enough to be read. If a replay would be too long or too large, it takes larger
steps: events without motion, then ends of turns, then only some of those. It never gets faster, and the strip describes
all turns.
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
from renderer.canvas.colours import INK, PAPER, SEPIA
from renderer.canvas.palette import encode_gif, reduce_colours
from renderer.canvas.text import PLAIN, Text, drawable, put_lines
from renderer.pictures import Pictures, SpritePath
from renderer.scene import Scene
from rules.game import Event, Target
from rules.log import Played

T = TypeVar("T")
V = TypeVar("V")

REPLAY_WIDTHS = (640, 480, 360)  # px; a replay takes the first width at which its file is small enough
MAX_BYTES = 1_500_000
MAX_FRAMES = 80
MAX_POSITIONS_WITHIN_TURNS = 40  # a longer replay shows only the ends of turns
FRAMES_PER_PATH, FRAMES_PER_FADE = (12, 8, 6, 4, 0), (5, 4, 3, 2, 0)  # tried in this order
PATH_MS, FADE_MS = 600, 300
HOLD_MS, CHARACTER_MS, LAST_HOLD_MS = 1000, 20, 2500  # the time of a position: at least, per new character, the last
# The strip under the picture, in px at the first width: the size of its text, its lines, and the space round them.
CAPTION_SIZE, CAPTION_LINE, CAPTION_SPACE = 22, 28, 10
# In the preview of replays: how often a flying piece is drawn, and the size of the text in px.
SAMPLE_TRACES, SAMPLE_SIZE = 4, 28
MAX_STORY_LINES = 3  # lines under the title; a longer story continues in another picture


class Caption(NamedTuple):
    """The text of the strip: the title of a turn, and its events so far as paragraphs."""

    title: str
    story: tuple[str, ...] = ()


@dataclass(frozen=True)
class Told:
    """The captions of a position, starting with those of earlier turns whose shots were left out."""

    captions: tuple[Caption, ...]


@dataclass(frozen=True)
class Shot(Told, Generic[V]):
    """A position, and any pieces that first fly to their places in it, over the board ``under`` them."""

    scene: Scene[V]
    under: Scene[V] | None = None
    paths: Sequence[SpritePath] = ()


@dataclass(frozen=True)
class Still(Told):
    """A shot drawn at its largest size: the position, and the board beneath the moving pieces."""

    board: Image.Image
    under: Image.Image | None
    paths: Sequence[SpritePath]  # in coordinates of a picture of this size


AnyShot = TypeVar("AnyShot", bound=Told)


class Stopped(Exception):
    """The drawing of a replay was stopped because the process is about to exit."""


ENOUGH = ContextVar[threading.Event | None]("ENOUGH", default=None)  # tells this thread when to stop drawing


def stoppable(enough: threading.Event, draw: Callable[..., T], *arguments: Any) -> T:
    """Call a drawing function and return its result.

    If it draws a replay, it raises Stopped soon after ``enough`` is set.
    """
    before = ENOUGH.set(enough)
    try:
        return draw(*arguments)
    finally:
        ENOUGH.reset(before)


def replay_gif(pictures: Pictures[V], first: Scene[V], played: Sequence[Played[V]], *, moving: bool) -> bytes:
    """Return the moves as a GIF file of at most `MAX_BYTES` bytes. With ``moving``, pieces fly.

    Raise Stopped if `stoppable` is told to stop.
    """
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
    """Yield the drawn items one by one. Raise Stopped once the event in `ENOUGH` is set."""
    enough = ENOUGH.get()
    for one in drawn:
        if enough is not None and enough.is_set():
            raise Stopped
        yield one


def replay_samples(pictures: Pictures[V], first: Scene[V], move: Played[V], size: tuple[int, int]) -> list[Image.Image]:
    """Return one sample picture, ``size`` in px, of each way to replay a move: animated, step by step, and as text.

    Raise StopIteration if no piece flies in the move.
    """
    shot = next(one for one in _events(pictures, first, [move]) if one.paths and one.under)
    before, after = (pictures.image(scene).convert("RGB") for scene in (first, shot.scene))
    flying = pictures.image(shot.under or first).convert("RGB")
    for path in shot.paths:
        for trace in range(SAMPLE_TRACES):
            share = trace / (SAMPLE_TRACES - 1)
            faint = path._replace(sprites=[sprite.faint(0.3 + 0.7 * share) for sprite in path.sprites])
            flying = in_the_air(flying, [faint], share)
    wide, high = size
    half = (high - 2) // 2
    steps = Image.new("RGB", size, INK)
    steps.paste(_around(before, shot.paths, (wide, half)))
    steps.paste(_around(after, shot.paths, (wide, half)), (0, high - half))
    lines = [line for text in move.story for line in Text(drawable(text), SAMPLE_SIZE, PLAIN).lines(wide - 24)]
    told = Image.new("RGB", size, PAPER)
    text_high = len(lines) * (SAMPLE_SIZE + 6) + 14
    told.paste(_around(after, shot.paths, (wide, high - text_high)), (0, text_high))
    put_lines(lines, told, 12, 8 + SAMPLE_SIZE / 2, SAMPLE_SIZE + 6)
    return [_around(flying, shot.paths, size), steps, told]


def _around(board: Image.Image, paths: Sequence[SpritePath], size: tuple[int, int]) -> Image.Image:
    """Return the surroundings of these paths on a board, in this size in px."""
    edges = [(x, y, sprite.size) for path in paths for x, y in path.points for sprite in path.sprites]
    left, right = min(x - w / 2 for x, _, (w, _) in edges), max(x + w / 2 for x, _, (w, _) in edges)
    top, bottom = min(y - h / 2 for _, y, (_, h) in edges), max(y + h / 2 for _, y, (_, h) in edges)
    by = max((right - left) * 1.2 / size[0], (bottom - top) * 1.2 / size[1])
    wide, high = min(size[0] * by, board.width), min(size[1] * by, board.height)
    x = min(max(0, (left + right - wide) / 2), board.width - wide)
    y = min(max(0, (top + bottom - high) / 2), board.height - high)
    return board.resize(size, Image.Resampling.LANCZOS, (x, y, x + wide, y + high))


def thinner(all_of_them: Sequence[AnyShot]) -> list[AnyShot]:
    """Return every other shot, always including the last, each with the captions of the shot left out before it."""
    first = len(all_of_them) % 2
    pairs = zip(all_of_them[first::2], all_of_them[first + 1 :: 2], strict=True)
    return [*all_of_them[:first], *(replace(one, captions=_merged(out, one)) for out, one in pairs)]


def _merged(one: Told, other: Told) -> tuple[Caption, ...]:
    """Merge the captions of two shots, keeping the last one of each turn."""
    return tuple({caption.title: caption for caption in (*one.captions, *other.captions)}.values())


def _said(move: Played[Any]) -> tuple[Caption, ...]:
    """Return the caption of a move, as the only item."""
    return (Caption(move.title, tuple(move.story)),)


def _before(played: Sequence[Played[Any]]) -> tuple[Caption, ...]:
    """Return the caption before the first move, as the only item: just the title of its turn."""
    return (Caption(played[0].title if played else ""),)


def _events(pictures: Pictures[V], first: Scene[V], played: Sequence[Played[V]]) -> Iterator[Shot[V]]:
    """Yield a shot of the board at the start, one for each keyframe of an event, and one after each move."""
    yield Shot(_before(played), first)
    view, happened, touched = first.view, list[Event](), list[Target]()
    for move in played:
        for event in move.events:
            for keyframe in pictures.keyframes(view, event, first):
                under, lifted = keyframe.under or keyframe.view, keyframe.lifted
                before = replace(first, view=under, events=tuple(happened), lifted=lifted)
                if keyframe.event_done:
                    happened.append(event)
                view = keyframe.view
                shown = replace(first, view=view, events=tuple(happened))
                yield Shot(_said(move), shown, before, keyframe.paths)
            if not happened or happened[-1] is not event:
                happened.append(event)
        touched += move.touched
        view = move.view
        yield Shot(_said(move), replace(first, view=view, events=tuple(happened), changed=tuple(touched)))
        if move.ends:
            happened, touched = [], []


def _turns(first: Scene[V], played: Sequence[Played[V]]) -> Iterator[Shot[V]]:
    """Yield a shot of the board at the start, and one of each turn's end (or the last move) with the turn's events."""
    yield Shot(_before(played), first)
    happened, touched = list[Event](), list[Target]()
    for move in played:
        happened += move.events
        touched += move.touched
        if move.ends or move is played[-1]:
            yield Shot(_said(move), replace(first, view=move.view, events=tuple(happened), changed=tuple(touched)))
            happened, touched = [], []


def _stills(pictures: Pictures[V], shots: Sequence[Shot[V]]) -> Iterator[Still]:
    """Yield the shots, drawn in the game's colours, except those that look and read like the previous one."""
    last: object = None
    for shot in shots:
        whole = pictures.image(shot.scene)
        by = REPLAY_WIDTHS[0] / whole.width
        board = reduce_colours(_sized(whole, by), pictures.palette)
        if (now := (board.tobytes(), shot.captions)) == last:
            continue
        last = now
        if shot.paths and shot.under:
            under = reduce_colours(_sized(pictures.image(shot.under), by), pictures.palette)
            yield Still(shot.captions, board, under, [_smaller(path, by) for path in shot.paths])
        else:
            yield Still(shot.captions, board, None, ())


def _frames(
    pictures: Pictures[V], stills: Sequence[Still], width: int, flying: int, fading: int
) -> Iterator[tuple[Image.Image, int]]:
    """Yield every frame at this width in pixels, each with its duration in milliseconds.

    Pieces fly in ``flying`` frames, and other changes fade in in ``fading`` frames. 0 leaves these frames out.
    """
    by = width / REPLAY_WIDTHS[0]
    pages = [[page for one in still.captions for page in _pages(one, width)] for still in stills]
    high = max(map(len, (page for some in pages for page in some)))
    last: Image.Image | None = None
    read: list[Page] = []
    for one, said in zip(stills, pages, strict=True):
        board = _sized(one.board.convert("RGB"), by)
        new = [page for page in said if page not in read] or said[-1:]
        if one.under and flying:
            ground = _sized(one.under.convert("RGB"), by)
            paths = [_smaller(path, by) for path in one.paths]
            for step in range(flying):
                frame = _captioned(in_the_air(ground, paths, step / flying), new[0], high)
                yield reduce_colours(frame, pictures.palette), _ms(PATH_MS / flying)
        elif last is not None and fading and last.tobytes() != board.tobytes():
            for step in range(1, fading + 1):
                between = Image.blend(last, board, step / (fading + 1))
                yield reduce_colours(_captioned(between, new[0], high), pictures.palette), _ms(FADE_MS / fading)
        for page in new:
            hold = max(HOLD_MS, CHARACTER_MS * _new_characters(page, read[-1] if read else ()))
            read.append(page)
            if one is stills[-1] and page is new[-1]:
                hold = max(hold, LAST_HOLD_MS)
            yield reduce_colours(_captioned(board, page, high), pictures.palette), _ms(hold)
        last = board


Page = tuple[str, ...]  # the lines of a strip


def _pages(caption: Caption, width: int) -> list[Page]:
    """Return a caption in lines for a picture of this width, on one or more pages, each with the title."""
    size, room = round(CAPTION_SIZE * width / REPLAY_WIDTHS[0]), round(width * 0.96)
    texts = [Text(drawable(text), size, PLAIN).lines(room) for text in (caption.title, *caption.story) if text]
    title, *story = [line.text for lines in texts for line in lines] or [""]
    parts = [story[at : at + MAX_STORY_LINES] for at in range(0, len(story), MAX_STORY_LINES)] or [[]]
    return [tuple(filter(None, (title, *part))) for part in parts]


def _new_characters(page: Page, before: Page) -> int:
    """Return the number of characters of a page without the beginning that it shares with the previous page."""
    now, earlier = "\n".join(page), "\n".join(before)
    differ = (at for at, two in enumerate(zip(now, earlier, strict=False)) if two[0] != two[1])
    return len(now) - next(differ, min(len(now), len(earlier)))


def _captioned(board: Image.Image, page: Page, high: int) -> Image.Image:
    """Return the picture with a strip of this many lines under it, or unchanged for none."""
    if not high:
        return board
    by = board.width / REPLAY_WIDTHS[0]
    size = round(CAPTION_SIZE * by)
    sheet = Image.new("RGB", (board.width, board.height + strip_height(high, board.width)), PAPER)
    sheet.paste(board)
    top = board.height + (CAPTION_SPACE + CAPTION_LINE / 2) * by
    for at, line in enumerate(page):
        colour = SEPIA if at else INK
        text = Text(line, size, PLAIN)
        text.put(sheet, board.width * 0.02, top + at * CAPTION_LINE * by, "left", colour)
    return sheet


def strip_height(lines: int, width: int) -> int:
    """Return the height of a strip of this many lines under a picture of this width, in pixels."""
    return round((lines * CAPTION_LINE + 2 * CAPTION_SPACE) * width / REPLAY_WIDTHS[0])


def _ms(time: float) -> int:
    """Round a time in milliseconds to the hundredths of a second that GIF files use, at least two of them."""
    return max(20, round(time / 10) * 10)


def _sized(image: Image.Image, by: float) -> Image.Image:
    size = (round(image.width * by), round(image.height * by))
    return image if by == 1 else image.resize(size, Image.Resampling.HAMMING)


def _smaller(path: SpritePath, by: float) -> SpritePath:
    """Return the path scaled to a picture of this relative size."""
    sprites = tuple(Sprite(_sized(one.rgb, by), _sized(one.mask, by)) for one in path.sprites)
    return SpritePath(sprites, tuple((x * by, y * by) for x, y in path.points))


def in_the_air(ground: Image.Image, paths: Sequence[SpritePath], time: float) -> Image.Image:
    """Return the board with its pieces in flight, after this fraction of their time."""
    board = ground.copy()
    for path in paths:
        sprite = path.sprites[min(int(time * len(path.sprites)), len(path.sprites) - 1)]
        legs = list(pairwise(path.points))
        way = (1 - cos(pi * time)) / 2 * len(legs)
        leg = min(int(way), len(legs) - 1)
        (x, y), (u, v) = legs[leg]
        sprite.put(board, x + (u - x) * (way - leg), y + (v - y) * (way - leg))
    return board
