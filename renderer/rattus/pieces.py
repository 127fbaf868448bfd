"""The pieces of Rattus: rats, the plague piece, the palace, the box; bishops, nuns, potions and walls."""

from collections.abc import Callable, Sequence
from math import cos, pi, radians, sin

from renderer.canvas.canvas import Canvas, Point, Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, PAPER_DARK, PAPER_LIGHT, PLAGUE, RAT, SEPIA, Rgb
from renderer.canvas.shapes import oval
from renderer.canvas.text import TITLE, width, write
from renderer.rattus.emblems import sign
from renderer.rattus.theme import PURPLE, STONE

FLASK = 44  # px, the height of a flask
GLASS = 34  # px, its width
WALL = (72, 28)  # px, length and height


def draw_rat(sheet: Canvas, x: float, y: float, s: float, colour: Rgb, eye: Rgb) -> None:
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


@cached_sprite
def rat(size: int, letter: str) -> Sprite:
    """A face-down rat token with the letter of its handle, if it has one."""
    sheet = Canvas(size, size)
    r = size / 2
    sheet.disc(r, r, r, INK)
    sheet.disc(r, r, r * 0.93, RAT)
    sheet.disc(r, r, r * 0.80, None, (150, 122, 96), max(1, size * 0.03))
    if not letter:
        draw_rat(sheet, size * 0.06, 0, size * 0.88, CREAM, RAT)
        return sheet.sprite()
    draw_rat(sheet, size * 0.06, -size * 0.04, size * 0.84, CREAM, RAT)
    badge = size * 0.25
    sheet.disc(size - badge, size - badge, badge, INK)
    sheet.disc(size - badge, size - badge, badge * 0.86, CREAM)
    sprite = sheet.sprite()
    write(sprite.rgb, size - badge, size - badge * 1.06, letter, round(size * 0.44), name=TITLE)
    return sprite


@cached_sprite
def face(size: int, handle: str, number: int, letter: str, classes: tuple[str, ...]) -> Sprite:
    """A rat token whose face is known: number, letter, class signs, and the letter of its handle if it has one."""
    sheet = Canvas(size, size)
    r = size / 2
    sheet.disc(r, r, r, INK)
    sheet.disc(r, r, r * 0.94, PAPER_LIGHT)
    sheet.disc(r, r, r * 0.87, None, SEPIA, max(1, size * 0.02))
    if handle:
        badge = size * 0.16
        sheet.disc(size - badge, badge, badge, INK)
        sheet.disc(size - badge, badge, badge * 0.84, CREAM)
    sprite = sheet.sprite()
    high = round(size * 0.48)
    high_letter = round(size * 0.36)
    whole = width(TITLE, high, str(number)) + (width(TITLE, high_letter, letter) + size * 0.04 if letter else 0)
    x = size * (0.46 if handle and letter else 0.5) - whole / 2
    write(sprite.rgb, x, size * 0.34, str(number), high, align="left")
    if letter:
        write(sprite.rgb, x + whole, size * 0.36, letter, high_letter, align="right", colour=SEPIA)
    if handle:
        write(sprite.rgb, size - badge, badge * 0.96, handle, round(size * 0.30))
    small = round(size * (0.23 if len(classes) < 4 else 0.2))
    for i, class_ in enumerate(classes):
        gap = size * (0.23 if len(classes) < 4 else 0.195)
        rise = size * (0.02 if len(classes) == 4 and i in (0, 3) else 0)
        sign(class_, small).put(sprite.rgb, size / 2 + (i - (len(classes) - 1) / 2) * gap, size * 0.69 - rise)
    return sprite


@cached_sprite
def plague(size: int) -> Sprite:
    """The plague piece: a doctor with a beak, ``size`` pixels high, in black with a light edge."""
    s = size / 100
    pad = 5 * s
    sheet = Canvas(74 * s + 2 * pad, 100 * s + 2 * pad)

    def draw(target: Canvas, colour: Rgb, grow: float) -> None:
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
    return sheet.sprite()


@cached_sprite
def palace(size: int) -> Sprite:
    """A castle in ink and paper, ``size`` pixels wide."""
    s = size / 100
    sheet = Canvas(size, 84 * s)

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
    return sheet.sprite()


@cached_sprite
def box(size: int) -> Sprite:
    """The box of discarded tokens, ``size`` pixels wide."""
    s = size / 100
    sheet = Canvas(size, 84 * s)
    sheet.box(10 * s, 34 * s, 80 * s, 46 * s, 5 * s, PAPER_DARK, INK, 4 * s)
    sheet.polygon([(4 * s, 36 * s), (14 * s, 10 * s), (86 * s, 10 * s), (96 * s, 36 * s)], PAPER_LIGHT, INK, 4 * s)
    sheet.box(40 * s, 42 * s, 20 * s, 20 * s, 4 * s, INK)
    return sheet.sprite()


@cached_sprite
def turned_rim(size: int) -> Sprite:
    """A spiked black rim behind a face that lies open for everybody."""
    whole = size * 1.14
    sheet = Canvas(whole, whole)
    spikes = [
        (whole / 2 + r * cos(pi * i / 20), whole / 2 + r * sin(pi * i / 20))
        for i, r in ((i, whole / 2 if i % 2 else size * 0.5) for i in range(40))
    ]
    sheet.polygon(spikes, PLAGUE)
    return sheet.sprite()


@cached_sprite
def bishop(size: int) -> Sprite:
    """A bishop in purple with mitre and crosier, ``size`` pixels high."""
    s = size / 100
    sheet = Canvas(74 * s, size)

    def draw(colour: Rgb, line: Rgb, thick: float) -> None:
        def shape(points: list[Point], fill: Rgb) -> None:
            sheet.polygon([(x * s, y * s) for x, y in points], fill, line, thick * s)

        shape([(12, 94), (15, 70), (24, 60), (46, 60), (53, 70), (56, 94)], colour)  # cope
        shape(oval(35, 52, 12, 12), PAPER_LIGHT if colour != CREAM else CREAM)  # face
        shape([(35, 5), (55, 24), (52, 44), (18, 44), (15, 24)], colour)  # mitre

    crook = [(57 + 8 * cos(a), 24 + 8 * sin(a)) for a in (-pi * i / 12 for i in range(13))]
    crosier = [(x * s, y * s) for x, y in [(65, 93), (65, 24), *crook]]
    draw(CREAM, CREAM, 11)
    sheet.stroke(crosier, CREAM, 12 * s)
    draw(PURPLE, INK, 4.5)
    sheet.stroke([(35 * s, 14 * s), (35 * s, 39 * s)], CREAM, 5.5 * s)
    sheet.stroke([(25 * s, 26 * s), (45 * s, 26 * s)], CREAM, 5.5 * s)
    sheet.stroke([(35 * s, 68 * s), (35 * s, 91 * s)], CREAM, 6 * s)
    sheet.stroke(crosier, INK, 6 * s)
    return sheet.sprite()


@cached_sprite
def nun(size: int) -> Sprite:
    """A nun with a black veil round a light face, ``size`` pixels high."""
    s = size / 100
    sheet = Canvas(74 * s, size)

    def shape(points: list[Point], fill: Rgb, line: Rgb, thick: float) -> None:
        sheet.polygon([(x * s, y * s) for x, y in points], fill, line, thick * s)

    veil = [(10, 94), (14, 60), (17, 34), *oval(37, 29, 20, 22)[20:], (57, 34), (60, 60), (64, 94)]
    shape(veil, CREAM, CREAM, 11)
    shape(veil, PLAGUE, PLAGUE, 3)
    shape(oval(37, 33, 12.5, 15), PAPER_LIGHT, PAPER_LIGHT, 0)
    shape([(24, 40), (50, 40), (54, 60), (37, 67), (20, 60)], PAPER_LIGHT, PAPER_LIGHT, 0)
    shape([(37, 72), (37, 88)], CREAM, CREAM, 0)
    sheet.stroke([(37 * s, 74 * s), (37 * s, 90 * s)], CREAM, 5 * s)
    sheet.stroke([(30 * s, 79 * s), (44 * s, 79 * s)], CREAM, 5 * s)
    return sheet.sprite()


FIGURES: dict[str, Callable[[int], Sprite]] = {"bishop": bishop, "nun": nun}


@cached_sprite
def flask(text: str) -> Sprite:
    """A potion with a number on its glass."""
    sheet = Canvas(GLASS, FLASK)
    w, h = float(GLASS), float(FLASK)
    for grow, colour in ((3.0, CREAM), (0.0, INK)):
        sheet.polygon(
            [(w * 0.34, 3), (w * 0.66, 3), (w * 0.66, h * 0.4), (w * 0.34, h * 0.4)], colour, colour, 2 * grow
        )
        sheet.disc(w / 2, h - w / 2, w / 2 - 3 + grow, colour)
    sheet.disc(w / 2, h - w / 2, w / 2 - 4.6, PURPLE)
    sheet.stroke([(w * 0.3, 4), (w * 0.7, 4)], SEPIA, 5)
    sprite = sheet.sprite()
    write(sprite.rgb, w / 2, h - w / 2 - 0.5, text, 32 if len(text) == 1 else 22, colour=CREAM)
    return sprite


@cached_sprite
def wall(turn: float, edge: Rgb = CREAM, thick: int = 2) -> Sprite:
    """A piece of a town wall in an edge, turned clockwise by so many degrees; its battlements stay above."""
    long, deep = WALL
    side = long + 30
    sheet = Canvas(side, side)
    upright = (turn + 90) % 180 - 90
    c, s = cos(radians(upright)), sin(radians(upright))

    def shape(points: Sequence[Point], fill: Rgb, thick: float = 0) -> None:
        turned = [(side / 2 + c * x - s * y, side / 2 + s * x + c * y) for x, y in points]
        sheet.polygon(turned, fill, fill, thick)

    def stone(x: float, y: float, w: float, h: float) -> list[Point]:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]

    tooth, top = long / 9, -deep / 2
    outline = [(-long / 2, deep / 2)]
    for i in range(9):
        y = top + (tooth if i % 2 else 0)
        outline += [(-long / 2 + i * tooth, y), (-long / 2 + (i + 1) * tooth, y)]
    outline.append((long / 2, deep / 2))
    shape(outline, edge, 5 + 2 * thick)
    shape(outline, INK, 4.5)
    course = (deep - tooth) / 2
    for i in range(0, 9, 2):
        shape(stone(-long / 2 + i * tooth + 1, top + 1, tooth - 2, tooth + 1), STONE)
    for row, begin in ((0, 0.0), (1, -0.5)):
        for k in range(5):
            left = max(-long / 2, -long / 2 + (k + begin) * long / 4.5) + 1
            right = min(long / 2, -long / 2 + (k + 1 + begin) * long / 4.5) - 1
            shape(stone(left, top + tooth + row * course + 1, right - left, course - 2), STONE)
    return sheet.sprite()
