"""The letters of things in the pictures of Messina 1347; each thing keeps its own while it is there.

Hexes have letters, row by row; ships have the letter of their harbour with a number. Squares of an estate have numbers,
area by area from the top. Everything else has a number and a letter for its kind, none of which is that of a harbour.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_uppercase

from renderer.messina.estate.layout import OVERSEER_MOVES, PLANS
from rules.game import Target
from rules.messina.components import (
    BOARDS,
    CLASSES,
    DOCKS,
    HUT_IDS,
    LAYOUTS,
    REGISTERS,
    SCROLL_BOARDS,
    SQUARES,
    Coordinates,
)
from rules.messina.view_types import View

HUT, WORKSHOP, OVERSEER, WAY, TILE, SCROLL, REGISTER = "Q", "W", "O", "Y", "T", "C", "L"
# Kinds of things of which there are always the same, in their order.
NUMBERED: Mapping[str, tuple[str, Sequence[str]]] = {
    "hut": (HUT, HUT_IDS),
    "overseer": (OVERSEER, CLASSES),
    "way": (WAY, [f"{overseer}-{way}" for ways in OVERSEER_MOVES for overseer in CLASSES for way in ways]),
    "register": (REGISTER, list(REGISTERS)),
    "board": ("", list(BOARDS)),
    "scroll_board": ("", list(SCROLL_BOARDS)),
}


@lru_cache(maxsize=4)
def _places(seats: int) -> Mapping[Coordinates, str]:
    """Return the letter of each place for a hex, including those that are still free."""
    layout = LAYOUTS[seats]
    places = sorted((*layout.places, *layout.harbours.values()), key=lambda at: (at[1], at[0]))
    return dict(zip(places, ascii_uppercase, strict=False))


def letter(view: View, target: Target) -> str:
    """Return the letter of a thing; "" if no picture shows it."""
    places = _places(view.seats)
    match target.kind:
        case "hex":
            return next((places[one.at] for one in view.hexes if one.id == target.id), "")
        case "dock":
            return f"{places[LAYOUTS[view.seats].harbours[DOCKS[target.id]]]}0"
        case "ship":
            for dock in view.docks:
                ids = [ship.id for ship in dock.ships]
                if target.id in ids:
                    return f"{places[LAYOUTS[view.seats].harbours[DOCKS[dock.id]]]}{ids.index(target.id) + 1}"
            return ""
    tops = [stack.top for stack in (*view.huts, *view.workshops, *view.wagons)]
    if target.id in tops:
        return f"{TILE}{tops.index(target.id) + 1}"
    return _on_estate(view, target)


def _on_estate(view: View, target: Target) -> str:
    player = view.players[view.active if view.seat is None else view.seat]
    squares = PLANS[player.hut_edge].squares
    workshops = [one.tile for one in player.workshops]
    match target.kind:
        case "home":
            return "0"
        case "square":
            return str(sorted(SQUARES, key=lambda one: (squares[one].y, squares[one].x)).index(target.id) + 1)
        case "workshop" if target.id in workshops:
            return f"{WORKSHOP}{workshops.index(target.id) + 1}"
        case "scroll":
            return f"{SCROLL}{target.id}"
    prefix, ids = NUMBERED.get(target.kind, ("", ()))
    return f"{prefix}{ids.index(target.id) + 1}" if ids else ""


def reading_order(view: View) -> Mapping[str, tuple[bool, str]]:
    """Return hexes and docks in the order of their letters, docks last."""
    kinds = {**{one.id: "hex" for one in view.hexes}, **{dock.id: "dock" for dock in view.docks}}
    return {word: (kind == "dock", letter(view, Target(kind, word))) for word, kind in kinds.items()}
