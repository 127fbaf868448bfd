"""The pieces on the boards: lieutenants, discs, cubes, repopulation tiles, ships; citizens and overseers too."""

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import BONE
from renderer.canvas.layout import lay_at
from renderer.messina.icons import amount, citizen, icon, overseer
from renderer.seats import SeatLook, flat, token

__all__ = ["citizen", "cube", "disc", "lieutenant", "overseer", "ship", "tile", "winner"]

BREAST = (0.68, 0.62)  # the middle of a lieutenant's sign from its head, in parts of its length, and its size
WREATH = 1.9  # of a disc: the laurel round it
EDGE = 0.2  # of a sign: bone round it
NARROW = 0.74  # of its length: the width of a lieutenant
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


def cube(size: int) -> Sprite:
    """Draw a plague cube."""
    return icon("plague", size)


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
