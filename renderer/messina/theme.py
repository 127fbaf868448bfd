"""The colours of Messina 1347. No meaning is shown by colour alone: each has a shape, a drawing or a letter as well."""

from renderer.canvas.colours import Rgb

# The backgrounds of hexes, as in their drawings.
HEXES: dict[str, Rgb] = {
    "orange": (227, 174, 102),
    "white": (233, 227, 196),
    "blue": (169, 196, 218),
    "red": (217, 135, 122),
}
SECTORS: dict[str, Rgb] = {  # the three parts of an estate, and everything that belongs to a class of citizens
    "craftsman": (185, 198, 122),
    "nun": (198, 197, 200),
    "aristocrat": (198, 161, 196),
}
RIMS: dict[str, Rgb] = {  # the rims of overseers' discs
    "craftsman": (70, 84, 34),
    "nun": (236, 233, 226),
    "aristocrat": (138, 84, 146),
}
# Round the city.
SHALLOWS: Rgb = (195, 210, 200)
SAND: Rgb = (220, 197, 146)
COAST: Rgb = (122, 92, 52)
STREET: Rgb = (110, 82, 50)
PLANK: Rgb = (216, 171, 112)
TIMBER: Rgb = (143, 90, 43)
# Metal: coins, and the better side of citizens; only within lines of ink.
GOLD: Rgb = (240, 194, 60)
GOLD_DARK: Rgb = (138, 92, 16)
STRAW: Rgb = (233, 191, 82)
WAX: Rgb = (152, 30, 38)  # only for points
STONE: Rgb = (201, 191, 174)
GOODS = ("gems", "spices", "silk")
