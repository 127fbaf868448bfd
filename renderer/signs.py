"""Signs that pictures of all games share: whose turn it is, what is still to come, how many were lost."""

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, PLAGUE
from renderer.canvas.text import TITLE, width, write

LOSS = 32  # px, font size of how many were lost


def pointer(size: int) -> Sprite:
    """A black arrow head to the right: whose turn it is."""
    return art.sprite("common/pointer", size)


def hourglass(size: int) -> Sprite:
    """An hourglass, ``size`` pixels high: still to come, or this turn ended the normal turns."""
    return art.sprite("common/hourglass", round(size * 74 / 104))


def compass(size: int) -> Sprite:
    """A compass rose, ``size`` pixels wide."""
    return art.sprite("common/compass", size)


@cached_sprite
def loss(number: int, size: int = LOSS) -> Sprite:
    """How many were lost: bone on black."""
    text = f"−{number}"
    sheet = Canvas(width(TITLE, size, text) + size * 0.36, size * 0.96)
    sheet.box(0, 0, sheet.width, sheet.height, size * 0.3, BONE)
    sheet.box(2, 2, sheet.width - 4, sheet.height - 4, size * 0.26, PLAGUE)
    sprite = sheet.sprite()
    write(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2, text, size, colour=BONE)
    return sprite
