from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from renderer.canvas.colours import PAPER, SEA
from renderer.rattus.geography import REGION_TINTS, WASTE
from renderer.seats import LOOKS, SEAT_LOOKS, initials, looks_of, token
from tests.renderer.colour_blindness import SIGHTS, distance
from tests.renderer.messina import views as messina
from tests.renderer.rattus import views as rattus
from tests.renderer.scenes import coloured, painted

BETWEEN_SEATS = 18.0  # The least difference (CIE76), of which 2.3 is just noticeable.
ON_LAND = 10.0  # Less is needed on land, because every piece has a dark edge.


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_seats_differ(sight: str) -> None:
    for one, other in combinations(SEAT_LOOKS, 2):
        assert distance(one.rgb, other.rgb, sight) >= BETWEEN_SEATS, f"{one.name} and {other.name}"


@pytest.mark.parametrize("sight", SIGHTS)
def test_pieces_stand_out_from_land_and_sea(sight: str) -> None:
    for seat in SEAT_LOOKS:
        for ground in (PAPER, SEA, WASTE, *REGION_TINTS.values()):
            assert distance(seat.rgb, ground, sight) >= ON_LAND, f"{seat.name} on {ground}"


@pytest.mark.parametrize("sight", SIGHTS)
def test_letters_stand_out_from_their_piece(sight: str) -> None:
    for seat in SEAT_LOOKS:
        assert distance(seat.rgb, seat.on, sight) >= 40, seat.name


def test_shapes_and_letters_differ() -> None:
    assert len({seat.shape for seat in SEAT_LOOKS}) == len({seat.letter for seat in SEAT_LOOKS}) == len(SEAT_LOOKS) == 4
    masks = [token(seat, 48, letter=False).mask for seat in SEAT_LOOKS]
    for one, other in combinations(masks, 2):
        unlike = sum((a > 127) != (b > 127) for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert unlike > 0.12 * sum(a > 127 for a in one.tobytes()), "two shapes cover nearly the same pixels"


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Alice", "Bob", "Cleo", "Dan"], "ABCD"), (["Bob", "Alice"], "BA"), (["🤖 Alice", "🤖 Ugolina", "Bob"], "AUB"),
        (["Anna", "Alice", "Al", "Nora"], "AL3N"), (["Al", "Al", "al", "la"], "AL34"), (["", "🐀"], "RB"),
        (["Bob", ""], "B2"), (["Жанна", "ßeta", "_-7"], "ЖS7"), (["Vera"], "E"), (["Vera", "Eva"], "VE"),
    ],
)  # fmt: skip
def test_everybody_has_an_initial_of_their_own(names: list[str], letters: str) -> None:
    assert "".join(initials(names)) == letters
    told = looks_of(tuple(names))
    assert [who.letter for who in told] == [*letters, *(who.letter for who in LOOKS[len(names) :])]
    assert [(who.rgb, who.shape) for who in told] == [(who.rgb, who.shape) for who in LOOKS]
    for who, strong in product(told, (False, True)):
        who = replace(who, strong=strong)
        for size in (20, 46, 66):
            blank, drawn = token(who, size, letter=False).rgb, token(who, size).rgb
            assert (blank.tobytes() != drawn.tobytes()) == (size == 66 or (strong and size == 46)), "none too small"


@pytest.mark.parametrize(
    ("view", "parts"),
    [(rattus.position(2), ("tall",)), (messina.position(2, "end"), ("city", "score", "estate-0", "estate-1"))],
    ids=["rattus", "messina"],
)
def test_only_chosen_colours_are_in_pictures(view: Any, parts: tuple[str, ...]) -> None:
    """Of the seats' colours, pictures contain only those that the players chose."""
    for part in parts:
        for colours in ((), (2, 3), (3, 1)):
            picture = painted(view, ["Ada", "Bela"], part, colours=colours)
            there = {seat.rgb for seat in SEAT_LOOKS if coloured(picture, seat.rgb)}
            own = {SEAT_LOOKS[colour].rgb for colour in colours or (0, 1)}
            if part.startswith("estate-"):  # Only its owner's colour is on it.
                own = {SEAT_LOOKS[(colours or (0, 1))[int(part[-1])]].rgb}
            assert there <= own, (part, colours)
    assert looks_of(("Ada", "Bela"), colours=(3, 1))[0].shape == "star"
    assert [one.letter for one in looks_of(("", ""), colours=(3, 1))[:2]] == ["Y", "B"]
