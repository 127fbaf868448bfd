"""Colours that pictures of all games share, by name, and what is between two."""

Rgb = tuple[int, int, int]


CREAM: Rgb = (255, 250, 236)
INK: Rgb = (43, 29, 18)

PAPER: Rgb = (240, 228, 202)  # the parchment
PAPER_LIGHT: Rgb = (249, 241, 222)  # cards, plates
PAPER_DARK: Rgb = (221, 202, 165)
SEPIA: Rgb = (104, 74, 44)  # borders, ornaments, quiet text
FADED: Rgb = (152, 124, 88)  # what is not in use
SEA: Rgb = (196, 208, 200)
SEA_LINE: Rgb = (160, 178, 172)
RAT: Rgb = (74, 58, 50)
PLAGUE: Rgb = (16, 13, 14)
GLOW: Rgb = (232, 120, 20)  # what changed last
CHOICE: Rgb = (150, 22, 22)  # what can be chosen


def mix(a: Rgb, b: Rgb, part: float) -> Rgb:
    """A colour between two; ``part`` of the second."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )
