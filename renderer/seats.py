"""The shapes of the seats and the six signs of the classes, as sprites of any size."""

from math import cos, pi, sin

from PIL import ImageFilter

from renderer.canvas.canvas import CLEAR, Point, Sketch, Sprite, kept
from renderer.canvas.colours import INK, LOOKS, PAPER_LIGHT, SEATS, Rgb, Seat
from renderer.canvas.text import TITLE, write


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


def mix(a: Rgb, b: Rgb, part: float) -> Rgb:
    """A colour between two; ``part`` of the second."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def draw_shape(sheet: Sketch, seat: Seat, x: float, y: float, r: float) -> None:
    """A seat's piece: ink outline, colour, a lighter upper face."""
    edge = max(1.5, r * 0.14)
    sheet.polygon(outline(seat.shape, x, y, r), INK, INK, edge * 2)
    sheet.polygon(outline(seat.shape, x, y, r), mix(seat.rgb, INK, 0.25), mix(seat.rgb, INK, 0.25), edge * 0.2)
    sheet.polygon(outline(seat.shape, x, y - r * 0.06, r * 0.92), seat.rgb)


@kept
def token(seat: int, size: int, letter: bool = True) -> Sprite:
    """The piece of a seat in a square of ``size`` pixels, with its letter or blank."""
    who = LOOKS[seat]
    sheet = Sketch(size, size)
    draw_shape(sheet, who, size / 2, size / 2, size * 0.37)
    sprite = sheet.done()
    if letter:
        drop = size * {"star": 0.03, "triangle": -0.06}.get(who.shape, 0)
        write(
            sprite.rgb,
            size / 2,
            size / 2 + drop,
            who.letter,
            round(size * (0.46 if who.shape in ("star", "triangle") else 0.54)),
            name=TITLE,
            colour=who.on,
        )
    return sprite


def _sickle(sheet: Sketch, s: float, ink: Rgb) -> None:
    sheet.disc(s * 0.52, s * 0.40, s * 0.38, ink)
    sheet.disc(s * 0.40, s * 0.45, s * 0.33, CLEAR)
    sheet.polygon([(0, s * 0.1), (s * 0.30, s * 0.18), (s * 0.40, s * 0.45), (s * 0.34, s * 0.9), (0, s)], CLEAR)
    sheet.stroke([(s * 0.40, s * 0.72), (s * 0.22, s * 0.91)], ink, s * 0.16)


def _scales(sheet: Sketch, s: float, ink: Rgb) -> None:
    sheet.stroke([(s * 0.5, s * 0.10), (s * 0.5, s * 0.86)], ink, s * 0.09)
    sheet.stroke([(s * 0.14, s * 0.26), (s * 0.86, s * 0.26)], ink, s * 0.09)
    sheet.stroke([(s * 0.30, s * 0.90), (s * 0.70, s * 0.90)], ink, s * 0.11)
    for x in (0.20, 0.80):
        sheet.stroke([(s * (x - 0.14), s * 0.60), (s * x, s * 0.28), (s * (x + 0.14), s * 0.60)], ink, s * 0.045)
        sheet.polygon(
            [(s * (x + 0.19 * cos(a)), s * (0.60 + 0.18 * sin(a))) for a in (pi * i / 16 for i in range(17))], ink
        )


def _cross(sheet: Sketch, s: float, ink: Rgb) -> None:
    for x0, y0, x1, y1 in ((0.40, 0.06, 0.60, 0.94), (0.16, 0.28, 0.84, 0.48)):
        sheet.polygon([(s * x0, s * y0), (s * x1, s * y0), (s * x1, s * y1), (s * x0, s * y1)], ink)


def _shield(sheet: Sketch, s: float, ink: Rgb) -> None:
    def edge(k: float) -> list[Point]:
        side = [(0.38 * k * (1 - (t / 10) ** 2.6), -0.02 + 0.46 * k * t / 10) for t in range(11)]
        half = [(0.38 * k, -0.40 * k), *side]
        return [(s * (0.5 + x), s * (0.47 + y)) for x, y in half] + [
            (s * (0.5 - x), s * (0.47 + y)) for x, y in reversed(half)
        ]

    sheet.polygon(edge(1.06), ink)
    sheet.polygon(edge(0.80), PAPER_LIGHT)
    sheet.stroke([(s * 0.5, s * 0.16), (s * 0.5, s * 0.84)], ink, s * 0.12)
    sheet.stroke([(s * 0.22, s * 0.38), (s * 0.78, s * 0.38)], ink, s * 0.12)


def _hat(sheet: Sketch, s: float, ink: Rgb) -> None:
    sheet.polygon(
        [
            (s * 0.24, s * 0.76),
            (s * 0.44, s * 0.30),
            (s * 0.52, s * 0.10),
            (s * 0.80, s * 0.05),
            (s * 0.63, s * 0.24),
            (s * 0.76, s * 0.76),
        ],
        ink,
    )
    sheet.polygon(
        [(s * (0.5 + 0.48 * cos(a)), s * (0.78 + 0.135 * sin(a))) for a in (2 * pi * i / 40 for i in range(40))], ink
    )
    sheet.stroke([(s * 0.30, s * 0.66), (s * 0.70, s * 0.66)], PAPER_LIGHT, s * 0.075)


def _crown(sheet: Sketch, s: float, ink: Rgb) -> None:
    points = [(0.10, 0.26), (0.31, 0.54), (0.50, 0.14), (0.69, 0.54), (0.90, 0.26), (0.82, 0.70), (0.18, 0.70)]
    sheet.polygon([(s * x, s * y) for x, y in points], ink, ink, s * 0.04)
    sheet.polygon(
        [(s * 0.17, s * 0.77), (s * 0.83, s * 0.77), (s * 0.83, s * 0.90), (s * 0.17, s * 0.90)], ink, ink, s * 0.03
    )
    for x, y in ((0.10, 0.24), (0.50, 0.13), (0.90, 0.24)):
        sheet.disc(s * x, s * y, s * 0.085, ink)


SIGNS = {
    "peasantry": _sickle,
    "bourgeoisie": _scales,
    "church": _cross,
    "chivalry": _shield,
    "magic": _hat,
    "royalty": _crown,
}


@kept
def sign(class_: str, size: int, ink: Rgb = INK) -> Sprite:
    """The sign of a class in a square of ``size`` pixels."""
    sheet = Sketch(size, size)
    SIGNS[class_](sheet, size, ink)
    return sheet.done()


@kept
def pile(seat: int, size: int) -> Sprite:
    """Three pieces of a seat in a heap: its stock."""
    sheet = Sketch(size, size)
    for x, y in ((0.27, 0.70), (0.73, 0.70), (0.5, 0.30)):
        draw_shape(sheet, SEATS[seat], size * x, size * y, size * 0.21)
    return sheet.done()


@kept
def ring(width: int, height: int, radius: int, colour: Rgb, thick: int) -> Sprite:
    """A soft frame round something: thick line with a glow, for what changed."""
    pad = thick * 2
    sheet = Sketch(width + 2 * pad, height + 2 * pad)
    sheet.box(pad - thick, pad - thick, width + 2 * thick, height + 2 * thick, radius + thick, None, colour, thick)
    drawn = sheet.done()
    glow = drawn.mask.filter(ImageFilter.GaussianBlur(thick * 0.7)).point(lambda v: min(255, round(v * 0.9)))
    glow.paste(255, (0, 0), drawn.mask)
    solid = drawn.rgb.copy()
    solid.paste(colour, (0, 0, *solid.size))
    return Sprite(solid, glow)
