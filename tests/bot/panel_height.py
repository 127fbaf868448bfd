"""How high a private panel is on a phone: from its texts, the sizes of its pictures and its rows.

Calibrated against what Chromium shows of forty-four panels on the page of the local table, 400 px wide: within 52 px,
and in the mean 5 px too high.
"""

from collections.abc import Sequence
from textwrap import wrap

from bot.ui.item import ActionItem

HIGHEST = 850  # px: question, picture and answers together; what a phone shows at once
WIDE, GALLERY = 350, 350  # px between the edges of the panel; how high a picture is shown at most
EDGES, GAP = 40, 6  # px: above and below all; between two parts
LINE, SMALL = 22, 20  # px: a line of text, and one that begins with "-# "
LETTERS, SMALLER = 45, 52  # of a line, before it is broken
ROW, BUTTON = 40, 44  # px: a row of buttons; one that has a label of two lines
LABEL = 42  # letters of a button before its label is broken


def lines(text: str) -> int:
    """The height of a text, in px."""
    high = 0
    for line in text.split("\n"):
        small = line.startswith("-# ")
        plain = line.removeprefix("-# ").replace("**", "")
        count = len(wrap(plain, SMALLER if small else LETTERS)) or 1
        high += count * (SMALL if small else LINE)
    return high


def height(texts: Sequence[str], pictures: Sequence[tuple[int, int]], rows: Sequence[Sequence[ActionItem]]) -> int:
    """The height of a panel with pictures of these sizes, in px."""
    text = "\n".join(filter(None, texts))
    parts = [lines(text)] if text else []
    parts += [round(WIDE * high / wide) for wide, high in pictures]
    for row in filter(None, rows):
        longest = max(len(str(getattr(one.item, "label", "") or "")) for one in row)
        parts.append(ROW if longest <= LABEL else BUTTON)
    return EDGES + sum(parts) + GAP * (len(parts) - 1)
