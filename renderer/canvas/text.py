"""Text and numbers: two fonts, cached runs of text drawn at their final size, and fitting text."""

from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

from renderer.canvas.canvas import REDUCED, Board, Surface
from renderer.canvas.colours import INK, Rgb, in_shade

FONTS = Path(__file__).parent / "fonts"
TITLE = "Grenze-Bold"  # names on the map, numbers
PLAIN = "AlegreyaSans-Bold"  # players' names in Latin, Greek and Cyrillic
BEYOND = "\u2220"  # the end of the characters that are looked up in the fonts
LATIN = "\u0250"  # the end of the Latin letters; both fonts have all of those that our languages need
# Direction marks, which are invisible.
MARKS = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
INSTEAD = str.maketrans({"🤖": "[bot]"})  # replaces signs before names that our fonts lack
SMALLEST = 12  # px; text that does not fit is made smaller down to this size, then shortened


@lru_cache(maxsize=64)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one of our fonts.

    Basic layout everywhere makes pictures alike on every machine.
    """
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4)
def _missing(name: str) -> bytes:
    """Return the glyph that stands in for characters missing from the font."""
    return bytes(font(name, 32).getmask("\uffff"))


@lru_cache(maxsize=1024)
def knows(name: str, character: str) -> bool:
    """Return whether the font has the character."""
    if not " " <= character < BEYOND or not character.isprintable():
        return False
    return character == " " or bytes(font(name, 32).getmask(character)) != _missing(name)


@lru_cache(maxsize=512)
def drawable(name: str, text: str) -> str:
    """Return the text that the font can draw: styled letters become plain, others are dropped; "?" if none is left."""
    kept = ""
    for c in normalize("NFC", text).translate(INSTEAD):
        if c.isspace():
            kept += " "
        elif knows(name, c):
            kept += c
        else:
            kept += "".join(k for k in normalize("NFKD", c) if knows(name, k))
    return " ".join(kept.split()) or "?"


def unsigned(name: str) -> str:
    """Return a name without the signs before it."""
    return name.translate(dict.fromkeys(INSTEAD))


def drawn(name: str, text: str) -> tuple[str, str]:
    """Return the font and the letters to draw a text with.

    Direction marks are dropped, and a text with a character that the font lacks gets the plain font.
    """
    seen = text.translate(MARKS)
    known = name == PLAIN or all(c < LATIN or knows(name, c) for c in seen)
    return name if known else PLAIN, seen


@lru_cache(maxsize=2048)
def width(name: str, size: int, text: str) -> int:
    """Return the width of the text in pixels."""
    face, seen = drawn(name, text)
    return round(font(face, size).getlength(seen))


@lru_cache(maxsize=1024)
def fit(name: str, size: int, text: str, room: int, least: int = SMALLEST) -> tuple[int, str]:
    """Return the text and the largest size at which it fits into this many pixels, at least ``least``.

    If it does not fit even then, it is shortened with "…".
    """
    while size > least and width(name, size, text) > room:
        size -= 1
    if width(name, size, text) > room:
        while text and width(name, size, text + "…") > room:
            text = text[:-1].rstrip()
        text += "…"
    return size, text


@lru_cache(maxsize=512)
def lines(name: str, size: int, text: str, room: int, most: int = 0) -> tuple[str, ...]:
    """Return the text in lines no wider than the room, in pixels.

    With a limit on their number, the last line is shortened if necessary. A word wider than the room is shortened, too.
    """
    found: list[str] = []
    for one in (fit(name, size, word, room, least=size)[1] for word in text.split()):
        longer = f"{found[-1]} {one}" if found else one
        if found and width(name, size, longer) <= room:
            found[-1] = longer
        else:
            found.append(one)
    if most and len(found) > most:
        found[most - 1 :] = [fit(name, size, " ".join(found[most - 1 :]), room, least=size)[1]]
    return tuple(found)


@lru_cache(maxsize=2048)
def run(name: str, size: int, text: str) -> tuple[Image.Image, int, int]:
    """Return the text as a mask, with the offset of the mask right of and below the pen."""
    return _mask(name, size, text, 0)


@lru_cache(maxsize=512)
def edged(
    name: str, size: int, text: str, colour: Rgb, halo: Rgb, thick: int
) -> tuple[Image.Image, Image.Image, int, int]:
    """Return the text within an edge of another colour: picture, mask, and their offset from the pen."""
    mask, dx, dy = _mask(name, size, text, thick)
    inner, ix, iy = run(name, size, text)
    picture = Image.new("RGB", mask.size, halo)
    picture.paste(colour, (ix - dx, iy - dy), inner)
    return picture, mask, dx, dy


def _mask(name: str, size: int, text: str, grow: int) -> tuple[Image.Image, int, int]:
    face, seen = drawn(name, text)
    left, top, right, bottom = font(face, size).getbbox(seen, anchor="ls", stroke_width=grow)
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    pen = ImageDraw.Draw(mask)
    pen.text((-left, -top), seen, fill=255, font=font(face, size), anchor="ls", stroke_width=grow)
    return mask, round(left), round(top)


def write(
    board: Board,
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    name: str = TITLE,
    colour: Rgb = INK,
    halo: Rgb | None = None,
    thick: int = 3,
    align: str = "middle",
) -> None:
    """Write with the middle of the capitals at height y; x is the middle, or the "left" or "right" end."""
    image, left, top = (board.image, board.left, board.top) if isinstance(board, Surface) else (board, 0, 0)
    if isinstance(board, Surface) and board.reduced:
        x, y, size, thick = x * REDUCED, y * REDUCED, round(size * REDUCED), round(thick * REDUCED)
    elif isinstance(board, Surface) and board.shaded:
        colour, halo = in_shade(colour), halo and in_shade(halo)
    length = width(name, size, text)
    pen = x - {"left": 0.0, "middle": length / 2, "right": float(length)}[align]
    base = y + capital(name, size) / 2
    if halo is not None:
        picture, mask, dx, dy = edged(name, size, text, colour, halo, thick)
        image.paste(picture, (left + round(pen) + dx, top + round(base) + dy), mask)
    else:
        mask, dx, dy = run(name, size, text)
        image.paste(colour, (left + round(pen) + dx, top + round(base) + dy), mask)


@lru_cache(maxsize=64)
def capital(name: str, size: int) -> float:
    """Return the height of capitals and digits, in pixels."""
    return -font(name, size).getbbox("H", anchor="ls")[1]
