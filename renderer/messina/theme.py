"""Colours of Messina 1347 by name. None of them is needed to understand: each goes with a shape, pattern or letter."""

from typing import NamedTuple

from renderer.canvas.colours import PAPER_LIGHT, Rgb


class Colour(NamedTuple):
    """A colour of hexes: the wash, a darker tone for edges, and how engravers hatch it (`hatching`)."""

    fill: Rgb
    dark: Rgb
    hatch: str  # "dots", "none", "level" or "upright"


HEXES: dict[str, Colour] = {
    "orange": Colour((226, 160, 84), (150, 84, 22), "dots"),
    "white": Colour((250, 246, 234), (132, 122, 104), "none"),
    "blue": Colour((136, 170, 204), (52, 88, 132), "level"),
    "red": Colour((206, 112, 96), (126, 36, 30), "upright"),
}
HARBOUR: Rgb = (190, 206, 200)  # harbour hexes and docks lie on water
SECTORS: dict[str, Rgb] = {  # the three parts of an estate, and whatever belongs to a class of citizens
    "craftsman": (150, 160, 96),
    "nun": (176, 176, 182),
    "aristocrat": (176, 128, 164),
}
GOLD: Rgb = (238, 190, 58)  # the better side of citizens, coins
GOLD_DARK: Rgb = (158, 108, 16)
WOOD: Rgb = (168, 112, 62)
WOOD_LIGHT: Rgb = (216, 170, 112)
FLAME: Rgb = (222, 92, 30)
EMBER: Rgb = (250, 204, 84)
WAX: Rgb = (152, 30, 38)  # the seals with points
HEART: Rgb = (196, 70, 84)
STONE: Rgb = (200, 192, 178)
SKIN: Rgb = (244, 214, 178)
CLOTH: Rgb = PAPER_LIGHT
CUBE: Rgb = (34, 30, 32)  # plague
GOODS: dict[str, Rgb] = {"gems": (90, 150, 160), "spices": (196, 112, 52), "silk": (160, 88, 130)}
