"""Every thing on the pictures of Messina 1347 has a letter of its own."""

import pytest
from msgspec.structs import replace

from renderer.messina.estate.layout import ESTATE_PLANS
from renderer.messina.pictures import letter
from rules.game import Target
from rules.messina.components import BOARDS, CITIZEN_CLASSES, HUT_IDS, REGISTERS, SCROLL_BOARDS, SQUARES
from rules.messina.view import View
from tests.renderer.messina.views import position

MOVES = [
    f"{overseer}-{way}" for overseer in CITIZEN_CLASSES for way in ("left", "right", "skip", "skip-left", "skip-right")
]


def things(view: View, seat: int) -> list[Target]:
    """Return everything that has a letter while a seat moves."""
    ids = {
        "home": ["home"],
        "square": SQUARES,
        "hut": HUT_IDS,
        "overseer": CITIZEN_CLASSES,
        "way": MOVES,
        "register": REGISTERS,
    }
    found = [Target(kind, one) for kind, some in ids.items() for one in some]
    found += [Target("workshop", one.tile) for one in view.players[seat].workshops]
    found += [Target("scroll", number) for number in "123"]
    found += [Target("hex", one.id) for one in view.hexes]
    for dock in view.docks:
        found += [Target("dock", dock.id), *(Target("ship", ship.id) for ship in dock.ships)]
    for kind, stacks in (("hut_upgrade", view.huts), ("workshop", view.workshops), ("wagon", view.wagons)):
        found += [Target(kind, stack.top) for stack in stacks if stack.top]
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_things_have_the_same_letter(seats: int) -> None:
    view = position(seats, seat=1)
    letters = {target: letter(view, target) for target in things(view, 1)}
    assert "" not in letters.values()
    assert len(set(letters.values())) == len(letters) > 50


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hexes_have_letters_in_the_order_of_reading_however_many_have_come(seats: int) -> None:
    view = position(seats, seat=0)
    found = sorted(view.hexes, key=lambda one: (one.at[1], one.at[0]))
    letters = [letter(view, Target("hex", one.id)) for one in found]
    assert letters == sorted(letters)
    assert len(letters[0]) == 1
    alone = replace(view, hexes=found[-1:])
    assert letter(alone, Target("hex", found[-1].id)) == letters[-1]


def test_other_things_have_numbers_in_their_order_and_a_letter_for_their_kind() -> None:
    view = position(3, seat=1)
    for dock in view.docks:
        at = letter(view, Target("dock", dock.id)).removesuffix("0")
        assert at == letter(view, Target("hex", dock.id.removeprefix("dock-")))
        ships = [letter(view, Target("ship", ship.id)) for ship in dock.ships]
        assert ships == [f"{at}{number}" for number in range(1, len(ships) + 1)]
    tops = [stack.top for stack in (*view.huts, *view.workshops, *view.wagons)]
    for number, top in enumerate(tops, 1):
        assert not top or letter(view, Target("wagon", top)) == f"T{number}"
    own = view.players[1].workshops
    assert [letter(view, Target("workshop", one.tile)) for one in own] == [f"W{n}" for n in range(1, len(own) + 1)]
    assert [letter(view, Target("hut", hut)) for hut in HUT_IDS] == [f"Q{n}" for n in range(1, len(HUT_IDS) + 1)]
    squares = ESTATE_PLANS[view.players[1].hut_edge].squares
    places = sorted(SQUARES, key=lambda one: int(letter(view, Target("square", one))))
    assert [(squares[one].y, squares[one].x) for one in places] == sorted(
        (squares[one].y, squares[one].x) for one in SQUARES
    )
    assert letter(view, Target("square", places[0])) == "1"
    assert letter(view, Target("home", "home")) == "0"


def test_boards_to_choose_have_numbers_and_an_unknown_thing_has_none() -> None:
    view = position(4, seat=1)
    for kind, boards in (("board", BOARDS), ("scroll_board", SCROLL_BOARDS)):
        assert [letter(view, Target(kind, one)) for one in boards] == [str(n + 1) for n in range(len(boards))]
    assert letter(view, Target("card", "witch")) == ""
