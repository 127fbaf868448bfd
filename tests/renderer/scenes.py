"""Scenes for the tests, painted in any of the four languages."""

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops

from renderer import Pictures, Scene, Words
from renderer.canvas.colours import CHOICE, Rgb
from renderer.messina.pictures import PICTURES as MESSINA
from renderer.rattus.pictures import PICTURES as RATTUS
from wording import catalogue

PICTURES: dict[str, Pictures[Any]] = {"rattus": RATTUS, "messina": MESSINA}
LANGUAGES = ("en", "de", "pl", "hu")
OTHERWISE = frozenset({"large", "high", "strong", "fixed", "dimmed"})  # display options other than the defaults


def words(lang: str) -> Words:
    """Return the words of a language."""
    return catalogue.words(lang)


def painted(view: Any, names: Sequence[str], part: str = "wide", *, lang: str = "en", **more: Any) -> Image.Image:
    """Return a picture of the view."""
    return paint(Scene(view, names, part, words(lang), **more))


def paint(scene: Scene[Any]) -> Image.Image:
    """Return the picture of a scene of any game."""
    return PICTURES[scene.view.game].image(scene)


def png(image: Image.Image, game: str) -> bytes:
    """Return the picture as a PNG file."""
    return PICTURES[game].png(image)


def parts(view: Any, layout: str) -> tuple[str, ...]:
    """Return the names of the pictures that make up the view's board."""
    return PICTURES[view.game].parts(view, layout)


def apart(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the rectangle in which two pictures differ, or None if they are equal."""
    return ImageChops.difference(one, other).getbbox()


def amber(image: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the rectangle in which a picture has the colour of choices, or None."""
    return coloured(image, CHOICE)


def coloured(image: Image.Image, colour: Rgb) -> tuple[int, int, int, int] | None:
    """Return the rectangle in which a picture has exactly this colour, or None."""
    red, green, blue = ImageChops.difference(image, Image.new("RGB", image.size, colour)).split()
    gap = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return gap.point([255 * (value == 0) for value in range(256)]).getbbox()
