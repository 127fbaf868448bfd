"""The signs of the classes: known without colour, even when small."""

from itertools import combinations

import pytest

from renderer.rattus.emblems import SIGNS, sign
from rules.rattus.components import CARDS, FACES


def test_every_class_has_a_sign() -> None:
    assert set(SIGNS) == {card.class_ for card in CARDS.values()}
    assert {class_ for face in FACES.values() for class_ in face.classes} <= set(SIGNS)


@pytest.mark.parametrize("size", [16, 40])
def test_signs_differ_in_shape(size: int) -> None:
    masks = {class_: sign(class_, size).mask.tobytes() for class_ in SIGNS}
    for one, other in combinations(masks, 2):
        apart = sum(abs(a - b) for a, b in zip(masks[one], masks[other], strict=True)) / 255
        assert apart > 0.14 * size * size, f"{one} and {other} look alike"
