"""Make a game's ``palette.txt`` from real boards if the old one no longer suits them: ``python -m tools.palette``.

`make keep` does this. The named colours of the game's pictures are kept exactly. The others are chosen so that every
kind of picture looks right.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageStat

from games import GAMES, BotGame
from games.drawing import BOARD_LAYOUTS
from renderer import Mark, Scene
from renderer.canvas.colours import Rgb
from renderer.canvas.palette import colours, in_palette
from rules.game import Event
from rules.table import Table

NAMES = ["Ada", "Bela", "Cyd", "Dora"]
BOARDS_PER_GAME = 6
COLOURS = 256
COVERAGE_EXPONENT = 0.8  # the exponent of a colour's pixel count; below 1, because sea and paper cover most of a board
MIN_DISTANCE = 10  # the least distance of a chosen colour from a named one, summed over the channels
WHITE = (255, 255, 255)
MAX_ERROR = 3.2  # the root mean square error of a channel (of 255); new palettes have 2.7 to 3.0


def boards(game: BotGame) -> Iterator[Image.Image]:
    """Yield boards of random games for each number of players, with choices and events, and the legend."""
    styles = cycle((frozenset[str](), frozenset({"dimmed"})))
    for seats in game.rules.seats:
        for number, layout in enumerate(BOARD_LAYOUTS):
            lot = Random(f"{seats} {number}")
            options = {one.id: lot.choice(one.values) for one in game.rules.options(seats)}
            table = Table(game.rules, seats, f"colours {seats} {number}", options)
            scenes = list(_scenes(game, table, lot))
            shown = scenes[:: max(1, len(scenes) // BOARDS_PER_GAME)] + scenes[-1:]
            for scene, style in zip(shown, styles, strict=False):
                for part in (*game.pictures.parts(scene.view, layout), "part"):
                    yield game.pictures.image(replace(scene, part=part, style=style))
        yield game.pictures.image(Scene(table.view(None), NAMES, "legend"))


def _scenes(game: BotGame, table: Table, lot: Random) -> Iterator[Scene[Any]]:
    """Play a game at random. Yield a scene for the player to move before each move, and the public final scene."""
    events: Sequence[Event] = ()
    while not table.over:
        turn = lot.choice(table.due())
        targets = dict.fromkeys(target for move in table.legal(turn.seat) for target in game.rules.targets(move))
        marks = [Mark(letter, target) for letter, target in zip("ABC", targets, strict=False)]
        yield Scene(table.view(turn.seat), NAMES, marks=marks, changed=list(targets)[-2:], events=events)
        events = table.play(turn.seat, lot.choice(turn.moves))
    yield Scene(table.view(None), NAMES, events=events)


def choose(pictures: Iterable[Image.Image], named: Sequence[Rgb]) -> list[Rgb]:
    """Return the colours that fit the pictures best, the named ones first."""
    counts = Counter[Rgb]()
    for picture in pictures:
        for count, colour in picture.getcolors(picture.width * picture.height) or []:
            counts[colour] += count  # type: ignore[index]
    pixels = [colour for colour, count in counts.items() for _ in range(max(1, round(count**COVERAGE_EXPONENT / 16)))]
    strip = Image.new("RGB", (len(pixels), 1))
    strip.putdata(pixels)
    fixed = list(dict.fromkeys([*named, WHITE]))
    for wanted in range(COLOURS, 0, -1):
        channels = strip.quantize(wanted, Image.Quantize.MEDIANCUT, kmeans=3).getpalette() or []
        found = dict.fromkeys(zip(*[iter(channels)] * 3, strict=True))
        others = [colour for colour in found if all(_distance(colour, one) > MIN_DISTANCE for one in fixed)]
        if len(fixed) + len(others) <= COLOURS:
            return fixed + others
    return fixed


def _distance(one: Rgb, other: Rgb) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def fits(game: BotGame) -> bool:
    """Return whether the stored palette has the named colours and fits the boards nearly as well as a new one would.

    A new palette for every slight difference would change every file of every picture.
    """
    pictures = game.pictures
    return {*pictures.named} <= {*colours(pictures.palette)} and error(boards(game), pictures.palette) <= MAX_ERROR


def error(pictures: Iterable[Image.Image], palette: Path) -> float:
    """Return how much a palette changes the colours of pictures: see `MAX_ERROR`."""
    squares, channels = 0.0, 0
    for picture in pictures:
        found = ImageStat.Stat(ImageChops.difference(picture, in_palette(picture, palette).convert("RGB")))
        squares += sum(found.sum2)
        channels += sum(found.count)
    return float((squares / channels) ** 0.5)


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        if not fits(GAMES[name]):
            pictures = GAMES[name].pictures
            chosen = choose(boards(GAMES[name]), pictures.named)
            pictures.palette.write_text("".join(f"{r:02x}{g:02x}{b:02x}\n" for r, g, b in chosen), "ascii")
