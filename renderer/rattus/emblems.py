"""The emblems of the class cards: the sign of a class, and for each card a picture with its class's badge."""

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, INK, PAPER_USED, Rgb
from renderer.canvas.layout import lay
from rules.rattus.components import CARD_SETS, CARDS

PICTURE = 0.58  # of an emblem: its picture
BESIDE = 0.42  # of an emblem: the badge with the sign of the class
GREYED = 0.35  # opacity of the paper over the emblem of a used card


@cached_sprite
def sign(class_: str, size: int, ink: Rgb = INK, ground: Rgb = BONE) -> Sprite:
    """Draw the sign of a class in a square of ``size`` pixels, in ink on a background."""
    tone = f"#{bytes(ground).hex()}"
    return art.sprite(f"rattus/class-{class_}", size, ink, css=f".cut{{stroke:{tone}}}.hole{{fill:{tone}}}")


@cached_sprite
def class_badge(class_: str, size: int) -> Sprite:
    """Draw the sign of a class on a disc, as beside the picture of a card."""
    badge = Canvas(size, size)
    badge.disc(size / 2, size / 2, size / 2, INK)
    badge.disc(size / 2, size / 2, size / 2 - 2, BONE)
    drawn = badge.sprite()
    sign(class_, round(size * 0.66)).put(drawn.rgb, size / 2, size / 2)
    return drawn


@cached_sprite
def emblem(card: str, size: int, used: bool = False) -> Sprite:
    """Draw a card's medallion, ``size`` pixels wide: its picture, and beside it a badge with the sign of its class."""
    class_, own = CARDS[card].class_, card not in CARD_SETS["base"]
    sprite = art.sprite("rattus/medallion", size).copy()
    name = f"rattus/card-{card}" if own else f"rattus/class-{class_}"
    picture = art.sprite(name, round(size * PICTURE), BONE)
    lay(sprite, picture, round(size * 0.49 - picture.size[0] / 2), round(size * 0.49 - picture.size[1] / 2))
    if own:
        wide = round(size * BESIDE)
        lay(sprite, class_badge(class_, wide), size - wide, size - wide)
    if not used:
        return sprite
    grey = sprite.rgb.convert("L").convert("RGB")
    return Sprite(Image.blend(grey, Image.new("RGB", grey.size, PAPER_USED), GREYED), sprite.mask)
