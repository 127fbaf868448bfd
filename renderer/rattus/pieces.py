"""The pieces that belong to nobody: rats, the plague piece, the palace; and the badges that mark a choice."""

from math import cos, pi, sin

from PIL import ImageFilter

from renderer.canvas.canvas import Point, Sketch, Sprite, kept
from renderer.canvas.colours import CHOICE, CREAM, INK, PAPER_DARK, PAPER_LIGHT, PLAGUE, RAT, SEPIA, Rgb
from renderer.canvas.text import TITLE, width, write
from renderer.seats import sign


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0) -> list[Point]:
    """An ellipse as a polygon, turned clockwise by so many radians."""
    c, s = cos(turn), sin(turn)
    ring = [(rx * cos(2 * pi * i / 40), ry * sin(2 * pi * i / 40)) for i in range(40)]
    return [(x + c * px - s * py, y + s * px + c * py) for px, py in ring]


def draw_rat(sheet: Sketch, x: float, y: float, s: float, colour: Rgb, eye: Rgb) -> None:
    """A rat running to the right in a square of side ``s`` with its upper left corner at x, y."""

    def at(px: float, py: float) -> Point:
        return x + s * px, y + s * py

    tail = [
        (0.30 - 0.24 * t - 0.05 * sin(t * 5), 0.60 + 0.22 * sin(t * 2.6) - 0.34 * t * t)
        for t in (i / 16 for i in range(17))
    ]
    sheet.stroke([at(*p) for p in tail], colour, s * 0.06)
    sheet.polygon(oval(*at(0.47, 0.56), s * 0.27, s * 0.19, -0.12), colour)
    sheet.polygon(oval(*at(0.70, 0.50), s * 0.17, s * 0.13, 0.25), colour)
    sheet.polygon([at(0.72, 0.40), at(0.96, 0.57), at(0.74, 0.62)], colour)
    sheet.disc(*at(0.63, 0.36), s * 0.095, colour)
    for px in (0.34, 0.62):
        sheet.stroke([at(px, 0.68), at(px + 0.06, 0.80), at(px + 0.14, 0.80)], colour, s * 0.06)
    sheet.disc(*at(0.76, 0.48), s * 0.03, eye)


@kept
def rat(size: int, letter: str) -> Sprite:
    """A face-down rat token with the letter of its handle, if it has one."""
    sheet = Sketch(size, size)
    r = size / 2
    sheet.disc(r, r, r, INK)
    sheet.disc(r, r, r * 0.93, RAT)
    sheet.disc(r, r, r * 0.80, None, (150, 122, 96), max(1, size * 0.03))
    if not letter:
        draw_rat(sheet, size * 0.06, 0, size * 0.88, CREAM, RAT)
        return sheet.done()
    draw_rat(sheet, size * 0.06, -size * 0.04, size * 0.84, CREAM, RAT)
    badge = size * 0.25
    sheet.disc(size - badge, size - badge, badge, INK)
    sheet.disc(size - badge, size - badge, badge * 0.86, CREAM)
    sprite = sheet.done()
    write(sprite.rgb, size - badge, size - badge * 1.06, letter, round(size * 0.44), name=TITLE)
    return sprite


@kept
def face(size: int, handle: str, number: int, letter: str, classes: tuple[str, ...]) -> Sprite:
    """A rat token whose face is known: number, letter, class signs, and the letter of its handle if it has one."""
    sheet = Sketch(size, size)
    r = size / 2
    sheet.disc(r, r, r, INK)
    sheet.disc(r, r, r * 0.94, PAPER_LIGHT)
    sheet.disc(r, r, r * 0.87, None, SEPIA, max(1, size * 0.02))
    if handle:
        badge = size * 0.16
        sheet.disc(size - badge, badge, badge, INK)
        sheet.disc(size - badge, badge, badge * 0.84, CREAM)
    sprite = sheet.done()
    high = round(size * 0.48)
    high_letter = round(size * 0.36)
    whole = width(TITLE, high, str(number)) + (width(TITLE, high_letter, letter) + size * 0.04 if letter else 0)
    x = size * (0.46 if handle and letter else 0.5) - whole / 2
    write(sprite.rgb, x, size * 0.34, str(number), high, align="left")
    if letter:
        write(sprite.rgb, x + whole, size * 0.36, letter, high_letter, align="right", colour=CHOICE)
    if handle:
        write(sprite.rgb, size - badge, badge * 0.96, handle, round(size * 0.30))
    small = round(size * (0.23 if len(classes) < 4 else 0.2))
    for i, class_ in enumerate(classes):
        gap = size * (0.23 if len(classes) < 4 else 0.195)
        rise = size * (0.02 if len(classes) == 4 and i in (0, 3) else 0)
        sign(class_, small).put(sprite.rgb, size / 2 + (i - (len(classes) - 1) / 2) * gap, size * 0.69 - rise)
    return sprite


@kept
def plague(size: int) -> Sprite:
    """The plague piece: a doctor with a beak, ``size`` pixels high, in black with a light edge."""
    s = size / 100
    pad = 5 * s
    sheet = Sketch(74 * s + 2 * pad, 100 * s + 2 * pad)

    def draw(target: Sketch, colour: Rgb, grow: float) -> None:
        def shape(points: list[Point]) -> None:
            moved = [(pad + x * s, pad + y * s) for x, y in points]
            target.polygon(moved, colour, colour, grow) if grow else target.polygon(moved, colour)

        shape([(18, 44), (26, 40), (42, 40), (50, 48), (56, 70), (60, 97), (4, 97), (8, 68)])  # cloak
        shape(oval(34, 31, 13, 14))  # head
        shape([(38, 22), (52, 28), (72, 44), (50, 41), (38, 42)])  # beak
        shape(oval(33, 21, 27, 5.5, -0.10))  # brim
        shape([(18, 21), (21, 5), (30, 1), (42, 3), (46, 18)])  # hat
        shape([(64, 50), (67, 50), (67, 97), (64, 97)])  # staff
        shape([(48, 60), (66, 62), (66, 68), (48, 68)])  # arm

    draw(sheet, CREAM, 8 * s)
    draw(sheet, PLAGUE, 0)
    sheet.disc(pad + 41 * s, pad + 30 * s, 4.2 * s, CREAM)
    sheet.disc(pad + 41.5 * s, pad + 30 * s, 2.2 * s, PLAGUE)
    sheet.stroke([(pad + 20 * s, pad + 52 * s), (pad + 17 * s, pad + 92 * s)], (70, 62, 62), 1.6 * s)
    sheet.stroke([(pad + 38 * s, pad + 50 * s), (pad + 44 * s, pad + 92 * s)], (70, 62, 62), 1.6 * s)
    return sheet.done()


@kept
def palace(size: int) -> Sprite:
    """A castle in ink and paper, ``size`` pixels wide."""
    s = size / 100
    sheet = Sketch(size, 84 * s)

    def tower(x: float, y: float, w: float, h: float) -> None:
        merlon = w / 5
        top = [(x, y + h), (x, y)]
        for i in range(3):
            left = x + 2 * i * merlon
            top += [(left, y), (left + merlon, y)]
            if i < 2:
                top += [(left + merlon, y + merlon), (left + 2 * merlon, y + merlon)]
        sheet.polygon([(px * s, py * s) for px, py in [*top, (x + w, y + h)]], PAPER_LIGHT, INK, 2.6 * s)

    tower(24, 32, 52, 48)
    tower(36, 6, 28, 74)
    tower(4, 22, 24, 58)
    tower(72, 22, 24, 58)
    arch = [
        (42, 80),
        (42, 62),
        *((50 + 8 * cos(a), 62 + 8 * sin(a)) for a in (pi + pi * i / 12 for i in range(13))),
        (58, 80),
    ]
    sheet.polygon([(x * s, y * s) for x, y in arch], INK)
    for x, y in ((16, 40), (84, 40), (50, 30)):
        sheet.polygon(
            [
                ((x - 2.6) * s, (y + 9) * s),
                ((x - 2.6) * s, y * s),
                ((x + 2.6) * s, y * s),
                ((x + 2.6) * s, (y + 9) * s),
            ],
            INK,
        )
    return sheet.done()


@kept
def box(size: int) -> Sprite:
    """The box of discarded tokens, ``size`` pixels wide."""
    s = size / 100
    sheet = Sketch(size, 84 * s)
    sheet.box(10 * s, 34 * s, 80 * s, 46 * s, 5 * s, PAPER_DARK, INK, 4 * s)
    sheet.polygon([(4 * s, 36 * s), (14 * s, 10 * s), (86 * s, 10 * s), (96 * s, 36 * s)], PAPER_LIGHT, INK, 4 * s)
    sheet.box(40 * s, 42 * s, 20 * s, 20 * s, 4 * s, INK)
    return sheet.done()


@kept
def hourglass(size: int) -> Sprite:
    """An hourglass, ``size`` pixels high: this turn ended the normal turns."""
    s = size / 100
    sheet = Sketch(70 * s, size)
    glass = [(12, 12), (58, 12), (58, 26), (39, 50), (58, 74), (58, 88), (12, 88), (12, 74), (31, 50), (12, 26)]
    sheet.polygon([(x * s, y * s) for x, y in glass], CREAM, INK, 6 * s)
    sheet.polygon([(x * s, y * s) for x, y in ((20, 80), (35, 62), (50, 80), (50, 86), (20, 86))], SEPIA)
    sheet.polygon([(x * s, y * s) for x, y in ((22, 28), (48, 28), (35, 46))], SEPIA)
    for y in (8, 92):
        sheet.stroke([(8 * s, y * s), (62 * s, y * s)], INK, 11 * s)
    return sheet.done()


@kept
def pointer(size: int) -> Sprite:
    """A black arrow head to the right: whose turn it is."""
    sheet = Sketch(size, size)
    for grow, colour in ((size * 0.26, CREAM), (0.0, PLAGUE)):
        sheet.polygon([(size * x, size * y) for x, y in ((0.2, 0.16), (0.86, 0.5), (0.2, 0.84))], colour, colour, grow)
    return sheet.done()


@kept
def compass(size: int) -> Sprite:
    """A compass rose, ``size`` pixels wide."""
    sheet = Sketch(size, size)
    r = size / 2
    sheet.disc(r, r, r * 0.72, None, SEPIA, 1.4)
    for turns, long in (((1, 3, 5, 7), 0.62), ((0, 2, 4, 6), 0.98)):
        for k in turns:
            a = k * pi / 4
            tip = (r + r * long * sin(a), r - r * long * cos(a))
            for side, fill in ((-pi / 4, SEPIA), (pi / 4, PAPER_LIGHT)):
                waist = (r + r * 0.2 * sin(a + side), r - r * 0.2 * cos(a + side))
                sheet.polygon([(r, r), tip, waist], fill, SEPIA, 1.0)
    return sheet.done()


@kept
def badge(text: str, size: int) -> Sprite:
    """The letter of a choice: white on black in a white and a black frame, unlike anything else on the board."""
    room = max(size, width(TITLE, round(size * 0.72), text) + round(size * 0.5))
    shadow = round(size * 0.1)
    sheet = Sketch(room + 2 * shadow, size + 2 * shadow)
    sheet.box(shadow, shadow + 1, room, size, size * 0.3, (0, 0, 0))
    blurred = sheet.image.filter(ImageFilter.GaussianBlur(shadow * 1.2))
    sheet.image.paste(blurred)
    sheet.box(shadow, shadow, room, size, size * 0.30, PLAGUE)
    sheet.box(shadow + size * 0.05, shadow + size * 0.05, room - size * 0.1, size * 0.9, size * 0.26, (255, 255, 255))
    sheet.box(shadow + size * 0.12, shadow + size * 0.12, room - size * 0.24, size * 0.76, size * 0.2, CHOICE)
    sprite = sheet.done()
    write(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2, text, round(size * 0.72), colour=(255, 255, 255))
    return sprite
