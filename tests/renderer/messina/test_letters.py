"""Every thing on the pictures of Messina 1347 has a letter of its own."""

import pytest

from renderer.messina.pictures import letter
from rules.game import Target
from rules.messina.components import CITIZEN_CLASSES, HUT_IDS, REGISTERS, SQUARES
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
