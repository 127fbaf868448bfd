"""Estimate the widths of buttons, and how many lines their rows take on a phone."""

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from bot.ui.message import Item

MAX_IN_ROW = 5
LETTERS_PER_LINE = 45  # letters of a line of text on a phone
FIRST_WIDE = 0x250  # characters from here on are as wide as two letters
PHONE_WIDTH, WIDE_WIDTH = 350, 560  # px, the width of a row of buttons on a phone and on other screens
LABEL_PADDING, BUTTON_GAP = 24, 8  # px, the padding of a label, and the gap between buttons
NARROW, BROAD = frozenset(" .,:;·'|!()[]ijltfI“”"), frozenset("mwMWQ@…")  # narrow and wide characters
EMOJI_VARIANT = "\ufe0f"  # makes the sign before it an emoji in colour


def phone_lines(rows: Sequence[Sequence[Item]]) -> int:
    """Return how many lines these rows of buttons take on a phone."""
    return sum(lines_of([label_width(label_of(one)) for one in row], PHONE_WIDTH) for row in rows)


def lines_on_phone(text: str) -> int:
    """Estimate how many lines a text takes on a phone."""
    return sum(len(wrap(line.replace("**", ""), LETTERS_PER_LINE)) or 1 for line in text.split("\n"))


def fits_one_line(items: Sequence[Item]) -> bool:
    """Return whether all the buttons fit on one line of a phone."""
    return len(items) <= MAX_IN_ROW and phone_lines([items]) == 1


def lines_of(widths: Sequence[int], across: int) -> int:
    """Return how many lines a row of buttons takes on a screen of this width in px."""
    return len(buttons_by_line(widths, across))


def buttons_by_line(widths: Sequence[int], across: int) -> list[int]:
    """Return how many buttons of a row are in each line of a screen of this width in px."""
    lines, room = [0], across + BUTTON_GAP
    for width in widths:
        room -= width + BUTTON_GAP
        if room < 0:
            lines.append(0)
            room = across - width
        lines[-1] += 1
    return lines


def label_of(item: Item) -> str:
    """Return the label of a button. Its emoji is replaced by a sign and two spaces, which together are as wide."""
    emoji, label = getattr(item, "emoji", None), getattr(item, "label", None) or ""
    return f"☠️  {label}" if emoji else label


@lru_cache(4096)
def label_width(label: str) -> int:
    """Estimate the width in px of a button with this label on a phone."""
    return round(LABEL_PADDING + sum(map(_wide, label)))


def _wide(one: str) -> float:
    if one == EMOJI_VARIANT:
        return 0
    if one in NARROW:
        return 4.6
    if one in BROAD:
        return 12
    return 9.4 if one.isupper() else 7.9 if ord(one) < FIRST_WIDE else 19
