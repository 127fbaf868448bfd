"""Colours and seats by name, for everything that draws and for whoever writes about seats."""

from dataclasses import dataclass

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Seat:
    """How a seat is told apart: by its colour, its shape and its letter, each alone enough."""

    name: str  # the colour, in English
    letter: str
    shape: str  # "circle", "diamond", "square", "star" or "triangle"
    rgb: Rgb
    on: Rgb  # what is written on it


CREAM: Rgb = (255, 250, 236)
INK: Rgb = (43, 29, 18)

SEATS = (
    Seat("red", "R", "circle", (204, 40, 26), CREAM),
    Seat("blue", "B", "diamond", (34, 60, 184), CREAM),
    Seat("green", "G", "square", (10, 100, 66), CREAM),
    Seat("yellow", "Y", "star", (252, 217, 16), INK),
)

# A virtual opponent has no seat.
VIRTUAL = Seat("grey", "V", "triangle", (108, 116, 124), CREAM)
LOOKS = (*SEATS, VIRTUAL)  # by the number under which something is drawn
VIRTUAL_LOOK = LOOKS.index(VIRTUAL)

PAPER: Rgb = (240, 228, 202)  # the parchment
PAPER_LIGHT: Rgb = (249, 241, 222)  # cards, plates
PAPER_DARK: Rgb = (221, 202, 165)
SEPIA: Rgb = (104, 74, 44)  # borders, ornaments, quiet text
FADED: Rgb = (152, 124, 88)  # what is not in use
SEA: Rgb = (196, 208, 200)
SEA_LINE: Rgb = (160, 178, 172)
WASTE: Rgb = (214, 204, 184)  # land outside the game
RAT: Rgb = (74, 58, 50)
PLAGUE: Rgb = (16, 13, 14)
GLOW: Rgb = (232, 120, 20)  # what changed last
CHOICE: Rgb = (150, 22, 22)  # what can be chosen
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
