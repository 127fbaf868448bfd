"""The signs shared by the pictures of all games: for choices, the player to move, pending things and losses."""

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Box, Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, INK, PLAGUE, SHADE_TABLE, Rgb
from renderer.canvas.layout import Area, empty_sprite
from renderer.canvas.text import MIN_SIZE, Text


def shaded(board: Image.Image) -> Image.Image:
    """Return the picture shaded, as for things that cannot be chosen: darker, with the same hues."""
    return board.point(SHADE_TABLE)


def spotlit(board: Image.Image, areas: Iterable[tuple[Area, int]]) -> Image.Image:
    """Return the picture shaded except for these areas, each with its corner radius."""
    dark = shaded(board)
    for (x, y, w, h), radius in areas:
        low = max(1, min(radius, h // 2))
        middle = (x, y + low, x + w, y + h - low)
        dark.paste(board.crop(middle), middle[:2])
        for top, corners in ((y, _corners(w, low, radius, False)), (y + h - low, _corners(w, low, radius, True))):
            dark.paste(board.crop((x, top, x + w, top + low)), (x, top), corners.mask)
    return dark


@dataclass(frozen=True)
class Spotlight:
    """The effect of `spotlit` on a picture in layers: these areas stay light, each with its corner radius."""

    areas: tuple[tuple[Area, int], ...]

    def crop(self, box: Box) -> "Spotlight":
        """Return the spotlight with only the areas in this part of the picture, in the part's coordinates."""
        left, top, right, bottom = box
        seen = [
            (area.moved(-left, -top), radius)
            for area, radius in self.areas
            if area.x < right and left < area.x + area.w and area.y < bottom and top < area.y + area.h
        ]
        return Spotlight(tuple(seen))

    def apply(self, image: Image.Image) -> Image.Image:
        """Return the image shaded except for the areas."""
        return spotlit(image, self.areas)


@cached_sprite
def _corners(width: int, height: int, radius: int, lower: bool) -> Sprite:
    """Return the upper or lower end of an area with round corners."""
    sheet = Canvas(width, height)
    sheet.box((0, -2 * radius if lower else 0, width, height + 2 * radius), radius, CHOICE)
    return sheet.sprite()


@cached_sprite
def badge(text: str, size: int, fill: Rgb = CHOICE, least: int = MIN_SIZE, *, advised: bool = False) -> Sprite:
    """Return the badge with the letter of a choice, or an empty sprite without a letter.

    The letter is in ink on ``fill``, by default amber. If ``advised``, it is in amber on black within a light line.
    ``least``: the smallest font size in px that a phone can show.
    """
    if not text:
        return empty_sprite(1, 1)
    high = max(least, round(size * 0.78))
    room = max(size, Text(text, high).width + round(size * 0.4))
    shadow, line = round(size * 0.08), max(2.0, size * 0.06)
    sheet = Canvas(room + 2 * shadow, size + 2 * shadow)
    sheet.box((2 * shadow, 2 * shadow, room, size), size * 0.26, (*INK, 60))
    sheet.box((shadow, shadow, room, size), size * 0.26, BONE if advised else INK)
    box = (shadow + line, shadow + line, room - 2 * line, size - 2 * line)
    sheet.box(box, size * 0.2, PLAGUE if advised else fill)
    sprite = sheet.sprite()
    Text(text, high).put(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2, colour=CHOICE if advised else INK)
    return sprite


LOSS = 42  # px, font size of a loss; a phone can show it in a question about Rattus


def pointer(width: int) -> Sprite:
    """Draw the black arrowhead, pointing right, that marks the player whose turn it is."""
    return art.sprite("common/pointer", width)


def hourglass(size: int) -> Sprite:
    """Return an hourglass, ``size`` pixels high. It marks effects still to come or the player who triggered the end."""
    return art.sprite("common/hourglass", round(size * 74 / 104))


@cached_sprite
def loss_count(number: int, size: int = LOSS) -> Sprite:
    """Return a sprite with the number of lost pieces, in bone on black."""
    text = f"−{number}"
    sheet = Canvas(Text(text, size).width + size * 0.26, size * 0.8)
    sheet.box((0, 0, sheet.width, sheet.height), size * 0.3, BONE)
    sheet.box((2, 2, sheet.width - 4, sheet.height - 4), size * 0.26, PLAGUE)
    sprite = sheet.sprite()
    Text(text, size).put(sprite.rgb, sprite.size[0] / 2, sprite.size[1] / 2, colour=BONE)
    return sprite
