"""Calculate the height of a panel below its first line from its pictures' sizes, its question and its controls.

For 250 panels that `python -m bench.panels` laid out in Chromium, in four languages, the result was within 5 px for
nearly all on wide screens, and for three quarters on a phone. The share of panels that fit was the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from bot.ui.widths import PHONE_WIDTH, label_width, lines_of

PADDING = 6  # px, round the controls
SELECT = 46  # px, a select with its gap
LINE, SMALL = 22, 19  # px: a line of text, a line that begins with "-# "


MAX_PICTURE = 420  # px, the greatest height of a picture 563 px wide


@dataclass(frozen=True)
class Screen:
    """A screen: its sizes in px, and the goals for the share of panels that fit on it."""

    name: str
    usable: int  # the height that Discord leaves for messages
    across: int  # the inner width of a panel
    button: int  # the height of a row of buttons with its gap
    every: float  # the share of all questions whose panel must fit
    first: float  # the share of questions that begin a turn

    @property
    def letters(self) -> tuple[int, int]:
        """Return how many characters fit on a line, and how many on a line in small print."""
        return self.across * 45 // PHONE_WIDTH, self.across * 52 // PHONE_WIDTH


# The first share is slightly below that of the bench, as widths are rather too wide.
SCREENS = (Screen("400x850", 690, 350, 46, 0.97, 0.97), Screen("1280x800", 640, 563, 38, 0.95, 0.90))


def height(
    screen: Screen, texts: Sequence[str], pictures: Sequence[tuple[int, int]], rows: Sequence[Sequence[str]]
) -> int:
    """Return the height in px of a panel with these texts, picture sizes and rows. A row without labels is a select."""
    whole = PADDING + sum(round(screen.across * high / wide) for wide, high in pictures)
    for line in "\n".join(texts).split("\n"):
        small, (plain, print_) = line.startswith("-# "), screen.letters
        text = line.removeprefix("-# ").replace("**", "")
        whole += max(1, len(wrap(text, print_ if small else plain))) * (SMALL if small else LINE)
    return whole + sum(
        screen.button * lines_of(list(map(label_width, row)), screen.across) if row else SELECT for row in rows
    )
