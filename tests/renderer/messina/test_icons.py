from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import INK, PAPER
from renderer.messina.icons import NAMES, action_icons, action_in_square, amount, icon, lieutenant, repopulation_tile
from renderer.messina.pictures import SIGNS
from renderer.messina.theme import HEXES, SECTORS
from renderer.seats import SEAT_LOOKS, token
from rules.messina.components import HEXES as HEX_TILES
from rules.messina.components import HUT_TILES, REGISTER, SQUARES, WAGONS, WORKSHOPS, Option
from tests.renderer.colour_blindness import SIGHTS, distance

SAME = {frozenset({"rat", "rat:right"})}  # A rat that is not a hex's sign runs to the right.
APART = 12.0  # Minimum mean difference between the grey tones of two icons, of 255.


def grey(sprite: Sprite, size: int) -> Image.Image:
    """Return the sprite in grey on paper."""
    board = Image.new("RGB", (size, size), PAPER)
    sprite.put(board, size / 2, size / 2)
    return board.convert("L")


def apart(one: Sprite, other: Sprite, size: int) -> float:
    gap = ImageChops.difference(grey(one, size), grey(other, size))
    return float(ImageStat.Stat(gap).mean[0])


@pytest.mark.parametrize("size", [16, 24, 40])
def test_icons_differ_without_colour(size: int) -> None:
    for one, other in combinations(NAMES, 2):
        if frozenset({one, other}) not in SAME:
            assert apart(icon(one, size), icon(other, size), size) >= APART, f"{one} and {other} look alike"


@pytest.mark.parametrize("size", [20, 40])
def test_the_pieces_of_seats_differ_without_colour(size: int) -> None:
    for piece in (
        lambda seat: token(seat, size),
        lambda seat: repopulation_tile(seat, size),
        lambda seat: lieutenant(seat, True, size),
        lambda seat: lieutenant(seat, False, size),
    ):
        for one, other in combinations(SEAT_LOOKS, 2):
            assert apart(piece(one), piece(other), size) >= 5, f"{one.name} and {other.name}"


def printed() -> set[str]:
    """Return every kind of thing that occurs in a printed action, price or gain."""
    options: list[Option] = [space.action for spaces in REGISTER.values() for space in spaces]
    for table in (HEX_TILES, SQUARES):
        options += [option for one in table.values() for option in one.action.options]
    for tiles in (HUT_TILES, WORKSHOPS):
        options += [one.gain for one in tiles.values()]
    costs = [one.cost for table in (HUT_TILES, WORKSHOPS, WAGONS) for one in table.values()]
    costs += [one.action.cost for table in (HEX_TILES, SQUARES) for one in table.values()]
    words = {word.removesuffix(":1") for option in options for word in option.effects}
    return (
        words | {name for option in options for name in (*option.gains, *option.steps)} | {n for c in costs for n in c}
    )


def test_there_is_an_icon_for_every_printed_word() -> None:
    missing = {word for word in printed() if word not in NAMES and word.partition(":")[0] not in NAMES}
    assert not missing
    with pytest.raises(KeyError):
        icon("nothing of the kind", 20)


@pytest.mark.parametrize("name", [*HEX_TILES, *SQUARES])
def test_every_action_can_be_written_and_wraps(name: str) -> None:
    printed_action = {**HEX_TILES, **SQUARES}[name].action
    whole = action_icons(printed_action, 40)
    assert whole.size[1] == 40
    things = len(printed_action.cost) + sum(
        len(o.gains) + len(o.steps) + len(o.effects) for o in printed_action.options
    )
    narrow = action_icons(printed_action, 40, whole.size[0] - 1)
    assert (narrow.size[1] > 80) == (things > 1)
    assert narrow.size[0] <= whole.size[0]
    assert (whole.draw().size, narrow.draw().size) == (whole.size, narrow.size)


def test_amounts_are_written_unless_they_are_one() -> None:
    assert not apart(amount("fire:1", 40), icon("fire", 40), 40)
    assert amount("fire:2", 40).size[0] > 40
    assert amount("coin:2", 40).size == (40, 40)
    seals = [amount(f"points:{number}", 40) for number in (1, 2, 12, -3, 100)]
    assert all(apart(one, other, 40) > 1 for one, other in combinations(seals, 2))


def test_a_sign_with_the_name_of_an_icon_is_drawn_as_it() -> None:
    named = {name: draw for name, draw in SIGNS.values() if name in NAMES and name != "lieutenant"}
    assert len(named) >= 12
    for name, draw in named.items():
        assert draw(40) is icon(name, 40), name


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_hexes_and_sectors_differ(sight: str) -> None:
    for one, other in combinations(HEXES, 2):
        assert distance(HEXES[one], HEXES[other], sight) >= 12, f"{one} and {other}"
    for one, other in combinations(SECTORS, 2):
        assert distance(SECTORS[one], SECTORS[other], sight) >= 6, f"{one} and {other}"


@pytest.mark.parametrize("hex_", [hex_ for hex_, one in HEX_TILES.items() if len(one.action.options) == 2])
def test_a_slash_in_the_middle_parts_the_two_options_of_a_place(hex_: str) -> None:
    sign = action_in_square(hex_, 96).rgb
    assert {sign.getpixel((48 + right, 48 - 2 * right)) for right in (-4, 0, 4)} == {INK}
