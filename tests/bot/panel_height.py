"""How high an ephemeral panel is on a phone: from its texts, the sizes of its pictures and its rows.

Calibrated against forty-four panels in Chromium on the local table's page, 400 px wide: within 52 px, and on average 5
px too high.
"""

from collections.abc import Sequence
from textwrap import wrap

from bot.ui.item import ActionItem

HIGHEST = 850  # px that a phone shows at once: question, picture and answers together
WIDE, GALLERY = 350, 350  # px: inner width of the panel, maximum height of a picture
EDGES, GAP = 40, 6  # px: top and bottom edges together, gap between parts
LINE, SMALL = 22, 20  # px: a line of text, a line that begins with "-# "
LETTERS, SMALLER = 45, 52  # characters per line before it wraps
ROW, BUTTON = 40, 44  # px: a row of buttons, a row with a two-line label
LABEL = 42  # characters of a button's label before it wraps


def lines(text: str) -> int:
    """Return the height of a text in px."""
    high = 0
    for line in text.split("\n"):
        small = line.startswith("-# ")
        plain = line.removeprefix("-# ").replace("**", "")
        count = len(wrap(plain, SMALLER if small else LETTERS)) or 1
        high += count * (SMALL if small else LINE)
    return high


def height(texts: Sequence[str], pictures: Sequence[tuple[int, int]], rows: Sequence[Sequence[ActionItem]]) -> int:
    """Return the height in px of a panel with pictures of these sizes."""
    text = "\n".join(filter(None, texts))
    parts = [lines(text)] if text else []
    parts += [round(WIDE * high / wide) for wide, high in pictures]
    for row in filter(None, rows):
        longest = max(len(str(getattr(one.item, "label", "") or "")) for one in row)
        parts.append(ROW if longest <= LABEL else BUTTON)
    return EDGES + sum(parts) + GAP * (len(parts) - 1)
