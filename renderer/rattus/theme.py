"""The colours of Rattus by name."""

from renderer.canvas.colours import Rgb

SHALLOWS: Rgb = (195, 210, 200)
DEEP: Rgb = (134, 165, 165)
COAST: Rgb = (79, 54, 32)  # and borders
WAY: Rgb = (61, 90, 99)  # connections across water
WASTE: Rgb = (207, 195, 166)  # land outside the game
ENAMEL: Rgb = (47, 42, 58)  # the background of every emblem: classes differ by their signs, never by a colour

# The tint of each region, only for looks: borders, names and the dark inner edge tell regions apart. Yellow pieces must
# stand out from every tint for every eye.
TINTS: dict[str, Rgb] = {
    "anglia": (216, 187, 160),
    "gallia": (193, 202, 202),
    "germania": (219, 204, 150),
    "hispania": (212, 188, 140),
    "hungaria": (221, 184, 162),
    "italia": (203, 208, 160),
    "polonia": (218, 188, 188),
    "scandia": (190, 205, 193),
    "bulgaria": (219, 205, 150),
    "turcia": (207, 193, 205),
    "russia": (207, 210, 166),
    "tartaria": (218, 198, 159),
}
