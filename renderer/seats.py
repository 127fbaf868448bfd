"""The looks of seats (colour, shape and letter), and their pieces as sprites of any size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageChops

from renderer import art
from renderer.canvas.canvas import Sprite, cached_sprite, with_opacity
from renderer.canvas.colours import BONE, CREAM, INK, Rgb, mix
from renderer.canvas.layout import overlay
from renderer.canvas.text import MIN_SIZE, PLAIN, REPLACED_SIGNS, TITLE, Halo, Text, drawable, has_character
from renderer.canvas.texture import hatching


@dataclass(frozen=True)
class SeatLook:
    """The look of a seat: a colour, a shape and a letter, each of which is enough to recognise it."""

    name: str  # the colour, in English
    letter: str
    shape: str  # "circle", "diamond", "square", "star" or "triangle"
    rgb: Rgb
    on: Rgb  # the colour of letters on it
    strong: bool = False  # whether its pieces have a pattern and a larger letter


SEAT_LOOKS = (
    SeatLook("red", "R", "circle", (204, 40, 26), CREAM),
    SeatLook("blue", "B", "diamond", (34, 60, 184), CREAM),
    SeatLook("green", "G", "square", (10, 100, 66), CREAM),
    SeatLook("yellow", "Y", "star", (252, 217, 16), INK),
)

MAX_LETTER = 0.48  # the greatest width of a letter, relative to its piece
# The least font size of a letter and the smallest piece with a letter, in px, by whether pieces are strong. Smaller
# ones are known by shape and colour.
LEAST_LETTER, LEAST_LETTERED = {False: MIN_SIZE, True: 42}, {False: 60, True: 44}
# A virtual opponent has no seat.
OPPONENT_LOOK = SeatLook("grey", "V", "triangle", (108, 116, 124), CREAM)
LOOKS = (*SEAT_LOOKS, OPPONENT_LOOK)  # by seat; the last one is at index -1, the seat of the opponent in views


@lru_cache(maxsize=64)
def looks_of(names: tuple[str, ...], strong: bool = False, colours: tuple[int, ...] = ()) -> Sequence[SeatLook]:
    """Return all `LOOKS`, with the players' initials and chosen colours. With ``strong``, they have patterns."""
    mine = [SEAT_LOOKS[colour] for colour in colours] if colours else SEAT_LOOKS
    marks = initials(names, mine)
    seats = (*(replace(seat, letter=mark) for seat, mark in zip(mine, marks, strict=False)), *LOOKS[len(marks) :])
    return tuple(replace(seat, strong=True) for seat in seats) if strong else seats


def initials(names: Sequence[str], seats: Sequence[SeatLook] = SEAT_LOOKS) -> list[str]:
    """Return a letter for each seat: the first unused one in its name, or its number.

    Computer signs in names are ignored. If nothing of a name can be drawn, the seat gets the initial of its colour.
    """
    found: list[str] = []
    for number, (seat, name) in enumerate(zip(seats, names, strict=False), 1):
        shown = drawable(name.translate(dict.fromkeys(REPLACED_SIGNS)))
        own = "".join(c.upper()[0] for c in shown if c.isalnum()) if shown else seat.letter
        free = [c for c in own if c not in found and (len(names) > 1 or c != OPPONENT_LOOK.letter)]
        found.append(free[0] if free else str(number))
    return found


FLAT = (2.0, -2.0, 90.0, 90.0)  # the face alone, in units of a piece's drawing
FACE_ONLY = ".side,.shadow,.grain{display:none}"
EMPTY = ".side,.shadow,.grain{display:none}.rim{display:none}.face{fill-opacity:.12;stroke:currentColor;stroke-width:6}"
FACE = (50 / 108, 46 / 108)  # the middle of a piece's face, in parts of its size
FACE_LEFT, FACE_TOP, FACE_WIDE = 5 / 108, 1 / 108, 90 / 108  # the position and width of the face, in the same parts
NO_RIM = f"{FACE_ONLY}.rim{{display:none}}"
# The direction of the pattern's lines in degrees; circles have none.
PATTERNS = {"diamond": 0.0, "square": 90.0, "star": 45.0}
STRONGER = 1.2  # the factor for letters on pieces with patterns
STEP = 0.085  # from piece to piece of a stack, in parts of their size


@cached_sprite
def token(who: SeatLook, size: int, letter: bool = True) -> Sprite:
    """Return the piece of a seat in a square of ``size`` pixels, with its letter or blank."""
    piece = art.sprite(f"common/piece-{who.shape}", size, who.rgb)
    if who.strong:
        piece = _patterned(piece, who, size * FACE_WIDE, size * FACE_LEFT, size * FACE_TOP)
    return _lettered(piece, who, size * FACE[0], size * FACE[1], size) if letter else piece


@cached_sprite
def piece_stack(who: SeatLook, size: int, pieces: int) -> Sprite:
    """Return a stack of up to three pieces of a seat, the top one with its letter."""
    step = round(size * STEP)
    high = min(pieces, 3) - 1
    whole = Sprite(Image.new("RGB", (size, size + high * step), who.rgb), Image.new("L", (size, size + high * step)))
    for level in range(high + 1):
        overlay(whole, token(who, size, letter=level == high), 0, (high - level) * step)
    return whole


@cached_sprite
def seat_sign(who: SeatLook, size: int, letter: bool = True) -> Sprite:
    """Return the sign of a seat: the face of its piece in a square of ``size`` pixels, with its letter or blank."""
    face = _face(who, size, FACE_ONLY)
    if who.strong:
        face = _patterned(face, who, size, 0, 0)
    return _lettered(face, who, size / 2, size / 2, size * 1.1) if letter else face


@cached_sprite
def lost_outline(who: SeatLook, size: int) -> Sprite:
    """Return the outline that marks the place of a seat's removed piece, in a square of ``size`` pixels."""
    return _face(replace(who, rgb=mix(who.rgb, INK, 0.3)), size, EMPTY)


@cached_sprite
def new_piece_mark(who: SeatLook, size: int) -> Sprite:
    """Return the mark of a new piece of ``size`` pixels: a line of bone round it, between hairlines of ink."""
    wide = round(size * 132 / 108)
    whole = Sprite(Image.new("RGB", (wide, wide), INK), Image.new("L", (wide, wide)))
    for tone, thick in ((INK, 34), (BONE, 25), (INK, 10)):
        css = f".shadow,.grain,.face,.side{{display:none}}.rim{{stroke:#{bytes(tone).hex()};stroke-width:{thick}}}"
        line = art.sprite(f"common/piece-{who.shape}", wide, who.rgb, (-15, -15, 132, 132), css)
        overlay(whole, line, 0, 0)
    return whole


def _face(who: SeatLook, size: int, css: str) -> Sprite:
    return art.sprite(f"common/piece-{who.shape}", size, who.rgb, FLAT, css)


def _lettered(piece: Sprite, who: SeatLook, x: float, y: float, size: float) -> Sprite:
    """Return the piece with its letter in the middle of its face, or unchanged if this size is too small for one."""
    if size < LEAST_LETTERED[who.strong]:
        return piece
    sprite = piece.copy()
    drop = size * {"star": 0.025, "triangle": -0.1}.get(who.shape, 0)
    font = TITLE if has_character(TITLE, who.letter) else PLAIN
    high = round(size * (0.44 if who.shape in ("star", "triangle") else 0.56) * (STRONGER if who.strong else 1))
    room = round(size * MAX_LETTER * (STRONGER if who.strong else 1))
    text, least = Text(who.letter, high, font), LEAST_LETTER[who.strong]
    while text.size > least and text.width > room:
        text = text._replace(size=text.size - 1)
    text = text._replace(size=max(text.size, least))
    halo = Halo(who.rgb, max(1, round(size * 0.04))) if who.strong else None
    text.put(sprite.rgb, x, y + drop, colour=who.on, halo=halo)
    return sprite


def _patterned(piece: Sprite, who: SeatLook, wide: float, left: float, top: float) -> Sprite:
    """Return the piece with the pattern of its shape on its face, given the face's width and corner."""
    if who.shape not in PATTERNS:
        return piece
    sprite, side = piece.copy(), round(wide)
    face = _face(who, side, NO_RIM).mask
    lines = hatching(side, side, PATTERNS[who.shape], side * 0.17, side * 0.06)
    sprite.rgb.paste(who.on, (round(left), round(top)), with_opacity(ImageChops.multiply(lines, face), 0.75))
    return sprite
