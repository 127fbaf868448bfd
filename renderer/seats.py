"""Whose a piece is: seats told apart by colour, shape and letter, and their pieces as sprites of any size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin

from renderer.canvas.canvas import Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, Rgb, mix
from renderer.canvas.text import PLAIN, TITLE, drawable, fit, letters, write


@dataclass(frozen=True)
class Seat:
    """How a seat is told apart: by its colour, its shape and its letter, each alone enough."""

    name: str  # the colour, in English
    letter: str
    shape: str  # "circle", "diamond", "square", "star" or "triangle"
    rgb: Rgb
    on: Rgb  # what is written on it


SEATS = (
    Seat("red", "R", "circle", (204, 40, 26), CREAM),
    Seat("blue", "B", "diamond", (34, 60, 184), CREAM),
    Seat("green", "G", "square", (10, 100, 66), CREAM),
    Seat("yellow", "Y", "star", (252, 217, 16), INK),
)

WIDEST = 0.48  # of a piece: its letter
# A virtual opponent has no seat.
VIRTUAL = Seat("grey", "V", "triangle", (108, 116, 124), CREAM)
LOOKS = (*SEATS, VIRTUAL)  # by the number under which something is drawn
VIRTUAL_LOOK = LOOKS.index(VIRTUAL)
UNKNOWN = "?"  # a name that cannot be drawn


@lru_cache(maxsize=64)
def looks(names: tuple[str, ...]) -> Sequence[Seat]:
    """How everybody is told apart, as `LOOKS`, with the initials of these players in place of those of the colours."""
    marks = initials(names)
    return (*(replace(seat, letter=mark) for seat, mark in zip(SEATS, marks, strict=False)), *LOOKS[len(marks) :])


def initials(names: Sequence[str]) -> list[str]:
    """A letter for each seat, all different: the first of its name that nobody before it has, or else its number.

    Without a name it is that of the colour. Nobody who plays alone is told by the letter of the virtual opponent.
    """
    found: list[str] = []
    for number, (seat, name) in enumerate(zip(SEATS, names, strict=False), 1):
        shown = drawable(PLAIN, name)
        own = seat.letter if shown == UNKNOWN else "".join(c.upper()[0] for c in shown if c.isalnum())
        free = [c for c in own if c not in found and (len(names) > 1 or c != VIRTUAL.letter)]
        found.append(free[0] if free else str(number))
    return found


def outline(shape: str, x: float, y: float, r: float) -> list[Point]:
    """The corners of a seat's shape round x, y; all look equally large for the same ``r``."""

    def ring(corners: int, turn: float, radii: tuple[float, ...]) -> list[Point]:
        return [
            (
                x + radii[i % len(radii)] * cos(turn + 2 * pi * i / corners),
                y + radii[i % len(radii)] * sin(turn + 2 * pi * i / corners),
            )
            for i in range(corners)
        ]

    if shape == "circle":
        return ring(48, 0, (0.94 * r,))
    if shape == "diamond":
        return ring(4, 0, (1.16 * r,))
    if shape == "square":
        return ring(4, pi / 4, (1.2 * r,))
    if shape == "triangle":  # on its tip, like its letter
        return [(px, py - 0.26 * r) for px, py in ring(3, pi / 2, (1.44 * r,))]
    return [(px, py + 0.08 * r) for px, py in ring(10, -pi / 2, (1.24 * r, 0.7 * r))]


def draw_shape(sheet: Canvas, seat: Seat, x: float, y: float, r: float) -> None:
    """A seat's piece: ink outline, colour, a lighter upper face."""
    edge = max(1.5, r * 0.14)
    sheet.polygon(outline(seat.shape, x, y, r), INK, INK, edge * 2)
    sheet.polygon(outline(seat.shape, x, y, r), mix(seat.rgb, INK, 0.25), mix(seat.rgb, INK, 0.25), edge * 0.2)
    sheet.polygon(outline(seat.shape, x, y - r * 0.06, r * 0.92), seat.rgb)


@cached_sprite
def token(who: Seat, size: int, letter: bool = True) -> Sprite:
    """The piece of a seat in a square of ``size`` pixels, with its letter or blank."""
    sheet = Canvas(size, size)
    draw_shape(sheet, who, size / 2, size / 2, size * 0.37)
    sprite = sheet.sprite()
    if letter:
        drop = size * {"star": 0.03, "triangle": -0.06}.get(who.shape, 0)
        font = TITLE if who.letter in letters(TITLE) else PLAIN
        high = round(size * (0.46 if who.shape in ("star", "triangle") else 0.54))
        high, text = fit(font, high, who.letter, round(size * WIDEST), least=1)
        write(sprite.rgb, size / 2, size / 2 + drop, text, high, name=font, colour=who.on)
    return sprite


@cached_sprite
def pile(who: Seat, size: int) -> Sprite:
    """Three pieces of a seat in a heap: its stock."""
    sheet = Canvas(size, size)
    for x, y in ((0.27, 0.70), (0.73, 0.70), (0.5, 0.30)):
        draw_shape(sheet, who, size * x, size * y, size * 0.21)
    return sheet.sprite()
