"""Signs that the pictures of all games share: whose turn it is, what is still to come, losses."""

from renderer import art
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, PLAGUE
from renderer.canvas.text import Text

LOSS = 32  # px, font size of a loss


def pointer(size: int) -> Sprite:
    """Return a black arrowhead to the right, which marks whose turn it is."""
    return art.sprite("common/pointer", size)


def hourglass(size: int) -> Sprite:
    """Return an hourglass, ``size`` pixels high: still to come, or the reason why the normal turns ended."""
    return art.sprite("common/hourglass", round(size * 74 / 104))


def compass(size: int) -> Sprite:
    """Return a compass rose, ``size`` pixels wide."""
    return art.sprite("common/compass", size)


@cached_sprite
def loss(number: int, size: int = LOSS) -> Sprite:
    """Return the number of lost pieces, in bone on black."""
    text = f"−{number}"
    sheet = Canvas(Text(text, size).width + size * 0.36, size * 0.96)
    sheet.box((0, 0, sheet.width, sheet.height), size * 0.3, BONE)
    sheet.box((2, 2, sheet.width - 4, sheet.height - 4), size * 0.26, PLAGUE)
    sprite = sheet.sprite()
    Text(text, size).put(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2, colour=BONE)
    return sprite
