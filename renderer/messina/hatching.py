"""Colours of hexes as engravers show those of coats of arms: by dots, lines across, upright lines or nothing."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.canvas.canvas import FINE
from renderer.messina.theme import HEXES

STEP = 12  # px from line to line


@lru_cache(maxsize=32)
def hatching(colour: str, width: int, height: int, step: int = STEP) -> Image.Image:
    """A mask of thin lines or dots that stand for the colour of a hex. Do not draw on it."""
    sheet = Image.new("L", (width * FINE, height * FINE))
    pen = ImageDraw.Draw(sheet)
    far, thick = step * FINE, max(1, round(step * FINE / 9))
    match HEXES[colour].hatch:
        case "upright":
            for x in range(far // 2, sheet.width, far):
                pen.line((x, 0, x, sheet.height), 255, thick)
        case "level":
            for y in range(far // 2, sheet.height, far):
                pen.line((0, y, sheet.width, y), 255, thick)
        case "dots":
            for row, y in enumerate(range(far // 2, sheet.height + far, far)):
                for x in range(far // 2 + row % 2 * far // 2, sheet.width + far, far):
                    pen.ellipse((x - thick, y - thick, x + thick, y + thick), 255)
    return sheet.reduce(FINE)
