"""Woodcuts of what players own: coins, timber, fires, points, goods, tiles, and the plague."""

from math import cos, pi, sin

from renderer.canvas.colours import CREAM, INK, PAPER_DARK, SEPIA, mix
from renderer.canvas.shapes import arc, mirrored, smooth
from renderer.messina.theme import CLOTH, CUBE, EMBER, FLAME, GOLD, GOLD_DARK, GOODS, STONE, WAX, WOOD, WOOD_LIGHT
from renderer.messina.woodcuts.woodcut import Woodcut


def coin_face(c: Woodcut) -> None:
    """A gold coin with a raised rim, ready for its number."""
    c.disc(50, 50, 43, GOLD)
    c.disc(50, 50, 33, None, GOLD_DARK, 0.7)
    c.hatch([arc(50, 50, 38, 38, a, a + 16) for a in (20, 45, 70)], GOLD_DARK)


def coin(c: Woodcut) -> None:
    """A gold coin with a cross."""
    coin_face(c)
    for turn in range(4):
        a = turn * pi / 2
        arm = [(5, 6), (10, 24), (-10, 24), (-5, 6)]
        c.polygon([(50 + x * cos(a) - y * sin(a), 50 + x * sin(a) + y * cos(a)) for x, y in arm], GOLD_DARK, None)


def timber(c: Woodcut) -> None:
    """A felled log with its rings."""
    c.polygon([(26, 32), (88, 8), (96, 44), (40, 86)], WOOD)
    c.hatch([[(44, 34), (84, 19)], [(52, 48), (78, 37)], [(52, 64), (90, 40)]], mix(WOOD, INK, 0.55), 0.7)
    c.polygon([(30 + 25 * cos(a) * 0.86, 60 + 29 * sin(a)) for a in (2 * pi * i / 40 for i in range(40))], WOOD_LIGHT)
    c.polygon([(30 + 11 * cos(a), 60 + 15 * sin(a)) for a in (2 * pi * i / 30 for i in range(30))], None, INK, 0.6)


_FLAME = [(48, 4), (58, 24), (76, 42), (80, 66), (68, 88), (50, 95), (32, 88), (20, 66), (26, 46), (36, 52), (38, 28)]
_HEART = [(51, 50), (60, 64), (62, 80), (50, 89), (38, 80), (38, 68), (46, 64)]


def fire(c: Woodcut) -> None:
    """One flame."""
    c.polygon(smooth(_FLAME), FLAME)
    c.polygon(smooth(_HEART), EMBER, INK, 0.5)


def big_fire(c: Woodcut) -> None:
    """Three flames over burning logs."""
    c.polygon(
        smooth(
            [
                (50, 3),
                (58, 22),
                (66, 34),
                (76, 14),
                (86, 36),
                (95, 58),
                (84, 84),
                (50, 90),
                (16, 84),
                (5, 58),
                (14, 36),
                (24, 14),
                (34, 36),
                (42, 22),
            ]
        ),
        FLAME,
    )
    c.polygon(smooth([(50, 36), (60, 52), (74, 48), (78, 70), (50, 84), (22, 70), (26, 48), (40, 52)]), EMBER, INK, 0.5)
    c.stroke([(12, 80), (88, 95)], INK, 2.6)
    c.stroke([(88, 80), (12, 95)], INK, 2.6)
    c.stroke([(13, 80), (87, 94)], WOOD_LIGHT, 1.1)
    c.stroke([(87, 80), (13, 94)], WOOD_LIGHT, 1.1)


def seal(c: Woodcut) -> None:
    """A wax seal, ready for its number."""
    rim = [
        (50 + (42 + 4 * cos(12 * a)) * cos(a), 50 + (42 + 4 * cos(12 * a)) * sin(a))
        for a in (2 * pi * i / 120 for i in range(120))
    ]
    c.polygon(rim, WAX)
    c.disc(50, 50, 33, None, mix(WAX, CREAM, 0.35), 0.6)


def points(c: Woodcut) -> None:
    """A wax seal with a star."""
    seal(c)
    star(c)


def star(c: Woodcut, x: float = 50, y: float = 51, r: float = 26, fill: tuple[int, int, int] = CREAM) -> None:
    """A five-pointed star."""
    ring = [
        (x + (r if i % 2 == 0 else r * 0.42) * sin(pi * i / 5), y - (r if i % 2 == 0 else r * 0.42) * cos(pi * i / 5))
        for i in range(10)
    ]
    c.polygon(ring, fill, None)


def plague(c: Woodcut) -> None:
    """The black cube, seen from a corner."""
    light = (112, 104, 108)
    c.polygon([(50, 4), (92, 26), (92, 74), (50, 97), (8, 74), (8, 26)], CUBE, CREAM, 1.5)
    c.polygon([(50, 6), (90, 27), (50, 48), (10, 27)], light, CUBE, 0.6)
    c.polygon([(50, 48), (90, 27), (90, 73), (50, 95)], (66, 60, 63), CUBE, 0.6)


def gems(c: Woodcut) -> None:
    """A cut stone."""
    c.polygon([(28, 16), (72, 16), (96, 40), (50, 92), (4, 40)], GOODS["gems"])
    c.polygon([(28, 16), (72, 16), (66, 40), (34, 40)], mix(GOODS["gems"], CREAM, 0.7), INK, 0.6)
    c.hatch([[(58, 74), (76, 46)], [(60, 80), (84, 46)], [(92, 36), (78, 20)]])
    c.stroke([(4, 40), (96, 40)], INK, 0.6)
    c.stroke([(34, 40), (50, 90), (66, 40)], INK, 0.6)


def spices(c: Woodcut) -> None:
    """A heaped sack."""
    c.polygon(smooth([(28, 38), (50, 10), (72, 38), (50, 46)]), GOODS["spices"])
    c.polygon(smooth([(22, 40), (78, 40), (92, 66), (82, 92), (50, 95), (18, 92), (8, 66)]), WOOD_LIGHT)
    c.polygon(smooth([(18, 40), (50, 34), (82, 40), (50, 50)]), PAPER_DARK)
    c.hatch([[(74, 60), (80, 80)], [(64, 62), (69, 84)], [(84, 62), (87, 74)]], SEPIA, 0.7)


def silk(c: Woodcut) -> None:
    """A bolt of cloth, one end unrolled."""
    cloth = GOODS["silk"]
    c.polygon(smooth([(30, 40), (90, 40), (84, 60), (94, 78), (86, 95), (60, 86), (34, 95)]), mix(cloth, CREAM, 0.35))
    c.hatch([[(52, 56), (54, 84)], [(66, 56), (68, 84)], [(79, 56), (82, 88)]], cloth, 0.8)
    c.polygon([(20, 10), (84, 10), (90, 16), (90, 42), (84, 48), (20, 48)], cloth)
    c.polygon([(22 + 14 * cos(a), 29 + 19 * sin(a)) for a in (2 * pi * i / 40 for i in range(40))], CREAM)
    c.polygon([(22 + 5 * cos(a), 29 + 8 * sin(a)) for a in (2 * pi * i / 30 for i in range(30))], cloth, INK, 0.6)


def wagon(c: Woodcut) -> None:
    """A cart on a spoked wheel."""
    c.stroke([(70, 50), (98, 34)], INK, 1.8)
    c.polygon([(4, 22), (86, 22), (78, 60), (12, 60)], WOOD_LIGHT)
    c.hatch([[(8, 35), (82, 35)], [(10, 48), (80, 48)]], WOOD, 0.8)
    c.disc(42, 68, 25, CLOTH)
    for i in range(4):
        a = i * pi / 4
        c.stroke([(42 - 24 * cos(a), 68 - 24 * sin(a)), (42 + 24 * cos(a), 68 + 24 * sin(a))], INK, 0.7)
    c.disc(42, 68, 6, INK)


def workshop(c: Woodcut) -> None:
    """A house with a smoking chimney and a wide door."""
    c.polygon([(66, 8), (80, 8), (80, 40), (66, 40)], STONE)
    c.polygon([(14, 46), (86, 46), (86, 94), (14, 94)], CLOTH)
    c.polygon([(50, 10), (98, 50), (2, 50)], WAX)
    c.hatch([[(50, 24), (50, 44)], [(34, 38), (34, 44)], [(66, 38), (66, 44)]], mix(WAX, CREAM, 0.4), 0.7)
    c.hatch([[(76, y), (83, y)] for y in (58, 66, 74, 82)])
    c.polygon([(32, 94), (32, 66), *arc(50, 68, 18, 14, 180, 360), (68, 94)], INK, None)


def hut(c: Woodcut) -> None:
    """A thatched hut with a barred door."""
    c.polygon([(20, 46), (80, 46), (80, 94), (20, 94)], WOOD_LIGHT)
    c.polygon(
        smooth([(50, 4), (72, 22), (97, 60), (80, 56), (66, 62), (50, 56), (34, 62), (20, 56), (3, 60), (28, 22)]),
        EMBER,
    )
    c.hatch([[(50, 16), (50, 46)], [(36, 26), (26, 50)], [(64, 26), (74, 50)]], GOLD_DARK, 0.8)
    c.polygon([(38, 94), (38, 70), (62, 70), (62, 94)], INK, None)
    c.stroke([(38, 90), (62, 74)], CREAM, 0.9)
    c.stroke([(38, 74), (62, 90)], CREAM, 0.9)


def house(c: Woodcut, fill: tuple[int, int, int], roof: tuple[int, int, int]) -> None:
    """A gabled town house with a flag: people live here again."""
    c.stroke([(50, 30), (50, 4)], INK, 1.1)
    c.polygon([(50, 4), (82, 11), (50, 19)], roof, INK, 0.7)
    c.polygon(mirrored([(50, 24), (93, 58), (84, 58), (84, 95)]), fill)
    c.polygon([(50, 24), (96, 59), (88, 66), (50, 37), (12, 66), (4, 59)], roof, INK, 0.8)


def tile(c: Woodcut) -> None:
    """A repopulation tile of nobody in particular."""
    house(c, CLOTH, WAX)
    c.polygon([(41, 95), (41, 68), (59, 68), (59, 95)], INK, None)


TOKENS = {
    "coin": coin,
    "timber": timber,
    "fire": fire,
    "big_fire": big_fire,
    "points": points,
    "plague": plague,
    "gems": gems,
    "spices": spices,
    "silk": silk,
    "wagon": wagon,
    "workshop": workshop,
    "hut": hut,
    "tile": tile,
}
