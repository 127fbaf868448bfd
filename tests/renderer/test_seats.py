"""Seats are told apart by shape and letter alone, and by colour with every kind of colour vision."""

from itertools import combinations

import pytest

from renderer.shapes import outline, token
from renderer.theme import PAPER, SEA, SEATS, WASHES, WASTE, Rgb

# What the eye makes of linear red, green and blue: Machado, Oliveira and Fernandes 2009, full severity.
SIGHTS = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
BETWEEN_SEATS = 18.0  # CIE76; 2.3 is just noticeable
ON_LAND = 10.0  # every piece has a dark edge besides


def seen(colour: Rgb, sight: str) -> tuple[float, float, float]:
    """The colour in CIELAB as somebody with this sight sees it."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in SIGHTS[sight])
    white = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Rgb, other: Rgb, sight: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5


def test_the_measure_finds_what_the_colour_blind_confuse() -> None:
    assert distance((255, 0, 0), (0, 255, 0), "trichromat") > 150
    assert distance((150, 100, 0), (90, 120, 0), "deuteranope") < BETWEEN_SEATS
    assert distance((0, 150, 150), (0, 130, 200), "tritanope") < BETWEEN_SEATS


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_seats_differ(sight: str) -> None:
    for one, other in combinations(SEATS, 2):
        assert distance(one.rgb, other.rgb, sight) >= BETWEEN_SEATS, f"{one.name} and {other.name}"


@pytest.mark.parametrize("sight", SIGHTS)
def test_pieces_stand_out_from_land_and_sea(sight: str) -> None:
    for seat in SEATS:
        for ground in (PAPER, SEA, WASTE, *WASHES.values()):
            assert distance(seat.rgb, ground, sight) >= ON_LAND, f"{seat.name} on {ground}"


@pytest.mark.parametrize("sight", SIGHTS)
def test_letters_stand_out_from_their_piece(sight: str) -> None:
    for seat in SEATS:
        assert distance(seat.rgb, seat.on, sight) >= 40, seat.name


def test_shapes_and_letters_differ() -> None:
    assert len({seat.shape for seat in SEATS}) == len({seat.letter for seat in SEATS}) == len(SEATS) == 4
    masks = [token(seat, 48, letter=False).mask for seat in range(4)]
    for one, other in combinations(masks, 2):
        unlike = sum((a > 127) != (b > 127) for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert unlike > 0.12 * sum(a > 127 for a in one.tobytes()), "two shapes cover nearly the same pixels"
    assert len({len(outline(seat.shape, 0, 0, 1)) for seat in SEATS}) >= 3
