"""Colours of Rattus by name."""

from renderer.canvas.colours import Rgb

WASTE: Rgb = (214, 204, 184)  # land outside the game
ROUTE: Rgb = (96, 40, 30)  # connections across water
STONE: Rgb = (206, 196, 182)  # walls
PURPLE: Rgb = (92, 44, 110)  # bishops, and what is in a flask

# The wash along the borders of each region, as on coloured engravings; neighbours differ.
WASHES: dict[str, Rgb] = {
    "anglia": (206, 138, 120),
    "gallia": (150, 166, 196),
    "germania": (214, 178, 104),
    "hispania": (212, 160, 96),
    "hungaria": (204, 140, 124),
    "italia": (160, 178, 128),
    "polonia": (200, 150, 164),
    "scandia": (150, 172, 178),
    "bulgaria": (206, 176, 112),
    "turcia": (176, 160, 190),
    "russia": (168, 180, 138),
    "tartaria": (190, 160, 120),
}
