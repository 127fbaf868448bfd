"""Woodcuts of people: citizens in frames of their class, overseers on discs, lieutenants."""

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from renderer.canvas.canvas import Point
from renderer.canvas.colours import CREAM, INK, Rgb, mix
from renderer.canvas.shapes import arc, mirrored, smooth
from renderer.messina.theme import CLOTH, GOLD, GOLD_DARK, SECTORS, SKIN, WOOD
from renderer.messina.woodcuts.tokens import star
from renderer.messina.woodcuts.woodcut import Woodcut

# The right half of each frame, top to bottom: a square, a church window, a shield.
FRAMES: dict[str, list[Point]] = {
    "craftsman": [(50, 7), (86, 7), (93, 14), (93, 86), (86, 93), (50, 93)],
    "nun": [(50, 2), (63, 10), (76, 24), (84, 42), (86, 58), (86, 97), (50, 97)],
    "aristocrat": [(50, 5), (94, 5), (94, 40), (90, 58), (80, 74), (66, 88), (50, 98)],
}


def _inner(points: list[Point], part: float) -> list[Point]:
    return [(50 + (x - 50) * part, 52 + (y - 52) * part) for x, y in points]


def craftsman(c: Woodcut) -> None:
    """A bearded head under a flat cap."""
    c.polygon(smooth([(34, 46), (66, 46), (70, 66), (50, 88), (30, 66)]), mix(WOOD, INK, 0.35))
    c.polygon(smooth([(36, 40), (64, 40), (64, 58), (50, 66), (36, 58)]), SKIN, INK, 0.6)
    c.polygon(
        smooth([(22, 44), (26, 24), (50, 14), (76, 24), (84, 42), (60, 36), (40, 38)]),
        mix(SECTORS["craftsman"], INK, 0.6),
    )


def nun(c: Woodcut) -> None:
    """A face within a wimple and a black veil."""
    c.polygon(smooth([(50, 16), (68, 26), (72, 52), (82, 90), (50, 94), (18, 90), (28, 52), (32, 26)]), INK)
    c.polygon(smooth([(50, 30), (64, 38), (64, 62), (68, 82), (50, 88), (32, 82), (36, 62), (36, 38)]), CREAM, INK, 0.5)
    c.disc(50, 53, 11, SKIN, INK, 0.5)


def aristocrat(c: Woodcut) -> None:
    """A crowned head above a ruff."""
    c.polygon([(24, 38), (20, 12), (36, 24), (50, 8), (64, 24), (80, 12), (76, 38)], GOLD)
    c.polygon(smooth([(34, 40), (66, 40), (66, 56), (50, 72), (34, 56)]), SKIN, INK, 0.7)
    c.polygon(smooth([(22, 70), (36, 64), (50, 74), (64, 64), (78, 70), (66, 80), (50, 88), (34, 80)]), CREAM, INK, 0.7)


HEADS = {"craftsman": craftsman, "nun": nun, "aristocrat": aristocrat}


def draw_citizen(c: Woodcut, kind: str, gold: bool) -> None:
    """A citizen; the gold side has a second rim and a star."""
    frame = mirrored(FRAMES[kind])
    if gold:
        c.polygon(frame, GOLD)
        c.polygon(_inner(frame, 0.8), mix(GOLD, CREAM, 0.5), INK, 0.6)
    else:
        c.polygon(frame, mix(SECTORS[kind], CREAM, 0.3))
    HEADS[kind](c.part(50, 52, 0.74 if gold else 0.86))
    if gold:
        _put_star(c)


def _put_star(c: Woodcut) -> None:
    c.disc(80, 80, 17, INK, None)
    star(c, 80, 80.5, 18, GOLD)


def draw_overseer(c: Woodcut, kind: str, upgraded: bool) -> None:
    """An overseer on a disc with a beaded rim; an upgraded one has a gold rim and a star."""
    own = SECTORS.get(kind, CLOTH)
    c.disc(50, 50, 44, GOLD if upgraded else mix(own, INK, 0.55))
    if c.roomy:
        for a in (2 * pi * i / 16 for i in range(16)):
            c.disc(50 + 39.5 * cos(a), 50 + 39.5 * sin(a), 2.2, INK if upgraded else CREAM, None)
    if kind in HEADS:
        c.disc(50, 50, 34, mix(own, CREAM, 0.45), INK, 0.7)
        HEADS[kind](c.part(50, 50, 0.7 if c.roomy else 0.86))
    else:
        _put_sectors(c)
    if upgraded:
        _put_star(c)


def _put_sectors(c: Woodcut) -> None:
    """Whichever of the three."""
    for turn, one in enumerate(SECTORS):
        c.polygon([(50, 50), *arc(50, 50, 34, 34, 120 * turn - 150, 120 * turn - 30)], SECTORS[one], INK, 0.6)


def arrow(c: Woodcut, x: float = 84, y: float = 74, s: float = 1, up: bool = False) -> None:
    """A broad arrow, to the right or upwards: something moves on or gets better."""
    plain = [(-30, -8), (-4, -8), (-4, -22), (22, 0), (-4, 22), (-4, 8), (-30, 8)]
    turned = [(px, py) if not up else (py, -px) for px, py in plain]
    placed = [(x + s * px, y + s * py) for px, py in turned]
    c.polygon(placed, CREAM, CREAM, 2.2)
    c.polygon(placed, INK, INK, 0.4)


def overseer(c: Woodcut, kind: str) -> None:
    """An overseer moves on."""
    draw_overseer(c, kind, False)
    arrow(c, 76, 78, 0.9)


def any_skip(c: Woodcut) -> None:
    """Any overseer moves on and hops over a step."""
    draw_overseer(c, "any", False)
    hop = arc(50, 92, 34, 40, 180, 312)
    for colour, more in ((CREAM, 1.8), (INK, 0.0)):
        c.stroke(hop, colour, 1.9 + more)
        c.polygon([(96, 92), (92, 56), (60, 70)], colour, colour, more or 0.3)
        c.disc(46, 90, 7, colour, colour, more or 0.1)


def upgrade(c: Woodcut) -> None:
    """A citizen turned to its gold side."""
    c.polygon([(8, 8), (52, 8), (52, 58), (8, 58)], SECTORS["nun"])
    c.polygon([(32, 22), (92, 22), (92, 94), (32, 94)], GOLD)
    if c.roomy:
        c.polygon([(41, 31), (83, 31), (83, 85), (41, 85)], mix(GOLD, CREAM, 0.5), INK, 0.6)
    c.disc(63, 50, 12, SKIN, INK, 0.8)
    c.polygon([(44, 85), (44, 80), *arc(63, 82, 18, 14, 180, 360), (82, 85)], GOLD_DARK, INK, 0.8)
    arrow(c, 20, 68, 0.9, up=True)


def upgrade_overseer(c: Woodcut) -> None:
    """Any overseer becomes an upgraded one."""
    draw_overseer(c, "any", True)
    arrow(c, 20, 68, 0.9, up=True)


def upgrade_and_advance(c: Woodcut) -> None:
    """Any overseer becomes an upgraded one and moves on."""
    draw_overseer(c, "any", True)
    arrow(c, 18, 68, 0.75, up=True)
    arrow(c, 76, 78, 0.9)


_FIGURE: list[Point] = [(50, 38), (60, 38), (70, 46), (76, 92), (80, 98), (50, 98)]


def draw_lieutenant(c: Woodcut, colour: Rgb) -> None:
    """A standing man in helmet and cloak, without his sign."""
    c.polygon(mirrored(_FIGURE), colour)
    c.disc(50, 25, 14, SKIN)
    c.polygon(
        [(32, 24), *arc(50, 22, 17, 19, 180, 360), (74, 24), (74, 28), (26, 28), (26, 24)], mix(colour, INK, 0.45)
    )
    c.hatch([[(38, 52), (34, 92)], [(62, 52), (66, 92)]], mix(colour, INK, 0.5), 0.7)


PEOPLE: dict[str, Callable[[Woodcut], None]] = {
    **{kind: partial(draw_citizen, kind=kind, gold=False) for kind in FRAMES},
    **{f"{kind}:gold": partial(draw_citizen, kind=kind, gold=True) for kind in FRAMES},
    **{f"overseer:{kind}": partial(overseer, kind=kind) for kind in (*FRAMES, "any")},
    "overseer:any_skip": any_skip,
    "upgrade": upgrade,
    "upgrade_overseer": upgrade_overseer,
    "upgrade_and_advance_overseer": upgrade_and_advance,
    "lieutenant": partial(draw_lieutenant, colour=CLOTH),
}
