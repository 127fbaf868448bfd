"""The emblems of the class cards: the sign of the class, and a picture for each card that brings its own."""

from math import cos, pi, sin

from renderer.canvas.canvas import CLEAR, Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import INK, PAPER_LIGHT, Rgb
from renderer.canvas.shapes import arc, oval
from renderer.signs import draw_crown

LEAST = 20  # px, the sign of the class beside a card's own picture


def _sickle(sheet: Canvas, s: float, ink: Rgb) -> None:
    sheet.disc(s * 0.52, s * 0.40, s * 0.38, ink)
    sheet.disc(s * 0.40, s * 0.45, s * 0.33, CLEAR)
    sheet.polygon([(0, s * 0.1), (s * 0.30, s * 0.18), (s * 0.40, s * 0.45), (s * 0.34, s * 0.9), (0, s)], CLEAR)
    sheet.stroke([(s * 0.40, s * 0.72), (s * 0.22, s * 0.91)], ink, s * 0.16)


def _scales(sheet: Canvas, s: float, ink: Rgb) -> None:
    sheet.stroke([(s * 0.5, s * 0.10), (s * 0.5, s * 0.86)], ink, s * 0.09)
    sheet.stroke([(s * 0.14, s * 0.26), (s * 0.86, s * 0.26)], ink, s * 0.09)
    sheet.stroke([(s * 0.30, s * 0.90), (s * 0.70, s * 0.90)], ink, s * 0.11)
    for x in (0.20, 0.80):
        sheet.stroke([(s * (x - 0.14), s * 0.60), (s * x, s * 0.28), (s * (x + 0.14), s * 0.60)], ink, s * 0.045)
        sheet.polygon(
            [(s * (x + 0.19 * cos(a)), s * (0.60 + 0.18 * sin(a))) for a in (pi * i / 16 for i in range(17))], ink
        )


def _cross(sheet: Canvas, s: float, ink: Rgb) -> None:
    for x0, y0, x1, y1 in ((0.40, 0.06, 0.60, 0.94), (0.16, 0.28, 0.84, 0.48)):
        sheet.polygon([(s * x0, s * y0), (s * x1, s * y0), (s * x1, s * y1), (s * x0, s * y1)], ink)


def _shield(sheet: Canvas, s: float, ink: Rgb) -> None:
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


def _hat(sheet: Canvas, s: float, ink: Rgb) -> None:
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


SIGNS = {
    "peasantry": _sickle,
    "bourgeoisie": _scales,
    "church": _cross,
    "chivalry": _shield,
    "magic": _hat,
    "royalty": draw_crown,
}


@cached_sprite
def sign(class_: str, size: int, ink: Rgb = INK) -> Sprite:
    """The sign of a class in a square of ``size`` pixels."""
    sheet = Canvas(size, size)
    SIGNS[class_](sheet, size, ink)
    return sheet.sprite()


def _at(s: float, points: list[Point]) -> list[Point]:
    return [(s * x, s * y) for x, y in points]


def _fork(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Serf: a hay fork."""
    sheet.stroke(_at(s, [(0.50, 0.36), (0.50, 0.95)]), ink, s * 0.11)
    sheet.stroke(
        _at(s, [(0.18, 0.06), (0.20, 0.30), (0.32, 0.44), (0.68, 0.44), (0.80, 0.30), (0.82, 0.06)]), ink, s * 0.1
    )
    sheet.stroke(_at(s, [(0.50, 0.06), (0.50, 0.44)]), ink, s * 0.1)


def _pretzel(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Baker: a pretzel."""
    left = arc(0.30, 0.40, 0.22, 0.22, 54, 306)
    sheet.stroke(_at(s, left), ink, s * 0.13)
    sheet.stroke(_at(s, [(1 - x, y) for x, y in left]), ink, s * 0.13)
    for flip in (0, 1):
        arm = [(0.46, 0.26), (0.56, 0.40), (0.64, 0.66), (0.78, 0.84)]
        sheet.stroke(_at(s, [(1 - x if flip else x, y) for x, y in arm]), ink, s * 0.12)
    sheet.stroke(
        _at(s, [(0.13, 0.55), (0.22, 0.74), (0.36, 0.86), (0.64, 0.86), (0.78, 0.74), (0.87, 0.55)]), ink, s * 0.13
    )


def _letter(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Messenger: a sealed letter."""
    sheet.polygon(_at(s, [(0.04, 0.20), (0.96, 0.20), (0.96, 0.82), (0.04, 0.82)]), ink, ink, s * 0.04)
    sheet.polygon(_at(s, [(0.11, 0.27), (0.89, 0.27), (0.89, 0.75), (0.11, 0.75)]), PAPER_LIGHT)
    sheet.stroke(_at(s, [(0.10, 0.27), (0.50, 0.56), (0.90, 0.27)]), ink, s * 0.075)
    sheet.disc(s * 0.5, s * 0.58, s * 0.17, ink)


def _key(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Mayor: the key of the town."""
    sheet.disc(s * 0.50, s * 0.24, s * 0.23, None, ink, s * 0.11)
    sheet.stroke(_at(s, [(0.50, 0.46), (0.50, 0.92)]), ink, s * 0.13)
    for y in (0.70, 0.88):
        sheet.stroke(_at(s, [(0.50, y), (0.76, y)]), ink, s * 0.12)


def draw_nun(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Nun: a face in a veil."""
    veil = [(0.10, 0.96), (0.16, 0.46), *arc(0.50, 0.40, 0.35, 0.35, 180, 360), (0.84, 0.46), (0.90, 0.96)]
    sheet.polygon(_at(s, veil), ink)
    sheet.polygon(_at(s, oval(0.50, 0.47, 0.225, 0.28)), PAPER_LIGHT)
    sheet.polygon(
        _at(s, [(0.30, 0.52), (0.50, 0.62), (0.70, 0.52), (0.76, 0.84), (0.50, 0.93), (0.24, 0.84)]), PAPER_LIGHT
    )
    for x in (0.42, 0.58):
        sheet.disc(s * x, s * 0.46, s * 0.045, ink)


def draw_mitre(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Bishop: a mitre with its cross."""
    sheet.polygon(_at(s, [(0.50, 0.02), (0.78, 0.30), (0.86, 0.72), (0.14, 0.72), (0.22, 0.30)]), ink, ink, s * 0.05)
    sheet.stroke(_at(s, [(0.50, 0.22), (0.50, 0.62)]), PAPER_LIGHT, s * 0.10)
    sheet.stroke(_at(s, [(0.36, 0.38), (0.64, 0.38)]), PAPER_LIGHT, s * 0.10)
    sheet.polygon(_at(s, [(0.12, 0.78), (0.88, 0.78), (0.88, 0.95), (0.12, 0.95)]), ink, ink, s * 0.03)


def _swords(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Crusader: two swords crossed."""
    for flip in (0, 1):

        def at(points: list[Point], flip: int = flip) -> list[Point]:
            return _at(s, [(1 - x if flip else x, y) for x, y in points])

        sheet.polygon(at([(0.02, 0.03), (0.20, 0.09), (0.78, 0.67), (0.67, 0.78), (0.09, 0.20)]), ink)
        sheet.stroke(at([(0.84, 0.52), (0.52, 0.84)]), ink, s * 0.11)
        sheet.stroke(at([(0.72, 0.72), (0.90, 0.90)]), ink, s * 0.11)
    sheet.stroke(_at(s, [(0.44, 0.50), (0.50, 0.44)]), PAPER_LIGHT, s * 0.045)
    sheet.stroke(_at(s, [(0.50, 0.56), (0.56, 0.50)]), PAPER_LIGHT, s * 0.045)


def _halberd(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Soldier: a halberd."""
    sheet.stroke(_at(s, [(0.44, 0.20), (0.44, 0.96)]), ink, s * 0.10)
    sheet.polygon(_at(s, [(0.44, 0.00), (0.53, 0.22), (0.44, 0.34), (0.35, 0.22)]), ink)
    blade = [(0.48, 0.30), (0.70, 0.22), *arc(0.56, 0.42, 0.31, 0.31, -63, 63), (0.70, 0.62), (0.48, 0.54)]
    sheet.polygon(_at(s, blade), ink)
    sheet.polygon(_at(s, [(0.42, 0.32), (0.12, 0.40), (0.42, 0.50)]), ink)


def _flute(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Pied Piper: a pipe and its notes."""
    sheet.stroke(_at(s, [(0.12, 0.90), (0.74, 0.28)]), ink, s * 0.19)
    sheet.polygon(_at(s, [(0.66, 0.20), (0.86, 0.08), (0.94, 0.16), (0.82, 0.36)]), ink)
    for t in (0.24, 0.42, 0.60):
        sheet.disc(s * (0.12 + 0.62 * t), s * (0.90 - 0.62 * t), s * 0.05, PAPER_LIGHT)
    for x, y in ((0.14, 0.42), (0.66, 0.86)):
        sheet.polygon(_at(s, oval(x, y, 0.10, 0.075, -0.4)), ink)
        sheet.stroke(_at(s, [(x + 0.08, y), (x + 0.08, y - 0.32), (x + 0.24, y - 0.24)]), ink, s * 0.055)


def draw_flask(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Wizard: a flask with a potion."""
    sheet.polygon(_at(s, [(0.38, 0.12), (0.62, 0.12), (0.62, 0.42), (0.38, 0.42)]), ink)
    sheet.stroke(_at(s, [(0.34, 0.09), (0.66, 0.09)]), ink, s * 0.13)
    sheet.disc(s * 0.5, s * 0.65, s * 0.335, ink)
    sheet.polygon(_at(s, [*arc(0.50, 0.65, 0.245, 0.245, 180, 360), (0.50, 0.68)]), PAPER_LIGHT)
    sheet.disc(s * 0.40, s * 0.57, s * 0.045, ink)
    sheet.disc(s * 0.56, s * 0.52, s * 0.035, ink)


def _lily(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Queen: a lily."""
    sheet.polygon(_at(s, [(0.50, 0.02), (0.64, 0.28), (0.56, 0.62), (0.44, 0.62), (0.36, 0.28)]), ink)
    for flip in (0, 1):
        leaf = [
            (0.44, 0.60),
            (0.34, 0.42),
            (0.22, 0.32),
            (0.08, 0.40),
            (0.10, 0.56),
            (0.20, 0.62),
            (0.19, 0.50),
            (0.28, 0.54),
            (0.34, 0.66),
        ]
        sheet.polygon(_at(s, [(1 - x if flip else x, y) for x, y in leaf]), ink, ink, s * 0.03)
        foot = [(0.50, 0.74), (0.42, 0.74), (0.26, 0.90), (0.38, 0.88), (0.50, 0.98)]
        sheet.polygon(_at(s, [(1 - x if flip else x, y) for x, y in foot]), ink)
    sheet.stroke(_at(s, [(0.28, 0.69), (0.72, 0.69)]), ink, s * 0.09)


def _wall(sheet: Canvas, s: float, ink: Rgb) -> None:
    """The Emperor: a wall with a gate."""
    top = [(0.04 + 0.92 * i / 7, 0.20 + (0.14 if k else 0.0)) for i in range(8) for k in ((i + 1) % 2, i % 2)]
    sheet.polygon(_at(s, [(0.04, 0.92), *top[1:-1], (0.96, 0.92)]), ink)
    sheet.polygon(_at(s, [(0.36, 0.94), *arc(0.50, 0.66, 0.14, 0.14, 180, 360), (0.64, 0.94)]), PAPER_LIGHT)
    for x0, x1, y in (
        (0.04, 0.96, 0.46),
        (0.04, 0.34, 0.62),
        (0.66, 0.96, 0.62),
        (0.04, 0.34, 0.78),
        (0.66, 0.96, 0.78),
    ):
        sheet.polygon(_at(s, [(x0, y - 0.02), (x1, y - 0.02), (x1, y + 0.02), (x0, y + 0.02)]), PAPER_LIGHT)


PICTURES = {
    "serf": _fork,
    "baker": _pretzel,
    "messenger": _letter,
    "mayor": _key,
    "nun": draw_nun,
    "bishop": draw_mitre,
    "crusader": _swords,
    "soldier": _halberd,
    "piper": _flute,
    "wizard": draw_flask,
    "queen": _lily,
    "emperor": _wall,
}  # the other cards have the sign of their class alone


@cached_sprite
def emblem(card: str, class_: str, size: int, ink: Rgb) -> Sprite:
    """What stands before a card's name, ``size`` pixels high: its picture, if it has one, and the sign of its class."""
    if card not in PICTURES:
        sheet = Canvas(size, size)
        SIGNS[class_](sheet, size, ink)
        return sheet.sprite()
    picture, small, wide = _parts(size)
    sheet = Canvas(wide, size)
    whole = Canvas(picture, picture)
    PICTURES[card](whole, picture, ink)
    sheet.add(whole, 0, 0)
    beside = Canvas(small, small)
    SIGNS[class_](beside, small, ink)
    sheet.add(beside, wide - small, size - small)
    return sheet.sprite()


def _parts(size: int) -> tuple[int, int, int]:
    """How large the picture and the sign are in an emblem that has both, and how wide they are together."""
    picture, small = round(size * 0.85), max(min(size, LEAST), round(size * 0.55))
    return picture, small, picture + small - round(size * 0.06)


def emblem_width(card: str, size: int) -> int:
    """How wide the emblem of the card is, in pixels."""
    return _parts(size)[2] if card in PICTURES else size
