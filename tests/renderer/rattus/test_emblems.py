"""Every card is known by its emblem: its class by the sign, the card by its own picture, without colour."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import INK, PAPER_LIGHT
from renderer.rattus.emblems import PICTURES, emblem, emblem_width, sign
from renderer.rattus.pieces import FIGURES
from renderer.rattus.theme import PURPLE, STONE
from rules.rattus.components import CARD_SETS, CARDS
from tests.renderer.sight import SIGHTS, distance

APART = 0.10  # the part of the picture that differs


def apart(one: Sprite, other: Sprite) -> float:
    """How different they are on a card in black and white, as a part of the larger picture."""
    cards = []
    for sprite in (one, other):
        card = Image.new("RGB", (max(one.size[0], other.size[0]), one.size[1]), PAPER_LIGHT)
        card.paste(sprite.rgb, (0, 0), sprite.mask)
        cards.append(card.convert("L"))
    return ImageStat.Stat(ImageChops.difference(*cards)).mean[0] / 210


@pytest.mark.parametrize("size", [22, 40])
def test_no_two_cards_look_alike(size: int) -> None:
    drawn = {card: emblem(card, CARDS[card].class_, size, INK) for card in CARDS}
    for one, other in combinations(drawn, 2):
        assert apart(drawn[one], drawn[other]) > APART, f"{one} and {other} look alike"


def test_cards_of_the_base_game_have_the_sign_of_their_class_and_the_others_a_picture_too() -> None:
    assert set(CARDS) == {*CARD_SETS["base"], *PICTURES}
    for card in CARD_SETS["base"]:
        whole = emblem(card, CARDS[card].class_, 40, INK)
        assert whole.mask.tobytes() == sign(CARDS[card].class_, 40).mask.tobytes()


@pytest.mark.parametrize("card", PICTURES)
def test_the_sign_of_the_class_stands_beside_the_picture(card: str) -> None:
    whole = emblem(card, CARDS[card].class_, 40, INK)
    assert whole.size == (emblem_width(card, 40), 40)
    small = sign(CARDS[card].class_, 22)
    corner = whole.mask.crop((whole.size[0] - 22, 18, whole.size[0], 40))
    assert ImageStat.Stat(ImageChops.subtract(small.mask, corner)).mean[0] < 4, "the sign is not whole"


def test_bishops_and_nuns_differ_in_brightness_and_shape() -> None:
    bishop, nun = (FIGURES[kind](48) for kind in ("bishop", "nun"))
    gap = ImageChops.difference(bishop.rgb.convert("L"), nun.rgb.convert("L"))
    assert ImageStat.Stat(gap).mean[0] > 25


@pytest.mark.parametrize("sight", SIGHTS)
def test_pieces_stand_out_for_every_eye(sight: str) -> None:
    assert distance(PURPLE, PAPER_LIGHT, sight) >= 40
    assert distance(STONE, INK, sight) >= 40
