"""Signs that pictures of all games share: whose turn it is, who has won, the rose of a map."""

from math import cos, pi, sin

from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, PAPER_LIGHT, PLAGUE, SEPIA, Rgb


@cached_sprite
def pointer(size: int) -> Sprite:
    """A black arrow head to the right: whose turn it is."""
    sheet = Canvas(size, size)
    for grow, colour in ((size * 0.26, CREAM), (0.0, PLAGUE)):
        sheet.polygon([(size * x, size * y) for x, y in ((0.2, 0.16), (0.86, 0.5), (0.2, 0.84))], colour, colour, grow)
    return sheet.sprite()


@cached_sprite
def hourglass(size: int) -> Sprite:
    """An hourglass, ``size`` pixels high: this turn ended the normal turns."""
    s = size / 100
    sheet = Canvas(70 * s, size)
    glass = [(12, 12), (58, 12), (58, 26), (39, 50), (58, 74), (58, 88), (12, 88), (12, 74), (31, 50), (12, 26)]
    sheet.polygon([(x * s, y * s) for x, y in glass], CREAM, INK, 6 * s)
    sheet.polygon([(x * s, y * s) for x, y in ((20, 80), (35, 62), (50, 80), (50, 86), (20, 86))], SEPIA)
    sheet.polygon([(x * s, y * s) for x, y in ((22, 28), (48, 28), (35, 46))], SEPIA)
    for y in (8, 92):
        sheet.stroke([(8 * s, y * s), (62 * s, y * s)], INK, 11 * s)
    return sheet.sprite()


def draw_crown(sheet: Canvas, s: float, ink: Rgb) -> None:
    """A crown in a square of so many units."""
    points = [(0.10, 0.26), (0.31, 0.54), (0.50, 0.14), (0.69, 0.54), (0.90, 0.26), (0.82, 0.70), (0.18, 0.70)]
    sheet.polygon([(s * x, s * y) for x, y in points], ink, ink, s * 0.04)
    sheet.polygon(
        [(s * 0.17, s * 0.77), (s * 0.83, s * 0.77), (s * 0.83, s * 0.90), (s * 0.17, s * 0.90)], ink, ink, s * 0.03
    )
    for x, y in ((0.10, 0.24), (0.50, 0.13), (0.90, 0.24)):
        sheet.disc(s * x, s * y, s * 0.085, ink)


@cached_sprite
def crown(size: int, ink: Rgb = INK) -> Sprite:
    """A crown: who has won."""
    sheet = Canvas(size, size)
    draw_crown(sheet, size, ink)
    return sheet.sprite()


@cached_sprite
def compass(size: int) -> Sprite:
    """A compass rose, ``size`` pixels wide."""
    sheet = Canvas(size, size)
    r = size / 2
    sheet.disc(r, r, r * 0.72, None, SEPIA, 1.4)
    for turns, long in (((1, 3, 5, 7), 0.62), ((0, 2, 4, 6), 0.98)):
        for k in turns:
            a = k * pi / 4
            tip = (r + r * long * sin(a), r - r * long * cos(a))
            for side, fill in ((-pi / 4, SEPIA), (pi / 4, PAPER_LIGHT)):
                waist = (r + r * 0.2 * sin(a + side), r - r * 0.2 * cos(a + side))
                sheet.polygon([(r, r), tip, waist], fill, SEPIA, 1.0)
    return sheet.sprite()
