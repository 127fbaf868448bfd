"""Text and numbers: two fonts, cached runs of text drawn at their final size, and fitting text into a space."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, combining, normalize

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from renderer.canvas.canvas import REDUCED_SCALE, Board, Surface
from renderer.canvas.colours import INK, Rgb, in_shade

FONTS = Path(__file__).parent / "fonts"
TITLE = "Grenze-Bold"  # the font of names on the map and of numbers
PLAIN = "AlegreyaSans-Bold"  # the font of players' names in Latin, Greek and Cyrillic
BEYOND = "\u2220"  # the end of the characters that are looked up in the fonts
LATIN = "\u0250"  # the end of the Latin letters; both fonts have all of those that our languages need
# Direction marks, which are invisible.
MARKS = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
REPLACED_SIGNS = str.maketrans({"🤖": "[bot]"})  # replacements of signs before names that our fonts lack
# Vowels of Thai and Lao that are written before the consonant after which they are spoken.
VOWEL_FIRST = re.compile(r"([\u0e40-\u0e44\u0ec0-\u0ec4])(\w)")
LEGIBLE, PHONE = 11, 350  # px: the smallest text on a phone, and the width of a picture there
MIN_SIZE = 34  # px; text that does not fit is made smaller down to this size, then shortened


def legible(width: int) -> int:
    """Return the smallest font size in px that a phone can show legibly in a picture of this width."""
    return ceil(LEGIBLE * width / PHONE)


@lru_cache(maxsize=64)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Load one of our fonts, with the basic layout engine so that pictures are identical on every machine."""
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def has_character(name: str, character: str) -> bool:
    """Return whether the font has the character. Control characters and those from `BEYOND` on count as missing."""
    if not " " <= character < BEYOND or not character.isprintable():
        return False
    drawn_, missing = (bytes(font(name, 32).getmask(one)) for one in (character, "\uffff"))
    return character == " " or drawn_ != missing


@lru_cache(maxsize=512)
def drawable(text: str) -> str:
    """Return a version of the text that the plain font can draw, or "" if nothing is left.

    Styled letters become plain, other letters that the font lacks become Latin, and "🤖" becomes "[bot]". Other
    emoji and invisible characters are dropped.
    """
    return " ".join(" ".join(map(_spelt_word, normalize("NFC", text).translate(REPLACED_SIGNS).split())).split())


def _spelt_word(word: str) -> str:
    """Spell a word with characters of the plain font, and capitalise it if its own script has no capitals."""
    spelt = "".join(map(_spelt, VOWEL_FIRST.sub(r"\2\1", word)))
    if spelt == word or word.upper() != word.lower():
        return spelt
    spelt = spelt.strip("'")  # marks for consonants that Latin letters can't express
    return spelt[:1].upper() + spelt[1:]


def _spelt(character: str) -> str:
    """Spell a character with characters of the plain font. Return "" for emoji and invisible ones."""
    if has_character(PLAIN, character):
        return character
    parts = normalize("NFKD", character)
    if parts != character and all(has_character(PLAIN, part) or combining(part) for part in parts):
        return "".join(part for part in parts if has_character(PLAIN, part))
    # Letters, marks, numbers, punctuation, and white letters on black.
    if category(character)[0] in "LMNP" or "\U0001f150" <= character <= "\U0001f189":
        return anyascii(character).replace("`", "'")
    return "".join(map(_spelt, parts)) if parts != character else ""


class Halo(NamedTuple):
    """An outline in another colour round a text, with its width in px."""

    colour: Rgb
    thick: int = 3


class Text(NamedTuple):
    """A text with its font and its size in px. It is hashable, so that results can be cached by text."""

    text: str
    size: int
    font: str = TITLE

    @property
    @lru_cache(maxsize=2048)  # noqa: B019
    def width(self) -> int:
        """The width in pixels."""
        font_, seen = drawn(self)
        return round(font_.getlength(seen))

    @lru_cache(maxsize=1024)  # noqa: B019
    def fit(self, room: int, least: int = MIN_SIZE) -> "Text":
        """Return the text in the largest size, from its own down to ``least``, at which it fits into ``room`` pixels.

        If it is too wide even in the size ``least``, it is shortened with "…".
        """
        text = self
        while text.size > least and text.width > room:
            text = text._replace(size=text.size - 1)
        if text.width > room:
            short = text.text
            while short and text._replace(text=short + "…").width > room:
                short = short[:-1].rstrip()  # Combining marks have no width, so remove each with its letter.
            text = text._replace(text=short + "…")
        return text

    @lru_cache(maxsize=512)  # noqa: B019
    def lines(self, room: int, most: int = 0) -> tuple["Text", ...]:
        """Break the text into lines at most ``room`` pixels wide.

        With ``most``, the maximum number of lines, the last one is shortened if necessary. A word wider than the room
        is shortened, too.
        """
        found: list[Text] = []
        for word in self.text.split():
            one = self._replace(text=word).fit(room, least=self.size)
            longer = one._replace(text=f"{found[-1].text} {one.text}") if found else one
            if found and longer.width <= room:
                found[-1] = longer
            else:
                found.append(one)
        if most and len(found) > most:
            rest = " ".join(line.text for line in found[most - 1 :])
            found[most - 1 :] = [self._replace(text=rest).fit(room, least=self.size)]
        return tuple(found)

    def put(
        self, board: Board, x: float, y: float, align: str = "middle", colour: Rgb = INK, halo: Halo | None = None
    ) -> None:
        """Write the text with its capitals centred vertically at y.

        x is the middle of the text or, depending on ``align``, its "left" or "right" end.
        """
        text = self
        if not isinstance(board, Surface):
            image, left, top = board, 0, 0
        else:
            image, left, top = board.image, board.left, board.top
            if board.reduced:
                x, y, text = x * REDUCED_SCALE, y * REDUCED_SCALE, self._replace(size=round(self.size * REDUCED_SCALE))
                halo = halo and halo._replace(thick=round(halo.thick * REDUCED_SCALE))
            elif board.shaded:
                colour, halo = in_shade(colour), halo and halo._replace(colour=in_shade(halo.colour))
        pen = x if align == "left" else x - text.width * (0.5 if align == "middle" else 1)
        base = y + capital_height(text.font, text.size) / 2
        source, mask, dx, dy = edged(text, colour, halo) if halo else (colour, *run(text))
        image.paste(source, (left + round(pen) + dx, top + round(base) + dy), mask)


def drawn(text: Text) -> tuple[ImageFont.FreeTypeFont, str]:
    """Return the font and the letters for drawing a text.

    Direction marks are dropped. A text with a character that the font lacks gets the plain font.
    """
    seen = text.text.translate(MARKS)
    known = text.font == PLAIN or all(c < LATIN or has_character(text.font, c) for c in seen)
    return font(text.font if known else PLAIN, text.size), seen


@lru_cache(maxsize=2048)
def run(text: Text, grow: int = 0) -> tuple[Image.Image, int, int]:
    """Return the text as a mask, thickened by ``grow`` pixels, and the mask's offset from the pen position."""
    font_, seen = drawn(text)
    left, top, right, bottom = font_.getbbox(seen, anchor="ls", stroke_width=grow)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), seen, fill=255, font=font_, anchor="ls", stroke_width=grow)
    return mask, round(left), round(top)


@lru_cache(maxsize=512)
def edged(text: Text, colour: Rgb, halo: Halo) -> tuple[Image.Image, Image.Image, int, int]:
    """Return the text with its halo as a picture, its mask, and their offset from the pen position."""
    mask, dx, dy = run(text, halo.thick)
    inner, ix, iy = run(text)
    picture = Image.new("RGB", mask.size, halo.colour)
    picture.paste(colour, (ix - dx, iy - dy), inner)
    return picture, mask, dx, dy


def put_lines(lines: Sequence[Text], board: Board, x: float, y: float, step: float, colour: Rgb = INK) -> None:
    """Write lines below each other, left-aligned at x.

    y is the middle of the first line, and ``step`` the distance between lines.
    """
    for number, line in enumerate(lines):
        line.put(board, x, y + step * number, "left", colour)


@lru_cache(maxsize=64)
def capital_height(name: str, size: int) -> float:
    """Return the height of capitals and digits in this font and size, in pixels."""
    return -font(name, size).getbbox("H", anchor="ls")[1]
