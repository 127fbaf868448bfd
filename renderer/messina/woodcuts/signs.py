"""Woodcuts of actions and of what is printed on the boards."""

from math import cos, pi, sin

from renderer.canvas.canvas import Point
from renderer.canvas.colours import CREAM, INK, PAPER_DARK, RAT, SEPIA, mix
from renderer.canvas.shapes import arc, mirrored, smooth
from renderer.messina.theme import CLOTH, GOLD, HARBOUR, HEART, SECTORS, STONE, WAX, WOOD, WOOD_LIGHT
from renderer.messina.woodcuts.woodcut import Woodcut


def build(c: Woodcut) -> None:
    """A saw."""
    teeth: list[Point] = []
    for i in range(6):
        x, y = 4 + 10.5 * i, 42 + 5.6 * i
        teeth += [(x, y), (x + 3, y + 14)]
    c.polygon([(10, 24), (70, 40), (74, 78), *reversed(teeth)], STONE)
    c.polygon(smooth([(66, 40), (82, 34), (97, 52), (96, 78), (80, 90), (66, 80)]), WOOD)
    c.polygon(smooth([(76, 52), (84, 52), (87, 66), (82, 76), (75, 70)]), CREAM, INK, 0.7)


def scroll(c: Woodcut) -> None:
    """A written scroll."""
    c.polygon([(22, 14), (78, 14), (78, 86), (22, 86)], CLOTH)
    for y in (14, 86):
        c.polygon([(10, y - 9), (90, y - 9), (94, y), (90, y + 9), (10, y + 9), (6, y)], PAPER_DARK)
    c.hatch([[(28 + 6 * i, 27), (26 + 6 * i, 31)] for i in range(9)])
    for y in (40, 52, 64):
        c.stroke([(34, y), (66 if y < 60 else 54, y)], INK, 0.8)


def city(c: Woodcut) -> None:
    """A gate tower with battlements."""
    right = [(50, 16), (58, 16), (58, 6), (72, 6), (72, 16), (76, 16), (76, 6), (90, 6), (90, 30), (82, 30), (82, 94)]
    c.polygon(mirrored([*right, (50, 94)]), HARBOUR)
    c.polygon([(34, 94), (34, 64), *arc(50, 64, 16, 16, 180, 360), (66, 94)], INK, None)
    c.stroke([(18, 34), (82, 34)], INK, 0.7)
    c.hatch([[(68, y), (78, y)] for y in (44, 52, 60, 68, 76)])
    c.hatch([[(26, 48), (34, 48)], [(28, 60), (30, 60)]])


def church(c: Woodcut) -> None:
    """A chapel with a cross on its steeple."""
    c.polygon(mirrored([(50, 34), (68, 52), (68, 62), (90, 76), (90, 95), (50, 95)]), CLOTH)
    c.polygon(mirrored([(50, 36), (72, 58), (66, 58), (50, 46)]), WAX, INK, 0.5)
    c.stroke([(50, 40), (50, 6)], INK, 1.6)
    c.stroke([(36, 17), (64, 17)], INK, 1.6)
    c.hatch([[(x, 80), (x, 90)] for x in (70, 76, 82)])
    c.polygon([(41, 95), (41, 78), *arc(50, 78, 9, 11, 180, 360), (59, 95)], INK, None)


def register(c: Woodcut) -> None:
    """An open book: a tower on one page, a cross on the other."""
    c.polygon([(50, 26), (30, 18), (4, 20), (4, 86), (30, 84), (50, 92), (70, 84), (96, 86), (96, 20), (70, 18)], CLOTH)
    c.stroke([(50, 26), (50, 90)], INK, 0.8)
    c.polygon(
        [(16, 72), (16, 36), (22, 36), (22, 42), (26, 42), (26, 36), (32, 36), (32, 42), (38, 42), (38, 72)], INK, None
    )
    c.stroke([(73, 34), (73, 74)], INK, 1.3)
    c.stroke([(62, 47), (84, 47)], INK, 1.3)


def popularity(c: Woodcut) -> None:
    """A heart."""
    half = [(50, 28), *smooth([(50, 28), (59, 15), (74, 11), (90, 20), (94, 40), (80, 66), (50, 95)], closed=False)]
    c.polygon(mirrored(half), HEART)
    c.hatch([arc(30, 36, 12, 14, 190, 260)], CREAM, 0.9)
    c.hatch([[(86, 44), (74, 62)], [(82, 34), (64, 66)]])


def activate(c: Woodcut) -> None:
    """A bell that calls to work."""
    c.disc(50, 88, 9, INK, None)
    c.polygon(mirrored([(50, 10), (62, 14), (70, 28), (74, 56), (82, 68), (94, 78), (94, 84), (50, 84)]), GOLD)
    c.polygon([(42, 10), *arc(50, 10, 8, 8, 180, 360), (58, 10)], GOLD)
    c.stroke([(20, 70), (80, 70)], INK, 0.6)
    c.hatch([[(58, 22), (62, 62)], [(64, 30), (68, 62)]])


def any_hex_action(c: Woodcut) -> None:
    """A hex of the city with a star."""
    c.polygon([(50, 2), (93, 26), (93, 74), (50, 98), (7, 74), (7, 26)], STONE)
    c.polygon([(50, 15), (81, 33), (81, 67), (50, 85), (19, 67), (19, 33)], CLOTH, INK, 0.6)
    ring = [(50 + r * sin(pi * i / 6), 50 - r * cos(pi * i / 6)) for i in range(12) for r in ((29, 11)[i % 2],)]
    c.polygon(ring, WAX, INK, 0.5)


def rat_right(c: Woodcut) -> None:
    """A rat running to the right."""
    _running(c, 1)


def rat_left(c: Woodcut) -> None:
    """A rat running to the left."""
    _running(c, -1)


def _running(c: Woodcut, way: int) -> None:
    def at(x: float, y: float) -> Point:
        return 50 + way * (x - 50), y

    tail = [(32, 62), (18, 66), (8, 54), (12, 38), (4, 30)]
    c.stroke(smooth([at(*p) for p in tail], closed=False), RAT, 1.5)
    body = [(14, 66), (24, 46), (46, 36), (66, 40), (76, 36), (96, 60), (94, 66), (76, 72), (50, 78), (26, 76)]
    c.polygon(smooth([at(*p) for p in body]), RAT, RAT, 0.5)
    c.disc(50 + way * 20, 36, 9, RAT, None)
    for x in (28, 40, 60, 72):
        c.stroke([at(x, 72), at(x + 4, 86), at(x + 10, 86)], RAT, 1.2)
    c.disc(50 + way * 32, 52, 3.5, CREAM, None)


def rat_upright(c: Woodcut) -> None:
    """A rat on its hind legs, seen from the front."""
    c.stroke(smooth([(62, 88), (84, 90), (92, 74), (84, 60), (92, 48)], closed=False), RAT, 1.5)
    c.polygon(smooth(mirrored([(50, 40), (64, 46), (74, 66), (74, 84), (62, 94), (50, 94)])), RAT, RAT, 0.5)
    c.polygon(smooth(mirrored([(50, 12), (62, 18), (66, 32), (56, 48), (50, 54)])), RAT, RAT, 0.5)
    for side in (-1, 1):
        c.disc(50 + 15 * side, 15, 9, RAT, None)
        c.stroke([(50 + 14 * side, 58), (50 + 9 * side, 66)], CREAM, 0.8)
        c.disc(50 + 6 * side, 29, 3, CREAM, None)
        c.stroke([(50 + 10 * side, 94), (50 + 26 * side, 95)], RAT, 1.4)


def early(c: Woodcut) -> None:
    """The infinity sign: again and again."""
    knot = [
        (50 + 42 * cos(a) / (1 + sin(a) ** 2), 50 + 50 * sin(a) * cos(a) / (1 + sin(a) ** 2) * 1.3)
        for a in (2 * pi * i / 60 for i in range(61))
    ]
    c.stroke(knot, CREAM, 4.2)
    c.stroke(knot, INK, 2.6)


def late(c: Woodcut) -> None:
    """The lightning sign: once, at once."""
    c.polygon([(58, 2), (18, 58), (46, 58), (34, 98), (84, 38), (54, 38), (72, 2)], GOLD)


def wheel(c: Woodcut) -> None:
    """The population wheel."""
    c.disc(50, 50, 44, WOOD_LIGHT)
    for turn, one in enumerate(SECTORS):
        c.polygon([(50, 50), *arc(50, 50, 34, 34, 120 * turn - 150, 120 * turn - 30)], SECTORS[one], INK, 0.7)
    c.disc(50, 50, 10, WOOD)


def anchor(c: Woodcut) -> None:
    """An anchor."""
    for colour, more in ((CREAM, 1.6), (INK, 0.0)):
        c.stroke([(50, 22), (50, 88)], colour, 1.9 + more)
        c.stroke([(30, 34), (70, 34)], colour, 1.7 + more)
        c.stroke(arc(50, 52, 38, 38, 20, 160), colour, 1.9 + more)
        c.disc(50, 14, 8, None, colour, 1.3 + more)
        for side in (-1, 1):
            c.polygon([(50 + 44 * side, 54), (50 + 40 * side, 78), (50 + 24 * side, 66)], colour, colour, more or 0.3)


def ship(c: Woodcut) -> None:
    """A cog with a cross on its sail."""
    hull(c)
    for a, b in (((50, 18), (50, 56)), ((26, 34), (74, 34))):
        c.stroke([a, b], WAX, 1.8)


def hull(c: Woodcut) -> None:
    """A cog under an empty sail."""
    c.stroke([(50, 8), (50, 74)], WOOD, 1.6)
    c.polygon(smooth([(14, 12), (50, 8), (86, 12), (90, 40), (84, 62), (50, 66), (16, 62), (10, 40)]), CLOTH)
    c.polygon([(2, 62), (16, 70), (84, 70), (98, 60), (90, 84), (76, 96), (24, 96), (10, 84)], WOOD)
    c.hatch([[(10, 78), (90, 78)], [(18, 88), (82, 88)]], mix(WOOD, INK, 0.5), 0.7)


def flow(c: Woodcut) -> None:
    """An arrow from a price to what it buys."""
    c.stroke([(6, 50), (34, 50)], SEPIA, 1.6)
    c.polygon([(30, 28), (56, 50), (30, 72)], SEPIA, SEPIA, 0.4)


SIGNS = {
    "build": build,
    "scroll": scroll,
    "city": city,
    "church": church,
    "register": register,
    "popularity": popularity,
    "activate": activate,
    "any_hex_action": any_hex_action,
    "rat": rat_right,
    "rat:right": rat_right,
    "rat:left": rat_left,
    "rat:upright": rat_upright,
    "early": early,
    "late": late,
    "wheel": wheel,
    "anchor": anchor,
    "ship": ship,
    "flow": flow,
}
