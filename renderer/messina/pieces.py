"""What is put on the boards: citizens, overseers, lieutenants, discs, cubes, repopulation tiles, ships."""

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import CREAM, mix
from renderer.canvas.layout import lay, lay_at
from renderer.messina.icons import amount, icon
from renderer.messina.woodcuts.people import draw_lieutenant, draw_overseer
from renderer.messina.woodcuts.signs import hull
from renderer.messina.woodcuts.tokens import house
from renderer.messina.woodcuts.woodcut import Woodcut
from renderer.seats import Seat, flat, token


def citizen(kind: str, side: str, size: int) -> Sprite:
    """A citizen of a class, "normal" or "gold": with a second rim and a star."""
    return icon(kind if side == "normal" else f"{kind}:{side}", size)


@cached_sprite
def overseer(kind: str, upgraded: bool, size: int) -> Sprite:
    """An overseer of a class; an upgraded one has a gold rim and a star."""
    cut = Woodcut(size)
    draw_overseer(cut, kind, upgraded)
    return cut.sprite()


@cached_sprite
def lieutenant(who: Seat, standing: bool, size: int) -> Sprite:
    """A lieutenant of a seat or the virtual opponent, ``size`` pixels long: upright, or lying on its side.

    Its sign is always upright.
    """
    cut = Woodcut(size)
    draw_lieutenant(cut, who.rgb)
    left, right = round(size * 0.16), size - round(size * 0.16)
    image = cut.image
    if not standing:
        cut.image = image.rotate(90)
    sprite = cut.sprite()
    box = (left, 0, right, size) if standing else (0, left, size, right)
    sprite = Sprite(sprite.rgb.crop(box), sprite.mask.crop(box))
    sign = flat(who, round(size * 0.66))
    w, h = sprite.size
    x, y = (w / 2, size * 0.66) if standing else (size * 0.66, h / 2)
    lay_at(sprite, sign, x, y)
    return sprite


def disc(who: Seat, size: int) -> Sprite:
    """A disc of a player or of the virtual opponent, as on registers."""
    return token(who, size)


def cube(size: int) -> Sprite:
    """A plague cube."""
    return icon("plague", size)


@cached_sprite
def tile(who: Seat, size: int) -> Sprite:
    """A repopulation tile of a seat: a house with its sign on the front."""
    cut = Woodcut(size)
    house(cut, mix(who.rgb, CREAM, 0.6), who.rgb)
    sprite = cut.sprite()
    sign = flat(who, round(size * 0.46))
    lay(sprite, sign, round((size - sign.size[0]) / 2), round(size * 0.66 - sign.size[1] / 2))
    return sprite


@cached_sprite
def ship(goods: str, coins: int, points: int, cube: bool, size: int) -> Sprite:
    """A ship: its goods on the sail, its coins and points on the hull, a plague cube at the mast if it has one."""
    cut = Woodcut(size)
    hull(cut)
    sprite = cut.sprite()
    cargo = icon(goods, round(size * 0.46))
    lay(sprite, cargo, round(size * 0.5 - cargo.size[0] / 2), round(size * 0.14))
    small = round(size * 0.42)
    words = [f"{name}:{number}" for name, number in (("coin", coins), ("points", points)) if number]
    for i, word in enumerate(words):
        gain = amount(word, small)
        x = size * (0.5 + (i - (len(words) - 1) / 2) * 0.44)
        lay(sprite, gain, round(x - gain.size[0] / 2), size - gain.size[1])
    if cube:
        black = icon("plague", round(size * 0.36))
        lay(sprite, black, size - black.size[0], 0)
    return sprite
