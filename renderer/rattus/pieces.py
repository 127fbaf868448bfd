"""The pieces of Rattus as sprites: rats, plague piece, palace, crate, figures, potions and walls; emblems of cards."""

from PIL import Image, ImageChops, ImageFilter

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite, with_opacity
from renderer.canvas.colours import BONE, CREAM, INK, PAPER_USED, SEPIA, Rgb
from renderer.canvas.layout import empty_sprite, overlay, rotated
from renderer.canvas.text import Text
from rules.rattus.components import CARD_SETS, CARDS

LEAST_NUMBER = 42  # px, legible on a phone also where the map has cards beside it
BADGE, LETTERED = 0.46, 36  # the size of a letter's badge in parts of its rat; the least width of a lettered rat, in px
FLASK_SIZE = (38, 45)  # px, a flask on the map
WALL = 76  # px, its length on the map
FINE = 3  # oversampling of a wall before it is turned
PICTURE = 0.58  # the size of the picture, relative to its emblem
BESIDE = 0.42  # the size of the badge with the class's sign, relative to the emblem
GREYED = 0.35  # opacity of the paper over the emblem of a used card
FAINT = 0.36  # opacity of a piece where it was before
FIGURES = ("bishop", "nun")

# The palace and the crate for turned rats, in a given width.


def palace(width: int) -> Sprite:
    """Draw the palace."""
    return art.sprite("rattus/palace", width)


def crate(width: int) -> Sprite:
    """Draw the crate of turned rats."""
    return art.sprite("rattus/crate", width)


@cached_sprite
def rat(size: int, letter: str) -> Sprite:
    """Draw a rat, face down, with the letter of its handle, if it has one."""
    whole = art.sprite("rattus/rat-back", size)
    return _badged(whole, size, letter) if letter else whole


@cached_sprite
def turned_rat(size: int, handle: str, number: int, letter: str, classes: tuple[str, ...]) -> Sprite:
    """Draw a turned rat: number, letter, signs of classes, and the letter of its handle if it has one."""
    sprite = art.sprite("rattus/rat-face", size).copy()
    high, middle = max(round(size * 0.48), LEAST_NUMBER), size * 0.47
    wide = Text(str(number), high).width
    whole = wide + (Text(letter, high).width + size * 0.02 if letter else 0)
    Text(str(number), high).put(sprite.rgb, middle - whole / 2, size * 0.31, align="left")
    if letter:
        Text(letter, high).put(sprite.rgb, middle + whole / 2, size * 0.31, align="right", colour=SEPIA)
    many = len(classes) > 3
    small, gap = round(size * (0.19 if many else 0.23)), size * (0.185 if many else 0.245)
    for i, class_ in enumerate(classes):
        rise = size * 0.03 if many and i in (0, 3) else 0
        sign(class_, small).put(sprite.rgb, middle + (i - (len(classes) - 1) / 2) * gap, size * 0.68 - rise)
    return _badged(sprite, size, handle, 0.12) if handle else sprite


def _badged(token: Sprite, size: int, letter: str, out: float = 0.03) -> Sprite:
    """Draw the token with a letter on a badge, which sticks out at the lower right by this fraction of its size."""
    wide = max(LETTERED, round(size * BADGE))
    sprite = empty_sprite(round(size * (1 + out)), round(size * (1 + out)))
    overlay(sprite, token, 0, 0)
    badge = Canvas(wide, wide)
    badge.disc(wide / 2, wide / 2, wide / 2, INK)
    badge.disc(wide / 2, wide / 2, wide * 0.41, BONE)
    drawn = badge.sprite()
    Text(letter, round(wide * 0.94)).put(drawn.rgb, wide / 2, wide * 0.47)
    overlay(sprite, drawn, sprite.size[0] - wide, sprite.size[1] - wide)
    return sprite


def plague(size: int) -> Sprite:
    """Draw the plague piece, ``size`` pixels high."""
    return art.sprite("rattus/plague", round(size * 110 / 136))


@cached_sprite
def former_plague(size: int) -> Sprite:
    """Draw the plague piece faintly at its former place."""
    return plague(size).faint(FAINT)


@cached_sprite
def supply(size: int) -> Sprite:
    """Draw the supply of rats: a stack of three tokens, each ``size`` pixels wide."""
    one, step = art.sprite("rattus/rat-back", size), round(size * 0.13)
    sprite = empty_sprite(one.size[0], one.size[1] + 2 * step)
    for level in (2, 1, 0):
        overlay(sprite, one, 0, level * step)
    return sprite


def figure(kind: str, size: int) -> Sprite:
    """Draw a bishop or a nun, ``size`` pixels high."""
    return art.sprite(f"rattus/{kind}", round(size * 100 / 132))


@cached_sprite
def flask(text: str, size: int = FLASK_SIZE[0]) -> Sprite:
    """Draw a potion, ``size`` pixels wide, with a number on its glass."""
    sprite = art.sprite("rattus/flask", size).copy()
    high = max(round(size * (0.84 if len(text) == 1 else 0.62)), LEAST_NUMBER)
    Text(text, high).put(sprite.rgb, size * 0.48, sprite.size[1] * 0.66, colour=CREAM)
    return sprite


@cached_sprite
def wall(turn: float, edge: Rgb | None = None, length: int = WALL) -> Sprite:
    """Draw a town wall, turned clockwise by this many degrees but battlements up.

    With ``edge``, the wall has a wide edge in this colour.
    """
    upright = (turn + 90) % 180 - 90
    drawn = art.sprite("rattus/wall", length * FINE)
    side = (length + 24) * FINE
    whole = empty_sprite(side, side)
    overlay(whole, drawn, (side - drawn.size[0]) // 2, (side - drawn.size[1]) // 2)
    whole = rotated(whole, upright, FINE)
    sprite = empty_sprite(*whole.size)
    sprite.mask.paste(with_opacity(ImageChops.offset(whole.mask, 3, 4), 0.3))
    if edge is not None:
        for grow, colour in ((13, INK), (9, edge)):
            outline = whole.mask.filter(ImageFilter.MaxFilter(grow))
            overlay(sprite, Sprite(Image.new("RGB", whole.size, colour), outline), 0, 0)
    overlay(sprite, whole, 0, 0)
    return sprite


@cached_sprite
def sign(class_: str, size: int) -> Sprite:
    """Draw the sign of a class in a square of ``size`` pixels, in ink on bone."""
    tone = f"#{bytes(BONE).hex()}"
    return art.sprite(f"rattus/class-{class_}", size, INK, css=f".cut{{stroke:{tone}}}.hole{{fill:{tone}}}")


@cached_sprite
def class_badge(class_: str, size: int) -> Sprite:
    """Draw the sign of a class on a disc, as it is beside the picture of a card."""
    badge = Canvas(size, size)
    badge.disc(size / 2, size / 2, size / 2, INK)
    badge.disc(size / 2, size / 2, size / 2 - 2, BONE)
    drawn = badge.sprite()
    sign(class_, round(size * 0.66)).put(drawn.rgb, size / 2, size / 2)
    return drawn


@cached_sprite
def emblem(card: str, size: int, used: bool = False) -> Sprite:
    """Draw a card's medallion, ``size`` pixels wide: its class's sign, or its own picture with that sign on a badge."""
    class_, own = CARDS[card].class_, card not in CARD_SETS["base"]
    sprite = art.sprite("rattus/medallion", size).copy()
    name = f"rattus/card-{card}" if own else f"rattus/class-{class_}"
    picture = art.sprite(name, round(size * PICTURE), BONE)
    overlay(sprite, picture, round(size * 0.49 - picture.size[0] / 2), round(size * 0.49 - picture.size[1] / 2))
    if own:
        wide = round(size * BESIDE)
        overlay(sprite, class_badge(class_, wide), size - wide, size - wide)
    if not used:
        return sprite
    grey = sprite.rgb.convert("L").convert("RGB")
    return Sprite(Image.blend(grey, Image.new("RGB", grey.size, PAPER_USED), GREYED), sprite.mask)
