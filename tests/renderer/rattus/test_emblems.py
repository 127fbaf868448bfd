from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import BONE, INK, PAPER_LIGHT
from renderer.rattus.geography import ENAMEL
from renderer.rattus.pieces import emblem, sign
from rules.rattus.components import CARDS, CLASSES
from tests.renderer.colour_blindness import SIGHTS, distance

APART = 0.10  # Minimum share of the picture that differs, inside the rim that all medallions have.
RIM = 0.15  # Share of the width.


def grey(sprite: Sprite) -> Image.Image:
    """Return the sprite on a card, in greyscale."""
    card = Image.new("RGB", sprite.size, PAPER_LIGHT)
    card.paste(sprite.rgb, (0, 0), sprite.mask)
    return card.convert("L")


def apart(one: Sprite, other: Sprite) -> float:
    """Return how much two pictures differ inside their rims."""
    edge, far = round(RIM * one.size[0]), round((1 - RIM) * one.size[0])
    within = (grey(sprite).crop((edge, edge, far, far)) for sprite in (one, other))
    return ImageStat.Stat(ImageChops.difference(*within)).mean[0] / 210


@pytest.mark.parametrize("size", [40, 96])
def test_no_two_cards_look_alike(size: int) -> None:
    drawn = {card: emblem(card, size) for card in CARDS}
    for one, other in combinations(drawn, 2):
        assert apart(drawn[one], drawn[other]) > APART, f"{one} and {other} look alike"


@pytest.mark.parametrize("size", [15, 40])
def test_signs_differ_in_shape(size: int) -> None:
    masks = {class_: sign(class_, size).mask.tobytes() for class_ in CLASSES}
    for one, other in combinations(masks, 2):
        gap = sum(abs(a - b) for a, b in zip(masks[one], masks[other], strict=True)) / 255
        assert gap > 0.14 * size * size, f"{one} and {other} look alike"


@pytest.mark.parametrize("sight", SIGHTS)
def test_signs_stand_out_for_every_eye(sight: str) -> None:
    assert distance(BONE, ENAMEL, sight) >= 60
    assert distance(BONE, INK, sight) >= 60
