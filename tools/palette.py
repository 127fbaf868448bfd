"""Make a game's ``palette.txt`` from real boards: ``python -m tools.palette GAME`` after a change to its look.

The named colours of its pictures are kept exactly. The others are chosen so that pictures of every kind come out well.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

from PIL import Image

from games import GAMES, BotGame
from games.drawing import BOARD_LAYOUTS
from renderer import Mark, Scene
from renderer.canvas.colours import Rgb
from rules.game import Event
from rules.table import Table

NAMES = ["Ada", "Bela", "Cyd", "Dora"]
BOARDS_PER_GAME = 6
COLOURS = 256
COVERAGE_EXPONENT = 0.8  # of a colour's pixel count: below 1, because sea and paper cover most of a board
MIN_DISTANCE = 10  # from a chosen colour to a named one, summed over the channels
WHITE = (255, 255, 255)


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
    """Play a game at random. Yield what the player whose turn it is sees before each move, and the end."""
    events: Sequence[Event] = ()
    while not table.over:
        turn = lot.choice(table.due())
        targets = dict.fromkeys(target for move in table.legal(turn.seat) for target in game.rules.targets(move))
        marks = [Mark(letter, target) for letter, target in zip("ABC", targets, strict=False)]
        yield Scene(table.view(turn.seat), NAMES, marks=marks, changed=list(targets)[-2:], events=events)
        events = table.play(turn.seat, lot.choice(turn.moves))
    yield Scene(table.view(None), NAMES, events=events)


def choose(pictures: Sequence[Image.Image], named: Sequence[Rgb]) -> list[Rgb]:
    """Return the colours that suit the pictures best, the named ones first."""
    sheet = Image.new("RGB", (max(one.width for one in pictures), sum(one.height for one in pictures)))
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height
    counts = sheet.getcolors(sheet.width * sheet.height) or []
    pixels = [colour for count, colour in counts for _ in range(max(1, round(count**COVERAGE_EXPONENT / 4)))]
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


if __name__ == "__main__":
    for name in sys.argv[1:]:
        pictures = GAMES[name].pictures
        colours = choose(list(boards(GAMES[name])), pictures.named)
        pictures.palette.write_text("".join(f"{r:02x}{g:02x}{b:02x}\n" for r, g, b in colours), "ascii")
