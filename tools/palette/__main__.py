"""Choose the colours and write the files."""

from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

from renderer import Pictures
from renderer.messina.pictures import PICTURES as MESSINA
from renderer.rattus.pictures import PICTURES as RATTUS
from tools.palette import messina, rattus

BOARDS = ((RATTUS, rattus.boards), (MESSINA, messina.boards))
SHARE = 0.8  # exponent of a colour's pixel count: below 1, because sea and paper cover most of a board
NEAR = 10  # a chosen colour this close to a named one (sum over the channels) is dropped
WHITE = (255, 255, 255)


def make(game: Pictures[Any], boards: Callable[[], Iterator[Image.Image]]) -> None:
    """Write the palette of a game."""
    pictures = list(boards())
    sheet = Image.new("RGB", (max(p.width for p in pictures), sum(p.height for p in pictures)))
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height
    counts = sheet.getcolors(sheet.width * sheet.height) or []
    pixels = [colour for count, colour in counts for _ in range(max(1, round(count**SHARE / 4)))]
    strip = Image.new("RGB", (len(pixels), 1))
    strip.putdata(pixels)
    fixed = list(dict.fromkeys([*game.named, WHITE]))
    for wanted in range(256, 0, -1):
        chosen = strip.quantize(wanted, Image.Quantize.MEDIANCUT, kmeans=3).getpalette() or []
        others = [(chosen[i], chosen[i + 1], chosen[i + 2]) for i in range(0, len(chosen), 3)]
        others = [
            c
            for c in dict.fromkeys(others)
            if all(sum(abs(a - b) for a, b in zip(c, f, strict=True)) > NEAR for f in fixed)
        ]
        if len(fixed) + len(others) <= 256:
            break
    game.palette.write_text("\n".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in [*fixed, *others]) + "\n", "ascii")


if __name__ == "__main__":
    for game, boards in BOARDS:
        make(game, boards)
