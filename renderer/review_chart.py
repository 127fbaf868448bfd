"""The chart of a reviewed game: a line for each player over the turns, with rounds and numbered turning points."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from renderer.canvas.canvas import Canvas, Point
from renderer.canvas.colours import BONE, CREAM, FADED, INK, PAPER_DARK, SEPIA, mix
from renderer.canvas.text import PLAIN, Text
from renderer.canvas.texture import paper
from renderer.scene import ENGLISH, Words, shown_names
from renderer.seats import SeatLook, looks_of, seat_sign

WIDE, HIGH = 880, 620  # px; a phone shows it at half this size
LEFT, TOP, RIGHT, BOTTOM = 78, 84, 836, 486  # the corners of the plot
LABEL, NUMBER, NAME = 28, 30, 30  # sizes of text
TOKEN, END_TOKEN = 30, 40  # the marks on a line, and the one at its end
LINE, EDGE = 5.0, 9.0
MARKS = 3  # on each line, without the one at its end
DISC = 21  # the radius of a numbered point
# The dashes of a line, by the shape of its seat: lengths of strokes and gaps.
DASHES = {"circle": (), "diamond": (26.0, 12.0), "square": (8.0, 10.0), "star": (30.0, 10.0, 6.0, 10.0)}


@dataclass(frozen=True)
class TurningPoint:
    """A numbered turn: the index of the value before it, and the seat that played it."""

    number: int
    at: int
    seat: int


@dataclass(frozen=True)
class ReviewChart:
    """All data of the chart.

    ``lines`` has the values of each seat as each turn began, and the result at the end. ``ticks`` has the
    index of the value with which each round begins, and its label. With ``percent``, values are chances to win, and at
    the end shares of the win, from 0 to 1. Otherwise, they are points.
    """

    title: str
    names: Sequence[str]
    colours: Sequence[int]
    lines: Sequence[Sequence[float]]
    ticks: Sequence[tuple[int, str]] = ()
    points: Sequence[TurningPoint] = ()
    percent: bool = True
    words: Words = ENGLISH


def review_chart(chart: ReviewChart) -> Image.Image:
    """Draw the axes, the rounds, each player's line, the turning points, and the names."""
    board = paper(WIDE, HIGH)
    own = looks_of(tuple(chart.names), False, tuple(chart.colours))[: len(chart.lines)]
    most = 100 if chart.percent else max(max(line) for line in chart.lines)
    step = 50 if most > 100 else 25  # the interval between lines of the axis
    top = max(1, -(-round(most) // step)) * step
    Text(chart.title, NUMBER).fit(WIDE - 40).put(board, LEFT - 54, 42, align="left")
    plot = Canvas(WIDE, HIGH)
    for value in range(0, top + 1, step):
        y = _y(value, top)
        plot.line([(LEFT, y), (RIGHT, y)], SEPIA if value == 0 else mix(PAPER_DARK, SEPIA, 0.35), 2)
        Text(f"{value}", LABEL, PLAIN).put(board, LEFT - 12, y, align="right", colour=SEPIA)
    for at, label in chart.ticks:
        x = _x(chart, at)
        plot.line([(x, TOP), (x, BOTTOM)], mix(PAPER_DARK, SEPIA, 0.5), 2)
        Text(label, LABEL, PLAIN).put(board, x, BOTTOM + 26, colour=FADED)
    scale = 100.0 if chart.percent else 1.0
    paths = [[(_x(chart, at), _y(value * scale, top)) for at, value in enumerate(line)] for line in chart.lines]
    for who, path in zip(own, paths, strict=True):
        _line(plot, path, who)
    plot.sprite().put(board, WIDE / 2, HIGH / 2)
    for seat, (who, path) in enumerate(zip(own, paths, strict=True)):
        for mark in range(MARKS):  # at other values on each line
            seat_sign(who, TOKEN).put(
                board, *path[round((len(path) - 1) * (mark + (seat + 1) / (len(paths) + 1)) / MARKS)]
            )
    _ends(board, own, paths)
    for point in chart.points:
        _number(board, point, paths[point.seat][point.at])
    _legend(board, shown_names(chart.names, chart.words, chart.colours), own)
    return board


def _x(chart: ReviewChart, at: int) -> float:
    return LEFT + (RIGHT - LEFT) * at / max(1, len(chart.lines[0]) - 1)


def _y(value: float, top: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * max(0.0, min(value, top)) / top


def _line(plot: Canvas, path: Sequence[Point], who: SeatLook) -> None:
    """Draw a line with the dashes of its seat, each dash with a dark edge."""
    for colour, wide in ((mix(who.rgb, INK, 0.55), EDGE), (who.rgb, LINE)):
        for stroke in _strokes(path, DASHES.get(who.shape, ())):
            plot.stroke(stroke, colour, wide)


def _strokes(path: Sequence[Point], dashes: Sequence[float]) -> list[list[Point]]:
    """Return the dashes of a path."""
    if not dashes:
        return [list(path)]
    strokes: list[list[Point]] = [[path[0]]]
    number, left = 0, dashes[0]
    for (x, y), (to_x, to_y) in pairwise(path):
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            here = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if number % 2:
                strokes.append([here])
            else:
                strokes[-1].append(here)
            number = (number + 1) % len(dashes)
            left = dashes[number]
        left -= length - done
        if number % 2 == 0:
            strokes[-1].append((to_x, to_y))
    return [stroke for stroke in strokes if len(stroke) > 1]


def _ends(board: Image.Image, own: Sequence[SeatLook], paths: Sequence[Sequence[Point]]) -> None:
    """Put the seat's mark at the end of each line.

    If lines end at about the same value, their marks are side by side.
    """
    taken: list[float] = []
    for who, path in sorted(zip(own, paths, strict=True), key=lambda one: one[1][-1][1]):
        x, y = path[-1]
        there = sum(abs(y - other) < END_TOKEN * 0.8 for other in taken)
        taken.append(y)
        seat_sign(who, END_TOKEN).put(board, x + 8 - there * END_TOKEN * 0.85, y)


def _number(board: Image.Image, point: TurningPoint, place: Point) -> None:
    """Put the number of a turning point above its place, or below it if the place is near the top."""
    x, y = place
    away = 44 if y < TOP + 60 else -44
    disc = Canvas(2 * DISC + 4, 2 * DISC + 4 + abs(away))
    middle = DISC + 2 + max(0, away)
    disc.line([(DISC + 2, middle), (DISC + 2, middle - away)], INK, 3)
    disc.disc(DISC + 2, middle, DISC, INK, BONE, 2)
    x = max(float(DISC), min(x, WIDE - DISC))
    disc.sprite().put(board, x, y + away / 2)
    Text(f"{point.number}", NUMBER).put(board, x, y + away, colour=CREAM)


def _legend(board: Image.Image, names: Sequence[str], own: Sequence[SeatLook]) -> None:
    """Write the names of the players beside their marks and dashes, two in a row."""
    room = (WIDE - 60) // 2
    for seat, (name, who) in enumerate(zip(names, own, strict=False)):
        x, y = 40 + seat % 2 * (room + 10), 548 + seat // 2 * 44
        sample = Canvas(70, 14)
        _line(sample, [(7, 7), (63, 7)], who)
        sample.sprite().put(board, x + 35, y)
        seat_sign(who, END_TOKEN).put(board, x + 92, y)
        Text(name, NAME, PLAIN).fit(room - 130).put(board, x + 124, y, align="left")
