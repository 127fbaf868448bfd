"""The colours shared by the pictures of all games, each named by its purpose, and a function to mix two colours."""

from functools import lru_cache

Rgb = tuple[int, int, int]


# The colour of choices only. It is hardly lighter or darker than land. So choices are also marked by lines of ink on
# both sides of it, and by the shade over everything else.
CHOICE: Rgb = (245, 158, 11)
SHADE: Rgb = (44, 56, 58)  # covers what cannot be chosen
SHADED = 0.36  # opacity of the shade
# The plague and its effects, and what changed since the last look.
PLAGUE: Rgb = (22, 17, 19)
BONE: Rgb = (255, 246, 224)
RAT: Rgb = (74, 58, 50)
# Text: normal, secondary, and quiet lines.
INK: Rgb = (43, 29, 18)
SEPIA: Rgb = (104, 74, 44)
FADED: Rgb = (125, 102, 64)
CREAM: Rgb = (255, 250, 236)  # on dark pieces
# Paper: of the sheet, of cards and plates, of strips, and of used cards.
PAPER: Rgb = (240, 228, 202)
PAPER_LIGHT: Rgb = (251, 244, 225)
PAPER_DARK: Rgb = (233, 217, 180)
PAPER_USED: Rgb = (226, 211, 174)
# The wooden frame, from its edges inwards.
WOOD_DARK: Rgb = (58, 38, 22)
WOOD: Rgb = (138, 98, 56)
WOOD_EDGE: Rgb = (185, 132, 80)
LAUREL: Rgb = (108, 122, 52)  # the winner's wreath
SEA: Rgb = (157, 183, 180)
SEA_LINE: Rgb = (134, 165, 165)


# The shaded value of each value of red, green and blue.
SHADE_TABLE = [round(value * (1 - SHADED) + tone * SHADED) for tone in SHADE for value in range(256)]


@lru_cache(maxsize=256)
def in_shade(colour: Rgb) -> Rgb:
    """Return a colour as it looks when shaded, darker in the same hue."""
    red, green, blue = (SHADE_TABLE[256 * band + value] for band, value in enumerate(colour))
    return red, green, blue


def mix(a: Rgb, b: Rgb, part: float) -> Rgb:
    """Mix two colours. ``part`` is the share of ``b``, from 0 to 1."""
    return (round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part), round(a[2] + (b[2] - a[2]) * part))
