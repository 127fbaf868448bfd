"""The pieces on the boards: lieutenants, discs, cubes, tiles, ships, citizens, overseers, and blank hexes."""

from math import sqrt

from PIL import Image, ImageChops

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite, dimmed
from renderer.canvas.colours import BONE, INK, PAPER_LIGHT
from renderer.canvas.layout import lay_at
from renderer.canvas.texture import hatching
from renderer.messina.icons import amount, citizen, icon
from renderer.seats import SeatLook, flat, token

BREAST = (0.68, 0.62)  # the middle of a lieutenant's sign from its head, in parts of its length, and its size
WREATH = 1.9  # of a disc: the laurel round it
EDGE = 0.2  # of a sign: bone round it
NARROW = 0.74  # of its length: the width of a lieutenant
HEX = 58  # px, the height of a small hex
DIM = 0.55  # how much paper is mixed into a dimmed hex
RIM, BAND = 0.02, 0.115  # of its width: where the hatching along its sides begins and ends
HATCHES = {"orange": 0.0, "blue": 90.0, "red": 45.0}  # the direction of the hatching in degrees; white hexes have none
HEX_STYLES = frozenset({"dimmed", "strong"})
FRONT = 0.5  # of a house: the sign on it


@cached_sprite
def lieutenant(who: SeatLook, standing: bool, size: int) -> Sprite:
    """Draw a lieutenant of a seat, ``size`` pixels long: upright, or lying on its side with its sign upright."""
    aside = 120 * (1 - NARROW) / 2
    along, across = BREAST
    if standing:
        part = (aside - 15, 0.0, 120 * NARROW, 120.0)
        figure = art.sprite("messina/lieutenant", round(size * NARROW), who.rgb, part).copy()
        middle = (figure.size[0] / 2, figure.size[1] * along)
    else:
        part = (0.0, aside - 15, 120.0, 120 * NARROW)
        figure = art.sprite("messina/lieutenant-lying", size, who.rgb, part).copy()
        middle = (size * along, figure.size[1] / 2)
    sign = round(size * NARROW * across)
    edge = flat(who, sign + max(2, round(sign * EDGE)))
    lay_at(figure, Sprite(Image.new("RGB", edge.size, BONE), edge.mask), *middle)
    lay_at(figure, flat(who, sign), *middle)
    return figure


def disc(who: SeatLook, size: int) -> Sprite:
    """Draw a disc of a player or of the virtual opponent, as on registers."""
    return token(who, size)


@cached_sprite
def winner(who: SeatLook, size: int) -> Sprite:
    """Draw the winner's disc, ``size`` pixels wide, within a laurel."""
    wreath = art.sprite("common/laurel", round(size * WREATH))
    whole = wreath.copy()
    lay_at(whole, token(who, size), wreath.size[0] / 2, wreath.size[1] * 0.47)
    return whole


@cached_sprite
def tile(who: SeatLook, size: int) -> Sprite:
    """Draw a repopulation tile: a house with its roof in the seat's colour and the seat's sign on the front."""
    house = art.sprite("messina/house", size, who.rgb, css=".door{display:none}").copy()
    lay_at(house, flat(who, round(size * FRONT)), size * 0.49, size * 0.68)
    return house


@cached_sprite
def ship(goods: str, coins: int, points: int, cube: bool, size: int) -> Sprite:
    """Draw a ship: goods on the sail, coins and points on the hull, and at the mast a plague cube if it has one."""
    sprite = art.sprite("messina/ship", size, css=".cross{display:none}").copy()
    lay_at(sprite, icon(goods, round(size * 0.46)), size * 0.5, size * 0.38)
    small = round(size * 0.42)
    words = [f"{name}:{number}" for name, number in (("coin", coins), ("points", points)) if number]
    for i, word in enumerate(words):
        gain = amount(word, small)
        lay_at(sprite, gain, size * (0.5 + (i - (len(words) - 1) / 2) * 0.44), size - gain.size[1] / 2)
    if cube:
        black = icon("plague", round(size * 0.38))
        lay_at(sprite, black, size - black.size[0] / 2, black.size[1] / 2)
    return sprite


def hex_size(wide: int) -> tuple[int, int]:
    """Return width and height of a hex's sprite."""
    return wide, round(wide * 2 / sqrt(3))


@cached_sprite
def ground(wide: int, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw an empty hex of a colour ("" for a harbour).

    "dimmed": pale; "strong": hatched along its sides, in a direction that depends on its colour.
    """
    drawn = art.sprite(f"messina/hex-{colour or 'harbour'}", wide)
    if "dimmed" in style:
        drawn = Sprite(Image.blend(drawn.rgb, Image.new("RGB", drawn.size, PAPER_LIGHT), DIM), drawn.mask)
    if "strong" not in style or colour not in HATCHES:
        return drawn
    drawn = drawn.copy()
    high = drawn.size[1]
    lines = hatching(wide, high, HATCHES[colour], wide / 17, wide / 60)
    within = ImageChops.subtract(_inside(wide, high, RIM), _inside(wide, high, BAND))
    drawn.rgb.paste(INK, mask=dimmed(ImageChops.multiply(lines, within), 0.6))
    return drawn


def _inside(wide: int, high: int, by: float) -> Image.Image:
    """Return a hex as a mask, its sides moved inwards by this fraction of its width."""
    half = wide * (0.5 - by)
    reach = half * 2 / sqrt(3)
    sheet, (x, y) = Canvas(wide, high, 0), (wide / 2, high / 2)
    corners = ((0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5))
    sheet.polygon([(x + half * dx, y + reach * dy) for dx, dy in corners], 255)
    return sheet.picture()


@cached_sprite
def blank_hex(colour: str, size: int) -> Sprite:
    """Draw a hex of a colour, or face down, ``size`` pixels high."""
    return art.sprite(f"messina/hex-{colour or 'blank'}", round(size * sqrt(3) / 2))


@cached_sprite
def settled(class_: str, colour: str, style: frozenset[str] = frozenset()) -> Sprite:
    """Draw a citizen on a hex of the colour where its class appears, hatched in that style."""
    sprite = ground(round(HEX * sqrt(3) / 2), colour, style).copy()
    lay_at(sprite, citizen(class_, "normal", 40), sprite.size[0] / 2, sprite.size[1] / 2)
    return sprite
